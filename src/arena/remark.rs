//! What an engine thought of its move: score, depth and time.

use std::fmt;
use std::time::Duration;

/// A score from the mover's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    Centipawns(i32),
    /// Mate in so many moves; negative: it is mated.
    Mate(i32),
}

impl Said {
    /// In centipawns; a mate is worth more than any other score.
    pub fn centipawns(self) -> i32 {
        const MATE: i32 = 100_000;
        match self {
            Said::Centipawns(value) => value.clamp(1 - MATE, MATE - 1),
            Said::Mate(moves) if moves > 0 => MATE,
            Said::Mate(_) => -MATE,
        }
    }
}

/// A move's remark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Remark {
    pub said: Option<Said>,
    pub depth: Option<u32>,
    pub spent: Duration,
}

impl Remark {
    /// Reads the last `info` line before a move.
    pub fn read(info: &str, spent: Duration) -> Remark {
        let mut remark = Remark { spent, ..Remark::default() };
        let mut words = info.split_ascii_whitespace();
        while let Some(word) = words.next() {
            match word {
                "depth" => remark.depth = words.next().and_then(|depth| depth.parse().ok()),
                "score" => {
                    let (kind, value) = (words.next(), words.next().and_then(|value| value.parse().ok()));
                    remark.said = match kind {
                        Some("cp") => value.map(Said::Centipawns),
                        Some("mate") => value.map(Said::Mate),
                        _ => None,
                    };
                }
                "pv" | "string" => break,
                _ => {}
            }
        }
        remark
    }
}

impl fmt::Display for Remark {
    /// `+0.32/12 0.051`, as the comments of a PGN have it: pawns, depth, seconds.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.said, self.depth.unwrap_or(0)) {
            (Some(Said::Centipawns(value)), depth) => write!(f, "{:+.2}/{depth} ", f64::from(value) / 100.0)?,
            (Some(Said::Mate(moves)), depth) if moves > 0 => write!(f, "+M{moves}/{depth} ")?,
            (Some(Said::Mate(moves)), depth) => write!(f, "-M{}/{depth} ", moves.unsigned_abs())?,
            (None, _) => {}
        }
        write!(f, "{:.3}s", self.spent.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_are_read_and_written() {
        for (info, wanted) in [
            ("info depth 12 seldepth 20 score cp 32 nodes 9 pv a1a2 score cp 99", "+0.32/12 0.051s"),
            ("info depth 12 score cp -5 lowerbound", "-0.05/12 0.051s"),
            ("info score mate -3 depth 7", "-M3/7 0.051s"),
            ("info depth 7 score mate 2", "+M2/7 0.051s"),
            ("info depth x score cp y", "0.051s"),
            ("", "0.051s"),
        ] {
            assert_eq!(Remark::read(info, Duration::from_millis(51)).to_string(), wanted);
        }
    }
}
