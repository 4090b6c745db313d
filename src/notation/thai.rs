//! Thai letters and digits of moves, as Fairy-Stockfish's rules library writes them, turned into Latin ones.

use crate::rules::Variant;
use crate::types::Role;

/// Files a to h, and ranks 1 to 8.
const FILES: [char; 8] = ['ก', 'ข', 'ค', 'ง', 'จ', 'ฉ', 'ช', 'ญ'];
const RANKS: [char; 8] = ['๑', '๒', '๓', '๔', '๕', '๖', '๗', '๘'];
/// Men; the longer first. A promoted pawn has a letter of its own.
const MEN: [(&str, Role); 8] = [
    ("ม็", Role::Met),
    ("ข", Role::King),
    ("ค", Role::Khon),
    ("ง", Role::Met),
    ("ม", Role::Knight),
    ("ร", Role::Rook),
    ("บ", Role::Pawn),
    ("ว", Role::Wok),
];

/// Whether the text is the name of a man alone, as the long form has it before a blank.
pub(super) fn is_man(text: &str) -> bool {
    MEN.iter().any(|(name, _)| *name == text)
}

/// The Latin readings of a move in Thai letters: the first letter may be a man or the file of a pawn. None if nothing in it
/// is Thai.
pub(super) fn latin(text: &str, variant: &Variant) -> Vec<String> {
    let mut readings = Vec::new();
    if text.is_ascii() {
        return readings;
    }
    for (name, role) in MEN {
        if let Some(rest) = text.strip_prefix(name)
            && !rest.starts_with('\u{e47}')
        {
            readings.extend(squares(rest).map(|rest| format!("{}{rest}", variant.letter(role))));
        }
    }
    readings.extend(squares(text));
    readings
}

/// Files and ranks; other letters beyond ASCII make it no move.
fn squares(text: &str) -> Option<String> {
    let sign = |sign: char| match (FILES.iter().position(|&f| f == sign), RANKS.iter().position(|&r| r == sign)) {
        (Some(file), _) => Some((b'a' + file as u8) as char),
        (_, Some(rank)) => Some((b'1' + rank as u8) as char),
        _ => sign.is_ascii().then_some(sign),
    };
    text.chars().filter(|sign| *sign != ' ').map(sign).collect()
}
