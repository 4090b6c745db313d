//! How long an engine may think: the limits a user gives it, and the clock of one game.

use std::fmt;
use std::fmt::Write;
use std::time::Duration;

/// `moves/base+increment`: so much time, again after so many moves if any are named, and more after each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    pub moves: Option<u32>,
    pub base: Duration,
    pub increment: Duration,
}

impl TimeControl {
    /// Reads `2+0.02`, `40/60`, `40/1:30+0.5`: seconds, or minutes and seconds.
    pub fn parse(text: &str) -> Option<TimeControl> {
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => (Some(moves.parse().ok().filter(|&moves| moves > 0)?), rest),
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let base = match base.split_once(':') {
            Some((minutes, rest)) => seconds(minutes)? * 60 + seconds(rest)?,
            None => seconds(base)?,
        };
        let control = TimeControl { moves, base, increment: seconds(increment)? };
        (!base.is_zero() || !control.increment.is_zero()).then_some(control)
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if self.increment.is_zero() { Ok(()) } else { write!(f, "+{}", self.increment.as_secs_f64()) }
    }
}

/// Seconds, which may have decimals.
pub fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.trim().parse().ok()?;
    (0.0..1e7).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

/// What bounds an engine's thinking. At least one of them does, see [`Pace::is_bounded`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pace {
    pub control: Option<TimeControl>,
    /// For each move.
    pub move_time: Option<Duration>,
    pub nodes: Option<u64>,
    pub depth: Option<u32>,
}

impl Pace {
    /// Whether anything bounds it.
    pub fn is_bounded(&self) -> bool {
        self.control.is_some() || self.move_time.is_some() || self.nodes.is_some() || self.depth.is_some()
    }

    /// This, or where it bounds nothing, `other`.
    pub fn or(self, other: Pace) -> Pace {
        if self.is_bounded() { self } else { other }
    }
}

impl fmt::Display for Pace {
    /// As the user writes it: `tc=2+0.02 nodes=500`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.control.map(|control| format!("tc={control}")),
            self.move_time.map(|time| format!("st={}", time.as_secs_f64())),
            self.nodes.map(|nodes| format!("nodes={nodes}")),
            self.depth.map(|depth| format!("depth={depth}")),
        ];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(" "))
    }
}

/// One side's clock in a game.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    pace: Pace,
    left: Duration,
    moves: u32,
}

impl Clock {
    /// A full clock.
    pub fn new(pace: Pace) -> Clock {
        let left = pace.control.map_or(Duration::ZERO, |control| control.base);
        // Where the first move has nothing but its increment, it has that.
        let left = if left.is_zero() { pace.control.map_or(left, |control| control.increment) } else { left };
        Clock { pace, left, moves: 0 }
    }

    /// The time for this move, if it is bounded.
    pub fn limit(&self) -> Option<Duration> {
        self.pace.control.map(|_| self.left).or(self.pace.move_time)
    }

    /// Takes the time of a move off; false if it was more than there was, by more than `margin`.
    pub fn spend(&mut self, spent: Duration, margin: Duration) -> bool {
        let Some(limit) = self.limit() else { return true };
        if spent > limit + margin {
            return false;
        }
        if let Some(control) = self.pace.control {
            self.left = self.left.saturating_sub(spent) + control.increment;
            self.moves += 1;
            if control.moves.is_some_and(|moves| self.moves.is_multiple_of(moves)) {
                self.left += control.base;
            }
        }
        true
    }

    fn moves_to_go(&self) -> Option<u32> {
        let moves = self.pace.control?.moves?;
        Some(moves - self.moves % moves)
    }

    fn milliseconds(&self) -> u128 {
        self.left.as_millis().max(1)
    }

    fn increment(&self) -> u128 {
        self.pace.control.map_or(0, |control| control.increment.as_millis())
    }
}

/// Writes the `go` of the side with clock `mine`, `white` and `black` being the clocks of both.
pub fn go(line: &mut String, mine: &Clock, white: &Clock, black: &Clock) {
    line.push_str("go");
    if mine.pace.control.is_some() {
        // A side without a clock of its own is shown the other's.
        let [white, black] = [white, black].map(|clock| if clock.pace.control.is_some() { clock } else { mine });
        let _ = write!(line, " wtime {} btime {}", white.milliseconds(), black.milliseconds());
        let _ = write!(line, " winc {} binc {}", white.increment(), black.increment());
        if let Some(moves) = mine.moves_to_go() {
            let _ = write!(line, " movestogo {moves}");
        }
    } else if let Some(time) = mine.pace.move_time {
        let _ = write!(line, " movetime {}", time.as_millis().max(1));
    }
    if let Some(nodes) = mine.pace.nodes {
        let _ = write!(line, " nodes {nodes}");
    }
    if let Some(depth) = mine.pace.depth {
        let _ = write!(line, " depth {depth}");
    }
    line.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pace(text: &str) -> Pace {
        Pace { control: TimeControl::parse(text), ..Pace::default() }
    }

    fn said(mine: &Clock, white: &Clock, black: &Clock) -> String {
        let mut line = String::new();
        go(&mut line, mine, white, black);
        line
    }

    #[test]
    fn time_controls_go_round() {
        for text in ["2+0.02", "40/60", "40/90+0.5", "0+1"] {
            assert_eq!(TimeControl::parse(text).map(|control| control.to_string()).as_deref(), Some(text));
        }
        assert_eq!(TimeControl::parse("40/1:30+0.5"), TimeControl::parse("40/90+0.5"));
        for bad in ["", "x", "0", "-1", "0/5", "1e99", "1+x", "nan"] {
            assert_eq!(TimeControl::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_clock_runs_and_is_filled_again() {
        let (mut white, black) = (Clock::new(pace("2/1+0.1")), Clock::new(pace("5")));
        let margin = Duration::from_millis(20);
        assert_eq!(said(&white, &white, &black), "go wtime 1000 btime 5000 winc 100 binc 0 movestogo 2\n");
        assert!(white.spend(Duration::from_millis(400), margin));
        assert_eq!(said(&white, &white, &black), "go wtime 700 btime 5000 winc 100 binc 0 movestogo 1\n");
        assert!(white.spend(Duration::from_millis(715), margin));
        assert_eq!(said(&white, &white, &black), "go wtime 1100 btime 5000 winc 100 binc 0 movestogo 2\n");
        assert!(!white.spend(Duration::from_millis(1121), margin));
    }

    #[test]
    fn other_limits() {
        let nodes = Pace { nodes: Some(500), depth: Some(9), ..Pace::default() };
        let fixed = Pace { move_time: Some(Duration::from_millis(50)), ..Pace::default() };
        let (white, mut black) = (Clock::new(nodes), Clock::new(fixed));
        assert_eq!(said(&white, &white, &black), "go nodes 500 depth 9\n");
        assert_eq!(said(&black, &white, &black), "go movetime 50\n");
        assert_eq!(white.limit(), None);
        assert!(black.spend(Duration::from_millis(50), Duration::ZERO));
        assert!(!black.spend(Duration::from_millis(51), Duration::ZERO));
        assert_eq!(fixed.or(pace("1+1")), fixed);
        assert_eq!(Pace::default().or(nodes).to_string(), "nodes=500 depth=9");
    }
}
