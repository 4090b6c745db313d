//! What the commands have in common that let engines play: who plays, from where, by which terms.

use crate::arena::adjudicate::DrawRule;
use crate::arena::adjudicate::ResignRule;
use crate::arena::client::Patience;
use crate::arena::contender::Contender;
use crate::arena::contest;
use crate::arena::contest::Contest;
use crate::arena::dice::Dice;
use crate::arena::game::Terms;
use crate::arena::openings;
use crate::arena::oracle::Oracle;
use crate::arena::schedule::Form;
use crate::arena::schedule::Schedule;
use crate::cli::game;
use crate::rules::Variant;
use clap::ArgAction;
use std::fs;
use std::io;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// The exit code of a program that was interrupted, as shells have it.
const INTERRUPTED: u8 = 130;
/// More random openings than this are not made: they come again.
const MOST_OPENINGS: usize = 100_000;

/// The arguments of a command that lets engines play.
#[derive(clap::Args)]
pub(super) struct Play {
    #[command(flatten)]
    pub engines: Engines,
    /// The game
    #[arg(long, value_parser = game, default_value = "makruk")]
    pub variant: &'static Variant,
    /// A file of start positions, a FEN or EPD a line
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Take the openings in the order of the file
    #[arg(long, requires = "openings")]
    in_order: bool,
    /// Without a file, begin after so many random plies
    #[arg(long, value_name = "N", default_value_t = 8, conflicts_with = "openings")]
    random_plies: usize,
    /// What the random choices follow from
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Games at once
    #[arg(long, value_name = "C", default_value_t = 1)]
    concurrency: usize,
    /// A game of so many plies is drawn
    #[arg(long, value_name = "N", default_value_t = 1000)]
    max_plies: usize,
    /// Milliseconds over the clock that are forgiven
    #[arg(long, value_name = "MS", default_value_t = 50)]
    margin: u64,
    /// Call a game drawn by the engines' scores, in Cute Chess' words
    #[arg(long, num_args = 1..=3, value_name = "movenumber=40 movecount=8 score=10")]
    draw: Option<Vec<String>>,
    /// Call a game lost by the engines' scores, in Cute Chess' words
    #[arg(long, num_args = 1..=3, value_name = "movecount=3 score=1000 twosided=false")]
    resign: Option<Vec<String>>,
    /// End games by solved endings, in games that have them
    #[arg(long)]
    tables: bool,
    /// Keep all that is said with the engines in files there
    #[arg(long, value_name = "DIR")]
    log: Option<PathBuf>,
    /// Seconds an engine has for its uciok
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0)]
    start_limit: f64,
    /// Seconds an engine has for a move where no clock runs
    #[arg(long, value_name = "SECONDS", default_value_t = 600.0)]
    think_limit: f64,
}

/// `--engine` and `--each`, whose words belong together.
pub(super) struct Engines {
    /// A list of words for each engine.
    pub engines: Vec<Vec<String>>,
    pub each: Vec<String>,
}

impl clap::FromArgMatches for Engines {
    fn from_arg_matches(matches: &clap::ArgMatches) -> Result<Engines, clap::Error> {
        let groups = |name: &str| -> Vec<Vec<String>> {
            let groups = matches.get_occurrences::<String>(name).into_iter().flatten();
            groups.map(|words| words.cloned().collect()).collect()
        };
        Ok(Engines { engines: groups("engine"), each: groups("each").concat() })
    }

    fn update_from_arg_matches(&mut self, matches: &clap::ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl clap::Args for Engines {
    fn augment_args(command: clap::Command) -> clap::Command {
        let words = |name: &'static str| clap::Arg::new(name).long(name).num_args(1..).action(ArgAction::Append);
        command
            .arg(words("engine").value_name("KEY=VALUE").help(
                "An engine: name=, cmd=, arg=, dir=, option.NAME=, and tc=MOVES/SECONDS+INCREMENT, st=SECONDS, nodes= or \
                 depth=; margin=MS",
            ))
            .arg(words("each").value_name("KEY=VALUE").help("What all engines share, unless they say otherwise"))
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

impl Play {
    /// A contest in which each pairing of `form` plays so many pairs of games.
    pub fn contest(&self, contenders: Vec<Contender>, form: Form, rounds: usize) -> Result<Contest, String> {
        let mut dice = Dice::new(self.seed);
        let openings = match &self.openings {
            Some(file) => {
                let mut openings = openings::read(file, self.variant)?;
                if !self.in_order {
                    dice.shuffle(&mut openings);
                }
                openings
            }
            None => openings::random(self.variant, self.random_plies, rounds.min(MOST_OPENINGS), &mut dice)?,
        };
        if let Some(directory) = &self.log {
            fs::create_dir_all(directory).map_err(|error| format!("{}: {error}", directory.display()))?;
        }
        let seconds = |seconds: f64| Duration::try_from_secs_f64(seconds).map_err(|_| format!("{seconds} is no time"));
        Ok(Contest {
            variant: self.variant,
            schedule: Schedule::new(form, contenders.len(), rounds, openings.len()),
            contenders,
            openings,
            terms: Terms {
                most_plies: self.max_plies,
                draw: self.draw.as_deref().map(DrawRule::parse).transpose()?,
                resign: self.resign.as_deref().map(ResignRule::parse).transpose()?,
                oracle: self.tables.then(|| self.oracle()).transpose()?,
            },
            margin: Duration::from_millis(self.margin),
            concurrency: self.concurrency,
            patience: Patience {
                start: seconds(self.start_limit)?,
                think: seconds(self.think_limit)?,
                ..Patience::default()
            },
            log: self.log.clone(),
        })
    }

    fn oracle(&self) -> Result<Arc<Oracle>, String> {
        let none = || format!("--tables: there are none for {}", self.variant.name);
        Ok(Arc::new(Oracle::new(self.variant).ok_or_else(none)?))
    }
}

/// What is set when the program is interrupted from now on.
pub(super) fn on_interrupt() -> Result<Arc<AtomicBool>, ctrlc::Error> {
    let abort = Arc::new(AtomicBool::new(false));
    let interrupted = Arc::clone(&abort);
    ctrlc::set_handler(move || interrupted.store(true, Ordering::Relaxed))?;
    Ok(abort)
}

/// Tells that it was interrupted.
pub(super) fn interrupted() -> ExitCode {
    _ = writeln!(io::stderr(), "bayon: interrupted");
    ExitCode::from(INTERRUPTED)
}

/// Tells that an engine has failed too often.
pub(super) fn failing(engine: &Contender) -> ExitCode {
    _ = writeln!(io::stderr(), "bayon: {} has failed {} times in a row", engine.name, contest::MOST_FAILURES);
    ExitCode::FAILURE
}
