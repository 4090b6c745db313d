//! What an engine can be told, in no dialect.

use crate::engine::Source;
use crate::rules::Line;
use crate::search::Limits;

/// An order to the engine.
#[derive(Clone)]
pub enum Command {
    /// Say who you are and what can be set.
    Introduce,
    /// Say when everything before has been dealt with; at once while a search runs.
    Ready,
    /// A new game begins: what was learnt from the old one is forgotten.
    NewGame,
    /// Sets the option of this name (in any case); an empty value presses a button.
    Set { name: String, value: String },
    /// The game so far.
    Position(Box<Line>),
    /// Search.
    Go(Limits),
    /// End the search.
    Stop,
    /// The move pondered on has been played.
    PonderHit,
    /// Count the leaves of the tree of legal moves below each of them.
    Perft { depth: u32 },
    /// Load the rules of games, which can be chosen from then on.
    Load(Source),
    /// Check the rules of games, and load nothing.
    Check(Source),
    /// Show the position.
    Show,
    /// Show what the evaluation thinks of the position.
    Evaluate,
    /// Change the colours and turn the board.
    Flip,
    /// Search the positions of the bench to this depth.
    Bench { depth: usize },
    /// Write the net that judges the game to this file; an empty name: one after the net's own.
    ExportNet { path: String },
    /// Say how the program was built.
    Built,
    /// Answer with these words.
    Answer(String),
    /// Pass this note to the user.
    Note(String),
    /// End, and the search with it.
    Quit,
}
