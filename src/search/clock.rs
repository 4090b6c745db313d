//! How long to think: a soft limit, checked between iterations and stretched by what the search sees, and a hard one.

use crate::search::Limits;
use crate::search::Settings;
use crate::types::Color;
use std::time::Duration;
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
use std::time::Instant;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
use still::Instant;

/// Time for platforms that have none: it stands, and depth and nodes alone limit a search.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod still {
    use std::time::Duration;

    #[derive(Clone, Copy, Debug)]
    pub struct Instant;

    impl Instant {
        pub fn now() -> Instant {
            Instant
        }

        pub fn elapsed(&self) -> Duration {
            Duration::ZERO
        }
    }
}

/// Moves that the rest of the game is taken to have where the clock does not say.
const MOVES_LEFT: f64 = 26.0;
/// The share of the increment that a move may spend at once.
const INCREMENT_SHARE: f64 = 0.8;
/// Overheads that are kept back for moves to come: where the increment pays for none of them, one delay must not lose the game.
const RESERVE: f64 = 8.0;
/// Of a clock below the reserve, what may be spent as if it were not.
const BELOW_RESERVE: f64 = 0.1;
/// The hard limit in soft ones, and as a share of the clock.
const HARD_STRETCH: f64 = 4.5;
const HARD_SHARE: f64 = 0.55;

/// The time that a move may take; none: no limit by time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Budget {
    /// No new iteration after this, stretched by [`Budget::stretch`].
    pub soft: Option<Duration>,
    /// Stop at once after this.
    pub hard: Option<Duration>,
}

impl Budget {
    /// The budget of a move of `turn`.
    pub fn new(limits: &Limits, settings: &Settings, turn: Color) -> Budget {
        let overhead = settings.move_overhead.as_secs_f64() * 1000.0;
        if let Some(time) = limits.movetime {
            let hard = time.saturating_sub(Duration::from_micros(500)).max(Duration::from_micros(500));
            return Budget { soft: None, hard: Some(hard) };
        }
        let Some(time) = limits.time[turn.index()] else { return Budget { soft: None, hard: None } };
        let increment = limits.increment[turn.index()].max(0) as f64;
        let usable = (time as f64 - overhead).max(1.0);
        let left = (time as f64 - RESERVE * overhead).max(BELOW_RESERVE * usable);
        let moves = limits.moves_to_go.map_or(MOVES_LEFT, |moves| (moves.clamp(1, 60) as f64).min(MOVES_LEFT + 14.0));
        let (soft, hard) = if limits.moves_to_go == Some(1) {
            (usable * 0.7, usable * 0.9)
        } else {
            let soft = (left / moves + increment * INCREMENT_SHARE).min(left * 0.6);
            (soft, (soft * HARD_STRETCH).min(left * HARD_SHARE.max(1.0 / moves)).max(soft))
        };
        let pace = f64::from(settings.slow_mover) / 100.0;
        let (soft, hard) = (soft * pace, hard * pace.max(1.0));
        // With a few milliseconds left, even the hard limit keeps away from the flag.
        let hard = hard.min(usable * 0.9).max(0.5);
        let milliseconds = |ms: f64| Some(Duration::from_secs_f64(ms / 1000.0));
        Budget { soft: milliseconds(soft.min(hard)), hard: milliseconds(hard) }
    }

    /// By how much the soft limit is stretched: an unsteady best move, a falling score and a best move that took few of the
    /// nodes ask for more, the opposite for less. `steady`: iterations that the best move has stood; `drop`: centipawns that
    /// the score fell; `share`: the best move's share of the nodes.
    pub fn stretch(steady: usize, drop: i32, share: f64) -> f64 {
        let steadiness = 1.35 - 0.075 * steady.min(9) as f64;
        let falling = (1.0 + drop as f64 * 0.006).clamp(0.85, 1.5);
        let effort = (1.75 - 1.1 * share).clamp(0.6, 1.6);
        steadiness * falling * effort
    }
}

/// The running clock of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    started: Instant,
    /// Since when the move's own time runs: the start, or the ponderhit.
    running: Instant,
    budget: Budget,
    /// Nodes a millisecond in place of time.
    nodes_time: u64,
}

impl Clock {
    pub fn start(budget: Budget, settings: &Settings) -> Clock {
        let now = Instant::now();
        Clock { started: now, running: now, budget, nodes_time: settings.nodes_time }
    }

    /// The opponent has played the move pondered on: time runs from now.
    pub fn ponder_hit(&mut self) {
        self.running = Instant::now();
    }

    /// Since the search began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// What counts as time spent.
    fn spent(&self, nodes: u64) -> Duration {
        match (nodes * 1000).checked_div(self.nodes_time) {
            Some(microseconds) => Duration::from_micros(microseconds),
            None => self.running.elapsed(),
        }
    }

    /// Whether the search must end now.
    pub fn is_over(&self, nodes: u64) -> bool {
        self.budget.hard.is_some_and(|hard| self.spent(nodes) >= hard)
    }

    /// Whether another iteration is not worth beginning.
    pub fn is_enough(&self, nodes: u64, stretch: f64) -> bool {
        self.budget.soft.is_some_and(|soft| self.spent(nodes) >= soft.mul_f64(stretch))
    }

    /// Whether time is limited by a game's clock.
    pub fn is_game(&self) -> bool {
        self.budget.soft.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(time: i64, increment: i64, moves_to_go: Option<u32>) -> (f64, f64) {
        let limits = Limits { time: [Some(time), None], increment: [increment, 0], moves_to_go, ..Limits::default() };
        let budget = Budget::new(&limits, &Settings::default(), Color::White);
        let ms = |d: Option<Duration>| d.unwrap().as_secs_f64() * 1000.0;
        (ms(budget.soft), ms(budget.hard))
    }

    #[test]
    fn budgets_on_a_table_of_clocks() {
        // Time, increment, moves to go; the soft limit's range; the hard limit's upper end.
        let table = [
            (-53, 10, None, (0.0, 1.0), 1.0),
            (0, 0, None, (0.0, 1.0), 1.0),
            (15, 5, None, (0.1, 5.0), 5.0),
            // Below the reserve less is spent than comes in.
            (60, 5, None, (0.1, 4.9), 5.0),
            (1000, 10, None, (20.0, 80.0), 600.0),
            (2000, 20, None, (60.0, 140.0), 1200.0),
            (60_000, 0, None, (1500.0, 4000.0), 40_000.0),
            (60_000, 0, Some(1), (30_000.0, 59_000.0), 59_000.0),
            (60_000, 0, Some(40), (1000.0, 3000.0), 40_000.0),
            (3_600_000, 30_000, None, (90_000.0, 240_000.0), 2_400_000.0),
        ];
        for (time, increment, moves, (least, most), hardest) in table {
            let (soft, hard) = budget(time, increment, moves);
            assert!((least..=most).contains(&soft), "soft {soft} at {time}+{increment} {moves:?}");
            assert!(soft <= hard && hard <= hardest, "hard {hard} at {time}+{increment} {moves:?}");
        }
    }

    #[test]
    fn a_slow_mover_thinks_longer_and_keeps_from_the_flag() {
        let soft = |slow_mover| {
            let limits = Limits { time: [Some(60_000), None], ..Limits::default() };
            let settings = Settings { slow_mover, ..Settings::default() };
            Budget::new(&limits, &settings, Color::White).soft.unwrap().as_secs_f64()
        };
        assert!((soft(50) / soft(100) - 0.5).abs() < 0.01 && (soft(200) / soft(100) - 2.0).abs() < 0.01);
        assert!(soft(1000) < 60.0 && soft(10) > 0.1);
    }

    #[test]
    fn a_game_of_a_hundred_moves_never_flags() {
        for (base, increment) in [(500.0, 5), (1000.0, 10), (2000.0, 20), (60_000.0, 0i64)] {
            let mut left: f64 = base;
            for mv in 0..100 {
                let (soft, hard) = budget(left as i64, increment, None);
                left -= if mv % 10 == 0 { hard } else { soft };
                assert!(left > 0.0, "{base}+{increment}");
                left += increment as f64;
            }
        }
    }

    #[test]
    fn trouble_stretches_and_calm_shrinks() {
        assert!(Budget::stretch(0, 40, 0.3) > 1.5);
        assert!(Budget::stretch(10, 0, 0.95) < 0.6);
    }
}
