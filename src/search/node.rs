//! A node of the tree, as a list of its steps.

use crate::rules::Position;
use crate::search::Bound;
use crate::search::history::Context;
use crate::search::history::corrected;
use crate::search::params;
use crate::search::picker;
use crate::search::picker::Picker;
use crate::search::picker::Stage;
use crate::search::reduce::PLY;
use crate::search::see;
use crate::search::stack::MAX_PLY;
use crate::search::tt::Memory;
use crate::search::window::Window;
use crate::search::worker::Searched;
use crate::search::worker::UNSEARCHED;
use crate::search::worker::Worker;
use crate::search::worker::moveless;
use crate::types::Man;
use crate::types::Move;
use crate::types::Score;
use arrayvec::ArrayVec;

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

/// What the moves of a node came to.
struct Found {
    best: Score,
    mv: Option<Move>,
    alpha: Score,
    tried: usize,
    quiets: ArrayVec<Move, 64>,
    noisies: ArrayVec<Move, 32>,
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

    /// Tries the moves one by one.
    fn visit_moves<K: Kind>(&mut self, window: Window, mut here: Here) -> Searched<Score> {
        // Without a move from the table there is little to go by: a shallower search finds one.
        if here.depth >= 4 && (K::PV || here.cut) && here.table_move.is_none() && here.excluded.is_none() {
            here.depth -= 1;
        }
        let position = *self.position();
        let context = self.context();
        let counter = self.histories.counter(context.earlier[0]);
        let mut picker = Picker::new(&position, here.table_move, self.stack[self.ply].killer, counter);
        let mut found = Found {
            best: UNSEARCHED,
            mv: None,
            alpha: window.alpha,
            tried: 0,
            quiets: ArrayVec::new(),
            noisies: ArrayVec::new(),
        };
        while let Some(mv) = picker.next(&position, &self.histories, &context) {
            if Some(mv) == here.excluded || K::ROOT && !self.is_root_candidate(mv) {
                continue;
            }
            found.tried += 1;
            if K::ROOT {
                self.herald(mv, found.tried);
            }
            let noisy = picker::is_noisy(&position, mv);
            let history = self.history_of(&position, mv, noisy, &context);
            if !K::ROOT && !found.best.is_loss() && found.best != UNSEARCHED {
                let quiets_done = self.skips_quiets(&here, found.tried);
                if quiets_done {
                    picker.skip_quiets();
                }
                if self.is_hopeless(&here, &position, mv, noisy, history, &found, quiets_done) {
                    continue;
                }
            }
            let extension = if K::ROOT {
                0
            } else {
                match self.extension::<K>(window, &here, mv)? {
                    Extension::Plies(plies) => plies,
                    Extension::Cut(score) => return Ok(score),
                }
            };
            let nodes = self.nodes();
            let score =
                self.visit::<K>(&here, window, found.alpha, mv, extension, found.tried, noisy, history, picker.stage());
            self.take_back();
            let score = score?;
            if K::ROOT {
                self.note_root(mv, score, found.tried == 1 || score > found.alpha, nodes);
            }
            if score > found.best {
                found.best = score;
                if score > found.alpha {
                    found.mv = Some(mv);
                    if K::PV {
                        self.stack.extend_line(self.ply, mv);
                    }
                    if window.fails_high(score) {
                        break;
                    }
                    found.alpha = score;
                    // Others must now beat a good move: they get a little less.
                    if here.depth > 2 && here.depth < 12 && !score.is_mate() {
                        here.depth -= 1;
                    }
                }
            }
            if Some(mv) != found.mv {
                let _ = if noisy { found.noisies.try_push(mv) } else { found.quiets.try_push(mv) };
            }
        }
        Ok(self.learn::<K>(window, &here, &position, &context, found))
    }

    /// Plays a move and searches what comes of it; the caller takes it back.
    #[allow(clippy::too_many_arguments)]
    fn visit<K: Kind>(
        &mut self,
        here: &Here,
        window: Window,
        alpha: Score,
        mv: Move,
        extension: i32,
        tried: usize,
        noisy: bool,
        history: i32,
        stage: Stage,
    ) -> Searched<Score> {
        let depth = here.depth - 1 + extension;
        if K::PV {
            self.stack.clear_line(self.ply + 1);
        }
        self.play(mv);
        self.stack[self.ply - 1].doubles += (extension >= 2) as u32;
        let beyond = -Window::above(alpha);
        let mut score = None;
        if here.depth >= 2 && tried > 1 + K::ROOT as usize {
            let reduction = self.reduction::<K>(here, tried, noisy, history, stage);
            let reduced = (depth - reduction / PLY).clamp(1.min(depth), depth + K::PV as i32);
            let shallow = -self.node::<Aside>(beyond, reduced, true)?;
            score = Some(shallow);
            if shallow > alpha && reduced < depth {
                let depth = depth + (shallow > alpha + params::lmr_deeper() + 2 * depth) as i32;
                score = Some(-self.node::<Aside>(beyond, depth, !here.cut)?);
            }
        } else if !K::PV || tried > 1 {
            score = Some(-self.node::<Aside>(beyond, depth, !here.cut)?);
        }
        match score {
            Some(score) if !K::PV || score <= alpha || tried == 1 => Ok(score),
            _ => Ok(-self.node::<OnLine>(-Window::new(alpha, window.beta), depth, false)?),
        }
    }

    fn is_root_candidate(&self, mv: Move) -> bool {
        self.roots[self.rank.min(self.roots.len())..].iter().any(|root| root.mv == mv)
    }

    /// What a root move came to.
    fn note_root(&mut self, mv: Move, score: Score, raised: bool, nodes_before: u64) {
        let spent = self.nodes() - nodes_before;
        let (ply, selective_depth) = (self.ply, self.selective_depth);
        let Some(root) = self.roots.iter_mut().find(|root| root.mv == mv) else { return };
        root.nodes += spent;
        root.score = if raised { score } else { UNSEARCHED };
        if raised {
            root.selective_depth = selective_depth;
            root.average = Some(root.average.map_or(score, |average| Score((average.0 * 2 + score.0) / 3)));
            root.line.clear();
            root.line.push(mv);
            root.line.extend_from_slice(self.stack.line(ply + 1));
        }
    }

    /// The move's history; for quiets around twice the range of a capture's.
    fn history_of(&self, position: &Position, mv: Move, noisy: bool, context: &Context) -> i32 {
        let Some(step) = picker::step(position, mv) else { return 0 };
        if noisy {
            self.histories.noisy(step, position.at(mv.to()).map(Man::role))
        } else {
            self.histories.quiet(position.turn(), step, mv, context)
        }
    }

    /// Whether so many moves have been tried that the other quiet ones are not worth it.
    fn skips_quiets(&self, here: &Here, tried: usize) -> bool {
        let most = (params::lmp_base() + here.depth * here.depth) / if here.improving { 1 } else { 2 };
        !here.pressed && tried as i32 > most
    }

    /// Whether a move need not be tried: too late, with a bad history, too little to gain, or losing material.
    #[allow(clippy::too_many_arguments)]
    fn is_hopeless(
        &self,
        here: &Here,
        position: &Position,
        mv: Move,
        noisy: bool,
        history: i32,
        found: &Found,
        quiets_done: bool,
    ) -> bool {
        let reduced = (here.depth - self.reductions.of(here.depth, found.tried) / PLY).max(0);
        if noisy {
            let margin = params::see_noisy() * here.depth + history / 64;
            return here.depth <= 8 && !see::exchange_gains(position, mv, -margin.max(0));
        }
        if here.pressed {
            return false;
        }
        if quiets_done {
            return true;
        }
        if reduced <= 5 && history < -params::history_prune() * here.depth.max(1) {
            return true;
        }
        if let Some(eval) = here.eval
            && reduced <= 9
            && !found.alpha.is_mate()
            && eval + params::futility_base() + params::futility_margin() * reduced + history / 128 <= found.alpha
            && !position.gives_check(mv)
        {
            return true;
        }
        !see::exchange_gains(position, mv, -params::see_quiet() * reduced * reduced)
    }

    /// The reduction of a late move that has just been played, in 1/1024 ply.
    fn reduction<K: Kind>(&self, here: &Here, tried: usize, noisy: bool, history: i32, stage: Stage) -> i32 {
        let mut reduction = self.reductions.of(here.depth, tried);
        if here.pv {
            reduction -= params::lmr_pv() + K::PV as i32 * 300;
        }
        if here.cut {
            reduction += params::lmr_cut();
        }
        if !here.improving {
            reduction += params::lmr_improving();
        }
        if self.position().in_check() || here.pressed {
            reduction -= params::lmr_check();
        }
        if here.table_move.is_some_and(|mv| self.line_before().at(mv.to()).is_some()) {
            reduction += 600;
        }
        if self.stack[self.ply].cutoffs > 3 {
            reduction += 700;
        }
        if matches!(stage, Stage::Killer | Stage::Counter | Stage::ListQuiet) {
            reduction -= params::lmr_killer();
        }
        let unit = params::lmr_history() / if noisy { 2 } else { 1 };
        if noisy {
            reduction -= 500;
        }
        reduction - history * PLY / (unit * 2)
    }

    /// The position before the move just played.
    fn line_before(&self) -> &Position {
        let positions = self.line.positions();
        &positions[positions.len().saturating_sub(2)]
    }

    /// Writes down what the node has taught, and gives its score.
    fn learn<K: Kind>(
        &mut self,
        window: Window,
        here: &Here,
        position: &Position,
        context: &Context,
        found: Found,
    ) -> Score {
        if found.tried == 0 {
            if here.excluded.is_some() {
                return window.alpha;
            }
            return moveless(self.position(), here.in_check, self.ply);
        }
        let mut best = found.best;
        if best == UNSEARCHED {
            best = window.alpha;
        }
        if let Some(mv) = found.mv
            && window.fails_high(best)
        {
            self.stack[self.ply].cutoffs += 1;
            self.reward(here, position, context, mv, &found);
        } else if found.mv.is_none() {
            // All moves failed: the one that led here was good.
            self.reward_last(here);
        }
        if here.excluded.is_some() || K::ROOT && self.rank > 0 {
            return best;
        }
        let bound = match found.mv {
            _ if window.fails_high(best) => Bound::Lower,
            Some(_) if K::PV => Bound::Exact,
            _ => Bound::Upper,
        };
        let memory = Memory {
            mv: found.mv,
            score: best.stored(self.ply),
            bound: Some(bound),
            eval: here.raw,
            depth: here.depth,
            pv: here.pv,
        };
        self.shared.table.learn(here.key, memory);
        self.correct(here, best, bound, found.mv);
        best
    }

    /// Teaches the correction how far the evaluation was off.
    fn correct(&mut self, here: &Here, best: Score, bound: Bound, mv: Option<Move>) {
        let Some(eval) = here.eval else { return };
        let quiet = mv.is_none_or(|mv| !picker::is_noisy(self.line.now(), mv));
        let says_something = match bound {
            Bound::Exact => true,
            Bound::Lower => best > eval,
            Bound::Upper => best < eval,
        };
        if quiet && says_something && !best.is_decided() {
            let last = self.stack.before(self.ply, 1).step;
            self.histories.note_correction(self.line.now(), last, best.0 - eval.0, here.depth);
        }
    }

    /// The move that cut off is rewarded, those tried before it are blamed.
    fn reward(&mut self, here: &Here, position: &Position, context: &Context, mv: Move, found: &Found) {
        let bonus = bonus(here.depth + (found.best > found.alpha + 50) as i32);
        let malus = malus(here.depth);
        if picker::is_noisy(position, mv) {
            self.note_noisy(position, mv, bonus);
        } else {
            self.stack[self.ply].killer = Some(mv);
            self.histories.note_counter(context.earlier[0], mv);
            // A lone early move at low depth teaches little.
            if here.depth > 2 || !found.quiets.is_empty() {
                self.note_quiet(mv, context, bonus);
            }
            for &quiet in &found.quiets {
                self.note_quiet(quiet, context, -malus);
            }
        }
        for &noisy in &found.noisies {
            self.note_noisy(position, noisy, -malus);
        }
    }

    /// The quiet move that led to a node without a good reply is rewarded.
    fn reward_last(&mut self, here: &Here) {
        let frame = *self.stack.before(self.ply, 1);
        let before = *self.line_before();
        if let (Some(mv), Some(step)) = (frame.mv, frame.step)
            && self.ply > 0
            && !picker::is_noisy(&before, mv)
        {
            let earlier = [2, 3, 5].map(|back| self.stack.before(self.ply, back).step);
            self.histories.note_continuation(step, &earlier, bonus(here.depth) / 2);
        }
    }

    pub(super) fn note_quiet(&mut self, mv: Move, context: &Context, bonus: i32) {
        let position = self.line.now();
        if let Some(step) = picker::step(position, mv) {
            self.histories.note_quiet(position.turn(), step, mv, context, bonus);
        }
    }

    fn note_noisy(&mut self, position: &Position, mv: Move, bonus: i32) {
        if let Some(step) = picker::step(position, mv) {
            self.histories.note_noisy(step, position.at(mv.to()).map(Man::role), bonus);
        }
    }
}

/// How much deeper a move is searched, or that the node is cut off without it.
pub(super) enum Extension {
    Plies(i32),
    Cut(Score),
}

/// What a history gains at a depth.
fn bonus(depth: i32) -> i32 {
    (170 * depth - 60).clamp(0, 1700)
}

/// What it loses.
fn malus(depth: i32) -> i32 {
    (190 * depth - 40).clamp(0, 1500)
}
