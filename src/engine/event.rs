//! What an engine tells, in no dialect.

use crate::engine::Bench;
use crate::engine::options::Row;
use crate::eval::Explanation;
use crate::eval::odds::Odds;
use crate::rules::Count;
use crate::rules::Outcome;
use crate::rules::Position;
use crate::search::Best;
use crate::search::Report;
use crate::search::Trial;
use crate::types::Color;
use crate::types::Move;
use std::sync::Arc;

/// Where events go. It is called from the engine's own threads and must not wait for the engine.
pub type Outlet = Arc<dyn Fn(Event) + Send + Sync>;

/// News from the engine.
#[derive(Clone)]
pub enum Event {
    /// Who the engine is and what can be set.
    Introduction { name: String, author: &'static str, options: Vec<&'static Row> },
    /// Everything before has been dealt with.
    Ready,
    /// A search begins while this count runs, `who` counting.
    Counting { count: Count, who: Color },
    /// The search from `root` has found something.
    Report {
        root: Position,
        report: Report,
        /// Of the side to move, where they are to be shown.
        odds: Option<Odds>,
    },
    /// The search looks at a move at `root`.
    Trial { root: Position, trial: Trial },
    /// The search from `root` has ended.
    Best { root: Position, best: Best },
    /// The game has ended, though the engine may have been asked to go on.
    Ended(Outcome),
    /// Leaves below each legal move of `root`.
    Perft { root: Position, leaves: Vec<(Move, u64)> },
    /// The position.
    Sight(Box<Sight>),
    /// What the evaluation thinks.
    Evaluation(Explanation),
    /// The bench has ended.
    Bench(Bench),
    /// Words that were asked for.
    Answer(String),
    /// Words for the user.
    Note(String),
    /// All that is said is to be written down in this file, too; an empty path: no longer.
    Log(String),
    /// A search, a count of leaves or a bench is over, and its answer given.
    Idle,
    /// Words that do not belong into the conversation: for standard error.
    Aside(String),
}

/// A position with all that can be said about it.
#[derive(Clone)]
pub struct Sight {
    pub position: Position,
    /// How the game has ended, repetition included.
    pub outcome: Option<Outcome>,
}
