//! `bayon train tune`: the numbers of the search, by games of the engine against itself.

use crate::arena::client::Client;
use crate::arena::contender;
use crate::arena::contender::Contender;
use crate::arena::contest;
use crate::arena::contest::Contest;
use crate::arena::contest::Finish;
use crate::arena::contest::News;
use crate::arena::ending::Cause;
use crate::arena::game::Played;
use crate::arena::offer;
use crate::arena::record::Head;
use crate::arena::schedule::Fixture;
use crate::arena::schedule::Form;
use crate::arena::schedule::Schedule;
use crate::arena::screen::Screen;
use crate::arena::tally::Tally;
use crate::cli::Done;
use crate::cli::play;
use crate::cli::play::Play;
use crate::cli::ticker::Ticker;
use crate::cli::ticker::bar;
use crate::cli::ticker::clock;
use crate::cli::train::write_whole;
use crate::search::params;
use crate::training::tuner::Number;
use crate::training::tuner::Plan;
use crate::training::tuner::Results;
use crate::training::tuner::Trial;
use crate::training::tuner::Tuner;
use clap::builder::PossibleValuesParser;
use serde::Deserialize;
use serde::Serialize;
use serde_json::Value;
use serde_json::json;
use std::fs;
use std::io;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// The arguments of `bayon train tune`.
#[derive(clap::Args)]
#[command(after_help = "\
The engine must be built with --features tune. Its numbers are shaken by chance (SPSA), it plays itself shaken the other way, and
they are moved towards the winner; between two integers one is drawn. The state is written after each iteration; the same command
goes on from it.

Examples:
    cargo build --release --features tune && cp target/release/bayon bayon-tune
    bayon train tune makruk.json --engine cmd=./bayon-tune --variant makruk --each nodes=1500 option.Hash=16 --pairs 20000
    bayon train tune makruk.json --show")]
pub(super) struct Tune {
    /// The file of the state; one that is there is gone on with
    state: PathBuf,
    /// Game pairs in all, which the schedule depends on
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..), required_unless_present = "show", value_name = "N")]
    pairs: Option<u32>,
    /// Game pairs an iteration
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=10_000), default_value_t = 8, value_name = "P")]
    batch: u32,
    /// What a won game moves a number in the end, in shares of its step
    #[arg(long, value_parser = rate, default_value_t = 0.002, value_name = "R")]
    rate: f64,
    /// Tune these numbers, not all
    #[arg(long, num_args = 1.., value_name = "NAME", hide_possible_values = true, value_parser = names())]
    only: Vec<String>,
    /// Only tell how far the state has come
    #[arg(long)]
    show: bool,
    #[command(flatten)]
    play: Play,
}

fn names() -> PossibleValuesParser {
    PossibleValuesParser::new(params::ALL.iter().map(|param| param.name))
}

fn rate(text: &str) -> Result<f64, String> {
    let good = |rate: &f64| *rate > 0.0 && rate.is_finite();
    text.parse().ok().filter(good).ok_or_else(|| "not a number above 0".to_string())
}

/// What is kept on disk.
#[derive(Serialize, Deserialize)]
struct State {
    /// Of all games that the engine plays with itself.
    terms: Head,
    tuner: Tuner,
}

impl State {
    fn read(path: &Path) -> Result<State, String> {
        let told = |error: String| format!("{}: {error}", path.display());
        let text = fs::read_to_string(path).map_err(|error| told(error.to_string()))?;
        let state: State =
            serde_json::from_str(&text).map_err(|error| told(format!("no state of a tuning: {error}")))?;
        state.tuner.check().map_err(|error| told(format!("no state of a tuning: {error}")))?;
        Ok(state)
    }

    fn write(&self, path: &Path) -> Result<(), String> {
        let told = |error: String| format!("{}: {error}", path.display());
        let text = serde_json::to_string_pretty(self).map_err(|error| told(error.to_string()))?;
        write_whole(path, format!("{text}\n").as_bytes()).map_err(|error| told(error.to_string()))
    }

    /// What must not change while it goes on.
    fn settled(&self) -> Value {
        let number = |number: &Number| {
            let Number { name, min, max, step, .. } = number;
            format!("{name} in {min}..={max} step {step}")
        };
        let numbers: Vec<String> = self.tuner.numbers.iter().map(number).collect();
        json!({ "numbers": numbers, "plan": self.tuner.plan, "terms": self.terms })
    }

    fn told(&self) -> String {
        let Tuner { plan, iterations, pairs, results: Results { wins, draws, losses }, .. } = &self.tuner;
        let limits = self.terms.engines.first().map_or("", |engine| engine.limits.as_str());
        let variant = &self.terms.variant;
        format!(
            "{variant}, {limits}: {pairs} of {} pairs in {iterations} iterations, +{wins} ={draws} -{losses}\n\n{}",
            plan.pairs,
            self.tuner.table()
        )
    }
}

/// Where two values first differ, as words; `place` is where they are.
fn difference(place: &str, before: &Value, now: &Value) -> Option<String> {
    let inner = |key: &dyn std::fmt::Display| if place.is_empty() { key.to_string() } else { format!("{place} {key}") };
    match (before, now) {
        (Value::Object(before), Value::Object(now)) => {
            now.iter().find_map(|(key, value)| difference(&inner(key), &before[key], value))
        }
        (Value::Array(before), Value::Array(now)) if before.len() == now.len() => {
            before.iter().zip(now).enumerate().find_map(|(i, (before, now))| difference(&inner(&(i + 1)), before, now))
        }
        _ => (before != now).then(|| format!("{place} was {before}, is {now}")),
    }
}

impl Tune {
    pub fn run(self) -> Done {
        if self.show {
            io::stdout().write_all(State::read(&self.state)?.told().as_bytes())?;
            return Ok(ExitCode::SUCCESS);
        }
        let (contest, fresh) = self.begin()?;
        let mut state = fresh;
        if self.state.exists() {
            let before = State::read(&self.state)?;
            if let Some(what) = difference("", &before.settled(), &state.settled()) {
                return Err(format!("{}: that is another tuning than this: {what}", self.state.display()).into());
            }
            state = before;
        }
        meet(&contest, &state.tuner.numbers)?;
        state.write(&self.state)?;
        let abort = play::on_interrupt()?;
        let mut course = Course::new(&state.tuner);
        let mut failures = 0;
        while let Some(trial) = state.tuner.trial() {
            match course.play(&contest, &state.tuner, &trial, &abort) {
                (Finish::Complete, results) => {
                    failures = 0;
                    state.tuner.learn(&trial, results);
                    state.write(&self.state)?;
                }
                (Finish::Interrupted, _) => {
                    course.tell(&state.tuner, true);
                    return Ok(play::interrupted());
                }
                (Finish::Enough | Finish::Failing(_), _) => {
                    failures += 1;
                    if failures == contest::MOST_FAILURES {
                        return Ok(play::failing(&contest.contenders[0]));
                    }
                }
            }
        }
        course.tell(&state.tuner, true);
        io::stdout().write_all(state.told().as_bytes())?;
        Ok(ExitCode::SUCCESS)
    }

    /// The whole match of the engine with itself, and the state at its beginning.
    fn begin(&self) -> Result<(Contest, State), String> {
        let [engine] = &self.play.engines.engines[..] else {
            return Err("name the engine by --engine, once".to_string());
        };
        let contenders = contender::read(&[engine.clone(), engine.clone()], &self.play.engines.each)?;
        let pairs = self.pairs.unwrap_or(1) as usize;
        let contest = self.play.contest(contenders, Form::RoundRobin, pairs)?;
        let wanted = |name: &str| self.only.is_empty() || self.only.iter().any(|only| only == name);
        let numbers = params::ALL.iter().filter(|param| wanted(param.name)).map(Number::from).collect();
        let plan = Plan { pairs, batch: self.batch as usize, rate: self.rate, seed: self.play.seed };
        let state = State { terms: Head::of(&contest), tuner: Tuner::new(plan, numbers) };
        Ok((contest, state))
    }
}

/// Asks the engine whether it takes the numbers.
fn meet(contest: &Contest, numbers: &[Number]) -> Result<(), String> {
    let engine = &contest.contenders[0];
    let told = |(fault, _)| format!("{} {fault}", engine.name);
    let client = Client::start(engine, contest.variant.name, contest.patience, None, Arc::default()).map_err(told)?;
    let offers = client.offers();
    for Number { name, min, max, .. } in numbers {
        match offer::spin(&offers, name) {
            None => return Err(format!("{} has no option {name}: build it with --features tune", engine.name)),
            Some(range) if !range.contains(&(*min).into()) || !range.contains(&(*max).into()) => {
                let (low, high) = range.into_inner();
                return Err(format!("{} takes {name} from {low} to {high}, not from {min} to {max}", engine.name));
            }
            Some(_) => {}
        }
    }
    Ok(())
}

/// How it goes since the command was given.
struct Course {
    ticker: Ticker,
    began: Instant,
    /// Pairs from before.
    before: usize,
    /// Games over, whether they have counted or not.
    games: usize,
    /// Games over of the iteration under way.
    fresh: usize,
}

impl Course {
    fn new(tuner: &Tuner) -> Course {
        Course { ticker: Ticker::new(), began: Instant::now(), before: tuner.pairs, games: 0, fresh: 0 }
    }

    /// Plays an iteration; [`Finish::Enough`] if an engine has failed or lost on time, which would be no result.
    fn play(&mut self, whole: &Contest, tuner: &Tuner, trial: &Trial, abort: &Arc<AtomicBool>) -> (Finish, Results) {
        let opening = |pair: usize| whole.openings[(tuner.pairs + pair) % whole.openings.len()];
        let contest = Contest {
            contenders: sides(whole, tuner, trial),
            schedule: Schedule::new(Form::RoundRobin, 2, trial.pairs, trial.pairs),
            openings: (0..trial.pairs).map(opening).collect(),
            terms: whole.terms.clone(),
            log: whole.log.clone(),
            ..*whole
        };
        let mut tally = Tally::default();
        self.fresh = 0;
        let finish = contest::run(&contest, &|_| false, abort, &mut |news| {
            match news {
                News::Game(fixture, played) if is_result(&played) => {
                    tally.add(&fixture, played.ending, played.moves.len());
                    self.games += 1;
                    self.fresh += 1;
                }
                News::Game(fixture, played) => {
                    self.mourn(&contest, &fixture, &played);
                    return ControlFlow::Break(());
                }
                News::Note(engine, what, lines) => {
                    self.note(&format!("{} {what}", whole.contenders[engine].name), &lines)
                }
                News::Tick => {}
            }
            self.tell(tuner, false);
            ControlFlow::Continue(())
        });
        let score = tally.of(0);
        (finish, Results { wins: score.wins, draws: score.draws, losses: score.losses })
    }

    /// Tells of a game that is no result.
    fn mourn(&self, contest: &Contest, fixture: &Fixture, played: &Played) {
        let (what, lines) = match &played.trouble {
            Some(trouble) => (trouble.what.as_str(), &trouble.lines[..]),
            None => ("lost on time", &[][..]),
        };
        let loser = played.ending.winner.map_or(0, |winner| fixture.engine(!winner));
        self.note(&format!("{} {what}; the iteration is played again", contest.contenders[loser].name), lines);
    }

    fn note(&self, what: &str, lines: &[String]) {
        self.ticker.clear();
        Screen::new().note(what, lines);
    }

    fn tell(&mut self, tuner: &Tuner, end: bool) {
        let (all, done) = (tuner.plan.pairs, tuner.pairs);
        let a_minute = self.games as f64 / (self.began.elapsed().as_secs_f64() / 60.0).max(1e-3);
        let open = (2 * (all - done)).saturating_sub(self.fresh) as f64;
        let left = 60.0 * open / a_minute.max(1e-3);
        let before = if self.before > 0 { format!(" ({} from before)", self.before) } else { String::new() };
        let results = tuner.results;
        let (mean, drawn) = (100.0 * results.mean(), 100.0 * results.draws as f64 / results.games().max(1) as f64);
        self.ticker.show(end, || {
            format!(
                "{} {} iterations, {done}/{all} pairs{before}, {a_minute:.0} games/min, {} left, mean result {mean:.1} %, \
                 drawn {drawn:.1} %",
                bar(done as f64 / all as f64),
                tuner.iterations,
                clock(left)
            )
        });
    }
}

/// Whether a game says how strong the sides are.
fn is_result(played: &Played) -> bool {
    !played.ending.cause.is_failure() && played.ending.cause != Cause::Time
}

/// The engine with the numbers of both sides.
fn sides(whole: &Contest, tuner: &Tuner, trial: &Trial) -> Vec<Contender> {
    let mut sides = whole.contenders.clone();
    for (side, values) in sides.iter_mut().zip(&trial.values) {
        let named = tuner.numbers.iter().zip(values).map(|(number, value)| (number.name.clone(), value.to_string()));
        side.options.extend(named);
    }
    sides
}
