//! A game told in one line: variant, FEN (or `start`), moves, and what must come of it.
#![allow(dead_code)]

use bayon::notation::coord;
use bayon::notation::fen;
use bayon::rules::Line;
use bayon::rules::Position;
use bayon::rules::Variant;
use bayon::rules::Which;
use bayon::types::MoveList;

/// The game after the moves.
pub fn line(variant: &str, start: &str, moves: &str) -> Line {
    let variant = Variant::named(variant).unwrap_or_else(|| panic!("no variant {variant}"));
    let start = if start == "start" { variant.start } else { start };
    let position = fen::position(start, variant).unwrap_or_else(|error| panic!("{start}: {error}"));
    let mut line = Line::new(position);
    for text in moves.split_whitespace() {
        let mv = coord::parse(text, line.now()).unwrap_or_else(|error| panic!("{start} {moves}: {text} is {error}"));
        line.push(mv);
    }
    line
}

/// The FEN after the moves, and how the game has ended (`none`: it goes on).
pub fn told(variant: &str, start: &str, moves: &str) -> (String, String) {
    let line = line(variant, start, moves);
    let outcome = line.ended().map_or_else(|| "none".to_string(), |outcome| outcome.to_string());
    (fen::write(line.now()), outcome)
}

/// Checks a table of games: variant, start, moves, FEN after them, outcome.
#[track_caller]
pub fn all(games: &[(&str, &str, &str, &str, &str)]) {
    for &(variant, start, moves, fen, outcome) in games {
        let found = told(variant, start, moves);
        assert_eq!((found.0.as_str(), found.1.as_str()), (fen, outcome), "{variant} {start} moves {moves}");
    }
}

/// The legal moves.
pub fn legal(position: &Position) -> Vec<String> {
    let mut list = MoveList::new();
    position.moves(Which::All, &mut list);
    list.iter().map(|&mv| coord::write(mv, position.variant())).collect()
}

/// Checks that some moves are legal in a position and others are not.
#[track_caller]
pub fn legality(variant: &str, start: &str, moves: &str, legal_ones: &str, illegal_ones: &str) {
    let list = legal(line(variant, start, moves).now());
    for mv in legal_ones.split_whitespace() {
        assert!(list.iter().any(|other| other == mv), "{variant} {start} moves {moves}: {mv} is legal");
    }
    for mv in illegal_ones.split_whitespace() {
        assert!(list.iter().all(|other| other != mv), "{variant} {start} moves {moves}: {mv} is not legal");
    }
}
