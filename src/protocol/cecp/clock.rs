//! Time controls and clocks of XBoard, and the limits of a search that follow from them.

use crate::engine::Limits;
use crate::types::Color;
use std::time::Duration;
use std::time::Instant;

/// How time is given.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Control {
    /// So many moves (0: the whole game) in the base time, and more time for every move; in milliseconds.
    Session { moves: usize, base: i64, increment: i64 },
    /// At most so long for each move.
    Move(Duration),
}

/// What has been said of time.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    control: Control,
    depth: Option<usize>,
    /// Nodes that pass for a second.
    speed: Option<u64>,
    /// Milliseconds left: the engine's, the opponent's.
    left: [i64; 2],
    /// Since when the engine's clock runs.
    since: Instant,
}

impl Default for Clock {
    /// As in XBoard: 40 moves in 5 minutes.
    fn default() -> Clock {
        let base = 300_000;
        let control = Control::Session { moves: 40, base, increment: 0 };
        Clock { control, depth: None, speed: None, left: [base; 2], since: Instant::now() }
    }
}

/// A number of seconds, minutes or the like, perhaps with a fraction.
fn number(text: &str) -> Option<f64> {
    let plain = text.bytes().all(|sign| sign.is_ascii_digit() || matches!(sign, b'.' | b'-'));
    text.parse().ok().filter(|_| plain)
}

/// The most that any time is taken for: a year.
const LONGEST: f64 = 365.0 * 24.0 * 3600.0;

fn milliseconds(seconds: f64) -> i64 {
    (seconds.clamp(0.0, LONGEST) * 1000.0).round() as i64
}

/// `5`: minutes; `0:05`: minutes and seconds.
fn base(text: &str) -> Option<i64> {
    let (minutes, seconds) = text.split_once(':').unwrap_or((text, "0"));
    Some(milliseconds(number(minutes)? * 60.0 + number(seconds)?))
}

impl Clock {
    /// `level MOVES BASE INCREMENT`; `None`: not understood, nothing changed.
    pub fn level(&mut self, words: &[&str]) -> Option<()> {
        let &[moves, base_time, increment] = words else { return None };
        let (moves, base, increment) = (moves.parse().ok()?, base(base_time)?, milliseconds(number(increment)?));
        self.control = Control::Session { moves, base, increment };
        self.left = [base; 2];
        Some(())
    }

    /// `st SECONDS`.
    pub fn each_move(&mut self, seconds: &str) -> Option<()> {
        let time = milliseconds(base_seconds(seconds)?).unsigned_abs();
        self.control = Control::Move(Duration::from_millis(time));
        Some(())
    }

    /// `sd DEPTH`.
    pub fn depth(&mut self, depth: &str) -> Option<()> {
        self.depth = Some(depth.parse::<usize>().ok()?.max(1));
        Some(())
    }

    /// `nps SPEED`; gives the nodes that pass for a millisecond, 0 for time itself.
    pub fn speed(&mut self, speed: &str) -> Option<u64> {
        /// The most that is understood.
        const MOST: u64 = 10_000_000;
        let speed: u64 = speed.parse().ok()?;
        self.speed = Some(speed.min(MOST)).filter(|&speed| speed > 0);
        Some(self.speed.map_or(0, |speed| (speed / 1000).max(1)))
    }

    /// `time CENTISECONDS` (`whose` 0) and `otim CENTISECONDS` (1).
    pub fn set(&mut self, whose: usize, centiseconds: &str) -> Option<()> {
        self.left[whose] = (number(centiseconds)? * 10.0) as i64;
        Some(())
    }

    /// A new game: full clocks, no limit of depth or nodes.
    pub fn restart(&mut self) {
        (self.depth, self.speed) = (None, None);
        if let Control::Session { base, .. } = self.control {
            self.left = [base; 2];
        }
    }

    /// The engine's clock runs from now.
    pub fn run(&mut self) {
        self.since = Instant::now();
    }

    /// The engine has made its move number `made` of the game.
    pub fn stop(&mut self, made: usize) {
        if let Control::Session { moves, base, increment } = self.control {
            self.left[0] += increment - self.since.elapsed().as_millis() as i64;
            if moves > 0 && made.is_multiple_of(moves) {
                self.left[0] += base;
            }
        }
    }

    /// The limits of a search for the next move of `us`, who has made `made` moves in the game.
    pub fn limits(&self, us: Color, made: usize) -> Limits {
        let mut limits = Limits { depth: self.depth, ..Limits::default() };
        match (self.control, self.speed) {
            (Control::Move(time), Some(speed)) => {
                limits.nodes = Some((time.as_secs_f64() * speed as f64).max(1.0) as u64);
            }
            (Control::Move(time), None) => limits.movetime = Some(time),
            (Control::Session { moves, increment, .. }, _) => {
                let [ours, theirs] = self.left;
                limits.time = if us.is_white() { [ours, theirs] } else { [theirs, ours] }.map(Some);
                limits.increment = [increment; 2];
                limits.moves_to_go = made.checked_rem(moves).map(|over| (moves - over).min(1000) as u32);
            }
        }
        limits
    }
}

/// `st` may be told as minutes and seconds, too.
fn base_seconds(text: &str) -> Option<f64> {
    match text.split_once(':') {
        Some(_) => Some(base(text)? as f64 / 1000.0),
        None => number(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(told: &str, made: usize) -> Limits {
        let mut clock = Clock::default();
        for line in told.split(", ") {
            let words: Vec<&str> = line.split(' ').collect();
            let understood = match words[..] {
                ["level", ref rest @ ..] => clock.level(rest),
                ["st", seconds] => clock.each_move(seconds),
                ["sd", depth] => clock.depth(depth),
                ["nps", speed] => clock.speed(speed).map(|_| ()),
                ["time", left] => clock.set(0, left),
                ["otim", left] => clock.set(1, left),
                _ => None,
            };
            assert_eq!(understood, Some(()), "{line}");
        }
        clock.limits(Color::Black, made)
    }

    #[test]
    fn every_form_of_time() {
        for (told, made, theirs, ours, increment, to_go) in [
            ("level 0 5 0", 7, 300_000, 300_000, 0, None),
            ("level 0 0:5 0", 0, 5000, 5000, 0, None),
            ("level 40 0:05 0.1", 0, 5000, 5000, 100, Some(40)),
            ("level 40 2:30 12", 79, 150_000, 150_000, 12_000, Some(1)),
            ("level 0 0.5 0.05, time 1234, otim 50", 0, 500, 12_340, 50, None),
            ("level 40 5 0, st 3, level 0 1 0, time -3", 0, 60_000, -30, 0, None),
        ] {
            let limits = after(told, made);
            assert_eq!(limits.time, [Some(theirs), Some(ours)], "{told}");
            assert_eq!((limits.increment, limits.moves_to_go), ([increment; 2], to_go), "{told}");
        }
        assert_eq!(after("level 0 1 0, st 0.25, sd 7", 0).movetime, Some(Duration::from_millis(250)));
        assert_eq!(after("st 1:30, sd 0", 0).movetime, Some(Duration::from_secs(90)));
        assert_eq!(after("level 0 1 0, sd 7", 0).depth, Some(7));
        // As Cute Chess tells of a limit by nodes.
        assert_eq!(after("st 1, nps 5000", 0), Limits { nodes: Some(5000), ..Limits::default() });
    }

    #[test]
    fn what_is_no_time_changes_nothing() {
        let mut clock = Clock::default();
        for words in [&["0", "5"][..], &["x", "5", "0"], &["0", "5:x", "0"], &["0", "inf", "0"], &["-1", "5", "0"]] {
            assert_eq!(clock.level(words), None, "{words:?}");
        }
        assert_eq!((clock.each_move("nan"), clock.depth("deep"), clock.speed("-1")), (None, None, None));
        assert_eq!(clock.limits(Color::White, 0).time, [Some(300_000); 2]);
    }

    #[test]
    fn a_move_takes_its_time() {
        let mut clock = Clock::default();
        assert_eq!(clock.level(&["2", "1", "1"]), Some(()));
        clock.run();
        clock.stop(1);
        assert!((60_000..=61_000).contains(&clock.left[0]), "{:?}", clock.left);
        clock.stop(2);
        assert!((120_000..=122_000).contains(&clock.left[0]), "{:?}", clock.left);
    }
}
