//! What a thread knows of each ply of the line that it searches, and the lines of best play.

use crate::search::history::Step;
use crate::types::Move;
use crate::types::Score;
use arrayvec::ArrayVec;
use std::ops::Index;
use std::ops::IndexMut;

/// No line is searched deeper than this, in plies.
pub(super) const MAX_PLY: usize = 240;
/// Frames before the root, so that a node can look back without asking.
const BEFORE: usize = 6;
const FRAMES: usize = MAX_PLY + BEFORE + 4;

/// One ply.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Frame {
    /// The move being tried; none at a null move.
    pub mv: Option<Move>,
    pub step: Option<Step>,
    /// The corrected static evaluation; none in check.
    pub eval: Option<Score>,
    /// A quiet move that cut off a sister node.
    pub killer: Option<Move>,
    /// A move left out, to see how the others do.
    pub excluded: Option<Move>,
    /// Cut-offs among the children.
    pub cutoffs: u32,
    /// Double extensions on the way here.
    pub doubles: u32,
    /// The node was on a line of best play, now or before.
    pub pv: bool,
}

/// The frames of all plies, root at 0; a few before it are empty.
pub(super) struct Stack {
    frames: Box<[Frame]>,
    // [ply] -> the best line from there
    lines: Box<[ArrayVec<Move, MAX_PLY>]>,
}

impl Stack {
    pub fn new() -> Stack {
        Stack {
            frames: vec![Frame::default(); FRAMES].into_boxed_slice(),
            lines: vec![ArrayVec::new(); MAX_PLY + 2].into_boxed_slice(),
        }
    }

    /// Makes ready for a new search.
    pub fn reset(&mut self) {
        self.frames.fill(Frame::default());
        self.lines.iter_mut().for_each(ArrayVec::clear);
    }

    /// The frame `back` plies before `ply`; before the root there are six empty ones.
    #[inline]
    pub fn before(&self, ply: usize, back: usize) -> &Frame {
        &self.frames[(ply + BEFORE).saturating_sub(back).min(FRAMES - 1)]
    }

    /// The best line from `ply`.
    pub fn line(&self, ply: usize) -> &[Move] {
        &self.lines[ply.min(MAX_PLY + 1)]
    }

    pub fn clear_line(&mut self, ply: usize) {
        self.lines[ply.min(MAX_PLY + 1)].clear();
    }

    /// The best line from `ply` is `mv` and what was found best after it.
    pub fn extend_line(&mut self, ply: usize, mv: Move) {
        if ply + 1 >= self.lines.len() {
            return;
        }
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        let line = &mut head[ply];
        line.clear();
        line.push(mv);
        line.extend(tail[0].iter().copied().take(MAX_PLY - 1));
    }
}

impl Index<usize> for Stack {
    type Output = Frame;

    #[inline]
    fn index(&self, ply: usize) -> &Frame {
        &self.frames[(ply + BEFORE).min(FRAMES - 1)]
    }
}

impl IndexMut<usize> for Stack {
    #[inline]
    fn index_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[(ply + BEFORE).min(FRAMES - 1)]
    }
}
