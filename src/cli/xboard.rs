//! `bayon xboard`: the engine, in XBoard's protocol.

use crate::cli::Done;
use crate::cli::speak;
use clap::Args;

/// There are no arguments.
#[derive(Args)]
pub(super) struct Xboard {}

impl Xboard {
    pub fn run(self) -> Done {
        speak("xboard\n".to_string())
    }
}
