//! Results and draws: what is claimed, offered, accepted.
//!
//! In a match XBoard checks claims against the rules it knows, and a claim that it does not understand, such as the winner's
//! of a first check, loses the game; but it always believes the side that says it has lost. So against a program only the
//! side that has no move left claims. Draws by repetition, count, material or move rule are offered, with the move, and
//! claimed only where the option says so: Cute Chess, whose rules on them are others, forfeits such claims.

use crate::protocol::cecp::Cecp;
use crate::protocol::cecp::Task;
use crate::rules::Outcome;
use crate::rules::Why;
use crate::types::Score;

impl Cecp {
    /// The claim to make of how the game stands, in whose last move the engine played or not.
    pub(super) fn claim(&self, by_engine: bool) -> Option<String> {
        let outcome = self.game.ended()?;
        let told = if outcome.is_final() { !(by_engine && self.against_program) } else { self.claims };
        (told && matches!(self.task, Task::Play(_))).then(|| words(outcome))
    }

    /// Whether the game is drawn by a rule that an arbiter would have to apply.
    pub(super) fn is_ruled_draw(&self) -> bool {
        self.game.ended().is_some_and(|outcome| !outcome.is_final())
    }

    /// Whether a draw is as good as what the engine hopes for.
    pub(super) fn accepts(&self) -> bool {
        let content = self.is_ruled_draw() || self.score.is_some_and(|score| score <= Score::DRAW);
        content && matches!(self.task, Task::Play(_))
    }
}

/// `1-0 {White mates}`.
fn words(outcome: Outcome) -> String {
    let why = match outcome.why {
        Why::FirstCheck => "gives the first check",
        Why::Checkmate => "mates",
        Why::Stalemate if outcome.winner.is_some() => "wins by stalemate",
        Why::Stalemate => "Stalemate",
        Why::InsufficientMaterial => "Draw by insufficient material",
        Why::CountingRule => "Draw by the counting rule",
        Why::ThreefoldRepetition => "Draw by repetition",
        Why::MoveRule => "Draw by the move rule",
    };
    let who = match outcome.winner {
        Some(color) if color.is_white() => "White ",
        Some(_) => "Black ",
        None => "",
    };
    format!("{} {{{who}{why}}}", outcome.result())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Color;

    #[test]
    fn results_are_told_with_their_reason() {
        assert_eq!(words(Outcome::win(Color::White, Why::FirstCheck)), "1-0 {White gives the first check}");
        assert_eq!(words(Outcome::win(Color::Black, Why::Checkmate)), "0-1 {Black mates}");
        assert_eq!(words(Outcome::draw(Why::Stalemate)), "1/2-1/2 {Stalemate}");
        assert_eq!(words(Outcome::win(Color::White, Why::Stalemate)), "1-0 {White wins by stalemate}");
    }
}
