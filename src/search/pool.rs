//! The threads that search together, and their table.

use crate::rules::Line;
use crate::rules::Position;
use crate::rules::variant;
use crate::search::Best;
use crate::search::Bound;
use crate::search::Endings;
use crate::search::Herald;
use crate::search::Limits;
use crate::search::Report;
use crate::search::Settings;
use crate::search::Signals;
use crate::search::Strength;
use crate::search::clock::Budget;
use crate::search::clock::Clock;
use crate::search::deepen::DEEPEST;
use crate::search::deepen::Goals;
use crate::search::deepen::shown;
use crate::search::history::Histories;
use crate::search::reduce::Reductions;
use crate::search::tt::Table;
use crate::search::worker::Shared;
use crate::search::worker::UNSEARCHED;
use crate::search::worker::Worker;
use crate::search::worker::moveless;
use crate::types::Move;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// The searching threads with all they remember between searches.
pub struct Pool {
    shared: Arc<Shared>,
    workers: Vec<Worker>,
}

/// More bytes than a searching thread takes, with all it remembers.
const WORKER: usize = 12 << 20;

/// Something does not fit into memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory;

impl Pool {
    /// A pool of `threads` (at least 1) with a table of `hash` MiB.
    ///
    /// # Errors
    /// There is no memory for the table, or for the threads.
    pub fn new(hash: usize, threads: usize) -> Result<Pool, OutOfMemory> {
        let shared = Shared { table: Table::new(hash)?, signals: Arc::default(), halt: AtomicBool::new(false) };
        let mut pool = Pool { shared: Arc::new(shared), workers: Vec::new() };
        pool.set_threads(threads)?;
        Ok(pool)
    }

    /// The flags by which other threads end a search or tell a ponderhit.
    pub fn signals(&self) -> Arc<Signals> {
        self.shared.signals.clone()
    }

    /// Tells `herald` which root moves a slow search looks at.
    pub fn set_herald(&mut self, herald: Herald) {
        self.workers[0].herald = Some(herald);
    }

    /// Makes the table `hash` MiB large, and forgets what it held.
    ///
    /// # Errors
    /// There is no memory for it; the old table stays.
    pub fn resize(&mut self, hash: usize) -> Result<(), OutOfMemory> {
        let table = Table::new(hash)?;
        let signals = self.shared.signals.clone();
        self.shared = Arc::new(Shared { table, signals, halt: AtomicBool::new(false) });
        for worker in &mut self.workers {
            worker.shared = self.shared.clone();
        }
        Ok(())
    }

    /// Searches with so many threads from now on, at least 1.
    ///
    /// # Errors
    /// There is no memory for them; as many search as there is memory for.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), OutOfMemory> {
        let threads = threads.max(1);
        self.workers.truncate(threads);
        let reductions = self.workers.first().map_or_else(|| Arc::new(Reductions::new()), |w| w.reductions.clone());
        let line = Line::new(Position::start(variant::ALL[0]));
        for id in self.workers.len()..threads {
            if Vec::<u8>::new().try_reserve_exact(WORKER).is_err() {
                break;
            }
            self.workers.push(Worker::new(id, self.shared.clone(), reductions.clone(), line.clone()));
        }
        let counters: Vec<_> = self.workers.iter().map(Worker::counter).collect();
        for worker in &mut self.workers {
            worker.all_nodes = counters.clone();
        }
        if self.workers.len() < threads { Err(OutOfMemory) } else { Ok(()) }
    }

    /// How many threads search.
    pub fn threads(&self) -> usize {
        self.workers.len()
    }

    /// Forgets everything: a new game.
    pub fn clear(&mut self) {
        // Fresh memory is zero for nothing, however large; only where there is none is the old table wiped.
        if self.resize(self.shared.table.size()).is_err() {
            self.shared.table.clear(self.workers.len());
        }
        let reductions = Arc::new(Reductions::new());
        for worker in &mut self.workers {
            worker.histories = Histories::new();
            worker.reductions = reductions.clone();
        }
    }

    /// Searches the end of `line` and gives the best move. [`Signals::arm`] must have been called for this search. Where
    /// the limits say infinite or ponder, it does not return before the signal that they wait for.
    ///
    /// The first report, or the last where none came before it, has at least one move wherever there is one.
    pub fn go(&mut self, line: &Line, limits: &Limits, settings: &Settings, report: &mut dyn FnMut(&Report)) -> Best {
        let haste = settings.strength.and_then(Strength::draw);
        // Weak play is not to know solved endings.
        let weak = settings.strength.filter(|strength| !strength.is_full());
        let blind = weak.map(|_| Settings { endings: Endings::default(), ..settings.clone() });
        let settings = blind.as_ref().unwrap_or(settings);
        let clock = Clock::start(Budget::new(limits, settings, line.now().turn()), settings);
        self.shared.halt.store(false, Ordering::Relaxed);
        if !std::ptr::eq(self.workers[0].line.now().variant(), line.now().variant()) {
            // Keys are the same in all games.
            self.clear();
        }
        self.shared.table.grow_older();
        for worker in &mut self.workers {
            worker.prepare(line, limits, settings);
            worker.clock = Some(clock);
            worker.was_pondering = limits.ponder;
        }
        if self.workers[0].roots.is_empty() {
            self.await_word(limits);
            let in_check = line.now().in_check() || line.now().has_checked(!line.now().turn());
            return Best { mv: None, ponder: None, score: moveless(line.now(), in_check, 0), nodes: 0 };
        }
        let goals = Goals {
            depth: limits.depth.unwrap_or(DEEPEST).max(1),
            mate: limits.mate,
            multi_pv: settings.multi_pv.max(1),
            glance: haste.map_or(0, |haste| haste.depth),
            hurry: !settings.analyse && settings.multi_pv <= 1 && !limits.infinite,
        };
        let helpers_goals = Goals { depth: DEEPEST, mate: None, glance: 0, ..goals.clone() };
        if let Some((first, helpers)) = self.workers.split_first_mut() {
            thread::scope(|scope| {
                for worker in helpers {
                    let goals = &helpers_goals;
                    let help = move || worker.deepen(goals, &mut |_| {});
                    // Where the system gives no more threads, fewer will do.
                    if thread::Builder::new().spawn_scoped(scope, help).is_err() {
                        break;
                    }
                }
                first.deepen(&goals, report);
            });
        }
        self.await_word(limits);
        // Tables that came during the last iteration still have their say.
        let late = self.workers[0].consult(goals.multi_pv == 1);
        let alone = late || self.workers[0].verdict.is_some();
        let chosen = if goals.multi_pv == 1 && limits.depth.is_none() && !alone { self.vote() } else { 0 };
        let worker = &self.workers[chosen];
        if late || chosen != 0 || worker.finished != worker.root_depth as usize {
            self.tell_last(chosen, report);
        }
        let best = &worker.roots[0];
        let score = best.verdict(if best.score == UNSEARCHED { best.previous } else { best.score });
        let nodes = self.workers[0].total_nodes();
        let hasty = haste.and_then(|haste| haste.pick(&self.workers[0].seen));
        let hasty = hasty.and_then(|mv| self.workers[0].roots.iter().find(|root| root.mv == mv));
        let root = hasty.unwrap_or(best);
        Best { mv: Some(root.mv), ponder: self.reply(line, root.shown()), score, nodes }
    }

    fn await_word(&self, limits: &Limits) {
        self.shared.signals.wait(|signals| signals.stopped() || !limits.infinite && !signals.pondering());
    }

    /// The last word of a search that did not finish its iteration, or whose answer is another thread's.
    fn tell_last(&self, chosen: usize, report: &mut dyn FnMut(&Report)) {
        self.workers[chosen].tell(0, Bound::Exact, report);
    }

    /// The thread whose answer is taken: votes for moves weighted by depth and score (after Stockfish's best thread).
    fn vote(&self) -> usize {
        let score = |worker: &Worker| {
            let root = &worker.roots[0];
            if root.score == UNSEARCHED { root.previous } else { root.score }
        };
        let candidates = || self.workers.iter().enumerate().filter(|(_, worker)| worker.finished > 0);
        let Some(lowest) = candidates().map(|(_, worker)| score(worker)).min() else { return 0 };
        let votes = |mv: Move| -> i64 {
            let weight = |worker: &Worker| (score(worker).0 - lowest.0 + 14) as i64 * worker.finished as i64;
            candidates().filter(|(_, worker)| worker.roots[0].mv == mv).map(|(_, worker)| weight(worker)).sum()
        };
        let first = &self.workers[0];
        if score(first).is_mate() || self.workers.len() == 1 {
            return 0;
        }
        let mut best = 0;
        for (i, worker) in candidates() {
            let (ours, theirs) = (&self.workers[best].roots[0], &worker.roots[0]);
            let (mine, its) = (votes(ours.mv), votes(theirs.mv));
            let deeper = ours.mv == theirs.mv && worker.finished > self.workers[best].finished;
            if score(worker).is_win() || its > mine || deeper {
                best = i;
            }
        }
        best
    }

    /// The reply to ponder on: the second move of the line, or the table's.
    fn reply(&self, line: &Line, moves: &[Move]) -> Option<Move> {
        let mut after = line.clone();
        after.push(*moves.first()?);
        if after.ended().is_some() {
            return None;
        }
        let known = shown(line, moves).get(1).copied();
        let reply = known.or_else(|| self.shared.table.recall(after.now().key())?.mv)?;
        if !after.now().is_legal(reply) {
            return None;
        }
        after.push(reply);
        after.ended().is_none().then_some(reply)
    }
}
