//! Where self-play games begin: a few random moves from the start, or a random ending.

use crate::rules::Count;
use crate::rules::Line;
use crate::rules::Position;
use crate::rules::Setup;
use crate::rules::Variant;
use crate::rules::Which;
use crate::training::random::Random;
use crate::types::Color;
use crate::types::Man;
use crate::types::Move;
use crate::types::MoveList;
use crate::types::Role;
use crate::types::Square;

/// Random moves at the start of a game: at least, and how many more at most.
const RANDOM_PLIES: (usize, usize) = (6, 5);
/// Most men of a random ending besides the kings: of the stronger side, of the weaker.
const ENDING_MEN: (usize, usize) = (5, 3);

/// The game's start and a few random moves.
pub fn random_opening(variant: &'static Variant, random: &mut Random) -> (Line, Vec<Move>) {
    loop {
        let (mut line, mut moves) = (Line::new(Position::start(variant)), Vec::new());
        for _ in 0..RANDOM_PLIES.0 + random.below(RANDOM_PLIES.1) {
            let mut list = MoveList::new();
            line.now().moves(Which::All, &mut list);
            if list.is_empty() {
                break;
            }
            let mv = random.pick(&list);
            line.push(mv);
            moves.push(mv);
        }
        if line.ended().is_none() {
            return (line, moves);
        }
    }
}

/// A random ending of few men, often with a count that has been running for some time.
pub fn random_ending(variant: &'static Variant, random: &mut Random) -> Line {
    loop {
        let mut setup = Setup::empty();
        let strong = random.pick(&Color::ALL);
        let pawns = random.below(2) == 0;
        let men = [1 + random.below(ENDING_MEN.0), random.below(ENDING_MEN.1 + 1)];
        for (side, count) in [(strong, men[0]), (!strong, men[1])] {
            place(&mut setup, variant, random, side, Role::King);
            for _ in 0..count {
                let role = random_role(variant, random, pawns);
                place(&mut setup, variant, random, side, role);
            }
        }
        setup.turn = random.pick(&Color::ALL);
        setup.count = running(variant, &setup, !strong, random);
        let alive = Position::new(variant, &setup).ok().filter(|position| position.ended().is_none());
        if let Some(position) = alive {
            return Line::new(position);
        }
    }
}

/// Half of the time a count of `weak` under way, where it may count.
fn running(variant: &'static Variant, setup: &Setup, weak: Color, random: &mut Random) -> Option<Count> {
    let position = Position::new(variant, setup).ok()?;
    let limit = 2 * variant.counting.limit(&position, weak);
    if limit == 0 || random.below(2) == 0 {
        return None;
    }
    let ply = random.below(usize::from(limit)) as u16 & !1;
    Count::new(limit, ply + u16::from(setup.turn != weak))
}

/// A man that the game has; lone mets are many at the end of real games, for pawns become them.
fn random_role(variant: &'static Variant, random: &mut Random, pawns: bool) -> Role {
    use Role::{Khon, Knight, Met, Pawn, Rook, Wok};
    loop {
        let role = random.pick(&[Pawn, Pawn, Met, Met, Khon, Khon, Knight, Knight, Rook, Rook, Wok]);
        if variant.letters[role.index()].is_some() && (pawns || role != Pawn) {
            return role;
        }
    }
}

/// Puts a man on a random empty square where it can have come to stand.
fn place(setup: &mut Setup, variant: &Variant, random: &mut Random, side: Color, role: Role) {
    // The first rank that turns pawns, from white's side.
    let turning = variant.promotion.zone(Color::White).first().map_or(7, Square::rank).max(3);
    loop {
        let rank = if role == Role::Pawn { 2 + random.below(turning - 2) } else { random.below(8) };
        let square = Square::at(random.below(8), rank);
        let square = if side.is_white() { square } else { square.flip() };
        let spot = &mut setup.board[square.index()];
        if spot.is_none() {
            *spot = Some(Man::new(side, role));
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::variant;

    #[test]
    fn starts_are_alive_differ_and_some_count() {
        let mut random = Random::new(1);
        for variant in variant::ALL {
            let mut keys = std::collections::BTreeSet::new();
            let mut counted = 0;
            for _ in 0..200 {
                for line in [random_opening(variant, &mut random).0, random_ending(variant, &mut random)] {
                    assert_eq!(line.ended(), None);
                    keys.insert(line.now().key());
                    counted += usize::from(line.now().count().is_some());
                }
            }
            assert!(keys.len() > 380, "{}: {}", variant.name, keys.len());
            let counts = variant.counting.board > 0 || !variant.counting.bare.is_empty();
            assert_eq!(counted > 5, counts, "{}: {counted}", variant.name);
        }
    }
}
