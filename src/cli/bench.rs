//! `bayon bench`: the signature of a build and its speed.

use crate::cli::Done;
use crate::engine;
use std::io;
use std::io::Write;
use std::process::ExitCode;

/// The arguments of `bayon bench`.
#[derive(clap::Args)]
#[command(after_help = "\
The number of nodes is the same wherever the same search is built; the speed is the machine's.

    bayon bench --depth 12")]
pub(super) struct Bench {
    /// Iterations a position
    #[arg(long, default_value_t = engine::BENCH_DEPTH)]
    depth: usize,
}

impl Bench {
    pub fn run(self) -> Done {
        let bench = engine::bench(self.depth).map_err(|_| "no memory for the table")?;
        writeln!(io::stdout(), "{} nodes {} nps", bench.nodes, bench.speed())?;
        Ok(ExitCode::SUCCESS)
    }
}
