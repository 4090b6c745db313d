//! Games ended by the engines' own scores, where the user wants it.

use crate::arena::ending::Cause;
use crate::arena::ending::Ending;
use crate::arena::remark::Said;
use crate::types::Color;
use std::fmt;
use std::str::FromStr;

/// Draw when for `moves` moves in a row, from move `from` on, both scores are within `score` centipawns of 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    pub from: u32,
    pub moves: u32,
    pub score: i32,
}

/// Lost when for `moves` moves in a row an engine calls it lost by `score` centipawns or more, and the other, if `both`, won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignRule {
    pub moves: u32,
    pub score: i32,
    pub both: bool,
}

impl fmt::Display for DrawRule {
    /// As the user writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "draw movenumber={} movecount={} score={}", self.from, self.moves, self.score)
    }
}

impl fmt::Display for ResignRule {
    /// As the user writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "resign movecount={} score={} twosided={}", self.moves, self.score, self.both)
    }
}

impl DrawRule {
    /// Reads `movenumber=N movecount=N score=N`, Cute Chess' words.
    ///
    /// # Errors
    /// Which word is wrong.
    pub fn parse(words: &[String]) -> Result<DrawRule, String> {
        let mut rule = DrawRule { from: 40, moves: 8, score: 10 };
        for word in words {
            match word.split_once('=') {
                Some(("movenumber", value)) => rule.from = number(word, value)?,
                Some(("movecount", value)) => rule.moves = number(word, value)?,
                Some(("score", value)) => rule.score = number(word, value)?,
                _ => return Err(format!("--draw: cannot read {word:?}")),
            }
        }
        Ok(DrawRule { moves: rule.moves.max(1), ..rule })
    }
}

impl ResignRule {
    /// Reads `movecount=N score=N twosided=true`, Cute Chess' words.
    ///
    /// # Errors
    /// Which word is wrong.
    pub fn parse(words: &[String]) -> Result<ResignRule, String> {
        let mut rule = ResignRule { moves: 3, score: 1000, both: false };
        for word in words {
            match word.split_once('=') {
                Some(("movecount", value)) => rule.moves = number(word, value)?,
                Some(("score", value)) => rule.score = number(word, value)?,
                Some(("twosided", value)) => rule.both = number(word, value)?,
                _ => return Err(format!("--resign: cannot read {word:?}")),
            }
        }
        Ok(ResignRule { moves: rule.moves.max(1), ..rule })
    }
}

fn number<T: FromStr>(word: &str, value: &str) -> Result<T, String> {
    value.parse().map_err(|_| format!("cannot read {word:?}"))
}

/// Watches the scores of one game.
#[derive(Clone, Debug)]
pub struct Judge {
    draw: Option<DrawRule>,
    resign: Option<ResignRule>,
    level: u32,
    // Moves in a row with a lost, and with a won score. [colour]
    lost: [u32; 2],
    won: [u32; 2],
}

impl Judge {
    /// A judge by these rules.
    pub fn new(draw: Option<DrawRule>, resign: Option<ResignRule>) -> Judge {
        Judge { draw, resign, level: 0, lost: [0; 2], won: [0; 2] }
    }

    /// The end of the game, if the scores agree on it now that `side` has played its move of number `number`.
    pub fn watch(&mut self, side: Color, number: u32, said: Option<Said>) -> Option<Ending> {
        let score = said.map(Said::centipawns);
        let streak = |streak: &mut u32, goes_on: bool| *streak = if goes_on { *streak + 1 } else { 0 };
        if let Some(rule) = self.draw {
            streak(&mut self.level, number >= rule.from && score.is_some_and(|score| score.abs() <= rule.score));
            if self.level >= 2 * rule.moves {
                return Some(Ending::draw(Cause::DrawAgreed));
            }
        }
        if let Some(rule) = self.resign {
            streak(&mut self.lost[side.index()], score.is_some_and(|score| score <= -rule.score));
            streak(&mut self.won[side.index()], score.is_some_and(|score| score >= rule.score));
            for loser in Color::ALL {
                let agreed = !rule.both || self.won[(!loser).index()] >= rule.moves;
                if self.lost[loser.index()] >= rule.moves && agreed {
                    return Some(Ending::loss(loser, Cause::Resigned));
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Scores of white and black in turn; the ply after which the judge ends the game.
    fn ended(judge: Judge, scores: &[i32]) -> Option<(usize, Ending)> {
        let mut judge = judge;
        scores.iter().enumerate().find_map(|(ply, &score)| {
            let side = if ply.is_multiple_of(2) { Color::White } else { Color::Black };
            judge.watch(side, 1 + ply as u32 / 2, Some(Said::Centipawns(score))).map(|ending| (ply, ending))
        })
    }

    #[test]
    fn level_scores_draw() {
        let judge = Judge::new(Some(DrawRule { from: 2, moves: 2, score: 10 }), None);
        let draw = Ending::draw(Cause::DrawAgreed);
        assert_eq!(ended(judge.clone(), &[0; 8]), Some((5, draw)));
        assert_eq!(ended(judge.clone(), &[0, 0, 0, 11, 0, 10, -10, 0]), Some((7, draw)));
        assert_eq!(ended(judge, &[0, 0, 0, 0, 0, 11, 0, 0]), None);
    }

    #[test]
    fn lost_scores_lose() {
        let rule = ResignRule { moves: 2, score: 500, both: false };
        let white_lost = Ending::loss(Color::White, Cause::Resigned);
        assert_eq!(ended(Judge::new(None, Some(rule)), &[-500, 0, -600, 0]), Some((2, white_lost)));
        assert_eq!(ended(Judge::new(None, Some(rule)), &[-500, 0, -499, 0, -500, 0]), None);
        let both = Judge::new(None, Some(ResignRule { both: true, ..rule }));
        assert_eq!(ended(both.clone(), &[-500, 0, -600, 500, -600, 501]), Some((5, white_lost)));
        assert_eq!(ended(both, &[-500, 0, -600, 500, -600, 499]), None);
    }
}
