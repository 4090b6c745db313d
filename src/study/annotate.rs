//! A studied game as PGN: marks, scores, counts, and the better line where a move was a mistake.

use crate::notation::fen;
use crate::notation::pgn;
use crate::notation::san;
use crate::study::judged::Stand;
use crate::study::judged::Study;
use crate::types::Color;

/// Moves of a better line that are shown.
const SHOWN: usize = 8;
/// Tags that are written anew, after the others.
const OWN: [&str; 4] = ["Variant", "SetUp", "FEN", "Annotator"];

/// Writes a game.
pub fn write(study: &Study<'_>, annotator: &str) -> String {
    let (game, start) = (study.game, fen::write(&study.stands[0].position));
    let mut text = String::new();
    let is = |own: &str, name: &str| own.eq_ignore_ascii_case(name);
    for (name, value) in game.tags.iter().filter(|(name, _)| !OWN.iter().any(|own| is(own, name))) {
        pgn::tag(&mut text, name, if is("Result", name) { &game.result } else { value });
    }
    if !game.tags.iter().any(|(name, _)| is("Result", name)) {
        pgn::tag(&mut text, "Result", &game.result);
    }
    for (name, value) in OWN.into_iter().zip([game.variant.name, "1", &start, annotator]) {
        pgn::tag(&mut text, name, value);
    }
    text.push('\n');
    let mut words = Vec::new();
    if study.moves.is_empty() {
        let stand = &study.stands[0];
        comment(&mut words, &format!("{} best {}", told(stand), stand.best.join(" ")));
    }
    let mut interrupted = true;
    for (place, judged) in study.moves.iter().enumerate() {
        let (before, after) = (&study.stands[place], &study.stands[place + 1]);
        number(&mut words, before, interrupted);
        words.push(judged.san.clone());
        words.extend(judged.mark.map(|mark| format!("${}", mark.glyph())));
        let old = game.comments.get(place).filter(|old| !old.is_empty());
        comment(&mut words, &old.map_or_else(|| told(after), |old| format!("{old} {}", told(after))));
        interrupted = judged.mark.is_some() && !before.line.is_empty();
        if interrupted {
            variation(&mut words, before);
        }
    }
    words.push(game.result.clone());
    pgn::fold(&mut text, &words);
    text.push('\n');
    text
}

fn comment(words: &mut Vec<String>, text: &str) {
    let text = format!("{{{}}}", text.replace(['{', '}'], ""));
    words.extend(text.split_whitespace().map(str::to_string));
}

/// The number of the move that is made there: white's always, black's where the line begins or was interrupted.
fn number(words: &mut Vec<String>, stand: &Stand, interrupted: bool) {
    let number = stand.position.number();
    match stand.position.turn() {
        Color::White => words.push(format!("{number}.")),
        Color::Black if interrupted => words.push(format!("{number}...")),
        Color::Black => {}
    }
}

fn variation(words: &mut Vec<String>, from: &Stand) {
    let mut now = from.position;
    let first = words.len();
    for (index, &mv) in from.line.iter().take(SHOWN).enumerate() {
        match now.turn() {
            Color::White => words.push(format!("{}.", now.number())),
            Color::Black if index == 0 => words.push(format!("{}...", now.number())),
            Color::Black => {}
        }
        words.push(san::write(mv, &now));
        now = now.play(mv);
    }
    words[first].insert(0, '(');
    if let Some(last) = words.last_mut() {
        last.push(')');
    }
}

/// The score in pawns from white's view and the depth, as programs write them for each other; and the count.
fn told(stand: &Stand) -> String {
    let score = stand.white_score();
    let mut text = match (stand.ended, score.mate_moves()) {
        (Some(ended), _) => ended.to_string(),
        (None, Some(moves)) => format!("[%eval #{moves},{}]", stand.depth),
        (None, None) => format!("[%eval {:.2},{}]", f64::from(score.0) / 100.0, stand.depth),
    };
    if let Some((count, who)) = stand.count() {
        text.push_str(&format!(" count {}/{} {who}", count.used(), count.of()));
    }
    text
}
