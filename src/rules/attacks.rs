//! Steps and rays: which squares a man attacks.
//!
//! Only the rook slides, along one rank and one file. The six inner squares of a line decide its rays, so two tables of
//! 8 x 64 entries (5 KiB) do: the index is cut out of the occupancy by a shift for a rank, by a multiplication that turns
//! the file into a rank for a file ("kindergarten bitboards", Gerd Isenberg, Chess Programming Wiki). Where the processor has
//! PEXT, one table of 800 KiB takes a fifth of the instructions out of perft, and is used instead.

use crate::types::Bitboard;
use crate::types::Color;
use crate::types::Role;
use crate::types::Square;

#[cfg(target_feature = "bmi2")]
mod pext;

/// Squares of a step list from every square.
const fn steps<const N: usize>(list: [(i32, i32); N]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        let mut i = 0;
        while i < N {
            if let Some(to) = Square::new(from).step(list[i].0, list[i].1) {
                table[from].0 |= 1 << to.index();
            }
            i += 1;
        }
        from += 1;
    }
    table
}

const KING: [Bitboard; 64] = steps([(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]);
const MET: [Bitboard; 64] = steps([(1, 1), (-1, 1), (-1, -1), (1, -1)]);
const KNIGHT: [Bitboard; 64] = steps([(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
// [colour][square]
const PAWN: [[Bitboard; 64]; 2] = [steps([(1, 1), (-1, 1)]), steps([(1, -1), (-1, -1)])];
const KHON: [[Bitboard; 64]; 2] =
    [steps([(1, 1), (-1, 1), (-1, -1), (1, -1), (0, 1)]), steps([(1, 1), (-1, 1), (-1, -1), (1, -1), (0, -1)])];
// The two squares of the ouk king's leap: one rank forward, two files aside. [colour][square]
const LEAP: [[Bitboard; 64]; 2] = [steps([(2, 1), (-2, 1)]), steps([(2, -1), (-2, -1)])];

/// Rays of a slider at `at` (0 to 7) on a line of eight whose inner six squares are occupied as in `inner`.
const fn line_rays(at: usize, inner: usize) -> u8 {
    let occupied = inner << 1;
    let mut rays = 0;
    let mut to = at + 1;
    while to < 8 {
        rays |= 1 << to;
        if occupied >> to & 1 != 0 {
            break;
        }
        to += 1;
    }
    to = at;
    while to > 0 {
        to -= 1;
        rays |= 1 << to;
        if occupied >> to & 1 != 0 {
            break;
        }
    }
    rays
}

// [file of the rook][inner six squares of the rank] -> squares on rank 1
const RANK_RAYS: [[u8; 64]; 8] = {
    let mut table = [[0; 64]; 8];
    let mut i = 0;
    while i < 512 {
        table[i / 64][i % 64] = line_rays(i / 64, i % 64);
        i += 1;
    }
    table
};

// [rank of the rook][inner six squares of the file, rank 7 lowest] -> squares on file a
const FILE_RAYS: [[u64; 64]; 8] = {
    let mut table = [[0; 64]; 8];
    let mut i = 0;
    while i < 512 {
        let rays = line_rays(7 - i / 64, i % 64);
        let mut rank = 0;
        while rank < 8 {
            if rays >> (7 - rank) & 1 != 0 {
                table[i / 64][i % 64] |= 1 << (rank * 8);
            }
            rank += 1;
        }
        i += 1;
    }
    table
};

/// Turns the a file into six bits at the top: the square of rank 7 lowest.
const FILE_TO_INDEX: u64 = 0x0080_4020_1008_0400;

/// What a rook on `from` attacks among men on `occupied`: each ray up to and with the first man.
#[inline]
pub fn rook(from: Square, occupied: Bitboard) -> Bitboard {
    #[cfg(target_feature = "bmi2")]
    return pext::rook(from, occupied);
    #[cfg(not(target_feature = "bmi2"))]
    return rook_by_lines(from, occupied);
}

/// [`rook`] by two small tables: for processors without PEXT, and for tables made at compile time.
#[inline]
pub const fn rook_by_lines(from: Square, occupied: Bitboard) -> Bitboard {
    let (file, rank) = (from.file(), from.rank());
    let on_rank = (occupied.0 >> (rank * 8 + 1) & 63) as usize;
    let on_file = ((occupied.0 >> file & Bitboard::FILE_A.0).wrapping_mul(FILE_TO_INDEX) >> 58) as usize;
    Bitboard((RANK_RAYS[file][on_rank] as u64) << (rank * 8) | FILE_RAYS[rank][on_file] << file)
}

/// The rank and the file of `square`, without it.
#[inline]
pub const fn cross(square: Square) -> Bitboard {
    Bitboard(Bitboard::file(square.file()).0 ^ Bitboard::rank(square.rank()).0)
}

static BETWEEN: [[Bitboard; 64]; 64] = {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut targets = cross(Square::new(from)).0;
        while targets != 0 {
            let to = targets.trailing_zeros() as usize;
            targets &= targets - 1;
            let (a, b) = (Square::new(from), Square::new(to));
            table[from][to] = Bitboard(rook_by_lines(a, Bitboard::of(b)).0 & rook_by_lines(b, Bitboard::of(a)).0);
        }
        from += 1;
    }
    table
};

/// The squares strictly between two squares of one rank or file; none if they share neither.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// A king's steps.
#[inline]
pub fn king(from: Square) -> Bitboard {
    static TABLE: [Bitboard; 64] = KING;
    TABLE[from.index()]
}

/// A met's steps.
#[inline]
pub fn met(from: Square) -> Bitboard {
    static TABLE: [Bitboard; 64] = MET;
    TABLE[from.index()]
}

/// A knight's leaps.
#[inline]
pub fn knight(from: Square) -> Bitboard {
    static TABLE: [Bitboard; 64] = KNIGHT;
    TABLE[from.index()]
}

/// A khon's steps.
#[inline]
pub fn khon(color: Color, from: Square) -> Bitboard {
    static TABLE: [[Bitboard; 64]; 2] = KHON;
    TABLE[color.index()][from.index()]
}

/// The squares a pawn captures on.
#[inline]
pub fn pawn(color: Color, from: Square) -> Bitboard {
    static TABLE: [[Bitboard; 64]; 2] = PAWN;
    TABLE[color.index()][from.index()]
}

/// The two squares of the ouk king's leap, wherever the king stands.
#[inline]
pub fn leap(color: Color, from: Square) -> Bitboard {
    static TABLE: [[Bitboard; 64]; 2] = LEAP;
    TABLE[color.index()][from.index()]
}

/// What a man attacks from `from` among men on `occupied`. Leaps do not attack and are not among it.
#[inline]
pub fn of(color: Color, role: Role, from: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => pawn(color, from),
        Role::Met => met(from),
        Role::Khon => khon(color, from),
        Role::Knight => knight(from),
        Role::Rook => rook(from, occupied),
        Role::Wok => rook(from, occupied) | knight(from) | met(from),
        Role::King => king(from),
    }
}

/// All squares that a set of men attacks, worked out by shifts of the whole set.
pub mod sets {
    use super::Bitboard;

    /// One step diagonally.
    #[inline]
    pub const fn met(men: Bitboard) -> Bitboard {
        let sideways = men.left().0 | men.right().0;
        Bitboard(sideways << 8 | sideways >> 8)
    }

    /// The captures of pawns that go up (`W`) or down.
    #[inline]
    pub const fn pawn<const W: bool>(men: Bitboard) -> Bitboard {
        Bitboard(men.left().0 | men.right().0).forward::<W>()
    }

    /// A knight's leaps.
    #[inline]
    pub const fn knight(men: Bitboard) -> Bitboard {
        let (left, right) = (men.left(), men.right());
        let near = left.0 | right.0;
        let far = left.left().0 | right.right().0;
        Bitboard(near << 16 | near >> 16 | far << 8 | far >> 8)
    }

    /// One step in any direction.
    #[inline]
    pub const fn king(men: Bitboard) -> Bitboard {
        let row = men.left().0 | men.0 | men.right().0;
        Bitboard((row << 8 | row | row >> 8) & !men.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn walked_rook(from: Square, occupied: Bitboard) -> Bitboard {
        let mut rays = Bitboard::EMPTY;
        for (files, ranks) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let mut at = from;
            while let Some(next) = at.step(files, ranks) {
                rays |= next.into();
                if occupied.has(next) {
                    break;
                }
                at = next;
            }
        }
        rays
    }

    proptest! {
        #[test]
        fn rook_rays_equal_walked_rays(occupied: u64, sparse: u64) {
            for from in Square::all() {
                for occupied in [occupied, occupied & sparse, 0, !0] {
                    let walked = walked_rook(from, Bitboard(occupied));
                    prop_assert_eq!(rook(from, Bitboard(occupied)), walked);
                    prop_assert_eq!(rook_by_lines(from, Bitboard(occupied)), walked);
                }
            }
        }

        #[test]
        fn sets_equal_the_sum_of_their_squares(men: u64) {
            let men = Bitboard(men);
            let sum = |steps: &dyn Fn(Square) -> Bitboard| men.into_iter().fold(Bitboard::EMPTY, |set, s| set | steps(s));
            prop_assert_eq!(sets::met(men), sum(&met));
            prop_assert_eq!(sets::knight(men), sum(&knight));
            prop_assert_eq!(sets::king(men), sum(&king) - men);
            prop_assert_eq!(sets::pawn::<true>(men), sum(&|s| pawn(Color::White, s)));
            prop_assert_eq!(sets::pawn::<false>(men), sum(&|s| pawn(Color::Black, s)));
        }
    }

    #[test]
    fn between_is_open_at_both_ends() {
        let (a1, a4, b2) = (Square::at(0, 0), Square::at(0, 3), Square::at(1, 1));
        assert_eq!(between(a1, a4), Bitboard::of(Square::at(0, 1)) | Square::at(0, 2).into());
        assert_eq!(between(a1, b2), Bitboard::EMPTY);
    }
}
