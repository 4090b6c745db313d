//! The tables of one game that have been made so far.

use crate::rules::Position;
use crate::rules::Variant;
use crate::tables::conversion;
use crate::tables::exits::Escapes;
use crate::tables::material::Ending;
use crate::tables::material::Set;
use crate::tables::solve;
use crate::tables::solve::Unsolved;
use crate::tables::table::Table;
use crate::types::Color;
use std::fmt;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::OnceLock;
use std::sync::PoisonError;
use std::sync::atomic::AtomicBool;

/// Why a set could not be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuildError {
    /// Tables are not made of this set in this game.
    NotServed(Set),
    /// Someone asked the solver to stop.
    Stopped,
    /// A win would take more plies than a table can hold.
    TooLong(Ending),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::NotServed(set) => write!(f, "this game has no tables of {set}"),
            BuildError::Stopped => f.write_str("stopped"),
            BuildError::TooLong(ending) => write!(f, "{ending} has wins of more than {} plies", solve::LONGEST),
        }
    }
}

impl std::error::Error for BuildError {}

/// The tables of one game. Any thread may probe at any time, without a lock; one at a time builds.
pub struct Tables {
    variant: &'static Variant,
    // [Ending::code]
    slots: Box<[OnceLock<Arc<Table>>]>,
    builder: Mutex<()>,
}

impl Tables {
    /// No tables yet; `None` if none can be made for this game.
    pub fn new(variant: &'static Variant) -> Option<Tables> {
        conversion::serves_any(variant).then(|| Tables {
            variant,
            slots: (0..Ending::CODES).map(|_| OnceLock::new()).collect(),
            builder: Mutex::new(()),
        })
    }

    /// The game.
    pub fn variant(&self) -> &'static Variant {
        self.variant
    }

    /// The table of an ending, if it has been made.
    #[inline]
    pub fn table(&self, ending: Ending) -> Option<&Table> {
        self.slots.get(ending.code())?.get().map(Arc::as_ref)
    }

    /// Whether a set has been made.
    pub fn has(&self, set: Set) -> bool {
        set.endings().into_iter().all(|ending| self.table(ending).is_some())
    }

    /// Takes in a table that has been made elsewhere.
    pub(super) fn adopt(&self, table: Table) {
        // Where there is one already, it is the same.
        let _ = self.slots[table.ending.code()].set(Arc::new(table));
    }

    /// Takes in what other tables of the same game have of a set and of all that it leads into.
    pub fn share(&self, other: &Tables, set: Set) {
        for ending in set.with_all_below().into_iter().flat_map(Set::endings) {
            if let Some(table) = other.slots[ending.code()].get() {
                let _ = self.slots[ending.code()].set(table.clone());
            }
        }
    }

    /// Bytes of memory that its tables take.
    pub fn bytes(&self) -> usize {
        self.slots.iter().filter_map(|slot| slot.get()).map(|table| table.held).sum()
    }

    /// Bytes of memory that more is needed for while a set is made, all that it leads into included; at most, for tables
    /// of few wins need less.
    pub fn bytes_to_make(&self, set: Set) -> usize {
        let missing = self.missing(set);
        let solving = missing.iter().map(|ending| ending.bytes_to_solve() - ending.bytes()).max().unwrap_or(0);
        missing.iter().map(|ending| ending.bytes()).sum::<usize>() + solving
    }

    /// The sets of so many men, kings included, that can be made for this game.
    pub fn served(&self, men: usize) -> Vec<Set> {
        Set::all(men).into_iter().filter(|&set| conversion::serves(self.variant, set)).collect()
    }

    /// How many plies a win may take in an ending if no count runs yet, but the rule starts one as soon as it can; `None` if
    /// there is no end to them.
    pub fn room_at_start(&self, ending: Ending, attackers_to_move: bool) -> Option<u16> {
        conversion::room_at_start(self.variant, ending, attackers_to_move)
    }

    /// A position of the longest win in an ending that has been made, white being the side that wins, with `turn` to move.
    pub fn longest(&self, ending: Ending, turn: Color) -> Option<Position> {
        let table = self.table(ending)?;
        conversion::position(self.variant, &table.frame, turn, table.longest(turn.is_white())?)
    }

    /// The endings that must still be solved for a set, in the order in which that can be done.
    pub fn missing(&self, set: Set) -> Vec<Ending> {
        let mut order = Vec::new();
        set.endings().into_iter().for_each(|ending| self.add_missing(ending, &mut order));
        order
    }

    fn add_missing(&self, ending: Ending, order: &mut Vec<Ending>) {
        if self.table(ending).is_none() && !order.contains(&ending) {
            ending.successors().into_iter().for_each(|next| self.add_missing(next, order));
            order.push(ending);
        }
    }

    /// Makes a set and all that it leads into, with so many threads. `report` is told of each ending before it is solved.
    ///
    /// # Errors
    /// When the set is not served, when `stop` has been set, or when a win is too long. What was finished by then stays.
    pub fn build(
        &self,
        set: Set,
        threads: usize,
        stop: &AtomicBool,
        report: &mut dyn FnMut(Ending),
    ) -> Result<(), BuildError> {
        if !conversion::serves(self.variant, set) {
            return Err(BuildError::NotServed(set));
        }
        let _one_at_a_time = self.builder.lock().unwrap_or_else(PoisonError::into_inner);
        for ending in self.missing(set) {
            report(ending);
            let smaller = |ending: Ending| self.slots[ending.code()].get().cloned();
            let ways = Escapes::new(self.variant, ending, smaller);
            let mut table = Table::blank(ending);
            solve::solve(&mut table, &ways, threads, stop).map_err(|unsolved| match unsolved {
                Unsolved::Stopped => BuildError::Stopped,
                Unsolved::TooLong => BuildError::TooLong(ending),
            })?;
            table.weigh();
            // Only the holder of the lock fills slots, so this one is empty.
            let _ = self.slots[ending.code()].set(Arc::new(table));
        }
        Ok(())
    }
}
