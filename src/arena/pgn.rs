//! Games as PGN, with what the engines thought of each move.

use crate::arena::record::Engine;
use crate::arena::record::Entry;
use crate::arena::record::Head;
use crate::notation::coord;
use crate::notation::fen;
use crate::notation::pgn;
use crate::notation::san;
use crate::rules::Line;
use crate::rules::Variant;
use crate::types::Color;

/// Writes a game.
///
/// # Errors
/// The entry is not a game of this match.
pub fn write(head: &Head, entry: &Entry) -> Result<String, String> {
    let variant = Variant::named(&head.variant).ok_or_else(|| format!("no game {:?}", head.variant))?;
    let ending = entry.ending()?;
    let mut line = Line::new(fen::position(&entry.opening, variant)?);
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| pgn::tag(&mut text, name, value);
    let engine = |name: &str| head.engines.iter().find(|engine| engine.name == name);
    tag("Event", &format!("{} match", head.variant));
    tag("Site", "?");
    tag("Date", &entry.date);
    tag("Round", &format!("{}.{}", entry.round, 2 - entry.game % 2));
    tag("White", &entry.white);
    tag("Black", &entry.black);
    tag("Result", &entry.result);
    tag("Variant", &head.variant);
    tag("SetUp", "1");
    tag("FEN", &entry.opening);
    tag("Termination", ending.cause.termination());
    tag("Ending", &entry.cause);
    tag("PlyCount", &entry.moves.len().to_string());
    for (side, name) in [("White", &entry.white), ("Black", &entry.black)] {
        let Some(Engine { options, limits, command, .. }) = engine(name) else { continue };
        tag(&format!("{side}TimeControl"), limits);
        tag(&format!("{side}Command"), &command.join(" "));
        let options = options.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>();
        if !options.is_empty() {
            tag(&format!("{side}Options"), &options.join("; "));
        }
    }
    text.push('\n');
    let mut words = Vec::new();
    for (index, (mv, comment)) in entry.moves.iter().zip(&entry.comments).enumerate() {
        let now = line.now();
        let mv = coord::parse(mv, now).map_err(|error| format!("game {}: {mv}: {error}", entry.game))?;
        match now.turn() {
            Color::White => words.push(format!("{}.", now.number())),
            Color::Black if index == 0 => words.push(format!("{}...", now.number())),
            Color::Black => {}
        }
        words.push(san::write(mv, now));
        let comment =
            if index + 1 == entry.moves.len() { format!("{comment}, {}", told(entry)) } else { comment.clone() };
        words.extend(format!("{{{comment}}}").split(' ').map(str::to_string));
        line.push(mv);
    }
    if entry.moves.is_empty() {
        words.push(format!("{{{}}}", told(entry)));
    }
    words.push(entry.result.clone());
    pgn::fold(&mut text, &words);
    text.push('\n');
    Ok(text)
}

fn told(entry: &Entry) -> String {
    match entry.result.as_str() {
        "1-0" => format!("{} wins: {}", entry.white, entry.cause),
        "0-1" => format!("{} wins: {}", entry.black, entry.cause),
        _ => format!("draw: {}", entry.cause),
    }
    .replace(['{', '}'], "")
}
