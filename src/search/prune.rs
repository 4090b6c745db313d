//! Steps that settle a node before its moves are tried: reverse futility, razoring, null move, probcut.

use crate::search::Bound;
use crate::search::history::Context;
use crate::search::node::Aside;
use crate::search::node::Here;
use crate::search::node::Kind;
use crate::search::params;
use crate::search::picker::Picker;
use crate::search::tt::Memory;
use crate::search::window::Window;
use crate::search::worker::Searched;
use crate::search::worker::Worker;
use crate::types::Role;
use crate::types::Score;

impl Worker {
    /// All of them in turn; a score settles the node.
    pub(super) fn prune<K: Kind>(&mut self, window: Window, here: &mut Here) -> Searched<Option<Score>> {
        let Some(eval) = here.eval else { return Ok(None) };
        if here.pressed || here.excluded.is_some() {
            return Ok(None);
        }
        if !K::PV {
            if let Some(score) = self.reverse_futility(window, here) {
                return Ok(Some(score));
            }
            if let Some(score) = self.razor(window, here, eval)? {
                return Ok(Some(score));
            }
            if let Some(score) = self.null_move(window, here, eval)? {
                return Ok(Some(score));
            }
        }
        if K::PV { Ok(None) } else { self.probcut(window, here, eval) }
    }

    /// So far above beta that a quiet position will stay there.
    fn reverse_futility(&self, window: Window, here: &Here) -> Option<Score> {
        let margin = params::rfp_margin() * (here.depth - here.improving as i32);
        let far_above = here.depth <= params::rfp_depth()
            && here.estimate - margin >= window.beta
            && here.estimate >= window.beta
            && !window.beta.is_loss()
            && !here.estimate.is_mate();
        far_above.then(|| Score((here.estimate.0 + 2 * window.beta.0) / 3))
    }

    /// So far below alpha that only captures could help.
    fn razor(&mut self, window: Window, here: &Here, eval: Score) -> Searched<Option<Score>> {
        let margin = params::razor_base() + params::razor_margin() * here.depth * here.depth;
        if here.depth > 4 || eval + margin >= window.alpha || window.alpha.is_mate() {
            return Ok(None);
        }
        let score = self.quiesce::<Aside>(Window::above(window.alpha), 0)?;
        Ok((score <= window.alpha).then_some(score))
    }

    /// Good enough even if the other side moves twice. Not where passing may be the best move: few men besides pawns.
    fn null_move(&mut self, window: Window, here: &Here, eval: Score) -> Searched<Option<Score>> {
        let beta = window.beta;
        let passed = self.stack.before(self.ply, 1).mv.is_none() && self.ply > 0;
        let margin = (params::null_margin() - 12 * here.depth).max(0);
        let tempting = here.depth >= 2 && here.cut && here.estimate >= beta && eval + 12 * here.depth >= beta + margin;
        if passed || !tempting || beta.is_loss() || self.ply < self.null_from || !self.may_pass() {
            return Ok(None);
        }
        let lead = ((here.estimate.0 - beta.0) / params::null_divisor()).clamp(0, 4);
        let reduction = params::null_base() + here.depth / 3 + lead;
        self.pass();
        let score = self.node::<Aside>(-Window::below(beta), here.depth - reduction, false);
        self.take_back_pass();
        let score = -score?;
        if score < beta {
            return Ok(None);
        }
        let score = if score.is_win() { beta } else { score };
        if self.null_from > 0 || here.depth < params::null_verify() {
            return Ok(Some(score));
        }
        // Verify without passing for a while.
        self.null_from = self.ply + 3 * (here.depth - reduction).max(0) as usize / 4;
        let verified = self.node::<Aside>(Window::below(beta), here.depth - reduction, false);
        self.null_from = 0;
        Ok((verified? >= beta).then_some(score))
    }

    /// Whether the side to move has men enough that some move is as good as none.
    fn may_pass(&self) -> bool {
        let position = self.position();
        let ours = position.colored(position.turn());
        let men = ours - position.role(Role::Pawn) - position.role(Role::King);
        let strong = position.role(Role::Rook) | position.role(Role::Knight) | position.role(Role::Wok);
        men.len() >= 3 || men.many() && (men & strong).any()
    }

    /// A capture that beats beta by far even in a shallow search will beat it in a deep one.
    fn probcut(&mut self, window: Window, here: &Here, eval: Score) -> Searched<Option<Score>> {
        let target = window.beta + params::probcut_margin() - 40 * here.improving as i32;
        if here.depth < 4 || window.beta.is_mate() || target.is_mate() {
            return Ok(None);
        }
        if let (Some(memory), Some(score)) = (here.memory, here.table_score)
            && memory.depth >= here.depth - 3
            && score < target
        {
            return Ok(None);
        }
        let position = *self.position();
        let context = Context::EMPTY;
        let mut picker = Picker::gaining(&position, here.table_move, target.0 - eval.0);
        let depth = here.depth - 4;
        while let Some(mv) = picker.next(&position, &self.histories, &context) {
            self.play(mv);
            let beyond = -Window::below(target);
            let mut score = self.quiesce::<Aside>(beyond, 0).map(|score| -score);
            if depth > 0 && score.is_ok_and(|score| score >= target) {
                score = self.node::<Aside>(beyond, depth, !here.cut).map(|score| -score);
            }
            self.take_back();
            let score = score?;
            if score >= target {
                let memory = Memory {
                    mv: Some(mv),
                    score: score.stored(self.ply),
                    bound: Some(Bound::Lower),
                    eval: here.raw,
                    depth: here.depth - 3,
                    pv: here.pv,
                };
                self.shared.table.learn(here.key, memory);
                return Ok(Some(if score.is_mate() { score } else { score - (target.0 - window.beta.0) }));
            }
        }
        Ok(None)
    }
}
