//! What a dialect is.

use crate::engine::Command;
use crate::engine::Event;
use crate::protocol::Cecp;
use crate::protocol::Uci;
use crate::protocol::uci::tongue;
use crate::rules::Line;
use crate::rules::Variant;
use std::fmt;

/// What a dialect may know of the engine.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The game so far.
    pub line: &'a Line,
    /// Whether a search runs.
    pub searching: bool,
}

impl View<'_> {
    /// The game that is played.
    pub fn variant(&self) -> &'static Variant {
        self.line.now().variant()
    }
}

/// A line that means nothing, and why. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misread(pub String);

impl fmt::Display for Misread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Misread {}

/// A language: lines to commands, events to lines.
pub trait Dialect: Send {
    /// Reads a line.
    ///
    /// # Errors
    /// Why it means nothing.
    fn read(&mut self, line: &str, view: &View) -> Result<Vec<Command>, Misread>;

    /// Writes an event, each of its lines ended; or nothing, where the language has no words for it.
    fn write(&mut self, event: &Event, out: &mut String);

    /// What the dialect itself wants done once a search has ended and its answer is written: nothing, unless it keeps the
    /// game. Lines may have been read since.
    fn next(&mut self, _view: &View) -> Vec<Command> {
        Vec::new()
    }

    /// Whether a line ends what is being counted, at once: it is then heard before its turn.
    fn interrupts(&self, line: &str) -> bool {
        matches!(line, "stop" | "quit")
    }
}

/// Makes a dialect, as at the begin of a session.
type Make = fn() -> Box<dyn Dialect>;

/// Every dialect, by the word with which a session in it begins.
const DIALECTS: [(&str, Make); 4] = [
    ("uci", || Box::new(Uci::default())),
    ("usi", || Box::new(Uci::new(&tongue::USI))),
    ("ucci", || Box::new(Uci::new(&tongue::UCCI))),
    ("xboard", || Box::new(Cecp::default())),
];

/// The dialect that calls itself `word`, and its name.
pub fn named(word: &str) -> Option<(&'static str, Box<dyn Dialect>)> {
    DIALECTS.iter().find(|(name, _)| *name == word).map(|(name, make)| (*name, make()))
}
