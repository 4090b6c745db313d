//! In what UCI and its sisters differ: a row each.

use crate::engine::options;
use crate::notation::coord;
use crate::notation::coord::MoveError;
use crate::notation::usi;
use crate::rules::Position;
use crate::rules::Variant;
use crate::types::Color;
use crate::types::Move;
use crate::types::Score;
use crate::types::Square;

/// A sister of UCI.
pub struct Tongue {
    /// The word that begins a session; with `ok` behind it, the one that ends the introduction.
    pub name: &'static str,
    /// The word for a new game.
    pub new_game: &'static str,
    /// What stands in place of a move where there is none.
    pub no_move: &'static str,
    pub read_move: fn(&str, &Position) -> Result<Move, MoveError>,
    pub write_move: fn(Move, &Variant) -> String,
    pub square: fn(Square) -> String,
    pub score: fn(Score) -> String,
    /// The name of an option as it is said here.
    pub option: fn(&str) -> String,
    /// Whether an option has `name` before its name, and `value` before its value.
    pub option_words: bool,
    /// Whether the clocks of `go` are told by colour (`wtime`), and whose `w` is; or by side to move (`time`, `opptime`).
    pub clock: Clock,
}

/// How the words of clocks are understood.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Clock {
    /// `wtime` is the clock of this colour.
    Colors(Color),
    /// `time` is the clock of the side to move.
    Turns,
}

/// The Universal Chess Interface.
pub static UCI: Tongue = Tongue {
    name: "uci",
    new_game: "ucinewgame",
    no_move: "(none)",
    read_move: coord::parse,
    write_move: coord::write,
    square: |square| square.to_string(),
    score: |score| score.to_string(),
    option: str::to_string,
    option_words: true,
    clock: Clock::Colors(Color::White),
};

/// The Universal Shogi Interface as Fairy-Stockfish speaks it: squares as in shogi, mates in plies, and the side that begins
/// is called black, so that `btime` is white's clock.
pub static USI: Tongue = Tongue {
    name: "usi",
    new_game: "usinewgame",
    no_move: "resign",
    read_move: usi::parse,
    write_move: usi::write,
    square: usi::square,
    score: |score| match score.mate_plies() {
        Some(plies) if score.is_loss() => format!("mate {}", -(plies as i32)),
        Some(plies) => format!("mate {plies}"),
        None => score.to_string(),
    },
    option: |name| {
        let name = name.strip_prefix("UCI_").map_or(name.to_string(), |rest| format!("USI_{rest}"));
        let own = ["Hash", "Ponder", "MultiPV"].contains(&&*name);
        if own { format!("USI_{name}") } else { name.replace(' ', "_") }
    },
    clock: Clock::Colors(Color::Black),
    ..UCI
};

/// The Universal Chinese Chess Interface as Fairy-Stockfish speaks it.
pub static UCCI: Tongue = Tongue {
    name: "ucci",
    new_game: "uccinewgame",
    score: |score| score.to_string().trim_start_matches("cp ").to_string(),
    option: |name| if name == "Hash" { "hashsize".to_string() } else { name.replace(' ', "_") },
    option_words: false,
    clock: Clock::Turns,
    ..UCI
};

impl Tongue {
    /// The engine's own name of the option that is called `name` here; a name that is none stays.
    pub fn meant(&self, name: &str) -> String {
        let row = options::rows().find(|row| (self.option)(row.name).eq_ignore_ascii_case(name));
        row.map_or(name, |row| row.name).to_string()
    }
}
