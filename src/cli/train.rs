//! `bayon train`: self-play, a look into its files, training, and tuning.

use crate::cli::Done;
use crate::cli::ticker::Ticker;
use crate::cli::ticker::bar;
use crate::cli::ticker::clock;
use crate::cli::tune::Tune;
use crate::cli::wdl::Wdl;
use crate::eval::features::Layout;
use crate::eval::net::Net;
use crate::eval::nets::Judge;
use crate::rules::Variant;
use crate::search::Settings;
use crate::training::dataset::Dataset;
use crate::training::dataset::File;
use crate::training::format::Header;
use crate::training::info;
use crate::training::plot;
use crate::training::selfplay;
use crate::training::trainer;
use crate::training::trainer::Epoch;
use crate::training::trainer::Trainer;
use clap::Subcommand;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;
use std::{fs, io, thread};

/// The arguments of `bayon train`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
    bayon train selfplay makruk.games --variant makruk --positions 8000000
    bayon train info makruk.games --verify
    bayon train fit makruk.games --out makruk.net
    bayon train tune makruk.json --engine cmd=./bayon-tune --each nodes=1500 --pairs 20000")]
pub(super) struct Train {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Let the engine play itself, from random openings and endings, and write the games to a file
    Selfplay(Selfplay),
    /// Say what is in files of games
    Info(Info),
    /// Train a net on files of games
    Fit(Fit),
    /// Fit the chances of win, draw and loss by score to files of games, and check them on others
    Wdl(Wdl),
    /// Tune the numbers of the search by games of the engine against itself
    Tune(Box<Tune>),
}

impl Train {
    pub fn run(self) -> Done {
        match self.task {
            Task::Selfplay(args) => args.run(),
            Task::Info(args) => args.run(),
            Task::Fit(args) => args.run(),
            Task::Wdl(args) => args.run(),
            Task::Tune(args) => args.run(),
        }
    }
}

fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

fn shares(results: [usize; 3]) -> String {
    let all = results.iter().sum::<usize>().max(1);
    let [white, draws, black] = results.map(|count| 100.0 * count as f64 / all as f64);
    format!("white {white:.1} %, drawn {draws:.1} %, black {black:.1} %")
}

/// The arguments of `bayon train selfplay`.
#[derive(clap::Args)]
struct Selfplay {
    /// The file of games; one that is there is gone on with
    file: PathBuf,
    /// The game
    #[arg(long, default_value = "makruk")]
    variant: String,
    /// End when the file has so many games
    #[arg(long)]
    games: Option<usize>,
    /// End when the file has so many positions
    #[arg(long)]
    positions: Option<usize>,
    /// Nodes a move after which no iteration begins; a search ends at eight times as many
    #[arg(long, default_value_t = 1500)]
    nodes: u64,
    /// Games that begin from random endings, in percent
    #[arg(long, default_value_t = 15)]
    endings: u32,
    /// Seed of the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games at a time; every core one if not given
    #[arg(long)]
    threads: Option<usize>,
    /// Play by this net
    #[arg(long)]
    net: Option<PathBuf>,
    /// Play by the evaluation by hand, even where the engine has a net
    #[arg(long)]
    by_hand: bool,
}

impl Selfplay {
    fn run(self) -> Done {
        let variant = Variant::named(&self.variant).ok_or_else(|| format!("unknown variant {}", self.variant))?;
        if self.games.is_none() && self.positions.is_none() {
            return Err("say how many: --games or --positions".into());
        }
        let file = self.net.as_deref().map(read_net).transpose()?.map(Arc::new);
        let judge = Judge { by_hand: self.by_hand, file };
        let header = Header {
            variant: variant.name.into(),
            engine: format!("Bayon {}", env!("CARGO_PKG_VERSION")),
            net: judge.name(variant.kin),
            soft_nodes: self.nodes,
            hard_nodes: self.nodes.saturating_mul(8),
            seed: self.seed,
            endings: self.endings.min(100),
        };
        let plan = selfplay::Plan {
            variant,
            games: self.games.unwrap_or(usize::MAX),
            positions: self.positions.unwrap_or(usize::MAX),
            threads: self.threads.unwrap_or_else(cores),
            settings: Settings { judge, ..Settings::default() },
            header,
        };
        let mut ticker = Ticker::new();
        let line = |progress: &selfplay::Progress| {
            let seconds = progress.time.as_secs_f64().max(1e-3);
            let speed = progress.new_positions as f64 / seconds;
            let begun = progress.games - progress.new_games;
            let by_games = progress.games as f64 / plan.games as f64;
            let by_positions = progress.positions as f64 / plan.positions as f64;
            let share = by_games.max(by_positions);
            let left = if by_games > by_positions {
                (plan.games.saturating_sub(progress.games)) as f64 * seconds / progress.new_games.max(1) as f64
            } else {
                plan.positions.saturating_sub(progress.positions) as f64 / speed.max(1e-3)
            };
            let begun = if begun > 0 { format!(" ({begun} from before)") } else { String::new() };
            format!(
                "{} {} games{begun}, {} positions, {speed:.0}/s, {} left, {}, {} given up",
                bar(share),
                progress.games,
                progress.positions,
                clock(left),
                shares(progress.results),
                progress.given_up,
            )
        };
        let told = &mut |progress: &selfplay::Progress| {
            ticker.show(false, || line(progress));
            true
        };
        let progress =
            selfplay::selfplay(&plan, &self.file, told).map_err(|e| format!("{}: {e}", self.file.display()))?;
        ticker.show(true, || line(&progress));
        Ok(ExitCode::SUCCESS)
    }
}

/// The arguments of `bayon train info`.
#[derive(clap::Args)]
struct Info {
    /// Files of games
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Play every move of every game
    #[arg(long)]
    verify: bool,
}

impl Info {
    fn run(self) -> Done {
        let mut sound = true;
        for path in &self.files {
            let info = info::info(path, self.verify)?;
            let mut out = io::stdout().lock();
            let header = &info.header;
            writeln!(out, "{}", path.display())?;
            writeln!(
                out,
                "  {} by {}, net {}, {} nodes a move (at most {}), seed {}, {} % endings",
                header.variant,
                header.engine,
                header.net,
                header.soft_nodes,
                header.hard_nodes,
                header.seed,
                header.endings
            )?;
            let each = info.bytes as f64 / info.positions.max(1) as f64;
            writeln!(
                out,
                "  {} games ({} from endings), {} positions ({} searched), {} bytes, {each:.2} a position",
                info.games, info.endings, info.positions, info.searched, info.bytes
            )?;
            writeln!(out, "  {}", shares(info.results))?;
            if let Some((counting, longest)) = info.verified {
                let share = 100.0 * counting as f64 / info.positions.max(1) as f64;
                writeln!(
                    out,
                    "  every move played: a count ran in {share:.1} %, the longest game has {longest} plies"
                )?;
            }
            for fault in &info.faults {
                sound = false;
                writeln!(out, "  {fault}")?;
            }
        }
        Ok(if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

/// The arguments of `bayon train fit`.
#[derive(clap::Args)]
struct Fit {
    /// Files of games, all of one family
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The net to write; its checkpoint, table and picture are written beside it
    #[arg(long)]
    out: PathBuf,
    /// A name for the net; the file's if not given
    #[arg(long)]
    name: Option<String>,
    /// Hidden units a side: 32, 64, 128, 192, 256 or 512
    #[arg(long, default_value_t = 64)]
    hidden: usize,
    /// Buckets of king ranks, 1 to 4
    #[arg(long, default_value_t = 4)]
    kings: usize,
    /// Train a net that judges alone, not one that is added to the evaluation by hand
    #[arg(long)]
    alone: bool,
    /// Passes over all samples
    #[arg(long, default_value_t = 4)]
    epochs: usize,
    /// Samples a step
    #[arg(long, default_value_t = 4096)]
    batch: usize,
    /// Learning rate at its height
    #[arg(long, default_value_t = 0.0012)]
    rate: f32,
    /// Weight decay
    #[arg(long, default_value_t = 0.3)]
    decay: f32,
    /// Share of the game's result in the target, 0 to 1; the rest is the score
    #[arg(long, default_value_t = 0.0)]
    result_share: f32,
    /// Plies over which the scores that follow a position in its game are averaged; 0: its own score alone
    #[arg(long, default_value_t = 12.0)]
    horizon: f32,
    /// Centipawns that make a win as likely as a logistic curve at 1; if not given, what foretells the results best
    #[arg(long)]
    scale: Option<f32>,
    /// One game in so many is kept for validation
    #[arg(long, default_value_t = 30)]
    validation: u64,
    /// Begin with the weights of this net, of equal sizes
    #[arg(long)]
    start: Option<PathBuf>,
    /// Seed of first weights and of the order
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads; every core one if not given
    #[arg(long)]
    threads: Option<usize>,
    /// Go on from the checkpoint
    #[arg(long)]
    resume: bool,
}

impl Fit {
    fn run(self) -> Done {
        let layout = Layout::new(self.kings).ok_or("--kings is 1 to 4")?;
        if !trainer::SIZES.contains(&self.hidden) {
            return Err(format!("--hidden is one of {:?}", trainer::SIZES).into());
        }
        let mut out = io::stdout();
        let variant = File::open(&self.files[0])?.variant;
        let began = Instant::now();
        let mut data = Dataset::read(&self.files, self.validation, self.horizon)?;
        for notice in data.notices.drain(..) {
            writeln!(out, "{notice}")?;
        }
        if data.training.is_empty() || data.validation.is_empty() {
            return Err("too few games to train on".into());
        }
        let (training, validation) = (&data.training[..], &data.validation[..]);
        let scale = self.scale.unwrap_or_else(|| trainer::best_scale(training)).clamp(10.0, 5000.0);
        writeln!(
            out,
            "{} games, {} positions: {} samples for training, {} for validation, read in {:.1} s; scale {scale}",
            data.games,
            data.positions,
            training.len(),
            validation.len(),
            began.elapsed().as_secs_f64()
        )?;
        let plan = trainer::Plan {
            layout,
            kin: variant.kin,
            over_hand: !self.alone,
            hidden: self.hidden,
            epochs: self.epochs,
            batch: self.batch.max(1),
            rate: self.rate,
            decay: self.decay,
            result_share: self.result_share.clamp(0.0, 1.0),
            scale,
            seed: self.seed,
            threads: self.threads.unwrap_or_else(cores),
        };
        let start = self.start.as_deref().map(read_net).transpose()?;
        if start.as_ref().is_some_and(|net| !plan.takes(net)) {
            return Err("--start is a net of other sizes or other heads, or differs in --alone".into());
        }
        let mut trainer = Trainer::new(plan, start.as_ref());
        let beside = |extension: &str| self.out.with_extension(extension);
        let mut epochs = Vec::new();
        if self.resume {
            let bytes = fs::read(beside("checkpoint"))?;
            if !trainer.restore(&bytes) {
                return Err("the checkpoint is damaged, of other sizes, or differs in --alone".into());
            }
            epochs = plot::read_csv(&fs::read_to_string(beside("csv")).unwrap_or_default());
            epochs.truncate(trainer.epochs());
            writeln!(out, "going on after epoch {}", trainer.epochs())?;
        }
        let name = self.name.clone().unwrap_or_else(|| stem(&self.out));
        while trainer.epochs() < self.epochs {
            let mut ticker = Ticker::new();
            let number = trainer.epochs() + 1;
            let epoch = trainer.epoch(training, validation, &mut |share| {
                ticker.show(false, || format!("epoch {number} {}", bar(share)));
            });
            ticker.clear();
            epochs.push(epoch);
            writeln!(out, "{}", told(&epoch))?;
            write_whole(&beside("checkpoint"), &trainer.checkpoint())?;
            fs::write(beside("csv"), plot::csv(&epochs))?;
            fs::write(beside("svg"), plot::svg(&epochs, &name))?;
            write_whole(&self.out, &trainer.net(&name).write())?;
        }
        let net = trainer.net(&name);
        let bytes = net.write();
        Net::read_for(variant.kin, &bytes)?;
        write_whole(&self.out, &bytes)?;
        let cost = trainer.quantising(&net, &validation[..validation.len().min(100_000)]);
        writeln!(
            out,
            "{}: {} bytes; quantising: loss {:.6} to {:.6}, scores differ by {:.2} centipawns, at most {:.1}",
            self.out.display(),
            bytes.len(),
            cost.floating,
            cost.integer,
            cost.mean,
            cost.largest
        )?;
        Ok(ExitCode::SUCCESS)
    }
}

fn told(epoch: &Epoch) -> String {
    let Epoch { number, rate, training, validation, seconds, samples } = epoch;
    let speed = *samples as f64 / seconds.max(1e-9) / 1000.0;
    format!("epoch {number}: training {training:.6}, validation {validation:.6}, rate {rate:.6}, {speed:.0} thousand/s")
}

fn stem(path: &Path) -> String {
    path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
}

fn read_net(path: &Path) -> Result<Net, Box<dyn std::error::Error>> {
    let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Net::read(&bytes).map_err(|error| format!("{}: {error}", path.display()).into())
}

/// Writes a file so that at no time half of it is there.
pub(super) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let part = path.with_extension("part");
    fs::write(&part, bytes)?;
    fs::rename(&part, path)
}
