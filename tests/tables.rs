//! Endings: known figures, known positions, and every set against the rules themselves, a ply at a time.

use bayon::notation::fen;
use bayon::rules::Count;
use bayon::rules::Position;
use bayon::rules::Setup;
use bayon::rules::Variant;
use bayon::rules::Which;
use bayon::rules::variant;
use bayon::tables::BuildError;
use bayon::tables::Distance;
use bayon::tables::Set;
use bayon::tables::Tables;
use bayon::tables::Value;
use bayon::types::Color;
use bayon::types::Man;
use bayon::types::Move;
use bayon::types::MoveList;
use bayon::types::Role;
use bayon::types::Square;
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

/// The tables of a game with all sets of three and four men, made once for all tests.
fn full(game: &'static Variant) -> &'static Tables {
    static MADE: Mutex<Option<HashMap<&str, &'static Tables>>> = Mutex::new(None);
    let mut made = MADE.lock().unwrap();
    made.get_or_insert_with(HashMap::new).entry(game.name).or_insert_with(|| {
        let tables = Box::leak(Box::new(Tables::new(game).unwrap()));
        for set in tables.served(3).into_iter().chain(tables.served(4)) {
            build(tables, set);
        }
        tables
    })
}

fn build(tables: &Tables, set: Set) {
    tables.build(set, 2, &AtomicBool::new(false), &mut |_| {}).unwrap();
}

fn makruk(fen: &str) -> Position {
    fen::position(fen, &variant::MAKRUK).unwrap()
}

/// Won and all positions with the strong side to move, and the longest mate in moves.
fn figures(set: &str) -> (u64, u64, usize) {
    let set: Set = set.parse().unwrap();
    let tables = full(&variant::MAKRUK);
    let figures = &tables.table(set.endings()[0]).unwrap().figures;
    (figures.within(true, 255), figures.positions(true), figures.longest(true).map_or(0, |plies| plies.div_ceil(2)))
}

#[test]
fn known_figures_hold() {
    // The figure of knight and met is that of a published thesis.
    assert_eq!(figures("KNMvK"), (472_900, 11_930_016, 36));
    assert_eq!(figures("KRvK"), (175_168, 175_168, 16));
    assert_eq!(figures("KRRvK").2, 7);
    for name in ["KRMvK", "KRSvK", "KRNvK"] {
        let (won, all, longest) = figures(name);
        assert!(won == all && longest == 16, "{name}");
    }
    let pairs = |name| (figures(name).0, figures(name).2);
    assert_eq!(pairs("KSSvK"), (10_596_688, 51));
    assert_eq!(pairs("KSMvK"), (10_438_976, 57));
    assert_eq!(pairs("KNSvK"), (11_262_946, 38));
}

#[test]
#[ignore = "half a minute and a gigabyte and a half each"]
fn known_figures_of_five_men_hold() {
    let tables = Tables::new(&variant::MAKRUK).unwrap();
    for (name, won, all, moves) in [
        ("KMMMvK", 444_765_144, 704_200_320, 40),
        ("KNMMvK", 630_310_712, 680_913_648, 45),
        ("KSMMvK", 670_810_664, 693_882_792, 55),
    ] {
        let set: Set = name.parse().unwrap();
        build(&tables, set);
        let figures = &tables.table(set.endings()[0]).unwrap().figures;
        assert_eq!((figures.within(true, 255), figures.positions(true)), (won, all), "{name}");
        assert_eq!(figures.longest(true).map(|plies| plies.div_ceil(2)), Some(moves), "{name}");
    }
}

#[test]
fn the_count_draws_what_the_board_wins() {
    let tables = full(&variant::MAKRUK);
    let probe = |fen: &str| tables.probe(&makruk(fen)).unwrap();
    let rook = probe("8/8/8/8/8/8/1Rk5/K7 b - 32 6 60");
    assert_eq!((rook.value(), rook.on_board()), (Value::Draw, Value::Loss));
    let rooks = probe("8/8/8/8/8/3k4/2R5/KR6 w - 16 9 60");
    assert_eq!((rooks.value(), rooks.on_board()), (Value::Draw, Value::Win));
    let khon_and_knight = probe("8/6Sk/8/8/8/K7/8/7N w - 88 9 60");
    assert_eq!(khon_and_knight.value(), Value::Win);
    // The last ply that fits, and the first that does not.
    let plies = u16::from(khon_and_knight.plies().unwrap());
    let at = |ply: u16| probe(&format!("8/6Sk/8/8/8/K7/8/7N w - 88 {ply} 60")).value();
    assert_eq!([at(89 - plies), at(90 - plies)], [Value::Win, Value::Draw]);
}

#[test]
fn a_mate_on_the_board_beats_every_count() {
    let tables = full(&variant::MAKRUK);
    for count in ["128 128", "16 40", "- 0"] {
        let mated = makruk(&format!("8/8/8/8/8/6k1/8/1r4K1 w - {count} 115"));
        let distance = tables.probe(&mated).unwrap();
        assert_eq!((distance.value(), distance.plies(), distance.moves()), (Value::Loss, Some(0), Some(0)), "{count}");
    }
}

#[test]
fn what_is_off_the_tables_is_not_answered() {
    let tables = full(&variant::CAMBODIAN);
    let probe = |fen: &str| tables.probe(&fen::position(fen, &variant::CAMBODIAN).unwrap());
    assert!(probe("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").is_some());
    assert!(probe("4k3/8/8/8/8/8/8/R3K3 w E - 0 1").is_none(), "the king may leap");
    assert!(probe("4k3/8/8/8/8/8/8/R3K3 w A - 0 1").is_some(), "a rook's right is none");
    assert!(probe("4k3/8/P7/8/8/8/8/4K3 w - - 0 1").is_none(), "a pawn that has gone too far");
    assert!(probe("4k3/8/8/8/8/8/8/RRR1K3 w - - 0 1").is_none(), "not made");
    assert!(probe("rr2k3/8/8/8/8/8/8/R3K3 w - - 0 1").is_none());
    assert_eq!(probe("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), Some(Distance::DRAW));
    assert!(Tables::new(&variant::ASEAN).is_none());
    let pawns: Set = "KRPvK".parse().unwrap();
    assert!(tables.has(pawns) && !tables.has("KRNSvK".parse().unwrap()));
}

#[test]
fn building_can_be_stopped_and_taken_up_again() {
    let tables = Tables::new(&variant::MAKRUK).unwrap();
    let set: Set = "KRvKS".parse().unwrap();
    let stop = AtomicBool::new(false);
    let mut solved = 0;
    let built = tables.build(set, 1, &stop, &mut |_| {
        solved += 1;
        stop.store(solved == 3, std::sync::atomic::Ordering::Relaxed);
    });
    assert_eq!(built, Err(BuildError::Stopped));
    assert!(!tables.has(set) && tables.has("KRvK".parse().unwrap()));
    build(&tables, set);
    assert!(tables.has(set) && tables.missing(set).is_empty());
}

/// Numbers that look random: splitmix64.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % end as u64) as usize
    }

    /// A position of a set with a count near the end of its win, or some other, or none.
    fn position(&mut self, tables: &Tables, set: Set) -> Position {
        loop {
            let mut setup = Setup { turn: Color::ALL[self.below(2)], ..Setup::empty() };
            let first = Color::ALL[self.below(2)];
            let mut stand = |color: Color, role: Role| {
                let squares = if role != Role::Pawn { 0..64 } else { 0..40 };
                let square = Square::new(squares.start + self.below(squares.len()));
                let square = if color == Color::White { square } else { square.flip() };
                setup.board[square.index()].replace(Man::new(color, role)).is_none()
            };
            let mut apart = stand(Color::White, Role::King) & stand(Color::Black, Role::King);
            for (color, army) in [(first, set.first), (!first, set.second)] {
                army.roles().into_iter().for_each(|role| apart &= stand(color, role));
            }
            if !apart {
                continue;
            }
            let Ok(bare) = Position::new(tables.variant(), &setup) else { continue };
            let plies = tables.probe(&bare).unwrap().plies().map_or(20, i32::from);
            let limits = [16, 30, 32, 44, 62, 64, 86, 88, 126, 128, 33];
            let limit = limits[self.below(limits.len())];
            let ply = match self.below(4) {
                0 => self.below(limit + 4) as i32,
                1 => return bare,
                _ => limit as i32 - plies + self.below(5) as i32 - 1,
            };
            setup.count = Count::new(limit as u16, ply.clamp(0, 200) as u16);
            return Position::new(tables.variant(), &setup).unwrap();
        }
    }
}

/// What a position is worth by the rules, and by the tables for the positions after each move.
fn looked_ahead(tables: &Tables, position: &Position) -> Value {
    let over = |position: &Position| {
        position.ended().map(|end| match end.winner {
            None => Value::Draw,
            Some(winner) if winner == position.turn() => Value::Win,
            Some(_) => Value::Loss,
        })
    };
    over(position).unwrap_or_else(|| {
        let mut moves = MoveList::new();
        position.moves(Which::All, &mut moves);
        let value = |&mv: &Move| {
            let next = position.play(mv);
            let value = over(&next).unwrap_or_else(|| tables.probe(&next).unwrap().value());
            assert_eq!(value, tables.probe(&next).unwrap().value(), "{}", fen::write(&next));
            value.turned()
        };
        moves.iter().map(value).max().unwrap()
    })
}

fn consistent(game: &'static Variant, positions: usize) {
    let tables = full(game);
    let mut random = Random(1);
    for set in tables.served(3).into_iter().chain(tables.served(4)) {
        let mut values = [0; 3];
        for _ in 0..positions {
            let position = random.position(tables, set);
            let value = tables.probe(&position).unwrap().value();
            assert_eq!(value, looked_ahead(tables, &position), "{} {set}: {}", game.name, fen::write(&position));
            values[value as usize] += 1;
        }
        if set.to_string() == "KRvKS" {
            assert!(values.iter().all(|&count| count > positions / 20), "the sample is one-sided: {values:?}");
        }
    }
}

#[test]
fn every_set_of_makruk_agrees_with_the_rules_a_ply_ahead() {
    consistent(&variant::MAKRUK, 10_000);
}

#[test]
fn every_set_of_ouk_agrees_with_the_rules_a_ply_ahead() {
    consistent(&variant::CAMBODIAN, 10_000);
}

#[test]
fn every_set_of_the_other_games_agrees_with_the_rules_a_ply_ahead() {
    let others = variant::ALL.iter().filter(|game| Tables::new(game).is_some());
    others.filter(|game| !["makruk", "cambodian"].contains(&game.name)).for_each(|game| consistent(game, 1_000));
}

#[test]
fn no_win_after_a_promotion_is_too_long_for_the_count_that_it_starts() {
    // What the tables of makruk say of a pawn against a piece where no count runs rests on this.
    let tables = full(&variant::MAKRUK);
    for set in tables.served(4).into_iter().filter(|set| !set.second.is_bare()) {
        for ending in set
            .endings()
            .into_iter()
            .filter(|ending| ending.attackers.has(Role::Met) || ending.defenders.has(Role::Met))
        {
            let figures = &tables.table(ending).unwrap().figures;
            let longest = figures.longest(true).max(figures.longest(false)).unwrap_or(0);
            assert!(longest <= 128, "{ending}: {longest}");
        }
    }
}

#[test]
fn the_mating_line_mates_within_the_count() {
    let tables = full(&variant::MAKRUK);
    let mut random = Random(2);
    for set in ["KSNvK", "KRPvK", "KRvKS", "KRvKP", "KSPvK"] {
        let set: Set = set.parse().unwrap();
        let mut mates = 0;
        for _ in 0..300 {
            let position = random.position(tables, set);
            let distance = tables.probe(&position).unwrap();
            let Some(line) = tables.mating_line(&position) else {
                assert_eq!(distance.value(), Value::Draw);
                continue;
            };
            let mut now = position;
            for mv in line {
                assert!(now.ended().is_none(), "{set}: {}", fen::write(&now));
                now = now.play(mv);
            }
            let winner = if distance.value() == Value::Win { position.turn() } else { !position.turn() };
            assert_eq!(now.ended().and_then(|end| end.winner), Some(winner), "{set}: {}", fen::write(&position));
            mates += 1;
        }
        assert!(mates > 20, "{set}");
    }
}
