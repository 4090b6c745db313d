//! What a node teaches: the table, the histories, the correction of the evaluation.

use crate::rules::Position;
use crate::search::Bound;
use crate::search::history::Context;
use crate::search::node::Here;
use crate::search::node::Kind;
use crate::search::picker;
use crate::search::tt::Memory;
use crate::search::visit::Found;
use crate::search::window::Window;
use crate::search::worker::UNSEARCHED;
use crate::search::worker::Worker;
use crate::search::worker::moveless;
use crate::types::Man;
use crate::types::Move;
use crate::types::Score;

impl Worker {
    /// Writes down what the node has taught, and gives its score.
    pub(super) fn learn<K: Kind>(
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

/// What a history gains at a depth.
pub(super) fn bonus(depth: i32) -> i32 {
    (170 * depth - 60).clamp(0, 1700)
}

/// What it loses.
fn malus(depth: i32) -> i32 {
    (190 * depth - 40).clamp(0, 1500)
}
