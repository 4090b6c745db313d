//! What the scores of game pairs say: Elo with its error, likelihood of superiority, sequential test.
//!
//! The two games of a pair share an opening, so they are not independent; pairs are. All is computed from the five
//! frequencies of a pair's points (the pentanomial), as Fishtest does: M. Van den Bergh, "A practical introduction to the
//! GSPRT" and "Comments on normalized Elo", <https://www.cantate.be/Fishtest/>.

use std::f64::consts::SQRT_2;

/// The score of an Elo difference that no match can tell from certainty.
const LEAST_SCORE: f64 = 1e-4;
/// The two-sided 95 % quantile of the normal distribution.
const CONFIDENCE: f64 = 1.96;
/// What Fishtest takes for a frequency of 0, so that every result stays possible.
const UNSEEN: f64 = 1e-3;

/// How often pairs ended with 0, 1/2, 1, 3/2 and 2 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs(pub [u64; 5]);

impl Pairs {
    /// Counts a pair of so many half points, 0 to 4.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points.min(4)] += 1;
    }

    /// The same pairs from the other side.
    pub fn reversed(self) -> Pairs {
        let [a, b, c, d, e] = self.0;
        Pairs([e, d, c, b, a])
    }

    /// These and others.
    pub fn and(self, other: Pairs) -> Pairs {
        Pairs(std::array::from_fn(|index| self.0[index] + other.0[index]))
    }

    /// How many there are.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The mean score, 0 to 1; one half where there is no pair.
    pub fn mean(&self) -> f64 {
        if self.total() == 0 {
            return 0.5;
        }
        self.sum(|score| score) / self.total() as f64
    }

    /// The variance of a pair's score (0 to 1), estimated without bias.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        self.sum(|score| (score - mean).powi(2)) / self.total().saturating_sub(1).max(1) as f64
    }

    fn sum(&self, of: impl Fn(f64) -> f64) -> f64 {
        self.0.iter().enumerate().map(|(index, &pairs)| pairs as f64 * of(index as f64 / 4.0)).sum()
    }

    /// The standard error of the mean.
    fn deviation(&self) -> f64 {
        (self.variance() / self.total().max(1) as f64).sqrt()
    }

    /// The Elo difference.
    pub fn elo(&self) -> f64 {
        elo(self.mean())
    }

    /// Half the width of its 95 % interval.
    pub fn error(&self) -> f64 {
        let (mean, error) = (self.mean(), CONFIDENCE * self.deviation());
        (elo(mean + error) - elo(mean - error)) / 2.0
    }

    /// The likelihood that the first side is the stronger, 0 to 1.
    pub fn superiority(&self) -> f64 {
        let (above, deviation) = (self.mean() - 0.5, self.deviation());
        if deviation > 0.0 { normal(above / deviation) } else { 0.5 + above.signum() * f64::from(above != 0.0) / 2.0 }
    }
}

/// The Elo difference of a score, 0 to 1.
pub fn elo(score: f64) -> f64 {
    let score = score.clamp(LEAST_SCORE, 1.0 - LEAST_SCORE);
    400.0 * (score / (1.0 - score)).log10()
}

/// The score, 0 to 1, that an Elo difference makes likely.
pub fn score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The distribution function of the normal distribution.
fn normal(at: f64) -> f64 {
    (1.0 + error_function(at / SQRT_2)) / 2.0
}

/// Abramowitz and Stegun 7.1.26; off by less than 1.5e-7.
fn error_function(at: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.327_591_1 * at.abs());
    let terms = [0.254_829_592, -0.284_496_736, 1.421_413_741, -1.453_152_027, 1.061_405_429];
    let sum = terms.iter().rev().fold(0.0, |sum, term| (sum + term) * t);
    (1.0 - sum * (-at * at).exp()).copysign(at)
}

/// What a sequential test has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The difference is `elo0` rather than `elo1`.
    Lower,
    /// The other way round.
    Upper,
}

/// A sequential probability ratio test between two Elo differences.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    pub elo0: f64,
    pub elo1: f64,
    /// The chance to find `elo1` where `elo0` is true.
    pub alpha: f64,
    /// The chance to find `elo0` where `elo1` is true.
    pub beta: f64,
}

impl Sprt {
    /// A test with both chances of error at 5 %.
    pub const fn new(elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    /// The ratios at which the test ends (Wald 1945).
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The generalised log-likelihood ratio: of all distributions with the expectation that each hypothesis says, those that
    /// make the pairs likeliest are compared.
    pub fn ratio(&self, pairs: &Pairs) -> f64 {
        if pairs.total() == 0 {
            return 0.0;
        }
        let seen = pairs.0.map(|pairs| if pairs == 0 { UNSEEN } else { pairs as f64 });
        let total: f64 = seen.iter().sum();
        let seen = seen.map(|pairs| pairs / total);
        let [lower, upper] = [self.elo0, self.elo1].map(|elo| likeliest(&seen, score(elo)));
        total * (0..5).map(|index| seen[index] * (upper[index] / lower[index]).ln()).sum::<f64>()
    }

    /// What the test has found, if it has.
    pub fn verdict(&self, pairs: &Pairs) -> Option<Verdict> {
        let (ratio, (lower, upper)) = (self.ratio(pairs), self.bounds());
        if ratio <= lower {
            Some(Verdict::Lower)
        } else if ratio >= upper {
            Some(Verdict::Upper)
        } else {
            None
        }
    }
}

/// The distribution of expectation `mean` under which the frequencies `seen` are likeliest: each is divided by
/// `1 + theta (score - mean)`, theta chosen so that the expectation comes out (Van den Bergh, "Comparing the approximations
/// for the generalized log likelihood ratio of a multinomial distribution", proposition 1.1).
fn likeliest(seen: &[f64; 5], mean: f64) -> [f64; 5] {
    let off = |index: usize| index as f64 / 4.0 - mean;
    // The sum falls from +infinity to -infinity between the two poles.
    let (mut low, mut high) = (-1.0 / off(4), -1.0 / off(0));
    for _ in 0..100 {
        let theta = (low + high) / 2.0;
        let sum: f64 = (0..5).map(|index| seen[index] * off(index) / (1.0 + theta * off(index))).sum();
        if sum > 0.0 {
            low = theta;
        } else {
            high = theta;
        }
    }
    let theta = (low + high) / 2.0;
    std::array::from_fn(|index| seen[index] / (1.0 + theta * off(index)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, wanted: f64, tolerance: f64) {
        assert!((found - wanted).abs() <= tolerance, "{found} is not {wanted}");
    }

    /// Fishtest's `LLRcalc.LLR_logistic` run on records that are published with their figures: the first two are fastchess'
    /// "logistic pentanomial" records (-3.07 and -4.98), the third is one of Fishtest's own test runs.
    #[test]
    fn ratios_are_those_of_fishtest() {
        for (pairs, elo0, elo1, wanted) in [
            ([223, 9863, 21279, 10037, 246], 0.5, 2.5, -3.074_126_439_6),
            ([871, 26175, 55983, 26678, 821], 0.0, 2.0, -4.978_672_863_4),
            ([3, 5, 14, 6, 2], 0.0, 5.0, -0.040_079_433_5),
            ([17, 90, 210, 120, 23], 0.0, 5.0, 1.262_979_126_2),
            ([2, 3, 5, 4, 1], -5.0, 5.0, -0.045_992_583_7),
            ([0, 0, 5, 20, 30], 0.0, 5.0, 0.785_810_321_8),
        ] {
            near(Sprt::new(elo0, elo1).ratio(&Pairs(pairs)), wanted, 1e-6);
        }
    }

    /// Elo, error and superiority of fastchess' pentanomial records, to the digits it gives.
    #[test]
    fn differences_are_those_of_fastchess() {
        for (pairs, elo, error, superiority) in [
            ([34, 54, 63, 64, 75], 55.58, 27.65, 1.0),
            ([332, 433, 498, 333, 334], -8.64, 10.33, 0.0505),
            ([7895, 8757, 5685, 568, 9999], -21.04, 2.95, 0.0),
        ] {
            let pairs = Pairs(pairs);
            near(pairs.elo(), elo, 0.005);
            near(pairs.error(), error, 0.01 * error);
            near(pairs.superiority(), superiority, 2e-4);
            near(pairs.reversed().elo(), -pairs.elo(), 1e-9);
        }
    }

    /// The mean and unbiased variance of pairs, 1.96 standard errors turned into Elo, worked out apart in Python.
    #[test]
    fn errors_are_of_pairs() {
        for (pairs, elo, error) in [
            ([5, 9, 13, 7, 0], -61.960_783_994_297, 59.768_810_882_175),
            ([4, 0, 16, 3, 9], 71.568_219_629_818, 81.131_627_999_832),
            ([17, 90, 210, 120, 23], 15.872_222_452_684, 14.216_855_244_246),
            ([0, 0, 5, 20, 30], 320.652_938_493_267, 66.521_652_144_062),
        ] {
            let pairs = Pairs(pairs);
            near(pairs.elo(), elo, 1e-9);
            near(pairs.error(), error, 1e-9);
        }
    }

    /// Near its two hypotheses the ratio is that of the normal approximation (Van den Bergh, "GSPRT approximation").
    #[test]
    fn the_ratio_is_near_its_approximation() {
        for pairs in [[55, 247, 531, 245, 89], [41, 196, 447, 228, 67], [13, 35, 109, 46, 16], [17, 90, 210, 120, 23]] {
            let (pairs, sprt) = (Pairs(pairs), Sprt::new(0.0, 5.0));
            let (s0, s1) = (score(0.0), score(5.0));
            let about = pairs.total() as f64 * (s1 - s0) * (2.0 * pairs.mean() - s0 - s1) / (2.0 * pairs.variance());
            near(sprt.ratio(&pairs), about, 0.02 * about.abs());
        }
    }

    #[test]
    fn a_test_ends_at_its_bounds() {
        let sprt = Sprt::new(0.0, 10.0);
        near(sprt.bounds().1, 2.944_438_979, 1e-6);
        assert_eq!(sprt.verdict(&Pairs([10, 40, 400, 120, 30])), Some(Verdict::Upper));
        assert_eq!(sprt.verdict(&Pairs([30, 120, 400, 40, 10])), Some(Verdict::Lower));
        assert_eq!(sprt.verdict(&Pairs([1, 2, 3, 2, 1])), None);
        assert_eq!(sprt.verdict(&Pairs::default()), None);
    }

    #[test]
    fn few_pairs_and_certain_ones_are_no_trouble() {
        let (none, won) = (Pairs::default(), Pairs([0, 0, 0, 0, 9]));
        assert_eq!((none.elo(), none.error(), none.superiority()), (0.0, 0.0, 0.5));
        assert_eq!((won.superiority(), won.reversed().superiority()), (1.0, 0.0));
        assert!(won.elo() > 1000.0 && Sprt::new(0.0, 5.0).ratio(&won) > 0.0);
        assert!(Sprt::new(0.0, 5.0).ratio(&Pairs([0, 0, 9, 0, 0])).is_finite());
    }
}
