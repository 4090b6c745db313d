//! Solved endings in the search: exact scores, and nothing that is won or drawn let slip.

use bayon::notation::fen;
use bayon::rules::Line;
use bayon::rules::Position;
use bayon::rules::Which;
use bayon::rules::variant;
use bayon::search::Best;
use bayon::search::Endings;
use bayon::search::Limits;
use bayon::search::Pool;
use bayon::search::Report;
use bayon::search::Settings;
use bayon::tables::Set;
use bayon::tables::Tables;
use bayon::tables::Value;
use bayon::types::MoveList;
use bayon::types::Score;
use std::sync::Arc;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

/// Tables of makruk with the sets that these tests need.
fn tables() -> Arc<Tables> {
    static MADE: LazyLock<Arc<Tables>> = LazyLock::new(|| {
        let tables = Tables::new(&variant::MAKRUK).unwrap();
        for set in ["KRRvK", "KNSvK", "KRvKM", "KSPvK", "KNMvK"] {
            tables.build(set.parse().unwrap(), 2, &AtomicBool::new(false), &mut |_| {}).unwrap();
        }
        Arc::new(tables)
    });
    MADE.clone()
}

fn settings(multi_pv: usize) -> Settings {
    Settings { multi_pv, endings: Endings::new(tables(), 4), ..Settings::default() }
}

fn makruk(text: &str) -> Position {
    fen::position(text, &variant::MAKRUK).unwrap()
}

/// The answer, and the last report on each line.
fn searched(position: Position, limits: &Limits, settings: &Settings) -> (Best, Vec<Report>) {
    let mut pool = Pool::new(1, 1).unwrap();
    pool.signals().arm(false);
    let mut reports: Vec<Report> = Vec::new();
    let best = pool.go(&Line::new(position), limits, settings, &mut |report| {
        reports.retain(|known| known.rank != report.rank);
        reports.push(report.clone());
    });
    (best, reports)
}

const NODES: Limits = Limits {
    depth: None,
    nodes: Some(2000),
    movetime: None,
    time: [None; 2],
    increment: [0; 2],
    moves_to_go: None,
    mate: None,
    infinite: false,
    ponder: false,
    search_moves: Vec::new(),
};

#[test]
fn scores_at_the_root_are_exact() {
    for (text, score) in [
        ("8/8/8/8/8/8/1Rk5/K7 b - 32 6 60", Score::DRAW),
        ("8/8/8/8/8/3k4/2R5/KR6 w - 16 9 60", Score::DRAW),
        ("8/6Sk/8/8/8/K7/8/7N w - 88 9 60", Score::mate_in(75)),
        ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", Score::mate_in(1)),
    ] {
        let (best, reports) = searched(makruk(text), &NODES, &settings(1));
        let last = reports.last().unwrap();
        assert_eq!((best.score, last.score), (score, score), "{text}");
        assert!(last.table_hits > 0, "{text}");
        if let Some(plies) = score.mate_plies() {
            assert_eq!(last.moves.len(), plies, "{text}: the line ends with the mate");
        }
    }
}

#[test]
fn a_way_into_the_tables_is_followed_to_its_end() {
    // Black's met can be taken: knight and khon against a bare king, whose count begins anew.
    let position = makruk("8/8/4k3/8/8/8/3m4/KN4S1 w - - 0 1");
    let (best, reports) = searched(position, &NODES, &settings(1));
    let last = reports.last().unwrap();
    assert!(best.score.is_win(), "{}", best.score);
    assert_eq!(Some(last.moves.len()), last.score.mate_plies());
    let mut line = Line::new(position);
    last.moves.iter().for_each(|&mv| line.push(mv));
    assert_eq!(line.ended().and_then(|end| end.winner), Some(position.turn()));
}

#[test]
fn every_line_that_is_shown_has_its_own_exact_score() {
    let position = makruk("8/6Sk/8/8/8/K7/8/7N w - 88 9 60");
    let (best, mut reports) = searched(position, &NODES, &settings(20));
    reports.sort_by_key(|report| report.rank);
    assert_eq!(best.mv, reports[0].moves.first().copied());
    assert_eq!(reports.len(), position.count_moves());
    let mut values = [0; 2];
    for report in &reports {
        let after = tables().probe(&position.play(report.moves[0])).unwrap();
        let plies = (after.value() == Value::Loss).then(|| usize::from(after.plies().unwrap()) + 1);
        assert_eq!(report.score.mate_plies(), plies, "rank {}", report.rank);
        values[usize::from(plies.is_some())] += 1;
    }
    assert!(values[0] > 0 && values[1] > 0, "{values:?}");
    assert!(reports.is_sorted_by_key(|report| std::cmp::Reverse(report.score)));
}

/// Numbers that look random: splitmix64.
fn random(state: &mut u64, end: usize) -> usize {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ z >> 31) % end as u64) as usize
}

#[test]
fn what_is_won_is_won_and_what_is_drawn_is_held() {
    let mut state = 1;
    for (text, value) in [
        ("8/6Sk/8/8/8/K7/8/7N w - 88 9 60", Value::Win),
        ("8/8/8/3k4/8/2P5/2S5/K7 w - - 0 1", Value::Win),
        ("8/8/8/3k4/3m4/8/2R5/K7 w - 128 0 1", Value::Win),
        ("8/8/8/8/8/3k4/2R5/KR6 w - 16 9 60", Value::Draw),
        ("8/8/2k5/8/3m4/8/K7/7R b - 128 120 1", Value::Draw),
    ] {
        let start = makruk(text);
        assert_eq!(tables().probe(&start).map(|distance| distance.value()), Some(value), "{text}");
        for _ in 0..3 {
            let mut line = Line::new(start);
            while line.ended().is_none() {
                let now = *line.now();
                let mut moves = MoveList::new();
                now.moves(Which::All, &mut moves);
                let mv = if now.turn() == start.turn() {
                    let limits = Limits { nodes: Some(50), ..NODES };
                    searched(now, &limits, &settings(1)).0.mv.unwrap()
                } else {
                    moves[random(&mut state, moves.len())]
                };
                line.push(mv);
            }
            let winner = line.ended().and_then(|end| end.winner);
            if value == Value::Win {
                assert_eq!(winner, Some(start.turn()), "{text}: {}", fen::write(line.now()));
            } else {
                assert_ne!(winner, Some(!start.turn()), "{text}: {}", fen::write(line.now()));
            }
        }
    }
}

#[test]
fn the_lost_side_holds_out_as_long_as_it_can() {
    let start = makruk("8/7k/8/8/5S2/K7/8/7N b - 88 9 60");
    let distance = tables().probe(&start).unwrap();
    assert_eq!(distance.value(), Value::Loss);
    let best = searched(start, &NODES, &settings(1)).0;
    let after = tables().probe(&start.play(best.mv.unwrap())).unwrap();
    assert_eq!(after.plies().map(|plies| plies + 1), distance.plies());
    assert_eq!(best.score, Score::mated_in(distance.plies().unwrap().into()));
}

#[test]
fn without_tables_nothing_is_asked() {
    let none = Settings::default();
    let (_, reports) = searched(makruk("8/6Sk/8/8/8/K7/8/7N w - 88 9 60"), &NODES, &none);
    assert_eq!(reports.last().map(|report| report.table_hits), Some(0));
    let three = Settings { endings: Endings::new(tables(), 3), ..Settings::default() };
    assert!(tables().has("KNSvK".parse::<Set>().unwrap()));
    let (best, _) = searched(makruk("8/6Sk/8/8/8/K7/8/7N w - 88 9 60"), &NODES, &three);
    assert!(!best.score.is_decided());
}
