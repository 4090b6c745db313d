//! What a search of a game's positions says of its moves: chances, what each move cost, and which were mistakes.

use crate::eval::odds::Odds;
use crate::notation::san;
use crate::rules::Count;
use crate::rules::Line;
use crate::rules::Outcome;
use crate::rules::Position;
use crate::study::analysis::Found;
use crate::study::source::Game;
use crate::types::Color;
use crate::types::Move;
use crate::types::Score;

/// How bad a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    Dubious,
    Mistake,
    Blunder,
}

impl Mark {
    /// All, the mildest first.
    pub const ALL: [Mark; 3] = [Mark::Dubious, Mark::Mistake, Mark::Blunder];

    /// From how many lost points in a hundred on a move is called so.
    pub const fn from(self) -> f64 {
        match self {
            Mark::Dubious => 5.0,
            Mark::Mistake => 10.0,
            Mark::Blunder => 20.0,
        }
    }

    /// The mark of a move that lost so many points in a hundred.
    pub fn of(loss: f64) -> Option<Mark> {
        Mark::ALL.into_iter().rev().find(|mark| loss >= mark.from())
    }

    /// As chess players write it.
    pub const fn sign(self) -> &'static str {
        match self {
            Mark::Dubious => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }

    /// Its number in PGN.
    pub const fn glyph(self) -> u8 {
        match self {
            Mark::Dubious => 6,
            Mark::Mistake => 2,
            Mark::Blunder => 4,
        }
    }
}

/// A position of the game.
#[derive(Clone)]
pub struct Stand {
    pub position: Position,
    /// From the side to move's view.
    pub score: Score,
    pub odds: Odds,
    pub depth: usize,
    /// The best line, and the same as people write it.
    pub line: Vec<Move>,
    pub best: Vec<String>,
    /// How the game has ended here.
    pub ended: Option<Outcome>,
}

impl Stand {
    /// Points that white may expect, in a hundred.
    pub fn white_share(&self) -> f64 {
        let share = 100.0 * self.odds.expectation();
        if self.position.turn().is_white() { share } else { 100.0 - share }
    }

    /// The score from white's view.
    pub fn white_score(&self) -> Score {
        if self.position.turn().is_white() { self.score } else { -self.score }
    }

    /// The running count and who counts.
    pub fn count(&self) -> Option<(Count, Color)> {
        self.position.count().map(|count| (count, count.who(self.position.turn())))
    }
}

/// A move of the game.
#[derive(Clone)]
pub struct Judged {
    pub mv: Move,
    pub san: String,
    /// Points in a hundred that it cost.
    pub loss: f64,
    pub mark: Option<Mark>,
}

/// A game with all that was found.
pub struct Study<'a> {
    pub game: &'a Game,
    /// Of every position, the start first.
    pub stands: Vec<Stand>,
    /// Of every move: `moves[i]` leads from `stands[i]` to `stands[i + 1]`.
    pub moves: Vec<Judged>,
}

impl<'a> Study<'a> {
    /// Puts together a game and what was found in each of its positions. None if those are not of this game.
    pub fn new(game: &'a Game, found: &[Found]) -> Option<Study<'a>> {
        if found.len() != game.moves.len() + 1 {
            return None;
        }
        let mut line = Line::new(game.start);
        let mut stands = vec![stand(&line, &found[0])];
        let mut moves = Vec::new();
        for (&mv, found) in game.moves.iter().zip(&found[1..]) {
            let before = *line.now();
            line.push(mv);
            let after = stand(&line, found);
            let was = &stands[stands.len() - 1];
            let best = was.line.first() == Some(&mv);
            let fell = 100.0 * (was.odds.expectation() - after.odds.reversed().expectation());
            let loss = if best { 0.0 } else { fell.max(0.0) };
            moves.push(Judged { mv, san: san::write(mv, &before), loss, mark: Mark::of(loss) });
            stands.push(after);
        }
        Some(Study { game, stands, moves })
    }

    /// Of a side: its average loss in points in a hundred, and how many moves have each mark, the mildest first.
    pub fn summary(&self, side: Color) -> (f64, [usize; 3]) {
        let of_side = || {
            let both = self.moves.iter().zip(&self.stands);
            both.filter(move |(_, stand)| stand.position.turn() == side).map(|(judged, _)| judged)
        };
        let number = of_side().count().max(1) as f64;
        let marks = Mark::ALL.map(|mark| of_side().filter(|judged| judged.mark == Some(mark)).count());
        (of_side().map(|judged| judged.loss).sum::<f64>() / number, marks)
    }

    /// The stretches of positions, first to last, in which one count runs.
    pub fn counts(&self) -> Vec<(usize, usize)> {
        let mut counts: Vec<(usize, usize)> = Vec::new();
        let who = |place: usize| self.stands[place].count().map(|(count, who)| (count.limit, who));
        for place in (0..self.stands.len()).filter(|&place| who(place).is_some()) {
            match counts.last_mut() {
                Some((_, last)) if *last + 1 == place && who(*last) == who(place) => *last = place,
                _ => counts.push((place, place)),
            }
        }
        counts
    }
}

fn stand(line: &Line, found: &Found) -> Stand {
    let position = *line.now();
    let ended = line.ended();
    let odds = match ended {
        None => Odds::new(found.score, &position),
        Some(Outcome { winner: None, .. }) => Odds { win: 0, draw: 1000, loss: 0 },
        Some(Outcome { winner: Some(winner), .. }) => {
            let win = if winner == position.turn() { 1000 } else { 0 };
            Odds { win, draw: 0, loss: 1000 - win }
        }
    };
    let (score, moves) = match ended {
        None => (found.score, &found.line[..]),
        Some(Outcome { winner: None, .. }) => (Score::DRAW, &[][..]),
        Some(_) => (Score::mated_in(0), &[][..]),
    };
    let mut now = position;
    let mut best = Vec::new();
    for &mv in moves {
        if !now.is_legal(mv) {
            break;
        }
        best.push(san::write(mv, &now));
        now = now.play(mv);
    }
    Stand { position, score, odds, depth: found.depth, line: moves[..best.len()].to_vec(), best, ended }
}
