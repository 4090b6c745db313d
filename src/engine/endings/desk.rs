//! What the engine's thread and the builder of tables share: what is wanted, what there is, and when to rest.

use crate::engine::Event;
use crate::engine::Outlet;
use crate::search::Limits;
use crate::tables::BuildError;
use crate::tables::Hearer;
use crate::tables::Set;
use crate::tables::Supply;
use crate::tables::Tables;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// With less than this on a clock, in milliseconds, nothing is solved that takes more than milliseconds.
const SHORT_OF_TIME: i64 = 8_000;

/// What may be solved now. What is on disk may be read at any time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pace {
    /// Only sets of three men, which take milliseconds.
    Rest,
    /// Those, and the set of the root.
    Own,
    /// All that is wanted.
    Free,
}

impl Pace {
    /// While a search with these limits runs in so many threads.
    pub fn during(limits: &Limits, threads: usize) -> Pace {
        let busy = threads >= cores();
        match limits.time.iter().flatten().min() {
            Some(&least) if busy || least < SHORT_OF_TIME => Pace::Rest,
            None if busy => Pace::Own,
            _ => Pace::Free,
        }
    }

    /// After it.
    pub fn after(limits: &Limits) -> Pace {
        Pace::during(limits, 0)
    }
}

/// Processors that we may use.
pub(super) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// What there is, what is wanted, and what may be done.
pub(super) struct State {
    pub tables: Arc<Tables>,
    pub supply: Arc<Supply>,
    /// The nearest first.
    pub wanted: Vec<Set>,
    /// The set of the root.
    pub own: Option<Set>,
    /// The search waits for it.
    pub awaited: bool,
    pub pace: Pace,
    /// In bytes.
    pub memory: usize,
    /// What is made now.
    pub making: Option<Set>,
    /// What cannot be made.
    pub failed: Vec<Set>,
    /// What is not on disk.
    pub absent: Vec<Set>,
    pub ended: bool,
}

impl State {
    fn allows(&self, set: Set) -> bool {
        set.men() == 3 || self.pace == Pace::Free || self.pace == Pace::Own && Some(set) == self.own
    }

    fn fits(&self, set: Set) -> bool {
        self.tables.bytes() + self.tables.bytes_to_make(set) <= self.memory
    }

    fn lacks(&self, set: Set) -> bool {
        !self.tables.has(set) && !self.failed.contains(&set) && self.fits(set)
    }

    /// Whether a set that is lacking will be there soon: it may be solved now, or is on disk for all that is known.
    pub fn is_coming(&self, set: Set) -> bool {
        self.lacks(set) && (self.allows(set) || !self.absent.contains(&set))
    }

    /// What is to be made next.
    fn next(&self) -> Option<Set> {
        self.wanted.iter().copied().find(|&set| self.is_coming(set))
    }

    /// Forgets tables that are not wanted, if the next one needs their room.
    pub fn make_room(&mut self) {
        let missing = self.wanted.iter().filter(|&&set| !self.tables.has(set));
        let needed: usize = missing.map(|&set| self.tables.bytes_to_make(set)).sum();
        if self.tables.bytes() + needed <= self.memory {
            return;
        }
        let Some(kept) = Tables::new(self.tables.variant()) else { return };
        let small = kept.served(3);
        for &set in self.wanted.iter().chain(&small).filter(|&&set| self.tables.has(set)) {
            kept.share(&self.tables, set);
        }
        if kept.bytes() < self.tables.bytes() {
            self.tables = Arc::new(kept);
        }
    }
}

/// What the engine's thread and the builder share.
pub(super) struct Desk {
    pub state: Mutex<State>,
    pub changed: Condvar,
    /// What is made now is to be given up.
    pub stop: AtomicBool,
}

impl Desk {
    pub fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets what may be made from now on.
    pub fn set_pace(&self, state: &mut State, pace: Pace) {
        state.pace = pace;
        if state.making.is_some_and(|set| !state.allows(set) || !state.wanted.contains(&set)) {
            self.stop.store(true, Ordering::Relaxed);
        }
        self.changed.notify_all();
    }

    /// The life of the builder.
    pub fn build(&self, outlet: &Outlet) {
        let mut state = self.state();
        while !state.ended {
            let Some(set) = state.next() else {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let (tables, supply) = (state.tables.clone(), state.supply.clone());
            // While the search waits, the machine is ours.
            let threads = if state.awaited { cores() } else { 1 };
            let solve = state.allows(set);
            state.making = Some(set);
            self.stop.store(false, Ordering::Relaxed);
            drop(state);
            let mut hearer = Hearer { solving: &mut |_| {}, trouble: &mut |words| outlet(Event::Note(words)) };
            let made = if supply.fetch(&tables, set, &mut hearer) {
                Ok(())
            } else if solve {
                supply.bring(&tables, set, threads, &self.stop, &mut hearer)
            } else {
                Err(BuildError::Stopped)
            };
            state = self.state();
            state.making = None;
            match made {
                Ok(()) => {}
                Err(BuildError::Stopped) => state.absent.push(set),
                Err(_) => state.failed.push(set),
            }
            let same = std::ptr::eq(tables.variant(), state.tables.variant());
            if same && !Arc::ptr_eq(&tables, &state.tables) && state.wanted.contains(&set) {
                state.tables.share(&tables, set);
            }
            self.changed.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::endings::MEBIBYTE;
    use crate::rules::variant;

    fn limits(white: i64, black: i64) -> Limits {
        Limits { time: [Some(white), Some(black)], ..Limits::default() }
    }

    #[test]
    fn it_rests_where_the_game_needs_the_machine() {
        let all = cores();
        assert_eq!(Pace::during(&limits(60_000, 60_000), all), Pace::Rest);
        assert_eq!(Pace::during(&limits(60_000, 60_000), 0), Pace::Free);
        assert_eq!(Pace::during(&limits(60_000, 5_000), 0), Pace::Rest);
        assert_eq!(Pace::during(&Limits::default(), all), Pace::Own);
        assert_eq!(Pace::after(&limits(60_000, 60_000)), Pace::Free);
        assert_eq!(Pace::after(&limits(60_000, 500)), Pace::Rest);
    }

    #[test]
    fn room_is_made_for_what_is_nearer() {
        let tables = Tables::new(&variant::MAKRUK).unwrap();
        let build = |name: &str| {
            let set: Set = name.parse().unwrap();
            tables.build(set, 1, &AtomicBool::new(false), &mut |_| {}).unwrap();
            set
        };
        let (old, small) = (build("KMMvK"), build("KRvK"));
        let mut state = State {
            wanted: vec!["KNNvK".parse().unwrap(), small],
            own: None,
            awaited: false,
            pace: Pace::Free,
            memory: tables.bytes() + 20 * MEBIBYTE,
            making: None,
            failed: Vec::new(),
            absent: Vec::new(),
            ended: false,
            supply: Arc::new(Supply::new(None)),
            tables: Arc::new(tables),
        };
        state.make_room();
        assert!(state.tables.has(old), "there is room");
        state.memory = state.tables.bytes() + 2 * MEBIBYTE;
        state.make_room();
        assert!(!state.tables.has(old) && state.tables.has(small));
    }
}
