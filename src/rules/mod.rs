//! The rules of every game: positions, moves, counting, ends. Outside this room nobody asks which game is played.
//!
//! Six games follow Fairy-Stockfish, but on purpose not in this:
//! - the leap rights that a king or met can still use belong to a position that repeats;
//! - an ai-wok, or a pawn that can become one, is enough material to win;
//! - there is no en passant, even if a FEN names its square;
//! - in kar ouk any number of checks still needed above one, and a tail `+0+0`, mean one;
//! - a rights field that is absent gives the rights of kings and mets at home, and five fields are read without the
//!   en-passant one;
//! - a side to move other than `w` or `b`, kings in contact, more than 16 men a side, and a side not to move that stands in
//!   check are refused; a promotion letter may be left out where there is no choice.

pub mod attacks;
mod checks;
pub mod counting;
mod line;
mod men;
mod movegen;
mod outcome;
mod perft;
mod play;
mod position;
pub mod registry;
mod setup;
pub mod variant;
mod zobrist;

pub use counting::Count;
pub use line::Line;
pub use movegen::Which;
pub use outcome::{Outcome, Why};
pub use position::Position;
pub use setup::{Setup, SetupError};
pub use variant::{Kin, Variant};
