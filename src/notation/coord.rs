//! Moves as UCI and XBoard write them: `e3e4`, and with the letter of what a pawn becomes, `a5a6m`.

use crate::rules::Position;
use crate::rules::Variant;
use crate::types::Move;
use std::fmt;

/// Why a move cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// It is not written as a move.
    Malformed,
    /// It is not legal here.
    Illegal,
    /// More than one legal move may be meant.
    Ambiguous,
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MoveError::Malformed => "not a move",
            MoveError::Illegal => "not legal here",
            MoveError::Ambiguous => "more than one move may be meant",
        })
    }
}

impl std::error::Error for MoveError {}

/// Reads a move that is legal in `position`. The promotion letter may be of either case, and left out where there is no choice.
///
/// # Errors
/// Why there is no such move.
pub fn parse(text: &str, position: &Position) -> Result<Move, MoveError> {
    let (Some(from), Some(to)) = (text.get(0..2), text.get(2..4)) else {
        return Err(MoveError::Malformed);
    };
    let (Ok(from), Ok(to)) = (from.parse(), to.parse()) else {
        return Err(MoveError::Malformed);
    };
    if from == to {
        return Err(MoveError::Illegal);
    }
    let variant = position.variant();
    let mv = match text.as_bytes()[4..] {
        [] => {
            let plain = Move::new(from, to, None);
            match variant.promotion.roles {
                &[only] if !position.is_legal(plain) => Move::new(from, to, Some(only)),
                _ => plain,
            }
        }
        [letter] => Move::new(from, to, Some(variant.role(letter).ok_or(MoveError::Malformed)?)),
        _ => return Err(MoveError::Malformed),
    };
    if position.is_legal(mv) { Ok(mv) } else { Err(MoveError::Illegal) }
}

/// Writes a move.
pub fn write(mv: Move, variant: &Variant) -> String {
    let mut text = format!("{}{}", mv.from(), mv.to());
    if let Some(role) = mv.promotion() {
        text.push(variant.letter(role).to_ascii_lowercase());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;

    #[test]
    fn promotions_need_their_letter_or_none() {
        let position = fen::position("4k3/8/8/P7/8/8/8/4K3 w - - 0 1", Variant::named("makruk").unwrap()).unwrap();
        for text in ["a5a6m", "a5a6M", "a5a6"] {
            assert_eq!(parse(text, &position).map(|mv| write(mv, position.variant())), Ok("a5a6m".to_string()));
        }
        for (text, error) in [
            ("a5a6q", MoveError::Malformed),
            ("a5a6=m", MoveError::Malformed),
            ("a5a6r", MoveError::Illegal),
            ("a5a7", MoveError::Illegal),
            ("a5", MoveError::Malformed),
            ("0000", MoveError::Malformed),
            ("a5é6", MoveError::Malformed),
            ("e1e1", MoveError::Illegal),
        ] {
            assert_eq!(parse(text, &position), Err(error), "{text}");
        }
    }

    #[test]
    fn a_choice_of_promotions_needs_its_letter() {
        let position = fen::position("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", Variant::named("asean").unwrap()).unwrap();
        assert_eq!(parse("a7a8", &position), Err(MoveError::Illegal));
        assert!(["a7a8r", "a7a8n", "a7a8b", "a7a8q"].iter().all(|text| parse(text, &position).is_ok()));
    }
}
