//! `bayon relay`: this engine for its own games, another for all others, as one.

use crate::arena::relay;
use crate::cli::Done;
use std::process::Command;
use std::process::ExitCode;

/// The arguments of `bayon relay`.
#[derive(clap::Args)]
#[command(after_help = "\
A front for programs that want one engine with many variants:

    bayon relay fairy-stockfish

With arguments for the other engine: bayon relay -- engine --its-own arguments")]
pub(super) struct Relay {
    /// The other UCI engine, and its arguments
    #[arg(required = true, trailing_var_arg = true)]
    engine: Vec<String>,
}

impl Relay {
    pub fn run(self) -> Done {
        let mut other = Command::new(&self.engine[0]);
        other.args(&self.engine[1..]);
        let done = relay::run(&mut Command::new(std::env::current_exe()?), &mut other);
        done.map_err(|error| format!("{}: {error}", self.engine[0]))?;
        Ok(ExitCode::SUCCESS)
    }
}
