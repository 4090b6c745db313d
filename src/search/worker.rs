//! One searching thread: its line, its evaluator, its histories, and what it has found at the root.

use crate::eval::Evaluator;
use crate::rules::Line;
use crate::rules::Outcome;
use crate::rules::Position;
use crate::rules::Which;
use crate::rules::Why;
use crate::rules::variant::Goal;
use crate::rules::variant::MoveRule;
use crate::rules::variant::Stalemate;
use crate::search::Endings;
use crate::search::Herald;
use crate::search::Limits;
use crate::search::Report;
use crate::search::Settings;
use crate::search::Signals;
use crate::search::clock::Clock;
use crate::search::endings::Told;
use crate::search::endings::Verdict;
use crate::search::history::Context;
use crate::search::history::Histories;
use crate::search::pace::Pace;
use crate::search::picker;
use crate::search::reduce::Reductions;
use crate::search::stack::Stack;
use crate::search::tt::Table;
use crate::types::Move;
use crate::types::MoveList;
use crate::types::Score;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The search has been told to end: nothing half-searched gets out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

pub(super) type Searched<T> = Result<T, Stopped>;

/// Nodes between two looks at the flags and the clock.
const PATIENCE: u64 = 256;

/// What all threads share.
pub(super) struct Shared {
    pub table: Table,
    pub signals: Arc<Signals>,
    /// The first thread has finished: the others are to end.
    pub halt: AtomicBool,
}

/// A move at the root.
#[derive(Clone, Debug)]
pub(super) struct Root {
    pub mv: Move,
    /// Of the iteration under way; far below everything if the move was not the best of any.
    pub score: Score,
    /// Of the last finished iteration.
    pub previous: Score,
    /// A moving average, round which the next window is laid.
    pub average: Option<Score>,
    pub selective_depth: usize,
    pub line: Vec<Move>,
    /// What the tables of endings say of it.
    pub told: Option<Told>,
    /// Spent below this move.
    pub nodes: u64,
}

pub(super) const UNSEARCHED: Score = Score(-Score::INFINITE.0);

/// The counters of a thread on cache lines of their own, so that threads do not wait for each other's.
#[derive(Debug, Default)]
#[repr(align(128))]
pub(super) struct Counter {
    nodes: AtomicU64,
    /// Answers of the tables of endings.
    hits: AtomicU64,
}

/// One thread.
pub(super) struct Worker {
    /// 0: the one that keeps the clock and reports.
    pub id: usize,
    pub shared: Arc<Shared>,
    pub line: Line,
    pub evaluator: Evaluator,
    pub histories: Histories,
    pub stack: Stack,
    pub reductions: Arc<Reductions>,
    pub ply: usize,
    pub roots: Vec<Root>,
    /// Root moves before this one belong to better lines already found.
    pub rank: usize,
    pub root_depth: i32,
    /// Finished iterations.
    pub finished: usize,
    /// All root moves with their scores after the last iteration that gave each its own.
    pub seen: Vec<(Move, Score)>,
    pub selective_depth: usize,
    /// Null moves are not tried above this ply while one is verified.
    pub null_from: usize,
    /// A draw that holds at the root already, and so is taken not to exist.
    pub ignored: Option<Why>,
    pub endings: Endings,
    /// What they say of the root.
    pub verdict: Option<Verdict>,
    nodes: Arc<Counter>,
    /// The counters of all threads, this one's among them.
    pub all_nodes: Vec<Arc<Counter>>,
    pub node_limit: Option<u64>,
    pub clock: Option<Clock>,
    pub was_pondering: bool,
    /// The lines of the last finished iteration, if they came too fast to be told.
    pub held: Vec<Report>,
    /// How fast lines are told, and root moves.
    pub pace: Pace,
    pub trial_pace: Pace,
    pub herald: Option<Herald>,
    /// Nothing stops the first iteration, so that there is always an answer.
    pub unstoppable: bool,
}

impl Worker {
    pub fn new(id: usize, shared: Arc<Shared>, reductions: Arc<Reductions>, line: Line) -> Worker {
        Worker {
            id,
            shared,
            evaluator: Evaluator::default(),
            line,
            histories: Histories::new(),
            stack: Stack::new(),
            reductions,
            ply: 0,
            roots: Vec::new(),
            rank: 0,
            root_depth: 0,
            finished: 0,
            seen: Vec::new(),
            selective_depth: 0,
            null_from: 0,
            ignored: None,
            endings: Endings::default(),
            verdict: None,
            nodes: Arc::default(),
            all_nodes: Vec::new(),
            node_limit: None,
            clock: None,
            was_pondering: false,
            held: Vec::new(),
            pace: Pace::default(),
            trial_pace: Pace::default(),
            herald: None,
            unstoppable: true,
        }
    }

    /// Makes ready to search the end of `line`.
    pub fn prepare(&mut self, line: &Line, limits: &Limits, settings: &Settings) {
        self.line = line.clone();
        let net = settings.judge.net(line.now().variant().kin);
        self.evaluator.restart(line.now(), net);
        self.stack.reset();
        self.ply = 0;
        self.rank = 0;
        self.root_depth = 0;
        self.finished = 0;
        self.seen.clear();
        self.held.clear();
        (self.pace, self.trial_pace) = (Pace::default(), Pace::default());
        self.selective_depth = 0;
        self.null_from = 0;
        self.nodes.nodes.store(0, Ordering::Relaxed);
        self.nodes.hits.store(0, Ordering::Relaxed);
        self.ignored = line.now().ruled_draw().map(|outcome: Outcome| outcome.why);
        // A draw that is taken not to exist exists in the tables.
        self.endings = if self.ignored.is_none() { settings.endings.clone() } else { Endings::default() };
        self.verdict = None;
        let mut moves = MoveList::new();
        line.now().moves(Which::All, &mut moves);
        self.roots = moves
            .into_iter()
            .filter(|mv| limits.search_moves.is_empty() || limits.search_moves.contains(mv))
            .map(|mv| Root {
                mv,
                score: UNSEARCHED,
                previous: UNSEARCHED,
                average: None,
                selective_depth: 0,
                line: vec![mv],
                told: None,
                nodes: 0,
            })
            .collect();
        self.unstoppable = self.id == 0;
        self.node_limit = limits.nodes.filter(|_| self.id == 0);
    }

    /// The current position.
    #[inline]
    pub fn position(&self) -> &Position {
        self.line.now()
    }

    /// This thread's counters.
    pub fn counter(&self) -> Arc<Counter> {
        self.nodes.clone()
    }

    /// Moves made by this thread.
    #[inline]
    pub fn nodes(&self) -> u64 {
        self.nodes.nodes.load(Ordering::Relaxed)
    }

    /// Moves made by all.
    pub fn total_nodes(&self) -> u64 {
        self.all_nodes.iter().map(|counter| counter.nodes.load(Ordering::Relaxed)).sum()
    }

    /// Adds to this thread's answers of the tables of endings.
    pub fn note_hits(&self, hits: u64) {
        self.nodes.hits.store(self.nodes.hits.load(Ordering::Relaxed) + hits, Ordering::Relaxed);
    }

    /// Answers of the tables of endings to all.
    pub fn total_hits(&self) -> u64 {
        self.all_nodes.iter().map(|counter| counter.hits.load(Ordering::Relaxed)).sum()
    }

    /// Makes a move in the tree.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        let before = self.line.now();
        self.shared.table.prefetch(before.key_after(mv));
        let frame = &mut self.stack[self.ply];
        frame.mv = Some(mv);
        frame.step = picker::step(before, mv);
        self.evaluator.push(before, mv);
        self.line.push(mv);
        self.ply += 1;
        self.nodes.nodes.store(self.nodes() + 1, Ordering::Relaxed);
    }

    /// Takes it back.
    #[inline]
    pub fn take_back(&mut self) {
        self.line.pop();
        self.evaluator.pop();
        self.ply -= 1;
    }

    /// Gives the move to the other side.
    pub fn pass(&mut self) {
        let frame = &mut self.stack[self.ply];
        frame.mv = None;
        frame.step = None;
        self.line.push_null();
        self.ply += 1;
        self.shared.table.prefetch(self.key());
    }

    pub fn take_back_pass(&mut self) {
        self.line.pop();
        self.ply -= 1;
    }

    /// The key of the position for the table: where a draw by counting is near, positions with other counts are others.
    #[inline]
    pub fn key(&self) -> u64 {
        let position = self.position();
        match plies_left(position) {
            None => position.key(),
            Some(left) => {
                let class = if left <= 64 { left } else { 64 + left.div_ceil(16) };
                position.key() ^ (class as u64 + 1).wrapping_mul(0x94d0_49bb_1331_11eb)
            }
        }
    }

    /// Whether the search has to end, looked at now and then.
    #[inline]
    pub fn check_stop(&mut self) -> Searched<()> {
        let nodes = self.nodes();
        if let Some(limit) = self.node_limit
            && !self.unstoppable
            && (nodes >= limit || nodes.is_multiple_of(64) && self.total_nodes() >= limit)
        {
            return Err(Stopped);
        }
        if nodes.is_multiple_of(PATIENCE) { self.look_up() } else { Ok(()) }
    }

    fn look_up(&mut self) -> Searched<()> {
        if self.shared.halt.load(Ordering::Relaxed) {
            return Err(Stopped);
        }
        if self.unstoppable {
            return Ok(());
        }
        let over = self.shared.signals.stopped() || self.id == 0 && self.is_out_of_time();
        if over { Err(Stopped) } else { Ok(()) }
    }

    /// Whether the hard limit has been passed; the clock stands while pondering.
    fn is_out_of_time(&mut self) -> bool {
        if self.shared.signals.pondering() {
            return false;
        }
        let total = self.total_nodes();
        let Some(clock) = &mut self.clock else { return false };
        if self.was_pondering {
            self.was_pondering = false;
            clock.ponder_hit();
        }
        clock.is_over(total)
    }

    /// Where a quiet move is looked up at this node.
    pub fn context(&self) -> Context {
        let position = self.position();
        let step = |back| self.stack.before(self.ply, back).step;
        Context {
            threats: position.attacked(!position.turn(), position.occupied()),
            earlier: [step(1), step(2), step(4)],
            pawns: Histories::pawn_index(position),
        }
    }

    /// Whether the first check wins this game.
    #[inline]
    pub fn first_check(&self) -> bool {
        self.position().variant().goal == Goal::FirstCheck
    }

    /// A draw by the rules or by repetition at this node, below the root. In the tree the first repetition is enough.
    pub fn is_drawn(&self) -> bool {
        let position = self.position();
        if self.line.repeats_in_search(self.ply) {
            return true;
        }
        let counts = self.ignored != Some(Why::CountingRule);
        let moves = self.ignored != Some(Why::MoveRule);
        let material = self.ignored != Some(Why::InsufficientMaterial);
        let ruled = counts && position.counted_out()
            || moves && position.out_of_moves()
            || material && position.ruled_draw().is_some_and(|outcome| outcome.why == Why::InsufficientMaterial);
        // A mate on the last move stands.
        ruled && position.lost_or_stuck().is_none_or(|end| end.winner.is_none())
    }
}

/// The score of a position without a legal move, at `ply`.
pub(super) fn moveless(position: &Position, in_check: bool, ply: usize) -> Score {
    match position.variant().stalemate {
        _ if in_check => Score::mated_in(ply),
        Stalemate::Loss => Score::mated_in(ply),
        Stalemate::Draw => Score::DRAW,
        Stalemate::Win => Score::mate_in(ply),
    }
}

/// Plies left until the count or the move rule draws, if one is near enough to matter.
pub(super) fn plies_left(position: &Position) -> Option<u16> {
    if let Some(count) = position.count() {
        return Some(count.left());
    }
    let limit = match position.variant().move_rule {
        MoveRule::Never => return None,
        MoveRule::Plies(plies) | MoveRule::WhilePawns(plies) => plies,
    };
    let left = limit.saturating_sub(position.clock());
    (left <= 40).then_some(left)
}
