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

static RAYS: [Bitboard; SETS] = {
    let mut table = [Bitboard::EMPTY; SETS];
    let mut from = 0;
    while from < 64 {
        let Lines { mask, offset } = LINES[from];
        // The subsets of the mask in ascending order are the order of their extracted bits.
        let mut occupied = 0u64;
        let mut i = offset as usize;
        loop {
            table[i] = rook_by_lines(Square::new(from), Bitboard(occupied));
            occupied = occupied.wrapping_sub(mask) & mask;
            i += 1;
            if occupied == 0 {
                break;
            }
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
