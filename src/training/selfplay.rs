//! The engine plays itself, and the games go to a file as they end.

use crate::rules::Line;
use crate::rules::Outcome;
use crate::rules::Variant;
use crate::search::Limits;
use crate::search::Pool;
use crate::search::Settings;
use crate::training::format::Blocks;
use crate::training::format::FormatError;
use crate::training::format::Game;
use crate::training::format::Header;
use crate::training::format::Ply;
use crate::training::format::write_block;
use crate::training::opening::random_ending;
use crate::training::opening::random_opening;
use crate::training::random::Random;
use crate::types::Color;
use crate::types::Move;
use crate::types::Score;
use std::fmt;
use std::fs;
use std::io;
use std::io::Seek;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// A random opening that is already worse than this, in centipawns, is drawn anew.
const BALANCED: i32 = 600;
/// A game longer than this is given up: it has no result to learn from.
const LONGEST: usize = 600;
/// A mate within so many plies that the count does not come before is played no further.
const SURE_MATE: usize = 9;
/// MiB of a thread's transposition table.
const HASH: usize = 8;

/// What games to play.
#[derive(Clone, Debug)]
pub struct Plan {
    pub variant: &'static Variant,
    /// Ends when the file has so many games, or so many positions.
    pub games: usize,
    pub positions: usize,
    pub threads: usize,
    pub settings: Settings,
    /// Nodes, seed, share of endings, as the file's header tells them.
    pub header: Header,
}

/// How far self-play has come.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// Games and positions on the file, and those of them played in this run.
    pub games: usize,
    pub positions: usize,
    pub new_games: usize,
    pub new_positions: usize,
    /// White's wins, draws, black's wins.
    pub results: [usize; 3],
    /// Games given up for their length.
    pub given_up: usize,
    pub time: Duration,
}

/// Why self-play cannot go on.
#[derive(Debug)]
pub enum SelfplayError {
    File(io::Error),
    /// The file is there and is none of games.
    Format(FormatError),
    /// The file is there and has other games: this field differs.
    Differs(&'static str),
    /// No memory for a thread's table.
    Memory,
}

impl fmt::Display for SelfplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SelfplayError::File(error) => error.fmt(f),
            SelfplayError::Format(error) => error.fmt(f),
            SelfplayError::Differs(field) => write!(f, "the file was begun with another {field}"),
            SelfplayError::Memory => f.write_str("no memory for the transposition tables"),
        }
    }
}

impl std::error::Error for SelfplayError {}

impl From<io::Error> for SelfplayError {
    fn from(error: io::Error) -> SelfplayError {
        SelfplayError::File(error)
    }
}

/// Plays games and appends them to the file at `path`, which is made or gone on with. `told` hears of each finished game;
/// when it says false, self-play ends.
///
/// # Errors
/// The file cannot be written, or belongs to other games; there is no memory.
pub fn selfplay(plan: &Plan, path: &Path, told: &mut dyn FnMut(&Progress) -> bool) -> Result<Progress, SelfplayError> {
    let (mut file, mut progress, next) = open(plan, path)?;
    let (next, stop, began) = (AtomicU32::new(next), AtomicBool::new(false), Instant::now());
    let pools: Result<Vec<Pool>, _> = (0..plan.threads.max(1)).map(|_| Pool::new(HASH, 1)).collect();
    let pools = pools.map_err(|_| SelfplayError::Memory)?;
    let (sender, games) = mpsc::channel::<Option<Game>>();
    std::thread::scope(|scope| {
        for mut pool in pools {
            let (sender, next, stop) = (sender.clone(), &next, &stop);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    let game = play(plan, &mut pool, next.fetch_add(1, Ordering::Relaxed), stop);
                    // The receiver is gone when the goal is reached: so is the need for the game.
                    if stop.load(Ordering::Relaxed) || sender.send(game).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let full = |progress: &Progress| progress.games >= plan.games || progress.positions >= plan.positions;
        while !full(&progress) {
            let Ok(game) = games.recv() else { break };
            match &game {
                Some(game) => {
                    if let Err(error) = file.write_all(&write_block(std::slice::from_ref(game))) {
                        stop.store(true, Ordering::Relaxed);
                        return Err(SelfplayError::File(error));
                    }
                    progress.count(game);
                    progress.new_games += 1;
                    progress.new_positions += game.plies.len();
                }
                None => progress.given_up += 1,
            }
            progress.time = began.elapsed();
            if !told(&progress) {
                break;
            }
        }
        stop.store(true, Ordering::Relaxed);
        Ok(())
    })?;
    Ok(progress)
}

impl Progress {
    fn count(&mut self, game: &Game) {
        self.games += 1;
        self.positions += game.plies.len();
        self.results[match game.winner {
            Some(Color::White) => 0,
            None => 1,
            Some(Color::Black) => 2,
        }] += 1;
    }
}

/// Opens a new file, or one begun earlier behind its last whole block, and tells the next game's number.
fn open(plan: &Plan, path: &Path) -> Result<(fs::File, Progress, u32), SelfplayError> {
    let mut progress = Progress::default();
    let mut file = fs::OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
    if file.metadata()?.len() == 0 {
        file.write_all(&plan.header.write())?;
        return Ok((file, progress, 0));
    }
    let bytes = fs::read(path)?;
    let (header, at) = Header::read(&bytes).map_err(SelfplayError::Format)?;
    let same = [
        (header.variant == plan.header.variant, "variant"),
        (header.seed == plan.header.seed, "seed"),
        (header.net == plan.header.net, "net"),
        (header.soft_nodes == plan.header.soft_nodes, "number of nodes"),
        (header.endings == plan.header.endings, "share of endings"),
    ];
    if let Some((_, field)) = same.into_iter().find(|(same, _)| !same) {
        return Err(SelfplayError::Differs(field));
    }
    let (mut next, mut end) = (0, bytes.len());
    for block in Blocks::new(&bytes, at) {
        match block {
            Ok(games) => {
                for game in games {
                    progress.count(&game);
                    next = next.max(game.number + 1);
                }
            }
            Err(FormatError::CutOff(at)) => end = at,
            Err(_) => {}
        }
    }
    file.set_len(end as u64)?;
    file.seek(io::SeekFrom::End(0))?;
    Ok((file, progress, next))
}

/// Plays a game; none if it came to no end.
fn play(plan: &Plan, pool: &mut Pool, number: u32, stop: &AtomicBool) -> Option<Game> {
    let mut random = Random::part(plan.header.seed, number.into());
    let ending = random.below(100) < plan.header.endings as usize;
    'draw: loop {
        let (mut line, opening) = if ending {
            (random_ending(plan.variant, &mut random), Vec::new())
        } else {
            random_opening(plan.variant, &mut random)
        };
        let start = ending.then(|| line.start().setup());
        let mut plies: Vec<Ply> = opening.into_iter().map(|mv| Ply { mv, score: None }).collect();
        pool.clear();
        let first = plies.len();
        loop {
            if let Some(Outcome { winner, .. }) = line.ended() {
                return Some(Game { number, start, plies, winner });
            }
            if plies.len() >= LONGEST || stop.load(Ordering::Relaxed) {
                return None;
            }
            let (mv, score) = think(plan, pool, &line)?;
            if plies.len() == first && !ending && score.0.abs() > BALANCED {
                continue 'draw;
            }
            plies.push(Ply { mv, score: Some(score.0 as i16) });
            if sure(&line, score) {
                let mover = line.now().turn();
                let winner = Some(if score.is_win() { mover } else { !mover });
                return Some(Game { number, start, plies, winner });
            }
            line.push(mv);
        }
    }
}

/// Whether a score is a mate that comes soon, and before the count does.
fn sure(line: &Line, score: Score) -> bool {
    let left = line.now().count().map_or(usize::MAX, |count| usize::from(count.left()));
    score.mate_plies().is_some_and(|plies| plies <= SURE_MATE && plies < left)
}

/// The best move and its score: iterations until the soft limit is passed.
fn think(plan: &Plan, pool: &mut Pool, line: &Line) -> Option<(Move, Score)> {
    let signals = pool.signals();
    signals.arm(false);
    let limits = Limits { nodes: Some(plan.header.hard_nodes), ..Limits::default() };
    let soft = plan.header.soft_nodes;
    let mut deepen = |report: &crate::search::Report| {
        if report.nodes >= soft {
            signals.stop();
        }
    };
    let best = pool.go(line, &limits, &plan.settings, &mut deepen);
    Some((best.mv?, best.score))
}
