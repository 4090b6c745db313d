//! Reading `setoption` and `position`.

use crate::engine::Command;
use crate::notation::fen;
use crate::notation::short;
use crate::notation::usi;
use crate::protocol::Misread;
use crate::protocol::View;
use crate::protocol::uci::tongue::Tongue;
use crate::rules::Line;
use crate::rules::Position;

/// `setoption name NAME [value VALUE]`: names and values may have blanks. Where the tongue leaves those words out, the name
/// has none.
pub(super) fn option(line: &str, tongue: &Tongue) -> Result<Command, Misread> {
    let after = |text: &str, word: &str| {
        let mut from = 0;
        for part in text.split_whitespace() {
            // Where the part begins: every part is found behind the one before.
            let start = from + text[from..].find(part)?;
            from = start + part.len();
            if part == word {
                return Some((start, from));
            }
        }
        None
    };
    let nameless = || Misread("setoption wants a name".to_string());
    let (name, value) = if tongue.option_words {
        let (_, from) = after(line, "name").ok_or_else(nameless)?;
        let rest = &line[from..];
        after(rest, "value").map_or((rest, ""), |(end, from)| (&rest[..end], &rest[from..]))
    } else {
        let rest = line.trim_start().strip_prefix("setoption").unwrap_or_default().trim_start();
        match rest.split_once(char::is_whitespace) {
            _ if rest.is_empty() => return Err(nameless()),
            Some(parts) => parts,
            None => (rest, ""),
        }
    };
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    Ok(Command::Set { name: tongue.meant(&name), value: value.trim().to_string() })
}

/// `position startpos|fen FEN|sfen SFEN [moves MOVE…]`. A move that is not legal ends the list; what comes before it is played.
pub(super) fn position(words: &[&str], view: &View, tongue: &Tongue) -> Result<Vec<Command>, Misread> {
    let (setup, moves) = match words.iter().position(|&word| word == "moves") {
        Some(at) => (&words[..at], &words[at + 1..]),
        None => (words, &[][..]),
    };
    let bad = |kind: &str, error: String| Misread(format!("bad {kind}: {error}: the last position stays"));
    let start = match setup {
        ["startpos", ..] => Position::start(view.variant()),
        ["fen", rest @ ..] => fen::position(&rest.join(" "), view.variant()).map_err(|error| bad("FEN", error))?,
        ["sfen", rest @ ..] => usi::position(&rest.join(" "), view.variant()).map_err(|error| bad("SFEN", error))?,
        _ => return Err(Misread("position wants startpos, fen or sfen".to_string())),
    };
    let mut line = Line::new(start);
    let mut commands = Vec::new();
    for (i, text) in moves.iter().enumerate() {
        match (tongue.read_move)(text, line.now()) {
            Ok(mv) => line.push(mv),
            Err(error) => {
                let (number, text) = (i + 1, short(text));
                commands.push(Command::Note(format!("move {number} of the list, {text}: {error}: stopped before it")));
                break;
            }
        }
    }
    commands.push(Command::Position(Box::new(line)));
    Ok(commands)
}
