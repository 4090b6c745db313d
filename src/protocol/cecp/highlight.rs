//! Where a man that the user has taken up may be put down.

use crate::rules::Position;
use crate::rules::Which;
use crate::types::MoveList;
use crate::types::Square;

/// The squares to which the man on `from` may go: `highlight` and a board with `Y` for a free one and `R` for a capture;
/// `M` where a choice is to be made of what a pawn becomes.
pub(super) fn line(position: &Position, from: Square) -> String {
    let mut moves = MoveList::new();
    position.moves(Which::All, &mut moves);
    let mut marks = [None; 64];
    for mv in moves.iter().filter(|mv| mv.from() == from) {
        marks[mv.to().index()] = Some(match (mv.promotion(), position.at(mv.to())) {
            (Some(_), _) => 'M',
            (None, Some(_)) => 'R',
            (None, None) => 'Y',
        });
    }
    let ranks = (0..8).rev().map(|rank| {
        let (mut text, mut free) = (String::new(), 0);
        for file in 0..8 {
            match marks[Square::at(file, rank).index()] {
                Some(mark) => {
                    if free > 0 {
                        text.push_str(&free.to_string());
                    }
                    text.push(mark);
                    free = 0;
                }
                None => free += 1,
            }
        }
        if free > 0 { text + &free.to_string() } else { text }
    });
    format!("highlight {}", ranks.collect::<Vec<_>>().join("/"))
}
