//! A match: boards at which games are played side by side, and one collector of what comes of them.

use crate::arena::client::Client;
use crate::arena::client::Fault;
use crate::arena::client::Patience;
use crate::arena::contender::Contender;
use crate::arena::game;
use crate::arena::game::Played;
use crate::arena::game::Seat;
use crate::arena::game::Terms;
use crate::arena::log::Log;
use crate::arena::schedule::Fixture;
use crate::arena::schedule::Schedule;
use crate::rules::Position;
use crate::rules::Variant;
use crate::types::Color;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering;
use std::sync::mpsc;
use std::sync::mpsc::RecvTimeoutError;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;
use std::time::Instant;

/// So many failures of one engine in a row end the match.
pub const MOST_FAILURES: usize = 3;
/// The collector wakes so often even when nothing happens.
const TICK: Duration = Duration::from_millis(500);

/// Everything that is settled before a match begins.
pub struct Contest {
    pub variant: &'static Variant,
    pub contenders: Vec<Contender>,
    pub schedule: Schedule,
    pub openings: Vec<Position>,
    pub terms: Terms,
    /// Time over the clock that is forgiven, unless an engine has its own margin.
    pub margin: Duration,
    pub concurrency: usize,
    pub patience: Patience,
    /// Where all traffic is kept.
    pub log: Option<PathBuf>,
}

/// What the collector hears.
pub enum News {
    /// A game is over.
    Game(Fixture, Box<Played>),
    /// An engine, by index, has done something that the user should know, though no game ends by it.
    Note(usize, String, Vec<String>),
    /// Time goes by.
    Tick,
}

/// How a match ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// All games are played.
    Complete,
    /// The collector has had enough.
    Enough,
    /// It was interrupted.
    Interrupted,
    /// The engine of this index has failed too often.
    Failing(usize),
}

struct Shared<'a> {
    contest: &'a Contest,
    games: Mutex<std::vec::IntoIter<usize>>,
    /// Ends everything at once.
    abort: Arc<AtomicBool>,
    // Failures in a row. [engine]
    failures: Vec<AtomicUsize>,
    start: Instant,
}

/// Plays the games of a match but those in `done`, telling `collect` of each; that may end it. `abort`, when set by anyone,
/// ends it at once; games under way are then lost.
pub fn run(
    contest: &Contest,
    done: &dyn Fn(usize) -> bool,
    abort: &Arc<AtomicBool>,
    collect: &mut dyn FnMut(News) -> ControlFlow<()>,
) -> Finish {
    let games: Vec<usize> = (0..contest.schedule.games()).filter(|&game| !done(game)).collect();
    let boards = contest.concurrency.clamp(1, games.len().max(1));
    let shared = Shared {
        contest,
        games: Mutex::new(games.into_iter()),
        abort: Arc::new(AtomicBool::new(false)),
        failures: contest.contenders.iter().map(|_| AtomicUsize::new(0)).collect(),
        start: Instant::now(),
    };
    let (sender, receiver) = mpsc::channel();
    let mut finish = Finish::Complete;
    thread::scope(|scope| {
        for board in 0..boards {
            let (shared, sender) = (&shared, sender.clone());
            scope.spawn(move || Board { shared, board, clients: Vec::new() }.work(&sender));
        }
        drop(sender);
        loop {
            let news = match receiver.recv_timeout(TICK) {
                Ok(news) => news,
                Err(RecvTimeoutError::Timeout) => News::Tick,
                Err(RecvTimeoutError::Disconnected) => break,
            };
            if finish == Finish::Complete {
                if collect(news).is_break() {
                    finish = Finish::Enough;
                } else if abort.load(Ordering::Relaxed) {
                    finish = Finish::Interrupted;
                } else if let Some(engine) = shared.failing() {
                    finish = Finish::Failing(engine);
                }
            }
            if finish != Finish::Complete {
                shared.abort.store(true, Ordering::Relaxed);
            }
        }
    });
    match shared.failing() {
        Some(engine) if finish == Finish::Complete => Finish::Failing(engine),
        _ => finish,
    }
}

impl Shared<'_> {
    fn next(&self) -> Option<Fixture> {
        if self.abort.load(Ordering::Relaxed) || self.failing().is_some() {
            return None;
        }
        let game = self.games.lock().unwrap_or_else(PoisonError::into_inner).next()?;
        Some(self.contest.schedule.fixture(game))
    }

    fn failing(&self) -> Option<usize> {
        self.failures.iter().position(|failures| failures.load(Ordering::Relaxed) >= MOST_FAILURES)
    }
}

struct Board<'a> {
    shared: &'a Shared<'a>,
    board: usize,
    /// Running engines by index.
    clients: Vec<(usize, Client)>,
}

impl Board<'_> {
    fn work(mut self, sender: &Sender<News>) {
        while let Some(fixture) = self.shared.next() {
            self.clients.retain(|(engine, _)| [fixture.white, fixture.black].contains(engine));
            let Some(played) = self.play(&fixture, sender) else { return };
            for color in Color::ALL {
                let engine = fixture.engine(color);
                let failures = &self.shared.failures[engine];
                if played.ending.cause.is_failure() && played.ending.winner == Some(!color) {
                    failures.fetch_add(1, Ordering::Relaxed);
                    self.clients.retain(|(other, _)| *other != engine);
                } else {
                    failures.store(0, Ordering::Relaxed);
                    self.look_for_strays(engine, sender);
                }
            }
            if sender.send(News::Game(fixture, Box::new(played))).is_err() {
                return;
            }
        }
    }

    /// An engine that names moves unasked is told of and started anew: who knows what it will say next.
    fn look_for_strays(&mut self, engine: usize, sender: &Sender<News>) {
        let Some(at) = self.clients.iter().position(|(other, _)| *other == engine) else { return };
        if self.clients[at].1.strays() > 0 {
            let (_, client) = self.clients.swap_remove(at);
            let what = "named a move without being asked; it is started anew".to_string();
            let _ = sender.send(News::Note(engine, what, client.tail()));
        }
    }

    fn play(&mut self, fixture: &Fixture, sender: &Sender<News>) -> Option<Played> {
        let contest = self.shared.contest;
        let opening = contest.openings[fixture.opening];
        for color in Color::ALL {
            match self.ready(fixture.engine(color), sender) {
                Ok(()) => {}
                Err((Fault::Stopped, _)) => return None,
                Err((fault, lines)) => return Some(Played::unplayed(opening, color, &fault, lines)),
            }
        }
        let [mut white, mut black] = [None, None];
        for (engine, client) in &mut self.clients {
            let contender = &contest.contenders[*engine];
            let margin = contender.margin.unwrap_or(contest.margin);
            let seat = Seat { client, pace: contender.pace, margin };
            if *engine == fixture.white {
                white = Some(seat);
            } else if *engine == fixture.black {
                black = Some(seat);
            }
        }
        game::play(&opening, [white?, black?], &contest.terms)
    }

    /// Has an engine running and ready for a new game.
    fn ready(&mut self, engine: usize, sender: &Sender<News>) -> Result<(), (Fault, Vec<String>)> {
        if let Some(at) = self.clients.iter().position(|(other, _)| *other == engine) {
            let client = &mut self.clients[at].1;
            match client.new_game() {
                Err(Fault::Stopped) => return Err((Fault::Stopped, Vec::new())),
                Ok(()) if client.strays() == 0 => return Ok(()),
                told => {
                    let late = || "named a move after its game; it is started anew".to_string();
                    let what = told.map_or_else(|fault| format!("{fault} between two games"), |()| late());
                    let _ = sender.send(News::Note(engine, what, client.tail()));
                    self.clients.swap_remove(at);
                }
            }
        }
        let Shared { contest, start, .. } = self.shared;
        let contender = &contest.contenders[engine];
        let log = contest.log.as_ref().and_then(|log| Log::open(log, &contender.name, self.board, *start).ok());
        let abort = Arc::clone(&self.shared.abort);
        let mut client = Client::start(contender, contest.variant.name, contest.patience, log, abort)?;
        let ready = client.new_game();
        ready.map_err(|fault| (fault, client.tail()))?;
        client.strays(); // whatever it said before its first game is no move of one
        self.clients.push((engine, client));
        Ok(())
    }
}

impl Fixture {
    /// The engine, by index, that has this colour.
    pub fn engine(&self, color: Color) -> usize {
        if color.is_white() { self.white } else { self.black }
    }
}
