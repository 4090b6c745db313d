//! Squares, moves and positions as the Universal Shogi Interface writes them, after Fairy-Stockfish: files 1 to 8 from the
//! right, ranks a to h from the top, so that a1 is `8h`; the side that begins is called `b`.

use crate::notation::coord;
use crate::notation::coord::MoveError;
use crate::notation::fen;
use crate::rules::Position;
use crate::rules::Variant;
use crate::types::Move;
use crate::types::Square;

/// Reads a move that is legal in `position`, as [`coord::parse`] does but for the squares.
///
/// # Errors
/// Why there is no such move.
pub fn parse(text: &str, position: &Position) -> Result<Move, MoveError> {
    let (Some(squares), Some(letter)) = (text.get(..4), text.get(4..)) else { return Err(MoveError::Malformed) };
    let mut turned = String::with_capacity(5);
    for pair in squares.as_bytes().chunks(2) {
        let &[file @ b'1'..=b'8', rank @ b'a'..=b'h'] = pair else { return Err(MoveError::Malformed) };
        turned.push((b'h' - (file - b'1')) as char);
        turned.push((b'8' - (rank - b'a')) as char);
    }
    coord::parse(&(turned + letter), position)
}

/// Writes a square.
pub fn square(square: Square) -> String {
    let sign = |first: u8, steps: usize| (first + steps as u8) as char;
    String::from_iter([sign(b'1', 7 - square.file()), sign(b'a', 7 - square.rank())])
}

/// Writes a move.
pub fn write(mv: Move, variant: &Variant) -> String {
    let letter = mv.promotion().map(|role| variant.letter(role).to_ascii_lowercase());
    square(mv.from()) + &square(mv.to()) + letter.map_or(String::new(), String::from).as_str()
}

/// Reads an SFEN: `placement b|w - number [rights limit|- [checks] plies]`. The side to move is `b` if it began, the number
/// that of the move in plies, from 1. The tail is Bayon's own; it holds what SFEN has no place for, as in a FEN. Without
/// it no count runs, and a side whose king and met stand as at the start has not moved them.
///
/// # Errors
/// What is wrong, in one line.
pub fn position(text: &str, variant: &'static Variant) -> Result<Position, String> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let (placement, turn, rest) = match fields[..] {
        [placement, turn, ref rest @ ..] => (placement, turn, rest),
        [_] => return Err("the side to move is missing".to_string()),
        [] => return Err("the SFEN is empty".to_string()),
    };
    let turn = match turn {
        "b" => 'w',
        "w" => 'b',
        _ => return Err(format!("the side to move is {turn:?}, not b or w")),
    };
    let (number, tail) = match rest {
        [] | ["-"] => ("1", &[][..]),
        ["-", number, tail @ ..] => (*number, tail),
        [hand, ..] => return Err(format!("no man of this game is held in hand, not {hand:?}")),
    };
    let plies: u32 = number.parse().map_err(|_| format!("the move's number is {number:?}"))?;
    let number = 1 + plies.saturating_sub(1) / 2;
    let counts = tail.iter().skip(1).filter(|field| !field.contains('+')).count();
    let tail = match (tail, counts) {
        ([], _) => "0".to_string(),
        (_, 0) => format!("{} - 0", tail.join(" ")),
        (_, 2) => tail.join(" "),
        _ => return Err(format!("behind the move's number are rights, limit and plies, not {:?}", tail.join(" "))),
    };
    fen::position(&format!("{placement} {turn} {tail} {number}"), variant)
}

/// Writes a position as an SFEN, with the tail where it would be lost without.
pub fn sfen(position: &Position) -> String {
    let fen = fen::write(position);
    let fields: Vec<&str> = fen.split(' ').collect();
    let white = position.turn().is_white();
    let plies = 2 * position.number() - u32::from(white);
    let plain = format!("{} {} - {plies}", fields[0], if white { 'b' } else { 'w' });
    let same = self::position(&plain, position.variant()).is_ok_and(|other| fen::write(&other) == fen);
    if same { plain } else { format!("{plain} {}", fields[2..fields.len() - 1].join(" ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewritten(name: &str, text: &str) -> String {
        let read = Variant::named(name).map_or(Err("no game".to_string()), |variant| position(text, variant));
        read.map_or_else(|error| error, |position| sfen(&position))
    }

    #[test]
    fn positions_keep_their_tail() {
        for (name, text) in [
            ("makruk", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR b - 1"),
            ("cambodian", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR b - 1"),
            ("karouk", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR b - 1"),
            ("cambodian", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - 8 De - 3"),
            ("makruk", "8/8/8/3k4/3R4/2K5/8/8 w - 2 - 32 8"),
            ("karouk", "8/8/8/3k4/8/2K5/3R4/R7 w - 20 - - 0+1 8"),
        ] {
            assert_eq!(rewritten(name, text), text);
        }
        // Rights alone are enough.
        let start = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR";
        assert_eq!(rewritten("cambodian", &format!("{start} b - 9 -")), format!("{start} b - 9 - - 0"));
        assert_eq!(rewritten("karouk", &format!("{start} b - 9 DEde 1+1")), format!("{start} b - 9"));
        // What the reference writes of black's first move has an odd number.
        assert_eq!(rewritten("makruk", "8/8/8/3k4/3R4/2K5/P7/8 w - 1"), "8/8/8/3k4/3R4/2K5/P7/8 w - 2");
    }

    #[test]
    fn bad_ones_are_told() {
        for (text, wanted) in [
            ("", "the SFEN is empty"),
            ("8/8/8/3k4/8/2K5/R7/R7", "the side to move is missing"),
            ("8/8/8/3k4/8/2K5/R7/R7 x - 1", "the side to move is \"x\", not b or w"),
            ("8/8/8/3k4/8/2K5/R7/R7 b 2P 1", "no man of this game is held in hand, not \"2P\""),
            ("8/8/8/3k4/8/2K5/R7/R7 b - one", "the move's number is \"one\""),
            ("8/8/8/8/8/2K5/R7/R7 b - 1", "black has no king"),
            ("8/8/8/3k4/8/2K5/R7/R7 w - 2 - 32", "behind the move's number are rights, limit and plies, not \"- 32\""),
        ] {
            assert_eq!(rewritten("makruk", text), wanted, "{text}");
        }
    }

    #[test]
    fn moves_are_those_of_the_reference() {
        let makruk = Variant::named("makruk").unwrap();
        let root = position("4k3/8/8/P7/8/8/8/4K3 b - 1", makruk).unwrap();
        let list = ["8d8cm", "4h5h", "4h3h", "4h5g", "4h4g", "4h3g"];
        assert!(list.iter().all(|text| parse(text, &root).is_ok_and(|mv| write(mv, makruk) == *text)));
        for text in ["a5a6m", "8d8c+", "8d", "9d9c", "8d8é", "8d8cmm"] {
            assert_eq!(parse(text, &root), Err(MoveError::Malformed), "{text}");
        }
    }
}
