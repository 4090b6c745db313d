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
//! | [`study`] | games looked at afterwards: read, searched, told as PGN, JSON or a page |
//! | [`training`] | self-play games, samples, the trainer of nets, the tuner of the search's numbers |
//! | [`cli`] | the command line |
//!
//! A position is plain data that is copied, never undone: [`rules::Position::play`] makes a new one, [`rules::Line`] keeps the
//! game. A variant is one row in [`rules::variant`]; outside of `rules` nobody asks which game is played. The search says
//! what it has found as plain data ([`search::Report`], [`search::Best`]), and only a dialect makes words of it.
//!
//! Legal moves, the outcome of a game, the size of its tree, and a search:
//!
//! ```
//! use bayon::notation::{coord, fen};
//! use bayon::rules::{Line, Outcome, Position, Variant, Which, Why};
//! use bayon::search::{Limits, Pool, Settings};
//! use bayon::types::{Color, MoveList};
//!
//! let karouk = Variant::named("karouk").ok_or("no such game")?;
//! let start = Position::start(karouk);
//! let mut moves = MoveList::new();
//! start.moves(Which::All, &mut moves);
//! assert_eq!((moves.len(), start.perft(3)), (25, 15_031));
//!
//! // A game: the first check wins.
//! let text = "4k3/8/8/8/8/8/8/R3K3 w - - 1+1 0 1";
//! let mut line = Line::new(fen::position(text, karouk)?);
//! assert_eq!(line.ended(), None);
//!
//! // One thread, a table of 1 MiB, six plies deep. Another thread could end it by `pool.signals()`.
//! let mut pool = Pool::new(1, 1).map_err(|_| "no memory")?;
//! pool.signals().arm(false);
//! let limits = Limits { depth: Some(6), ..Limits::default() };
//! let best = pool.go(&line, &limits, &Settings::default(), &mut |report| println!("{}", report.score));
//! let mv = best.mv.ok_or("no move")?;
//! assert_eq!(coord::write(mv, karouk), "a1a8");
//!
//! line.push(mv);
//! assert_eq!(line.ended(), Some(Outcome::win(Color::White, Why::FirstCheck)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Rules of a game of your own are read by [`notation::ini`] and kept by [`rules::registry`].
//!
//! Without the feature `program`, which is on by default, there are the layers up to [`search`] alone: they need no file, and
//! with one thread no other, and can be built for `wasm32-unknown-unknown`, where no clock limits a search.
#![deny(unsafe_code)]

#[cfg(feature = "program")]
pub mod arena;
#[cfg(feature = "program")]
pub mod cli;
#[cfg(feature = "program")]
pub mod engine;
pub mod eval;
pub mod notation;
#[cfg(feature = "program")]
pub mod protocol;
pub mod rules;
pub mod search;
#[cfg(feature = "program")]
pub mod study;
pub mod tables;
#[cfg(feature = "program")]
pub mod training;
pub mod types;
