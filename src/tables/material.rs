//! What stands on the board: armies, and the endings that two armies make.

use crate::rules::Position;
use crate::types::Color;
use crate::types::Role;
use arrayvec::ArrayVec;
use std::fmt;
use std::str::FromStr;

/// The most men besides its king that an army may have.
pub const MOST: usize = 3;

/// The roles that tables know, in the order in which names give them, with their letters.
const ROLES: [(Role, char); 5] =
    [(Role::Rook, 'R'), (Role::Knight, 'N'), (Role::Khon, 'S'), (Role::Met, 'M'), (Role::Pawn, 'P')];

/// The place of a role in names.
fn order(role: Role) -> Option<usize> {
    ROLES.iter().position(|&(other, _)| other == role)
}

/// The men of one side besides its king.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Army {
    // [place in ROLES] -> how many
    counts: [u8; ROLES.len()],
}

impl Army {
    /// A bare king.
    pub const BARE: Army = Army { counts: [0; ROLES.len()] };

    /// The army of these men; `None` if they are too many or one has a role that tables do not know.
    pub fn new(roles: impl IntoIterator<Item = Role>) -> Option<Army> {
        let mut army = Army::BARE;
        for role in roles {
            army.counts[order(role)?] += 1;
        }
        (army.others() <= MOST).then_some(army)
    }

    /// The army of `color`; `None` if tables do not know it.
    #[inline]
    pub fn of(position: &Position, color: Color) -> Option<Army> {
        let mut army = Army::BARE;
        let men = position.colored(color);
        if men.len() > MOST + 1 {
            return None;
        }
        for (count, (role, _)) in army.counts.iter_mut().zip(ROLES) {
            *count = (men & position.role(role)).len() as u8;
        }
        (army.others() + 1 == men.len()).then_some(army)
    }

    /// How many men there are besides the king.
    #[inline]
    pub fn others(self) -> usize {
        self.counts.iter().map(|&count| count as usize).sum()
    }

    /// Whether this is a bare king.
    #[inline]
    pub fn is_bare(self) -> bool {
        self == Army::BARE
    }

    /// Its men, in the order of names.
    pub fn roles(self) -> ArrayVec<Role, MOST> {
        let each = ROLES.iter().zip(self.counts).flat_map(|(&(role, _), count)| (0..count).map(move |_| role));
        each.take(MOST).collect()
    }

    /// Whether a man of this role is among it.
    pub fn has(self, role: Role) -> bool {
        order(role).is_some_and(|place| self.counts[place] > 0)
    }

    /// The army without one man of this role.
    pub fn without(self, role: Role) -> Army {
        let mut army = self;
        if let Some(place) = order(role) {
            army.counts[place] = army.counts[place].saturating_sub(1);
        }
        army
    }

    /// The army in which a pawn has become a met.
    pub fn promoted(self) -> Army {
        let mut army = self.without(Role::Pawn);
        army.counts[3] += 1;
        army
    }

    /// A number of its own, below [`Army::CODES`].
    #[inline]
    pub fn code(self) -> usize {
        self.counts.iter().fold(0, |code, &count| code * (MOST + 1) + count as usize)
    }

    /// Above every [`Army::code`].
    pub const CODES: usize = (MOST + 1).pow(ROLES.len() as u32);

    /// All armies of so many men, in the order of names.
    pub fn all(len: usize) -> Vec<Army> {
        let mut armies = vec![Army::BARE];
        for _ in 0..len {
            let longer = armies.iter().flat_map(|army| {
                let last = army.counts.iter().rposition(|&count| count > 0).unwrap_or(0);
                (last..ROLES.len()).map(|place| {
                    let mut longer = *army;
                    longer.counts[place] += 1;
                    longer
                })
            });
            armies = longer.collect();
        }
        armies
    }
}

impl fmt::Display for Army {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("K")?;
        for (&(_, letter), count) in ROLES.iter().zip(self.counts) {
            for _ in 0..count {
                write!(f, "{letter}")?;
            }
        }
        Ok(())
    }
}

/// A set of positions: all those in which these two armies meet. The first army is the one of more men or, of as many,
/// the one that comes first in the order of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Set {
    pub first: Army,
    pub second: Army,
}

impl Set {
    /// The set of two armies, in either order; `None` if it is none that tables can be made of: up to four men, and five
    /// without pawns against a bare king.
    pub fn new(one: Army, other: Army) -> Option<Set> {
        let swap = (other.others(), Set::rank(one)) > (one.others(), Set::rank(other));
        let (first, second) = if swap { (other, one) } else { (one, other) };
        let known = match (first.others(), second.others()) {
            (1 | 2, 0) | (1, 1) => true,
            (3, 0) => !first.has(Role::Pawn),
            _ => false,
        };
        known.then_some(Set { first, second })
    }

    /// A key by which armies of equal length are put in the order of names.
    fn rank(army: Army) -> [std::cmp::Reverse<u8>; ROLES.len()] {
        army.counts.map(std::cmp::Reverse)
    }

    /// The set that a position belongs to.
    pub fn of(position: &Position) -> Option<Set> {
        Set::new(Army::of(position, Color::White)?, Army::of(position, Color::Black)?)
    }

    /// All sets of so many men, kings included: 3, 4 or 5.
    pub fn all(men: usize) -> Vec<Set> {
        let mut sets = Vec::new();
        for second in 0..=1 {
            let Some(first) = men.checked_sub(2 + second).filter(|&first| first >= second) else { continue };
            for one in Army::all(first) {
                sets.extend(
                    Army::all(second)
                        .into_iter()
                        .filter_map(|other| Set::new(one, other).filter(|set| set.first == one)),
                );
            }
        }
        sets
    }

    /// How many men there are, kings included.
    pub fn men(self) -> usize {
        self.first.others() + self.second.others() + 2
    }

    /// The tables it is made of: one for each side that can win.
    pub fn endings(self) -> ArrayVec<Ending, 2> {
        let mut endings = ArrayVec::new();
        endings.push(Ending { attackers: self.first, defenders: self.second });
        if !self.second.is_bare() && self.first != self.second {
            endings.push(Ending { attackers: self.second, defenders: self.first });
        }
        endings
    }

    /// The sets that one capture or promotion leads to, those with a man left besides the kings.
    pub fn successors(self) -> Vec<Set> {
        let mut sets = Vec::new();
        for ending in self.endings() {
            for next in ending.successors() {
                if let Some(set) = Set::new(next.attackers, next.defenders)
                    && !sets.contains(&set)
                {
                    sets.push(set);
                }
            }
        }
        sets
    }

    /// The set and all that it leads into, each after those that it leads into itself.
    pub fn with_all_below(self) -> Vec<Set> {
        fn add(set: Set, order: &mut Vec<Set>) {
            if !order.contains(&set) {
                set.successors().into_iter().for_each(|next| add(next, order));
                order.push(set);
            }
        }
        let mut order = Vec::new();
        add(self, &mut order);
        order
    }

    /// Whether every distance of the set is one to mate: a bare king's captures leave the count running, and against it
    /// nothing but a pawn can change the men.
    pub fn ends_in_mate(self) -> bool {
        self.second.is_bare() && !self.first.has(Role::Pawn)
    }

    /// How many bytes its tables take in memory at most.
    pub fn bytes(self) -> usize {
        self.endings().into_iter().map(Ending::bytes).sum()
    }
}

impl fmt::Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.first, self.second)
    }
}

/// A name that is not that of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSuchSet(pub String);

impl fmt::Display for NoSuchSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no set of tables is called '{}': names are like KRvK, KSMvK or KRvKN", self.0)
    }
}

impl std::error::Error for NoSuchSet {}

impl FromStr for Set {
    type Err = NoSuchSet;

    /// Reads `KRMvK`, in either case and with any order of the men; `KRM` means against a bare king.
    fn from_str(name: &str) -> Result<Set, NoSuchSet> {
        let upper = name.to_ascii_uppercase();
        let (first, second) = upper.split_once('V').unwrap_or((&upper, "K"));
        let army = |name: &str| {
            let men = name.strip_prefix('K')?;
            let roles: Option<Vec<Role>> =
                men.chars().map(|letter| ROLES.iter().find(|row| row.1 == letter).map(|row| row.0)).collect();
            Army::new(roles?)
        };
        let set = army(first).zip(army(second)).and_then(|(one, other)| Set::new(one, other));
        set.ok_or_else(|| NoSuchSet(name.to_string()))
    }
}

/// One table: the positions in which the attackers' side wins against the defenders'.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ending {
    pub attackers: Army,
    pub defenders: Army,
}

impl Ending {
    /// The endings that one capture or promotion leads to, in which the same side may still win.
    pub fn successors(self) -> Vec<Ending> {
        let mut next = Vec::new();
        let each = |army: Army| {
            let roles = army.roles();
            let fresh = |&i: &usize| i == 0 || roles[i] != roles[i - 1];
            (0..roles.len()).filter(fresh).map(|i| roles[i]).collect::<ArrayVec<Role, MOST>>()
        };
        let (fewer, promoted) = (
            |army: Army| each(army).into_iter().map(move |role| army.without(role)).collect::<Vec<_>>(),
            |army: Army| army.has(Role::Pawn).then(|| army.promoted()).into_iter().collect::<Vec<_>>(),
        );
        let (attackers, defenders) = (self.attackers, self.defenders);
        // Captures, promotions, and promotions that capture.
        for defenders in fewer(defenders) {
            next.push(Ending { attackers, defenders });
            next.extend(promoted(attackers).into_iter().map(|attackers| Ending { attackers, defenders }));
        }
        for attackers in fewer(attackers) {
            next.push(Ending { attackers, defenders });
            next.extend(promoted(defenders).into_iter().map(|defenders| Ending { attackers, defenders }));
        }
        next.extend(promoted(attackers).into_iter().map(|attackers| Ending { attackers, defenders }));
        next.extend(promoted(defenders).into_iter().map(|defenders| Ending { attackers, defenders }));
        next.retain(|ending| !ending.attackers.is_bare());
        next
    }

    /// A number of its own, below [`Ending::CODES`].
    #[inline]
    pub fn code(self) -> usize {
        let defenders = self.defenders.counts.iter().position(|&count| count > 0).map_or(0, |place| place + 1);
        self.attackers.code() * (ROLES.len() + 1) + defenders
    }

    /// Above every [`Ending::code`].
    pub const CODES: usize = Army::CODES * (ROLES.len() + 1);
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} against {}", self.attackers, self.defenders)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_so_many_sets() {
        assert_eq!([3, 4, 5].map(|men| Set::all(men).len()), [5, 30, 20]);
        for men in 3..=5 {
            for set in Set::all(men) {
                assert_eq!(set.to_string().parse(), Ok(set));
                assert_eq!(set.men(), men);
                for ending in set.endings() {
                    assert!(ending.code() < Ending::CODES);
                }
            }
        }
    }

    #[test]
    fn names_are_read_in_any_order() {
        let set: Set = "kmsVk".parse().unwrap();
        assert_eq!(set.to_string(), "KSMvK");
        assert_eq!("KNvKR".parse::<Set>().unwrap().to_string(), "KRvKN");
        assert_eq!("KRMv".parse::<Set>().unwrap_err().0, "KRMv");
        assert!("KMMP".parse::<Set>().is_err() && "K".parse::<Set>().is_err() && "".parse::<Set>().is_err());
    }

    #[test]
    fn a_pawn_against_a_rook_leads_on() {
        let set: Set = "KRvKP".parse().unwrap();
        let names: Vec<String> = set.successors().iter().map(Set::to_string).collect();
        assert_eq!(names, ["KRvK", "KRvKM", "KPvK", "KMvK"]);
        let names: Vec<String> = set.with_all_below().iter().map(Set::to_string).collect();
        assert_eq!(names, ["KRvK", "KMvK", "KRvKM", "KPvK", "KRvKP"]);
    }
}
