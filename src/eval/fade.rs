//! How a score shrinks towards the draws that the rules hold ready: a running count, the move rule, too little material.

use crate::rules::Count;
use crate::rules::Position;
use crate::rules::variant::MoveRule;
use crate::types::Color;
use crate::types::Score;

/// The share of a score, in 256ths, that is left `left` plies before a draw.
fn share(left: i32) -> i32 {
    // All of it far away, little when only a few plies are left, for most wins need more than that.
    (32 + left * 7 / 2).min(256)
}

/// The score of `position`, from the side to move's view, with the draws in sight.
pub(super) fn faded(score: Score, position: &Position) -> Score {
    let mut value = score.0;
    let ahead = if value > 0 { position.turn() } else { !position.turn() };
    if let Some(count) = position.count() {
        value = value * counted(count, position, ahead) / 256;
    }
    let limit = match position.variant().move_rule {
        MoveRule::Never => 0,
        MoveRule::Plies(plies) | MoveRule::WhilePawns(plies) => plies as i32,
    };
    if limit > 0 {
        let left = limit - position.clock() as i32;
        value = value * share((left + limit / 4).max(0)) / 256;
    }
    if position.insufficient(ahead) {
        value /= 16;
    }
    Score(value)
}

fn counted(count: Count, position: &Position, ahead: Color) -> i32 {
    let left = i32::from(count.left());
    let bare = !position.colored(!ahead).many();
    // A side with more than its king counts longer, but its opponent has more to do.
    share(if bare { left + 12 } else { left })
}
