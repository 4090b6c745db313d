//! `bayon judge`: the verdict of the rules, for scripts.

use crate::cli::Done;
use crate::cli::WRONG;
use crate::cli::game;
use crate::notation::coord;
use crate::notation::fen;
use crate::rules::Line;
use crate::rules::Position;
use crate::rules::Variant;
use std::io;
use std::io::Write;
use std::process::ExitCode;

/// The arguments of `bayon judge`.
#[derive(clap::Args)]
#[command(after_help = "\
Three lines are printed: the result (1-0, 0-1, 1/2-1/2, *), the reason, and the FEN after the moves. The exit code is 2 if a
move is illegal.

Examples:
    bayon judge --variant makruk e3e4 e6e5
    bayon judge --variant makruk --fen '8/8/8/2K1k3/8/3R1R2/8/8 w - 16 15 128' f3g3 e5e4")]
pub(super) struct Judge {
    /// The game
    #[arg(long, value_parser = game)]
    variant: &'static Variant,
    /// Where it begins; without, at the start of the game
    #[arg(long)]
    fen: Option<String>,
    /// Moves as UCI writes them
    moves: Vec<String>,
}

impl Judge {
    pub fn run(self) -> Done {
        let start = match &self.fen {
            Some(text) => fen::position(text, self.variant)?,
            None => Position::start(self.variant),
        };
        let mut line = Line::new(start);
        for (i, text) in self.moves.iter().enumerate() {
            match coord::parse(text, line.now()) {
                Ok(mv) => line.push(mv),
                Err(error) => {
                    writeln!(io::stderr(), "bayon: move {}, {text}: {error}", i + 1)?;
                    return Ok(ExitCode::from(WRONG));
                }
            }
        }
        let (result, reason) = match line.ended() {
            Some(outcome) => (outcome.result(), outcome.to_string()),
            None => ("*", "none".to_string()),
        };
        writeln!(io::stdout(), "{result}\n{reason}\n{}", fen::write(line.now()))?;
        Ok(ExitCode::SUCCESS)
    }
}
