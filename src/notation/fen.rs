//! FEN of these games, read in every dialect that is about, written as Fairy-Stockfish does.
//!
//! `placement side rights limit|- [checks] ply|clock number`: the en-passant field holds the limit of a running count, the
//! half-move clock then its plies; kar ouk has the checks each side still needs before the clock. What clients leave out or
//! write otherwise is understood: no rights field, no en-passant field, a promoted man marked `~`, checks at the end
//! (`+0+0`), an EPD tail.

use crate::rules::Count;
use crate::rules::Position;
use crate::rules::Setup;
use crate::rules::Variant;
use crate::rules::variant::Goal;
use crate::types::Color;
use crate::types::Man;
use crate::types::Square;
use std::fmt;
use std::fmt::Write;

/// Why a FEN cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenError {
    /// There is nothing.
    Empty,
    /// A letter that is no man of this game.
    Letter(char),
    /// Rank `rank` (1 to 8) has so many squares, not 8; more than 8 are not counted on.
    Rank { rank: usize, squares: usize },
    /// There are so many ranks, not 8.
    Ranks(usize),
    /// The side to move is missing.
    NoSide,
    /// The side to move is not `w` or `b`.
    Side(String),
    /// A field that cannot be read.
    Field(String),
    /// A number that no game reaches.
    Number(String),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenError::Empty => f.write_str("the FEN is empty"),
            FenError::Letter(letter) => write!(f, "no man of this game is written {letter:?}"),
            FenError::Rank { rank, squares } if *squares > 8 => write!(f, "rank {rank} has more than 8 squares"),
            FenError::Rank { rank, squares } => write!(f, "rank {rank} has {squares} squares, not 8"),
            FenError::Ranks(ranks) => write!(f, "there are {ranks} ranks, not 8"),
            FenError::NoSide => f.write_str("the side to move is missing"),
            FenError::Side(side) => write!(f, "the side to move is {side:?}, not w or b"),
            FenError::Field(field) => write!(f, "cannot read the field {field:?}"),
            FenError::Number(number) => write!(f, "the number {number} is too large"),
        }
    }
}

impl std::error::Error for FenError {}

/// The largest limit, count or clock, in plies.
const MOST_PLIES: i64 = 30_000;
/// The largest move number.
const MOST_MOVES: i64 = 1_000_000;

/// Reads a FEN.
///
/// # Errors
/// What cannot be read. Whether the position is possible is for [`Position::new`] to say.
pub fn parse(text: &str, variant: &Variant) -> Result<Setup, FenError> {
    let mut fields = text.split_whitespace().peekable();
    let mut setup = Setup::empty();
    setup.board = placement(fields.next().ok_or(FenError::Empty)?, variant)?;
    setup.turn = match fields.next().ok_or(FenError::NoSide)? {
        "w" | "W" => Color::White,
        "b" | "B" => Color::Black,
        side => return Err(FenError::Side(side.to_string())),
    };
    match fields.next_if(|field| field.bytes().all(|sign| sign.is_ascii_alphabetic() || sign == b'-')) {
        Some(letters) => setup.rights = rights(letters),
        None if variant.leaps.is_some() => setup.rights = rights_at_home(&setup, variant),
        None => {}
    }
    // The numbers; an empty place is the `-` or the square of an en-passant field.
    let mut numbers: Vec<Option<i64>> = Vec::new();
    for field in fields {
        if let Some(checked) = checks(field) {
            setup.checked = checked;
        } else if field == "-" || field.parse::<Square>().is_ok() {
            if !numbers.is_empty() {
                return Err(FenError::Field(field.to_string()));
            }
            numbers.push(None);
        } else if field.trim_start_matches('-').bytes().all(|sign| sign.is_ascii_digit()) {
            let number = field.parse().map_err(|_| FenError::Number(field.to_string()))?;
            numbers.push(Some(number));
        } else if field.starts_with(|sign: char| sign.is_ascii_alphabetic()) {
            break; // an EPD operation
        } else {
            return Err(FenError::Field(field.to_string()));
        }
    }
    let (limit, clock, number) = match numbers[..] {
        [] | [None] => (None, None, None),
        [None, clock] | [clock] => (None, clock, None),
        [None, clock, number] | [clock, number] => (None, clock, number),
        [limit, clock, number] => (limit, clock, number),
        _ => return Err(FenError::Field(text.split_whitespace().last().unwrap_or_default().to_string())),
    };
    let plies = |number: Option<i64>| match number.unwrap_or(0) {
        plies if plies > MOST_PLIES => Err(FenError::Number(plies.to_string())),
        plies => Ok(plies.max(0) as u16),
    };
    setup.count = Count::new(plies(limit)?, plies(clock)?);
    setup.clock = if setup.count.is_some() { 0 } else { plies(clock)? };
    setup.number = match number.unwrap_or(1) {
        number if number > MOST_MOVES => return Err(FenError::Number(number.to_string())),
        number => number.max(1) as u32,
    };
    Ok(setup)
}

/// Reads a FEN and checks the position: [`parse`] and [`Position::new`] in one.
///
/// # Errors
/// What is wrong, in one line.
pub fn position(text: &str, variant: &'static Variant) -> Result<Position, String> {
    let setup = parse(text, variant).map_err(|error| error.to_string())?;
    Position::new(variant, &setup).map_err(|error| error.to_string())
}

fn placement(text: &str, variant: &Variant) -> Result<[Option<Man>; 64], FenError> {
    let mut board = [None; 64];
    let ranks = text.split('/').count();
    if ranks != 8 {
        return Err(FenError::Ranks(ranks));
    }
    for (row, rank) in text.split('/').zip((0..8).rev()) {
        let mut file = 0;
        for sign in row.chars() {
            match sign {
                '1'..='8' => file += sign as usize - '0' as usize,
                '~' if file > 0 => {}
                _ => {
                    let letter = u8::try_from(sign).map_err(|_| FenError::Letter(sign))?;
                    let role = variant.role(letter).ok_or(FenError::Letter(sign))?;
                    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
                    if file < 8 {
                        board[Square::at(file, rank).index()] = Some(Man::new(color, role));
                    }
                    file += 1;
                }
            }
            if file > 8 {
                return Err(FenError::Rank { rank: rank + 1, squares: file });
            }
        }
        if file != 8 {
            return Err(FenError::Rank { rank: rank + 1, squares: file });
        }
    }
    Ok(board)
}

/// Files by letter, in any order; letters that are no file mean nothing. [colour]
fn rights(letters: &str) -> [u8; 2] {
    let mut rights = [0; 2];
    for letter in letters.bytes() {
        match letter {
            b'A'..=b'H' => rights[0] |= 1 << (letter - b'A'),
            b'a'..=b'h' => rights[1] |= 1 << (letter - b'a'),
            _ => {}
        }
    }
    rights
}

/// Without a rights field, a side whose king and met stand as at the start has not moved them.
fn rights_at_home(setup: &Setup, variant: &Variant) -> [u8; 2] {
    let start = Setup::start(variant);
    Color::ALL.map(|color| match variant.homes(color) {
        (Some(king), Some(met)) if [king, met].iter().all(|s| setup.board[s.index()] == start.board[s.index()]) => {
            1 << king.file() | 1 << met.file()
        }
        _ => 0,
    })
}

/// `1+1`: the checks white and black still need; `+0+0`: those they have given. A side that needs none has checked.
fn checks(field: &str) -> Option<[bool; 2]> {
    let (counts, given) = match field.strip_prefix('+') {
        Some(counts) => (counts, true),
        None => (field, false),
    };
    let (white, black) = counts.split_once('+')?;
    let number = |text: &str| text.parse::<u8>().ok().map(|number| (number == 0) != given);
    Some([number(white)?, number(black)?])
}

/// Writes where the men stand: the first field of a FEN.
pub fn write_board(setup: &Setup, variant: &Variant) -> String {
    let mut text = String::with_capacity(80);
    for rank in (0..8).rev() {
        let mut gap = 0;
        for file in 0..8 {
            let Some(man) = setup.board[Square::at(file, rank).index()] else {
                gap += 1;
                continue;
            };
            if gap > 0 {
                let _ = write!(text, "{gap}");
                gap = 0;
            }
            let letter = variant.letter(man.role());
            text.push(if man.color().is_white() { letter } else { letter.to_ascii_lowercase() });
        }
        if gap > 0 {
            let _ = write!(text, "{gap}");
        }
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

/// Writes a position as a FEN.
pub fn write(position: &Position) -> String {
    let mut text = write_board(&position.setup(), position.variant());
    text.push_str(if position.turn().is_white() { " w " } else { " b " });
    let before = text.len();
    for (color, first) in [(Color::White, b'A'), (Color::Black, b'a')] {
        text.extend((0..8u8).filter(|file| position.rights(color) >> file & 1 != 0).map(|file| (first + file) as char));
    }
    if text.len() == before {
        text.push('-');
    }
    match position.count() {
        Some(count) => _ = write!(text, " {}", count.limit),
        None => text.push_str(" -"),
    }
    if position.variant().goal == Goal::FirstCheck {
        let needs = |color| !position.has_checked(color) as u8;
        let _ = write!(text, " {}+{}", needs(Color::White), needs(Color::Black));
    }
    let plies = position.count().map_or(position.clock(), |count| count.ply);
    let _ = write!(text, " {plies} {}", position.number());
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::variant;

    fn rewritten(name: &str, fen: &str) -> String {
        let variant = Variant::named(name).unwrap();
        position(fen, variant).map_or_else(|error| error, |position| write(&position))
    }

    #[test]
    fn every_start_is_its_own_fen() {
        for &variant in &variant::ALL {
            assert_eq!(rewritten(variant.name, variant.start), variant.start);
            assert_eq!(write(&Position::start(variant)), variant.start);
        }
    }

    #[test]
    fn dialects_of_the_start() {
        let men = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR";
        for tail in ["w DEde - 0 1", "w - 0 0 1", "w DEde 0 0 1", "w DEde 0 1", "w EDed 0 1", "w 0 1", "w", "w - - 0 1"]
        {
            let none = tail.starts_with("w -");
            let fen = format!("{men} {tail}");
            let rights = if none { "-" } else { "DEde" };
            assert_eq!(rewritten("cambodian", &fen), format!("{men} w {rights} - 0 1"), "{tail}");
            assert_eq!(rewritten("karouk", &fen), format!("{men} w {rights} - 1+1 0 1"), "{tail}");
            assert_eq!(rewritten("makruk", &fen), format!("{men} w - - 0 1"), "{tail}");
        }
    }

    #[test]
    fn counts_clocks_and_checks() {
        for (name, given, wanted) in [
            ("makruk", "8/8/8/3k4/8/2K5/R7/R7 b - 16 8 1", "8/8/8/3k4/8/2K5/R7/R7 b - 16 8 1"),
            ("makruk", "8/8/8/3k4/8/2K5/R7/R7 b - 32 0 1", "8/8/8/3k4/8/2K5/R7/R7 b - 32 0 1"),
            ("makruk", "8/8/8/3k4/8/2K5/R7/R7 b - 0 12 1", "8/8/8/3k4/8/2K5/R7/R7 b - - 12 1"),
            ("makruk", "8/8/8/3k4/8/2K5/R7/R7 b - e3 12 0", "8/8/8/3k4/8/2K5/R7/R7 b - - 12 1"),
            ("makruk", "8/8/8/3k4/8/2K5/R~7/R7 b - - -3 7", "8/8/8/3k4/8/2K5/R7/R7 b - - 0 7"),
            ("cambodian", "8/8/8/3k4/8/2K5/R7/R7 b - 500 8 1", "8/8/8/3k4/8/2K5/R7/R7 b - 126 8 1"),
            ("karouk", "8/8/8/3k4/8/2K5/R7/R7 b - - +0+0 8 1", "8/8/8/3k4/8/2K5/R7/R7 b - - 1+1 8 1"),
            ("karouk", "8/8/8/3k4/8/2K5/R7/R7 b - - 8 1 +0+0", "8/8/8/3k4/8/2K5/R7/R7 b - - 1+1 8 1"),
            ("karouk", "8/8/8/3k4/8/2K5/R7/R7 w - 126 1+3 13 128", "8/8/8/3k4/8/2K5/R7/R7 w - 126 1+1 13 128"),
            ("karouk", "8/8/8/3k4/8/2K5/3R4/R7 b - - 0+1 8 1", "8/8/8/3k4/8/2K5/3R4/R7 b - - 0+1 8 1"),
            ("makruk", "8/8/8/3k4/8/2K5/R7/R7 b - - bm d5d4; id \"one\";", "8/8/8/3k4/8/2K5/R7/R7 b - - 0 1"),
        ] {
            assert_eq!(rewritten(name, given), wanted, "{given}");
        }
    }

    #[test]
    fn bad_fens_are_told() {
        for (given, wanted) in [
            ("", "the FEN is empty"),
            ("8/8/8/3k4/8/2K5/R7/R7", "the side to move is missing"),
            ("8/8/8/3k4/8/2K5/R7/R7 x - - 0 1", "the side to move is \"x\", not w or b"),
            ("8/8/8/3k4/8/2K5/R7 w - - 0 1", "there are 7 ranks, not 8"),
            ("8/8/8/3k5/8/2K5/R7/R7 w - - 0 1", "rank 5 has more than 8 squares"),
            ("8/8/8/3k3/8/2K5/R7/R7 w - - 0 1", "rank 5 has 7 squares, not 8"),
            ("8/8/8/3q4/8/2K5/R7/R7 w - - 0 1", "no man of this game is written 'q'"),
            ("8/8/8/8/8/2K5/R7/R7 w - - 0 1", "black has no king"),
            ("8/8/8/2kk4/8/2K5/R7/R7 w - - 0 1", "black has 2 kings"),
            ("8/8/8/2k5/2K5/8/R7/R7 w - - 0 1", "the kings touch"),
            ("8/8/8/3k4/8/2K5/3R4/8 w - - 0 1", "the side not to move is in check"),
            ("8/8/8/3k4/8/2K5/R7/R7 w - - 0 99999999999999999999", "the number 99999999999999999999 is too large"),
            ("8/8/8/3k4/8/2K5/R7/R7 w - - 1 2 3", "cannot read the field \"3\""),
            ("8/8/8/3k4/8/2K5/R7/R7 w - - ?? 3", "cannot read the field \"??\""),
        ] {
            assert_eq!(rewritten("makruk", given), wanted, "{given}");
        }
        // Not even a side that has given the first check may take the king.
        let told = rewritten("karouk", "8/8/8/3k4/8/2K5/3R4/R7 w - - 0+1 8 1");
        assert_eq!(told, "the side not to move is in check");
    }
}
