//! Moves as people write them (standard algebraic notation), as Fairy-Stockfish's rules library does: `Nd2`, `exd5`, `Mf4+`,
//! `a6=M`, `R8xd5#`.
//!
//! The letter is that of the game; the king's and met's leaps are moves like others. `#` marks any check that leaves no move,
//! so in kar ouk every check.

use crate::rules::Position;
use crate::types::Bitboard;
use crate::types::Man;
use crate::types::Move;
use crate::types::Role;
use std::fmt::Write;

/// Writes a move that is legal in `position`.
pub fn write(mv: Move, position: &Position) -> String {
    let mut text = String::with_capacity(8);
    let variant = position.variant();
    let (from, to) = (mv.from(), mv.to());
    let role = position.at(from).map_or(Role::King, Man::role);
    let captures = position.at(to).is_some();
    if role == Role::Pawn {
        if captures {
            text.push(file(mv));
        }
    } else {
        text.push(variant.letter(role));
        text.push_str(&origin(mv, role, position));
    }
    if captures {
        text.push('x');
    }
    let _ = write!(text, "{to}");
    if let Some(role) = mv.promotion() {
        let _ = write!(text, "={}", variant.letter(role));
    }
    if position.gives_check(mv) {
        text.push(if position.play(mv).lost_or_stuck().is_some() { '#' } else { '+' });
    }
    text
}

fn file(mv: Move) -> char {
    (b'a' + mv.from().file() as u8) as char
}

/// What tells a man from its likes that could go to the same square: its file, else its rank, else both.
fn origin(mv: Move, role: Role, position: &Position) -> String {
    let (from, to) = (mv.from(), mv.to());
    let likes = position.of(position.turn(), role) - from.into();
    let rivals: Bitboard = likes
        .into_iter()
        .filter(|&square| square != to && position.is_legal(Move::new(square, to, mv.promotion())))
        .collect();
    if rivals.is_empty() {
        String::new()
    } else if (rivals & Bitboard::file(from.file())).is_empty() {
        file(mv).to_string()
    } else if (rivals & Bitboard::rank(from.rank())).is_empty() {
        (from.rank() + 1).to_string()
    } else {
        from.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::coord;
    use crate::notation::fen;
    use crate::rules::Variant;

    /// The texts are pyffish's `get_san`.
    #[test]
    fn moves_are_written_as_pyffish_does() {
        for (name, given, mv, wanted) in [
            ("makruk", "4k3/8/8/P7/8/8/8/4K3 w - - 0 1", "a5a6m", "a6=M"),
        ] {
            let position = fen::position(given, Variant::named(name).unwrap()).unwrap();
            let mv = coord::parse(mv, &position).unwrap();
            assert_eq!(write(mv, &position), wanted, "{given}");
        }
    }
}
