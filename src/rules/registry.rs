//! Games that users bring: kept for the life of the program, so that a position may point to one as to a row of the table.

use crate::rules::men::Men;
use crate::rules::setup::Setup;
use crate::rules::setup::SetupError;
use crate::rules::variant;
use crate::rules::variant::Promotion;
use crate::rules::variant::Variant;
use crate::types::Color;
use crate::types::Role;
use crate::types::Square;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{PoisonError, RwLock};

/// How many different games can be loaded while the program runs.
pub const MOST: usize = 64;

/// A game that is not yet kept.
#[derive(Clone, Debug)]
pub struct Draft {
    pub name: String,
    /// The start position as a FEN of five fields, or six in games of the first check, as they are written back.
    pub start: String,
    /// What pawns may become, at least one role.
    pub roles: Vec<Role>,
    /// Everything else; its name, start and promotion roles stand for nothing.
    pub rules: Variant,
}

/// Why a game cannot be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegistryError {
    /// The program has a game of its own that is called so.
    Taken,
    /// There are [`MOST`] already.
    Full,
}

impl fmt::Display for RegistryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RegistryError::Taken => f.write_str("a game of this name is built in"),
            RegistryError::Full => write!(f, "{MOST} games have been loaded, there is no room for more"),
        }
    }
}

impl std::error::Error for RegistryError {}

/// All that were ever loaded, and which of them a name means: the one loaded last.
struct Shelf {
    rows: Vec<&'static Variant>,
    names: BTreeMap<&'static str, &'static Variant>,
}

static SHELF: RwLock<Shelf> = RwLock::new(Shelf { rows: Vec::new(), names: BTreeMap::new() });

/// Keeps a game, which [`Variant::named`] finds from now on. One equal to another that was kept before is that one.
///
/// The start must have been found possible by [`check_start`].
///
/// # Errors
/// Why it cannot be kept. Nothing has changed.
pub fn keep(draft: &Draft) -> Result<&'static Variant, RegistryError> {
    if Variant::own(&draft.name).is_some() {
        return Err(RegistryError::Taken);
    }
    let mut shelf = SHELF.write().unwrap_or_else(PoisonError::into_inner);
    let known = shelf.rows.iter().copied().find(|row| draft.is(row));
    let row = match known {
        Some(row) => row,
        None if shelf.rows.len() >= MOST => return Err(RegistryError::Full),
        None => {
            let row: &'static Variant = Box::leak(Box::new(Variant {
                name: String::leak(draft.name.clone()),
                start: String::leak(draft.start.clone()),
                promotion: Promotion { roles: Vec::leak(draft.roles.clone()), ..draft.rules.promotion },
                ..draft.rules
            }));
            shelf.rows.push(row);
            row
        }
    };
    shelf.names.insert(row.name, row);
    Ok(row)
}

/// The loaded game of this name.
pub fn named(name: &str) -> Option<&'static Variant> {
    SHELF.read().unwrap_or_else(PoisonError::into_inner).names.get(name).copied()
}

/// The loaded games, by name.
pub fn loaded() -> Vec<&'static Variant> {
    SHELF.read().unwrap_or_else(PoisonError::into_inner).names.values().copied().collect()
}

/// Checks the start of a game that is not kept yet: all that [`Position::new`](crate::rules::Position::new) asks of it.
///
/// # Errors
/// What is impossible about it.
pub fn check_start(variant: &Variant, setup: &Setup) -> Result<(), SetupError> {
    setup.check(variant)?;
    // What men attack depends on no rule but that of the leaps, of which no game has others than a row of the table.
    let kin = variant::ALL.iter().chain(&variant::HIDDEN).find(|row| row.leaps == variant.leaps);
    let mut men = Men::none(kin.copied().unwrap_or(variant::ALL[0]));
    men.rights = setup.rights;
    for square in Square::all() {
        if let Some(man) = setup.board[square.index()] {
            men.put(man, square);
        }
    }
    let attackers = |by: Color| men.attackers(men.king(!by), men.occupied()) & men.colored(by);
    if attackers(setup.turn).any() { Err(SetupError::OpponentInCheck) } else { Ok(()) }
}

impl Draft {
    /// A draft that changes nothing but the name of a game.
    pub fn of(row: &Variant, name: &str) -> Draft {
        Draft { name: name.to_string(), start: row.start.to_string(), roles: row.promotion.roles.to_vec(), rules: *row }
    }

    /// Whether the row would be what is kept of this draft.
    fn is(&self, row: &Variant) -> bool {
        let rules = Variant {
            name: row.name,
            start: row.start,
            promotion: Promotion { roles: row.promotion.roles, ..self.rules.promotion },
            ..self.rules
        };
        rules == *row && self.name == row.name && self.start == row.start && self.roles == row.promotion.roles
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Position;

    #[test]
    fn equal_games_are_one_and_a_name_means_the_last() {
        let first = Draft::of(&variant::MAKRUK, "registry-test");
        let mut second = first.clone();
        second.rules.repetition = 4;
        let (Ok(a), Ok(b), Ok(c)) = (keep(&first), keep(&second), keep(&first)) else { panic!("no room") };
        assert!(std::ptr::eq(a, c) && !std::ptr::eq(a, b));
        assert_eq!(Variant::named("registry-test"), Some(a));
        assert_eq!(Position::start(a).perft(3), Position::start(variant::ALL[0]).perft(3));
        assert_eq!(keep(&Draft::of(&variant::MAKRUK, "karouk")), Err(RegistryError::Taken));
    }
}
