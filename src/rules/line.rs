//! A game as it is played or searched: the positions so far, and repetition.

use crate::rules::outcome::Outcome;
use crate::rules::outcome::Why;
use crate::rules::position::Position;
use crate::types::Move;

/// A start position and the moves from it.
#[derive(Clone)]
pub struct Line {
    /// Every position, the current one last.
    positions: Vec<Position>,
    /// Of each position: its key, and the plies since the last capture, pawn move or null move.
    keys: Vec<(u64, u16)>,
}

impl Line {
    /// A line that begins at `start`.
    pub fn new(start: Position) -> Line {
        Line { keys: vec![(start.key(), 0)], positions: vec![start] }
    }

    /// The current position.
    #[inline]
    pub fn now(&self) -> &Position {
        &self.positions[self.positions.len() - 1]
    }

    /// The start position.
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// All positions from the start to now.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// Plies played.
    #[inline]
    pub fn len(&self) -> usize {
        self.positions.len() - 1
    }

    /// Whether nothing has been played.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Plays a legal move.
    #[inline]
    pub fn push(&mut self, mv: Move) {
        self.positions.push(*self.now());
        let top = self.positions.len() - 1;
        let next = &mut self.positions[top];
        next.advance(mv);
        let (key, calm) = (next.key(), next.clock() != 0);
        let since = if calm { self.since() + 1 } else { 0 };
        self.keys.push((key, since));
    }

    /// Passes the move to the other side.
    #[inline]
    pub fn push_null(&mut self) {
        let next = self.now().play_null();
        self.keys.push((next.key(), 0));
        self.positions.push(next);
    }

    /// Takes the last move back; the start stays.
    #[inline]
    pub fn pop(&mut self) {
        debug_assert!(!self.is_empty());
        if !self.is_empty() {
            self.positions.pop();
            self.keys.pop();
        }
    }

    fn since(&self) -> u16 {
        self.keys[self.keys.len() - 1].1
    }

    /// Plies back to the last time the current position occurred, if it did.
    #[inline]
    pub fn repeats_within(&self) -> Option<usize> {
        self.earlier().next()
    }

    /// Whether the current position occurred within the last `plies` plies, or twice before: what a search takes for a draw.
    #[inline]
    pub fn repeats_in_search(&self, plies: usize) -> bool {
        let mut earlier = self.earlier();
        match earlier.next() {
            None => false,
            Some(back) => back <= plies || earlier.next().is_some(),
        }
    }

    /// How often the current position occurred before.
    pub fn repetitions(&self) -> usize {
        self.earlier().count()
    }

    /// Distances in plies to the earlier occurrences of the current position, nearest first.
    #[inline]
    fn earlier(&self) -> impl Iterator<Item = usize> + '_ {
        let last = self.keys.len() - 1;
        let (key, since) = self.keys[last];
        (4..=usize::from(since).min(last)).step_by(2).filter(move |&back| self.keys[last - back].0 == key)
    }

    /// How the game has ended, repetition included.
    pub fn ended(&self) -> Option<Outcome> {
        let now = self.now();
        if let Some(end) = now.lost_or_stuck() {
            return Some(end);
        }
        let often = usize::from(now.variant().repetition);
        let repeated = often > 0 && self.repetitions() + 1 >= often;
        match now.ruled_draw() {
            Some(Outcome { why: Why::MoveRule, .. }) | None if repeated => {
                Some(Outcome::draw(Why::ThreefoldRepetition))
            }
            draw => draw,
        }
    }
}
