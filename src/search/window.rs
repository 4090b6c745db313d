//! The window of scores that matter at a node.

use crate::types::Score;
use std::ops::Neg;

/// Scores at most `alpha` and at least `beta` need not be told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub alpha: Score,
    pub beta: Score,
}

impl Window {
    pub const FULL: Window = Window { alpha: Score(-Score::INFINITE.0), beta: Score::INFINITE };

    pub fn new(alpha: Score, beta: Score) -> Window {
        Window { alpha, beta }
    }

    /// The narrowest window that asks whether a score is above `alpha`.
    pub fn above(alpha: Score) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// The narrowest window that asks whether a score reaches `beta`.
    pub fn below(beta: Score) -> Window {
        Window { alpha: beta - 1, beta }
    }

    pub fn fails_high(self, score: Score) -> bool {
        score >= self.beta
    }

    pub fn fails_low(self, score: Score) -> bool {
        score <= self.alpha
    }
}

impl Neg for Window {
    type Output = Window;

    /// The same window from the other side's view.
    fn neg(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}
