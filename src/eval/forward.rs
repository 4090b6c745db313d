//! From accumulators to a score.

use crate::eval::accumulator::Accumulators;
use crate::eval::hand::Race;
use crate::eval::net::HIDDEN_LIMIT;
use crate::eval::net::LANE;
use crate::eval::net::Lane;
use crate::eval::net::Net;
use crate::eval::net::ONE;
use crate::eval::net::OUTPUT_ONE;
use crate::eval::simd::Kernel;
use crate::rules::Position;
use crate::types::Score;

/// The score of `position`, whose men `accumulators` has followed, and whose race for the first check stands at `race`.
pub fn score(net: &Net, accumulators: &mut Accumulators, position: &Position, race: Race, kernel: Kernel) -> Score {
    let us = position.turn();
    accumulators.settle(net, position, kernel);
    let (own, other) = (accumulators.top(us), accumulators.top(!us));
    let head = net.heads().choose(position, race);
    let weights = net.output_rows(head);
    let layout = net.layout;
    let sum = match (layout.count(position, us), layout.count(position, !us)) {
        (Some(seen), Some(faced)) => {
            // The count changes with every ply, so its inputs are added here, not followed.
            let mut counted = [[Lane::ZERO; HIDDEN_LIMIT / LANE]; 2];
            let lanes = net.lanes();
            kernel.update(&mut counted[0][..lanes], own, &net.weights, &[seen as u16], &[]);
            kernel.update(&mut counted[1][..lanes], other, &net.weights, &[faced as u16], &[]);
            kernel.output(&counted[0][..lanes], &counted[1][..lanes], weights)
        }
        _ => kernel.output(own, other, weights),
    };
    finish(net, head, sum)
}

/// The score of a sum of squared activations times output weights.
#[inline]
pub fn finish(net: &Net, head: usize, sum: i64) -> Score {
    let one = i64::from(ONE * OUTPUT_ONE);
    let value = sum / i64::from(ONE) + i64::from(net.output_bias[head]);
    let most = i64::from(Score::EVAL_LIMIT.0);
    Score((value * i64::from(net.scale) / one).clamp(-most, most) as i32)
}
