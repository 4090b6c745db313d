//! The rules of every game: positions, moves, counting, ends. Outside this room nobody asks which game is played.

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
