//! The program's command line. Without a subcommand it is a UCI engine on standard input and output.

mod analyse;
mod args;
mod bench;
mod check;
mod compare;
mod judge;
mod load;
mod manual;
mod matches;
mod perft;
mod play;
mod relay;
mod suite;
mod tables;
mod ticker;
mod train;
mod tune;
mod wdl;
mod xboard;

use crate::engine;
use crate::protocol::console;
use crate::rules::Variant;
use crate::rules::variant;
use args::Args;
use clap::Parser;
use clap::error::ErrorKind;
use std::error::Error;
use std::io;
use std::io::Read;
use std::process::ExitCode;
use std::sync::LazyLock;

/// What a subcommand ends with; an error is told on standard error.
type Done = Result<ExitCode, Box<dyn Error>>;

/// The exit code where the command line or its data is wrong.
const WRONG: u8 = 2;

/// Runs the program.
pub fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => {
            // `--help` and `--version` are errors too, of a good kind.
            let good = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
            _ = error.print();
            return if good { ExitCode::SUCCESS } else { ExitCode::from(WRONG) };
        }
    };
    let done = match args.task {
        Some(task) => task.run(),
        None => speak(String::new()),
    };
    done.unwrap_or_else(|error| {
        match error.downcast_ref::<io::Error>().map(io::Error::kind) {
            Some(io::ErrorKind::BrokenPipe) => {}
            _ => eprintln!("bayon: {error}"),
        }
        ExitCode::from(WRONG)
    })
}

/// Speaks with standard input and output; what `before` says comes first.
fn speak(before: String) -> Done {
    console::run(io::Cursor::new(before).chain(io::BufReader::new(io::stdin())), io::stdout())?;
    Ok(ExitCode::SUCCESS)
}

/// Version and build, for `--version`.
fn version() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(engine::built);
    VERSION.trim_end().trim_start_matches("Bayon ")
}

/// Reads the name of a game, or `FILE:NAME`: the game of this name in a file of rules.
fn game(name: &str) -> Result<&'static Variant, String> {
    let names = || variant::ALL.map(|variant| variant.name).join(", ");
    if let Some((path, own)) = name.rsplit_once(':') {
        let mut notes = engine::load_rules(&engine::Source::File(path.to_string()));
        notes.retain(|note| !note.starts_with("loaded "));
        return match Variant::named(own) {
            Some(variant) if notes.is_empty() => Ok(variant),
            Some(_) | None if !notes.is_empty() => Err(notes.join("; ")),
            _ => Err(format!("{path} has no game {own}")),
        };
    }
    Variant::named(name).ok_or_else(|| format!("not one of {}, and no FILE:NAME", names()))
}
