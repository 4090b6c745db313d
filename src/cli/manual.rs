//! `bayon manual`: the man pages, and what shells need to complete a command line.

use crate::cli::Done;
use crate::cli::args::Args;
use clap::CommandFactory;
use clap_complete::Shell;
use std::fs;
use std::io;
use std::io::Write;
use std::path::Path;
use std::path::PathBuf;
use std::process::ExitCode;

/// The arguments of `bayon manual`.
#[derive(clap::Args)]
#[command(after_help = "\
bayon.1 and a page for each subcommand; bayon.bash, _bayon (zsh) and bayon.fish.

    bayon manual ~/.local/share/man/man1    and then: man bayon")]
pub(super) struct Manual {
    /// The folder to write to, made if it is not there
    dir: PathBuf,
}

impl Manual {
    pub fn run(self) -> Done {
        // A page wants the bare number in its margin.
        let mut command = Args::command().version(env!("CARGO_PKG_VERSION")).disable_help_subcommand(true);
        let told = |error: io::Error| format!("{}: {error}", self.dir.display());
        fs::create_dir_all(&self.dir).map_err(told)?;
        command.build();
        write_pages(&command, &self.dir).map_err(told)?;
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
            clap_complete::generate_to(shell, &mut command, "bayon", &self.dir).map_err(told)?;
        }
        writeln!(io::stdout(), "{}: man pages and completions for bash, zsh and fish", self.dir.display())?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Writes the page of a command, and those of its subcommands.
fn write_pages(command: &clap::Command, dir: &Path) -> io::Result<()> {
    let page = clap_mangen::Man::new(command.clone());
    let mut text = Vec::new();
    page.render(&mut text)?;
    let text = String::from_utf8_lossy(&text);
    // What stands below the options are examples, whose lines are to stay as they are.
    let text = match text.split_once(".SH EXTRA\n") {
        Some((before, rest)) => {
            let end = rest.find(".SH ").unwrap_or(rest.len());
            format!("{before}.SH EXAMPLES\n.nf\n{}.fi\n{}", &rest[..end], &rest[end..])
        }
        None => text.into_owned(),
    };
    fs::write(dir.join(page.get_filename()), text)?;
    command.get_subcommands().try_for_each(|command| write_pages(command, dir))
}
