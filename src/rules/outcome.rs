//! How a game ends.

use crate::rules::position::Position;
use crate::rules::variant::MoveRule;
use crate::rules::variant::Stalemate;
use crate::types::Color;
use crate::types::Role;
use std::fmt;

/// The reason of an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Why {
    FirstCheck,
    Checkmate,
    Stalemate,
    InsufficientMaterial,
    CountingRule,
    ThreefoldRepetition,
    MoveRule,
}

/// The end of a game: who has won, if anyone, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    pub winner: Option<Color>,
    pub why: Why,
}

impl Outcome {
    /// A draw.
    pub const fn draw(why: Why) -> Outcome {
        Outcome { winner: None, why }
    }

    /// A win.
    pub const fn win(color: Color, why: Why) -> Outcome {
        Outcome { winner: Some(color), why }
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    pub const fn result(self) -> &'static str {
        match self.winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }

    /// Whether no move is left: mate, stalemate or the first check. The other ends are draws that an arbiter declares.
    pub const fn is_final(self) -> bool {
        matches!(self.why, Why::FirstCheck | Why::Checkmate | Why::Stalemate)
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Why::FirstCheck => "first check",
            Why::Checkmate => "checkmate",
            Why::Stalemate => "stalemate",
            Why::InsufficientMaterial => "insufficient material",
            Why::CountingRule => "counting rule",
            Why::ThreefoldRepetition => "threefold repetition",
            Why::MoveRule => "move rule",
        })
    }
}

impl fmt::Display for Outcome {
    /// `white wins (checkmate)`, `draw (stalemate)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(color) => write!(f, "{color} wins ({})", self.why),
            None => write!(f, "draw ({})", self.why),
        }
    }
}

impl Position {
    /// The end of the game as this position alone tells it; repetition needs its history, see
    /// [`Line::ended`](crate::rules::Line::ended).
    pub fn ended(&self) -> Option<Outcome> {
        self.lost_or_stuck().or_else(|| self.ruled_draw())
    }

    /// The first check, checkmate or stalemate: the ends after which there is no move.
    pub fn lost_or_stuck(&self) -> Option<Outcome> {
        let them = !self.turn;
        if self.has_checked(them) {
            return Some(Outcome::win(them, Why::FirstCheck));
        }
        if self.count_moves() > 0 {
            return None;
        }
        if self.in_check() {
            return Some(Outcome::win(them, Why::Checkmate));
        }
        let winner = match self.variant().stalemate {
            Stalemate::Draw => None,
            Stalemate::Loss => Some(them),
            Stalemate::Win => Some(self.turn),
        };
        Some(Outcome { winner, why: Why::Stalemate })
    }

    /// The draws by material, count and move rule, all but repetition, while a move is left.
    pub fn ruled_draw(&self) -> Option<Outcome> {
        if self.insufficient(Color::White) && self.insufficient(Color::Black) {
            return Some(Outcome::draw(Why::InsufficientMaterial));
        }
        if self.counted_out() {
            return Some(Outcome::draw(Why::CountingRule));
        }
        self.out_of_moves().then_some(Outcome::draw(Why::MoveRule))
    }

    /// Whether the count has passed its limit (in games with [`at_limit`](crate::rules::counting::CountRule), reached it).
    #[inline]
    pub fn counted_out(&self) -> bool {
        self.count
            .is_some_and(|count| count.ply.saturating_add(self.variant().counting.at_limit as u16) > count.limit.get())
    }

    /// Whether the move rule draws here.
    #[inline]
    pub fn out_of_moves(&self) -> bool {
        match self.variant().move_rule {
            MoveRule::Never => false,
            MoveRule::Plies(plies) => self.clock >= plies,
            MoveRule::WhilePawns(plies) => self.clock >= plies && self.role(Role::Pawn).any(),
        }
    }
}
