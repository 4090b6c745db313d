//! The thread in which everything is done that takes time: searches, perft, the bench, clearing and resizing the table.

use crate::engine::Event;
use crate::engine::Outlet;
use crate::engine::bench;
use crate::engine::endings::Service;
use crate::engine::endings::Wishes;
use crate::eval::odds::Odds;
use crate::rules::Line;
use crate::rules::Position;
use crate::search::Bound;
use crate::search::Endings;
use crate::search::Limits;
use crate::search::OutOfMemory;
use crate::search::Pool;
use crate::search::Report;
use crate::search::Settings;
use crate::search::Signals;
use crate::types::Score;
use std::sync::mpsc;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;
use std::time::Instant;

/// Work for the thread. Jobs are done in the order in which they come.
pub(super) enum Job {
    Search {
        line: Box<Line>,
        limits: Limits,
        settings: Settings,
        show_odds: bool,
        /// Of the tables of endings.
        wishes: Wishes,
    },
    Perft {
        root: Position,
        depth: u32,
        threads: usize,
    },
    Bench {
        depth: usize,
    },
    /// The size of the table in MiB.
    Resize(usize),
    Threads(usize),
    Clear,
    Ready,
}

/// Jobs that are not done yet.
#[derive(Default)]
struct Open {
    all: usize,
    searches: usize,
    /// Counts of leaves, and benches.
    counts: usize,
}

impl Open {
    /// Takes note that `job` has come, or that it is done.
    fn note(&mut self, job: Kind, change: impl Fn(&mut usize)) {
        change(&mut self.all);
        match job {
            Kind::Search => change(&mut self.searches),
            Kind::Count => change(&mut self.counts),
            Kind::Other => {}
        }
    }
}

/// What kind of work a job is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Search,
    Count,
    Other,
}

impl Job {
    fn kind(&self) -> Kind {
        match self {
            Job::Search { .. } => Kind::Search,
            Job::Perft { .. } | Job::Bench { .. } => Kind::Count,
            _ => Kind::Other,
        }
    }
}

#[derive(Default)]
struct Progress {
    open: Mutex<Open>,
    done: Condvar,
}

impl Progress {
    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The thread, seen from the engine.
pub(super) struct Thread {
    jobs: mpsc::Sender<Job>,
    signals: Arc<Signals>,
    progress: Arc<Progress>,
}

impl Thread {
    /// Starts the thread with a table of `hash` MiB, or the largest smaller one there is memory for.
    ///
    /// # Errors
    /// There is no memory even for 1 MiB, or no thread.
    pub fn new(hash: usize, outlet: Outlet) -> Result<Thread, OutOfMemory> {
        let pool = match Pool::new(hash, 1) {
            Ok(pool) => pool,
            Err(_) => Pool::new(1, 1)?,
        };
        let (jobs, inbox) = mpsc::channel::<Job>();
        let (signals, progress) = (pool.signals(), Arc::<Progress>::default());
        let mut shop = Shop { pool, threads: 1, endings: Service::new(outlet.clone()), outlet };
        let heard = shop.outlet.clone();
        shop.pool.set_herald(Arc::new(move |root, trial| heard(Event::Trial { root: *root, trial })));
        let seen: Arc<Progress> = progress.clone();
        let spawned = thread::Builder::new().spawn(move || {
            let _fatal = Fatal;
            for job in inbox {
                let kind = job.kind();
                shop.work(job);
                seen.open().note(kind, |jobs| *jobs -= 1);
                seen.done.notify_all();
                if kind != Kind::Other {
                    shop.tell(Event::Idle);
                }
            }
        });
        spawned.map_err(|_| OutOfMemory)?;
        Ok(Thread { jobs, signals, progress })
    }

    /// The flags by which a running search is ended.
    pub fn signals(&self) -> &Signals {
        &self.signals
    }

    /// Hands over a job.
    pub fn start(&self, job: Job) {
        let mut open = self.progress.open();
        let kind = job.kind();
        if self.jobs.send(job).is_ok() {
            open.note(kind, |jobs| *jobs += 1);
        }
    }

    /// Whether a search is under way or waits.
    pub fn is_searching(&self) -> bool {
        self.progress.open().searches > 0
    }

    /// Whether leaves are counted, or a bench runs.
    pub fn is_counting(&self) -> bool {
        self.progress.open().counts > 0
    }

    /// Waits until every job is done, or for so long.
    pub fn wait(&self, most: Option<Duration>) {
        let end = most.map(|most| Instant::now() + most);
        let mut open = self.progress.open();
        while open.all > 0 {
            let left = match end.map(|end| end.saturating_duration_since(Instant::now())) {
                Some(Duration::ZERO) => return,
                Some(left) => left,
                None => Duration::from_secs(1),
            };
            open = self.progress.done.wait_timeout(open, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

/// Ends the program when the thread panics: whoever waits for an answer sees at once that none will come.
struct Fatal;

impl Drop for Fatal {
    fn drop(&mut self) {
        if std::thread::panicking() {
            std::process::abort();
        }
    }
}

/// The thread, seen from inside.
struct Shop {
    pool: Pool,
    threads: usize,
    endings: Service,
    outlet: Outlet,
}

impl Shop {
    fn tell(&self, event: Event) {
        (self.outlet)(event);
    }

    fn work(&mut self, job: Job) {
        match job {
            Job::Search { line, mut limits, mut settings, wishes, show_odds } => {
                settings.endings = self.attend(&line, &mut limits, &wishes);
                self.search(&line, &limits, &settings, show_odds);
                self.endings.search_over(Some(&limits));
            }
            Job::Perft { root, depth, threads } => self.perft(root, depth, threads),
            Job::Bench { depth } => self.tell(match bench(depth) {
                Ok(bench) => Event::Bench(bench),
                Err(_) => Event::Note("no memory for the bench".to_string()),
            }),
            Job::Resize(size) => {
                if self.pool.resize(size).is_err() {
                    self.tell(Event::Note(format!("no memory for a table of {size} MiB: the old one stays")));
                }
            }
            Job::Threads(threads) => {
                self.threads = threads;
                if self.pool.set_threads(threads).is_err() {
                    let fewer = self.pool.threads();
                    self.tell(Event::Note(format!("no memory for {threads} threads: {fewer} will search")));
                }
            }
            Job::Clear => self.pool.clear(),
            Job::Ready => self.tell(Event::Ready),
        }
    }

    /// The tables of endings for a search.
    fn attend(&mut self, line: &Line, limits: &mut Limits, wishes: &Wishes) -> Endings {
        self.endings.attend(line.now(), limits, self.threads, wishes, &self.pool.signals())
    }

    fn search(&mut self, line: &Line, limits: &Limits, settings: &Settings, show_odds: bool) {
        let root = *line.now();
        let odds = |report: &Report| show_odds.then(|| Odds::new(report.score, &root));
        let ended = line.ended();
        // Where a move is left the end is told before the search, which then plays on; else after its verdict.
        if let Some(outcome) = ended.filter(|outcome| !outcome.is_final()) {
            self.tell(Event::Ended(outcome));
        }
        let outlet = self.outlet.clone();
        let best = self.pool.go(line, limits, settings, &mut |report| {
            outlet(Event::Report { root, report: report.clone(), odds: odds(report) });
        });
        if best.mv.is_none() {
            let report = verdict(best.score);
            self.tell(Event::Report { root, odds: odds(&report), report });
        }
        if let Some(outcome) = ended.filter(|outcome| outcome.is_final()) {
            self.tell(Event::Ended(outcome));
        }
        self.tell(Event::Best { root, best });
    }

    fn perft(&self, root: Position, depth: u32, threads: usize) {
        let signals = self.pool.signals();
        self.tell(match root.perft_until(depth, threads, &|| signals.stopped()) {
            Some(leaves) => Event::Perft { root, leaves },
            None => Event::Note("the count was stopped".to_string()),
        });
    }
}

/// The report on a root without a move.
fn verdict(score: Score) -> Report {
    Report {
        depth: 0,
        selective_depth: 0,
        rank: 1,
        score,
        bound: Bound::Exact,
        nodes: 0,
        table_hits: 0,
        time: Duration::ZERO,
        hash_full: 0,
        moves: Vec::new(),
    }
}
