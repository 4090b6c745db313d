//! The nouns of the board: colours, squares, sets of squares, roles, moves and scores.

mod bitboard;
mod checksum;
mod color;
mod moves;
mod role;
mod score;
mod square;

pub use bitboard::Bitboard;
pub use checksum::checksum;
pub use color::Color;
pub use moves::{Move, MoveList};
pub use role::{Man, Role};
pub use score::Score;
pub use square::Square;
