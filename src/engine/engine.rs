//! The engine: obeys commands at once; what takes time is done by its own thread.

use crate::engine::Command;
use crate::engine::Event;
use crate::engine::Outlet;
use crate::engine::Sight;
use crate::engine::built;
use crate::engine::endings::Wishes;
use crate::engine::memory;
use crate::engine::net;
use crate::engine::options;
use crate::engine::thread::Job;
use crate::engine::thread::Thread;
use crate::engine::variants;
use crate::eval;
use crate::rules::Line;
use crate::rules::Position;
use crate::rules::Variant;
use crate::rules::variant;
use crate::search::Limits;
use crate::search::OutOfMemory;
use crate::search::Settings;
use crate::search::Strength;
use std::fmt;
use std::time::Duration;

/// Why a command could not be obeyed. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineError {
    /// There is no option of this name.
    Unknown(String),
    /// The option is known from other engines, but there is nothing to set.
    Meaningless(&'static str),
    /// The option does not take this value.
    Value { name: &'static str, value: String, wanted: String },
    /// Turned round, the position would be impossible.
    Flip(String),
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineError::Unknown(name) => write!(f, "there is no option {name:?}: ignored"),
            EngineError::Meaningless(name) => write!(f, "option {name} means nothing in these games: accepted"),
            EngineError::Value { name, value, wanted } => {
                write!(f, "option {name} cannot be {value:?}, only {wanted}: nothing changed")
            }
            EngineError::Flip(why) => write!(f, "cannot flip: {why}"),
        }
    }
}

impl std::error::Error for EngineError {}

/// A game, settings, and a thread that searches.
pub struct Engine {
    line: Line,
    /// The game that was asked for; what is played may be its traditional row.
    game: &'static Variant,
    /// Ouk is played by the rules of before 2022.
    traditional: bool,
    pub(super) settings: Settings,
    pub(super) show_odds: bool,
    /// The weaker play asked for: a level, or in its place an Elo number.
    pub(super) level: i64,
    pub(super) limits_strength: bool,
    pub(super) elo: i64,
    pub(super) wishes: Wishes,
    threads: usize,
    thread: Thread,
    outlet: Outlet,
}

impl Engine {
    /// Size of the transposition table at the start, in MiB.
    const HASH: usize = 16;
    /// Threads a core that are still put up with.
    const THREADS_A_CORE: usize = 16;
    /// How long a search may take to end when the program does.
    const GRACE: Duration = Duration::from_millis(700);

    /// An engine at the start of makruk whose events go to `outlet`.
    ///
    /// # Errors
    /// There is no memory for the smallest table.
    pub fn new(outlet: Outlet) -> Result<Engine, OutOfMemory> {
        Ok(Engine {
            line: Line::new(Position::start(variant::ALL[0])),
            game: variant::ALL[0],
            traditional: false,
            settings: Settings::default(),
            show_odds: false,
            level: options::LEVEL,
            limits_strength: false,
            elo: options::ELO,
            wishes: Wishes::default(),
            threads: 1,
            thread: Thread::new(Self::HASH, outlet.clone())?,
            outlet,
        })
    }

    /// The game so far.
    pub fn line(&self) -> &Line {
        &self.line
    }

    /// The game that is played.
    pub fn variant(&self) -> &'static Variant {
        self.line.now().variant()
    }

    /// Whether a search runs.
    pub fn is_searching(&self) -> bool {
        self.thread.is_searching()
    }

    /// Whether leaves are counted, or a bench runs.
    pub fn is_counting(&self) -> bool {
        self.thread.is_counting()
    }

    /// Ends what is searched or counted.
    pub fn interrupt(&self) {
        self.thread.signals().stop();
    }

    /// Does what it is told, or has its thread do it. It never waits for a search that has not been stopped.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn obey(&mut self, command: Command) -> Result<(), EngineError> {
        match command {
            Command::Introduce => self.tell(Event::Introduction {
                name: built::NAME.to_string(),
                author: built::AUTHOR,
                options: options::rows().collect(),
            }),
            Command::Ready if self.is_searching() => self.tell(Event::Ready),
            Command::Ready => self.thread.start(Job::Ready),
            Command::NewGame => {
                self.halt();
                self.thread.start(Job::Clear);
            }
            Command::Set { name, value } => options::set(self, &name, &value)?,
            Command::Position(line) => self.line = *line,
            Command::Go(limits) => self.go(limits),
            Command::Stop => self.interrupt(),
            Command::PonderHit => self.thread.signals().ponder_hit(),
            Command::Perft { depth } => {
                self.halt();
                self.thread.signals().arm(false);
                self.thread.start(Job::Perft { root: *self.line.now(), depth, threads: self.threads });
            }
            Command::Load(source) => {
                variants::load_rules(&source).into_iter().for_each(|note| self.tell(Event::Note(note)));
            }
            Command::Check(source) => self.tell(Event::Aside(variants::check_rules(&source).words)),
            Command::Show => {
                self.tell(Event::Sight(Box::new(Sight { position: *self.line.now(), outcome: self.line.ended() })))
            }
            Command::Evaluate => self
                .tell(Event::Evaluation(eval::explain(self.line.now(), self.settings.judge.net(self.variant().kin)))),
            Command::Flip => self.flip()?,
            Command::Bench { depth } => {
                self.halt();
                self.thread.start(Job::Bench { depth });
            }
            Command::ExportNet { path } => self.tell(Event::Answer(net::export(self, &path))),
            Command::Built => self.tell(Event::Answer(built::built())),
            Command::Answer(words) => self.tell(Event::Answer(words)),
            Command::Note(words) => self.tell(Event::Note(words)),
            Command::Quit => {
                self.thread.signals().stop();
                self.thread.wait(Some(Self::GRACE));
            }
        }
        Ok(())
    }

    pub(super) fn tell(&self, event: Event) {
        (self.outlet)(event);
    }

    /// Ends a running search and waits until its answer is out.
    fn halt(&mut self) {
        if self.is_searching() {
            self.thread.signals().stop();
            self.thread.wait(None);
        }
    }

    fn go(&mut self, limits: Limits) {
        self.halt();
        let now = self.line.now();
        if let Some(count) = now.count() {
            self.tell(Event::Counting { count, who: count.who(now.turn()) });
        }
        self.thread.signals().arm(limits.ponder);
        let strength = if self.limits_strength { Strength::of_elo(self.elo) } else { Strength::of_level(self.level) };
        let settings = Settings { strength: Some(strength), ..self.settings.clone() };
        let (line, wishes, show_odds) = (Box::new(self.line.clone()), self.wishes.clone(), self.show_odds);
        self.thread.start(Job::Search { line, limits, settings, wishes, show_odds });
    }

    fn flip(&mut self) -> Result<(), EngineError> {
        let now = self.line.now();
        let flipped = Position::new(now.variant(), &now.setup().flipped());
        self.line = Line::new(flipped.map_err(|error| EngineError::Flip(error.to_string()))?);
        Ok(())
    }

    /// More threads than a machine can run at a time only delay each other, and with them the answer: beyond
    /// [`Self::THREADS_A_CORE`] a core they are cut.
    pub(super) fn set_threads(&mut self, threads: usize) {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        self.threads = threads.min(cores * Self::THREADS_A_CORE);
        if self.threads < threads {
            let used = self.threads;
            self.tell(Event::Note(format!("{threads} threads are too many for {cores} cores: {used} will search")));
        }
        self.thread.start(Job::Threads(self.threads));
    }

    pub(super) fn set_hash(&mut self, size: usize) {
        match memory::available() {
            Some(free) if size > free => {
                self.tell(Event::Note(format!(
                    "no memory for a table of {size} MiB: {free} MiB are free, the old one stays"
                )));
            }
            _ => self.thread.start(Job::Resize(size)),
        }
    }

    pub(super) fn clear_hash(&mut self) {
        self.thread.start(Job::Clear);
    }

    /// Plays the game called `name` from now on, from its start.
    pub(super) fn set_variant(&mut self, name: &str) {
        if let Some(variant) = Variant::named(name) {
            self.game = variant;
            self.begin();
        }
    }

    /// Plays ouk by the rules of before 2022 or by those of today; if that changes the game, from its start.
    pub(super) fn set_traditional(&mut self, traditional: bool) {
        self.traditional = traditional;
        if self.row().name != self.variant().name {
            self.begin();
        }
    }

    /// The rules of the game that was asked for.
    fn row(&self) -> &'static Variant {
        self.game.traditional().filter(|_| self.traditional).unwrap_or(self.game)
    }

    /// Goes to the start of the game. What was searched of another one is worth nothing here, though the keys are the same.
    fn begin(&mut self) {
        let row = self.row();
        if !std::ptr::eq(row, self.variant()) {
            self.clear_hash();
        }
        self.line = Line::new(Position::start(row));
    }
}
