//! USI and UCCI are spoken as the reference, Fairy-Stockfish, does: its answers to 20 positions of each game, scores and
//! numbers of nodes aside, lie in `dialects/*.txt`.
//!
//! With `PEER=path/to/fairy-stockfish` that engine is asked in Bayon's place; with `RECORD=1` its answers are kept.

mod session;

use bayon::notation::coord;
use bayon::notation::fen;
use bayon::notation::usi;
use bayon::rules::Line;
use bayon::rules::Position;
use bayon::rules::Variant;
use bayon::rules::Which;
use bayon::types::Move;
use bayon::types::MoveList;
use session::Session;
use std::fmt::Write;
use std::path::PathBuf;
use std::process::Command;

/// The games that the reference has, too.
const GAMES: [&str; 6] = ["makruk", "cambodian", "karouk", "makpong", "asean", "ai-wok"];

type WriteMove = fn(Move, &Variant) -> String;

/// What is asked, and what was answered.
struct Block {
    variant: String,
    /// The words after `position`.
    setup: String,
    /// The move that is searched, if there is any.
    mv: String,
    answer: String,
}

fn path(dialect: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/dialects/{dialect}.txt"))
}

fn read(dialect: &str) -> Vec<Block> {
    let text = std::fs::read_to_string(path(dialect)).expect("the answers are there");
    let blocks = text.trim().split("\n\n").map(|block| {
        let (question, answer) = block.split_once('\n').expect("a question and an answer");
        let [variant, setup, mv] = question.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("no question: {question}")
        };
        Block { variant: variant.into(), setup: setup.into(), mv: mv.into(), answer: answer.into() }
    });
    blocks.collect()
}

/// Puts a question and gives the answer in the form in which it is kept.
fn ask(session: &mut Session, block: &Block, dialect: &str) -> String {
    let mut answer = String::new();
    session.say(&format!("position {}\nd\nisready", block.setup));
    for line in heard(session, "readyok") {
        // Number and count stand in the tail of an SFEN of ours.
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["Fen:", ..] => writeln!(answer, "{}", words.join(" ")),
            ["Sfen:", placement, turn, hand, number, ..] => {
                writeln!(answer, "Sfen: {placement} {turn} {hand} {number}")
            }
            ["Checkers:", ref squares @ ..] => {
                let mut squares = squares.to_vec();
                squares.sort();
                writeln!(answer, "Checkers: {}", squares.join(" "))
            }
            _ => Ok(()),
        }
        .expect("a string takes all");
    }
    session.say("go perft 1");
    let moves = heard(session, "Nodes searched: *");
    let mut moves: Vec<&str> = moves.iter().filter_map(|line| line.strip_suffix(": 1")).collect();
    moves.sort();
    writeln!(answer, "Moves: {}", moves.join(" ")).expect("a string takes all");
    let search = if block.mv == "-" { String::new() } else { format!(" searchmoves {}", block.mv) };
    session.say(&format!("go depth 1{search}"));
    let lines = heard(session, "bestmove *");
    if let Some(line) = lines.iter().rfind(|line| line.starts_with("info depth")) {
        writeln!(answer, "{}", without_numbers(line, dialect)).expect("a string takes all");
    }
    let best = session.said.last().map(|line| line.split(' ').take(2).collect::<Vec<_>>().join(" "));
    answer + &best.unwrap_or_default()
}

/// The lines before one that fits `end`.
fn heard(session: &mut Session, end: &str) -> Vec<String> {
    let before = session.said.len();
    session.hear(end);
    session.said[before..session.said.len() - 1].to_vec()
}

/// An info line without what is each engine's own: scores but for mates at once, numbers, the end of the line of play.
fn without_numbers(line: &str, dialect: &str) -> String {
    let mut words = line.split(' ').peekable();
    let mut kept = Vec::new();
    while let Some(word) = words.next() {
        match word {
            "hashfull" => _ = words.next(),
            "score" => {
                kept.push(word);
                let kind = words.next_if(|&kind| kind == "cp" || kind == "mate");
                match (kind, words.next()) {
                    (Some("mate"), Some(number @ ("0" | "1"))) => kept.extend(["mate", number]),
                    // A longer mate is seen by one engine and not by the other: a score like others.
                    (Some("mate"), _) if dialect == "ucci" => kept.push("#"),
                    (Some(_), _) => kept.extend(["cp", "#"]),
                    (None, _) => kept.push("#"),
                }
            }
            "seldepth" | "nodes" | "nps" | "tbhits" | "time" => {
                kept.extend([word, "#"]);
                words.next();
            }
            "pv" => {
                kept.push(word);
                kept.extend(words.next());
                break;
            }
            _ => kept.push(word),
        }
    }
    kept.join(" ")
}

fn compare(dialect: &str) {
    let word = if dialect == "ucci" { "" } else { "name " };
    let value = if dialect == "ucci" { "" } else { "value " };
    let option = if dialect == "usi" { "USI_Variant" } else { "UCI_Variant" };
    let peer = std::env::var("PEER").ok();
    let mut session = match &peer {
        Some(program) => Session::of(Command::new(program)),
        None => Session::start(),
    };
    session.say(dialect);
    session.hear(&format!("{dialect}ok"));
    let record = std::env::var("RECORD").is_ok();
    let blocks = if record { questions(dialect) } else { read(dialect) };
    let (mut text, mut wrong, mut variant) = (String::new(), Vec::new(), String::new());
    for block in &blocks {
        if block.variant != variant {
            variant.clone_from(&block.variant);
            session.say(&format!("setoption {word}{option} {value}{variant}"));
        }
        let answer = ask(&mut session, block, dialect);
        write!(text, "{} | {} | {}\n{answer}\n\n", block.variant, block.setup, block.mv).expect("a string takes all");
        if answer != block.answer {
            wrong.push(format!("{} {}\nwanted:\n{}\nheard:\n{answer}\n", variant, block.setup, block.answer));
        }
    }
    if record {
        std::fs::write(path(dialect), text.trim_end().to_string() + "\n").expect("answers can be kept");
    } else {
        assert!(wrong.is_empty(), "{} of {} differ; the first:\n{}", wrong.len(), blocks.len(), wrong[0]);
        assert_eq!(blocks.len(), 20 * GAMES.len());
    }
}

#[test]
fn usi_as_the_reference() {
    compare("usi");
}

#[test]
fn ucci_as_the_reference() {
    compare("ucci");
}

/// Questions to put to the reference: positions of random games, three moves on; of each game two that have ended, and a
/// mate or a check that wins where there is one to be searched.
fn questions(dialect: &str) -> Vec<Block> {
    let write: WriteMove = if dialect == "usi" { usi::write } else { coord::write };
    let mut seed: u64 = 1;
    let mut blocks = Vec::new();
    for name in GAMES {
        let variant = Variant::named(name).expect("a game");
        let (mut going, mut ended) = (0, 0);
        while going + ended < 20 {
            let length = dice(&mut seed, 90);
            let Some(position) = walk(Position::start(variant), length, &mut seed, &mut Vec::new()) else { continue };
            let mut played = Vec::new();
            let Some(now) = walk(position, 3, &mut seed, &mut played) else { continue };
            let moves = legal(&now);
            let chosen = wins(&now).or_else(|| moves.get(dice(&mut seed, moves.len().max(1))).copied());
            // A mate that only one of two engines sees at once says nothing of their languages.
            let unclear = |mv: Move| {
                let after = now.play(mv);
                wins(&after).is_some() || legal(&after).iter().any(|&reply| legal(&after.play(reply)).is_empty())
            };
            if moves.is_empty() && ended < 2 {
                ended += 1;
            } else if moves.is_empty() || going == 18 || chosen.is_some_and(unclear) {
                continue;
            } else {
                going += 1;
            }
            let mv = chosen.map_or("-".to_string(), |mv| write(mv, variant));
            // An SFEN of the reference has no rights and no count; but the first men say the same in all dialects.
            let fen = fen::write(&position);
            let plain = usi::sfen(&position);
            let bare = plain.split(' ').count() == 4 && fen.contains(" - ");
            let start = if bare { format!("sfen {plain}") } else { format!("fen {fen}") };
            let played: Vec<String> = played.into_iter().map(|mv| write(mv, variant)).collect();
            let setup = format!("{start} moves {}", played.join(" "));
            blocks.push(Block { variant: name.into(), setup, mv, answer: String::new() });
        }
    }
    blocks
}

/// A move that wins at once.
fn wins(now: &Position) -> Option<Move> {
    legal(now).into_iter().find(|&mv| now.gives_check(mv) && legal(&now.play(mv)).is_empty())
}

/// A number below `sides` (Marsaglia's xorshift).
fn dice(seed: &mut u64, sides: usize) -> usize {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    (*seed >> 11) as usize % sides
}

fn legal(position: &Position) -> MoveList {
    let mut list = MoveList::new();
    position.moves(Which::All, &mut list);
    list
}

/// So many random moves on, unless the game is over before.
fn walk(start: Position, plies: usize, seed: &mut u64, played: &mut Vec<Move>) -> Option<Position> {
    let mut line = Line::new(start);
    for _ in 0..plies {
        let moves = legal(line.now());
        if moves.is_empty() {
            return None;
        }
        let mv = moves[dice(seed, moves.len())];
        line.push(mv);
        played.push(mv);
    }
    Some(*line.now())
}
