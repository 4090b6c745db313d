//! `bayon load`: games from files of rules, then the engine.

use crate::cli::Done;
use crate::cli::speak;

/// The arguments of `bayon load`.
#[derive(clap::Args)]
#[command(after_help = "\
The same as the option VariantPath, for programs that can give arguments to an engine but not set its options in order:

    bayon load variants.ini")]
pub(super) struct Load {
    #[arg(required = true)]
    files: Vec<String>,
}

impl Load {
    pub fn run(self) -> Done {
        speak(self.files.iter().map(|file| format!("load {file}\n")).collect())
    }
}
