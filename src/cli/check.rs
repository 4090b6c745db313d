//! `bayon check`: what is wrong with files of rules.

use crate::cli::Done;
use crate::cli::WRONG;
use crate::engine;
use std::io;
use std::io::Write;
use std::process::ExitCode;

/// The arguments of `bayon check`.
#[derive(clap::Args)]
#[command(after_help = "\
Of every section that is looked at, `Parsing variant: NAME` is written to standard error, and below it what is wrong, with line and
key. The exit code is 0 if nothing is. What the keys mean: variants.ini of Fairy-Stockfish, and README.md.

    bayon check variants.ini")]
pub(super) struct Check {
    #[arg(required = true)]
    files: Vec<String>,
}

impl Check {
    pub fn run(self) -> Done {
        let mut good = true;
        for file in self.files {
            let checked = engine::check_rules(&engine::Source::File(file));
            writeln!(io::stderr(), "{}", checked.words)?;
            good &= checked.good;
        }
        Ok(if good { ExitCode::SUCCESS } else { ExitCode::from(WRONG) })
    }
}
