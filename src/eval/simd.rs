//! The two loops of a net, written once and compiled for AVX-512, AVX2 and any processor; the choice is made at run time.
//!
//! All kernels compute the same integers, so their results are equal bit by bit.
#![allow(unsafe_code)]

use crate::eval::net::Lane;
use crate::eval::net::ONE;
use std::fmt;
use std::sync::OnceLock;

/// An instruction set for the loops. Only those that [`Kernel::all`] lists can be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kernel(Set);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Set {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Set::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Set::Avx2 => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Set::Avx512 => "AVX-512",
        })
    }
}

impl Kernel {
    /// The kernels that this processor can run, the slowest first.
    pub fn all() -> Vec<Kernel> {
        #[cfg_attr(not(target_arch = "x86_64"), expect(unused_mut))]
        let mut all = vec![Kernel(Set::Portable)];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") {
                all.push(Kernel(Set::Avx2));
            }
            if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw") {
                all.push(Kernel(Set::Avx512));
            }
        }
        all
    }

    /// The fastest kernel that this processor can run.
    pub fn best() -> Kernel {
        static BEST: OnceLock<Kernel> = OnceLock::new();
        *BEST.get_or_init(|| Kernel::all().pop().unwrap_or(Kernel(Set::Portable)))
    }

    /// `to = from + the rows of plus - the rows of minus`, where `weights` has rows as long as `to`.
    #[inline]
    pub fn update(self, to: &mut [Lane], from: &[Lane], weights: &[Lane], plus: &[u16], minus: &[u16]) {
        let from = &from[..to.len()];
        match self.0 {
            Set::Portable => update(to, from, weights, plus, minus),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: a Kernel of this set is only made where the processor has AVX2.
            Set::Avx2 => unsafe { x86::update_avx2(to, from, weights, plus, minus) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: a Kernel of this set is only made where the processor has AVX-512 F and BW.
            Set::Avx512 => unsafe { x86::update_avx512(to, from, weights, plus, minus) },
        }
    }

    /// The sum over both halves of `clamp(activation, 0, ONE)` squared, times its weight.
    #[inline]
    pub fn output(self, us: &[Lane], them: &[Lane], weights: (&[Lane], &[Lane])) -> i64 {
        match self.0 {
            Set::Portable => dot(us, weights.0) + dot(them, weights.1),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: a Kernel of this set is only made where the processor has AVX2.
            Set::Avx2 => unsafe { x86::dot_avx2(us, weights.0) + x86::dot_avx2(them, weights.1) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: a Kernel of this set is only made where the processor has AVX-512 F and BW.
            Set::Avx512 => unsafe { x86::dot_avx512(us, weights.0) + x86::dot_avx512(them, weights.1) },
        }
    }
}

/// The body of [`Kernel::update`]: a lane at a time stays in registers while all its rows pass.
#[inline(always)]
fn update(to: &mut [Lane], from: &[Lane], weights: &[Lane], plus: &[u16], minus: &[u16]) {
    let lanes = to.len();
    for (i, (to, from)) in to.iter_mut().zip(from).enumerate() {
        let mut lane = *from;
        for &input in plus {
            let row = &weights[input as usize * lanes + i];
            for (sum, weight) in lane.0.iter_mut().zip(&row.0) {
                *sum = sum.wrapping_add(*weight);
            }
        }
        for &input in minus {
            let row = &weights[input as usize * lanes + i];
            for (sum, weight) in lane.0.iter_mut().zip(&row.0) {
                *sum = sum.wrapping_sub(*weight);
            }
        }
        *to = lane;
    }
}

/// The body of [`Kernel::output`] for one half.
#[inline(always)]
fn dot(half: &[Lane], weights: &[Lane]) -> i64 {
    let mut sum = 0i64;
    for (lane, weights) in half.iter().zip(weights) {
        // 32 products of at most 255 * 255 * 127 fit 32 bits.
        let mut part = 0i32;
        for (&value, &weight) in lane.0.iter().zip(&weights.0) {
            let value = i32::from(value).clamp(0, ONE);
            part += value * i32::from(weight) * value;
        }
        sum += i64::from(part);
    }
    sum
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use crate::eval::net::Lane;
    use crate::eval::net::ONE;
    use std::arch::x86_64::*;

    // An activation times a weight fits 16 bits, and so does the activation: one multiply-add sums two products of both.
    // A 32-bit part gathers at most HIDDEN_LIMIT / 8 pairs of 255 * 255 * 127, below its limit.
    const _: () = assert!(crate::eval::net::HIDDEN_LIMIT as i64 / 8 * 255 * 255 * 127 < i32::MAX as i64);

    #[target_feature(enable = "avx2")]
    pub fn update_avx2(to: &mut [Lane], from: &[Lane], weights: &[Lane], plus: &[u16], minus: &[u16]) {
        super::update(to, from, weights, plus, minus);
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    pub fn update_avx512(to: &mut [Lane], from: &[Lane], weights: &[Lane], plus: &[u16], minus: &[u16]) {
        super::update(to, from, weights, plus, minus);
    }

    #[target_feature(enable = "avx2")]
    pub fn dot_avx2(half: &[Lane], weights: &[Lane]) -> i64 {
        let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(ONE as i16));
        let mut sums = [zero; 2];
        for (lane, weights) in half.iter().zip(weights) {
            for (part, sum) in sums.iter_mut().enumerate() {
                // SAFETY: a lane is 64 bytes, aligned to 64: two vectors of 32.
                let (value, weight) = unsafe {
                    let value = _mm256_load_si256(lane.0.as_ptr().cast::<__m256i>().add(part));
                    (value, _mm256_load_si256(weights.0.as_ptr().cast::<__m256i>().add(part)))
                };
                let value = _mm256_min_epi16(_mm256_max_epi16(value, zero), one);
                let product = _mm256_mullo_epi16(value, weight);
                *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(product, value));
            }
        }
        let mut parts = [0i32; 16];
        for (part, sum) in parts.chunks_exact_mut(8).zip(sums) {
            // SAFETY: the part is 32 bytes long; the store needs no alignment.
            unsafe { _mm256_storeu_si256(part.as_mut_ptr().cast(), sum) };
        }
        parts.iter().map(|&part| i64::from(part)).sum()
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    pub fn dot_avx512(half: &[Lane], weights: &[Lane]) -> i64 {
        let (zero, one) = (_mm512_setzero_si512(), _mm512_set1_epi16(ONE as i16));
        let mut sum = zero;
        for (lane, weights) in half.iter().zip(weights) {
            // SAFETY: a lane is 64 bytes, aligned to 64: one vector.
            let (value, weight) =
                unsafe { (_mm512_load_si512(lane.0.as_ptr().cast()), _mm512_load_si512(weights.0.as_ptr().cast())) };
            let value = _mm512_min_epi16(_mm512_max_epi16(value, zero), one);
            let product = _mm512_mullo_epi16(value, weight);
            sum = _mm512_add_epi32(sum, _mm512_madd_epi16(product, value));
        }
        let low = _mm512_cvtepi32_epi64(_mm512_castsi512_si256(sum));
        let high = _mm512_cvtepi32_epi64(_mm512_extracti64x4_epi64::<1>(sum));
        _mm512_reduce_add_epi64(_mm512_add_epi64(low, high))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::net::HIDDEN_LIMIT;
    use crate::eval::net::LANE;
    use crate::eval::net::OUTPUT_MOST;
    use crate::eval::tests_support::Numbers;

    #[test]
    fn every_kernel_computes_the_same() {
        let mut numbers = Numbers(77);
        for hidden in [32, 64, 96, 128, 256, HIDDEN_LIMIT] {
            let lanes = hidden / LANE;
            let mut fill = |count: usize, most: i16| -> Vec<Lane> {
                let mut lane = || Lane(std::array::from_fn(|_| numbers.within(most)));
                (0..count).map(|_| lane()).collect()
            };
            let (from, weights) = (fill(lanes, 900), fill(20 * lanes, 900));
            let (us, them, output) = (fill(lanes, 600), fill(lanes, 600), fill(2 * lanes, OUTPUT_MOST));
            let most = vec![Lane([i16::MAX; LANE]); lanes];
            let heavy = vec![Lane([OUTPUT_MOST; LANE]); lanes];
            let compute = |kernel: Kernel| {
                let mut to = vec![Lane::ZERO; lanes];
                kernel.update(&mut to, &from, &weights, &[3, 7, 19], &[0, 11]);
                let sum = kernel.output(&us, &them, output.split_at(lanes));
                (to, sum, kernel.output(&most, &most, (&heavy, &heavy)))
            };
            let plain = compute(Kernel(Set::Portable));
            assert_eq!(plain.2, 2 * hidden as i64 * 255 * 255 * 127);
            for kernel in Kernel::all() {
                assert_eq!(compute(kernel), plain, "{kernel}, {hidden} hidden units");
            }
        }
    }
}
