//! Scores of pawn structures, remembered: few moves change them.

use crate::eval::hand::Pair;
use crate::eval::hand::Sum;
use crate::eval::hand::features;
use crate::eval::hand::terms;
use crate::rules::Position;
use crate::types::Bitboard;
use crate::types::Color;
use crate::types::Role;

/// Structures that are remembered: a power of two.
const SIZE: usize = 1024;

/// A pawn structure and its score, white's less black's.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    white: Bitboard,
    black: Bitboard,
    score: Pair,
}

/// The pawn structures met last, of games of one kin.
#[derive(Clone, Debug)]
pub struct PawnTable {
    // [hash]; the empty structure that fills it has the right score, none
    entries: Vec<Entry>,
}

impl Default for PawnTable {
    fn default() -> PawnTable {
        PawnTable { entries: vec![Entry::default(); SIZE] }
    }
}

impl PawnTable {
    /// What the pawns of `position` are worth, white's less black's.
    #[inline]
    pub(super) fn score(&mut self, position: &Position, weights: &[Pair; terms::COUNT]) -> Pair {
        let (white, black) = (position.of(Color::White, Role::Pawn), position.of(Color::Black, Role::Pawn));
        let mixed = white.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ black.0.wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        let entry = &mut self.entries[(mixed >> 54) as usize];
        if (entry.white, entry.black) != (white, black) {
            let mut sum = Sum { weights, sums: [Pair::default(); 2] };
            features::pawns::<true, _>(white, black, &mut sum);
            features::pawns::<false, _>(black, white, &mut sum);
            *entry = Entry { white, black, score: sum.sums[0] - sum.sums[1] };
        }
        entry.score
    }
}

const _: () = assert!(SIZE == 1 << (64 - 54));
