//! The Universal Chess Interface and its sisters.

mod go;
mod setting;
pub mod tongue;
mod write;

use crate::engine::BENCH_DEPTH;
use crate::engine::Command;
use crate::engine::Event;
use crate::notation::short;
use crate::protocol::Dialect;
use crate::protocol::Misread;
use crate::protocol::View;
use crate::types::Move;
use tongue::Tongue;

/// UCI as Fairy-Stockfish speaks it, with its words for a terminal; or a sister of it.
pub struct Uci {
    tongue: &'static Tongue,
    /// Moves that the next searches are not to begin with (UCCI).
    banned: Vec<Move>,
    /// Times are told in seconds (UCCI).
    seconds: bool,
}

impl Default for Uci {
    fn default() -> Uci {
        Uci::new(&tongue::UCI)
    }
}

const HELP: &str = "\
uci, usi, ucci                           who I am and what can be set
setoption name NAME value VALUE          set an option
position startpos|fen FEN|sfen SFEN [moves MOVE…]  set the game
go [depth N] [nodes N] [movetime MS] [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N]
   [mate N] [infinite] [ponder] [searchmoves MOVE…] | go perft N
stop, ponderhit, isready, ucinewgame, debug on|off, quit
d          the board, and what the rules say about it
eval       what the evaluation thinks of it, from white's view
flip       change the colours and turn the board
bench [N]  search a fixed set of positions to depth N
load FILE  load games from a file like variants.ini; load <<END: from the lines up to END; check: only say what is wrong
export_net [FILE]  write the net that judges this game to a file
compiler   how this program was built
";

impl Uci {
    /// Speaks this sister of UCI.
    pub fn new(tongue: &'static Tongue) -> Uci {
        Uci { tongue, banned: Vec::new(), seconds: false }
    }
}

impl Dialect for Uci {
    fn read(&mut self, line: &str, view: &View) -> Result<Vec<Command>, Misread> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let tongue = self.tongue;
        let command = match words[..] {
            [] => return Ok(Vec::new()),
            [word, ..] if word == tongue.name => Command::Introduce,
            ["isready", ..] => Command::Ready,
            [word, ..] if word == tongue.new_game => Command::NewGame,
            ["debug", ..] => return Ok(Vec::new()),
            ["gameover", ..] if tongue.name == "usi" => return Ok(Vec::new()),
            ["setoption", "usemillisec", value] if tongue.name == "ucci" => {
                self.seconds = value == "false";
                return Ok(Vec::new());
            }
            ["setoption", ..] => setting::option(line, tongue)?,
            ["position", ref rest @ ..] => {
                self.banned.clear();
                return setting::position(rest, view, tongue);
            }
            ["banmoves", ref rest @ ..] if tongue.name == "ucci" => return Ok(self.ban(rest, view)),
            ["go", "perft", ref rest @ ..] => Command::Perft { depth: perft_depth(rest)? },
            ["go", ref rest @ ..] => {
                let second = if self.seconds { 1000 } else { 1 };
                return Ok(go::read(rest, view.line.now(), tongue, second, &self.banned));
            }
            ["stop", ..] => Command::Stop,
            ["ponderhit", ..] => Command::PonderHit,
            ["quit", ..] => Command::Quit,
            ["d", ..] => Command::Show,
            ["eval", ..] => Command::Evaluate,
            ["flip", ..] => Command::Flip,
            ["bench"] => Command::Bench { depth: BENCH_DEPTH },
            ["bench", depth, ..] => Command::Bench { depth: depth.parse().map_err(|_| no_number("bench", depth))? },
            ["export_net", ref path @ ..] => Command::ExportNet { path: path.join(" ") },
            ["compiler", ..] => Command::Built,
            ["help" | "--help", ..] => Command::Answer(HELP.to_string()),
            [word, ..] => return Err(Misread(format!("unknown command {:?}: try help", short(word)))),
        };
        Ok(vec![command])
    }

    fn write(&mut self, event: &Event, out: &mut String) {
        // Writing to a string cannot fail.
        let _ = write::event(event, self.tongue, out);
    }
}

impl Uci {
    /// `banmoves MOVE…`, after `position`: the game may not go on with these.
    fn ban(&mut self, moves: &[&str], view: &View) -> Vec<Command> {
        let mut notes = Vec::new();
        for text in moves {
            match (self.tongue.read_move)(text, view.line.now()) {
                Ok(mv) => self.banned.push(mv),
                Err(error) => notes.push(Command::Note(format!("banmoves {}: {error}", short(text)))),
            }
        }
        notes
    }
}

fn no_number(word: &str, text: &str) -> Misread {
    Misread(format!("{word} wants a number, not {:?}", short(text)))
}

fn perft_depth(words: &[&str]) -> Result<u32, Misread> {
    match words {
        [] => Ok(1),
        [depth, ..] => depth.parse().map(|depth: u32| depth.max(1)).map_err(|_| no_number("perft", depth)),
    }
}
