//! How likely a score wins, draws or loses, fitted to the engine's games by `bayon train wdl`.
//!
//! The chance of a win is a logistic curve of the score, with a middle and a width that go by the men on the board and by how
//! much of a count has been used; that of a loss is its mirror image, a draw is what is left (the form is Stockfish's). The
//! numbers stand in `odds.txt`, a line a family of games.

use crate::rules::Kin;
use crate::rules::Position;
use crate::rules::Variant;
use crate::types::Score;
use std::sync::OnceLock;

/// Chances in thousandths, from the side to move's view; together 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Odds {
    pub win: u16,
    pub draw: u16,
    pub loss: u16,
}

/// The curve of a family of games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curve {
    /// Logarithm of the score, in centipawns, at which a win is as likely as not: a sum over [`Curve::terms`].
    pub middle: [f64; Curve::TERMS],
    /// Logarithm of the score in which the chance of a win grows e-fold, far below the middle.
    pub width: [f64; Curve::TERMS],
}

/// The fitted curves as text.
const FITTED: &str = include_str!("odds.txt");

impl Curve {
    /// How many numbers say what the middle or the width depends on.
    pub const TERMS: usize = 5;
    /// Numbers in all.
    pub const NUMBERS: usize = 2 * Self::TERMS;
    /// A curve to begin a fit with.
    pub const BEGIN: Curve = Curve { middle: [5.5, 0.0, 0.0, 0.0, 0.0], width: [5.0, 0.0, 0.0, 0.0, 0.0] };

    /// What the curve depends on in a position, each from 0 to 1: always, the men on the board, their square, whether
    /// a count runs, how much of it is used.
    pub fn terms(position: &Position) -> [f64; Curve::TERMS] {
        let men = position.occupied().len() as f64 / 32.0;
        let used = position.count().map(|count| f64::from(count.ply) / f64::from(count.limit.get()));
        [1.0, men, men * men, f64::from(u8::from(used.is_some())), used.unwrap_or(0.0).min(1.0)]
    }

    /// The middle and the width in centipawns.
    pub fn at(&self, terms: &[f64; Curve::TERMS]) -> (f64, f64) {
        let sum = |numbers: &[f64; Curve::TERMS]| numbers.iter().zip(terms).map(|(a, b)| a * b).sum::<f64>().exp();
        (sum(&self.middle), sum(&self.width))
    }

    /// Chances of a win and of a loss for a score in centipawns.
    pub fn chances(&self, terms: &[f64; Curve::TERMS], score: f64) -> (f64, f64) {
        let (middle, width) = self.at(terms);
        let chance = |score: f64| 1.0 / (1.0 + ((middle - score) / width).exp());
        (chance(score), chance(-score))
    }

    /// The numbers in the order of the text.
    pub fn numbers(&self) -> [f64; Self::NUMBERS] {
        std::array::from_fn(|i| if i < Self::TERMS { self.middle[i] } else { self.width[i - Self::TERMS] })
    }

    /// A curve of these numbers.
    pub fn of(numbers: [f64; Self::NUMBERS]) -> Curve {
        Curve { middle: std::array::from_fn(|i| numbers[i]), width: std::array::from_fn(|i| numbers[Self::TERMS + i]) }
    }

    /// The line of a text such as `odds.txt` that tells of the family of `game`.
    pub fn line(&self, game: &str) -> String {
        let numbers = self.numbers().map(|number| format!(" {number:.5}"));
        format!("{game}{}", numbers.concat())
    }

    /// The curve of a family in such a text.
    pub fn read(text: &str, kin: Kin) -> Option<Curve> {
        text.lines().filter(|line| !line.starts_with('#')).find_map(|line| {
            let mut words = line.split_whitespace();
            Variant::named(words.next()?).filter(|variant| variant.kin == kin)?;
            let numbers: Vec<f64> = words.map_while(|word| word.parse().ok()).collect();
            Some(Curve::of(numbers.try_into().ok()?))
        })
    }

    /// The engine's own curve for a family; where none was fitted, that of makruk.
    pub fn own(kin: Kin) -> &'static Curve {
        static CURVES: [OnceLock<Curve>; Kin::COUNT] = [const { OnceLock::new() }; Kin::COUNT];
        CURVES[kin as usize].get_or_init(|| {
            let known = Curve::read(FITTED, kin).or_else(|| Curve::read(FITTED, Kin::Makruk));
            known.unwrap_or(Curve::BEGIN)
        })
    }
}

impl Odds {
    /// The odds of the side to move at `score`.
    pub fn new(score: Score, position: &Position) -> Odds {
        if score.is_decided() {
            let win = if score > Score::DRAW { 1000 } else { 0 };
            return Odds { win, draw: 0, loss: 1000 - win };
        }
        let curve = Curve::own(position.variant().kin);
        let (win, loss) = curve.chances(&Curve::terms(position), f64::from(score.0));
        let (mut win, mut loss) = ((1000.0 * win).round() as u16, (1000.0 * loss).round() as u16);
        // Rounded, they may be one too many: then the larger gives way.
        let excess = (win + loss).saturating_sub(1000);
        if win > loss {
            win -= excess
        } else {
            loss -= excess
        }
        Odds { win, draw: 1000 - win - loss, loss }
    }

    /// Points that the side to move may expect, from 0 to 1.
    pub fn expectation(self) -> f64 {
        (f64::from(self.win) + f64::from(self.draw) / 2.0) / 1000.0
    }

    /// The same from the other side's view.
    pub fn reversed(self) -> Odds {
        Odds { win: self.loss, draw: self.draw, loss: self.win }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::variant;

    #[test]
    fn odds_add_up_grow_with_the_score_and_mirror() {
        for game in variant::ALL {
            let start = Position::start(game);
            let odds: Vec<Odds> = (-3000..=3000).step_by(25).map(|score| Odds::new(Score(score), &start)).collect();
            assert!(odds.iter().all(|odds| odds.win + odds.draw + odds.loss == 1000));
            assert!(odds.is_sorted_by(|a, b| a.expectation() <= b.expectation()), "{}", game.name);
            assert!(odds.iter().zip(odds.iter().rev()).all(|(a, b)| *a == b.reversed()));
            assert!(odds[0].loss > 900 && odds[odds.len() / 2].win < 500, "{}", game.name);
            assert_eq!(Odds::new(Score::mate_in(3), &start), Odds { win: 1000, draw: 0, loss: 0 });
            assert_eq!(Odds::new(Score::mated_in(0), &start), Odds { win: 0, draw: 0, loss: 1000 });
        }
    }

    #[test]
    fn curves_come_back_from_text() {
        let curve = Curve { middle: [5.25, -1.5, 0.125, 2.0, 0.5], width: [4.5, 0.0, -0.25, 1.0, -0.5] };
        let text = format!("# a remark\n{}\nbroken 1 2\nkarouk 1 2\n", curve.line("cambodian"));
        assert_eq!(Curve::read(&text, Kin::Ouk), Some(curve));
        assert_eq!(Curve::read(&text, Kin::FirstCheck), None);
        for kin in [Kin::Makruk, Kin::Ouk, Kin::FirstCheck] {
            assert!(Curve::read(FITTED, kin).is_some(), "{kin:?}");
        }
    }
}
