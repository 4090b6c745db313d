//! The search of every position of a game, and of many games at once.

use crate::rules::Line;
use crate::search::Limits;
use crate::search::Pool;
use crate::search::Settings;
use crate::study::source::Game;
use crate::types::Move;
use crate::types::Score;
use std::sync::PoisonError;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, mpsc};

/// What the search found in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// From the side to move's view.
    pub score: Score,
    pub depth: usize,
    /// The best line; empty where the game has ended.
    pub line: Vec<Move>,
}

/// How games are searched.
pub struct Plan {
    pub limits: Limits,
    pub settings: Settings,
    /// Games at a time.
    pub threads: usize,
    /// MiB of the transposition table of each.
    pub hash: usize,
}

/// There is no memory for the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory;

/// Something that has been done.
pub enum Progress {
    /// A position of some game.
    Position,
    /// All of this game, by its place in the list.
    Game(usize, Vec<Found>),
}

/// Searches the games for which `wanted` holds, by their places, and tells `told` of each position and game as it is done.
/// When it says false, nothing new is begun and what is half done is lost.
///
/// # Errors
/// There is no memory for the tables.
pub fn analyse(
    games: &[Game],
    wanted: &[usize],
    plan: &Plan,
    told: &mut dyn FnMut(Progress) -> bool,
) -> Result<(), OutOfMemory> {
    let threads = plan.threads.clamp(1, wanted.len().max(1));
    let pools: Result<Vec<Pool>, _> = (0..threads).map(|_| Pool::new(plan.hash, 1)).collect();
    let pools = pools.map_err(|_| OutOfMemory)?;
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let signals: Mutex<Vec<_>> = Mutex::new(pools.iter().map(Pool::signals).collect());
    let (sender, news) = mpsc::channel();
    std::thread::scope(|scope| {
        for mut pool in pools {
            let (sender, next, stop) = (sender.clone(), &next, &stop);
            scope.spawn(move || {
                while let Some(&place) = wanted.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let Some(found) = game(&games[place], &mut pool, plan, stop, &sender) else { break };
                    if sender.send(Progress::Game(place, found)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for progress in &news {
            if !told(progress) {
                stop.store(true, Ordering::Relaxed);
                let signals = signals.lock().unwrap_or_else(PoisonError::into_inner);
                signals.iter().for_each(|signals| signals.stop());
                break;
            }
        }
    });
    Ok(())
}

/// Every position of a game, the last first: what is found there helps before it. None if it was told to stop.
fn game(
    game: &Game,
    pool: &mut Pool,
    plan: &Plan,
    stop: &AtomicBool,
    told: &mpsc::Sender<Progress>,
) -> Option<Vec<Found>> {
    let mut line = Line::new(game.start);
    game.moves.iter().for_each(|&mv| line.push(mv));
    let mut found = Vec::new();
    pool.clear();
    loop {
        found.push(position(&line, pool, plan));
        told.send(Progress::Position).ok()?;
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        if line.is_empty() {
            break;
        }
        line.pop();
    }
    found.reverse();
    Some(found)
}

fn position(line: &Line, pool: &mut Pool, plan: &Plan) -> Found {
    let mut last = None;
    pool.signals().arm(false);
    let best = pool.go(line, &plan.limits, &plan.settings, &mut |report| {
        if report.rank == 1 {
            last = Some((report.depth, report.moves.clone()));
        }
    });
    let (depth, line) = last.unwrap_or_default();
    Found { score: best.score, depth, line }
}

/// How many searches the games take.
pub fn positions(games: &[Game], wanted: &[usize]) -> usize {
    wanted.iter().map(|&place| games[place].moves.len() + 1).sum()
}
