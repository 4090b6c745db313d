//! Keeps the news of a search to what can be read: in a trivial ending a hundred iterations take a millisecond.

use std::time::Duration;

/// Lines that may come at once, as long as there have been few.
const FREE: usize = 256;
/// After those, so long between two pieces of news.
const PAUSE: Duration = Duration::from_millis(50);

/// Counts the lines told and the time since the last.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pace {
    lines: usize,
    last: Duration,
}

impl Pace {
    /// Whether so many lines may be told at this time since the search began; if so, they count as told.
    pub fn admits(&mut self, lines: usize, now: Duration) -> bool {
        let admitted = self.lines + lines <= FREE || self.lines == 0 || now >= self.last + PAUSE;
        if admitted {
            (self.lines, self.last) = (self.lines + lines, now);
        }
        admitted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_held_back() {
        let mut pace = Pace::default();
        let told = |pace: &mut Pace, at: u64| (0..1000).filter(|_| pace.admits(3, Duration::from_millis(at))).count();
        assert_eq!(told(&mut pace, 1), FREE / 3);
        assert_eq!(told(&mut pace, 2), 0);
        assert_eq!(told(&mut pace, 60), 1);
        assert!(Pace::default().admits(10_000, Duration::ZERO));
    }
}
