//! The evaluator that a search carries along its line: by a net where there is one, by hand elsewhere.

use crate::eval::accumulator::Accumulators;
use crate::eval::fade;
use crate::eval::forward;
use crate::eval::hand;
use crate::eval::hand::PawnTable;
use crate::eval::net::Net;
use crate::eval::simd::Kernel;
use crate::rules::Position;
use crate::types::Move;
use crate::types::Score;
use std::sync::Arc;

/// Scores positions along a line; told of every move made and taken back. Null moves need not be told.
#[derive(Clone, Debug, Default)]
pub struct Evaluator {
    follower: Option<Box<Follower>>,
    pawns: PawnTable,
}

/// A net and its sums.
#[derive(Clone, Debug)]
struct Follower {
    net: Arc<Net>,
    sums: Accumulators,
    kernel: Kernel,
}

impl Evaluator {
    /// An evaluator that stands at `position` and judges by `net`, or by hand.
    pub fn new(position: &Position, net: Option<Arc<Net>>) -> Evaluator {
        let follow = |net: Arc<Net>| Follower { sums: Accumulators::new(&net, position), net, kernel: Kernel::best() };
        Evaluator { follower: net.map(|net| Box::new(follow(net))), pawns: PawnTable::default() }
    }

    /// Begins anew at `position`, by `net` or by hand.
    pub fn restart(&mut self, position: &Position, net: Option<Arc<Net>>) {
        match (&mut self.follower, &net) {
            (Some(follower), Some(net)) if Arc::ptr_eq(&follower.net, net) => {
                follower.sums.restart(&follower.net, position);
            }
            _ => *self = Evaluator::new(position, net),
        }
    }

    /// `mv` is about to be made in `before`.
    #[inline]
    pub fn push(&mut self, before: &Position, mv: Move) {
        if let Some(follower) = &mut self.follower {
            follower.sums.push(&follower.net, before, mv);
        }
    }

    /// The last move is taken back.
    #[inline]
    pub fn pop(&mut self) {
        if let Some(follower) = &mut self.follower {
            follower.sums.pop();
        }
    }

    /// The score of `position`, the one that the moves told of have led to, from the side to move's view.
    #[inline]
    pub fn score(&mut self, position: &Position) -> Score {
        match &mut self.follower {
            Some(follower) => {
                let (net, sums) = (&follower.net, &mut follower.sums);
                let (by_hand, race) =
                    if net.over_hand { judged(position, &mut self.pawns) } else { (Score::DRAW, hand::race(position)) };
                forward::score(net, sums, position, race, follower.kernel) + by_hand.0
            }
            None => by_hand(position, &mut self.pawns),
        }
    }
}

/// The score of `position` by hand, draws in sight, from the side to move's view.
#[inline]
pub fn by_hand(position: &Position, pawns: &mut PawnTable) -> Score {
    judged(position, pawns).0
}

/// The score by hand, and the race for the first check.
#[inline]
fn judged(position: &Position, pawns: &mut PawnTable) -> (Score, hand::Race) {
    let (score, race) = hand::evaluate(position, pawns);
    (fade::faded(score, position), race)
}
