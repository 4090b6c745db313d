//! Moves as people write them (standard algebraic notation), as Fairy-Stockfish's rules library does: `Nd2`, `exd5`, `Mf4+`,
//! `a6=M`, `R8xd5#`.
//!
//! The letter is that of the game; the king's and met's leaps are moves like others. `#` marks any check that leaves no move,
//! so in kar ouk every check.

use crate::notation::coord;
use crate::notation::coord::MoveError;
use crate::notation::thai;
use crate::rules::Position;
use crate::rules::Variant;
use crate::rules::Which;
use crate::types::Bitboard;
use crate::types::Man;
use crate::types::Move;
use crate::types::MoveList;
use crate::types::Role;
use crate::types::Square;
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

/// What the text of a move says.
struct Words {
    role: Role,
    file: Option<usize>,
    rank: Option<usize>,
    to: Square,
    promotion: Option<Role>,
}

/// Reads a move that is legal in `position`, as any program may write it: `Nd2`, `Nb1-d2`, `exd5`, `a6=M`, `a6M`, `e3e4`, in
/// Latin or in Thai letters (`ม-ง๒`), with marks of check and praise or without.
///
/// # Errors
/// Why there is no such move, or that there are several.
pub fn parse(text: &str, position: &Position) -> Result<Move, MoveError> {
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    if let Ok(mv) = coord::parse(text, position) {
        return Ok(mv);
    }
    let variant = position.variant();
    let readings = thai::latin(text, variant);
    let words: Vec<Words> = if readings.is_empty() {
        words(text, variant).into_iter().collect()
    } else {
        readings.iter().filter_map(|text| words(text, variant)).collect()
    };
    if words.is_empty() {
        return Err(MoveError::Malformed);
    }
    let mut moves = MoveList::new();
    position.moves(Which::All, &mut moves);
    moves.retain(|mv| words.iter().any(|words| words.mean(*mv, position)));
    match moves[..] {
        [] => Err(MoveError::Illegal),
        [mv] => Ok(mv),
        _ => Err(MoveError::Ambiguous),
    }
}

impl Words {
    fn mean(&self, mv: Move, position: &Position) -> bool {
        let from = mv.from();
        mv.to() == self.to
            && position.at(from).map(Man::role) == Some(self.role)
            && self.file.is_none_or(|file| file == from.file())
            && self.rank.is_none_or(|rank| rank == from.rank())
            && (self.promotion.is_none() || self.promotion == mv.promotion())
    }
}

/// Takes a move's text apart; none if it is no such text.
fn words(text: &str, variant: &Variant) -> Option<Words> {
    let signs: Vec<u8> = text.bytes().filter(|sign| !b"x-:=()/".contains(sign)).collect();
    let (role, signs) = match signs.split_first()? {
        (letter @ b'A'..=b'Z', rest) => (role(*letter, variant)?, rest),
        _ => (Role::Pawn, &signs[..]),
    };
    let (promotion, signs) = match signs.split_last()? {
        (letter, rest) if letter.is_ascii_alphabetic() => (Some(self::role(*letter, variant)?), rest),
        _ => (None, signs),
    };
    let (origin, to) = signs.split_at_checked(signs.len().checked_sub(2)?)?;
    let file = |sign: u8| (b'a'..=b'h').contains(&sign).then(|| usize::from(sign - b'a'));
    let rank = |sign: u8| (b'1'..=b'8').contains(&sign).then(|| usize::from(sign - b'1'));
    let to = Square::at(file(to[0])?, rank(to[1])?);
    let (file, rank) = match *origin {
        [] => (None, None),
        [sign] if sign.is_ascii_digit() => (None, Some(rank(sign)?)),
        [sign] => (Some(file(sign)?), None),
        [first, second] => (Some(file(first)?), Some(rank(second)?)),
        _ => return None,
    };
    Some(Words { role, file, rank, to, promotion })
}

/// The role of a letter in this game, or of one that other programs use for it.
fn role(letter: u8, variant: &Variant) -> Option<Role> {
    let other = match letter.to_ascii_uppercase() {
        b'Q' | b'F' => Role::Met,
        b'B' | b'E' => Role::Khon,
        _ => return variant.role(letter),
    };
    variant.role(letter).or_else(|| variant.letters[other.index()].map(|_| other))
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
            assert_eq!(parse(wanted, &position), Ok(mv), "{given}");
        }
    }

    #[test]
    fn moves_are_read_however_they_are_written() {
        for (name, given, texts, wanted) in [
            (
                "makruk",
                "4k3/8/8/P7/8/8/8/4K3 w - - 0 1",
                "a6=M a6M a6 a5-a6=M Pa6=M a5a6m a6=F a6=Q a6=M+!? ก๖=M",
                "a5a6m",
            ),
            ("makruk", "8/R7/K7/8/8/8/4R3/k7 w - 16 11 41", "Ree7 Re2-e7 e2e7 Re2e7# รจ-จ๗", "e2e7"),
            ("makruk", "1m6/6k1/1K1s2ps/PR4Pp/6N1/8/3r4/4M3 w - - 7 86", "gxh6=M+ g5xh6 gh6 ชxญ๖=M+", "g5h6m"),
            ("makruk", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1", "Nd2 Nbd2 Nb1-d2 ม-ง๒ มข๑-ง๒", "b1d2"),
            ("makruk", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1", "e4 จ๔ บจ๓-จ๔", "e3e4"),
            ("makruk", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1", "Md2 Fd2 Qd2 ม็-ง๒", "e1d2"),
            ("makruk", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1", "Sc2 Bc2 Sc1c2 ค-ค๒", "c1c2"),
            ("asean", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=Q a8Q a7a8q", "a7a8q"),
            // Read as Thai, the first letter is a khon or the pawn's file.
            ("makruk", "4k3/8/8/8/3p4/2P5/8/4K3 w - - 0 1", "cxd4 คxง๔", "c3d4"),
        ] {
            let position = fen::position(given, Variant::named(name).unwrap()).unwrap();
            for text in texts.split(' ') {
                assert_eq!(
                    parse(text, &position).map(|mv| coord::write(mv, position.variant())),
                    Ok(wanted.to_string()),
                    "{text}"
                );
            }
        }
    }

    #[test]
    fn what_is_no_move_is_told() {
        let game = Variant::named("makruk").unwrap();
        let position = fen::position("4k3/8/8/8/3p4/N1P5/8/1N1SK3 w - - 0 1", game).unwrap();
        for (text, error) in [
            ("Nc2", MoveError::Illegal),
            ("Xc2", MoveError::Malformed),
            ("", MoveError::Malformed),
            ("+", MoveError::Malformed),
            ("N", MoveError::Malformed),
            ("--", MoveError::Malformed),
            ("ม", MoveError::Malformed),
            ("Ni9", MoveError::Malformed),
            ("Nabcd2", MoveError::Malformed),
            ("é4", MoveError::Malformed),
            ("O-O", MoveError::Malformed),
            ("Rd2", MoveError::Illegal),
        ] {
            let read = parse(text, &position);
            assert!(text == "Nc2" || read == Err(error), "{text}: {read:?}");
        }
        let two = fen::position("4k3/8/8/8/8/N7/8/N3K3 w - - 0 1", game).unwrap();
        assert_eq!(parse("Nc2", &two), Err(MoveError::Ambiguous));
    }
}
