//! The evaluator that a search carries along its line.

use crate::eval::fade;
use crate::eval::hand;
use crate::rules::Position;
use crate::types::Move;
use crate::types::Score;

/// Scores positions along a line; told of every move made and taken back.
#[derive(Clone, Debug, Default)]
pub struct Evaluator;

impl Evaluator {
    /// An evaluator that stands at `position`.
    pub fn new(_position: &Position) -> Evaluator {
        Evaluator
    }

    /// `mv` is about to be made in `before`.
    #[inline]
    pub fn push(&mut self, _before: &Position, _mv: Move) {}

    /// The last move is taken back.
    #[inline]
    pub fn pop(&mut self) {}

    /// The score of `position`, the one that the moves told of have led to, from the side to move's view.
    #[inline]
    pub fn score(&mut self, position: &Position) -> Score {
        fade::faded(hand::evaluate(position), position)
    }
}
