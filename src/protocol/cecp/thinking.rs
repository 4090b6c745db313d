//! What XBoard shows of a search: `depth score time nodes moves`.

use crate::engine::Bound;
use crate::engine::Report;
use crate::notation::coord;
use crate::rules::Position;
use crate::types::Score;
use std::fmt::Write;

/// Centipawns; mates as 100000 and their moves.
fn score(score: Score) -> i32 {
    const MATE: i32 = 100_000;
    match score.mate_moves() {
        Some(moves) if moves > 0 => MATE + moves,
        Some(moves) => moves - MATE,
        None => score.0,
    }
}

/// Writes a report; time in hundredths of a second.
pub(super) fn write(root: &Position, report: &Report, out: &mut String) -> std::fmt::Result {
    let time = report.time.as_millis() / 10;
    write!(out, "{} {} {time} {}", report.depth, score(report.score), report.nodes)?;
    for &mv in &report.moves {
        write!(out, " {}", coord::write(mv, root.variant()))?;
    }
    out.push_str(match report.bound {
        Bound::Exact => "\n",
        Bound::Lower => " !\n",
        Bound::Upper => " ?\n",
    });
    Ok(())
}

/// How far an analysis has come, in answer to `.`.
pub(super) fn status(root: &Position, report: &Report) -> String {
    let time = report.time.as_millis() / 10;
    format!("stat01: {time} {} {} 0 {}", report.nodes, report.depth, root.count_moves())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_told_in_moves() {
        for (given, wanted) in [
            (Score(35), 35),
            (Score(-7), -7),
            (Score::mate_in(1), 100_001),
            (Score::mate_in(5), 100_003),
            (Score::mated_in(4), -100_002),
            (Score::mated_in(0), -100_000),
        ] {
            assert_eq!(score(given), wanted);
        }
    }
}
