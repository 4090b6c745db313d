//! Extensions: a move much better than all others is searched deeper.

use crate::search::Bound;
use crate::search::node::Aside;
use crate::search::node::Here;
use crate::search::node::Kind;
use crate::search::params;
use crate::search::window::Window;
use crate::search::worker::Searched;
use crate::search::worker::Worker;
use crate::types::Move;
use crate::types::Score;

/// How much deeper a move is searched, or that the node is cut off without it.
pub(super) enum Extension {
    Plies(i32),
    Cut(Score),
}

/// No more double extensions than this on one line.
const MOST_DOUBLES: u32 = 6;

impl Worker {
    /// How much deeper `mv` is to be searched.
    ///
    /// The table's move is singular if all others fail by a margin in a shallower search without it. If they beat beta even
    /// then, the node is cut off at once (multi-cut).
    pub(super) fn extension<K: Kind>(&mut self, window: Window, here: &Here, mv: Move) -> Searched<Extension> {
        let none = Ok(Extension::Plies(0));
        if self.ply as i32 >= 2 * self.root_depth || here.excluded.is_some() || Some(mv) != here.table_move {
            return none;
        }
        let (Some(memory), Some(score)) = (here.memory, here.table_score) else { return none };
        let fits = here.depth >= 6
            && memory.depth >= here.depth - 3
            && matches!(memory.bound, Some(Bound::Lower | Bound::Exact))
            && !score.is_mate();
        if !fits {
            return none;
        }
        let beta = score - params::singular_margin() * here.depth / 16;
        let depth = (here.depth - 1) / 2;
        self.stack[self.ply].excluded = Some(mv);
        let others = self.node::<Aside>(Window::below(beta), depth, here.cut);
        self.stack[self.ply].excluded = None;
        self.stack[self.ply].pv = here.pv;
        self.stack[self.ply].eval = here.eval;
        let others = others?;
        if others < beta {
            let double =
                !K::PV && others + params::double_margin() < beta && self.stack[self.ply].doubles <= MOST_DOUBLES;
            return Ok(Extension::Plies(1 + double as i32));
        }
        if beta >= window.beta && !K::PV {
            return Ok(Extension::Cut(beta));
        }
        if score >= window.beta {
            return Ok(Extension::Plies(-2 + K::PV as i32));
        }
        Ok(Extension::Plies(if here.cut { -1 } else { 0 }))
    }
}
