//! How a game of a match ends, which is more than the rules know.

use crate::rules::Outcome;
use crate::rules::Why;
use crate::types::Color;
use std::fmt;

/// Why a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// By the rules of the game.
    Rules(Why),
    /// It was as long as is allowed.
    Length,
    /// Both engines called it level long enough.
    DrawAgreed,
    /// The loser called it lost long enough.
    Resigned,
    /// Solved endings tell it.
    Tables,
    /// The loser's clock ran out.
    Time,
    /// The loser named a move that is none.
    Illegal,
    /// The loser ended.
    Crash,
    /// The loser did not answer.
    Hang,
    /// The loser said too much.
    Flood,
    /// The loser did not start.
    NoStart,
}

impl Cause {
    const ALL: [Cause; 17] = [
        Cause::Rules(Why::FirstCheck),
        Cause::Rules(Why::Checkmate),
        Cause::Rules(Why::Stalemate),
        Cause::Rules(Why::InsufficientMaterial),
        Cause::Rules(Why::CountingRule),
        Cause::Rules(Why::ThreefoldRepetition),
        Cause::Rules(Why::MoveRule),
        Cause::Length,
        Cause::DrawAgreed,
        Cause::Resigned,
        Cause::Tables,
        Cause::Time,
        Cause::Illegal,
        Cause::Crash,
        Cause::Hang,
        Cause::Flood,
        Cause::NoStart,
    ];

    /// Whether the loser behaved as no engine should. A lost clock is no such failure.
    pub const fn is_failure(self) -> bool {
        matches!(self, Cause::Illegal | Cause::Crash | Cause::Hang | Cause::Flood | Cause::NoStart)
    }

    /// The cause of this name, as it is displayed.
    pub fn named(name: &str) -> Option<Cause> {
        Cause::ALL.into_iter().find(|cause| cause.to_string() == name)
    }

    /// The word of PGN's `Termination` tag.
    pub const fn termination(self) -> &'static str {
        match self {
            Cause::Rules(_) => "normal",
            Cause::Length | Cause::DrawAgreed | Cause::Resigned | Cause::Tables => "adjudication",
            Cause::Time => "time forfeit",
            Cause::Illegal => "rules infraction",
            Cause::Crash | Cause::Hang | Cause::Flood | Cause::NoStart => "abandoned",
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cause::Rules(why) => why.fmt(f),
            Cause::Length => f.write_str("length"),
            Cause::DrawAgreed => f.write_str("level scores"),
            Cause::Resigned => f.write_str("lost score"),
            Cause::Tables => f.write_str("tables"),
            Cause::Time => f.write_str("time"),
            Cause::Illegal => f.write_str("illegal move"),
            Cause::Crash => f.write_str("crash"),
            Cause::Hang => f.write_str("hang"),
            Cause::Flood => f.write_str("flood"),
            Cause::NoStart => f.write_str("no start"),
        }
    }
}

/// The end of a game of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    pub winner: Option<Color>,
    pub cause: Cause,
}

impl Ending {
    /// `loser` loses.
    pub const fn loss(loser: Color, cause: Cause) -> Ending {
        let winner = match loser {
            Color::White => Color::Black,
            Color::Black => Color::White,
        };
        Ending { winner: Some(winner), cause }
    }

    /// Nobody wins.
    pub const fn draw(cause: Cause) -> Ending {
        Ending { winner: None, cause }
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    pub const fn result(self) -> &'static str {
        match self.winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }

    /// The end told by a result and the name of a cause.
    pub fn parse(result: &str, cause: &str) -> Option<Ending> {
        let winner = match result {
            "1-0" => Some(Color::White),
            "0-1" => Some(Color::Black),
            "1/2-1/2" => None,
            _ => return None,
        };
        Some(Ending { winner, cause: Cause::named(cause)? })
    }

    /// Half points of a side: 2, 1 or 0.
    pub fn half_points(self, side: Color) -> usize {
        match self.winner {
            None => 1,
            Some(winner) if winner == side => 2,
            Some(_) => 0,
        }
    }
}

impl From<Outcome> for Ending {
    fn from(outcome: Outcome) -> Ending {
        Ending { winner: outcome.winner, cause: Cause::Rules(outcome.why) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_go_round() {
        for cause in Cause::ALL {
            for winner in [None, Some(Color::White), Some(Color::Black)] {
                let ending = Ending { winner, cause };
                assert_eq!(Ending::parse(ending.result(), &cause.to_string()), Some(ending));
            }
        }
        assert_eq!(Ending::parse("*", "checkmate"), None);
        assert_eq!(Ending::parse("1-0", "boredom"), None);
    }
}
