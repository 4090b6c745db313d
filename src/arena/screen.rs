//! Where a match is seen: a table that is drawn over, or plain lines.

use std::io;
use std::io::IsTerminal;
use std::io::Write;
use std::time::Duration;
use std::time::Instant;

/// The table is not drawn more often.
const REDRAW: Duration = Duration::from_millis(200);

/// Standard output and standard error.
pub struct Screen {
    live: bool,
    /// Lines of the table that stands on the screen.
    drawn: usize,
    last: Option<Instant>,
}

impl Screen {
    /// A live table if standard output is a terminal, else lines.
    pub fn new() -> Screen {
        Screen { live: io::stdout().is_terminal(), drawn: 0, last: None }
    }

    /// Draws the table anew, where there is one.
    pub fn refresh(&mut self, table: &mut dyn FnMut() -> String) {
        if self.live && self.last.is_none_or(|last| last.elapsed() >= REDRAW) {
            self.draw(&table());
        }
    }

    fn draw(&mut self, table: &str) {
        self.erase();
        // Lines too long for the screen are cut, not wrapped: their number must be known.
        print(&format!("\x1b[?7l{table}\x1b[?7h"));
        (self.drawn, self.last) = (table.lines().count(), Some(Instant::now()));
    }

    fn erase(&mut self) {
        if self.drawn > 0 {
            print(&format!("\x1b[{}A\x1b[J", self.drawn));
            self.drawn = 0;
        }
    }

    /// Says how it stands, where there is no table.
    pub fn line(&mut self, line: &mut dyn FnMut() -> String) {
        if !self.live {
            print(&format!("{}\n", line()));
        }
    }

    /// Tells of something out of the ordinary, with the lines that show it.
    pub fn note(&mut self, what: &str, lines: &[String]) {
        self.erase();
        let mut text = format!("{what}\n");
        lines.iter().for_each(|line| text.push_str(&format!("  {line}\n")));
        self.last = None;
        let _ = io::stderr().write_all(text.as_bytes());
    }

    /// Leaves the table as it is at the end.
    pub fn close(&mut self, table: &mut dyn FnMut() -> String) {
        self.erase();
        print(&table());
    }
}

impl Default for Screen {
    fn default() -> Screen {
        Screen::new()
    }
}

/// A reader that has gone away does not end a match.
fn print(text: &str) {
    let mut out = io::stdout();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}
