//! Weaker play. A weak level often settles for a hasty move: one that a glance at every move makes look good. The search
//! itself, and all that it reports, stays at full strength; only the move that is answered differs.

use crate::types::Move;
use crate::types::Score;
use std::hash::BuildHasher;
use std::hash::RandomState;

/// The strength of play, from 0 (weakest) to 1 (full).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength(f64);

/// How a level plays a move in haste.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Haste {
    /// Moves in haste among all.
    share: f64,
    /// Iterations in which every move is given its score.
    pub depth: usize,
    /// Centipawns by which a worse move is e times less likely to be played.
    blur: f64,
}

/// Equal steps of strength, from the weakest to the fullest but one; between them it is interpolated. Set so that
/// neighbours differ by about as much at 1,500 nodes a move.
const STEPS: [Haste; 6] = [
    Haste { share: 1.0, depth: 1, blur: 600.0 },
    Haste { share: 0.85, depth: 1, blur: 250.0 },
    Haste { share: 0.65, depth: 1, blur: 150.0 },
    Haste { share: 0.45, depth: 2, blur: 90.0 },
    Haste { share: 0.25, depth: 2, blur: 60.0 },
    Haste { share: 0.0, depth: 3, blur: 40.0 },
];

/// Better or worse than this is not told apart in haste.
const MOST: i32 = 1500;

impl Strength {
    /// The levels that can be set, and the Elo numbers.
    pub const LEVELS: std::ops::RangeInclusive<i64> = -20..=20;
    pub const ELO: std::ops::RangeInclusive<i64> = 500..=2850;

    /// Of a level.
    pub fn of_level(level: i64) -> Strength {
        Strength::within(level, Self::LEVELS)
    }

    /// Of an Elo number.
    pub fn of_elo(elo: i64) -> Strength {
        Strength::within(elo, Self::ELO)
    }

    fn within(value: i64, range: std::ops::RangeInclusive<i64>) -> Strength {
        let (low, high) = (*range.start() as f64, *range.end() as f64);
        Strength(((value as f64 - low) / (high - low)).clamp(0.0, 1.0))
    }

    /// Whether it is no weaker than can be.
    pub(super) fn is_full(self) -> bool {
        self.0 >= 1.0
    }

    fn haste(self) -> Haste {
        let at = self.0 * (STEPS.len() - 1) as f64;
        let (below, above) = (STEPS[at as usize], STEPS[(at as usize + 1).min(STEPS.len() - 1)]);
        let part = at.fract();
        let between = |a: f64, b: f64| a + (b - a) * part;
        Haste {
            share: between(below.share, above.share),
            depth: between(below.depth as f64, above.depth as f64).round() as usize,
            blur: (below.blur.ln() * (1.0 - part) + above.blur.ln() * part).exp(),
        }
    }

    /// Whether the next move is played in haste, and how; by chance, and never at full strength.
    pub(super) fn draw(self) -> Option<Haste> {
        Some(self.haste()).filter(|haste| chance() < haste.share)
    }
}

impl Haste {
    /// One of the moves, the better the likelier; none if there are none.
    pub fn pick(&self, moves: &[(Move, Score)]) -> Option<Move> {
        // The largest of scores with Gumbel's noise is drawn with chances in proportion to exp(score / blur).
        let noisy = moves.iter().map(|&(mv, score)| {
            let noise = -(-chance().ln()).ln() * self.blur;
            (mv, f64::from(score.0.clamp(-MOST, MOST)) + noise)
        });
        noisy.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(mv, _)| mv)
    }
}

/// A random number between 0 and 1, both excluded, that differs in every run: what keeps hash tables safe is good enough here.
fn chance() -> f64 {
    ((RandomState::new().hash_one(0) >> 12) as f64 + 0.5) / (1u64 << 52) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Square;

    #[test]
    fn the_stronger_the_less_hasty() {
        let hastes: Vec<Haste> = Strength::LEVELS.map(|level| Strength::of_level(level).haste()).collect();
        for pair in hastes.windows(2) {
            assert!(pair[0].share >= pair[1].share && pair[0].blur > pair[1].blur && pair[0].depth <= pair[1].depth);
        }
        assert!((0..1000).all(|_| Strength::of_level(20).draw().is_none() && Strength::of_elo(9999).draw().is_none()));
        assert!((0..1000).all(|_| Strength::of_level(-20).draw().is_some() && Strength::of_elo(0).draw().is_some()));
        assert_eq!(Strength::of_elo(500).haste(), Strength::of_level(-20).haste());
    }

    #[test]
    fn better_moves_are_picked_more_often() {
        let to = |index| Move::new(Square::new(1), Square::new(index), None);
        let moves = [(to(2), Score(0)), (to(3), Score(-40)), (to(4), Score(-400))];
        let picked = |mv: Move, haste: Haste| (0..3000).filter(|_| haste.pick(&moves) == Some(mv)).count();
        let blurred = Haste { share: 1.0, depth: 1, blur: 40.0 };
        // Chances of 0.73, 0.27 and 0.00003.
        assert!((2000..2400).contains(&picked(moves[0].0, blurred)));
        assert!((600..1000).contains(&picked(moves[1].0, blurred)));
        assert!(picked(moves[2].0, blurred) < 10);
        assert_eq!(blurred.pick(&[]), None);
    }
}
