//! Late moves: which need not be tried, and how much less deeply the others are searched.

use crate::rules::Position;
use crate::search::node::Here;
use crate::search::node::Kind;
use crate::search::params;
use crate::search::picker::Stage;
use crate::search::reduce::PLY;
use crate::search::see;
use crate::search::visit::Candidate;
use crate::search::worker::Worker;
use crate::types::Score;

impl Worker {
    /// Whether so many moves have been tried that the other quiet ones are not worth it.
    pub(super) fn skips_quiets(&self, here: &Here, tried: usize) -> bool {
        let most = (params::lmp_base() + here.depth * here.depth) / if here.improving { 1 } else { 2 };
        !here.pressed && tried as i32 > most
    }

    /// Whether a move need not be tried: too late, with a bad history, too little to gain, or losing material.
    pub(super) fn is_hopeless(
        &self,
        here: &Here,
        position: &Position,
        candidate: &Candidate,
        alpha: Score,
        quiets_done: bool,
    ) -> bool {
        let Candidate { mv, number, noisy, history, .. } = *candidate;
        let reduced = (here.depth - self.reductions.of(here.depth, number) / PLY).max(0);
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
            && !alpha.is_mate()
            && eval + params::futility_base() + params::futility_margin() * reduced + history / 128 <= alpha
            && !position.gives_check(mv)
        {
            return true;
        }
        !see::exchange_gains(position, mv, -params::see_quiet() * reduced * reduced)
    }

    /// The reduction of a late move that has just been played, in 1/1024 ply.
    pub(super) fn reduction<K: Kind>(&self, here: &Here, candidate: &Candidate) -> i32 {
        let Candidate { number, noisy, history, stage, .. } = *candidate;
        let mut reduction = self.reductions.of(here.depth, number);
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
}
