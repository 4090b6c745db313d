//! A net in floating point: forward, backward and the step of the optimiser.
//!
//! All parameters are one row of numbers: hidden weights `[input][hidden]`, hidden bias `[hidden]`, output weights
//! `[head][own, other][hidden]`, output bias `[head]`. The hidden size is a constant of the code, so that the compiler
//! turns whole rows into vector instructions.

use crate::eval::features::Layout;
use crate::eval::net::HIDDEN_MOST;
use crate::eval::net::LANE;
use crate::eval::net::Lane;
use crate::eval::net::Net;
use crate::eval::net::ONE;
use crate::eval::net::OUTPUT_MOST;
use crate::eval::net::OUTPUT_ONE;
use crate::rules::Kin;
use crate::training::random::Random;
use crate::training::sample::Inputs;
use crate::training::sample::Sample;

/// The hidden sizes that can be trained.
pub const SIZES: [usize; 6] = [32, 64, 128, 192, 256, 512];

/// Centipawns of an output of 1: small enough that output weights are not, so that rounding them costs little.
pub const UNIT: f32 = 300.0;

/// The sizes of a net.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    pub layout: Layout,
    /// Outputs, of which a position has one.
    pub heads: usize,
    /// Trained on what the evaluation by hand misses.
    pub over_hand: bool,
    pub hidden: usize,
}

impl Shape {
    /// The sizes of a net.
    pub fn of(net: &Net) -> Shape {
        Shape { layout: net.layout, heads: net.heads().count(), over_hand: net.over_hand, hidden: net.hidden }
    }

    /// Where the hidden bias, the output weights and the output bias begin, and how many parameters there are.
    fn parts(self) -> [usize; 4] {
        let bias = self.layout.inputs() * self.hidden;
        let output = bias + self.hidden;
        let output_bias = output + 2 * self.heads * self.hidden;
        [bias, output, output_bias, output_bias + self.heads]
    }

    /// Random parameters to begin with.
    pub fn random(self, random: &mut Random) -> Vec<f32> {
        let [bias, output, output_bias, end] = self.parts();
        let mut parameters = vec![0.0; end];
        // About 20 inputs are on at a time, and hidden sums should begin within the activation's slope.
        parameters[..bias].iter_mut().for_each(|weight| *weight = (random.unit() - 0.5) * 0.2);
        parameters[bias..output].fill(0.2);
        let reach = 1.0 / (self.hidden as f32).sqrt();
        parameters[output..output_bias].iter_mut().for_each(|weight| *weight = (random.unit() - 0.5) * 2.0 * reach);
        // Every head begins with the same outputs.
        let (first, rest) = parameters[output..output_bias].split_at_mut(2 * self.hidden);
        rest.chunks_exact_mut(2 * self.hidden).for_each(|head| head.copy_from_slice(first));
        parameters
    }

    /// What is added to the net's output, in [`UNIT`]s.
    #[inline]
    fn base(self, sample: &Sample) -> f32 {
        if self.over_hand { f32::from(sample.by_hand) / UNIT } else { 0.0 }
    }

    /// The largest size of each parameter that a net file can hold.
    fn most(self, parameter: usize) -> f32 {
        let [_, output, output_bias, _] = self.parts();
        if parameter < output {
            f32::from(HIDDEN_MOST) / ONE as f32
        } else if parameter < output_bias {
            f32::from(OUTPUT_MOST) / OUTPUT_ONE as f32
        } else {
            100.0
        }
    }

    /// The net in integers.
    pub fn quantised(self, parameters: &[f32], kin: Kin, name: &str) -> Net {
        let [bias, output, output_bias, _] = self.parts();
        let mut net = Net::zero(kin, self.layout, self.hidden);
        net.name = name.into();
        net.over_hand = self.over_hand;
        net.scale = UNIT as i32;
        let fill = |lanes: &mut [Lane], from: &[f32], one: i32| {
            for (lane, from) in lanes.iter_mut().zip(from.chunks_exact(LANE)) {
                lane.0.iter_mut().zip(from).for_each(|(to, from)| *to = (from * one as f32).round() as i16);
            }
        };
        fill(&mut net.weights, &parameters[..bias], ONE);
        fill(&mut net.bias, &parameters[bias..output], ONE);
        fill(&mut net.output, &parameters[output..output_bias], OUTPUT_ONE);
        for (to, from) in net.output_bias.iter_mut().zip(&parameters[output_bias..]) {
            *to = (from * (ONE * OUTPUT_ONE) as f32).round() as i32;
        }
        net
    }

    /// The parameters of a net in integers: a start for further training.
    pub fn floating(net: &Net) -> Vec<f32> {
        let spread = |lanes: &[Lane], one: i32| -> Vec<f32> {
            lanes.iter().flat_map(|lane| lane.0).map(|weight| f32::from(weight) / one as f32).collect()
        };
        let mut parameters = spread(&net.weights, ONE);
        parameters.extend(spread(&net.bias, ONE));
        parameters.extend(spread(&net.output, OUTPUT_ONE));
        parameters.extend(net.output_bias.iter().map(|&bias| bias as f32 / (ONE * OUTPUT_ONE) as f32));
        parameters
    }
}

/// What a net is to say of samples.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Centipawns for which the expected result is that of a logistic curve at 1.
    pub scale: f32,
    /// How much of the target is the game's result; the rest is the score.
    pub result_share: f32,
}

impl Target {
    /// The expected result, 0 to 1, that a sample asks for.
    #[inline]
    fn of(self, sample: &Sample) -> f32 {
        let score = sigmoid(f32::from(sample.score) / self.scale);
        score + self.result_share * (f32::from(sample.result) / 2.0 - score)
    }

    /// The squared error of a score in centipawns.
    pub fn loss(self, sample: &Sample, centipawns: f32) -> f64 {
        let error = f64::from(sigmoid(centipawns / self.scale) - self.of(sample));
        error * error
    }
}

#[inline]
pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// The work of a thread on a part of a batch: adds the gradient of the summed squared errors to `gradient`, gives the sum.
pub fn learn(
    shape: Shape,
    parameters: &[f32],
    gradient: &mut [f32],
    samples: &mut dyn Iterator<Item = &Sample>,
    target: Target,
) -> f64 {
    match shape.hidden {
        32 => learn_sized::<32>(shape, parameters, gradient, samples, target),
        64 => learn_sized::<64>(shape, parameters, gradient, samples, target),
        128 => learn_sized::<128>(shape, parameters, gradient, samples, target),
        192 => learn_sized::<192>(shape, parameters, gradient, samples, target),
        256 => learn_sized::<256>(shape, parameters, gradient, samples, target),
        _ => learn_sized::<512>(shape, parameters, gradient, samples, target),
    }
}

/// The outputs of samples, in units of [`UNIT`] centipawns.
pub fn outputs(shape: Shape, parameters: &[f32], samples: &[Sample]) -> Vec<f32> {
    match shape.hidden {
        32 => outputs_sized::<32>(shape, parameters, samples),
        64 => outputs_sized::<64>(shape, parameters, samples),
        128 => outputs_sized::<128>(shape, parameters, samples),
        192 => outputs_sized::<192>(shape, parameters, samples),
        256 => outputs_sized::<256>(shape, parameters, samples),
        _ => outputs_sized::<512>(shape, parameters, samples),
    }
}

/// Floats that stay in registers while the rows of all inputs pass.
const BLOCK: usize = 32;

#[inline]
fn hidden<const H: usize>(weights: &[f32], bias: &[f32], inputs: &[u16], sums: &mut [f32; H]) {
    for (block, sums) in sums.chunks_exact_mut(BLOCK).enumerate() {
        let mut part = [0f32; BLOCK];
        part.copy_from_slice(&bias[block * BLOCK..][..BLOCK]);
        for &input in inputs {
            let row = &weights[input as usize * H + block * BLOCK..][..BLOCK];
            for (sum, weight) in part.iter_mut().zip(row) {
                *sum += weight;
            }
        }
        sums.copy_from_slice(&part);
    }
}

/// Lanes of a floating sum, so that it needs no order.
const LANES: usize = 16;

#[inline]
fn squares<const H: usize>(sums: &[f32; H], output: &[f32]) -> f32 {
    let mut parts = [0f32; LANES];
    for (sums, output) in sums.chunks_exact(LANES).zip(output.chunks_exact(LANES)) {
        for ((part, sum), weight) in parts.iter_mut().zip(sums).zip(output) {
            let value = sum.clamp(0.0, 1.0);
            *part += value * value * weight;
        }
    }
    parts.iter().sum()
}

/// Turns the sums into the gradient by them, and adds the output weights' gradient.
#[inline]
fn back<const H: usize>(sums: &mut [f32; H], output: &[f32], output_gradient: &mut [f32], slope: f32) {
    for ((sum, weight), gradient) in sums.iter_mut().zip(&output[..H]).zip(&mut output_gradient[..H]) {
        let value = sum.clamp(0.0, 1.0);
        *gradient += slope * value * value;
        let through = if *sum > 0.0 && *sum < 1.0 { 2.0 * value } else { 0.0 };
        *sum = slope * weight * through;
    }
}

fn learn_sized<const H: usize>(
    shape: Shape,
    parameters: &[f32],
    gradient: &mut [f32],
    samples: &mut dyn Iterator<Item = &Sample>,
    target: Target,
) -> f64 {
    let [bias_at, output_at, output_bias_at, _] = shape.parts();
    let (weights, rest) = parameters.split_at(bias_at);
    let (bias, output) = rest.split_at(output_at - bias_at);
    let (weight_gradient, rest) = gradient.split_at_mut(bias_at);
    let (bias_gradient, rest) = rest.split_at_mut(output_at - bias_at);
    let (output_gradient, output_bias_gradient) = rest.split_at_mut(output_bias_at - output_at);
    let (mut own, mut other) = (Inputs::new(), Inputs::new());
    let (mut a, mut b) = ([0f32; H], [0f32; H]);
    let (mut loss, steepness) = (0.0, UNIT / target.scale);
    for sample in samples {
        sample.inputs(shape.layout, &mut own, &mut other);
        hidden::<H>(weights, bias, &own, &mut a);
        hidden::<H>(weights, bias, &other, &mut b);
        let head = usize::from(sample.head);
        let row = head * 2 * H;
        let (first, second) = output[row..row + 2 * H].split_at(H);
        let out = squares(&a, first) + squares(&b, second) + parameters[output_bias_at + head] + shape.base(sample);
        let value = sigmoid(out * steepness);
        let error = value - target.of(sample);
        loss += f64::from(error * error);
        let slope = 2.0 * error * value * (1.0 - value) * steepness;
        output_bias_gradient[head] += slope;
        let (first_gradient, second_gradient) = output_gradient[row..row + 2 * H].split_at_mut(H);
        back(&mut a, first, first_gradient, slope);
        back(&mut b, second, second_gradient, slope);
        for (inputs, sums) in [(&own, &a), (&other, &b)] {
            add(&mut bias_gradient[..H], sums);
            for &input in inputs {
                add(&mut weight_gradient[input as usize * H..][..H], sums);
            }
        }
    }
    loss
}

#[inline]
fn add<const H: usize>(row: &mut [f32], sums: &[f32; H]) {
    for (to, from) in row.iter_mut().zip(sums) {
        *to += from;
    }
}

fn outputs_sized<const H: usize>(shape: Shape, parameters: &[f32], samples: &[Sample]) -> Vec<f32> {
    let [bias_at, output_at, output_bias_at, _] = shape.parts();
    let (mut own, mut other) = (Inputs::new(), Inputs::new());
    let (mut a, mut b) = ([0f32; H], [0f32; H]);
    let one = |sample: &Sample| {
        sample.inputs(shape.layout, &mut own, &mut other);
        let bias = &parameters[bias_at..output_at];
        hidden::<H>(&parameters[..bias_at], bias, &own, &mut a);
        hidden::<H>(&parameters[..bias_at], bias, &other, &mut b);
        let head = usize::from(sample.head);
        let (first, second) = parameters[output_at + head * 2 * H..][..2 * H].split_at(H);
        squares(&a, first) + squares(&b, second) + parameters[output_bias_at + head] + shape.base(sample)
    };
    samples.iter().map(one).collect()
}

/// The score of a net in integers, worked out in the plainest way: what the engine's kernels must equal.
pub fn plain_score(net: &Net, sample: &Sample) -> i32 {
    let (mut own, mut other) = (Inputs::new(), Inputs::new());
    sample.inputs(net.layout, &mut own, &mut other);
    let head = usize::from(sample.head);
    let (first, second) = net.output_rows(head);
    let mut sum = 0i64;
    for (inputs, output) in [(&own, first), (&other, second)] {
        for (lane, output) in output.iter().enumerate() {
            for (unit, &weight) in output.0.iter().enumerate() {
                let rows = inputs.iter().map(|&input| i64::from(net.row(input as usize)[lane].0[unit]));
                let value = (i64::from(net.bias[lane].0[unit]) + rows.sum::<i64>()).clamp(0, ONE.into());
                sum += value * value * i64::from(weight);
            }
        }
    }
    let base = if net.over_hand { i32::from(sample.by_hand) } else { 0 };
    crate::eval::forward::finish(net, head, sum).0 + base
}

/// A step of the optimiser.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Its number, from 1.
    pub number: u64,
    pub rate: f32,
    pub decay: f32,
    /// Samples whose gradients were summed.
    pub samples: usize,
}

/// What the optimiser remembers of each parameter: running means of the gradient and of its square.
#[derive(Clone, Debug, PartialEq)]
pub struct Moments {
    pub mean: Vec<f32>,
    pub square: Vec<f32>,
}

impl Step {
    /// AdamW (Kingma and Ba; Loshchilov and Hutter): steps by the sum of all threads' gradients, and empties them. A part of
    /// the parameters for each thread.
    pub fn take(self, shape: Shape, parameters: &mut [f32], moments: &mut Moments, gradients: &mut [Vec<f32>]) {
        let size = parameters.len().div_ceil(gradients.len().max(1)).next_multiple_of(64);
        std::thread::scope(|scope| {
            let mut parts: Vec<Vec<&mut [f32]>> = Vec::new();
            for gradient in gradients.iter_mut() {
                for (i, part) in gradient.chunks_mut(size).enumerate() {
                    if parts.len() <= i {
                        parts.push(Vec::new());
                    }
                    parts[i].push(part);
                }
            }
            let own =
                parameters.chunks_mut(size).zip(moments.mean.chunks_mut(size)).zip(moments.square.chunks_mut(size));
            for (i, (((parameters, mean), square), mut gradients)) in own.zip(parts).enumerate() {
                scope.spawn(move || {
                    for (j, parameter) in parameters.chunks_mut(64).enumerate() {
                        let at = j * 64..j * 64 + parameter.len();
                        let mut sum = [0f32; 64];
                        for gradient in &mut gradients {
                            let part = &mut gradient[at.clone()];
                            sum.iter_mut().zip(&mut *part).for_each(|(sum, part)| *sum += *part);
                            part.fill(0.0);
                        }
                        self.adam(parameter, &mut mean[at.clone()], &mut square[at.clone()], &sum);
                        let begin = i * size + at.start;
                        let (low, high) = (shape.most(begin), shape.most(begin + parameter.len() - 1));
                        parameter.iter_mut().for_each(|p| *p = p.clamp(-low.max(high), low.max(high)));
                        if low != high {
                            let each = parameter.iter_mut().enumerate();
                            each.for_each(|(k, p)| *p = p.clamp(-shape.most(begin + k), shape.most(begin + k)));
                        }
                    }
                });
            }
        });
    }

    fn adam(self, parameters: &mut [f32], mean: &mut [f32], square: &mut [f32], gradient: &[f32; 64]) {
        const KEEP: (f32, f32) = (0.9, 0.999);
        let number = self.number.min(1 << 20) as i32;
        let rate = self.rate / (1.0 - KEEP.0.powi(number));
        let squares = 1.0 / (1.0 - KEEP.1.powi(number));
        let (share, shrink) = (1.0 / self.samples as f32, 1.0 - self.rate * self.decay);
        let moments = mean.iter_mut().zip(square);
        for ((parameter, (mean, square)), gradient) in parameters.iter_mut().zip(moments).zip(gradient) {
            let gradient = gradient * share;
            *mean = KEEP.0 * *mean + (1.0 - KEEP.0) * gradient;
            *square = KEEP.1 * *square + (1.0 - KEEP.1) * gradient * gradient;
            *parameter = *parameter * shrink - rate * *mean / ((*square * squares).sqrt() + 1e-8);
        }
    }
}
