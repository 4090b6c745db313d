//! A storm of everything that clients have ever sent: the protocol's cases, shuffled and interleaved, at a running engine in
//! each of its dialects. It must stay alive and honest: one answer for every search, an echo for every `isready`, nothing
//! else on its output than what the dialect knows, a clean end.
//!
//! `sh tests/storm.sh 600` does it for ten minutes, the test suite for a few seconds.

mod session;

use session::PATIENCE;
use session::Session;
use session::fits;
use std::fmt::Write;
use std::time::{Duration, Instant};

/// Cases: lines that belong together, in UCI's words. `ms` waits. `MOVES` is a long game, `JUNK` bytes of no meaning.
const CASES: &[&str] = &[
    "go wtime -53 btime 1000 winc 10 binc 10\ngo wtime 0 btime 0",
    "go wtime 60 btime 60 winc 5 binc 5 movestogo 1",
    "go movetime 1\nms 5\ngo movetime 5",
    "go infinite\nisready\nms 3\nisready\nstop",
    "position fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1\ngo infinite\nms 5\nstop",
    "go ponder movetime 20\nms 5\nponderhit",
    "go ponder wtime 100 btime 100\nstop",
    "stop\nponderhit\nstop\ngo depth 2",
    "position fen 8/8/8/8/8/6k1/8/M1r3K1 w - 128 128 115\ngo ponder depth 2\nponderhit",
    "position fen k7/1R6/1K6/8/8/8/8/8 b - - 0 1\ngo infinite\nms 2\nstop",
    "position fen 8/8/8/2K1k3/8/3R1R2/8/8 w - 16 15 128 moves f3g3 e5e4\ngo depth 3",
    "position startpos moves b1d2 b8d7 d2b1 d7b8 b1d2 b8d7 d2b1 d7b8\ngo nodes 500",
    "setoption name MultiPV value 500\ngo depth 2\nsetoption name MultiPV value 1",
    "go depth 3 searchmoves a3a4\ngo depth 2 searchmoves h8h1 nonsense",
    "\tsetoption   name\tMove   Overhead  value\t 20 \r\n \r\n\r\n  \t isready \t \r",
    "position startpos moves MOVES\ngo depth 2",
    "position fen 8/8/8/8/8/8/8/8 w - - 0 1\nposition fen\nposition\nposition fen 9/9 w\nposition fen JUNK",
    "position fen rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde 0 0 1 bm a3a4; id \"x\"; moves a3a4",
    "position startpos moves a3a4 a6a5 a4a5 b6b5\ngo depth 2",
    "setoption name Hash value 0\nsetoption name Hash value -4\nsetoption name Hash value 99999999999999999999",
    "setoption name Hash value 2\nsetoption name Clear Hash\nsetoption name Hash value 9",
    "go infinite\nsetoption name Threads value 3\nsetoption name Hash value 3\nucinewgame\nisready",
    "setoption name Threads value 2\ngo nodes 3000\nsetoption name Threads value 1",
    "setoption name Threads value 512\nsetoption name Threads value 1",
    "setoption name UCI_Variant value karouk\nd\ngo depth 3",
    "setoption name UCI_Variant value chess\nsetoption name UCI_Variant value cambodian\ngo nodes 300",
    "go infinite\nsetoption name UCI_Variant value asean\nposition startpos\nms 2\nstop",
    "setoption name uci_variant value MAKRUK\nucinewgame\nposition startpos\ngo nodes 200",
    "setoption name\nsetoption\nsetoption name EvalFile value /no/net\nsetoption name EvalFile value <empty>",
    "setoption name Café au lait value été\nsetoption name UCI_Chess960 value true\nsetoption name Use NNUE value maybe",
    "setoption name OukRules value traditional\ngo depth 2\nsetoption name OukRules value 2022",
    "position fen 8/8/8/3k4/8/2K5/8/8 w - - 0 1\ngo movetime 15",
    "go depth 0\ngo nodes 1\ngo nodes 0\ngo movetime -7\ngo depth two depth 2",
    "go infinite\ngo depth 2\ngo infinite\ngo nodes 5",
    "go\nms 2\nstop\ngo blitz depth 2 quickly",
    "go infinite\nucinewgame\nposition startpos\ngo depth 1",
    "JUNK\nJUNK JUNK\nsetoption name JUNK value JUNK\ngo depth 1 searchmoves JUNK",
    "go perft 2\ngo perft -1\ngo perft 3\nisready",
    "go perft 9\nms 3\nstop\nisready",
    "d\neval\nflip\nd\ncompiler\nhelp\ndebug on",
    "setoption name nodestime value 600\ngo wtime 100 btime 100\nsetoption name nodestime value 0",
    "setoption name Slow Mover value 10\ngo wtime 100 btime 100\nsetoption name Slow Mover value 100",
    "go mate 1 depth 3\ngo mate 0 nodes 20\ngo nodes 99999999999999999999 depth 2",
    "uci\nusi\nucci\ngo depth 1\nuci",
];

/// What a line of the output may be.
const WORDS: &[&str] = &[
    "",
    "info *",
    "bestmove *",
    "readyok",
    "id *",
    "option *",
    "u*ok",
    " *",
    "Fen: *",
    "Sfen: *",
    "Key: *",
    "Checkers:*",
    "Count: *",
    "Insufficient material: *",
    "Legal moves: *",
    "Outcome: *",
    "Nodes searched: *",
    "*: *",
    "* +*",
    "* -*",
    "Bayon *",
    "Built *",
    "Rook rays *",
    "total *",
    "uci, usi*",
    "setoption name NAME*",
    "position startpos|*",
    "go [depth*",
    "stop, ponderhit*",
    "d *",
    "eval *",
    "flip *",
    "bench *",
    "export_net *",
    "compiler *",
];

/// Marsaglia's xorshift.
struct Dice(u64);

impl Dice {
    fn below(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % sides.max(1)
    }
}

/// A line as it is sent, and whether it asks for a best move.
fn line(dice: &mut Dice, text: &str) -> (Vec<u8>, bool) {
    let mut bytes = Vec::new();
    for (i, part) in text.split("JUNK").enumerate() {
        if i > 0 {
            let length = 1 << dice.below(13);
            bytes.extend(
                (0..length)
                    .map(|_| dice.below(256) as u8)
                    .filter(|byte| !b"\r\n\x0b\x0c\x1c\x1d\x1e\x85".contains(byte)),
            );
        }
        bytes.extend(part.as_bytes());
    }
    let round = "b1d2 b8d7 d2b1 d7b8 g1e2 g8e7 e2g1 e7g8 ";
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let first: Vec<&str> = text.split_whitespace().take(2).collect();
    let asks = first.first() == Some(&"go") && first.get(1) != Some(&"perft");
    if text.contains("MOVES") {
        bytes = text.replace("MOVES", &round.repeat(1 + dice.below(200))).into_bytes();
    }
    bytes.push(b'\n');
    (bytes, asks)
}

/// Sends some cases, interleaved, and checks that every question is answered.
fn gust(session: &mut Session, dice: &mut Dice, sent: &mut String) {
    let mut open: Vec<Vec<&str>> =
        (0..1 + dice.below(6)).map(|_| CASES[dice.below(CASES.len())].lines().rev().collect()).collect();
    let mut asked = 0;
    while !open.is_empty() {
        let chosen = dice.below(open.len());
        let Some(text) = open[chosen].pop() else {
            open.swap_remove(chosen);
            continue;
        };
        writeln!(sent, "{text}").expect("a string takes all");
        match text.strip_prefix("ms ") {
            Some(time) => std::thread::sleep(Duration::from_millis(time.parse().expect("a number"))),
            None => {
                let (bytes, asks) = line(dice, text);
                session.say_bytes(&bytes);
                asked += usize::from(asks);
            }
        }
    }
    // A new game ends the last search and its answer is out; then comes a word that can be told from all before it.
    session.say_bytes(b"stop\nucinewgame\nusinewgame\nuccinewgame\nlull\nisready\n");
    let end = Instant::now() + PATIENCE;
    let mut over = false;
    let mut answers = 0;
    loop {
        let heard = session.next(end.saturating_duration_since(Instant::now()));
        let Some(heard) = heard else { panic!("silence after:\n{sent}") };
        assert!(WORDS.iter().any(|pattern| fits(pattern, &heard)), "what is {heard:?}, after:\n{sent}");
        answers += usize::from(heard.starts_with("bestmove "));
        over |= heard.contains("\"lull\"");
        if over && heard == "readyok" {
            break;
        }
    }
    assert_eq!(answers, asked, "questions and answers differ after:\n{sent}");
    session.said.clear();
}

/// Megabytes that the process has in memory.
fn resident(id: u32) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{id}/statm")).unwrap_or_default();
    text.split(' ').nth(1).and_then(|pages| pages.parse().ok()).map_or(0, |pages: u64| pages * 4 / 1024)
}

#[test]
fn storm() {
    let seconds = std::env::var("STORM").ok().and_then(|text| text.parse().ok()).unwrap_or(4);
    let seed = std::env::var("SEED").ok().and_then(|text| text.parse().ok());
    let seed = seed.unwrap_or(0x9e37_79b9_7f4a_7c15);
    let (mut dice, began) = (Dice(seed), Instant::now());
    let (mut sessions, mut gusts) = (0, 0);
    while began.elapsed() < Duration::from_secs(seconds) {
        let mut session = Session::start();
        session.say(["uci", "usi", "ucci", "position startpos"][dice.below(4)]);
        let mut sent = String::new();
        for _ in 0..1 + dice.below(30) {
            sent.clear();
            gust(&mut session, &mut dice, &mut sent);
            gusts += 1;
        }
        let megabytes = resident(session.id());
        assert!(megabytes < 400, "{megabytes} MiB after:\n{sent}");
        if dice.below(2) == 0 {
            session.say("go infinite");
        }
        if dice.below(2) == 0 {
            session.say("quit")
        } else {
            session.close()
        }
        // How soon is for the transcripts to say; here the machine may be busy, and this of the lowest priority.
        session.ended();
        sessions += 1;
    }
    println!("{sessions} sessions, {gusts} gusts in {} s", began.elapsed().as_secs());
}
