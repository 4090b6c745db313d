//! What captures and promotions do to a running count, as the rules themselves answer.

use crate::rules::Count;
use crate::rules::Position;
use crate::rules::Setup;
use crate::rules::Variant;
use crate::rules::variant;
use crate::rules::variant::Goal;
use crate::rules::variant::Material;
use crate::rules::variant::MoveRule;
use crate::rules::variant::Stalemate;
use crate::tables::frame::Frame;
use crate::tables::frame::Places;
use crate::tables::material::Ending;
use crate::tables::material::Set;
use crate::types::Color;
use crate::types::Man;
use crate::types::Role;
use crate::types::Square;

/// What a capture or promotion does to the count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The count, if any, runs on.
    RunsOn,
    /// A count begins afresh in which a win may take so many plies from there.
    Restarts { plies: u16 },
}

/// The plies that a win may take when `count` runs: mate, and a move into an ending with a count of its own, may still come
/// with the move that passes the limit. 0 once it is passed: then only a mate that stands on the board counts.
pub const fn room(count: Count) -> u16 {
    (count.limit.get() + 1).saturating_sub(count.ply)
}

/// Whether tables can be made of a set in this game.
pub fn serves(variant: &Variant, set: Set) -> bool {
    let pawns = set.first.has(Role::Pawn) || set.second.has(Role::Pawn);
    let quiet = match variant.move_rule {
        MoveRule::Never => true,
        MoveRule::WhilePawns(_) => !pawns,
        MoveRule::Plies(_) => false,
    };
    serves_any(variant) && quiet
}

/// Whether tables can be made for this game at all: it is won by mate alone, its men are those of makruk, too little material
/// is no draw where mate can be forced, and moves without progress are not counted while pieces alone are left.
pub fn serves_any(variant: &Variant) -> bool {
    let has = |role: Role| variant.letters[role.index()].is_some();
    let men = [Role::Pawn, Role::Met, Role::Khon, Role::Knight, Role::Rook].into_iter().all(has) && !has(Role::Wok);
    let promotion = variant.promotion == variant::MAKRUK.promotion && variant.stalemate == Stalemate::Draw;
    let clock = matches!(variant.move_rule, MoveRule::Never | MoveRule::WhilePawns(_));
    let material = matches!(variant.material, Material::Family { .. } | Material::BareKings | Material::Never);
    let draws = clock && material && !variant.counting.at_limit;
    men && promotion && draws && variant.goal == Goal::Mate && !variant.king_stays
}

/// Asks the counting rule what a move into `ending` does to a count that runs. `by_attackers` tells who made the move, in
/// which a man of role `captured` was taken and, if `promoted`, a pawn turned.
pub fn effect(
    variant: &'static Variant,
    ending: Ending,
    by_attackers: bool,
    captured: Option<Role>,
    promoted: bool,
) -> Effect {
    const RUNNING: u16 = 1_000;
    const PLY: u16 = 100;
    let next = if by_attackers { Color::Black } else { Color::White };
    let before = Count::new(RUNNING, PLY);
    let after = sample(variant, ending, next)
        .and_then(|position| variant.counting.after(&position, before, captured, promoted));
    match after {
        Some(count) if count.ply != PLY + 1 || count.limit.get() != RUNNING => Effect::Restarts { plies: room(count) },
        _ => Effect::RunsOn,
    }
}

/// How many plies a win may take in an ending if no count runs yet, but the rule starts one as soon as it can: `None` if
/// there is no end to them.
pub fn room_at_start(variant: &'static Variant, ending: Ending, attackers_to_move: bool) -> Option<u16> {
    let started = |turn| {
        let position = sample(variant, ending, turn)?;
        variant.counting.after(&position, None, None, false)
    };
    let (turn, next) = if attackers_to_move { (Color::White, Color::Black) } else { (Color::Black, Color::White) };
    // Either the move that led here has started it, or the next one does.
    started(turn).map(room).or_else(|| Some(room(started(next)?) + 1))
}

/// The position of an ending in which white attacks; `None` if there is none with the men on these squares.
pub fn position(
    variant: &'static Variant,
    frame: &Frame,
    turn: Color,
    (king, places, other): (Square, Places, Square),
) -> Option<Position> {
    let mut setup = Setup { turn, ..Setup::empty() };
    let kings = [(king, Color::White, Role::King), (other, Color::Black, Role::King)];
    let men = frame.men.iter().zip(places);
    let men = men.map(|(man, square)| (square, if man.attacks { Color::White } else { Color::Black }, man.role));
    for (square, color, role) in kings.into_iter().chain(men) {
        if setup.board[square.index()].replace(Man::new(color, role)).is_some() {
            return None;
        }
    }
    Position::new(variant, &setup).ok()
}

/// Some position of an ending, the attackers white.
fn sample(variant: &'static Variant, ending: Ending, turn: Color) -> Option<Position> {
    const EVERY: usize = 7;
    let frame = Frame::new(ending);
    let kings = Square::all().flat_map(|king| Square::all().map(move |other| (king, other)));
    kings.filter(|(king, other)| king.distance(*other) > 3).find_map(|(king, other)| {
        let mut placements = (0..frame.size).step_by(EVERY);
        placements.find_map(|number| position(variant, &frame, turn, (king, frame.places(number), other)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::variant;

    fn ending(name: &str) -> Ending {
        name.parse::<Set>().unwrap().endings()[0]
    }

    #[test]
    fn conversions_do_to_the_count_what_the_rules_say() {
        let restarts = |plies| Effect::Restarts { plies };
        // A capture that leaves the other side bare: 3 men, so the count begins at 6 of 32 (or 30).
        assert_eq!(effect(&variant::MAKRUK, ending("KRvK"), true, Some(Role::Met), false), restarts(27));
        assert_eq!(effect(&variant::CAMBODIAN, ending("KRvK"), true, Some(Role::Met), false), restarts(25));
        // The bare king takes a piece: on.
        assert_eq!(effect(&variant::MAKRUK, ending("KRvK"), false, Some(Role::Met), false), Effect::RunsOn);
        // It takes the last pawn: 5 of 32.
        assert_eq!(effect(&variant::MAKRUK, ending("KRvK"), false, Some(Role::Pawn), false), restarts(28));
        // The last pawn promotes against a bare king: 8 of 32; against more than that, and with a pawn left: on.
        assert_eq!(effect(&variant::MAKRUK, ending("KRMvK"), true, None, true), restarts(25));
        assert_eq!(effect(&variant::MAKRUK, ending("KRvKM"), false, None, true), Effect::RunsOn);
        assert_eq!(effect(&variant::CAMBODIAN, ending("KRvKM"), false, None, true), Effect::RunsOn);
        assert_eq!(effect(&variant::MAKRUK, ending("KMPvK"), true, None, true), Effect::RunsOn);
    }

    #[test]
    fn room_is_the_plies_left_and_one() {
        assert_eq!(room(Count::new(32, 6).unwrap()), 27);
        assert_eq!(room(Count::new(32, 32).unwrap()), 1);
        assert_eq!(room(Count::new(32, 40).unwrap()), 0);
    }

    #[test]
    fn games_won_by_mate_alone_with_the_men_of_makruk_are_served() {
        let names: Vec<&str> = variant::ALL.iter().filter(|game| serves_any(game)).map(|game| game.name).collect();
        assert_eq!(names, ["makruk", "cambodian", "makruk-honour", "ouk-honour", "ouk-ludii"]);
        assert!(!variant::HIDDEN.iter().any(|game| serves_any(game)));
    }
}
