//! Reading `go`.

use crate::engine::Command;
use crate::engine::Limits;
use crate::notation::short;
use crate::protocol::uci::no_number;
use crate::protocol::uci::tongue::Clock;
use crate::protocol::uci::tongue::Tongue;
use crate::rules::Position;
use crate::rules::Which;
use crate::types::Color;
use crate::types::Move;
use crate::types::MoveList;
use std::time::Duration;

/// The words of `go` after which a number comes.
const NUMBERS: [&str; 14] = [
    "depth",
    "nodes",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "mate",
    "byoyomi",
    "time",
    "opptime",
    "increment",
    "oppincrement",
];

/// Reads the words after `go`. Times are told in units of `unit` milliseconds where they go by side to move; moves that are
/// `banned` are not searched.
pub(super) fn read(words: &[&str], root: &Position, tongue: &Tongue, unit: i64, banned: &[Move]) -> Vec<Command> {
    let mut reader =
        Reader { limits: Limits::default(), notes: Vec::new(), turn: root.turn(), tongue, unit, byoyomi: 0 };
    reader.words(words, root);
    let Reader { mut limits, notes, byoyomi, .. } = reader;
    if byoyomi > 0 {
        spread(byoyomi, &mut limits, root.turn());
    }
    // With only the other side's clock told, ours is taken for empty.
    if limits.time.iter().any(Option::is_some) {
        limits.time = limits.time.map(|time| time.or(Some(0)));
    }
    if !banned.is_empty() {
        ban(banned, &mut limits, root);
    }
    notes.into_iter().map(Command::Note).chain([Command::Go(limits)]).collect()
}

/// Time that every move has, once the clock is empty, as Fairy-Stockfish takes it: more on the clock, and after each move as
/// much again. Where the clock is empty already, the move has that time and no more.
fn spread(byoyomi: i64, limits: &mut Limits, turn: Color) {
    if limits.time[turn.index()].unwrap_or(0) <= 0 {
        limits.moves_to_go = Some(1);
    }
    limits.time = limits.time.map(|time| Some(time.unwrap_or(0).saturating_add(byoyomi)));
    limits.increment = [byoyomi; 2];
}

/// Leaves the banned moves out, unless there is no other.
fn ban(banned: &[Move], limits: &mut Limits, root: &Position) {
    let mut all = MoveList::new();
    root.moves(Which::All, &mut all);
    let asked = |mv: &Move| limits.search_moves.is_empty() || limits.search_moves.contains(mv);
    limits.search_moves = all.into_iter().filter(|mv| asked(mv) && !banned.contains(mv)).collect();
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

/// What has been read so far.
struct Reader<'a> {
    limits: Limits,
    notes: Vec<String>,
    turn: Color,
    tongue: &'a Tongue,
    unit: i64,
    byoyomi: i64,
}

impl Reader<'_> {
    fn words(&mut self, mut words: &[&str], root: &Position) {
        while let [word, rest @ ..] = words {
            words = rest;
            match *word {
                "infinite" => self.limits.infinite = true,
                "ponder" => self.limits.ponder = true,
                "searchmoves" => words = self.search_moves(words, root),
                word if NUMBERS.contains(&word) => match words {
                    [text, rest @ ..] if !is_go_word(text) => {
                        words = rest;
                        match number(text) {
                            Some(number) => self.limit(word, number),
                            None => self.notes.push(no_number(word, text).to_string()),
                        }
                    }
                    _ => self.notes.push(no_number(word, "").to_string()),
                },
                word => self.notes.push(format!("go does not know {:?}", short(word))),
            }
        }
    }

    /// Reads moves and gives what comes after them.
    fn search_moves<'w, 't>(&mut self, mut words: &'w [&'t str], root: &Position) -> &'w [&'t str] {
        while let [text, rest @ ..] = words {
            match (self.tongue.read_move)(text, root) {
                Ok(mv) if self.limits.search_moves.contains(&mv) => {}
                Ok(mv) => self.limits.search_moves.push(mv),
                Err(_) if is_go_word(text) => break,
                Err(error) => self.notes.push(format!("searchmoves {}: {error}", short(text))),
            }
            words = rest;
        }
        words
    }

    fn limit(&mut self, word: &str, number: i64) {
        let limits = &mut self.limits;
        let whole = number.max(0) as u64;
        let small = u32::try_from(whole).unwrap_or(u32::MAX);
        match word {
            "depth" => limits.depth = Some(small.max(1) as usize),
            "nodes" => limits.nodes = Some(whole.max(1)),
            "movetime" => limits.movetime = Some(Duration::from_millis(whole)),
            "movestogo" => limits.moves_to_go = Some(small).filter(|&moves| moves > 0),
            "mate" => limits.mate = Some(small).filter(|&moves| moves > 0),
            "byoyomi" => self.byoyomi = number,
            clock => self.clock(clock, number),
        }
    }

    fn clock(&mut self, word: &str, number: i64) {
        let first = match self.tongue.clock {
            Clock::Colors(color) => color,
            Clock::Turns => Color::White,
        };
        let (side, unit) = match word {
            "wtime" | "winc" => (first, 1),
            "btime" | "binc" => (!first, 1),
            "time" | "increment" => (self.turn, self.unit),
            _ => (!self.turn, self.unit),
        };
        let number = number.saturating_mul(unit);
        if word.ends_with("time") {
            self.limits.time[side.index()] = Some(number);
        } else {
            self.limits.increment[side.index()] = number;
        }
    }
}
