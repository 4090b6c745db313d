//! Static exchange evaluation: what a move wins or loses when both sides go on capturing on its square.

use crate::rules::Position;
use crate::rules::attacks;
use crate::types::Bitboard;
use crate::types::Man;
use crate::types::Move;
use crate::types::Role;

/// What men are worth in an exchange, in centipawns. [role]
pub(super) const WORTH: [i32; Role::COUNT] = [100, 190, 290, 390, 640, 1150, 20_000];

/// Men in the order in which they capture.
const CHEAPEST_FIRST: [Role; Role::COUNT] =
    [Role::Pawn, Role::Met, Role::Khon, Role::Knight, Role::Rook, Role::Wok, Role::King];

pub(super) fn worth(man: Option<Man>) -> i32 {
    man.map_or(0, |man| WORTH[man.role().index()])
}

/// What a move wins at once: the man captured, and what a pawn gains by turning.
pub(super) fn gain(position: &Position, mv: Move) -> i32 {
    let turned = mv.promotion().map_or(0, |role| WORTH[role.index()] - WORTH[Role::Pawn.index()]);
    worth(position.at(mv.to())) + turned
}

/// Whether the exchange that the move begins gains at least `threshold`. Pins and promotions of recapturing pawns are not
/// seen.
pub(super) fn exchange_gains(position: &Position, mv: Move, threshold: i32) -> bool {
    let (from, to) = (mv.from(), mv.to());
    let mut balance = gain(position, mv) - threshold;
    if balance < 0 {
        return false;
    }
    let mover = mv.promotion().map_or_else(|| worth(position.at(from)), |role| WORTH[role.index()]);
    balance -= mover;
    if balance >= 0 {
        return true;
    }
    let sliders = position.role(Role::Rook) | position.role(Role::Wok);
    let mut occupied = (position.occupied() - from.into()) | to.into();
    let mut attackers = position.attackers(to, occupied) & occupied;
    let us = position.turn();
    let mut side = !us;
    loop {
        let ours = attackers & position.colored(side) & occupied;
        if ours.is_empty() {
            break;
        }
        let Some(role) = CHEAPEST_FIRST.into_iter().find(|&role| (ours & position.role(role)).any()) else { break };
        // The king may not capture what is still defended.
        if role == Role::King && (attackers & position.colored(!side) & occupied).any() {
            break;
        }
        if let Some(square) = (ours & position.role(role)).first() {
            occupied -= Bitboard::of(square);
        }
        // Another rook may have stood behind.
        attackers = (attackers | (attacks::rook(to, occupied) & sliders)) & occupied;
        side = !side;
        balance = -balance - 1 - WORTH[role.index()];
        if balance >= 0 {
            break;
        }
    }
    side != us
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;
    use crate::rules::Which;
    use crate::rules::variant;
    use crate::types::Color;
    use crate::types::MoveList;
    use crate::types::Square;

    /// The best that `side` gets by capturing on `to`, where a man worth `prize` stands: every order of captures by the
    /// cheapest man, by plain recursion on a board of options.
    fn brute(position: &Position, to: Square, occupied: Bitboard, side: Color, prize: i32) -> i32 {
        let attackers = Square::all()
            .filter(|&square| occupied.has(square) && square != to)
            .filter_map(|square| position.at(square).map(|man| (square, man)))
            .filter(|&(square, man)| attacks::of(man.color(), man.role(), square, occupied).has(to));
        let attackers: Vec<_> = attackers.collect();
        let defended = attackers.iter().any(|(_, man)| man.color() != side);
        let cheapest = attackers
            .iter()
            .filter(|(_, man)| man.color() == side && (man.role() != Role::King || !defended))
            .min_by_key(|(square, man)| (WORTH[man.role().index()], square.index()));
        let Some(&(square, man)) = cheapest else { return 0 };
        let after = occupied - square.into();
        (prize - brute(position, to, after, !side, WORTH[man.role().index()])).max(0)
    }

    #[test]
    fn exchanges_are_as_by_brute_force() {
        let mut seed = 7u64;
        let mut random = |n: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % n
        };
        let mut losing = 0;
        // A met whose double step captures is no attacker that the brute force knows.
        let steps_only = |variant: &&&Variant| variant.leaps.is_none_or(|leaps| !leaps.met_captures);
        for variant in variant::ALL.iter().filter(steps_only) {
            for _ in 0..60 {
                let mut position = Position::start(variant);
                for _ in 0..120 {
                    let mut list = MoveList::new();
                    position.moves(Which::All, &mut list);
                    if list.is_empty() {
                        break;
                    }
                    for &mv in &list {
                        let occupied = (position.occupied() - mv.from().into()) | mv.to().into();
                        let mover = mv.promotion().or(position.at(mv.from()).map(Man::role)).unwrap();
                        let prize = WORTH[mover.index()];
                        let value = gain(&position, mv) - brute(&position, mv.to(), occupied, !position.turn(), prize);
                        for threshold in [value - 1, value, value + 1, 0, -150, 100] {
                            assert_eq!(exchange_gains(&position, mv, threshold), value >= threshold, "{mv:?}");
                        }
                        losing += (value < 0) as usize;
                    }
                    position = position.play(list[random(list.len())]);
                }
            }
        }
        assert!(losing > 1000);
    }
}
