//! Hidden sums that follow the game: worked out only when a score is asked for, from the nearest position that has them.
//!
//! A move changes at most three inputs of a side, unless its king changes its view: then the side's sums come from a table
//! with the last board seen in each view, by the men that differ.

use crate::eval::features::View;
use crate::eval::net::Lane;
use crate::eval::net::Net;
use crate::eval::simd::Kernel;
use crate::rules::Position;
use crate::types::Bitboard;
use crate::types::Color;
use crate::types::Man;
use crate::types::Move;
use crate::types::Role;
use crate::types::Square;
use arrayvec::ArrayVec;

/// What a move does to the board.
#[derive(Clone, Copy, Debug)]
struct Change {
    from: (Man, Square),
    to: (Man, Square),
    captured: Option<Man>,
}

/// One position on the way: how its board came about, and which sides' sums are there.
#[derive(Clone, Copy, Debug)]
struct Step {
    change: Option<Change>,
    // [colour]
    view: [View; 2],
    // [colour]
    settled: [bool; 2],
}

/// A board whose sums are known.
#[derive(Clone, Debug)]
struct Seen {
    // [colour][role]
    men: [[Bitboard; Role::COUNT]; 2],
    sums: Vec<Lane>,
}

/// The hidden sums of both sides along a line of moves, without the count's inputs.
#[derive(Clone, Debug)]
pub struct Accumulators {
    steps: Vec<Step>,
    // [step][colour][hidden]
    sums: Vec<Lane>,
    // [colour][view]
    seen: [Vec<Seen>; 2],
    lanes: usize,
}

impl Accumulators {
    /// The sums of a line that begins at `position`.
    pub fn new(net: &Net, position: &Position) -> Accumulators {
        let fresh = Seen { men: [[Bitboard::EMPTY; Role::COUNT]; 2], sums: net.bias.clone() };
        let mut accumulators = Accumulators {
            steps: Vec::with_capacity(256),
            sums: Vec::new(),
            seen: [vec![fresh.clone(); View::COUNT], vec![fresh; View::COUNT]],
            lanes: net.lanes(),
        };
        accumulators.restart(net, position);
        accumulators
    }

    /// Begins a new line of the same net at `position`.
    pub fn restart(&mut self, net: &Net, position: &Position) {
        self.steps.clear();
        self.enter(None, Color::ALL.map(|side| net.layout.view(side, position.king(side))));
    }

    fn enter(&mut self, change: Option<Change>, view: [View; 2]) {
        self.steps.push(Step { change, view, settled: [false; 2] });
        let need = self.steps.len() * 2 * self.lanes;
        if self.sums.len() < need {
            self.sums.resize(need, Lane::ZERO);
        }
    }

    /// Follows a move from `before`.
    #[inline]
    pub fn push(&mut self, net: &Net, before: &Position, mv: Move) {
        let Some(man) = before.at(mv.from()) else { return self.push_same() };
        let placed = Man::new(man.color(), mv.promotion().unwrap_or(man.role()));
        let change = Change { from: (man, mv.from()), to: (placed, mv.to()), captured: before.at(mv.to()) };
        let mut view = self.steps[self.steps.len() - 1].view;
        if man.role() == Role::King {
            view[man.color().index()] = net.layout.view(man.color(), mv.to());
        }
        self.enter(Some(change), view);
    }

    /// Follows a null move: the board stays.
    #[inline]
    pub fn push_same(&mut self) {
        let view = self.steps[self.steps.len() - 1].view;
        self.enter(None, view);
    }

    /// Takes the last move back; the start stays.
    #[inline]
    pub fn pop(&mut self) {
        debug_assert!(self.steps.len() > 1);
        if self.steps.len() > 1 {
            self.steps.pop();
        }
    }

    /// The settled sums of a side at the end of the line.
    #[inline]
    pub fn top(&self, side: Color) -> &[Lane] {
        &self.sums[((self.steps.len() - 1) * 2 + side.index()) * self.lanes..][..self.lanes]
    }

    /// Sees to it that both sides' sums at the end of the line, which is `position`, are there.
    #[inline]
    pub fn settle(&mut self, net: &Net, position: &Position, kernel: Kernel) {
        for side in Color::ALL {
            let top = self.steps.len() - 1;
            if !self.steps[top].settled[side.index()] {
                match self.nearest(side) {
                    Some(step) => (step..top).for_each(|step| self.advance(net, side, step, kernel)),
                    None => self.refresh(net, position, side, kernel),
                }
            }
        }
    }

    /// The last step with sums of `side` from which no king's move has changed its view; none where going there is dearer
    /// than a look into the table.
    #[inline]
    fn nearest(&self, side: Color) -> Option<usize> {
        let (top, color) = (self.steps.len() - 1, side.index());
        let view = self.steps[top].view[color];
        let back = self.steps.iter().rev().take(FARTHEST).take_while(|step| step.view[color] == view);
        back.enumerate().find(|(_, step)| step.settled[color]).map(|(distance, _)| top - distance)
    }

    /// Works out the sums after `step` from those at it.
    #[inline]
    fn advance(&mut self, net: &Net, side: Color, step: usize, kernel: Kernel) {
        let (lanes, color) = (self.lanes, side.index());
        let Step { change, view, .. } = self.steps[step + 1];
        let (done, rest) = self.sums.split_at_mut((step + 1) * 2 * lanes);
        let from = &done[(step * 2 + color) * lanes..][..lanes];
        let to = &mut rest[color * lanes..][..lanes];
        match change {
            None => to.copy_from_slice(from),
            Some(Change { from: (moved, origin), to: (placed, target), captured }) => {
                let view = view[color];
                let plus = [view.input(placed, target) as u16];
                let gone = view.input(moved, origin) as u16;
                match captured {
                    None => kernel.update(to, from, &net.weights, &plus, &[gone]),
                    Some(man) => {
                        kernel.update(to, from, &net.weights, &plus, &[gone, view.input(man, target) as u16]);
                    }
                }
            }
        }
        self.steps[step + 1].settled[color] = true;
    }

    /// Works out the sums at the end of the line from the last board seen in the same view.
    fn refresh(&mut self, net: &Net, position: &Position, side: Color, kernel: Kernel) {
        let (lanes, color, top) = (self.lanes, side.index(), self.steps.len() - 1);
        let view = self.steps[top].view[color];
        let seen = &mut self.seen[color][view.slot()];
        let (mut plus, mut minus) = (ArrayVec::<u16, 32>::new(), ArrayVec::<u16, 32>::new());
        for owner in Color::ALL {
            for role in Role::ALL {
                let (man, now) = (Man::new(owner, role), position.of(owner, role));
                let was = std::mem::replace(&mut seen.men[owner.index()][role.index()], now);
                plus.extend((now - was).into_iter().map(|square| view.input(man, square) as u16));
                minus.extend((was - now).into_iter().map(|square| view.input(man, square) as u16));
            }
        }
        let to = &mut self.sums[(top * 2 + color) * lanes..][..lanes];
        kernel.update(to, &seen.sums, &net.weights, &plus, &minus);
        seen.sums.copy_from_slice(to);
        self.steps[top].settled[color] = true;
    }
}

/// Steps back to look for settled sums.
const FARTHEST: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::features;
    use crate::eval::forward;
    use crate::eval::hand;
    use crate::eval::tests_support::Numbers;
    use crate::eval::tests_support::random_net;
    use crate::eval::tests_support::random_net_of;
    use crate::rules::Count;
    use crate::rules::Kin;
    use crate::rules::Setup;
    use crate::rules::Variant;
    use crate::rules::Which;
    use crate::rules::variant;
    use crate::types::MoveList;

    /// The sums of a side from nothing, by the list of its inputs.
    fn plain_sums(net: &Net, position: &Position, side: Color) -> Vec<i16> {
        let view = net.layout.view(side, position.king(side));
        let mut sums: Vec<i16> = net.bias.iter().flat_map(|lane| lane.0).collect();
        for square in position.occupied() {
            let Some(man) = position.at(square) else { continue };
            let row = net.row(view.input(man, square)).iter().flat_map(|lane| lane.0);
            sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
        }
        sums
    }

    #[test]
    fn sums_equal_a_refresh_after_any_moves() {
        let mut numbers = Numbers(99);
        for (kernel, buckets) in Kernel::all().into_iter().cycle().zip([1, 2, 3, 4]) {
            let net = random_net(buckets, 64, 3);
            for variant in variant::ALL {
                let mut path = vec![Position::start(variant)];
                let mut sums = Accumulators::new(&net, &path[0]);
                for _ in 0..600 {
                    let now = path[path.len() - 1];
                    let mut list = MoveList::new();
                    now.moves(Which::All, &mut list);
                    let back = numbers.bits() % 100 < 30 || list.is_empty();
                    if back && path.len() > 1 {
                        path.pop();
                        sums.pop();
                    } else if numbers.bits().is_multiple_of(20) && !now.in_check() {
                        path.push(now.play_null());
                        sums.push_same();
                    } else if let Some(&mv) = list.get(numbers.bits() as usize % list.len().max(1)) {
                        path.push(now.play(mv));
                        sums.push(&net, &now, mv);
                    }
                    if numbers.bits().is_multiple_of(3) {
                        let now = path[path.len() - 1];
                        sums.settle(&net, &now, kernel);
                        for side in Color::ALL {
                            let top: Vec<i16> = sums.top(side).iter().flat_map(|lane| lane.0).collect();
                            assert_eq!(top, plain_sums(&net, &now, side), "{} {side}", variant.name);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_score_is_the_same_in_every_mirror_and_by_every_kernel() {
        for (name, kin) in [("makruk", Kin::Makruk), ("karouk", Kin::FirstCheck)] {
            let Some(variant) = Variant::named(name) else { panic!("no {name}") };
            mirrored(variant, &random_net_of(kin, 4, 96, 8));
        }
    }

    fn mirrored(variant: &'static Variant, net: &Net) {
        let mut numbers = Numbers(5);
        let mut different = std::collections::BTreeSet::new();
        for _ in 0..60 {
            let mut position = Position::start(variant);
            for ply in 0..80 {
                let mut list = MoveList::new();
                position.moves(Which::All, &mut list);
                let Some(&mv) = list.get(numbers.bits() as usize % list.len().max(1)) else { break };
                position = position.play(mv);
                let mut setup = position.setup();
                if ply % 2 == 0 {
                    setup.count = Count::new(128, ply);
                }
                let Ok(here) = Position::new(variant, &setup) else { continue };
                let score = |position: &Position, kernel| {
                    let race = hand::race(position);
                    forward::score(net, &mut Accumulators::new(net, position), position, race, kernel)
                };
                let plain = score(&here, Kernel::all()[0]);
                different.insert(plain);
                for kernel in Kernel::all() {
                    assert_eq!(score(&here, kernel), plain);
                }
                let twins = [(56, true), (7, false), (63, true)].map(|(turn, swap)| turned(&setup, turn, swap));
                for twin in twins {
                    let Ok(twin) = Position::new(variant, &twin) else { panic!("the twin is possible") };
                    assert_eq!(score(&twin, Kernel::best()), plain);
                    let count = features::inputs(net.layout, &twin, twin.turn()).len();
                    assert_eq!(count, twin.occupied().len() + usize::from(twin.count().is_some()));
                }
            }
        }
        assert!(different.len() > 1000, "{} scores", different.len());
    }

    /// The same position with its squares turned and, if told, its colours changed.
    fn turned(setup: &Setup, turn: usize, swap: bool) -> Setup {
        let mut twin = setup.clone();
        let color = |color: Color| if swap { !color } else { color };
        for square in 0..64 {
            let man = setup.board[square ^ turn];
            twin.board[square] = man.map(|man| Man::new(color(man.color()), man.role()));
        }
        twin.turn = color(setup.turn);
        twin
    }
}
