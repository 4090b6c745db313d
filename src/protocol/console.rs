//! Carries lines to the engine and its news back. One thread reads, one obeys, and what the engine's own thread finds out it
//! writes itself, so that an answer takes no way round. They share the dialect and the output, never the engine.

use crate::engine::Command;
use crate::engine::Engine;
use crate::engine::Event;
use crate::protocol::Misread;
use crate::protocol::View;
use crate::protocol::dialect;
use crate::protocol::mouth;
use crate::protocol::mouth::Mouth;
use crate::protocol::rulebook::Rulebook;
use std::collections::VecDeque;
use std::io;
use std::io::{BufRead, Read, Write};
use std::sync::mpsc;
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// What the obeying thread hears.
enum Heard {
    Line(String),
    /// A line that no memory should be spent on.
    Overlong,
    /// The input has ended.
    End,
    /// A search, or something else that takes long, is over.
    Idle,
}

/// Bytes of a line that is still read; a game of 10,000 plies has a twentieth of them.
const LONGEST_LINE: u64 = 1 << 20;

/// Speaks with whoever writes `input` and reads `output` until it says quit or ends its input; if it closes the output, the
/// program ends. UCI is meant until a line names another dialect.
///
/// # Errors
/// There is no memory or no thread to begin with.
pub fn run(input: impl BufRead + Send + 'static, output: impl Write + Send + 'static) -> io::Result<()> {
    let (teller, inbox) = mpsc::channel();
    let mouth = Mouth::new(output);
    let engine = {
        let (mouth, teller) = (mouth.clone(), Mutex::new(teller.clone()));
        Engine::new(Arc::new(move |event| {
            mouth::lock(&mouth).tell(&event);
            if matches!(event, Event::Idle) {
                // Where nobody obeys any more, nobody wants to know.
                _ = teller.lock().map(|teller| teller.send(Heard::Idle));
            }
        }))
    };
    let engine = engine.map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
    thread::Builder::new().spawn(move || listen(input, &teller))?;
    let rulebook = Rulebook::default();
    let mut desk = Desk { engine, mouth, inbox, waiting: VecDeque::new(), ended: false, spoken: "uci", rulebook };
    while let Some(heard) = desk.hear() {
        desk.deal_with(heard);
    }
    Ok(())
}

/// Passes lines on until there are no more.
fn listen(mut input: impl BufRead, teller: &Sender<Heard>) {
    let (mut bytes, mut overlong) = (Vec::new(), false);
    while input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes).is_ok_and(|read| read > 0) {
        // Bytes that are no UTF-8 are replaced.
        let line = || Heard::Line(String::from_utf8_lossy(&bytes).trim().to_string());
        let rest = overlong;
        overlong = bytes.len() as u64 == LONGEST_LINE && !bytes.ends_with(b"\n");
        let heard = if overlong { Heard::Overlong } else { line() };
        if !rest && teller.send(heard).is_err() {
            return;
        }
        bytes.clear();
    }
    _ = teller.send(Heard::End);
}

/// Where what is heard is dealt with, one thing after the other.
struct Desk {
    engine: Engine,
    mouth: Arc<Mutex<Mouth>>,
    inbox: Receiver<Heard>,
    /// Heard, but not yet dealt with.
    waiting: VecDeque<Heard>,
    /// There is nothing more to do.
    ended: bool,
    /// The name of the dialect.
    spoken: &'static str,
    rulebook: Rulebook,
}

impl Desk {
    /// Lines that end a count are put off for so long to see whether the input ends with them: then they were written
    /// before there was an answer, and the count is wanted.
    const SECOND_THOUGHTS: Duration = Duration::from_millis(50);

    fn hear(&mut self) -> Option<Heard> {
        if self.ended {
            return None;
        }
        Some(self.waiting.pop_front().unwrap_or_else(|| self.inbox.recv().unwrap_or(Heard::End)))
    }

    fn deal_with(&mut self, heard: Heard) {
        let commands = match heard {
            Heard::Line(line) => self.read(&line).unwrap_or_else(|misread| vec![Command::Note(misread.to_string())]),
            Heard::Overlong => vec![Command::Note(format!("a line of more than {LONGEST_LINE} bytes: ignored"))],
            Heard::End => vec![Command::Quit],
            Heard::Idle => mouth::lock(&self.mouth).dialect.next(&self.view()),
        };
        for command in commands {
            self.ended |= matches!(command, Command::Quit);
            if let Err(error) = self.engine.obey(command) {
                mouth::lock(&self.mouth).tell(&Event::Note(error.to_string()));
            }
            self.wait();
        }
    }

    fn read(&mut self, line: &str) -> Result<Vec<Command>, Misread> {
        let mouth = self.mouth.clone();
        let mut mouth = mouth::lock(&mouth);
        if let Some(commands) = self.rulebook.read(line) {
            mouth.log(">>", line);
            return Ok(commands);
        }
        let word = line.split_whitespace().next().unwrap_or_default();
        if let Some((name, dialect)) = dialect::named(word).filter(|(name, _)| *name != self.spoken) {
            (self.spoken, mouth.dialect) = (name, dialect);
        }
        mouth.log(">>", line);
        mouth.dialect.read(line, &self.view())
    }

    fn view(&self) -> View<'_> {
        View { line: self.engine.line(), searching: self.engine.is_searching() }
    }

    /// Waits while the engine counts, so that what comes after finds it done. Only a word that interrupts is heard.
    fn wait(&mut self) {
        let mut interrupted = self.waiting.iter().any(|heard| self.interrupts(heard));
        while self.engine.is_counting() {
            let heard = if interrupted {
                match self.inbox.recv_timeout(Self::SECOND_THOUGHTS) {
                    Ok(heard) => heard,
                    Err(_) => return self.engine.interrupt(),
                }
            } else {
                self.inbox.recv().unwrap_or(Heard::End)
            };
            interrupted = !matches!(heard, Heard::End) && (interrupted || self.interrupts(&heard));
            self.waiting.push_back(heard);
        }
    }

    fn interrupts(&self, heard: &Heard) -> bool {
        matches!(heard, Heard::Line(line) if mouth::lock(&self.mouth).dialect.interrupts(line))
    }
}
