//! The endings that the game at hand may come to: one thread makes their tables, nearest first, and rests where the game needs
//! the machine.

mod desk;

use crate::engine::Event;
use crate::engine::Outlet;
use crate::engine::endings::desk::Desk;
use crate::engine::endings::desk::Pace;
use crate::engine::endings::desk::State;
use crate::rules::Position;
use crate::rules::Variant;
use crate::search::Endings;
use crate::search::Limits;
use crate::search::Signals;
use crate::tables;
use crate::tables::Set;
use crate::tables::Store;
use crate::tables::Supply;
use crate::tables::Tables;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;
use std::time::Instant;

/// The folder of tables that means the user's own.
pub(super) const OF_USER: &str = "<default>";
/// Sets so many captures away are made already.
const CAPTURES: usize = 2;
/// How long a search without a clock waits for the table of its own root.
const PATIENCE: Duration = Duration::from_secs(1);
/// How long one with a clock does, if the table is on disk or solved in milliseconds.
const HASTE: Duration = Duration::from_millis(100);
/// Between two looks at the signals.
const TICK: Duration = Duration::from_millis(10);
const MEBIBYTE: usize = 1 << 20;

/// What the user wants of tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wishes {
    /// Up to so many men, kings included; fewer than three: none.
    pub men: usize,
    /// In MiB.
    pub memory: usize,
    /// Where they are kept; empty: in memory alone.
    pub folder: String,
}

impl Default for Wishes {
    fn default() -> Wishes {
        Wishes { men: 4, memory: 256, folder: OF_USER.to_string() }
    }
}

/// The tables of the engine, seen from its thread. The builder starts when there is something to make.
pub(super) struct Service {
    desk: Option<Arc<Desk>>,
    /// Of the last search.
    wishes: Wishes,
    outlet: Outlet,
}

impl Service {
    pub fn new(outlet: Outlet) -> Service {
        Service { desk: None, wishes: Wishes::default(), outlet }
    }

    /// Turns to the game that has come to `root`, to be searched in so many threads: gives the tables for that. What a
    /// search within `limits` may wait for the root's own table it waits here, and has less time after it.
    pub fn attend(
        &mut self,
        root: &Position,
        limits: &mut Limits,
        threads: usize,
        wishes: &Wishes,
        signals: &Signals,
    ) -> Endings {
        let men = if wishes.men < 3 { 0 } else { wishes.men };
        let mut wanted = tables::near(root, men, CAPTURES);
        wanted.retain(|&set| tables::serves(root.variant(), set));
        if self.desk.is_none() && wanted.is_empty() || men == 0 {
            self.search_over(None);
            return Endings::default();
        }
        let Some(desk) = self.desk_for(root.variant(), wishes) else {
            self.search_over(None);
            return Endings::default();
        };
        let mut state = desk.state();
        state.own = Set::of(root).filter(|set| wanted.first() == Some(set));
        state.wanted = wanted;
        state.memory = wishes.memory.saturating_mul(MEBIBYTE);
        state.make_room();
        let most = patience(limits, root, state.own);
        state.awaited = limits.time[root.turn().index()].is_none() && !most.is_zero();
        desk.set_pace(&mut state, Pace::during(limits, threads));
        let began = Instant::now();
        while !signals.stopped()
            && let Some(left) = most.checked_sub(began.elapsed()).filter(|left| !left.is_zero())
            && state.own.is_some_and(|own| state.is_coming(own))
        {
            state = desk.changed.wait_timeout(state, left.min(TICK)).unwrap_or_else(PoisonError::into_inner).0;
        }
        state.awaited = false;
        shorten(limits, began.elapsed());
        Endings::new(state.tables.clone(), men)
    }

    /// The search has ended; if its limits are told, more may be made now, else nothing.
    pub fn search_over(&self, limits: Option<&Limits>) {
        if let Some(desk) = &self.desk {
            let mut state = desk.state();
            if limits.is_none() {
                state.wanted.clear();
            }
            desk.set_pace(&mut state, limits.map_or(Pace::Rest, Pace::after));
        }
    }

    /// The desk, turned to this game and these wishes.
    fn desk_for(&mut self, variant: &'static Variant, wishes: &Wishes) -> Option<Arc<Desk>> {
        let moved = wishes.folder != self.wishes.folder;
        self.wishes = wishes.clone();
        if let Some(desk) = &self.desk {
            let mut state = desk.state();
            if !std::ptr::eq(state.tables.variant(), variant) {
                state.failed.clear();
                state.absent.clear();
                state.tables = Arc::new(Tables::new(variant)?);
            }
            if moved {
                state.supply = Arc::new(self.supply());
                state.absent.clear();
            }
            return Some(desk.clone());
        }
        let state = State {
            tables: Arc::new(Tables::new(variant)?),
            supply: Arc::new(self.supply()),
            wanted: Vec::new(),
            own: None,
            awaited: false,
            pace: Pace::Rest,
            memory: 0,
            making: None,
            failed: Vec::new(),
            absent: Vec::new(),
            ended: false,
        };
        let desk = Arc::new(Desk { state: Mutex::new(state), changed: Condvar::new(), stop: AtomicBool::new(false) });
        let (shared, outlet) = (desk.clone(), self.outlet.clone());
        let builder = std::thread::Builder::new().name("endings".to_string());
        builder.spawn(move || shared.build(&outlet)).ok()?;
        self.desk = Some(desk.clone());
        Some(desk)
    }

    fn supply(&self) -> Supply {
        let store = match self.wishes.folder.as_str() {
            "" => None,
            OF_USER => {
                let store = Store::of_user();
                if store.is_none() {
                    let words = "solved endings stay in memory: there is no home to keep them in";
                    (self.outlet)(Event::Note(words.to_string()));
                }
                store
            }
            folder => Some(Store::at(folder)),
        };
        Supply::new(store)
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        if let Some(desk) = &self.desk {
            desk.state().ended = true;
            desk.stop.store(true, Ordering::Relaxed);
            desk.changed.notify_all();
        }
    }
}

/// How long a search may wait for the root's own set.
fn patience(limits: &Limits, root: &Position, own: Option<Set>) -> Duration {
    if own.is_none() {
        return Duration::ZERO;
    }
    match (limits.time[root.turn().index()], limits.movetime) {
        (Some(time), _) => HASTE.min(Duration::from_millis(time.max(0) as u64 / 20)),
        (None, Some(time)) => PATIENCE.min(time.mul_f64(0.75)),
        (None, None) => PATIENCE,
    }
}

/// Takes off what has been waited.
fn shorten(limits: &mut Limits, waited: Duration) {
    limits.movetime = limits.movetime.map(|time| time.saturating_sub(waited));
    limits.time = limits.time.map(|time| time.map(|time| time - waited.as_millis() as i64));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;
    use crate::rules::variant;

    fn limits(white: i64, black: i64) -> Limits {
        Limits { time: [Some(white), Some(black)], ..Limits::default() }
    }

    /// A service without a folder, attending to `text`.
    fn attended(service: &mut Service, text: &str, limits: &mut Limits, memory: usize) -> Endings {
        let root = fen::position(text, &variant::MAKRUK).unwrap();
        let wishes = Wishes { memory, folder: String::new(), ..Wishes::default() };
        service.attend(&root, limits, 1, &wishes, &Signals::default())
    }

    const ROOK: &str = "8/8/8/8/8/8/1Rk5/K7 b - 32 6 60";
    const ROOK_AND_MET: &str = "8/8/8/3k4/3m4/8/2R5/K7 w - - 0 1";

    #[test]
    fn a_search_without_a_clock_has_the_table_of_its_root() {
        let mut service = Service::new(Arc::new(|_| {}));
        let mut unlimited = Limits::default();
        attended(&mut service, ROOK, &mut unlimited, 256);
        let desk = service.desk.clone().unwrap();
        assert!(desk.state().tables.has("KRvK".parse().unwrap()));
        let mut clock = limits(60_000, 60_000);
        attended(&mut service, ROOK_AND_MET, &mut clock, 256);
        assert!(clock.time[0] >= Some(59_000), "little is waited for on a clock");
    }

    #[test]
    fn what_does_not_fit_is_not_made_and_not_waited_for() {
        let mut service = Service::new(Arc::new(|_| {}));
        let began = Instant::now();
        attended(&mut service, ROOK_AND_MET, &mut Limits::default(), 16);
        assert!(began.elapsed() < PATIENCE / 2);
        let desk = service.desk.clone().unwrap();
        let state = desk.state();
        assert!(!state.tables.has("KRvKM".parse().unwrap()) && state.tables.bytes() < 16 * MEBIBYTE);
    }
}
