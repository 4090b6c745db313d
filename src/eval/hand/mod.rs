//! The hand-written evaluation: a sum of terms, each a count on the board times a weight for the opening and one for the
//! ending, mixed by the men left. Weights are chosen by the game's kin.

mod features;
mod pawns;
pub mod terms;
mod weights;

use crate::rules::Position;
use crate::types::Color;
use crate::types::Role;
use crate::types::Score;

pub use features::Race;
pub use features::Tally;
pub use features::race;
pub use features::tally;
pub use pawns::PawnTable;
pub use weights::Pair;
pub use weights::of;

/// What each man adds to the phase. [role]
const PHASE: [usize; Role::COUNT] = [0, 1, 2, 2, 4, 8, 0];
/// The phase of a full board.
pub const FULL_PHASE: i32 = 34;

/// How much of the opening is left: [`FULL_PHASE`] with all men, 0 with kings and pawns.
pub fn phase(position: &Position) -> i32 {
    let sum: usize = Role::ALL.iter().map(|&role| PHASE[role.index()] * position.role(role).len()).sum();
    (sum as i32).min(FULL_PHASE)
}

struct Sum<'a> {
    weights: &'a [Pair; terms::COUNT],
    // [colour]
    sums: [Pair; 2],
}

impl Tally for Sum<'_> {
    #[inline(always)]
    fn add(&mut self, color: Color, term: usize, count: i32) {
        self.sums[color.index()] += self.weights[term] * count;
    }
}

/// The score of a position from the side to move's view, draws by counting left out of account, and the race for the first
/// check. `pawns` must be of the same kin's games.
pub fn evaluate(position: &Position, pawns: &mut PawnTable) -> (Score, Race) {
    let weights = of(position.variant().kin);
    let mut sum = Sum { weights, sums: [pawns.score(position, weights), Pair::default()] };
    let race = features::tally_others(position, &mut sum);
    let us = position.turn();
    let pair = sum.sums[us.index()] - sum.sums[(!us).index()];
    (Score(pair.mix(phase(position))), race)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::tests_support::Numbers;
    use crate::notation::fen;
    use crate::rules::Variant;
    use crate::rules::Which;
    use crate::rules::attacks;
    use crate::rules::variant;
    use crate::types::MoveList;
    use crate::types::Square;

    #[test]
    fn remembered_pawns_change_no_score() {
        let mut numbers = Numbers(12);
        for variant in variant::ALL {
            let mut pawns = PawnTable::default();
            for _ in 0..20 {
                let mut position = Position::start(variant);
                for _ in 0..150 {
                    let mut plain = Sum { weights: of(variant.kin), sums: [Pair::default(); 2] };
                    tally(&position, &mut plain);
                    let us = position.turn();
                    let due = (plain.sums[us.index()] - plain.sums[(!us).index()]).mix(phase(&position));
                    assert_eq!(evaluate(&position, &mut pawns), (Score(due), race(&position)));
                    let mut list = MoveList::new();
                    position.moves(Which::All, &mut list);
                    let Some(&mv) = list.get(numbers.bits() as usize % list.len().max(1)) else { break };
                    position = position.play(mv);
                }
            }
        }
    }

    #[test]
    fn the_race_counts_the_roles_and_squares_that_give_check_now_or_next() {
        let variant = Variant::named("karouk").unwrap();
        let mut numbers = Numbers(31);
        let mut met = [0; 2];
        for _ in 0..40 {
            let mut position = Position::start(variant);
            for _ in 0..60 {
                let race = race(&position);
                for color in Color::ALL {
                    let due = plain_race(&position, color);
                    assert_eq!([race.checks, race.approaches].map(|counts| usize::from(counts[color.index()])), due);
                    met.iter_mut().zip(due).for_each(|(sum, due)| *sum += due);
                }
                let mut list = MoveList::new();
                position.moves(Which::All, &mut list);
                let Some(&mv) = list.get(numbers.bits() as usize % list.len().max(1)) else { break };
                position = position.play(mv);
            }
        }
        assert!(met.iter().all(|&sum| sum > 100), "{met:?}");
    }

    /// Checks at once and safe steps towards one, by a walk over all men and squares.
    fn plain_race(position: &Position, color: Color) -> [usize; 2] {
        let (occupied, ours, king) = (position.occupied(), position.colored(color), position.king(!color));
        let reach = |color: Color, role: Role, from: Square| attacks::of(color, role, from, occupied);
        let attacked = |square: Square| {
            let men = position.colored(!color).into_iter().filter_map(|from| Some((position.at(from)?.role(), from)));
            men.into_iter().any(|(role, from)| reach(!color, role, from).has(square))
        };
        let mut counts = [0; 2];
        for role in [Role::Met, Role::Khon, Role::Knight, Role::Rook] {
            let to = |to: &Square| {
                !ours.has(*to) && position.of(color, role).into_iter().any(|from| reach(color, role, from).has(*to))
            };
            for square in Square::all().filter(to) {
                counts[0] += usize::from(reach(color, role, square).has(king));
                let next = |next: Square| !ours.has(next) && reach(color, role, next).has(king);
                let soon = role != Role::Rook && reach(color, role, square).into_iter().any(next);
                counts[1] += usize::from(soon && !attacked(square));
            }
        }
        counts
    }

    #[test]
    fn a_lone_king_is_driven_to_the_edge_and_approached() {
        for name in ["makruk", "cambodian"] {
            let variant = Variant::named(name).unwrap();
            let score = |board: &str| {
                let position = fen::position(&format!("{board} w - - 0 1"), variant).unwrap();
                evaluate(&position, &mut PawnTable::default()).0.0
            };
            let driven = ["8/8/8/3k4/8/8/1R6/3K4", "8/3k4/8/8/8/8/1R6/3K4", "3k4/8/8/8/8/8/1R6/3K4"].map(score);
            assert!(driven.is_sorted_by(|a, b| a < b), "{name}: {driven:?}");
            let near = ["3k4/8/8/8/8/8/1R6/3K4", "3k4/8/8/8/3K4/8/1R6/8", "3k4/8/3K4/8/8/8/1R6/8"].map(score);
            assert!(near.is_sorted_by(|a, b| a < b), "{name}: {near:?}");
        }
    }
}
