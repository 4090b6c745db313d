//! The moves of a node, tried one by one.

use crate::rules::Position;
use crate::search::extend::Extension;
use crate::search::history::Context;
use crate::search::node::Aside;
use crate::search::node::Here;
use crate::search::node::Kind;
use crate::search::node::OnLine;
use crate::search::params;
use crate::search::picker;
use crate::search::picker::Picker;
use crate::search::picker::Stage;
use crate::search::reduce::PLY;
use crate::search::window::Window;
use crate::search::worker::Searched;
use crate::search::worker::UNSEARCHED;
use crate::search::worker::Worker;
use crate::types::Man;
use crate::types::Move;
use crate::types::Score;
use arrayvec::ArrayVec;

/// What the moves of a node came to.
pub(super) struct Found {
    pub best: Score,
    pub mv: Option<Move>,
    pub alpha: Score,
    pub tried: usize,
    pub quiets: ArrayVec<Move, 64>,
    pub noisies: ArrayVec<Move, 32>,
}

/// A move that is being tried.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub mv: Move,
    /// Its number among the moves tried, from 1.
    pub number: usize,
    /// It captures or promotes.
    pub noisy: bool,
    /// For quiets around twice the range of a capture's.
    pub history: i32,
    /// The picker's stage after it.
    pub stage: Stage,
}

impl Worker {
    /// Tries the moves one by one.
    pub(super) fn visit_moves<K: Kind>(&mut self, window: Window, mut here: Here) -> Searched<Score> {
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
            let candidate = Candidate { mv, number: found.tried, noisy, history, stage: picker.stage() };
            if !K::ROOT && !found.best.is_loss() && found.best != UNSEARCHED {
                let quiets_done = self.skips_quiets(&here, found.tried);
                if quiets_done {
                    picker.skip_quiets();
                }
                if self.is_hopeless(&here, &position, &candidate, found.alpha, quiets_done) {
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
            let score = self.visit::<K>(&here, window, found.alpha, &candidate, extension);
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
    fn visit<K: Kind>(
        &mut self,
        here: &Here,
        window: Window,
        alpha: Score,
        candidate: &Candidate,
        extension: i32,
    ) -> Searched<Score> {
        let tried = candidate.number;
        let depth = here.depth - 1 + extension;
        if K::PV {
            self.stack.clear_line(self.ply + 1);
        }
        self.play(candidate.mv);
        self.stack[self.ply - 1].doubles += (extension >= 2) as u32;
        let beyond = -Window::above(alpha);
        let mut score = None;
        if here.depth >= 2 && tried > 1 + K::ROOT as usize {
            let reduction = self.reduction::<K>(here, candidate);
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

    /// The history of a move.
    fn history_of(&self, position: &Position, mv: Move, noisy: bool, context: &Context) -> i32 {
        let Some(step) = picker::step(position, mv) else { return 0 };
        if noisy {
            self.histories.noisy(step, position.at(mv.to()).map(Man::role))
        } else {
            self.histories.quiet(position.turn(), step, mv, context)
        }
    }

    /// The position before the move just played.
    pub(super) fn line_before(&self) -> &Position {
        let positions = self.line.positions();
        &positions[positions.len().saturating_sub(2)]
    }
}
