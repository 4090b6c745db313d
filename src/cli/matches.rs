//! `bayon match`: engines against each other.

use crate::arena::client::Patience;
use crate::arena::contender;
use crate::arena::contest;
use crate::arena::contest::Contest;
use crate::arena::contest::Finish;
use crate::arena::contest::News;
use crate::arena::dice::Dice;
use crate::arena::game::Terms;
use crate::arena::openings;
use crate::arena::schedule::Form;
use crate::arena::schedule::Schedule;
use crate::arena::show::Scene;
use crate::arena::statistics::Sprt;
use crate::arena::tally::Tally;
use crate::cli::Done;
use crate::cli::game;
use crate::rules::Variant;
use clap::ArgAction;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering;
use std::time::Duration;
use std::time::Instant;

/// The arguments of `bayon match`.
#[derive(clap::Args)]
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
    /// Keep all that is said with the engines in files there
    #[arg(long, value_name = "DIR")]
    log: Option<PathBuf>,
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
    /// Plays the match.
    pub fn run(self) -> Done {
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
        let abort = Arc::new(AtomicBool::new(false));
        let interrupted = Arc::clone(&abort);
        ctrlc::set_handler(move || interrupted.store(true, Ordering::Relaxed))?;
        let games = contest.schedule.games();
        let scene = Scene { variant: contest.variant.name, contenders: &contest.contenders, games, before: 0, sprt };
        let (mut tally, start) = (Tally::default(), Instant::now());
        let finish = contest::run(&contest, &|_| false, &abort, &mut |news| {
            match news {
                News::Game(fixture, played) => {
                    tally.add(&fixture, played.ending, played.moves.len());
                    if let Some(trouble) = &played.trouble {
                        let name = &contest.contenders[fixture.engine(trouble.side)].name;
                        eprintln!(
                            "game {}: {name} {}\n  {}",
                            fixture.game + 1,
                            trouble.what,
                            trouble.lines.join("\n  ")
                        );
                    }
                    if tally.games().is_multiple_of(2) {
                        println!("{}", scene.line(&tally, start.elapsed()));
                    }
                    if sprt.is_some_and(|sprt| sprt.verdict(&tally.of(0).pairs).is_some()) {
                        return ControlFlow::Break(());
                    }
                }
                News::Note(engine, what, lines) => {
                    eprintln!("{} {what}\n  {}", contest.contenders[engine].name, lines.join("\n  "));
                }
                News::Tick => {}
            }
            ControlFlow::Continue(())
        });
        print!("{}", scene.table(&tally, start.elapsed()));
        Ok(match finish {
            Finish::Complete | Finish::Enough => ExitCode::SUCCESS,
            Finish::Interrupted => {
                eprintln!("bayon: interrupted");
                ExitCode::from(130)
            }
            Finish::Failing(engine) => {
                let failing = &contest.contenders[engine].name;
                eprintln!("bayon: {failing} has failed {} times in a row", contest::MOST_FAILURES);
                ExitCode::FAILURE
            }
        })
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
            std::fs::create_dir_all(directory).map_err(|error| format!("{}: {error}", directory.display()))?;
        }
        Ok(Contest {
            variant: self.variant,
            schedule: Schedule::new(form, contenders.len(), rounds, openings.len()),
            contenders,
            openings,
            terms: Terms { most_plies: self.max_plies, draw: None, resign: None },
            margin: Duration::from_millis(self.margin),
            concurrency: self.concurrency,
            patience: Patience::default(),
            log: self.log.clone(),
        })
    }
}
