//! Rook rays by parallel bit extraction: the occupied inner squares of the two lines are the index.

use crate::rules::attacks::rook_by_lines;
use crate::types::Bitboard;
use crate::types::Square;

/// The inner squares of a rook's rank and file, and where its rays begin in [`RAYS`].
#[derive(Clone, Copy)]
struct Lines {
    mask: u64,
    offset: u32,
}

/// How many sets of rays there are for all squares together.
const SETS: usize = 102_400;

const LINES: [Lines; 64] = {
    let mut table = [Lines { mask: 0, offset: 0 }; 64];
    let mut offset = 0;
    let mut from = 0;
    while from < 64 {
        let (file, rank) = (from % 8, from / 8);
        let mask = (0x7e << (rank * 8) | 0x0001_0101_0101_0100 << file) & !(1 << from);
        table[from] = Lines { mask, offset };
        offset += 1 << mask.count_ones();
        from += 1;
    }
    assert!(offset as usize == SETS);
    table
};

/// Spreads the lowest bits of `bits` over the squares of `mask`.
const fn spread(mut bits: u64, mut mask: u64) -> u64 {
    let mut squares = 0;
    while bits != 0 {
        if bits & 1 != 0 {
            squares |= mask & mask.wrapping_neg();
        }
        bits >>= 1;
        mask &= mask - 1;
    }
    squares
}

// The index of a set of rays is, from its lowest bit, the men on the file below, on the rank, and on the file above: so each
// line's rays are found once and laid out in that order. (Asking for each entry apart costs the compiler seconds.)
static RAYS: [Bitboard; SETS] = {
    let mut table = [Bitboard::EMPTY; SETS];
    let mut i = 0;
    let mut from = 0;
    while from < 64 {
        let square = Square::new(from);
        let (file, rank) = (Bitboard::file(square.file()).0, Bitboard::rank(square.rank()).0);
        let (on_file, on_rank) = (LINES[from].mask & file, LINES[from].mask & rank);
        let lower = (on_file & ((1 << from) - 1)).count_ones();
        let mut above = 0;
        while above < 1u64 << (on_file.count_ones() - lower) {
            let mut columns = [0; 64];
            let mut below = 0;
            while below < 1 << lower {
                let men = Bitboard(spread(above << lower | below, on_file));
                columns[below as usize] = rook_by_lines(square, men).0 & file;
                below += 1;
            }
            let mut beside = 0;
            while beside < 1u64 << on_rank.count_ones() {
                let row = rook_by_lines(square, Bitboard(spread(beside, on_rank))).0 & rank;
                let mut below = 0;
                while below < 1usize << lower {
                    table[i] = Bitboard(row | columns[below]);
                    i += 1;
                    below += 1;
                }
                beside += 1;
            }
            above += 1;
        }
        from += 1;
    }
    table
};

/// What a rook on `from` attacks among men on `occupied`.
#[inline]
#[allow(unsafe_code)]
pub fn rook(from: Square, occupied: Bitboard) -> Bitboard {
    static TABLE: [Lines; 64] = LINES;
    let Lines { mask, offset } = TABLE[from.index()];
    // SAFETY: this file is compiled only where the target has BMI2.
    let index = unsafe { core::arch::x86_64::_pext_u64(occupied.0, mask) };
    RAYS[offset as usize + index as usize]
}
