//! Sets of squares, one bit a square.

use crate::types::Square;
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};

/// A set of squares; bit `i` is the square of index `i`.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// Every square.
    pub const ALL: Bitboard = Bitboard(!0);
    /// The a file.
    pub const FILE_A: Bitboard = Bitboard(0x0101_0101_0101_0101);
    /// The h file.
    pub const FILE_H: Bitboard = Bitboard(0x8080_8080_8080_8080);
    /// The first rank.
    pub const RANK_1: Bitboard = Bitboard(0xff);
    /// The squares of one colour, a1 among them.
    pub const DARK: Bitboard = Bitboard(0xaa55_aa55_aa55_aa55);

    /// The squares of file 0 (a) to 7 (h).
    #[inline]
    pub const fn file(file: usize) -> Bitboard {
        Bitboard(Self::FILE_A.0 << (file & 7))
    }

    /// The squares of rank 0 to 7.
    #[inline]
    pub const fn rank(rank: usize) -> Bitboard {
        Bitboard(Self::RANK_1.0 << ((rank & 7) * 8))
    }

    /// The set of one square.
    #[inline]
    pub const fn of(square: Square) -> Bitboard {
        Bitboard(1 << square.index())
    }

    /// Whether `square` is in the set.
    #[inline]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Whether there is no square in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether there is a square in the set.
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether there are two squares or more in the set.
    #[inline]
    pub const fn many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// How many squares there are.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The square of the lowest index, if there is one.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::new(self.0.trailing_zeros() as usize)) }
    }

    /// The set one rank up (`W`: white's forward) or down.
    #[inline]
    pub const fn forward<const W: bool>(self) -> Bitboard {
        if W { Bitboard(self.0 << 8) } else { Bitboard(self.0 >> 8) }
    }

    /// The set one file to the right.
    #[inline]
    pub const fn right(self) -> Bitboard {
        Bitboard((self.0 & !Self::FILE_H.0) << 1)
    }

    /// The set one file to the left.
    #[inline]
    pub const fn left(self) -> Bitboard {
        Bitboard((self.0 & !Self::FILE_A.0) >> 1)
    }

    /// The set seen from the other side: ranks reversed.
    #[inline]
    pub const fn flip(self) -> Bitboard {
        Bitboard(self.0.swap_bytes())
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Bitboard {
        Bitboard::of(square)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, |set, square| set | Bitboard::of(square))
    }
}

macro_rules! set_operator {
    ($($operator:ident $method:ident $assign:ident $assign_method:ident $a:ident $b:ident $result:expr;)*) => {$(
        impl $operator for Bitboard {
            type Output = Bitboard;
            #[inline]
            fn $method(self, other: Bitboard) -> Bitboard {
                let ($a, $b) = (self.0, other.0);
                Bitboard($result)
            }
        }
        impl $assign for Bitboard {
            #[inline]
            fn $assign_method(&mut self, other: Bitboard) {
                *self = $operator::$method(*self, other);
            }
        }
    )*};
}
set_operator! {
    BitAnd bitand BitAndAssign bitand_assign a b a & b;
    BitOr  bitor  BitOrAssign  bitor_assign  a b a | b;
    BitXor bitxor BitXorAssign bitxor_assign a b a ^ b;
    Sub    sub    SubAssign    sub_assign    a b a & !b;
}

impl Not for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

/// The squares of a set, lowest index first.
#[derive(Clone)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = Bitboard(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = Bitboard(self.0).len();
        (len, Some(len))
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

impl fmt::Debug for Bitboard {
    /// Draws the set, rank 8 on top.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            for file in 0..8 {
                f.write_str(if self.has(Square::at(file, rank)) { " X" } else { " ." })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// A set as a drawing, rank 8 on top: 64 signs, `X` for a square in it and `.` for one that is not.
#[cfg(test)]
macro_rules! board {
    ($($sign:tt)*) => {{
        let signs = [$(stringify!($sign)),*].concat();
        assert_eq!(signs.len(), 64);
        signs.bytes().enumerate().filter(|&(_, sign)| sign == b'X').map(|(i, _)| Square::new(i ^ 56)).collect::<Bitboard>()
    }};
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_do_not_wrap_around_the_edge() {
        let edges = board! {
            X . . . . . . X
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            X . . . . . . X
        };
        let inward = board! {
            . X . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . X . . . . . .
        };
        assert_eq!(edges.right(), inward);
        assert_eq!(edges.left(), Bitboard::of(Square::at(6, 0)) | Square::at(6, 7).into());
        assert_eq!(edges.len(), 4);
    }

    #[test]
    fn a_set_is_walked_from_a1_to_h8() {
        let set: Bitboard = [Square::at(7, 7), Square::at(0, 0), Square::at(3, 4)].into_iter().collect();
        assert_eq!(set.into_iter().map(|s| s.to_string()).collect::<Vec<_>>(), ["a1", "d5", "h8"]);
        assert!(set.many() && !Bitboard::of(Square::at(3, 4)).many());
    }
}
