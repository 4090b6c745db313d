//! `bayon match`: engines against each other.

use crate::arena::contender;
use crate::arena::contest;
use crate::arena::contest::Contest;
use crate::arena::contest::Finish;
use crate::arena::desk::Desk;
use crate::arena::record;
use crate::arena::record::Entry;
use crate::arena::record::Head;
use crate::arena::record::Record;
use crate::arena::record::Recorder;
use crate::arena::report;
use crate::arena::schedule::Form;
use crate::arena::screen::Screen;
use crate::arena::statistics::Sprt;
use crate::arena::verify;
use crate::cli::Done;
use crate::cli::play;
use crate::cli::play::Play;
use std::fs;
use std::io;
use std::io::Write;
use std::path::Path;
use std::path::PathBuf;
use std::process::ExitCode;

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
    play: Play,
    /// Games each pairing plays; an odd number is made even
    #[arg(long, conflicts_with = "rounds", default_value_t = 100)]
    games: usize,
    /// Game pairs each pairing plays
    #[arg(long)]
    rounds: Option<usize>,
    /// The first engine against each other, instead of each against each
    #[arg(long)]
    gauntlet: bool,
    /// End the match when one of two Elo differences is the likelier (errors 5 %)
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
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
    /// Play through a record and check every result, instead of a match
    #[arg(long, value_name = "FILE.jsonl", exclusive = true)]
    verify: Option<PathBuf>,
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
        let abort = play::on_interrupt()?;
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
            Finish::Interrupted => play::interrupted(),
            Finish::Failing(engine) => play::failing(&contest.contenders[engine]),
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

    fn contest(&self) -> Result<Contest, String> {
        let contenders = contender::read(&self.play.engines.engines, &self.play.engines.each)?;
        let form = if self.gauntlet { Form::Gauntlet } else { Form::RoundRobin };
        self.play.contest(contenders, form, self.rounds.unwrap_or(self.games.div_ceil(2)).max(1))
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
