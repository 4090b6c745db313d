//! Scores of the search: centipawns, draws and mates.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// A score from the side to move's view, in centipawns of the evaluation, or a mate at a distance in plies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Score(pub i32);

impl Score {
    /// A draw.
    pub const DRAW: Score = Score(0);
    /// Mate on the board: no score is above it.
    pub const MATE: Score = Score(32_000);
    /// Above every score.
    pub const INFINITE: Score = Score(32_001);
    /// The longest mate told apart from an evaluation, in plies.
    pub const LONGEST_MATE: i32 = 1_000;
    /// Above every [`Score::won_in`].
    pub const WON: Score = Score(20_000);
    /// Evaluations stay below this, mates above.
    pub const EVAL_LIMIT: Score = Score(Self::MATE.0 - Self::LONGEST_MATE - 1);

    /// The side to move mates in `plies`.
    #[inline]
    pub const fn mate_in(plies: usize) -> Score {
        Score(Self::MATE.0 - plies as i32)
    }

    /// The side to move is mated in `plies`.
    #[inline]
    pub const fn mated_in(plies: usize) -> Score {
        Score(plies as i32 - Self::MATE.0)
    }

    /// The side to move is known to win, and gets into an ending nearer to the mate in `plies`; how far the mate is, is not
    /// known. Below every mate, above every evaluation that occurs.
    #[inline]
    pub const fn won_in(plies: usize) -> Score {
        Score(Self::WON.0 - plies as i32)
    }

    /// Whether it is known who wins: by a mate, or as [`Score::won_in`] has it.
    #[inline]
    pub const fn is_decided(self) -> bool {
        self.0.abs() >= Self::WON.0 - Self::LONGEST_MATE
    }

    /// Whether this is a mate for either side.
    #[inline]
    pub const fn is_mate(self) -> bool {
        self.0.abs() > Self::EVAL_LIMIT.0
    }

    /// Whether the side to move mates.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 > Self::EVAL_LIMIT.0
    }

    /// Whether the side to move is mated.
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 < -Self::EVAL_LIMIT.0
    }

    /// Plies to the mate, if this is one.
    #[inline]
    pub const fn mate_plies(self) -> Option<usize> {
        if self.is_mate() { Some((Self::MATE.0 - self.0.abs()) as usize) } else { None }
    }

    /// Full moves to the mate as UCI counts them: positive for the side to move, negative against it; 0 if it is mated already.
    pub const fn mate_moves(self) -> Option<i32> {
        match self.mate_plies() {
            None => None,
            Some(plies) if self.0 > 0 => Some((plies as i32 + 1) / 2),
            Some(plies) => Some(-(plies as i32 / 2)),
        }
    }

    /// A score found `ply` plies below the root, made relative to its own node for storing.
    #[inline]
    pub const fn stored(self, ply: usize) -> Score {
        if self.is_win() {
            Score(self.0 + ply as i32)
        } else if self.is_loss() {
            Score(self.0 - ply as i32)
        } else {
            self
        }
    }

    /// The opposite of [`Score::stored`]: a stored score made relative to the root again.
    #[inline]
    pub const fn loaded(self, ply: usize) -> Score {
        if self.is_win() {
            Score(self.0 - ply as i32)
        } else if self.is_loss() {
            Score(self.0 + ply as i32)
        } else {
            self
        }
    }
}

impl Neg for Score {
    type Output = Score;

    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;

    #[inline]
    fn add(self, other: i32) -> Score {
        Score(self.0 + other)
    }
}

impl Sub<i32> for Score {
    type Output = Score;

    #[inline]
    fn sub(self, other: i32) -> Score {
        Score(self.0 - other)
    }
}

impl fmt::Display for Score {
    /// As UCI writes it: `cp 35` or `mate -3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_moves() {
            Some(moves) => write!(f, "mate {moves}"),
            None => write!(f, "cp {}", self.0),
        }
    }
}
