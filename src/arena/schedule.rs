//! Who plays whom, from which opening and with which colours.

/// How the engines meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Each against each.
    RoundRobin,
    /// The first against each other.
    Gauntlet,
}

/// Two games from one opening, colours reversed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Duel {
    /// The pair's number, from 0, in the order of playing.
    pub pair: usize,
    /// Engines by index: the first has white in the first game.
    pub engines: [usize; 2],
    /// Which opening of the list.
    pub opening: usize,
}

/// One game of a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// The game's number, from 0; two in turn are a pair.
    pub game: usize,
    pub white: usize,
    pub black: usize,
    pub opening: usize,
}

/// The meetings of a match.
#[derive(Clone, Debug)]
pub struct Schedule {
    pairings: Vec<[usize; 2]>,
    /// Game pairs of each pairing.
    rounds: usize,
    openings: usize,
}

impl Schedule {
    /// A schedule of `engines` engines, at least two, who meet in `rounds` game pairs each; `openings`, at least one, are
    /// used in turn, all pairings of a round playing the same.
    pub fn new(form: Form, engines: usize, rounds: usize, openings: usize) -> Schedule {
        let mut pairings = Vec::new();
        for first in 0..engines {
            pairings.extend((first + 1..engines).map(|second| [first, second]));
        }
        if form == Form::Gauntlet {
            pairings.retain(|&[first, _]| first == 0);
        }
        Schedule { pairings, rounds, openings: openings.max(1) }
    }

    /// All pairings.
    pub fn pairings(&self) -> &[[usize; 2]] {
        &self.pairings
    }

    /// How many games there are.
    pub fn games(&self) -> usize {
        self.rounds * self.pairings.len() * 2
    }

    /// The duel of a pair, by its number.
    pub fn duel(&self, pair: usize) -> Duel {
        let (round, pairing) = (pair / self.pairings.len(), pair % self.pairings.len());
        Duel { pair, engines: self.pairings[pairing], opening: round % self.openings }
    }

    /// A game, by its number.
    pub fn fixture(&self, game: usize) -> Fixture {
        let Duel { engines: [first, second], opening, .. } = self.duel(game / 2);
        let (white, black) = if game.is_multiple_of(2) { (first, second) } else { (second, first) };
        Fixture { game, white, black, opening }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn everyone_meets_everyone_with_both_colours() {
        let schedule = Schedule::new(Form::RoundRobin, 4, 3, 2);
        assert_eq!(schedule.games(), 36);
        let mut met = HashMap::new();
        for game in 0..schedule.games() {
            let fixture = schedule.fixture(game);
            *met.entry((fixture.white, fixture.black)).or_insert(0) += 1;
            assert_eq!(fixture.opening, game / 12 % 2);
        }
        assert_eq!(met.len(), 12);
        assert!(met.values().all(|&games| games == 3));
    }

    #[test]
    fn in_a_gauntlet_one_meets_all() {
        let schedule = Schedule::new(Form::Gauntlet, 4, 2, 9);
        assert_eq!(schedule.pairings(), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!(schedule.games(), 12);
        assert_eq!(schedule.fixture(7), Fixture { game: 7, white: 1, black: 0, opening: 1 });
    }
}
