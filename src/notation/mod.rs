//! How positions and moves are written: FEN, coordinates, SAN and the others.

pub mod coord;
pub mod fen;
pub mod ini;
pub mod pgn;
pub mod san;
mod thai;
pub mod usi;

/// As much of a word as a message may repeat.
pub fn short(word: &str) -> &str {
    const MOST: usize = 40;
    word.char_indices().nth(MOST).map_or(word, |(end, _)| &word[..end])
}
