//! Quiescence: captures until nothing hangs, so that the evaluation can be trusted.

use crate::search::Bound;
use crate::search::history::Context;
use crate::search::history::corrected;
use crate::search::node::Kind;
use crate::search::params;
use crate::search::picker;
use crate::search::picker::Picker;
use crate::search::picker::Stage;
use crate::search::see;
use crate::search::tt::Memory;
use crate::search::window::Window;
use crate::search::worker::Searched;
use crate::search::worker::UNSEARCHED;
use crate::search::worker::Worker;
use crate::search::worker::moveless;
use crate::types::Move;
use crate::types::MoveList;
use crate::types::Score;

impl Worker {
    /// Searches captures, and all moves in check. `depth` is 0 or less: how deep in quiescence.
    pub(super) fn quiesce<K: Kind>(&mut self, mut window: Window, depth: i32) -> Searched<Score> {
        self.check_stop()?;
        if K::PV {
            self.stack.clear_line(self.ply);
            self.selective_depth = self.selective_depth.max(self.ply);
        }
        if !K::ROOT
            && let Some(score) = self.game_over::<K>()
        {
            return Ok(score);
        }
        let key = self.key();
        let memory = self.shared.table.recall(key);
        if let Some(memory) = memory
            && !K::PV
            && let Some(score) = settles(memory, window, self.ply)
        {
            return Ok(score);
        }
        let position = *self.position();
        let in_check = position.in_check();
        let pressed = depth >= -params::press_depth() && self.is_pressed();
        let mut raw = None;
        let mut best = UNSEARCHED;
        if !in_check {
            let eval = memory.and_then(|memory| memory.eval).unwrap_or_else(|| self.evaluate());
            raw = Some(eval);
            let last = self.stack.before(self.ply, 1).step;
            let mut stand = corrected(eval, self.histories.correction(&position, last));
            if let Some(memory) = memory {
                let score = memory.score.loaded(self.ply);
                let better = match memory.bound {
                    Some(Bound::Exact) => true,
                    Some(Bound::Lower) => score > stand,
                    Some(Bound::Upper) => score < stand,
                    None => false,
                };
                if better && !score.is_mate() {
                    stand = score;
                }
            }
            self.stack[self.ply].eval = Some(stand);
            if !pressed {
                best = stand;
                if window.fails_high(best) {
                    if memory.is_none() {
                        self.remember(key, None, best, Some(Bound::Lower), raw, K::PV);
                    }
                    return Ok(best);
                }
                window.alpha = window.alpha.max(best);
            }
        }
        let alpha = window.alpha;
        let everything = in_check || pressed;
        let table_move = memory.and_then(|memory| memory.mv);
        let mut picker = if everything {
            Picker::new(&position, table_move, None, None)
        } else {
            Picker::noisy(&position, table_move)
        };
        // Only quiet moves are looked up by it.
        let context = if everything { self.context() } else { Context::EMPTY };
        let ceiling = best + params::delta_margin();
        let mut best_move = None;
        let mut tried = 0;
        while let Some(mv) = picker.next(&position, &self.histories, &context) {
            if best != UNSEARCHED && !best.is_loss() {
                let losing = !everything && picker.stage() >= Stage::BadNoisy;
                if losing {
                    break;
                }
                if everything && (!picker::is_noisy(&position, mv)) {
                    // One way out is enough.
                    picker.skip_quiets();
                    continue;
                }
                let most = ceiling + see::gain(&position, mv);
                if !everything && most <= window.alpha && mv.promotion().is_none() {
                    best = best.max(most);
                    continue;
                }
            }
            tried += 1;
            self.play(mv);
            let score = self.quiesce::<K::Child>(-window, depth - 1).map(|score| -score);
            self.take_back();
            let score = score?;
            if score > best {
                best = score;
                if score > window.alpha {
                    best_move = Some(mv);
                    if K::PV {
                        self.stack.extend_line(self.ply, mv);
                    }
                    if window.fails_high(score) {
                        break;
                    }
                    window.alpha = score;
                }
            }
        }
        if !everything && !window.fails_high(best) && depth > -params::quiet_checks() && !self.first_check() {
            self.quiet_checks::<K>(&mut window, &mut best, &mut best_move, depth)?;
        }
        if tried == 0 && best == UNSEARCHED {
            // Mate or stalemate, since all moves were wanted.
            return Ok(moveless(self.position(), in_check, self.ply));
        }
        let bound = if window.fails_high(best) {
            Bound::Lower
        } else if best > alpha && K::PV {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.remember(key, best_move, best, Some(bound), raw, K::PV);
        Ok(best)
    }

    /// Tries the quiet moves that give check and lose nothing.
    fn quiet_checks<K: Kind>(
        &mut self,
        window: &mut Window,
        best: &mut Score,
        best_move: &mut Option<Move>,
        depth: i32,
    ) -> Searched<()> {
        let mut checks = MoveList::new();
        self.position().checking_moves(&mut checks);
        for mv in checks {
            let position = self.position();
            if picker::is_noisy(position, mv) || !see::exchange_gains(position, mv, 0) {
                continue;
            }
            self.play(mv);
            let score = self.quiesce::<K::Child>(-*window, depth - 1).map(|score| -score);
            self.take_back();
            let score = score?;
            if score > *best {
                *best = score;
                if score > window.alpha {
                    *best_move = Some(mv);
                    if K::PV {
                        self.stack.extend_line(self.ply, mv);
                    }
                    if window.fails_high(score) {
                        break;
                    }
                    window.alpha = score;
                }
            }
        }
        Ok(())
    }

    fn remember(&self, key: u64, mv: Option<Move>, score: Score, bound: Option<Bound>, eval: Option<Score>, pv: bool) {
        let memory = Memory { mv, score: score.stored(self.ply), bound, eval, depth: 0, pv };
        self.shared.table.learn(key, memory);
    }
}

/// The score of a memory, where it says enough for the window.
fn settles(memory: Memory, window: Window, ply: usize) -> Option<Score> {
    let score = memory.score.loaded(ply);
    let enough = match memory.bound? {
        Bound::Exact => true,
        Bound::Lower => score >= window.beta,
        Bound::Upper => score <= window.alpha,
    };
    enough.then_some(score)
}
