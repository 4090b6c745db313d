//! Studied games as lines of JSON, one a game.

use crate::eval::odds::Odds;
use crate::notation::coord;
use crate::notation::fen;
use crate::study::judged::Stand;
use crate::study::judged::Study;
use crate::study::source::Refusal;
use serde_json::Map;
use serde_json::Value;
use serde_json::json;

/// Writes a game: what the file says of it, and each move with the position before it. Scores and chances are the mover's.
pub fn game(study: &Study<'_>) -> String {
    let game = study.game;
    let tags: Map<String, Value> = game.tags.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
    let moves: Vec<Value> = study
        .moves
        .iter()
        .enumerate()
        .map(|(place, judged)| {
            let mut value = stand(&study.stands[place]);
            let loss = (judged.loss * 10.0).round() / 10.0;
            value["move"] = json!(coord::write(judged.mv, game.variant));
            value["san"] = json!(judged.san);
            value["loss"] = json!(loss);
            value["mark"] = json!(judged.mark.map(|mark| mark.sign()));
            value
        })
        .collect();
    let end = study.stands.last().map(stand);
    let value = json!({
        "file": game.file, "line": game.line, "tags": tags, "variant": game.variant.name, "result": game.result,
        "start": fen::write(&game.start), "moves": moves, "end": end,
    });
    value.to_string()
}

/// Writes that a game could not be read.
pub fn refusal(refusal: &Refusal) -> String {
    json!({ "file": refusal.file, "line": refusal.line, "refused": refusal.why }).to_string()
}

fn stand(stand: &Stand) -> Value {
    let Odds { win, draw, loss } = stand.odds;
    let score = match stand.score.mate_moves() {
        Some(moves) => json!({ "mate": moves }),
        None => json!({ "cp": stand.score.0 }),
    };
    let variant = stand.position.variant();
    let line: Vec<String> = stand.line.iter().map(|&mv| coord::write(mv, variant)).collect();
    let count = stand.count().map(|(count, who)| {
        json!({ "used": count.used(), "of": count.of(), "left": count.of().saturating_sub(count.used()), "who": who.to_string() })
    });
    json!({
        "fen": fen::write(&stand.position), "score": score, "wdl": [win, draw, loss], "depth": stand.depth, "best": line,
        "best_san": stand.best, "count": count, "ended": stand.ended.map(|ended| ended.to_string()),
    })
}
