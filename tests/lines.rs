//! The lines that a search reports can be played, end where the game ends, and keep what they promise; one thread always
//! searches the same.

use bayon::rules::Line;
use bayon::rules::Position;
use bayon::rules::Which;
use bayon::rules::variant;
use bayon::search::Limits;
use bayon::search::Pool;
use bayon::search::Report;
use bayon::search::Settings;
use bayon::types::MoveList;
use bayon::types::Score;

/// Numbers by a linear congruence (Knuth's MMIX constants).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

/// Plays a reported line; a mate in it must stand at its end.
fn check(line: &Line, report: &Report) {
    let name = line.now().variant().name;
    assert!(!report.moves.is_empty(), "{name}: no move");
    let mut line = line.clone();
    for (i, &mv) in report.moves.iter().enumerate() {
        assert!(i == 0 || line.ended().is_none(), "{name}: goes on after the end");
        assert!(line.now().is_legal(mv), "{name}: {mv:?} is illegal");
        line.push(mv);
    }
    if let Some(plies) = report.score.mate_plies() {
        assert!(report.moves.len() <= plies, "{name}: mate in {plies} plies by {} moves", report.moves.len());
    }
}

#[test]
fn reported_lines_are_legal_and_end_with_the_game() {
    let mut random = Random(5);
    let mut pool = Pool::new(4, 1).ok().unwrap();
    let mut searches = 0;
    for variant in variant::ALL {
        pool.clear();
        for _ in 0..12 {
            let mut line = Line::new(Position::start(variant));
            for ply in 0..160 {
                let mut moves = MoveList::new();
                line.now().moves(Which::All, &mut moves);
                if moves.is_empty() {
                    break;
                }
                if ply % 4 == 0 {
                    let settings = Settings { multi_pv: 1 + random.below(3), ..Settings::default() };
                    let limits = Limits { nodes: Some(1 + random.below(1500) as u64), ..Limits::default() };
                    pool.signals().arm(false);
                    let mut last: Vec<Score> = Vec::new();
                    let best = pool.go(&line, &limits, &settings, &mut |report| {
                        check(&line, report);
                        if report.rank == 1 {
                            last.clear();
                        }
                        last.push(report.score);
                    });
                    assert!(best.mv.is_some_and(|mv| moves.contains(&mv)));
                    if let (Some(mv), Some(reply)) = (best.mv, best.ponder) {
                        let mut after = line.clone();
                        after.push(mv);
                        assert!(after.ended().is_none() && after.now().is_legal(reply));
                    }
                    assert!(!last.is_empty());
                    searches += 1;
                }
                line.push(moves[random.below(moves.len())]);
            }
        }
    }
    assert!(searches > 1500, "{searches}");
}

#[test]
fn one_thread_always_searches_the_same() {
    let nodes = || {
        let mut pool = Pool::new(8, 1).ok().unwrap();
        let limits = Limits { depth: Some(8), ..Limits::default() };
        let search = |variant| {
            pool.signals().arm(false);
            pool.go(&Line::new(Position::start(variant)), &limits, &Settings::default(), &mut |_| ()).nodes
        };
        variant::ALL.iter().copied().map(search).collect::<Vec<_>>()
    };
    assert_eq!(nodes(), nodes());
}

#[test]
fn as_many_lines_as_asked_for_distinct_and_sorted() {
    let mut pool = Pool::new(8, 1).ok().unwrap();
    for variant in variant::ALL {
        let settings = Settings { multi_pv: 500, ..Settings::default() };
        let limits = Limits { depth: Some(4), ..Limits::default() };
        let line = Line::new(Position::start(variant));
        let mut last: Vec<Report> = Vec::new();
        pool.signals().arm(false);
        let best = pool.go(&line, &limits, &settings, &mut |report| {
            if report.rank == 1 {
                last.clear();
            }
            last.push(report.clone());
        });
        assert_eq!(last.len(), line.now().count_moves());
        assert!(last.windows(2).all(|pair| pair[0].score >= pair[1].score), "{}", variant.name);
        assert_eq!(best.mv, Some(last[0].moves[0]));
        let mut firsts: Vec<_> = last.iter().map(|report| report.moves[0].bits()).collect();
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), last.len());
    }
}
