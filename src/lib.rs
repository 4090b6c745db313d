//! Bayon plays the chess of mainland South-East Asia: makruk, ouk chatrang, kar ouk and their kin.
//!
//! The house has stairs; each step knows only the steps below it:
//!
//! | step | what lives there |
//! |---|---|
//! | [`types`] | the nouns of the board: squares, sets of squares, men, moves, scores |
//! | [`rules`] | the games as rows of one table; positions, legal moves, counting, ends |
//! | [`notation`] | FEN and moves as text |
//! | [`tables`] | endings solved, exact to the count |
//! | [`eval`] | what a position is worth: by hand, or by a net |
//! | [`search`] | from a line of play, limits and settings to the best move |
//! | [`engine`] | commands in, events out, options as typed rows; one thread that does what takes time |
//! | [`protocol`] | dialects: lines to commands, events to lines; the console that carries both |
//! | [`arena`] | matches between engines: referee, clocks, statistics, records |
//! | [`training`] | self-play games, samples, and the trainer of nets |
//! | [`cli`] | the command line |
//!
//! A position is plain data that is copied, never undone: [`rules::Position::play`] makes a new one, [`rules::Line`] keeps the
//! game. A variant is one row in [`rules::variant`]; outside of `rules` nobody asks which game is played. The search says
//! what it has found as plain data ([`search::Report`], [`search::Best`]), and only a dialect makes words of it.
//!
//! ```
//! use bayon::rules::{Line, Outcome, Position, Variant, Why};
//! use bayon::notation::coord;
//!
//! let karouk = Variant::named("karouk").ok_or("no such game")?;
//! let mut line = Line::new(Position::start(karouk));
//! for text in ["b1d2", "b8d7"] {
//!     line.push(coord::parse(text, line.now())?);
//! }
//! assert_eq!(line.ended(), None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![deny(unsafe_code)]

pub mod arena;
pub mod cli;
pub mod engine;
pub mod eval;
pub mod notation;
pub mod protocol;
pub mod rules;
pub mod search;
pub mod tables;
pub mod training;
pub mod types;
