//! `bayon train wdl`: how likely a score wins, from games.

use crate::cli::Done;
use crate::cli::train::write_whole;
use crate::training::wdl;
use std::fs;
use std::io;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// The arguments of `bayon train wdl`.
#[derive(clap::Args)]
pub(super) struct Wdl {
    /// Files of games, all of one family
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Games kept back for the check
    #[arg(long, default_value_t = 500)]
    held: usize,
    /// Write the curve into this file of curves, in place of the family's old one
    #[arg(long)]
    update: Option<PathBuf>,
}

impl Wdl {
    pub fn run(self) -> Done {
        let data = wdl::Data::read(&self.files, self.held)?;
        let mut out = io::stdout().lock();
        for notice in &data.notices {
            writeln!(out, "{notice}")?;
        }
        if data.fitted.is_empty() || data.held.is_empty() {
            return Err("too few games".into());
        }
        let curve = wdl::fit(&data.fitted);
        let bins = wdl::check(&curve, &data.held);
        writeln!(
            out,
            "{}: {} games by {}; {} positions to fit, {} of {} games kept back\n\n  score  win draw loss (foretold)  win draw loss (as it came)  difference",
            data.name,
            data.games,
            data.origin,
            data.fitted.len(),
            data.held.len(),
            data.held_games
        )?;
        for bin in &bins {
            let shares = |shares: [f64; 3]| shares.map(|share| format!("{:5.1}", 100.0 * share)).concat();
            let (told, came) = (shares(bin.foretold), shares(bin.came));
            writeln!(out, "{:7.0}{told} {:>11} {came} {:>17.1}", bin.score, "", bin.difference())?;
        }
        let largest = bins.iter().map(wdl::Bin::difference).fold(0.0, f64::max);
        writeln!(out, "largest difference {largest:.1} points\n{}", curve.line(&data.name))?;
        if let Some(path) = &self.update {
            let remark = format!(
                "{} games by {}; on {} more at most {largest:.1} points off in ten bins",
                data.games - data.held_games,
                data.origin,
                data.held_games
            );
            let text = fs::read_to_string(path)?;
            write_whole(path, wdl::renewed(&text, &data.name, &remark, &curve).as_bytes())?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
