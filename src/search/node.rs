//! A node of the tree, as a list of its steps: what is known before its moves are tried.

use crate::search::Bound;
use crate::search::history::corrected;
use crate::search::learn::bonus;
use crate::search::picker;
use crate::search::stack::MAX_PLY;
use crate::search::tt::Memory;
use crate::search::window::Window;
use crate::search::worker::Searched;
use crate::search::worker::Worker;
use crate::types::Move;
use crate::types::Score;

/// A kind of node, known at compile time.
pub(super) trait Kind {
    /// On a line of best play: the window is open.
    const PV: bool;
    const ROOT: bool;
    /// The kind of a child with the same window.
    type Child: Kind;
}

pub(super) struct AtRoot;
pub(super) struct OnLine;
pub(super) struct Aside;

impl Kind for AtRoot {
    const PV: bool = true;
    const ROOT: bool = true;
    type Child = OnLine;
}
impl Kind for OnLine {
    const PV: bool = true;
    const ROOT: bool = false;
    type Child = OnLine;
}
impl Kind for Aside {
    const PV: bool = false;
    const ROOT: bool = false;
    type Child = Aside;
}

/// What is known at a node before its moves are tried.
pub(super) struct Here {
    pub depth: i32,
    /// A cut-off is expected.
    pub cut: bool,
    pub key: u64,
    pub in_check: bool,
    /// The other side would win at once if it were to move (first check): as urgent as a check.
    pub pressed: bool,
    pub memory: Option<Memory>,
    pub table_move: Option<Move>,
    pub table_score: Option<Score>,
    /// A line of best play comes through here, now or before.
    pub pv: bool,
    pub excluded: Option<Move>,
    /// The evaluation as it was taken, before correction.
    pub raw: Option<Score>,
    /// The corrected evaluation; none in check.
    pub eval: Option<Score>,
    /// The evaluation, or the table's score where that says more.
    pub estimate: Score,
    /// Better than two plies ago.
    pub improving: bool,
}

impl Worker {
    /// Searches the current position.
    ///
    /// `cut`: a cut-off is expected here. The score is exact inside the window and a bound outside of it.
    pub(super) fn node<K: Kind>(&mut self, mut window: Window, depth: i32, cut: bool) -> Searched<Score> {
        if depth <= 0 {
            return self.quiesce::<K>(window, 0);
        }
        self.check_stop()?;
        if K::PV {
            self.stack.clear_line(self.ply);
            self.selective_depth = self.selective_depth.max(self.ply);
        }
        if let Some(score) = self.settled::<K>(&mut window) {
            return Ok(score);
        }
        let mut here = self.recall::<K>(depth.min(MAX_PLY as i32 - 1), cut);
        if let Some(score) = self.remembered::<K>(window, &here) {
            return Ok(score);
        }
        self.judge(&mut here);
        if !K::ROOT
            && let Some(score) = self.prune::<K>(window, &mut here)?
        {
            return Ok(score);
        }
        self.visit_moves::<K>(window, here)
    }

    /// An end of the game, or a window that a nearer mate has closed.
    fn settled<K: Kind>(&mut self, window: &mut Window) -> Option<Score> {
        if K::ROOT {
            return None;
        }
        if let Some(score) = self.game_over::<K>() {
            return Some(score);
        }
        window.alpha = window.alpha.max(Score::mated_in(self.ply));
        window.beta = window.beta.min(Score::mate_in(self.ply + 1));
        (window.alpha >= window.beta).then_some(window.alpha)
    }

    /// The ends that need no search: a check that has won, draws, a check that wins at once, the end of the stack.
    pub(super) fn game_over<K: Kind>(&mut self) -> Option<Score> {
        let first_check = self.first_check();
        if first_check && self.position().has_checked(!self.position().turn()) {
            return Some(Score::mated_in(self.ply));
        }
        if self.is_drawn() {
            return Some(Score::DRAW);
        }
        if first_check && self.position().can_check() {
            if K::PV {
                self.show_check();
            }
            return Some(Score::mate_in(self.ply + 1));
        }
        if let Some(score) = self.exact_score() {
            return Some(score);
        }
        (self.ply >= MAX_PLY).then(|| self.evaluate())
    }

    /// Puts a checking move on the line of best play.
    fn show_check(&mut self) {
        let mut checks = crate::types::MoveList::new();
        self.position().checking_moves(&mut checks);
        if let Some(&mv) = checks.first() {
            self.stack.clear_line(self.ply + 1);
            self.stack.extend_line(self.ply, mv);
        }
    }

    /// The static evaluation, uncorrected.
    pub(super) fn evaluate(&mut self) -> Score {
        let limit = Score::EVAL_LIMIT.0 - 1;
        Score(self.evaluator.score(self.line.now()).0.clamp(-limit, limit))
    }

    /// Asks the table.
    fn recall<K: Kind>(&mut self, depth: i32, cut: bool) -> Here {
        let position = self.position();
        let key = self.key();
        let in_check = position.in_check();
        let excluded = self.stack[self.ply].excluded;
        let memory = if excluded.is_some() { None } else { self.shared.table.recall(key) };
        let table_move = if K::ROOT {
            self.roots.get(self.rank).map(|root| root.line[0])
        } else {
            // Whether it is legal, the picker asks.
            memory.and_then(|memory| memory.mv)
        };
        let table_score = memory.filter(|memory| memory.bound.is_some()).map(|memory| memory.score.loaded(self.ply));
        let pv = match excluded {
            Some(_) => self.stack[self.ply].pv,
            None => K::PV || memory.is_some_and(|memory| memory.pv),
        };
        self.stack[self.ply].pv = pv;
        self.stack[self.ply + 2].cutoffs = 0;
        self.stack[self.ply + 2].killer = None;
        self.stack[self.ply].doubles = self.stack.before(self.ply, 1).doubles;
        Here {
            depth,
            cut,
            key,
            in_check,
            pressed: self.is_pressed(),
            memory,
            table_move,
            table_score,
            pv,
            excluded,
            raw: None,
            eval: None,
            estimate: Score::DRAW,
            improving: false,
        }
    }

    /// Whether the other side threatens the first check.
    pub(super) fn is_pressed(&self) -> bool {
        self.first_check() && self.position().play_null().can_check()
    }

    /// A score from the table that settles the node.
    fn remembered<K: Kind>(&mut self, window: Window, here: &Here) -> Option<Score> {
        let (memory, score) = (here.memory?, here.table_score?);
        if K::PV || memory.depth < here.depth {
            return None;
        }
        let settles = match memory.bound? {
            Bound::Exact => true,
            Bound::Lower => score >= window.beta,
            Bound::Upper => score <= window.alpha,
        };
        if !settles {
            return None;
        }
        if let Some(mv) = here.table_move
            && score >= window.beta
            && !picker::is_noisy(self.position(), mv)
            && self.position().is_legal(mv)
        {
            let context = self.context();
            self.note_quiet(mv, &context, bonus(here.depth));
        }
        Some(score)
    }

    /// Evaluates the position.
    fn judge(&mut self, here: &mut Here) {
        if here.in_check {
            self.stack[self.ply].eval = None;
            return;
        }
        if here.excluded.is_some()
            && let Some(eval) = self.stack[self.ply].eval
        {
            (here.eval, here.estimate) = (Some(eval), eval);
            here.improving = self.is_improving(eval);
            return;
        }
        let known = here.memory.and_then(|memory| memory.eval);
        let raw = match known {
            Some(eval) => eval,
            None => self.evaluate(),
        };
        let last = self.stack.before(self.ply, 1).step;
        let eval = corrected(raw, self.histories.correction(self.line.now(), last));
        if here.memory.is_none() && here.excluded.is_none() {
            let memory = Memory { mv: None, score: Score::DRAW, bound: None, eval: Some(raw), depth: -7, pv: here.pv };
            self.shared.table.learn(here.key, memory);
        }
        self.stack[self.ply].eval = Some(eval);
        here.raw = Some(raw);
        here.eval = Some(eval);
        here.improving = self.is_improving(eval);
        here.estimate = match (here.table_score, here.memory.and_then(|memory| memory.bound)) {
            (Some(score), Some(Bound::Exact)) => score,
            (Some(score), Some(Bound::Lower)) => eval.max(score),
            (Some(score), Some(Bound::Upper)) => eval.min(score),
            _ => eval,
        };
    }

    fn is_improving(&self, eval: Score) -> bool {
        let earlier = self.stack.before(self.ply, 2).eval.or(self.stack.before(self.ply, 4).eval);
        earlier.is_none_or(|earlier| eval > earlier)
    }
}
