//! Moves and lists of them.

use crate::types::Role;
use crate::types::Square;
use arrayvec::ArrayVec;
use std::num::NonZeroU16;

/// A move: from, to, and what a pawn becomes, in 16 bits.
///
/// Bits 0 to 5 from, 6 to 11 to, 12 to 14 the promotion role's index (0 none). Leaps need no flag: the king's and the met's
/// are told by their length. No move stays where it is, so the value is never 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(NonZeroU16);

const _: () = assert!(size_of::<Option<Move>>() == 2);

/// Room for every legal move of any position: fifteen ai-woks in the open have some 400.
pub type MoveList = ArrayVec<Move, 512>;

impl Move {
    /// The move `from` to `to`, which differ; a pawn becomes `promotion`.
    #[inline]
    pub fn new(from: Square, to: Square, promotion: Option<Role>) -> Move {
        debug_assert!(from != to);
        let bits = from.index() | to.index() << 6 | promotion.map_or(0, Role::index) << 12;
        // Equal squares, the one way to get 0, would be a caller's bug; this keeps the type honest without a panic path.
        Move(NonZeroU16::new(bits as u16).unwrap_or(NonZeroU16::MIN))
    }

    /// Where the man stands.
    #[inline]
    pub const fn from(self) -> Square {
        Square::new(self.0.get() as usize)
    }

    /// Where it goes.
    #[inline]
    pub const fn to(self) -> Square {
        Square::new(self.0.get() as usize >> 6)
    }

    /// What the pawn becomes.
    #[inline]
    pub const fn promotion(self) -> Option<Role> {
        match self.0.get() as usize >> 12 & 7 {
            0 => None,
            index => Role::new(index),
        }
    }

    /// The 16 bits, for tables of moves.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// From 16 bits as [`Move::bits`] gives them; 0 and bits that no move has are no move. Whether it is legal is for the
    /// position to say.
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<Move> {
        match NonZeroU16::new(bits) {
            Some(bits) if (bits.get() >> 12) < Role::COUNT as u16 => Some(Move(bits)),
            _ => None,
        }
    }
}
