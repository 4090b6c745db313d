//! The Universal Chess Interface.

use crate::engine::BENCH_DEPTH;
use crate::engine::Best;
use crate::engine::Bound;
use crate::engine::Command;
use crate::engine::Event;
use crate::engine::Limits;
use crate::engine::Report;
use crate::engine::options::Kind;
use crate::engine::options::Row;
use crate::notation::coord;
use crate::notation::fen;
use crate::protocol::Dialect;
use crate::protocol::Misread;
use crate::protocol::View;
use crate::protocol::sight;
use crate::rules::Line;
use crate::rules::Position;
use crate::types::Color;
use crate::types::Move;
use std::fmt::Write;
use std::time::Duration;

/// UCI as Fairy-Stockfish speaks it, with its words for a terminal.
#[derive(Default)]
pub struct Uci {
    _private: (),
}

const HELP: &str = "\
uci                                      who I am and what can be set
setoption name NAME value VALUE          set an option
position startpos|fen FEN [moves MOVE…]  set the game
go [depth N] [nodes N] [movetime MS] [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N]
   [mate N] [infinite] [ponder] [searchmoves MOVE…] | go perft N
stop, ponderhit, isready, ucinewgame, debug on|off, quit
d          the board, and what the rules say about it
eval       what the evaluation thinks of it, from white's view
flip       change the colours and turn the board
bench [N]  search a fixed set of positions to depth N
export_net [FILE]  write the net that judges this game to a file
compiler   how this program was built
";

impl Dialect for Uci {
    fn read(&mut self, line: &str, view: &View) -> Result<Vec<Command>, Misread> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let command = match words[..] {
            [] => return Ok(Vec::new()),
            ["uci", ..] => Command::Introduce,
            ["isready", ..] => Command::Ready,
            ["ucinewgame", ..] => Command::NewGame,
            ["debug", ..] => return Ok(Vec::new()),
            ["setoption", ..] => option(line)?,
            ["position", ref rest @ ..] => return position(rest, view),
            ["go", "perft", ref rest @ ..] => Command::Perft { depth: perft_depth(rest)? },
            ["go", ref rest @ ..] => return Ok(go(rest, view.line.now())),
            ["stop", ..] => Command::Stop,
            ["ponderhit", ..] => Command::PonderHit,
            ["quit", ..] => Command::Quit,
            ["d", ..] => Command::Show,
            ["eval", ..] => Command::Evaluate,
            ["flip", ..] => Command::Flip,
            ["bench"] => Command::Bench { depth: BENCH_DEPTH },
            ["bench", depth, ..] => Command::Bench { depth: depth.parse().map_err(|_| no_number("bench", depth))? },
            ["export_net", ref path @ ..] => Command::ExportNet { path: path.join(" ") },
            ["compiler", ..] => Command::Built,
            ["help" | "--help", ..] => Command::Answer(HELP.to_string()),
            [word, ..] => return Err(Misread(format!("unknown command {:?}: try help", short(word)))),
        };
        Ok(vec![command])
    }

    fn write(&mut self, event: &Event, out: &mut String) {
        // Writing to a string cannot fail.
        let _ = write_event(event, out);
    }
}

fn no_number(word: &str, text: &str) -> Misread {
    Misread(format!("{word} wants a number, not {:?}", short(text)))
}

/// As much of a word as a message may repeat.
fn short(word: &str) -> &str {
    const MOST: usize = 40;
    word.char_indices().nth(MOST).map_or(word, |(end, _)| &word[..end])
}

fn perft_depth(words: &[&str]) -> Result<u32, Misread> {
    match words {
        [] => Ok(1),
        [depth, ..] => depth.parse().map(|depth: u32| depth.max(1)).map_err(|_| no_number("perft", depth)),
    }
}

/// `setoption name NAME [value VALUE]`: names and values may have blanks.
fn option(line: &str) -> Result<Command, Misread> {
    let after = |text: &str, word: &str| {
        let mut from = 0;
        for part in text.split_whitespace() {
            // Where the part begins: every part is found behind the one before.
            let start = from + text[from..].find(part)?;
            from = start + part.len();
            if part == word {
                return Some((start, from));
            }
        }
        None
    };
    let (_, name_from) = after(line, "name").ok_or_else(|| Misread("setoption wants a name".to_string()))?;
    let rest = &line[name_from..];
    let (name, value) = match after(rest, "value") {
        Some((end, from)) => (&rest[..end], rest[from..].trim()),
        None => (rest, ""),
    };
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    Ok(Command::Set { name, value: value.to_string() })
}

/// `position startpos|fen FEN [moves MOVE…]`. A move that is not legal ends the list; what comes before it is played.
fn position(words: &[&str], view: &View) -> Result<Vec<Command>, Misread> {
    let (setup, moves) = match words.iter().position(|&word| word == "moves") {
        Some(at) => (&words[..at], &words[at + 1..]),
        None => (words, &[][..]),
    };
    let start = match setup {
        ["startpos", ..] => Position::start(view.variant()),
        ["fen", rest @ ..] => fen::position(&rest.join(" "), view.variant())
            .map_err(|error| Misread(format!("bad FEN: {error}: the last position stays")))?,
        _ => return Err(Misread("position wants startpos or fen".to_string())),
    };
    let mut line = Line::new(start);
    let mut commands = Vec::new();
    for (i, text) in moves.iter().enumerate() {
        match coord::parse(text, line.now()) {
            Ok(mv) => line.push(mv),
            Err(error) => {
                commands.push(Command::Note(format!(
                    "move {} of the list, {}: {error}: stopped before it",
                    i + 1,
                    short(text)
                )));
                break;
            }
        }
    }
    commands.push(Command::Position(Box::new(line)));
    Ok(commands)
}

/// The words of `go` after which a number comes.
const NUMBERS: [&str; 9] = ["depth", "nodes", "movetime", "wtime", "btime", "winc", "binc", "movestogo", "mate"];

fn go(mut words: &[&str], root: &Position) -> Vec<Command> {
    let mut limits = Limits::default();
    let mut notes = Vec::new();
    while let [word, rest @ ..] = words {
        words = rest;
        match *word {
            "infinite" => limits.infinite = true,
            "ponder" => limits.ponder = true,
            "searchmoves" => {
                while let [text, rest @ ..] = words {
                    match coord::parse(text, root) {
                        Ok(mv) if limits.search_moves.contains(&mv) => {}
                        Ok(mv) => limits.search_moves.push(mv),
                        Err(_) if is_go_word(text) => break,
                        Err(error) => notes.push(format!("searchmoves {}: {error}", short(text))),
                    }
                    words = rest;
                }
            }
            word if NUMBERS.contains(&word) => match words {
                [text, rest @ ..] if !is_go_word(text) => {
                    words = rest;
                    match number(text) {
                        Some(number) => limit(&mut limits, word, number),
                        None => notes.push(no_number(word, text).to_string()),
                    }
                }
                _ => notes.push(no_number(word, "").to_string()),
            },
            word => notes.push(format!("go does not know {:?}", short(word))),
        }
    }
    // With only the other side's clock told, ours is taken for empty.
    if limits.time.iter().any(Option::is_some) {
        limits.time = limits.time.map(|time| time.or(Some(0)));
    }
    let notes = notes.into_iter().map(Command::Note);
    notes.chain([Command::Go(limits)]).collect()
}

fn is_go_word(word: &str) -> bool {
    NUMBERS.contains(&word) || matches!(word, "infinite" | "ponder" | "searchmoves")
}

/// A whole number; one beyond all bounds is the bound, one with a fraction is cut.
fn number(text: &str) -> Option<i64> {
    let whole = text.split_once('.').map_or(text, |(whole, _)| whole);
    let digits = whole.strip_prefix(['-', '+']).unwrap_or(whole);
    if digits.is_empty() || !digits.bytes().all(|sign| sign.is_ascii_digit()) {
        return None;
    }
    Some(whole.parse().unwrap_or(if whole.starts_with('-') { i64::MIN / 2 } else { i64::MAX / 2 }))
}

fn limit(limits: &mut Limits, word: &str, number: i64) {
    let whole = number.max(0) as u64;
    let small = u32::try_from(whole).unwrap_or(u32::MAX);
    match word {
        "depth" => limits.depth = Some(small.max(1) as usize),
        "nodes" => limits.nodes = Some(whole.max(1)),
        "movetime" => limits.movetime = Some(Duration::from_millis(whole)),
        "wtime" => limits.time[Color::White.index()] = Some(number),
        "btime" => limits.time[Color::Black.index()] = Some(number),
        "winc" => limits.increment[Color::White.index()] = number,
        "binc" => limits.increment[Color::Black.index()] = number,
        "movestogo" => limits.moves_to_go = Some(small).filter(|&moves| moves > 0),
        _ => limits.mate = Some(small).filter(|&moves| moves > 0),
    }
}

fn write_event(event: &Event, out: &mut String) -> std::fmt::Result {
    match event {
        Event::Introduction { name, author, options } => {
            writeln!(out, "id name {name}\nid author {author}\n")?;
            for row in options {
                write_option(row, out)?;
            }
            writeln!(out, "uciok")
        }
        Event::Ready => writeln!(out, "readyok"),
        Event::Counting { count, who } => {
            writeln!(out, "info string count {}/{} {who}", count.used(), count.of())
        }
        Event::Report { root, report } => write_report(root, report, out),
        Event::Best { root, best } => write_best(root, best, out),
        Event::Ended(outcome) => writeln!(out, "info string {outcome}"),
        Event::Perft { root, leaves } => {
            for &(mv, leaves) in leaves {
                writeln!(out, "{}: {leaves}", coord::write(mv, root.variant()))?;
            }
            let all: u64 = leaves.iter().map(|(_, leaves)| leaves).sum();
            writeln!(out, "\nNodes searched: {all}\n")
        }
        Event::Sight(sight) => sight::write(sight, out),
        Event::Evaluation(explanation) => {
            for (name, pawns) in explanation.terms.iter().filter(|(_, pawns)| *pawns != 0.0) {
                writeln!(out, "{name:<16} {pawns:+8.2}")?;
            }
            writeln!(out, "{:<16} {:+8.2} (white's view, in pawns)", "total", explanation.total)
        }
        Event::Bench(bench) => writeln!(
            out,
            "Total time (ms) : {}\nNodes searched  : {}\nNodes/second    : {}",
            bench.time.as_millis(),
            bench.nodes,
            bench.speed()
        ),
        Event::Answer(words) => writeln!(out, "{}", words.trim_end()),
        Event::Note(words) => words.lines().try_for_each(|line| writeln!(out, "info string {line}")),
    }
}

fn write_option(row: &Row, out: &mut String) -> std::fmt::Result {
    write!(out, "option name {} type ", row.name)?;
    match &row.kind {
        Kind::Check { default, .. } => writeln!(out, "check default {default}"),
        Kind::Spin { default, min, max, .. } => writeln!(out, "spin default {default} min {min} max {max}"),
        Kind::Combo { default, values, .. } => {
            write!(out, "combo default {default}")?;
            values().iter().try_for_each(|value| write!(out, " var {value}"))?;
            writeln!(out)
        }
        Kind::Text { default: "", .. } => writeln!(out, "string default <empty>"),
        Kind::Text { default, .. } => writeln!(out, "string default {default}"),
        Kind::Button { .. } => writeln!(out, "button"),
    }
}

fn write_report(root: &Position, report: &Report, out: &mut String) -> std::fmt::Result {
    if report.moves.is_empty() && report.depth == 0 {
        return writeln!(out, "info depth 0 score {}", report.score);
    }
    write!(
        out,
        "info depth {} seldepth {} multipv {} score {}",
        report.depth, report.selective_depth, report.rank, report.score
    )?;
    out.push_str(match report.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    });
    write!(
        out,
        " nodes {} nps {} hashfull {} tbhits {} time {} pv",
        report.nodes,
        report.speed(),
        report.hash_full,
        report.table_hits,
        report.time.as_millis()
    )?;
    for &mv in &report.moves {
        write_move(mv, root, out)?;
    }
    writeln!(out)
}

fn write_best(root: &Position, best: &Best, out: &mut String) -> std::fmt::Result {
    let Some(mv) = best.mv else { return writeln!(out, "bestmove (none)") };
    out.push_str("bestmove");
    write_move(mv, root, out)?;
    if let Some(ponder) = best.ponder {
        out.push_str(" ponder");
        write_move(ponder, root, out)?;
    }
    writeln!(out)
}

fn write_move(mv: Move, root: &Position, out: &mut String) -> std::fmt::Result {
    write!(out, " {}", coord::write(mv, root.variant()))
}
