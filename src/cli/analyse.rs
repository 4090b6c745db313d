//! `bayon analyse`: games of any program, judged move by move.

use crate::cli::Done;
use crate::cli::WRONG;
use crate::cli::game;
use crate::cli::ticker::Ticker;
use crate::cli::ticker::bar;
use crate::cli::ticker::clock;
use crate::cli::train::write_whole;
use crate::engine::NAME;
use crate::rules::Variant;
use crate::search::Limits;
use crate::search::Settings;
use crate::study::analysis;
use crate::study::analysis::Found;
use crate::study::analysis::Plan;
use crate::study::analysis::Progress;
use crate::study::annotate;
use crate::study::judged::Study;
use crate::study::ledger::Head;
use crate::study::ledger::Ledger;
use crate::study::lines;
use crate::study::page;
use crate::study::page::signs::Signs;
use crate::study::source;
use crate::study::source::Game;
use crate::study::source::Refusal;
use std::fs;
use std::io;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

/// Nodes a position, where no limit is given.
const NODES: u64 = 100_000;

/// The arguments of `bayon analyse`.
#[derive(clap::Args)]
pub(super) struct Analyse {
    /// Files of games or positions: PGN, EPD, or a FEN a line
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The file to write; its ending says how: .pgn, .jsonl or .html
    #[arg(long)]
    out: PathBuf,
    /// The game, where the file does not say
    #[arg(long, value_parser = game, default_value = "makruk")]
    variant: &'static Variant,
    /// Nodes a position
    #[arg(long, conflicts_with_all = ["movetime", "depth"])]
    nodes: Option<u64>,
    /// Milliseconds a position
    #[arg(long, conflicts_with = "depth")]
    movetime: Option<u64>,
    /// Iterations a position
    #[arg(long)]
    depth: Option<usize>,
    /// MiB of each game's transposition table
    #[arg(long, default_value_t = 32, value_parser = clap::value_parser!(u64).range(1..=65_536))]
    hash: u64,
    /// Games at a time; every core one if not given
    #[arg(long)]
    threads: Option<usize>,
    /// Signs of the men on a page
    #[arg(long, value_enum, default_value = "thai")]
    signs: SignsArg,
    /// Go on with a study that was ended by force
    #[arg(long)]
    resume: bool,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum SignsArg {
    Thai,
    International,
}

/// How the games are written.
#[derive(Clone, Copy)]
enum Form {
    Pgn,
    Json,
    Page,
}

impl Form {
    fn of(path: &Path) -> Result<Form, String> {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("pgn") => Ok(Form::Pgn),
            Some("jsonl" | "json") => Ok(Form::Json),
            Some("html" | "htm") => Ok(Form::Page),
            _ => Err(format!("{}: the name has to end in .pgn, .jsonl or .html", path.display())),
        }
    }
}

impl Analyse {
    pub fn run(self) -> Done {
        let form = Form::of(&self.out)?;
        let same = |out: &PathBuf| self.files.iter().any(|file| fs::canonicalize(file).is_ok_and(|file| file == *out));
        if fs::canonicalize(&self.out).is_ok_and(|out| same(&out)) {
            return Err(format!("{}: that is one of the files to read", self.out.display()).into());
        }
        let (read, sum) = self.read()?;
        for refusal in read.iter().filter_map(|game| game.as_ref().err()) {
            writeln!(io::stderr(), "bayon: {refusal}")?;
        }
        let refusals: Vec<Refusal> = read.iter().filter_map(|game| game.as_ref().err().cloned()).collect();
        let games: Vec<Game> = read.iter().filter_map(|game| game.as_ref().ok().cloned()).collect();
        if games.is_empty() {
            return Err("there is no game to analyse".into());
        }
        let found = self.search(&games, sum)?;
        let studies: Vec<Study<'_>> =
            games.iter().zip(&found).filter_map(|(game, found)| Study::new(game, found.as_deref()?)).collect();
        let (limits, _) = self.limits();
        let how = format!("{NAME}, {limits} a position");
        let text = match form {
            Form::Pgn => studies.iter().map(|study| annotate::write(study, &how)).collect(),
            Form::Json => {
                // In the order of the files, what was refused in its place.
                let mut studies = studies.iter();
                let line = |game: &Result<Game, Refusal>| match game {
                    Ok(_) => studies.next().map_or_else(String::new, lines::game),
                    Err(refusal) => lines::refusal(refusal),
                };
                read.iter().map(line).flat_map(|line| [line, "\n".to_string()]).collect()
            }
            Form::Page => {
                let signs = match self.signs {
                    SignsArg::Thai => Signs::Thai,
                    SignsArg::International => Signs::International,
                };
                page::write(&studies, &refusals, signs, &how)
            }
        };
        let told = |error: io::Error| format!("{}: {error}", self.out.display());
        write_whole(&self.out, String::as_bytes(&text)).map_err(told)?;
        fs::remove_file(self.ledger()).map_err(told)?;
        let moves: usize = studies.iter().map(|study| study.moves.len()).sum();
        writeln!(
            io::stdout(),
            "{} games, {moves} moves, {} refused: {}",
            studies.len(),
            refusals.len(),
            self.out.display()
        )?;
        Ok(if refusals.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(WRONG) })
    }

    /// What has been found so far, beside the file to write.
    fn ledger(&self) -> PathBuf {
        let mut name = self.out.clone().into_os_string();
        name.push(".part.jsonl");
        name.into()
    }

    /// All games, and a checksum of their files.
    fn read(&self) -> Result<(Vec<Result<Game, Refusal>>, u64), String> {
        let mut games = Vec::new();
        let mut sum = 0xcbf2_9ce4_8422_2325u64; // FNV-1a
        for path in &self.files {
            let name = path.display().to_string();
            let bytes = fs::read(path).map_err(|error| format!("{name}: {error}"))?;
            for &byte in self.variant.name.as_bytes().iter().chain(&bytes) {
                sum = (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
            games.extend(source::read(&name, &String::from_utf8_lossy(&bytes), self.variant));
        }
        Ok((games, sum))
    }

    fn limits(&self) -> (String, Limits) {
        let none = Limits::default();
        match (self.movetime, self.depth) {
            (Some(ms), _) => (format!("{ms} ms"), Limits { movetime: Some(Duration::from_millis(ms)), ..none }),
            (_, Some(depth)) => (format!("depth {depth}"), Limits { depth: Some(depth), ..none }),
            _ => {
                let nodes = self.nodes.unwrap_or(NODES).max(1);
                (format!("{nodes} nodes"), Limits { nodes: Some(nodes), ..none })
            }
        }
    }

    /// Searches all games that are not in the ledger yet.
    fn search(&self, games: &[Game], sum: u64) -> Result<Vec<Option<Vec<Found>>>, Box<dyn std::error::Error>> {
        let (told, limits) = self.limits();
        let head = Head { sum: format!("{sum:016x}"), limits: told, engine: NAME.to_string() };
        let path = self.ledger();
        let mut found = vec![None; games.len()];
        let mut ledger = if self.resume && path.exists() {
            let (ledger, done) = Ledger::resume(&path, &head)?;
            for (place, old) in done {
                if let Some(slot) = found.get_mut(place) {
                    *slot = Some(old);
                }
            }
            ledger
        } else {
            Ledger::create(&path, &head).map_err(|error| match error.kind() {
                io::ErrorKind::AlreadyExists => {
                    format!("{}: a study was begun there; --resume goes on with it", path.display())
                }
                _ => format!("{}: {error}", path.display()),
            })?
        };
        let wanted: Vec<usize> = (0..games.len()).filter(|&place| found[place].is_none()).collect();
        let plan = Plan {
            limits,
            settings: Settings { analyse: true, ..Settings::default() },
            threads: self.threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from)),
            hash: self.hash as usize,
        };
        let all = analysis::positions(games, &wanted).max(1);
        let (began, mut ticker) = (Instant::now(), Ticker::new());
        let (mut positions, mut over, mut failed) = (0, games.len() - wanted.len(), None);
        let line = |positions: usize, over: usize| {
            let (share, seconds) = (positions as f64 / all as f64, began.elapsed().as_secs_f64());
            let left = if positions == 0 { 0.0 } else { seconds / share - seconds };
            format!(
                "{} {over} of {} games, {positions} of {all} positions, {} left",
                bar(share),
                games.len(),
                clock(left)
            )
        };
        analysis::analyse(games, &wanted, &plan, &mut |progress| {
            match progress {
                Progress::Position => positions += 1,
                Progress::Game(place, game) => {
                    over += 1;
                    failed = ledger.add(place, &game).err();
                    found[place] = Some(game);
                }
            }
            ticker.show(false, || line(positions, over));
            failed.is_none()
        })
        .map_err(|_| "no memory for the tables")?;
        if let Some(error) = failed {
            return Err(format!("{}: {error}", path.display()).into());
        }
        ticker.show(true, || line(positions, over));
        Ok(found)
    }
}
