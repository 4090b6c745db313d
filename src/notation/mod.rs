//! How positions and moves are written: FEN, coordinates, SAN and the others.

pub mod coord;
pub mod fen;
pub mod san;
pub mod usi;
