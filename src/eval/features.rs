//! What a net sees: which inputs a position switches on for each side.
//!
//! A side sees the board from its own end, in a mirror if its king stands on the right half, so that a net is symmetric by
//! construction under a change of colours and under a mirror. Each man is one input: (bucket of the own king, own or
//! other, role, square). One more says how a running count stands. Inputs are numbered
//! `[king bucket][own, other][role][square]`, then `[own, other counts][bare king, board][steps left]`.
//!
//! The outputs of a net are heads of which each position has one: see [`Heads`].

use crate::eval::hand::Race;
use crate::rules::Count;
use crate::rules::Kin;
use crate::rules::Position;
use crate::types::Color;
use crate::types::Man;
use crate::types::Role;
use crate::types::Square;

/// Roles told apart: no game has both mets and ai-woks, so they share a plane.
pub const ROLES: usize = 6;
/// Inputs of a king bucket.
pub const BOARD: usize = 2 * ROLES * 64;
/// Inputs of the count.
pub const COUNTS: usize = 2 * 2 * STEPS;
/// Steps in which the rest of a count is told.
const STEPS: usize = 16;

// [role]
const PLANE: [usize; Role::COUNT] = [0, 1, 2, 3, 4, 1, 5];

/// How own kings are grouped, by rank: a row is the rank's bucket. The files are mirrored to one half and share a bucket.
const GROUPINGS: [[u8; 8]; 4] = [[0; 8], [0, 0, 1, 1, 1, 1, 1, 1], [0, 1, 2, 2, 2, 2, 2, 2], [0, 1, 2, 3, 3, 3, 3, 3]];

/// The number of king buckets, 1 to 4, and with it the numbers of all inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout(u8);

impl Layout {
    /// A layout with so many king buckets; none but 1 to 4 exist.
    pub const fn new(buckets: usize) -> Option<Layout> {
        if buckets >= 1 && buckets <= GROUPINGS.len() { Some(Layout(buckets as u8)) } else { None }
    }

    /// How many king buckets there are.
    pub const fn buckets(self) -> usize {
        self.0 as usize
    }

    /// How many inputs there are.
    pub const fn inputs(self) -> usize {
        self.buckets() * BOARD + COUNTS
    }

    /// The board as a side sees it whose king stands on `king`.
    #[inline]
    pub fn view(self, side: Color, king: Square) -> View {
        let ranks = if side.is_white() { 0 } else { 56 };
        let files = if king.file() > 3 { 7 } else { 0 };
        let bucket = GROUPINGS[self.buckets() - 1][(king.index() ^ ranks) >> 3];
        View { side, bucket, turned: (ranks | files) as u8 }
    }

    /// The input of a running count as `side` sees it.
    #[inline]
    pub fn count(self, position: &Position, side: Color) -> Option<usize> {
        let count = position.count()?;
        let who = count.who(position.turn());
        let board = position.colored(who).many();
        Some(self.count_input(who == side, board, count))
    }

    /// The input of a count: `own`: the viewing side counts; `board`: it has more than a bare king.
    #[inline]
    fn count_input(self, own: bool, board: bool, count: Count) -> usize {
        let place = usize::from(!own) * 2 + usize::from(board);
        self.buckets() * BOARD + place * STEPS + step(count.left())
    }
}

/// The step of a rest of `plies`: fine where the end is near.
#[inline]
fn step(plies: u16) -> usize {
    match plies {
        0..=31 => plies as usize / 4,
        32..=79 => 8 + (plies as usize - 32) / 12,
        _ => (12 + (plies as usize - 80) / 16).min(STEPS - 1),
    }
}

/// How a side sees the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    side: Color,
    bucket: u8,
    /// What turns a square into the seen one, by exclusive or.
    turned: u8,
}

impl View {
    /// A number below [`View::COUNT`], the same for views of a side under which every man has the same input.
    #[inline]
    pub fn slot(self) -> usize {
        self.bucket as usize * 2 + (self.turned & 1) as usize
    }

    /// How many views of a side there are at most.
    pub const COUNT: usize = 2 * GROUPINGS.len();

    /// The input of a man on a square.
    #[inline]
    pub fn input(self, man: Man, square: Square) -> usize {
        let plane = usize::from(man.color() != self.side) * ROLES + PLANE[man.role().index()];
        self.bucket as usize * BOARD + plane * 64 + (square.index() ^ self.turned as usize)
    }
}

/// Every input that `position` switches on for `side`.
pub fn inputs(layout: Layout, position: &Position, side: Color) -> Vec<usize> {
    let view = layout.view(side, position.king(side));
    let men = position.occupied().into_iter().filter_map(|s| Some(view.input(position.at(s)?, s)));
    men.chain(layout.count(position, side)).collect()
}

/// How a position chooses its head: the output of a net that judges it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heads {
    /// By the number of men.
    Men,
    /// By the race for the first check, in halves of the number of men: how many checks the other side threatens, which the
    /// mover must meet at once, and how many squares it can itself go to in safety and threaten one.
    Race,
}

impl Heads {
    /// How positions of a kin's games choose.
    pub const fn of(kin: Kin) -> Heads {
        match kin {
            Kin::FirstCheck => Heads::Race,
            _ => Heads::Men,
        }
    }

    /// How many heads there are.
    pub const fn count(self) -> usize {
        match self {
            Heads::Men => 8,
            Heads::Race => 2 * RACE * RACE,
        }
    }

    /// The head of a position, from the side to move's view.
    #[inline]
    pub fn choose(self, position: &Position, race: Race) -> usize {
        let men = position.occupied().len();
        match self {
            Heads::Men => by_men(men, 8),
            Heads::Race => {
                let us = position.turn();
                let met = usize::from(race.checks[(!us).index()]).min(RACE - 1);
                let made = usize::from(race.approaches[us.index()]).min(RACE - 1);
                (by_men(men, 2) * RACE + met) * RACE + made
            }
        }
    }
}

/// How far threats in the race are counted: none, one, more.
const RACE: usize = 3;

/// The group of a position with so many men, of `groups` that share 2 to 32 men.
#[inline]
const fn by_men(men: usize, groups: usize) -> usize {
    let group = men.saturating_sub(2) * groups / 31;
    if group < groups { group } else { groups - 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_and_outputs_cover_their_ranges_in_order() {
        let steps: Vec<_> = (0..=200).map(step).collect();
        assert!(steps.is_sorted() && steps[0] == 0 && steps[200] == STEPS - 1);
        assert_eq!(steps.iter().collect::<std::collections::BTreeSet<_>>().len(), STEPS);
        for groups in [2, 8] {
            let chosen: Vec<_> = (2..=32).map(|men| by_men(men, groups)).collect();
            assert!(chosen.is_sorted() && chosen[0] == 0 && chosen[30] == groups - 1);
        }
    }

    #[test]
    fn views_of_both_sides_agree_under_flip_and_mirror() {
        let Some(layout) = Layout::new(4) else { panic!("no layout") };
        for king in Square::all() {
            let view = layout.view(Color::White, king);
            let other = layout.view(Color::Black, king.flip());
            let mirrored = layout.view(Color::White, king.mirror());
            for square in Square::all() {
                for role in Role::ALL {
                    let input = view.input(Man::new(Color::White, role), square);
                    assert!(input < layout.inputs() - COUNTS);
                    assert_eq!(input, other.input(Man::new(Color::Black, role), square.flip()));
                    assert_eq!(input, mirrored.input(Man::new(Color::White, role), square.mirror()));
                }
            }
        }
    }
}
