//! What must hold in every position that play can reach: each fast way of the rules against its slow twin.

use bayon::notation::coord;
use bayon::notation::fen;
use bayon::rules::Position;
use bayon::rules::Setup;
use bayon::rules::Variant;
use bayon::rules::Which;
use bayon::rules::variant;
use bayon::types::Color;
use bayon::types::Man;
use bayon::types::Move;
use bayon::types::MoveList;
use bayon::types::Role;
use bayon::types::Square;
use proptest::collection::vec;
use proptest::prelude::*;
use std::fmt;
use std::ops::Deref;

fn list(position: &Position, which: Which) -> MoveList {
    let mut list = MoveList::new();
    position.moves(which, &mut list);
    list
}

/// A position that a failing test shows as a FEN.
struct Shown(Position);

impl Deref for Shown {
    type Target = Position;

    fn deref(&self) -> &Position {
        &self.0
    }
}

impl fmt::Debug for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0.variant().name, fen::write(&self.0))
    }
}

/// Any listed variant, reached from its start or from a few random men by random moves.
fn positions() -> impl Strategy<Value = Shown> {
    let men = vec((0..64usize, 0..Role::COUNT, any::<bool>()), 0..12);
    (0..variant::ALL.len(), proptest::option::of(men), 0..64usize, 0..64usize, vec(any::<u16>(), 0..90)).prop_map(
        |(game, men, white, black, moves)| {
            let variant = variant::ALL[game];
            let begin = men.and_then(|men| scattered(variant, &men, white, black));
            let mut position = begin.unwrap_or_else(|| Position::start(variant));
            for choice in moves {
                let legal = list(&position, Which::All);
                if legal.is_empty() {
                    break;
                }
                position = position.play(legal[choice as usize % legal.len()]);
            }
            Shown(position)
        },
    )
}

/// Men on random squares, if that makes a possible position.
fn scattered(variant: &'static Variant, men: &[(usize, usize, bool)], white: usize, black: usize) -> Option<Position> {
    let mut setup = Setup::empty();
    for &(square, role, is_white) in men {
        let role = Role::new(role)?;
        let color = if is_white { Color::White } else { Color::Black };
        if role != Role::King && variant.letters[role.index()].is_some() {
            setup.board[square] = Some(Man::new(color, role));
        }
    }
    setup.board[white] = Some(Man::new(Color::White, Role::King));
    setup.board[black] = Some(Man::new(Color::Black, Role::King));
    setup.rights = [0xff; 2];
    Position::new(variant, &setup).ok()
}

/// The position seen from the other side: ranks, colours, side to move and all that belongs to a side change places.
fn flipped(position: &Position) -> Position {
    let mut setup = position.setup();
    let board = setup.board;
    for square in Square::all() {
        let man = board[square.flip().index()];
        setup.board[square.index()] = man.map(|man| Man::new(!man.color(), man.role()));
    }
    setup.turn = !setup.turn;
    setup.rights.swap(0, 1);
    setup.checked.swap(0, 1);
    Position::new(position.variant(), &setup).expect("the mirror of a possible position is possible")
}

fn flipped_move(mv: Move) -> Move {
    Move::new(mv.from().flip(), mv.to().flip(), mv.promotion())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_key_is_what_it_would_be_from_nothing(position in positions()) {
        prop_assert_eq!(position.key(), position.recomputed_key());
        for mv in list(&position, Which::All) {
            let next = position.play(mv);
            prop_assert_eq!(next.key(), next.recomputed_key());
            if Color::ALL.iter().all(|&color| position.rights(color) == 0 && !next.has_checked(color)) {
                prop_assert_eq!(position.key_after(mv), next.key());
            }
        }
        let passed = position.play_null();
        prop_assert_eq!(passed.key(), passed.recomputed_key());
    }

    #[test]
    fn sets_and_board_agree(position in positions()) {
        for square in Square::all() {
            let man = position.at(square);
            prop_assert_eq!(man.is_some(), position.occupied().has(square));
            if let Some(man) = man {
                prop_assert!(position.of(man.color(), man.role()).has(square));
            }
        }
        let by_role: usize = Role::ALL.iter().map(|&role| position.role(role).len()).sum();
        prop_assert_eq!(by_role, position.occupied().len());
    }

    #[test]
    fn a_move_is_legal_when_it_is_in_the_list(position in positions()) {
        let all = list(&position, Which::All);
        let legal: std::collections::HashSet<u16> = all.iter().map(|mv| mv.bits()).collect();
        prop_assert_eq!(legal.len(), all.len(), "no move twice");
        for bits in 1..=u16::MAX {
            let Some(mv) = Move::from_bits(bits) else { continue };
            prop_assert_eq!(position.is_legal(mv), legal.contains(&bits), "{} {:?}", fen::write(&position), mv);
        }
    }

    #[test]
    fn the_list_is_as_long_as_counted_and_the_sum_of_its_parts(position in positions()) {
        let all = list(&position, Which::All);
        prop_assert_eq!(all.len(), position.count_moves());
        let (noisy, quiet) = (list(&position, Which::Noisy), list(&position, Which::Quiet));
        prop_assert_eq!(noisy.len() + quiet.len(), all.len());
        for mv in &all {
            let is_noisy = position.at(mv.to()).is_some() || mv.promotion().is_some();
            prop_assert_eq!((noisy.contains(mv), quiet.contains(mv)), (is_noisy, !is_noisy));
        }
    }

    #[test]
    fn a_check_is_foreseen(position in positions()) {
        for mv in list(&position, Which::All) {
            let next = position.play(mv);
            prop_assert_eq!(position.gives_check(mv), next.in_check(), "{} {:?}", fen::write(&position), mv);
            prop_assert_eq!(next.in_check(), next.checkers().any());
            prop_assert!(!next.is_attacked(next.king(!next.turn()), next.turn()), "no move leaves the king attacked");
        }
    }

    #[test]
    fn attacked_squares_are_those_with_attackers(position in positions()) {
        for by in Color::ALL {
            let attacked = position.attacked(by, position.occupied());
            for square in Square::all() {
                prop_assert_eq!(attacked.has(square), position.is_attacked(square, by), "{} {}", fen::write(&position), square);
            }
        }
    }

    #[test]
    fn a_fen_says_it_all(position in positions()) {
        let text = fen::write(&position);
        let again = fen::position(&text, position.variant());
        prop_assert!(again.is_ok(), "{}: {:?}", text, again.err());
        let again = again.unwrap();
        prop_assert_eq!(fen::write(&again), text);
        prop_assert_eq!(again.key(), position.key());
        prop_assert_eq!(again.perft(2), position.perft(2));
    }

    #[test]
    fn moves_are_read_as_they_are_written(position in positions()) {
        for mv in list(&position, Which::All) {
            let text = coord::write(mv, position.variant());
            prop_assert_eq!(coord::parse(&text, &position), Ok(mv));
        }
    }

    #[test]
    fn perft_is_the_sum_over_the_moves(position in positions()) {
        let sum: u64 = list(&position, Which::All).iter().map(|&mv| position.play(mv).perft(1)).sum();
        prop_assert_eq!(position.perft(2), sum);
        let divided: u64 = position.perft_divided(2, 2).iter().map(|(_, leaves)| leaves).sum();
        prop_assert_eq!(divided, sum);
    }

    #[test]
    fn both_sides_play_by_the_same_rules(position in positions()) {
        let other = flipped(&position);
        let mut theirs: Vec<u16> = list(&other, Which::All).iter().map(|&mv| flipped_move(mv).bits()).collect();
        let mut ours: Vec<u16> = list(&position, Which::All).iter().map(|mv| mv.bits()).collect();
        ours.sort_unstable();
        theirs.sort_unstable();
        prop_assert_eq!(ours, theirs, "{}", fen::write(&position));
        prop_assert_eq!(position.perft(2), other.perft(2));
        for color in Color::ALL {
            prop_assert_eq!(position.insufficient(color), other.insufficient(!color));
        }
        for mv in list(&position, Which::All) {
            let (next, mirrored) = (position.play(mv), other.play(flipped_move(mv)));
            prop_assert_eq!(next.count(), mirrored.count());
            prop_assert_eq!(next.rights(Color::White), mirrored.rights(Color::Black));
            let ends = [next, mirrored].map(|position| position.ended().map(|end| end.why));
            prop_assert_eq!(ends[0], ends[1]);
        }
    }

    #[test]
    fn parsers_survive_noise(text in "\\PC{0,90}", game in 0..variant::ALL.len()) {
        let _ = fen::position(&text, variant::ALL[game]);
        let _ = coord::parse(&text, &Position::start(variant::ALL[game]));
    }

    #[test]
    fn parsers_survive_almost_fens(
        game in 0..variant::ALL.len(),
        changes in vec((any::<prop::sample::Index>(), "[rnsmkabqpRNSMKABQP/0-9 +\\-wb~DEde.é]"), 0..8),
    ) {
        let mut text: Vec<char> = variant::ALL[game].start.chars().collect();
        for (at, sign) in changes {
            let at = at.index(text.len());
            text.splice(at..=at, sign.chars());
        }
        let text: String = text.into_iter().collect();
        if let Ok(position) = fen::position(&text, variant::ALL[game]) {
            // Whatever is accepted can be played on, and is written as itself.
            let written = fen::write(&position);
            let again = fen::position(&written, variant::ALL[game]);
            prop_assert_eq!(again.map(|again| fen::write(&again)), Ok(written));
            prop_assert!(position.perft(2) > 0 || position.ended().is_some() || position.perft(1) > 0);
        }
    }

    #[test]
    fn parsers_survive_almost_moves(text in "[a-i][0-9][a-i][0-9][mqrnbsaM=]{0,2}", game in 0..variant::ALL.len()) {
        let position = Position::start(variant::ALL[game]);
        if let Ok(mv) = coord::parse(&text, &position) {
            prop_assert!(position.is_legal(mv));
        }
    }
}
