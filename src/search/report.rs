//! What a search tells while it runs, and what it gives at the end.

use crate::rules::Position;
use crate::types::Move;
use crate::types::Score;
use std::sync::Arc;
use std::time::Duration;

/// How a score is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

/// One line of news: an `info` as plain data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Finished iterations of this line.
    pub depth: usize,
    /// The deepest ply reached.
    pub selective_depth: usize,
    /// Rank of the line, from 1.
    pub rank: usize,
    /// From the side to move's view.
    pub score: Score,
    pub bound: Bound,
    /// Moves made, all threads together.
    pub nodes: u64,
    /// Hits in the tables of endings.
    pub table_hits: u64,
    /// Since the search began.
    pub time: Duration,
    /// How full the transposition table is, in thousandths.
    pub hash_full: u32,
    /// The line of best play; legal, and ends where the game does. Empty where no move is left at the root.
    pub moves: Vec<Move>,
}

impl Report {
    /// Nodes per second.
    pub fn speed(&self) -> u64 {
        (self.nodes as u128 * 1_000_000 / self.time.as_micros().max(1)) as u64
    }
}

/// A root move that a long search has begun to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trial {
    /// The iteration.
    pub depth: usize,
    pub mv: Move,
    /// Its place among the root moves, from 1.
    pub number: usize,
}

/// Who is told, in the searching thread, of each [`Trial`] at a root.
pub type Herald = Arc<dyn Fn(&Position, Trial) + Send + Sync>;

/// The answer of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best {
    /// The best move; `None` only where no legal move is left.
    pub mv: Option<Move>,
    /// The reply expected, to ponder on; none where the game would be over before it or by it.
    pub ponder: Option<Move>,
    /// From the side to move's view.
    pub score: Score,
    /// Moves made, all threads together.
    pub nodes: u64,
}
