//! The Chess Engine Communication Protocol, version 2, of XBoard and WinBoard.
//!
//! The engine plays a side of its own accord, so this dialect keeps the game, and knows what each search is for. Results are
//! told as XBoard can believe them, see [`claim`]; while it ponders on a move that has not been played, nothing is claimed.

mod claim;
mod clock;
mod features;
mod highlight;
mod orders;
mod play;
mod setup;
mod thinking;

use crate::engine::Command;
use crate::engine::Event;
use crate::engine::Report;
use crate::protocol::Dialect;
use crate::protocol::Misread;
use crate::protocol::View;
use crate::rules::Line;
use crate::rules::Position;
use crate::rules::variant;
use crate::types::Color;
use crate::types::Move;
use crate::types::Score;
use clock::Clock;
use std::collections::VecDeque;
use std::fmt::Write;

/// What is done when it is somebody's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Task {
    /// Moves are only noted.
    Watch,
    /// The engine plays this side.
    Play(Color),
    /// Every position is analysed.
    Analyse,
}

/// What a search that has been asked for is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// The engine's move.
    Move,
    /// The opponent's time, in case that this is the move.
    Ponder(Move),
    Analysis,
    Hint,
    /// Nothing any more: it has been told to stop, and nothing of it is to be heard.
    Dropped,
}

/// XBoard's protocol.
pub struct Cecp {
    game: Line,
    task: Task,
    /// The searches that are not answered yet, the running one first.
    searches: VecDeque<Purpose>,
    clock: Clock,
    /// The reply expected to the last move, until it is pondered on.
    reply: Option<Move>,
    /// The engine's score at its last move, from its view.
    score: Option<Score>,
    /// The latest of the running search.
    latest: Option<Report>,
    /// Numbers of pings: those to answer when the engine is ready, and those when it has moved.
    pings: VecDeque<String>,
    held: Vec<String>,
    ponders: bool,
    posts: bool,
    /// Draws by rule are claimed, not only offered.
    claims: bool,
    /// The opponent is a program, so that the GUI checks claims.
    against_program: bool,
    /// The opponent has offered a draw.
    offered: bool,
    /// Moves come with the word `usermove`.
    named_moves: bool,
    /// An option is being set that may change the game: nothing is begun before it is known to which.
    setting: bool,
    /// The old way to set up a position is being tried.
    editing: bool,
    /// The last position that was set up is impossible.
    impossible: bool,
}

impl Default for Cecp {
    fn default() -> Cecp {
        Cecp {
            game: Line::new(Position::start(variant::ALL[0])),
            task: Task::Play(Color::Black),
            searches: VecDeque::new(),
            clock: Clock::default(),
            reply: None,
            score: None,
            latest: None,
            pings: VecDeque::new(),
            held: Vec::new(),
            ponders: false,
            posts: false,
            claims: false,
            against_program: false,
            offered: false,
            named_moves: false,
            setting: false,
            editing: false,
            impossible: false,
        }
    }
}

impl Dialect for Cecp {
    fn read(&mut self, line: &str, view: &View) -> Result<Vec<Command>, Misread> {
        self.follow(view);
        let mut commands = Vec::new();
        self.order(line, &mut commands);
        self.settle(&mut commands);
        Ok(commands)
    }

    fn write(&mut self, event: &Event, out: &mut String) {
        // Writing to a string cannot fail.
        let _ = self.write_event(event, out);
    }

    fn next(&mut self, view: &View) -> Vec<Command> {
        self.follow(view);
        let mut commands = Vec::new();
        self.settle(&mut commands);
        commands
    }
}

impl Cecp {
    /// An option may have changed the game.
    fn follow(&mut self, view: &View) {
        if !std::ptr::eq(self.game.now().variant(), view.variant()) {
            self.game = view.line.clone();
        }
        self.setting = false;
    }

    fn write_event(&mut self, event: &Event, out: &mut String) -> std::fmt::Result {
        match event {
            Event::Introduction { name, options, .. } => features::write(name, options, self.claims, out),
            Event::Ready => match self.pings.pop_front() {
                Some(number) => writeln!(out, "pong {number}"),
                None => Ok(()),
            },
            Event::Report { root, report, .. } => self.heard(root, report, out),
            Event::Best { root, best } => self.told(root, best, out),
            Event::Answer(words) => writeln!(out, "{words}"),
            Event::Note(words) => words.lines().try_for_each(|line| writeln!(out, "# {line}")),
            // What a search says of counts and ends is for those who look at a position; here the game alone is told of.
            Event::Counting { .. } | Event::Ended(_) => Ok(()),
            // Nobody asks for these here.
            Event::Perft { .. } | Event::Sight(_) | Event::Evaluation(_) | Event::Bench(_) | Event::Trial { .. } => {
                Ok(())
            }
            Event::Log(_) | Event::Idle | Event::Aside(_) => Ok(()),
        }
    }
}
