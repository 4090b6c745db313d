//! Weaker play: moves differ and are worse, what is reported is not; and the news of a search stays readable.

use bayon::notation::fen;
use bayon::rules::Line;
use bayon::rules::Position;
use bayon::rules::Variant;
use bayon::rules::variant;
use bayon::search::Endings;
use bayon::search::Limits;
use bayon::search::Pool;
use bayon::search::Report;
use bayon::search::Settings;
use bayon::search::Strength;
use bayon::tables::Tables;
use bayon::types::Color;
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

fn at(level: i64) -> Settings {
    Settings { strength: Some(Strength::of_level(level)), ..Settings::default() }
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

#[test]
fn a_weak_level_varies_and_reports_at_full_strength() {
    let mut pool = Pool::new(4, 1).ok().unwrap();
    for game in variant::ALL {
        let line = Line::new(Position::start(game));
        let mut moves = HashSet::new();
        for _ in 0..12 {
            let settings = Settings { multi_pv: 3, ..at(-20) };
            let mut last: Vec<Report> = Vec::new();
            pool.signals().arm(false);
            let best = pool.go(&line, &nodes(2000), &settings, &mut |report| {
                last.retain(|known| known.rank < report.rank);
                last.push(report.clone());
            });
            moves.extend(best.mv.map(|mv| mv.bits()));
            assert!(best.nodes <= 2000 + 64, "{}", game.name);
            assert!(last.iter().zip(1..).all(|(report, rank)| report.rank == rank));
            assert!(last[0].depth >= 3 && last[0].score.0.abs() < 300, "{}: {last:?}", game.name);
            if let (Some(mv), Some(reply)) = (best.mv, best.ponder) {
                let mut after = line.clone();
                after.push(mv);
                assert!(after.now().is_legal(reply));
            }
        }
        assert!(moves.len() >= 5, "{}: {moves:?}", game.name);
    }
}

#[test]
fn full_strength_always_plays_the_same() {
    let line = Line::new(Position::start(variant::ALL[0]));
    let play = |settings: &Settings| {
        let mut pool = Pool::new(4, 1).ok().unwrap();
        pool.signals().arm(false);
        pool.go(&line, &nodes(3000), settings, &mut |_| ())
    };
    let best = play(&Settings::default());
    assert!((0..5).all(|_| play(&at(20)) == best));
}

#[test]
fn the_stronger_wins() {
    let mut pools = [0, 1].map(|_| Pool::new(2, 1).ok().unwrap());
    let mut points = 0.0;
    const GAMES: usize = 8;
    for game in 0..GAMES {
        let strong = if game % 2 == 0 { Color::White } else { Color::Black };
        let mut line = Line::new(Position::start(Variant::named("karouk").unwrap()));
        while line.ended().is_none() && line.len() < 200 {
            let side = usize::from(line.now().turn() == strong);
            pools[side].signals().arm(false);
            let best = pools[side].go(&line, &nodes(400), &at([-20, 4][side]), &mut |_| ());
            line.push(best.mv.unwrap());
        }
        points += match line.ended().and_then(|end| end.winner) {
            Some(winner) if winner == strong => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        };
    }
    assert!(points >= 6.0, "{points} of {GAMES}");
}

#[test]
fn a_trivial_ending_does_not_flood() {
    let game = Variant::named("makruk").unwrap();
    for (text, lines) in [("8/8/8/3k4/8/2K5/R7/R7 w - - 0 1", 500), ("8/8/8/3k4/8/2K5/8/1M6 w - - 0 1", 1)] {
        let mut pool = Pool::new(4, 1).ok().unwrap();
        let line = Line::new(fen::position(text, game).unwrap());
        let settings = Settings { multi_pv: lines, ..Settings::default() };
        let (mut told, mut deepest, mut last) = (0, 0, 0);
        pool.signals().arm(false);
        let started = std::time::Instant::now();
        pool.go(&line, &nodes(400_000), &settings, &mut |report| {
            told += 1;
            if report.rank == 1 {
                (deepest, last) = (deepest.max(report.depth), report.depth);
            }
        });
        let most = 300 + lines.min(60) * (1 + started.elapsed().as_millis() as usize / 50);
        assert!(told <= most, "{text}: {told} lines");
        assert!(last == deepest && told > 0);
    }
}

#[test]
fn weak_play_knows_no_solved_endings() {
    let game = Variant::named("makruk").unwrap();
    let line = Line::new(fen::position("8/8/8/3k4/8/2K5/8/R7 w - 32 4 60", game).unwrap());
    let tables = Arc::new(Tables::new(game).unwrap());
    tables.build("KRvK".parse().unwrap(), 1, &AtomicBool::new(false), &mut |_| {}).unwrap();
    let mut pool = Pool::new(4, 1).ok().unwrap();
    for (level, asks) in [(20, true), (19, false), (12, false), (-20, false)] {
        let settings = Settings { endings: Endings::new(tables.clone(), 4), ..at(level) };
        for _ in 0..6 {
            let mut hits = 0;
            pool.signals().arm(false);
            pool.go(&line, &nodes(500), &settings, &mut |report| hits = report.table_hits);
            assert_eq!(hits > 0, asks, "level {level}");
        }
    }
}
