//! The score of a match as its games come in.

use crate::arena::ending::Cause;
use crate::arena::ending::Ending;
use crate::arena::schedule::Fixture;
use crate::arena::statistics::Pairs;
use crate::types::Color;
use std::collections::HashMap;

/// Games and game pairs from one side's view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    /// Only pairs of which both games are over.
    pub pairs: Pairs,
}

impl Score {
    fn add(&mut self, half_points: usize) {
        match half_points {
            2 => self.wins += 1,
            1 => self.draws += 1,
            _ => self.losses += 1,
        }
    }

    /// The other side's view.
    pub fn reversed(self) -> Score {
        Score { wins: self.losses, losses: self.wins, pairs: self.pairs.reversed(), ..self }
    }

    /// Both together.
    pub fn and(self, other: Score) -> Score {
        Score {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
            pairs: self.pairs.and(other.pairs),
        }
    }

    /// Games played.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points, a draw being half a point.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The share of draws among the games, 0 to 1.
    pub fn draw_ratio(&self) -> f64 {
        self.draws as f64 / self.games().max(1) as f64
    }
}

/// An ending as it is counted: who won, by index, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    pub winner: Option<usize>,
    /// The loser by index, where there is one.
    pub loser: Option<usize>,
    pub cause: Cause,
}

/// The score after a pair, for the picture of its course, from the first engine's view.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub games: u64,
    pub elo: f64,
    pub error: f64,
}

/// Everything counted.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Pairs of which one game is over: the half points of the pairing's first engine.
    half: HashMap<usize, usize>,
    /// Of each pairing met so far, in the order of meeting, the first engine's score.
    duels: Vec<([usize; 2], Score)>,
    endings: Vec<(Kind, u64)>,
    course: Vec<Step>,
    plies: u64,
}

impl Tally {
    /// Counts a game.
    pub fn add(&mut self, fixture: &Fixture, ending: Ending, plies: usize) {
        let first_is_white = fixture.game.is_multiple_of(2);
        let (first, second) =
            if first_is_white { (fixture.white, fixture.black) } else { (fixture.black, fixture.white) };
        let half_points = ending.half_points(if first_is_white { Color::White } else { Color::Black });
        let index = self.duels.iter().position(|(duel, _)| *duel == [first, second]).unwrap_or_else(|| {
            self.duels.push(([first, second], Score::default()));
            self.duels.len() - 1
        });
        let score = &mut self.duels[index].1;
        score.add(half_points);
        match self.half.remove(&(fixture.game / 2)) {
            Some(other) => {
                score.pairs.add(half_points + other);
                if first == 0 {
                    self.step();
                }
            }
            None => {
                self.half.insert(fixture.game / 2, half_points);
            }
        }
        let engine = |color: Color| if color.is_white() { fixture.white } else { fixture.black };
        let kind = Kind {
            winner: ending.winner.map(engine),
            loser: ending.winner.map(|winner| engine(!winner)),
            cause: ending.cause,
        };
        match self.endings.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, games)) => *games += 1,
            None => self.endings.push((kind, 1)),
        }
        self.plies += plies as u64;
    }

    fn step(&mut self) {
        let Score { pairs, .. } = self.of(0);
        self.course.push(Step { games: 2 * pairs.total(), elo: pairs.elo(), error: pairs.error() });
    }

    /// The score of an engine, by index, against all others.
    pub fn of(&self, engine: usize) -> Score {
        self.duels.iter().fold(Score::default(), |sum, ([first, second], score)| {
            if *first == engine {
                sum.and(*score)
            } else if *second == engine {
                sum.and(score.reversed())
            } else {
                sum
            }
        })
    }

    /// The score of each pairing, from its first engine's view.
    pub fn duels(&self) -> &[([usize; 2], Score)] {
        &self.duels
    }

    /// All endings with their number, the most frequent first.
    pub fn endings(&self) -> Vec<(Kind, u64)> {
        let mut endings = self.endings.clone();
        endings.sort_by_key(|&(_, games)| std::cmp::Reverse(games));
        endings
    }

    /// The first engine's score as it went.
    pub fn course(&self) -> &[Step] {
        &self.course
    }

    /// Games over.
    pub fn games(&self) -> u64 {
        self.endings.iter().map(|&(_, games)| games).sum()
    }

    /// Plies of all games.
    pub fn plies(&self) -> u64 {
        self.plies
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Why;

    fn fixture(game: usize) -> Fixture {
        let (white, black) = if game.is_multiple_of(2) { (0, 1) } else { (1, 0) };
        Fixture { game, white, black, opening: 0 }
    }

    #[test]
    fn pairs_are_put_together_in_any_order() {
        let mate = |winner| Ending { winner: Some(winner), cause: Cause::Rules(Why::Checkmate) };
        let mut tally = Tally::default();
        tally.add(&fixture(0), mate(Color::White), 10); // the first wins
        tally.add(&fixture(3), mate(Color::White), 10); // the second wins
        assert_eq!(tally.of(0).pairs.total(), 0);
        tally.add(&fixture(2), Ending::draw(Cause::Length), 10);
        tally.add(&fixture(1), mate(Color::Black), 10); // the first wins
        let score = tally.of(0);
        assert_eq!((score.wins, score.draws, score.losses, score.pairs), (2, 1, 1, Pairs([0, 1, 0, 0, 1])));
        assert_eq!(tally.of(1), score.reversed());
        assert_eq!(tally.course().iter().map(|step| step.games).collect::<Vec<_>>(), [2, 4]);
        let most = tally.endings()[0];
        assert_eq!((most.0.winner, most.0.loser, most.1), (Some(0), Some(1), 2));
    }
}
