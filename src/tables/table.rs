//! A solved table, and what is worth telling about it.

use crate::tables::frame::Frame;
use crate::tables::frame::KINGS;
use crate::tables::frame::Places;
use crate::tables::material::Ending;
use crate::tables::rows::Rows;
use crate::types::Square;

/// Bytes of memory that are taken at once.
pub(super) const PAGE: usize = 4096;

/// The distances of all positions of an ending.
pub struct Table {
    pub ending: Ending,
    pub frame: Frame,
    // [attackers' king][placement of the men][defenders' king]: 0 not won, else the distance in plies + 1.
    /// With the attackers to move.
    pub won_in: Rows,
    /// With the defenders to move.
    pub lost_in: Rows,
    pub figures: Figures,
    /// Bytes of memory that it takes, as far as it has been filled.
    pub held: usize,
}

impl Table {
    /// A table in which nothing is won.
    pub fn blank(ending: Ending) -> Table {
        let frame = Frame::new(ending);
        let rows = || Rows::new(KINGS * frame.size);
        Table { ending, won_in: rows(), lost_in: rows(), figures: Figures::new(frame.orders), held: 0, frame }
    }

    /// Takes note of the memory that is taken: pages in which nothing was written take none.
    pub fn weigh(&mut self) {
        let pages = [&self.won_in, &self.lost_in].into_iter().flat_map(|rows| rows.as_flattened().chunks(PAGE));
        self.held = PAGE * pages.filter(|page| page.iter().any(|&byte| byte != 0)).count();
    }

    /// The distance of a position, seen with the attackers moving up the board; `None`: they do not win.
    #[inline]
    pub fn distance(&self, attackers_to_move: bool, king: Square, places: &Places, other: Square) -> Option<u8> {
        let (row, mirrored) = self.frame.row(king, places);
        let other = if mirrored { other.mirror() } else { other };
        let rows = if attackers_to_move { &self.won_in } else { &self.lost_in };
        rows[row][other.index()].checked_sub(1)
    }

    /// A position of the longest win with the attackers, or the defenders, to move: attackers' king, men, defenders' king.
    pub fn longest(&self, attackers_to_move: bool) -> Option<(Square, Places, Square)> {
        let rows = if attackers_to_move { &self.won_in } else { &self.lost_in };
        let plies = self.figures.longest(attackers_to_move)?;
        rows.iter().enumerate().find_map(|(row, distances)| {
            let other = distances.iter().position(|&entry| entry as usize == plies + 1)?;
            let king = Frame::king_square(row / self.frame.size);
            Some((king, self.frame.places(row % self.frame.size), Square::new(other)))
        })
    }
}

/// How many positions there are and how many are won, in how many plies. Mirror images are two positions, and men of one
/// kind are told apart, as published figures have it.
#[derive(Clone)]
pub struct Figures {
    /// By how much every number counts.
    weight: u64,
    pub attackers_to_move: u64,
    pub defenders_to_move: u64,
    // [plies]
    pub won: [u64; 256],
    pub lost: [u64; 256],
}

impl Figures {
    /// None yet; the men of a placement can be told apart in so many ways.
    pub fn new(orders: u64) -> Figures {
        Figures { weight: orders, attackers_to_move: 0, defenders_to_move: 0, won: [0; 256], lost: [0; 256] }
    }

    /// Adds the figures of a part of the board, which stand for their mirror images too.
    pub fn add(&mut self, part: &Figures) {
        let weight = 2 * self.weight;
        self.attackers_to_move += weight * part.attackers_to_move;
        self.defenders_to_move += weight * part.defenders_to_move;
        for plies in 0..256 {
            self.won[plies] += weight * part.won[plies];
            self.lost[plies] += weight * part.lost[plies];
        }
    }

    /// How many positions with the attackers (or the defenders) to move are won by the attackers within so many plies.
    pub fn within(&self, attackers_to_move: bool, plies: usize) -> u64 {
        let all = if attackers_to_move { &self.won } else { &self.lost };
        all.iter().take(plies.saturating_add(1)).sum()
    }

    /// How many positions there are.
    pub fn positions(&self, attackers_to_move: bool) -> u64 {
        if attackers_to_move { self.attackers_to_move } else { self.defenders_to_move }
    }

    /// The longest win in plies, if there is any.
    pub fn longest(&self, attackers_to_move: bool) -> Option<usize> {
        let all = if attackers_to_move { &self.won } else { &self.lost };
        all.iter().rposition(|&count| count > 0)
    }

    /// Whether nothing is won.
    pub fn is_empty(&self) -> bool {
        self.longest(true).or(self.longest(false)).is_none()
    }
}
