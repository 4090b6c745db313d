//! What bounds a search, and how it is set.

use crate::eval::nets::Judge;
use crate::search::Endings;
use crate::search::Strength;
use crate::types::Move;
use std::time::Duration;

/// The bounds of one search: a `go` command as plain data. The default is no bound at all: it ends when it is told to, or
/// when there is nothing left to search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Full iterations.
    pub depth: Option<usize>,
    /// Moves made in the tree, all threads together.
    pub nodes: Option<u64>,
    /// Exactly so long.
    pub movetime: Option<Duration>,
    /// Milliseconds on each side's clock, white first; may be negative. `[colour]`
    pub time: [Option<i64>; 2],
    /// Milliseconds added after each move. `[colour]`
    pub increment: [i64; 2],
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// A mate in so many moves is enough.
    pub mate: Option<u32>,
    /// No answer before `stop`, even when there is nothing left to search.
    pub infinite: bool,
    /// The search runs on the opponent's time: no answer before `ponderhit` or `stop`; the clock starts at `ponderhit`.
    pub ponder: bool,
    /// Only these root moves; empty: all.
    pub search_moves: Vec<Move>,
}

/// How every search is done: what the options set.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Best lines to report, at least 1.
    pub multi_pv: usize,
    /// Time lost between the engine and the match runner, taken off every move.
    pub move_overhead: Duration,
    /// Share of the usual time for a move, in percent.
    pub slow_mover: u32,
    /// Nodes that pass for a millisecond in place of the clock; 0: the clock.
    pub nodes_time: u64,
    /// What evaluates.
    pub judge: Judge,
    /// Analysis: a single legal reply is thought about like any other.
    pub analyse: bool,
    /// Solved endings; play that is to be weak goes without.
    pub endings: Endings,
    /// How strong the move played is to be; what is reported is of full strength. None: as strong as can be.
    pub strength: Option<Strength>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            multi_pv: 1,
            move_overhead: Duration::from_millis(10),
            slow_mover: 100,
            nodes_time: 0,
            analyse: false,
            judge: Judge::default(),
            endings: Endings::default(),
            strength: None,
        }
    }
}
