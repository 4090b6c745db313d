//! Epochs of training, their checkpoints, and the net at the end.

use crate::eval::features::Heads;
use crate::eval::features::Layout;
use crate::eval::net::Net;
use crate::eval::net::checksum;
use crate::rules::Kin;
use crate::training::model;
use crate::training::model::Moments;
use crate::training::model::Shape;
use crate::training::model::Step;
use crate::training::model::Target;
use crate::training::model::UNIT;
use crate::training::random::Random;
use crate::training::sample::Sample;
use std::time::Instant;

pub use crate::training::model::SIZES;
pub use crate::training::model::plain_score;

/// How to train.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    pub layout: Layout,
    /// Whose games they are.
    pub kin: Kin,
    /// The net is added to the evaluation by hand.
    pub over_hand: bool,
    /// Hidden units a side, one of [`SIZES`].
    pub hidden: usize,
    pub epochs: usize,
    /// Samples a step.
    pub batch: usize,
    /// The learning rate at its height. It rises in the first steps and sinks along a cosine to a hundredth.
    pub rate: f32,
    /// Weight decay.
    pub decay: f32,
    /// How much of the target is the game's result.
    pub result_share: f32,
    /// Centipawns for which the expected result is that of a logistic curve at 1.
    pub scale: f32,
    pub seed: u64,
    pub threads: usize,
}

impl Plan {
    /// Whether training can begin with the weights of a net: it has the same sizes, heads and base.
    pub fn takes(&self, start: &Net) -> bool {
        Shape::of(start) == self.shape()
    }

    fn shape(&self) -> Shape {
        let heads = Heads::of(self.kin).count();
        Shape { layout: self.layout, heads, over_hand: self.over_hand, hidden: self.hidden }
    }
}

/// What an epoch came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Its number, from 1.
    pub number: usize,
    /// The learning rate at its end.
    pub rate: f32,
    /// Mean squared errors of the expected result, in training and validation.
    pub training: f64,
    pub validation: f64,
    pub seconds: f64,
    pub samples: usize,
}

/// What quantising costs on a set of samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quantising {
    /// Validation losses in floating point and in integers.
    pub floating: f64,
    pub integer: f64,
    /// Differences of scores in centipawns.
    pub mean: f64,
    pub largest: f64,
}

/// A net in training.
pub struct Trainer {
    plan: Plan,
    parameters: Vec<f32>,
    moments: Moments,
    gradients: Vec<Vec<f32>>,
    epoch: usize,
    step: u64,
}

const CHECKPOINT_MAGIC: &[u8; 8] = b"BAYONCP2";

impl Trainer {
    /// Begins with random weights, or with those of a net that the plan [takes](Plan::takes).
    pub fn new(plan: Plan, start: Option<&Net>) -> Trainer {
        let shape = plan.shape();
        let random = || shape.random(&mut Random::new(plan.seed));
        let parameters = start.filter(|net| plan.takes(net)).map_or_else(random, Shape::floating);
        let zeros = vec![0.0; parameters.len()];
        Trainer {
            plan,
            moments: Moments { mean: zeros.clone(), square: zeros.clone() },
            gradients: vec![zeros; plan.threads.max(1)],
            parameters,
            epoch: 0,
            step: 0,
        }
    }

    fn shape(&self) -> Shape {
        self.plan.shape()
    }

    fn target(&self) -> Target {
        Target { scale: self.plan.scale, result_share: self.plan.result_share }
    }

    /// Epochs done.
    pub fn epochs(&self) -> usize {
        self.epoch
    }

    /// Learns all of `training` once, in random order, and measures on `validation`. `told` hears the share that is done.
    pub fn epoch(&mut self, training: &[Sample], validation: &[Sample], told: &mut dyn FnMut(f64)) -> Epoch {
        let (plan, shape, target, began) = (self.plan, self.shape(), self.target(), Instant::now());
        let mut order: Vec<u32> = (0..training.len() as u32).collect();
        Random::part(plan.seed, self.epoch as u64).shuffle(&mut order);
        let steps = training.len().div_ceil(plan.batch);
        let all = (steps * plan.epochs) as f32;
        let (mut loss, mut rate) = (0.0, 0.0);
        for (i, batch) in order.chunks(plan.batch).enumerate() {
            let parameters = &self.parameters;
            let share = batch.len().div_ceil(self.gradients.len());
            loss += std::thread::scope(|scope| {
                let work = batch.chunks(share).zip(&mut self.gradients).map(|(part, gradient)| {
                    scope.spawn(move || {
                        let mut samples = part.iter().map(|&i| &training[i as usize]);
                        model::learn(shape, parameters, gradient, &mut samples, target)
                    })
                });
                let work: Vec<_> = work.collect();
                // A thread of sums cannot panic; if it did, its part would be missing from the loss.
                work.into_iter().filter_map(|thread| thread.join().ok()).sum::<f64>()
            });
            self.step += 1;
            let warm = (self.step as f32 / (all / 20.0).clamp(1.0, 200.0)).min(1.0);
            let way = (self.step as f32 / all).min(1.0);
            rate = plan.rate * warm * (0.01 + 0.99 * 0.5 * (1.0 + (std::f32::consts::PI * way).cos()));
            let step = Step { number: self.step, rate, decay: plan.decay, samples: batch.len() };
            step.take(shape, &mut self.parameters, &mut self.moments, &mut self.gradients);
            told((i + 1) as f64 / steps as f64);
        }
        self.epoch += 1;
        Epoch {
            number: self.epoch,
            rate,
            training: loss / training.len().max(1) as f64,
            validation: self.loss(validation),
            seconds: began.elapsed().as_secs_f64(),
            samples: training.len(),
        }
    }

    /// The scores of samples in centipawns, on all threads.
    fn scores(&self, samples: &[Sample]) -> Vec<f32> {
        let (shape, share) = (self.shape(), samples.len().div_ceil(self.gradients.len()).max(1));
        let outputs: Vec<f32> = std::thread::scope(|scope| {
            let parts = samples.chunks(share).map(|part| scope.spawn(|| model::outputs(shape, &self.parameters, part)));
            let parts: Vec<_> = parts.collect();
            parts.into_iter().filter_map(|thread| thread.join().ok()).flatten().collect()
        });
        outputs.into_iter().map(|output| output * UNIT).collect()
    }

    /// The mean squared error on samples.
    pub fn loss(&self, samples: &[Sample]) -> f64 {
        let target = self.target();
        let errors = samples.iter().zip(self.scores(samples)).map(|(sample, score)| target.loss(sample, score));
        errors.sum::<f64>() / samples.len().max(1) as f64
    }

    /// The net in integers.
    pub fn net(&self, name: &str) -> Net {
        self.shape().quantised(&self.parameters, self.plan.kin, name)
    }

    /// What the net in integers loses against the one in floating point.
    pub fn quantising(&self, net: &Net, samples: &[Sample]) -> Quantising {
        let (target, count) = (self.target(), samples.len().max(1) as f64);
        let mut cost = Quantising { floating: 0.0, integer: 0.0, mean: 0.0, largest: 0.0 };
        for (sample, floating) in samples.iter().zip(self.scores(samples)) {
            let integer = plain_score(net, sample) as f32;
            cost.floating += target.loss(sample, floating) / count;
            cost.integer += target.loss(sample, integer) / count;
            let difference = f64::from((integer - floating).abs());
            cost.mean += difference / count;
            cost.largest = cost.largest.max(difference);
        }
        cost
    }

    /// What a checkpoint must have in common with the plan.
    fn kind(&self) -> [u64; 3] {
        [self.plan.layout.buckets() as u64, self.plan.hidden as u64, self.plan.over_hand.into()]
    }

    /// Everything that training needs to go on, as bytes.
    pub fn checkpoint(&self) -> Vec<u8> {
        let mut bytes = CHECKPOINT_MAGIC.to_vec();
        let [buckets, hidden, over_hand] = self.kind();
        [buckets, hidden, over_hand, self.epoch as u64, self.step]
            .iter()
            .for_each(|number| bytes.extend(number.to_le_bytes()));
        for numbers in [&self.parameters, &self.moments.mean, &self.moments.square] {
            numbers.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Goes on from a checkpoint of the same kind of net; whether it was one.
    pub fn restore(&mut self, bytes: &[u8]) -> bool {
        let count = self.parameters.len();
        let length = 8 + 5 * 8 + 3 * 4 * count;
        if bytes.len() != length + 8
            || &bytes[..8] != CHECKPOINT_MAGIC
            || bytes[length..] != checksum(&bytes[..length]).to_le_bytes()
        {
            return false;
        }
        let mut sizes = bytes[8..48].chunks_exact(8).map(|b| u64::from_le_bytes(std::array::from_fn(|i| b[i])));
        let mut next = || sizes.next().unwrap_or_default();
        if [next(), next(), next()] != self.kind() {
            return false;
        }
        (self.epoch, self.step) = (next() as usize, next());
        let mut floats = bytes[48..length].chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]]));
        for numbers in [&mut self.parameters, &mut self.moments.mean, &mut self.moments.square] {
            numbers.iter_mut().zip(&mut floats).for_each(|(to, from)| *to = from);
        }
        true
    }
}

/// The scale at which scores foretell results best: the least squared error, found by thirds.
pub fn best_scale(samples: &[Sample]) -> f32 {
    let sparse: Vec<&Sample> = samples.iter().step_by((samples.len() / 200_000).max(1)).collect();
    let loss = |scale: f32| {
        let target = Target { scale, result_share: 1.0 };
        sparse.iter().map(|sample| target.loss(sample, f32::from(sample.score))).sum::<f64>()
    };
    let (mut low, mut high) = (50.0f32, 1500.0f32);
    while high - low > 1.0 {
        let third = (high - low) / 3.0;
        if loss(low + third) < loss(high - third) { high -= third } else { low += third }
    }
    ((low + high) / 2.0).round()
}
