//! The evaluation taken apart, for people.

use crate::eval::Evaluator;
use crate::eval::hand;
use crate::eval::net::Net;
use crate::rules::Position;
use crate::types::Color;
use crate::types::Score;
use std::sync::Arc;

/// What a position is worth to white, in pawns.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The terms of the hand-written evaluation, white's less black's, and what a net adds.
    pub terms: Vec<(String, f64)>,
    /// The verdict of the evaluation that the search uses, with the count and other draws in sight.
    pub total: f64,
}

struct Counts {
    // [term], white's less black's
    counts: [i32; hand::terms::COUNT],
}

impl hand::Tally for Counts {
    fn add(&mut self, color: Color, term: usize, count: i32) {
        self.counts[term] += if color.is_white() { count } else { -count };
    }
}

/// Explains what a position is worth; its total is `net`'s where one is given.
pub fn explain(position: &Position, net: Option<Arc<Net>>) -> Explanation {
    let mut counts = Counts { counts: [0; hand::terms::COUNT] };
    hand::tally(position, &mut counts);
    let (weights, phase) = (hand::of(position.variant().kin), hand::phase(position));
    let pawns = |centipawns: i32| f64::from(centipawns) / 100.0;
    let term = |&(name, first, length): &(&str, usize, usize)| {
        let mut sum = hand::Pair::default();
        for (&weight, &count) in weights[first..first + length].iter().zip(&counts.counts[first..first + length]) {
            sum += weight * count;
        }
        (name.to_lowercase().replace('_', " "), pawns(sum.mix(phase)))
    };
    let to_white = |score: Score| pawns(if position.turn().is_white() { score.0 } else { -score.0 });
    let mut terms: Vec<_> = hand::terms::ALL.iter().map(term).collect();
    let over_hand = net.as_ref().is_some_and(|net| net.over_hand);
    let score = Evaluator::new(position, net).score(position);
    if over_hand {
        let hand = Evaluator::new(position, None).score(position);
        terms.push(("net".to_string(), to_white(score - hand.0)));
    }
    Explanation { terms, total: to_white(score) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;
    use crate::rules::Variant;

    #[test]
    fn terms_add_up_and_change_sign_with_the_colours() {
        let variant = Variant::named("cambodian").unwrap();
        let position = fen::position("4nr2/s7/rs1S1mkp/1p4p1/pRPnPpP1/P1N4P/2S3RN/K7 w - - 5 54", variant).unwrap();
        let flipped = Position::new(variant, &position.setup().flipped()).unwrap();
        let (here, there) = (explain(&position, None), explain(&flipped, None));
        let sum: f64 = here.terms.iter().map(|(_, pawns)| pawns).sum();
        assert!((sum - here.total).abs() < 0.5, "{sum} and {}", here.total);
        assert_eq!(here.total, -there.total);
    }
}
