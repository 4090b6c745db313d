//! How placements of the men are numbered, and where they are in a table.
//!
//! A table is laid out as the solver thinks: the attackers move up the board, their king stands on files a to d (the rest is
//! the mirror image), and the 64 squares of the defenders' king come last. Men of one kind are one *group*, numbered
//! without order, and pawns have only the 40 squares before their promotion.

use crate::tables::material::Army;
use crate::tables::material::Ending;
use crate::tables::material::MOST;
use crate::types::Bitboard;
use crate::types::Role;
use crate::types::Square;
use arrayvec::ArrayVec;

/// Squares of the attackers' king: files a to d.
pub const KINGS: usize = 32;

/// The squares of the men besides the kings; entries beyond their number are unused.
pub type Places = [Square; MOST];

/// A man besides the kings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fighter {
    /// Of the side that wins.
    pub attacks: bool,
    pub role: Role,
}

/// Men of one kind.
struct Group {
    /// The first of them among the men of the frame.
    first: usize,
    len: usize,
    /// The lowest square they can stand on.
    lowest: usize,
    /// By how much the number of the frame grows with the number of this group.
    stride: usize,
    /// How many placements there are.
    size: usize,
    // [number] -> squares
    squares: Box<[Places]>,
    // [number] -> number of the mirror image
    mirrored: Box<[u32]>,
}

/// The number of an unordered set of one to three numbers; the higher ones count most.
#[inline]
fn rank(at: &[usize]) -> usize {
    match *at {
        [a] => a,
        [a, b] => {
            let (low, high) = (a.min(b), a.max(b));
            high * high.saturating_sub(1) / 2 + low
        }
        [a, b, c] => {
            let (low, high) = (a.min(b).min(c), a.max(b).max(c));
            let middle = a + b + c - low - high;
            let triples = high * high.saturating_sub(1) * high.saturating_sub(2) / 6;
            triples + middle * middle.saturating_sub(1) / 2 + low
        }
        _ => 0,
    }
}

impl Group {
    fn new(first: usize, len: usize, man: Fighter) -> Group {
        let (lowest, squares) = squares_of(man);
        let numbers = 0..squares;
        let mut sets: Vec<Vec<usize>> = numbers.clone().map(|a| vec![a]).collect();
        for _ in 1..len {
            sets = sets.iter().flat_map(|set| (0..set[set.len() - 1]).map(|a| [&set[..], &[a]].concat())).collect();
        }
        sets.sort_by_key(|set| rank(set));
        let square = |a: usize| Square::new(a + lowest);
        let places = |set: &Vec<usize>| {
            let mut places = [Square::new(0); MOST];
            for (place, &a) in places.iter_mut().zip(set) {
                *place = square(a);
            }
            places
        };
        let mirror = |set: &Vec<usize>| {
            let image: Vec<usize> = set.iter().map(|&a| square(a).mirror().index() - lowest).collect();
            rank(&image) as u32
        };
        Group {
            first,
            len,
            lowest,
            stride: 1,
            size: sets.len(),
            squares: sets.iter().map(places).collect(),
            mirrored: sets.iter().map(mirror).collect(),
        }
    }

    #[inline]
    fn number(&self, places: &Places) -> usize {
        let at = |i: usize| places[self.first + i].index().wrapping_sub(self.lowest);
        match self.len {
            1 => at(0),
            2 => rank(&[at(0), at(1)]),
            _ => rank(&[at(0), at(1), at(2)]),
        }
    }
}

/// The lowest square that a man may stand on, and how many there are from there.
fn squares_of(man: Fighter) -> (usize, usize) {
    match (man.role, man.attacks) {
        (Role::Pawn, true) => (0, 40),
        (Role::Pawn, false) => (24, 40),
        _ => (0, 64),
    }
}

/// The layout of one table.
pub struct Frame {
    pub men: ArrayVec<Fighter, MOST>,
    groups: ArrayVec<Group, MOST>,
    /// Placements of the men for each square of the attackers' king.
    pub size: usize,
    // [man] -> where it may stand
    pub allowed: [Bitboard; MOST],
    /// In how many ways the men of a placement can be told apart.
    pub orders: u64,
}

impl Frame {
    /// The layout of the table of an ending.
    pub fn new(ending: Ending) -> Frame {
        let side = |attacks| move |role| Fighter { attacks, role };
        let attackers = ending.attackers.roles().into_iter().map(side(true));
        let defenders = ending.defenders.roles().into_iter().map(side(false));
        let men: ArrayVec<Fighter, MOST> = attackers.chain(defenders).take(MOST).collect();
        let mut groups: ArrayVec<Group, MOST> = ArrayVec::new();
        let mut allowed = [Bitboard::EMPTY; MOST];
        let (mut first, mut orders) = (0, 1);
        while first < men.len() {
            let len = men[first..].iter().take_while(|&&man| man == men[first]).count();
            groups.push(Group::new(first, len, men[first]));
            orders *= (1..=len as u64).product::<u64>();
            let (lowest, squares) = squares_of(men[first]);
            let set = Bitboard((!0 >> (64 - squares)) << lowest);
            allowed[first..first + len].fill(set);
            first += len;
        }
        let mut size = 1;
        for group in groups.iter_mut().rev() {
            group.stride = size;
            size *= group.size;
        }
        Frame { men, groups, size, allowed, orders }
    }

    /// The number of a placement of the men.
    #[inline]
    pub fn number(&self, places: &Places) -> usize {
        self.groups.iter().map(|group| group.number(places) * group.stride).sum()
    }

    /// The placement of a number.
    #[inline]
    pub fn places(&self, number: usize) -> Places {
        let mut places = [Square::new(0); MOST];
        let mut rest = number;
        for group in &self.groups {
            let own = rest / group.stride;
            rest -= own * group.stride;
            places[group.first..group.first + group.len].copy_from_slice(&group.squares[own][..group.len]);
        }
        places
    }

    /// The number of the mirror image of a placement.
    #[inline]
    pub fn mirrored(&self, number: usize) -> usize {
        let (mut rest, mut image) = (number, 0);
        for group in &self.groups {
            let own = rest / group.stride;
            rest -= own * group.stride;
            image += group.mirrored[own] as usize * group.stride;
        }
        image
    }

    /// The placement `number`, which is `places`, without the men of `man`'s kind: what [`Frame::with`] completes.
    #[inline]
    pub fn without(&self, number: usize, places: &Places, man: usize) -> Lifted<'_> {
        let group = self.groups.iter().rfind(|group| group.first <= man).unwrap_or(&self.groups[0]);
        let mut others = [0; 2];
        let same = (group.first..group.first + group.len).filter(|&other| other != man);
        for (square, other) in others.iter_mut().zip(same) {
            *square = places[other].index() - group.lowest;
        }
        Lifted { group, rest: number - group.number(places) * group.stride, others }
    }

    /// Where the attackers' king's square is in a table, and whether it is the mirror image that stands there.
    #[inline]
    pub fn king(king: Square) -> (usize, bool) {
        let mirrored = king.file() >= 4;
        let on = if mirrored { king.mirror() } else { king };
        (on.rank() * 4 + on.file(), mirrored)
    }

    /// The square of a number of [`Frame::king`].
    pub fn king_square(number: usize) -> Square {
        Square::at(number % 4, number / 4)
    }

    /// The row of a placement in a table, and whether the row shows the mirror image.
    #[inline]
    pub fn row(&self, king: Square, places: &Places) -> (usize, bool) {
        let (king, mirrored) = Frame::king(king);
        let places = if mirrored { &places.map(Square::mirror) } else { places };
        (king * self.size + self.number(places), mirrored)
    }
}

/// A placement from which one man has been lifted.
pub struct Lifted<'a> {
    group: &'a Group,
    rest: usize,
    others: [usize; 2],
}

impl Lifted<'_> {
    /// The number of the placement with the man on `square`, which is empty and on which it may stand.
    #[inline]
    pub fn with(&self, square: Square) -> usize {
        let at = square.index() - self.group.lowest;
        let number = match self.group.len {
            1 => at,
            2 => rank(&[at, self.others[0]]),
            _ => rank(&[at, self.others[0], self.others[1]]),
        };
        self.rest + number * self.group.stride
    }
}

impl Ending {
    /// How many bytes its table takes in memory at most.
    pub fn bytes(self) -> usize {
        2 * 64 * KINGS * self.placements()
    }

    /// How many bytes the solver needs while it works, the table included; the smaller tables are not.
    pub fn bytes_to_solve(self) -> usize {
        (2 * 64 + super::solve::BYTES_A_PLACEMENT) * KINGS * self.placements()
    }

    /// The size of its frame.
    fn placements(self) -> usize {
        let ways = |attacks: bool, same: &[Role]| {
            let (_, squares) = squares_of(Fighter { attacks, role: same[0] });
            (0..same.len()).fold(1, |ways, placed| ways * (squares - placed) / (placed + 1))
        };
        let of = |army: Army, attacks| -> usize {
            army.roles().chunk_by(|one, other| one == other).map(|same| ways(attacks, same)).product()
        };
        of(self.attackers, true) * of(self.defenders, false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::material::Set;

    #[test]
    fn numbers_and_placements_agree() {
        for name in ["KRvK", "KSMvK", "KMMvK", "KPPvK", "KRvKP", "KPvKP", "KMMMvK", "KNNMvK"] {
            for ending in name.parse::<Set>().unwrap().endings() {
                let frame = Frame::new(ending);
                assert_eq!(ending.placements(), frame.size, "{name}");
                for number in 0..frame.size {
                    let places = frame.places(number);
                    assert_eq!(frame.number(&places), number, "{name}");
                    let image = frame.number(&places.map(Square::mirror));
                    assert_eq!(frame.mirrored(number), image, "{name}");
                    for man in 0..frame.men.len() {
                        assert!(frame.allowed[man].has(places[man]));
                        assert_eq!(frame.without(number, &places, man).with(places[man]), number, "{name}");
                    }
                }
            }
        }
    }
}
