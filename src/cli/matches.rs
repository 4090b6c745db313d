//! `bayon match`: engines against each other.

use crate::arena::adjudicate::DrawRule;
use crate::arena::adjudicate::ResignRule;
use crate::arena::client::Patience;
use crate::arena::contender;
use crate::arena::contest;
use crate::arena::contest::Contest;
use crate::arena::contest::Finish;
use crate::arena::desk::Desk;
use crate::arena::dice::Dice;
use crate::arena::game::Terms;
use crate::arena::openings;
use crate::arena::oracle::Oracle;
use crate::arena::record;
use crate::arena::record::Entry;
use crate::arena::record::Head;
use crate::arena::record::Record;
use crate::arena::record::Recorder;
use crate::arena::report;
use crate::arena::schedule::Form;
use crate::arena::schedule::Schedule;
use crate::arena::screen::Screen;
use crate::arena::statistics::Sprt;
use crate::arena::verify;
use crate::cli::Done;
use crate::cli::game;
use crate::rules::Variant;
use clap::ArgAction;
use std::fs;
use std::io;
use std::io::Write;
use std::path::Path;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// The exit code of a program that was interrupted, as shells have it.
const INTERRUPTED: u8 = 130;

/// The arguments of `bayon match`.
#[derive(clap::Args)]
#[command(after_help = "\
An engine is name=NAME cmd=\"PROGRAM ARGUMENTS\" arg=ARGUMENT dir=DIR option.NAME=VALUE and a limit: tc=40/60+0.5 (moves/seconds
+increment), st=SECONDS, nodes=N, depth=N; what all share stands in --each.

Examples:
    bayon match --variant cambodian --games 10 --engine name=Bayon cmd=bayon --engine name=Fairy cmd=fairy-stockfish \\
      --each tc=2+0.02 option.Hash=16
    bayon match --games 20000 --sprt 0 5 --engine name=new cmd=./new --engine name=old cmd=./old --each nodes=10000 \\
      --record sprt.jsonl --resume
    bayon match --verify sprt.jsonl")]
pub(super) struct Match {
    #[command(flatten)]
    engines: Engines,
    /// The game
    #[arg(long, value_parser = game, default_value = "makruk")]
    variant: &'static Variant,
    /// Games each pairing plays; an odd number is made even
    #[arg(long, conflicts_with = "rounds", default_value_t = 100)]
    games: usize,
    /// Game pairs each pairing plays
    #[arg(long)]
    rounds: Option<usize>,
    /// The first engine against each other, instead of each against each
    #[arg(long)]
    gauntlet: bool,
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
    seed: u64,
    /// Games at once
    #[arg(long, value_name = "C", default_value_t = 1)]
    concurrency: usize,
    /// A game of so many plies is drawn
    #[arg(long, value_name = "N", default_value_t = 1000)]
    max_plies: usize,
    /// Milliseconds over the clock that are forgiven
    #[arg(long, value_name = "MS", default_value_t = 50)]
    margin: u64,
    /// End the match when one of two Elo differences is the likelier (errors 5 %)
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
    /// Call a game drawn by the engines' scores, in Cute Chess' words
    #[arg(long, num_args = 1..=3, value_name = "movenumber=40 movecount=8 score=10")]
    draw: Option<Vec<String>>,
    /// Call a game lost by the engines' scores, in Cute Chess' words
    #[arg(long, num_args = 1..=3, value_name = "movecount=3 score=1000 twosided=false")]
    resign: Option<Vec<String>>,
    /// End games by solved endings, in games that have them
    #[arg(long)]
    tables: bool,
    /// Write a record: a line of JSON for each game
    #[arg(long, value_name = "FILE.jsonl")]
    record: Option<PathBuf>,
    /// Go on with the match of this record
    #[arg(long, requires = "record")]
    resume: bool,
    /// Write the games as PGN
    #[arg(long, value_name = "FILE.pgn")]
    pgn: Option<PathBuf>,
    /// Draw the running score and the endings
    #[arg(long, value_name = "FILE.svg|html")]
    report: Option<PathBuf>,
    /// Keep all that is said with the engines in files there
    #[arg(long, value_name = "DIR")]
    log: Option<PathBuf>,
    /// Seconds an engine has for its uciok
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0)]
    start_limit: f64,
    /// Seconds an engine has for a move where no clock runs
    #[arg(long, value_name = "SECONDS", default_value_t = 600.0)]
    think_limit: f64,
    /// Play through a record and check every result, instead of a match
    #[arg(long, value_name = "FILE.jsonl", exclusive = true)]
    verify: Option<PathBuf>,
}

/// `--engine` and `--each`, whose words belong together.
struct Engines {
    engines: Vec<Vec<String>>,
    each: Vec<String>,
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

impl Match {
    /// Plays the match, or checks a record.
    pub fn run(self) -> Done {
        if let Some(path) = &self.verify {
            return check(path);
        }
        let sprt = self.sprt.as_ref().map(|elos| Sprt::new(elos[0], elos[1]));
        let contest = self.contest()?;
        if let Some(sprt) = &sprt {
            if contest.contenders.len() != 2 {
                return Err("--sprt is for two engines".into());
            }
            if sprt.elo0 >= sprt.elo1 {
                return Err("--sprt: the first Elo difference must be below the second".into());
            }
        }
        let (before, recorder) = self.before(&contest)?;
        let mut done = vec![false; contest.schedule.games()];
        let mut desk = Desk::new(&contest, sprt, &before, recorder, Screen::new())?;
        before.iter().for_each(|entry| done[entry.game - 1] = true);
        if let Some(path) = &self.pgn {
            desk.write_pgn(path, &before)?;
        }
        let abort = Arc::new(AtomicBool::new(false));
        let interrupted = Arc::clone(&abort);
        ctrlc::set_handler(move || interrupted.store(true, Ordering::Relaxed))?;
        let finish = if desk.is_decided() {
            Finish::Enough
        } else {
            contest::run(&contest, &|game| done[game], &abort, &mut |news| desk.hear(news))
        };
        let (tally, scene, elapsed, error) = desk.close();
        if let Some(path) = &self.report {
            let page = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("html"));
            let picture = if page { report::html(&scene, &tally, elapsed) } else { report::svg(&scene, &tally) };
            fs::write(path, picture).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        if let Some(error) = error {
            return Err(error.into());
        }
        Ok(match finish {
            Finish::Complete | Finish::Enough => ExitCode::SUCCESS,
            Finish::Interrupted => {
                writeln!(io::stderr(), "bayon: interrupted")?;
                ExitCode::from(INTERRUPTED)
            }
            Finish::Failing(engine) => {
                let failing = &contest.contenders[engine].name;
                writeln!(io::stderr(), "bayon: {failing} has failed {} times in a row", contest::MOST_FAILURES)?;
                ExitCode::FAILURE
            }
        })
    }

    /// The games that are over already, and the record, open for more.
    fn before(&self, contest: &Contest) -> Result<(Vec<Entry>, Option<Recorder>), String> {
        let Some(path) = &self.record else { return Ok((Vec::new(), None)) };
        let told = |error: io::Error| format!("{}: {error}", path.display());
        let head = Head::of(contest);
        if self.resume && path.exists() {
            let Record { head: recorded, entries, whole } = record::read(path)?;
            if recorded != head {
                return Err(format!("{}: that is another match than this", path.display()));
            }
            return Ok((entries, Some(Recorder::resume(path, whole).map_err(told)?)));
        }
        match Recorder::create(path, &head) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                Err(format!("{}: there is such a record; --resume goes on with it", path.display()))
            }
            recorder => Ok((Vec::new(), Some(recorder.map_err(told)?))),
        }
    }

    fn oracle(&self) -> Result<Arc<Oracle>, String> {
        let none = || format!("--tables: there are none for {}", self.variant.name);
        Ok(Arc::new(Oracle::new(self.variant).ok_or_else(none)?))
    }

    fn contest(&self) -> Result<Contest, String> {
        let contenders = contender::read(&self.engines.engines, &self.engines.each)?;
        let rounds = self.rounds.unwrap_or(self.games.div_ceil(2)).max(1);
        let mut dice = Dice::new(self.seed);
        let openings = match &self.openings {
            Some(file) => {
                let mut openings = openings::read(file, self.variant)?;
                if !self.in_order {
                    dice.shuffle(&mut openings);
                }
                openings
            }
            None => openings::random(self.variant, self.random_plies, rounds, &mut dice)?,
        };
        let form = if self.gauntlet { Form::Gauntlet } else { Form::RoundRobin };
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
}

/// `--verify`: exit code 1 if a game is wrong.
fn check(path: &Path) -> Done {
    let Record { head, entries, .. } = record::read(path)?;
    let mut wrong = 0;
    let mut out = io::stdout().lock();
    for entry in &entries {
        if let Err(error) = verify::game(&head, entry) {
            wrong += 1;
            writeln!(out, "game {}: {error}", entry.game)?;
        }
    }
    let plies: usize = entries.iter().map(|entry| entry.moves.len()).sum();
    writeln!(out, "{} games, {plies} plies of {}: {wrong} wrong", entries.len(), head.variant)?;
    Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}
