//! `bayon perft`: leaves of the tree of legal moves.

use crate::cli::Done;
use crate::cli::compare;
use crate::cli::game;
use crate::cli::suite;
use crate::notation::coord;
use crate::notation::fen;
use crate::rules::Position;
use crate::rules::Variant;
use std::io;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// The arguments of `bayon perft`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
    bayon perft --variant makruk --depth 6 --threads 2
    bayon perft --variant cambodian --depth 3 --divide --fen '4k3/8/8/8/8/8/4S3/3KM3 w DE - 0 1'
    bayon perft --suite perft                                   every count of a folder of suites
    bayon perft --variant karouk --depth 4 --compare fairy-stockfish
    bayon perft --variant rules.ini:mine --depth 4              a game of your own")]
pub(super) struct Perft {
    /// The game
    #[arg(long, value_parser = game, required_unless_present = "suite")]
    variant: Option<&'static Variant>,
    /// Plies; with a suite, none deeper
    #[arg(long, required_unless_present = "suite")]
    depth: Option<u32>,
    /// From this position; without, from the start of the game
    #[arg(long)]
    fen: Option<String>,
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Tell the leaves below each move first
    #[arg(long)]
    divide: bool,
    /// Check a suite: a file VARIANT.epd with lines `FEN ;D1 N ;D2 N`, or a folder of such files
    #[arg(long, conflicts_with_all = ["variant", "fen", "divide", "compare"])]
    suite: Option<PathBuf>,
    /// Find the first sequence of moves at which this UCI engine counts otherwise
    #[arg(long, value_name = "CMD", conflicts_with = "divide")]
    compare: Option<String>,
}

impl Perft {
    pub fn run(self) -> Done {
        let threads = usize::from(self.threads);
        if let Some(path) = &self.suite {
            return suite::check(path, self.depth.unwrap_or(u32::MAX), threads);
        }
        let variant = self.variant.ok_or("--variant is missing")?;
        let depth = self.depth.ok_or("--depth is missing")?;
        let root = match &self.fen {
            Some(text) => fen::position(text, variant)?,
            None => Position::start(variant),
        };
        match &self.compare {
            Some(command) => compare::run(command, &root, depth, threads),
            None => count(&root, depth, threads, self.divide),
        }
    }
}

fn count(root: &Position, depth: u32, threads: usize, divide: bool) -> Done {
    let mut out = io::stdout().lock();
    let started = Instant::now();
    let all = if divide || threads > 1 {
        let leaves = root.perft_divided(depth, threads);
        for &(mv, leaves) in leaves.iter().filter(|_| divide) {
            writeln!(out, "{}: {leaves}", coord::write(mv, root.variant()))?;
        }
        if depth == 0 { 1 } else { leaves.iter().map(|&(_, leaves)| leaves).sum() }
    } else {
        root.perft(depth)
    };
    let seconds = started.elapsed().as_secs_f64();
    writeln!(out, "Nodes searched: {all}")?;
    writeln!(out, "Time: {seconds:.3} s")?;
    writeln!(out, "Nodes per second: {:.0}", all as f64 / seconds.max(1e-9))?;
    Ok(ExitCode::SUCCESS)
}
