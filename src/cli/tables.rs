//! `bayon tables`: endings solved with their counts.

use crate::cli::Done;
use crate::cli::game;
use crate::notation::coord;
use crate::notation::fen;
use crate::rules::Position;
use crate::rules::Variant;
use crate::tables::Distance;
use crate::tables::Ending;
use crate::tables::Hearer;
use crate::tables::Ranked;
use crate::tables::Set;
use crate::tables::Store;
use crate::tables::Supply;
use crate::tables::Tables;
use crate::tables::Value;
use crate::types::Color;
use std::error::Error;
use std::io;
use std::io::IsTerminal;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// The arguments of `bayon tables`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
    bayon tables probe --variant makruk --fen '8/8/8/8/8/8/1Rk5/K7 b - 32 6 60'
    bayon tables stats --variant cambodian KSSvK KRvKN
    bayon tables build KSMMvK")]
pub(super) struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(clap::Subcommand)]
enum Task {
    /// Say of a position and of each of its moves who wins and how soon, and whether the count leaves the time
    Probe {
        #[command(flatten)]
        with: With,
        #[arg(long)]
        fen: String,
    },
    /// Tell for sets, by default all of three and four men, what share is won, and what share inside the count
    Stats {
        #[command(flatten)]
        with: With,
        /// Like KRvK, KSMvK, KRvKN; five men without pawns against a bare king only by name
        sets: Vec<Set>,
    },
    /// Make sets, by default all of three and four men, and tell how long each takes
    Build {
        #[command(flatten)]
        with: With,
        /// Like KRvK, KSMvK, KRvKN; five men without pawns against a bare king only by name
        sets: Vec<Set>,
    },
}

#[derive(clap::Args)]
struct With {
    /// The game
    #[arg(long, value_parser = game, default_value = "makruk")]
    variant: &'static Variant,
    /// Threads that solve; by default one for each core
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Where solved endings are kept; by default in the user's cache folder, where the engine finds them too
    #[arg(long, value_name = "DIR", conflicts_with = "no_disk")]
    path: Option<PathBuf>,
    /// Neither read nor keep any
    #[arg(long)]
    no_disk: bool,
}

/// The tables of a game, and where they come from.
struct Shelf {
    tables: Tables,
    supply: Supply,
    threads: usize,
}

impl Args {
    pub fn run(self) -> Done {
        match self.task {
            Task::Probe { with, fen } => probe(&with, &fen)?,
            Task::Stats { with, sets } => stats(&with, sets)?,
            Task::Build { with, sets } => build(&with, sets)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl With {
    fn shelf(&self) -> Result<Shelf, String> {
        let none = || format!("there are no tables for {}", self.variant.name);
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let store = self.path.as_ref().map(Store::at).or_else(Store::of_user).filter(|_| !self.no_disk);
        Ok(Shelf {
            tables: Tables::new(self.variant).ok_or_else(none)?,
            supply: Supply::new(store),
            threads: self.threads.map_or_else(cores, usize::from),
        })
    }

    /// The sets that were named, or all of three and four men.
    fn sets(&self, tables: &Tables, named: Vec<Set>) -> Vec<Set> {
        if named.is_empty() { [tables.served(3), tables.served(4)].concat() } else { named }
    }
}

const MEBIBYTE: usize = 1 << 20;

/// Makes sets, with a progress bar on standard error if that is a terminal.
fn make(shelf: &Shelf, sets: &[Set]) -> Result<(), Box<dyn Error>> {
    let tables = &shelf.tables;
    let mut missing: Vec<Ending> = Vec::new();
    for &set in sets {
        let new = tables.missing(set).into_iter().filter(|ending| !missing.contains(ending)).collect::<Vec<_>>();
        missing.extend(new);
    }
    let largest = missing.iter().map(|ending| ending.bytes_to_solve()).max().unwrap_or(0);
    let made: usize = missing.iter().map(|ending| ending.bytes()).sum();
    if sets.iter().any(|set| set.men() == crate::tables::MOST_MEN) {
        let most = (made.max(largest) + missing.iter().map(|ending| ending.bytes()).sum::<usize>()) / MEBIBYTE;
        eprintln!(
            "solving {} tables; the largest takes {} MiB meanwhile, all together at most {most} MiB",
            missing.len(),
            largest / MEBIBYTE
        );
    }
    let bar = io::stderr().is_terminal();
    let mut done = 0;
    for &set in sets {
        let solving = &mut |ending| {
            if bar {
                const WIDTH: usize = 30;
                let filled = done * WIDTH / missing.len().max(1);
                eprint!(
                    "\r[{}{}] {done}/{} {ending}\x1b[K",
                    "#".repeat(filled),
                    ".".repeat(WIDTH - filled),
                    missing.len()
                );
            }
            done += 1;
        };
        let trouble = &mut |words| eprintln!("bayon: {words}");
        let mut hearer = Hearer { solving, trouble };
        shelf.supply.bring(tables, set, shelf.threads, &AtomicBool::new(false), &mut hearer)?;
    }
    if bar {
        eprint!("\r\x1b[K");
    }
    Ok(())
}

fn build(with: &With, sets: Vec<Set>) -> Result<(), Box<dyn Error>> {
    let shelf = with.shelf()?;
    let tables = &shelf.tables;
    let mut out = io::stdout().lock();
    let begun = Instant::now();
    let (mut bytes, sets) = (0, with.sets(tables, sets));
    for set in sets {
        let started = Instant::now();
        make(&shelf, &[set])?;
        bytes += set.bytes();
        writeln!(
            out,
            "{:8} {:7.2} s {:6} MiB",
            set.to_string(),
            started.elapsed().as_secs_f64(),
            set.bytes().div_ceil(MEBIBYTE)
        )?;
    }
    writeln!(out, "all      {:7.2} s {:6} MiB", begun.elapsed().as_secs_f64(), bytes.div_ceil(MEBIBYTE))?;
    Ok(())
}

fn probe(with: &With, text: &str) -> Result<(), Box<dyn Error>> {
    let position = fen::position(text, with.variant)?;
    let shelf = with.shelf()?;
    let tables = &shelf.tables;
    let set = Set::of(&position).ok_or("there are no tables of so many men, or of these")?;
    make(&shelf, &[set])?;
    let unknown = "the tables do not know this position: a leap is left, or a pawn stands beyond its way";
    let distance = tables.probe(&position).ok_or(unknown)?;
    let mut out = io::stdout().lock();
    let count = match position.count() {
        Some(count) => format!("count {} of {} plies", count.ply, count.limit),
        None => "no count".to_string(),
    };
    writeln!(out, "{set} in {}, {} to move, {count}", with.variant.name, position.turn())?;
    writeln!(out, "{}", told(&position, set, distance))?;
    if let Some(line) = tables.mating_line(&position) {
        writeln!(out, "mate after {} plies along the tables", line.len())?;
    }
    for Ranked { mv, after, restarts } in tables.ranked(&position).ok_or(unknown)? {
        let next = position.play(mv);
        let set = Set::of(&next).unwrap_or(set);
        let restarts = if restarts { ", with a count of its own" } else { "" };
        writeln!(out, "{:6} {}{restarts}", coord::write(mv, with.variant), told(&next, set, after))?;
    }
    Ok(())
}

/// A distance in words.
fn told(position: &Position, set: Set, distance: Distance) -> String {
    let Some(moves) = distance.moves() else { return "draw".to_string() };
    let wins = distance.on_board() == Value::Win;
    let winner = if wins { position.turn() } else { !position.turn() };
    let end = if set.ends_in_mate() { "mates" } else { "wins" };
    // How many moves of the winner the count leaves.
    let left = position.count().map(|count| {
        let room = (count.limit.get() + 1).saturating_sub(count.ply);
        if wins { room.div_ceil(2) } else { room / 2 }
    });
    let left = left.map_or(String::new(), |left| format!(", {left} counts left"));
    match distance.value() {
        Value::Draw => format!("draw by the count: {winner} {end} in {moves}{left}"),
        _ if moves == 0 => format!("{winner} has mated"),
        _ => format!("{winner} {end} in {moves}{left}"),
    }
}

fn stats(with: &With, sets: Vec<Set>) -> Result<(), Box<dyn Error>> {
    let shelf = with.shelf()?;
    let tables = &shelf.tables;
    let sets = with.sets(tables, sets);
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "| set | winner | to move: won | in the count | longest | other to move: won | in the count | longest | a longest win |"
    )?;
    writeln!(out, "|---|---|---:|---:|---:|---:|---:|---:|---|")?;
    for set in sets {
        make(&shelf, &[set])?;
        for ending in set.endings() {
            let Some(table) = tables.table(ending) else { continue };
            write!(out, "| {set} | {} |", ending.attackers)?;
            for attackers_to_move in [true, false] {
                let figures = &table.figures;
                let share = |plies: usize| {
                    let won = figures.within(attackers_to_move, plies);
                    let share = 100.0 * won as f64 / figures.positions(attackers_to_move) as f64;
                    // Neither all nor nothing is said of less than that.
                    let clear =
                        won == 0 || won == figures.positions(attackers_to_move) || (0.01..99.99).contains(&share);
                    if clear {
                        format!("{share:.2} %")
                    } else if share < 1.0 {
                        format!("{won}")
                    } else {
                        "> 99.99 %".into()
                    }
                };
                let room = tables.room_at_start(ending, attackers_to_move).map_or(usize::MAX, usize::from);
                let longest = figures.longest(attackers_to_move).map(|plies| plies.div_ceil(2));
                let longest = longest.map_or("-".to_string(), |moves| moves.to_string());
                write!(out, " {} | {} | {longest} |", share(crate::tables::LONGEST), share(room))?;
            }
            let position = tables.longest(ending, Color::White).map(|position| fen::write(&position));
            let board = position.as_deref().and_then(|fen| fen.split(' ').next()).unwrap_or("-");
            writeln!(out, " {board} |")?;
        }
    }
    Ok(())
}
