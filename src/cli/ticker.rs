//! Progress of long work, on standard error.

use std::io;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// A line of progress, renewed in place on a terminal, written now and then elsewhere.
pub(super) struct Ticker {
    terminal: bool,
    last: Instant,
}

impl Ticker {
    pub fn new() -> Ticker {
        Ticker { terminal: io::stderr().is_terminal(), last: Instant::now() }
    }

    /// Shows the line if it is time to, or the end.
    pub fn show(&mut self, end: bool, line: impl FnOnce() -> String) {
        let pause = Duration::from_millis(if self.terminal { 200 } else { 30_000 });
        if end || self.last.elapsed() >= pause {
            self.last = Instant::now();
            let (begin, finish) = if self.terminal { ("\r\x1b[K", if end { "\n" } else { "" }) } else { ("", "\n") };
            // Progress is for watching: where nobody can, it is not missed.
            _ = write!(io::stderr(), "{begin}{}{finish}", line());
        }
    }

    /// Makes room for other words, on a terminal.
    pub fn clear(&self) {
        if self.terminal {
            _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

/// `[#####.....]`, of 30 signs.
pub(super) fn bar(share: f64) -> String {
    let full = (share.clamp(0.0, 1.0) * 30.0) as usize;
    format!("[{}{}]", "#".repeat(full), ".".repeat(30 - full))
}

/// Hours, minutes and seconds.
pub(super) fn clock(seconds: f64) -> String {
    let seconds = seconds.min(360_000.0) as u64;
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}
