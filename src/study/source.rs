//! Games and positions from files: PGN, EPD, lists of FENs.

use crate::notation::fen;
use crate::notation::pgn;
use crate::notation::pgn::Raw;
use crate::notation::san;
use crate::notation::short;
use crate::rules::Line;
use crate::rules::Position;
use crate::rules::Variant;
use crate::rules::registry;
use crate::rules::variant;
use crate::types::Move;

/// A game that was read.
#[derive(Clone)]
pub struct Game {
    /// The file it is from, and its line there.
    pub file: String,
    pub line: usize,
    /// As they stand in the file; the identity and operations of an EPD line, too.
    pub tags: Vec<(String, String)>,
    pub variant: &'static Variant,
    pub start: Position,
    pub moves: Vec<Move>,
    /// What the file says after each move.
    pub comments: Vec<String>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
}

/// A game that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub file: String,
    pub line: usize,
    pub why: String,
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.why)
    }
}

/// The games of a text in their order. `file` is its name; `game` says what is played where the text does not.
pub fn read(file: &str, text: &str, game: &'static Variant) -> Vec<Result<Game, Refusal>> {
    if is_positions(text) {
        let lines = text.lines().enumerate().map(|(number, line)| (number + 1, line.trim()));
        let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        return lines.map(|(number, line)| position(file, number, line, game)).collect();
    }
    pgn::read(text).into_iter().map(|raw| played(file, raw, game)).collect()
}

/// Whether the first line with anything on it begins with the placement of a FEN.
fn is_positions(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let word = lines.next().and_then(|line| line.split_whitespace().next()).unwrap_or_default();
    word.matches('/').count() == 7 && !word.starts_with('[')
}

/// A line of FEN, with the operations of EPD after it or without.
fn position(file: &str, number: usize, line: &str, game: &'static Variant) -> Result<Game, Refusal> {
    let (fen, operations) = split_operations(line);
    let start = fen::position(fen, game).map_err(|why| Refusal { file: file.to_string(), line: number, why })?;
    let mut tags = Vec::new();
    for operation in operations.split(';').map(str::trim).filter(|operation| !operation.is_empty()) {
        let (name, value) = operation.split_once(' ').unwrap_or((operation, ""));
        tags.push((name.to_string(), value.trim().trim_matches('"').to_string()));
    }
    let result = "*".to_string();
    let (file, moves) = (file.to_string(), Vec::new());
    Ok(Game { file, line: number, tags, variant: game, start, moves, comments: Vec::new(), result })
}

/// Where the operations of an EPD line begin: at the first word after the side's that no FEN has, or after a semicolon.
fn split_operations(line: &str) -> (&str, &str) {
    let (fen, after) = line.split_once(';').map_or((line, ""), |(fen, after)| (fen, after));
    let mut at = 0;
    for (index, word) in fen.split_whitespace().enumerate() {
        let start = at + fen[at..].find(word).unwrap_or(0);
        at = start + word.len();
        let operation = word.starts_with(|sign: char| sign.is_ascii_alphabetic())
            && (index > 3 || word.contains(|sign: char| !"ABCDEFGHabcdefgh".contains(sign)))
            && index > 1;
        if operation {
            return (&line[..start], &line[start..]);
        }
    }
    (fen, after)
}

fn played(file: &str, raw: Raw, game: &'static Variant) -> Result<Game, Refusal> {
    let refused = |(line, why): (usize, String)| Refusal { file: file.to_string(), line, why };
    if let Some(fault) = raw.fault.clone() {
        return Err(refused(fault));
    }
    let variant = match raw.tag("Variant") {
        Some(name) if !name.is_empty() => {
            named(name).ok_or_else(|| refused((raw.line, format!("the game {name:?} is not known"))))?
        }
        _ => game,
    };
    let (variant, start, moves) = match replay(&raw, variant) {
        Ok((start, moves)) => (variant, start, moves),
        // Perhaps it was played by the rules of before 2022.
        Err(fault) => {
            let other = variant.traditional().and_then(|other| Some((other, replay(&raw, other).ok()?)));
            let (other, (start, moves)) = other.ok_or_else(|| refused(fault))?;
            (other, start, moves)
        }
    };
    let tagged = raw.tag("Result").filter(|result| ["1-0", "0-1", "1/2-1/2"].contains(result)).map(str::to_string);
    Ok(Game {
        file: file.to_string(),
        line: raw.line,
        variant,
        start,
        moves,
        comments: raw.moves.into_iter().map(|word| word.comment).collect(),
        result: raw.result.filter(|result| result != "*").or(tagged).unwrap_or_else(|| "*".to_string()),
        tags: raw.tags,
    })
}

/// The start and the moves of a game by the rules of `variant`; or the line and what is wrong there.
fn replay(raw: &Raw, variant: &'static Variant) -> Result<(Position, Vec<Move>), (usize, String)> {
    let start = match raw.tag("FEN").filter(|fen| !fen.is_empty()) {
        Some(text) => fen::position(text, variant).map_err(|why| (raw.line, format!("its FEN: {why}")))?,
        None => Position::start(variant),
    };
    let mut line = Line::new(start);
    let mut moves = Vec::new();
    for word in &raw.moves {
        let now = line.now();
        let mv = san::parse(&word.text, now).map_err(|error| {
            let dots = if now.turn().is_white() { "." } else { "..." };
            let text = short(&word.text);
            (word.line, format!("move {}{dots} {text:?}: {error}", now.number()))
        })?;
        line.push(mv);
        moves.push(mv);
    }
    Ok((start, moves))
}

/// The game that a program calls so.
fn named(name: &str) -> Option<&'static Variant> {
    let plain = |name: &str| name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    let wanted = match plain(name).as_str() {
        "thai" | "thaichess" => "makruk".to_string(),
        "ouk" | "oukchatrang" | "oukchaktrang" | "cambodianchess" => "cambodian".to_string(),
        "aseanchess" => "asean".to_string(),
        other => other.to_string(),
    };
    let known = variant::ALL.iter().chain(&variant::HIDDEN).copied().find(|variant| plain(variant.name) == wanted);
    known.or_else(|| registry::named(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::variant::MAKRUK;

    fn all(text: &str) -> Vec<Result<Game, Refusal>> {
        read("f", text, variant::ALL[0])
    }

    #[test]
    fn games_of_any_program_are_read() {
        let text = "[Variant \"Cambodian\"]\n[Result \"0-1\"]\n\n1. Kb2 {leaps} e5\n\n[Variant \"kar ouk\"]\n\nNd2 *\n\n\
                    [Variant \"chess\"]\n\n1. e4 *\n\n[Variant \"makruk\"]\n\n1. e4 e5\n2. e5 1-0\n";
        let games = all(text);
        let first = games[0].as_ref().ok().unwrap();
        assert_eq!((first.variant.name, first.moves.len(), first.result.as_str()), ("cambodian", 2, "0-1"));
        assert_eq!(first.comments, ["leaps", ""]);
        assert_eq!(games[1].as_ref().ok().unwrap().variant.name, "karouk");
        let refusals: Vec<String> =
            games.iter().filter_map(|game| game.as_ref().err()).map(Refusal::to_string).collect();
        assert_eq!(refusals, ["f:10: the game \"chess\" is not known", "f:17: move 2. \"e5\": not legal here"]);
    }

    #[test]
    fn a_game_by_older_rules_is_read_by_them() {
        // The met's double step captures.
        let text = "[Variant \"cambodian\"]\n[FEN \"4k3/8/8/8/8/4p3/8/R3MK2 w E - 0 1\"]\n\n1. Mxe3 *";
        let games = all(text);
        assert_eq!(games[0].as_ref().map(|game| game.variant.name).ok(), Some("cambodian-traditional"));
    }

    #[test]
    fn positions_are_read() {
        let text = format!(
            "# a list\n{}\n\n8/8/8/3k4/8/2K5/R7/R7 b - 16 8 1 bm Kd6; id \"x 1\";\n8/8/8/3k4/8/2K5/R7/R7 w bm Ra5; \n\
             8/8/8/3k4/8/2K5/R7/R7 w ; D1 5\n8/8 w\n",
            MAKRUK.start
        );
        let games = all(&text);
        let tags = |index: usize| games[index].as_ref().ok().unwrap().tags.clone();
        let pair = |a: &str, b: &str| (a.to_string(), b.to_string());
        assert_eq!(tags(0), []);
        assert_eq!(tags(1), [pair("bm", "Kd6"), pair("id", "x 1")]);
        assert_eq!(tags(2), [pair("bm", "Ra5")]);
        assert_eq!(tags(3), [pair("D1", "5")]);
        assert!(games[1].as_ref().is_ok_and(|game| game.start.count().is_some()));
        assert_eq!(games[4].as_ref().err().unwrap().to_string(), "f:7: there are 2 ranks, not 8");
    }
}
