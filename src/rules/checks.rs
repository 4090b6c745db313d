//! Whether the side to move can attack the enemy king now, and by which moves: by sets, without making a move.

use crate::rules::attacks;
use crate::rules::men::Men;
use crate::rules::movegen::Game;
use crate::rules::movegen::Which;
use crate::rules::movegen::dispatch;
use crate::rules::position::Position;
use crate::types::Bitboard;
use crate::types::Color;
use crate::types::Move;
use crate::types::MoveList;
use crate::types::Role;
use crate::types::Square;

impl Position {
    /// Whether a legal move attacks the enemy king: in games of the first check, whether the side to move wins at once.
    pub fn can_check(&self) -> bool {
        if self.unusual_checks() {
            let mut list = MoveList::new();
            self.checking_moves(&mut list);
            return !list.is_empty();
        }
        dispatch!(self, self.men => finds_check())
    }

    /// Adds the legal moves that attack the enemy king.
    pub fn checking_moves(&self, list: &mut MoveList) {
        if self.unusual_checks() {
            let mut all = MoveList::new();
            self.moves(Which::All, &mut all);
            list.extend(all.into_iter().filter(|&mv| self.gives_check(mv)));
            return;
        }
        dispatch!(self, self.men => list_checks(list));
    }

    /// Whether a met's double step may attack, or pawns have a choice: too rare to be worth sets.
    #[inline]
    fn unusual_checks(&self) -> bool {
        let variant = self.variant();
        variant.promotion.roles.len() > 1 || variant.leaps.is_some_and(|leaps| leaps.met_captures)
    }
}

impl Men {
    fn finds_check<const W: bool, G: Game>(&self) -> bool {
        let mut found = false;
        self.survey_checks::<W, G>(|_, _, targets| found |= targets.any());
        found
    }

    fn list_checks<const W: bool, G: Game>(&self, list: &mut MoveList) {
        let zone = G::promotion(self.variant).zone(if W { Color::White } else { Color::Black });
        let turned = G::promotion(self.variant).roles[0];
        self.survey_checks::<W, G>(|role, from, targets| {
            for to in targets {
                let promotion = (role == Role::Pawn && zone.has(to)).then_some(turned);
                list.push(Move::new(from, to, promotion));
            }
        });
    }

    /// Calls `visit` with the role, the square and the checking targets of every man that can move.
    #[inline(always)]
    fn survey_checks<const W: bool, G: Game>(&self, mut visit: impl FnMut(Role, Square, Bitboard)) {
        let (us, them) = if W { (Color::White, Color::Black) } else { (Color::Black, Color::White) };
        let king = self.king(them);
        let occupied = self.occupied();
        let lines = attacks::rook(king, occupied);
        // Men whose leaving their line opens it for a rook behind them.
        let mut openers = Bitboard::EMPTY;
        let sliders = self.role(Role::Rook) | self.role(Role::Wok);
        for slider in sliders & self.colored(us) & attacks::cross(king) {
            let men = attacks::between(king, slider) & occupied;
            if men.any() && !men.many() {
                openers |= men & self.colored(us);
            }
        }
        let promotion = G::promotion(self.variant);
        let turned = promotion.roles[0];
        let zone = promotion.zone(us);
        let scene = self.scene::<W, G>();
        self.survey::<W, G>(&scene, |role, from, targets| {
            // Squares from which a man attacks the king: those it would attack from the king's, seen by the other side.
            let mut checks = match role {
                Role::Rook => lines,
                Role::King => Bitboard::EMPTY,
                Role::Pawn => {
                    let turning = match turned {
                        Role::Rook | Role::Wok => attacks::of(them, turned, king, occupied - from.into()),
                        _ => attacks::of(them, turned, king, occupied),
                    };
                    (attacks::pawn(them, king) - zone) | (turning & zone)
                }
                _ => attacks::of(them, role, king, occupied),
            };
            if openers.has(from) {
                let line =
                    if from.file() == king.file() { Bitboard::file(king.file()) } else { Bitboard::rank(king.rank()) };
                checks |= !line;
            }
            visit(role, from, targets & checks);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::variant;

    #[test]
    fn checking_moves_are_those_that_give_check() {
        let mut seed = 1u64;
        let mut random = |n: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % n
        };
        let mut checks = 0;
        for variant in variant::ALL {
            for _ in 0..60 {
                let mut position = Position::start(variant);
                for _ in 0..150 {
                    let mut list = MoveList::new();
                    position.moves(Which::All, &mut list);
                    if list.is_empty() {
                        break;
                    }
                    let mut expected: Vec<_> = list.iter().copied().filter(|&mv| position.gives_check(mv)).collect();
                    let mut found = MoveList::new();
                    position.checking_moves(&mut found);
                    let mut found = found.to_vec();
                    expected.sort_by_key(|mv| mv.bits());
                    found.sort_by_key(|mv| mv.bits());
                    assert_eq!(found, expected, "{}", variant.name);
                    assert_eq!(position.can_check(), !expected.is_empty());
                    checks += expected.len();
                    for &mv in &expected {
                        assert!(position.play(mv).in_check());
                    }
                    position = position.play(list[random(list.len())]);
                }
            }
        }
        assert!(checks > 1000);
    }
}
