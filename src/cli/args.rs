//! What may stand on the command line: a row for each subcommand, the rest lives with each.

use crate::cli::Done;
use crate::cli::analyse;
use crate::cli::bench;
use crate::cli::check;
use crate::cli::judge;
use crate::cli::load;
use crate::cli::manual;
use crate::cli::matches;
use crate::cli::perft;
use crate::cli::relay;
use crate::cli::tables;
use crate::cli::train;
use crate::cli::version;
use crate::cli::xboard;
use clap::{Parser, Subcommand};

/// An engine for makruk, ouk chatrang and their kin. Without a subcommand it speaks UCI on standard input and output.
#[derive(Parser)]
#[command(name = "bayon", version = version(), after_help = "\
Examples:
    bayon                                                      the engine: type help, quit to leave
    bayon judge --variant karouk e3e4 e6e5                     how a game stands
    bayon perft --variant makruk --depth 5                     count the tree of legal moves
    bayon tables probe --fen '8/8/8/8/8/8/1Rk5/K7 b - 32 6 60' who wins an ending, within its count
    bayon match --games 2 --engine cmd=bayon --engine cmd=fairy-stockfish --each tc=2+0.02
    bayon check variants.ini                                   rules of your own

bayon SUBCOMMAND --help says more. Wherever a game is named, it may be one of your own: FILE:NAME.")]
pub(super) struct Args {
    #[command(subcommand)]
    pub task: Option<Task>,
}

macro_rules! tasks {
    ($($(#[$text:meta])* $name:ident($args:ty);)*) => {
        #[derive(Subcommand)]
        pub(super) enum Task {
            $($(#[$text])* $name($args),)*
        }

        impl Task {
            pub fn run(self) -> Done {
                match self {
                    $(Task::$name(args) => args.run(),)*
                }
            }
        }
    };
}

tasks! {
    /// Speak XBoard's protocol from the first line on, as if that were the word xboard
    Xboard(xboard::Xboard);
    /// Count the leaves of the tree of legal moves, check suites of such counts, or compare with another engine
    Perft(perft::Perft);
    /// Say how a game stands after some moves: result, reason, FEN
    Judge(judge::Judge);
    /// Play engines against each other, refereed by the rules of the games
    Match(Box<matches::Match>);
    /// Judge games and positions move by move: annotated PGN, JSON lines, or a page
    Analyse(analyse::Analyse);
    /// Search a fixed set of positions: nodes, the signature of a build, and its speed
    Bench(bench::Bench);
    /// Solve endings with their counts, ask them, and tell what share of each is won
    Tables(tables::Args);
    /// Check files of rules like Fairy-Stockfish's variants.ini, and say what is wrong with them
    Check(check::Check);
    /// Load games from files of rules, then speak as without a subcommand
    Load(load::Load);
    /// Play the games that are known here, and have another UCI engine play all others, as one engine
    Relay(relay::Relay);
    /// Train nets: self-play games to a file, what is in it, and a net from it; tune the numbers of the search
    Train(train::Train);
    /// Write the man pages and shell completions to a folder
    Manual(manual::Manual);
}
