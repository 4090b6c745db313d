//! Words from other threads to a running search: stop, and ponderhit.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Flags that a running search looks at.
///
/// The thread that starts a search calls [`Signals::arm`] before it hands the search over, so that a `stop` that follows at
/// once is not lost, and one that came before means nothing.
#[derive(Debug, Default)]
pub struct Signals {
    stop: AtomicBool,
    pondering: AtomicBool,
    changed: Condvar,
    lock: Mutex<()>,
}

impl Signals {
    /// Makes ready for a new search, which ponders or not.
    pub fn arm(&self, ponder: bool) {
        self.pondering.store(ponder, Ordering::SeqCst);
        self.stop.store(false, Ordering::SeqCst);
    }

    /// The search is to end now.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::SeqCst);
        self.wake();
    }

    /// The move pondered on has been played: the clock runs from now.
    pub fn ponder_hit(&self) {
        self.pondering.store(false, Ordering::SeqCst);
        self.wake();
    }

    /// Whether the search is to end.
    #[inline]
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether the move pondered on has not been played yet.
    #[inline]
    pub fn pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }

    /// Sleeps until `done`, which looks at the flags, holds.
    pub fn wait(&self, done: impl Fn(&Signals) -> bool) {
        let mut guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        while !done(self) {
            let waited = self.changed.wait_timeout(guard, Duration::from_secs(1));
            guard = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn wake(&self) {
        let _guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        self.changed.notify_all();
    }
}
