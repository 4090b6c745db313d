//! A position as text for a terminal: the board, and a line for each thing that the rules say about it.

use crate::engine::Sight;
use crate::notation::fen;
use crate::notation::usi;
use crate::protocol::uci::tongue::Tongue;
use crate::rules::Position;
use crate::types::Color;
use crate::types::Square;
use std::fmt;
use std::fmt::Write;

/// Writes the board and the lines below it.
pub(super) fn write(sight: &Sight, tongue: &Tongue, out: &mut String) -> fmt::Result {
    let position = &sight.position;
    board(position, out)?;
    writeln!(out, "\nFen: {}", fen::write(position))?;
    writeln!(out, "Sfen: {}", usi::sfen(position))?;
    writeln!(out, "Key: {:016X}", position.key())?;
    let mut checkers: Vec<Square> = position.checkers().into_iter().collect();
    checkers.sort_by_key(|square| (square.file(), square.rank()));
    let checkers: Vec<String> = checkers.into_iter().map(tongue.square).collect();
    writeln!(out, "Checkers: {}", checkers.join(" "))?;
    match position.count() {
        Some(count) => writeln!(out, "Count: {}/{} {}", count.used(), count.of(), count.who(position.turn()))?,
        None => writeln!(out, "Count: none")?,
    }
    let insufficient = match Color::ALL.map(|color| position.insufficient(color)) {
        [false, false] => "none",
        [true, false] => "white",
        [false, true] => "black",
        [true, true] => "both",
    };
    writeln!(out, "Insufficient material: {insufficient}")?;
    writeln!(out, "Legal moves: {}", position.count_moves())?;
    match sight.outcome {
        Some(outcome) => writeln!(out, "Outcome: {outcome}"),
        None => writeln!(out, "Outcome: none"),
    }
}

fn board(position: &Position, out: &mut String) -> fmt::Result {
    const EDGE: &str = " +---+---+---+---+---+---+---+---+";
    writeln!(out, "\n{EDGE}")?;
    for rank in (0..8).rev() {
        for file in 0..8 {
            let sign = position.at(Square::at(file, rank)).map_or(' ', |man| {
                let letter = position.variant().letter(man.role());
                if man.color().is_white() { letter } else { letter.to_ascii_lowercase() }
            });
            write!(out, " | {sign}")?;
        }
        // The star marks the side to move.
        let moves = rank == if position.turn().is_white() { 0 } else { 7 };
        writeln!(out, " |{}{}\n{EDGE}", rank + 1, if moves { " *" } else { "" })?;
    }
    writeln!(out, "   a   b   c   d   e   f   g   h")
}
