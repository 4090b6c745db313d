//! What a dialect is.

use crate::engine::Command;
use crate::engine::Event;
use crate::protocol::Uci;
use crate::rules::Line;
use crate::rules::Variant;
use std::fmt;

/// What a dialect may know of the engine when it reads a line.
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
}

/// The dialect that calls itself `word`: the first word of a session chooses it.
pub fn named(word: &str) -> Option<Box<dyn Dialect>> {
    match word {
        "uci" => Some(Box::new(Uci::default())),
        _ => None,
    }
}
