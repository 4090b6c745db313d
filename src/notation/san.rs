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
            ("makruk", "8/R7/K7/8/8/8/4R3/k7 w - 16 11 41", "e2e7", "Ree7"),
            ("makruk", "3N4/N7/7K/8/3N4/8/6k1/8 w - 64 23 11", "d4c6", "N4c6"),
            ("makruk", "1m6/6k1/1K1s2ps/PR4Pp/6N1/8/3r4/4M3 w - - 7 86", "g5h6m", "gxh6=M+"),
            ("makruk", "8/7K/8/2r5/7m/k2n1n2/8/6r1 b - 16 17 37", "c5h5", "Rh5#"),
            ("cambodian", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1", "d1b2", "Kb2"),
            ("cambodian", "8/8/S7/2k5/M7/8/2M1K3/8 w - 86 57 99", "c2b3", "Mcb3"),
            ("cambodian", "2s5/m3k1s1/8/2P4p/3pp3/3S4/1n2K3/1r6 b - 126 1 43", "e4d3m", "exd3=M+"),
            ("cambodian", "M4m2/8/M7/K1k5/8/8/8/7m w - 126 63 111", "a6b7", "M6b7"),
            ("makruk", "7k/8/8/8/1M1M4/8/1M6/K7 w - - 0 1", "b4c3", "Mb4c3"),
            ("karouk", "rn1mksnr/3s4/pppppp1p/6p1/7P/PPPPPPP1/8/RNSKMSNR w DEde - 1+1 0 5", "h1h3", "Rh3"),
            ("karouk", "4k3/8/8/8/8/8/8/R2K4 w - - 1+1 0 1", "a1a8", "Ra8#"),
            ("asean", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a8=Q"),
            ("asean", "7k/P7/8/8/8/8/8/B3KB2 w - - 0 1", "a1b2", "Bb2"),
            ("ai-wok", "4k3/8/8/P7/8/8/8/4K3 w - - 0 1", "a5a6a", "a6=A"),
            ("ai-wok", "6k1/8/8/8/A6A/8/8/4K3 w - - 0 1", "a4d4", "Aad4"),
            ("makpong", "4k3/8/8/8/8/8/8/R2K4 w - - 0 1", "a1a8", "Ra8#"),
        ] {
            let position = fen::position(given, Variant::named(name).unwrap()).unwrap();
            let mv = coord::parse(mv, &position).unwrap();
            assert_eq!(write(mv, &position), wanted, "{given}");
        }
    }
}
