//! A position to learn from, in 40 bytes.

use crate::eval::features;
use crate::eval::features::Heads;
use crate::eval::features::Layout;
use crate::eval::hand;
use crate::rules::Position;
use crate::types::Color;
use crate::types::Man;
use crate::types::Role;
use crate::types::Score;
use crate::types::Square;
use arrayvec::ArrayVec;

/// A position as its mover sees it (the board turned when black moves), its score and the game's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    occupied: u64,
    /// Half a byte a man, in the order of the squares: role, plus 8 for the other side's.
    men: [u8; 16],
    /// Centipawns, from the mover's view.
    pub score: i16,
    /// The evaluation by hand, from the mover's view.
    pub by_hand: i16,
    /// From the mover's view: 0 lost, 1 drawn, 2 won.
    pub result: u8,
    /// The inputs of the count, counted from 1 after the board's; 0: none. [mover, other]
    counts: [u8; 2],
    king: u8,
    other_king: u8,
    /// Which output of a net judges it.
    pub head: u8,
}

const _: () = assert!(size_of::<Sample>() == 40);

/// The inputs of a side: at most 32 men and a count.
pub type Inputs = ArrayVec<u16, 33>;

impl Sample {
    /// A position with its evaluation by hand and its score, from the mover's view, and the winner of its game.
    pub fn new(position: &Position, by_hand: Score, score: i16, winner: Option<Color>) -> Sample {
        let us = position.turn();
        let turn = if us.is_white() { 0 } else { 56 };
        let mut sample = Sample {
            occupied: if us.is_white() { position.occupied().0 } else { position.occupied().flip().0 },
            men: [0; 16],
            score,
            by_hand: by_hand.0 as i16,
            result: winner.map_or(1, |winner| if winner == us { 2 } else { 0 }),
            counts: [us, !us].map(|side| {
                // Any layout does: the count's inputs come after the board's.
                let layout = Layout::new(1);
                let input = layout.and_then(|layout| layout.count(position, side));
                input.map_or(0, |input| (input - features::BOARD + 1) as u8)
            }),
            king: (position.king(us).index() ^ turn) as u8,
            other_king: (position.king(!us).index() ^ turn) as u8,
            head: Heads::of(position.variant().kin).choose(position, hand::race(position)) as u8,
        };
        for (i, square) in sample.squares().enumerate() {
            let Some(man) = position.at(Square::new(square ^ turn)) else { continue };
            let nibble = man.role().index() as u8 | u8::from(man.color() != us) << 3;
            sample.men[i / 2] |= nibble << (4 * (i % 2));
        }
        sample
    }

    fn squares(&self) -> impl Iterator<Item = usize> + use<> {
        let mut rest = self.occupied;
        std::iter::from_fn(move || {
            let square = rest.trailing_zeros() as usize;
            rest &= rest.wrapping_sub(1);
            (square < 64).then_some(square)
        })
    }

    /// Writes the inputs of the mover and of the other side.
    #[inline]
    pub fn inputs(&self, layout: Layout, own: &mut Inputs, other: &mut Inputs) {
        own.clear();
        other.clear();
        // The mover plays as white on its own board.
        let ours = layout.view(Color::White, Square::new(self.king as usize));
        let theirs = layout.view(Color::Black, Square::new(self.other_king as usize));
        for (i, square) in self.squares().enumerate().take(32) {
            let nibble = self.men[i / 2] >> (4 * (i % 2)) & 15;
            let color = if nibble & 8 == 0 { Color::White } else { Color::Black };
            let man = Man::new(color, Role::ALL[(nibble as usize & 7).min(Role::COUNT - 1)]);
            own.push(ours.input(man, Square::new(square)) as u16);
            other.push(theirs.input(man, Square::new(square)) as u16);
        }
        let board = layout.buckets() * features::BOARD;
        if self.counts[0] > 0 {
            own.push((board + self.counts[0] as usize - 1) as u16);
            other.push((board + self.counts[1] as usize - 1) as u16);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Which;
    use crate::rules::variant;
    use crate::training::random::Random;
    use crate::types::MoveList;

    #[test]
    fn a_sample_has_the_inputs_of_its_position() {
        let mut random = Random::new(4);
        let (mut own, mut other) = (Inputs::new(), Inputs::new());
        let mut counted = 0;
        for layout in (1..=4).filter_map(Layout::new) {
            for variant in variant::ALL {
                let mut position = Position::start(variant);
                for _ in 0..300 {
                    let mut list = MoveList::new();
                    position.moves(Which::All, &mut list);
                    if list.is_empty() {
                        break;
                    }
                    position = position.play(random.pick(&list));
                    Sample::new(&position, Score::DRAW, 5, None).inputs(layout, &mut own, &mut other);
                    counted += usize::from(position.count().is_some());
                    for (side, seen) in [(position.turn(), &own), (!position.turn(), &other)] {
                        let (mut seen, mut due) = (seen.to_vec(), features::inputs(layout, &position, side));
                        seen.sort();
                        due.sort();
                        assert!(seen.iter().map(|&input| input as usize).eq(due));
                    }
                }
            }
        }
        assert!(counted > 50);
    }
}
