//! Cases of the protocol that need a loop, or a look at every move or at the process.

mod session;

use bayon::notation::coord;
use bayon::notation::fen;
use bayon::rules::Line;
use bayon::rules::Position;
use bayon::rules::Variant;
use bayon::rules::variant;
use session::Session;
use std::time::{Duration, Instant};

#[test]
fn a_thousand_stops_get_a_thousand_answers() {
    let mut session = Session::playing("karouk");
    for _ in 0..1000 {
        session.say("go infinite\nstop");
        session.hear("bestmove *");
    }
    session.say("stop");
    session.sync();
    assert_eq!(session.count("bestmove *"), 1000);
    // A stale stop ends nothing.
    session.say("stop\ngo depth 4");
    session.hear("info depth 4 *");
    session.hear("bestmove *");
    assert_eq!(session.count("bestmove *"), 1001);
}

/// A number of `/proc/ID/status`.
fn status(id: u32, name: &str) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{id}/status")).expect("the process runs");
    let line = text.lines().find_map(|line| line.strip_prefix(name)).expect("the line is there");
    line.split_whitespace().next().and_then(|number| number.parse().ok()).expect("a number")
}

#[test]
fn stays_small() {
    if cfg!(target_os = "linux") {
        let mut session = Session::playing("cambodian");
        session.search("go nodes 300000");
        let kibibytes = status(session.id(), "VmRSS:");
        assert!(kibibytes < 64 * 1024, "{kibibytes} KiB resident");
    }
}

#[test]
fn sleeps_when_there_is_nothing_to_do() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let mut session = Session::playing("makruk");
    session.say("setoption name Threads value 2");
    session.search("go depth 4");
    // A mate has been found, but the search may not answer: this is waiting, too.
    session.say("position fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1\ngo infinite searchmoves a1a8 depth 1");
    session.sync();
    std::thread::sleep(Duration::from_millis(200));
    let ticks = || {
        let text = std::fs::read_to_string(format!("/proc/{}/stat", session.id())).expect("the process runs");
        let fields = text.rsplit(')').next().unwrap_or_default().split_whitespace();
        fields.skip(11).take(2).map(|ticks| ticks.parse::<u64>().expect("a number")).sum::<u64>()
    };
    let before = ticks();
    std::thread::sleep(Duration::from_secs(1));
    let used = ticks() - before;
    assert!(used <= 3, "{used} hundredths of a second used in one of idling");
}

#[test]
fn long_games_are_read() {
    let mut session = Session::playing("makruk");
    // Knights go out and home again.
    let round = ["b1d2", "b8d7", "d2b1", "d7b8", "g1e2", "g8e7", "e2g1", "e7g8"];
    for plies in [600, 1200, 5000] {
        let moves: Vec<&str> = round.iter().cycle().take(plies).copied().collect();
        session.say(&format!("position startpos moves {}", moves.join(" ")));
        session.search("go depth 4");
        session.say("d");
        session.hear(&format!("Fen: * w - - {plies} {}", plies / 2 + 1));
        session.hear("Outcome: draw (threefold repetition)");
    }
}

/// Positions near an end, and others: variant, FEN, moves.
const ROOTS: [(&str, &str, &str); 14] = [
    ("makruk", variant::MAKRUK.start, ""),
    ("cambodian", variant::CAMBODIAN.start, "e3e4"),
    ("karouk", variant::KAROUK.start, ""),
    ("makpong", variant::MAKPONG.start, ""),
    ("asean", variant::ASEAN.start, ""),
    ("ai-wok", variant::AI_WOK.start, ""),
    ("makruk", "8/8/8/2K1k3/8/3R1R2/8/8 w - 16 9 128", ""),
    ("makruk", "8/8/8/3k4/8/2K5/R7/R7 b - 16 8 1", ""),
    ("makruk", "M7/1S3K2/8/8/2r2s2/2s1kr2/n6M/8 w - 128 120 39", ""),
    ("makruk", variant::MAKRUK.start, "b1d2 b8d7 d2b1 d7b8"),
    ("karouk", "rn1mksnr/3s4/1ppppppp/p7/4N3/PPPPPPPP/8/R1SKMSNR w DEde - 1+1 0 3", ""),
    ("karouk", "8/5K2/8/k7/s1m2s2/8/6m1/8 w - 42 1+1 38 39", ""),
    ("asean", "4k3/8/8/8/8/8/8/R3K3 w - - 94 90", ""),
    ("asean", "8/2k5/8/8/8/3B4/2BK4/8 w - 88 80 90", ""),
];

#[test]
fn lines_are_legal_and_end_where_the_game_ends() {
    for (name, start, played) in ROOTS {
        let mut session = Session::playing(name);
        session.say("setoption name MultiPV value 3");
        session.say(&format!("position fen {start} moves {played}"));
        let (best, infos) = session.search("go nodes 40000");
        let variant = Variant::named(name).expect("a game");
        let mut root = Line::new(fen::position(start, variant).expect("a position"));
        for text in played.split_whitespace() {
            root.push(coord::parse(text, root.now()).expect("legal"));
        }
        let mut first = String::new();
        for info in infos.iter().filter(|info| info.contains(" pv ")) {
            let moves = info.split_once(" pv ").expect("just asked").1;
            let mut line = root.clone();
            for (i, text) in moves.split(' ').enumerate() {
                assert!(i == 0 || line.ended().is_none(), "{name}: {start}: goes on after the end: {info}");
                let mv = coord::parse(text, line.now());
                line.push(mv.unwrap_or_else(|error| panic!("{name}: {start}: {text}: {error}: {info}")));
            }
            if info.contains(" multipv 1 ") {
                first = moves.split(' ').next().unwrap_or_default().to_string();
            }
        }
        assert_eq!(best, first, "{name}: {start}: not the first line's move");
    }
}

#[test]
fn the_move_to_ponder_on_does_not_end_the_game() {
    // Whatever black does, white mates or checks at once.
    for (name, start) in [
        ("makruk", "7k/R7/5K2/8/8/8/8/1R6 b - 16 8 1"),
        ("karouk", "rn1mksnr/3s4/1ppppppp/p7/4N3/PPPPPPPP/8/R1SKMSNR w DEde - 1+1 0 3"),
    ] {
        let mut session = Session::playing(name);
        session.say(&format!("position fen {start}\ngo depth 5"));
        let best = session.hear("bestmove *");
        let position = fen::position(start, Variant::named(name).expect("a game")).expect("a position");
        let mut line = Line::new(position);
        for text in best.split(' ').filter(|word| !["bestmove", "ponder"].contains(word)) {
            assert_eq!(line.ended(), None, "{best}");
            line.push(coord::parse(text, line.now()).expect("legal"));
        }
        if best.contains("ponder") {
            assert_eq!(line.ended(), None, "{best}");
        }
    }
}

#[test]
fn mates_are_counted_in_moves() {
    for (name, start, wanted) in [
        ("makruk", "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "mate 1"),
        ("makruk", "7k/R7/5K2/8/8/8/8/1R6 b - 16 8 1", "mate -1"),
        ("karouk", "rn1mksnr/3s4/1ppppppp/p7/4N3/PPPPPPPP/8/R1SKMSNR w DEde - 1+1 0 3", "mate 1"),
    ] {
        let mut session = Session::playing(name);
        session.say(&format!("position fen {start}"));
        // The second search finds the score in the table.
        for _ in 0..2 {
            let (_, infos) = session.search("go depth 6");
            let last = infos.iter().rfind(|info| info.contains(" score ")).expect("a score");
            assert!(last.contains(&format!("score {wanted} ")), "{name}: {start}: {last}");
        }
    }
}

#[test]
fn as_many_lines_as_moves() {
    let mut session = Session::playing("makruk");
    let start = Position::start(variant::ALL[0]);
    for (setup, go, wanted) in [
        ("position startpos", "go depth 3", start.count_moves()),
        ("position startpos", "go depth 3 searchmoves a3a4", 1),
        ("position startpos", "go depth 3 searchmoves a3a4 b3b4 c3c4", 3),
    ] {
        session.say(&format!("setoption name MultiPV value 500\n{setup}"));
        let (best, infos) = session.search(go);
        let last = |rank: usize| {
            let rank = format!(" multipv {rank} ");
            let line = infos.iter().rfind(|info| info.starts_with("info depth 3 ") && info.contains(&rank))?;
            let score: i32 = line.split_once(" cp ")?.1.split(' ').next()?.parse().ok()?;
            Some((score, line.split_once(" pv ")?.1.split(' ').next()?.to_string()))
        };
        let lines: Vec<(i32, String)> = (1..=wanted).map(|rank| last(rank).expect("a line of this rank")).collect();
        assert!(last(wanted + 1).is_none());
        assert!(lines.is_sorted_by(|a, b| a.0 >= b.0), "{lines:?}");
        assert_eq!(lines[0].1, best);
        let mut moves: Vec<&String> = lines.iter().map(|(_, mv)| mv).collect();
        moves.sort();
        moves.dedup();
        assert_eq!(moves.len(), wanted);
    }
}

#[test]
fn a_large_table_is_kept_and_quickly_cleared() {
    let mut session = Session::playing("makruk");
    session.sync();
    let before = status(session.id(), "VmSize:");
    session.say("setoption name Hash value 1024");
    session.sync();
    if session.count("info string no memory *") > 0 {
        return;
    }
    for _ in 0..3 {
        let began = Instant::now();
        session.say("ucinewgame");
        session.sync();
        // Wiping it would take as long as the memory is wide: at least 100 ms.
        assert!(began.elapsed() < Duration::from_secs(2), "cleared in {:?}", began.elapsed());
        let grown = status(session.id(), "VmSize:") - before;
        assert!(grown >= 900 * 1024, "only {grown} KiB more");
    }
    session.search("go depth 4");
}

#[test]
fn trivial_endings_do_not_flood() {
    for (name, start) in [
        ("makruk", "4k3/8/8/8/8/8/8/4K2N w - - 0 1"),
        ("makruk", "8/8/8/3k4/8/2K5/8/8 w - - 0 1"),
        ("cambodian", "8/8/8/3k4/8/2K5/7M/8 w - 126 60 80"),
        ("karouk", "8/8/8/3k4/8/2K5/8/8 w - - 1+1 0 1"),
    ] {
        let mut session = Session::playing(name);
        session.say(&format!("position fen {start}"));
        let (best, infos) = session.search("go movetime 300");
        assert!(infos.len() < 600, "{name}: {start}: {} lines", infos.len());
        assert!(infos.last().is_some_and(|last| last.contains(&format!(" pv {best}"))), "{name}: {start}: {infos:?}");
    }
}

#[test]
fn the_introduction_is_short() {
    let mut session = Session::start();
    session.say("uci");
    session.hear("uciok");
    let text = session.said.join("\n");
    assert!(text.len() < 4000, "{} bytes", text.len());
    for line in session.said.iter().filter(|line| line.starts_with("option ")) {
        assert!(line.len() < 500 && line.starts_with("option name ") && line.contains(" type "), "{line}");
    }
}
