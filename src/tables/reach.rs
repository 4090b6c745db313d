//! Which sets a game may soon come to.

use crate::rules::Position;
use crate::tables::material::Army;
use crate::tables::material::Set;
use crate::types::Color;
use crate::types::Role;

/// Men of one side besides its king, however many. `[role]`
type Men = [u8; Role::COUNT];

/// The men of a side.
fn men(position: &Position, color: Color) -> Men {
    Role::ALL.map(|role| if role == Role::King { 0 } else { position.of(color, role).len() as u8 })
}

/// The set of two sides; `None` if it is none.
fn set([white, black]: [Men; 2]) -> Option<Set> {
    let army = |men: Men| {
        let each = Role::ALL.into_iter().flat_map(|role| (0..men[role.index()]).map(move |_| role));
        Army::new(each)
    };
    Set::new(army(white)?, army(black)?)
}

/// The sets of three to `most` men, kings included, that at most so many captures lead to, the nearest first. What pawns
/// may turn into is left out: a set of pawns brings it with it.
pub fn near(position: &Position, most: usize, captures: usize) -> Vec<Set> {
    let mut sets = Vec::new();
    let mut level = vec![Color::ALL.map(|color| men(position, color))];
    for left in (0..=captures).rev() {
        for set in level.iter().filter_map(|&sides| set(sides)).filter(|set| (3..=most).contains(&set.men())) {
            if !sets.contains(&set) {
                sets.push(set);
            }
        }
        if left > 0 {
            level = level.iter().flat_map(fewer).collect();
            level.sort();
            level.dedup();
        }
    }
    sets
}

/// The sides after each capture.
fn fewer(sides: &[Men; 2]) -> Vec<[Men; 2]> {
    let each = (0..2).flat_map(|side| (0..Role::COUNT).map(move |role| (side, role)));
    let there = each.filter(|&(side, role)| sides[side][role] > 0);
    there
        .map(|(side, role)| {
            let mut next = *sides;
            next[side][role] -= 1;
            next
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;
    use crate::rules::variant;

    fn names(text: &str, most: usize, captures: usize) -> Vec<String> {
        let position = fen::position(text, &variant::MAKRUK).unwrap();
        near(&position, most, captures).iter().map(Set::to_string).collect()
    }

    #[test]
    fn nearest_first() {
        assert_eq!(names("8/8/8/3k4/3m4/8/2R5/K7 w - - 0 1", 4, 1), ["KRvKM", "KMvK", "KRvK"]);
        let five = names("8/8/2p5/3k4/3m4/8/2R5/K7 w - - 0 1", 4, 2);
        assert_eq!(five, ["KMPvK", "KRvKM", "KRvKP", "KMvK", "KPvK", "KRvK"]);
        let six = names("8/8/2p5/3k4/3m4/8/2R5/K1S5 w - - 0 1", 4, 2);
        assert_eq!(six, ["KMPvK", "KRvKM", "KRvKP", "KSvKM", "KSvKP", "KRSvK"]);
        assert!(names(variant::MAKRUK.start, 4, 2).is_empty());
        assert_eq!(names("8/8/8/3k4/3m4/8/2R5/K7 w - - 0 1", 3, 0), [""; 0]);
    }
}
