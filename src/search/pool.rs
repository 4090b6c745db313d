//! The threads that search together, and their table.

use crate::rules::Line;
use crate::search::Best;
use crate::search::Limits;
use crate::search::Report;
use crate::search::Settings;
use crate::search::Signals;
use crate::types::MoveList;
use crate::types::Score;
use std::sync::Arc;

/// The searching threads with all they remember between searches.
pub struct Pool {
    signals: Arc<Signals>,
}

/// The transposition table does not fit into memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory;

impl Pool {
    /// A pool of `threads` (at least 1) with a table of `hash` MiB.
    ///
    /// # Errors
    /// There is no memory for the table.
    pub fn new(_hash: usize, _threads: usize) -> Result<Pool, OutOfMemory> {
        Ok(Pool { signals: Arc::default() })
    }

    /// The flags by which other threads end a search or tell a ponderhit.
    pub fn signals(&self) -> Arc<Signals> {
        self.signals.clone()
    }

    /// Makes the table `hash` MiB large, and forgets what it held.
    ///
    /// # Errors
    /// There is no memory for it; the old table stays.
    pub fn resize(&mut self, _hash: usize) -> Result<(), OutOfMemory> {
        Ok(())
    }

    /// Searches with so many threads from now on, at least 1.
    pub fn set_threads(&mut self, _threads: usize) {}

    /// Forgets everything: a new game.
    pub fn clear(&mut self) {}

    /// Searches the end of `line` and gives the best move. [`Signals::arm`] must have been called for this search. Where
    /// the limits say infinite or ponder, it does not return before the signal that they wait for.
    pub fn go(&mut self, line: &Line, limits: &Limits, _settings: &Settings, _report: &mut dyn FnMut(&Report)) -> Best {
        let mut moves = MoveList::new();
        line.now().moves(crate::rules::Which::All, &mut moves);
        self.signals.wait(|signals| signals.stopped() || !limits.infinite && !signals.pondering());
        Best { mv: moves.first().copied(), ponder: None, score: Score::DRAW, nodes: 0 }
    }
}
