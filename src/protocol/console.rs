//! Carries lines to the engine and its news back. One loop owns the dialect and the engine, so neither needs a lock; input
//! and searches come to it by one channel, and between them it sleeps.

use crate::engine::Command;
use crate::engine::Engine;
use crate::engine::Event;
use crate::protocol::Dialect;
use crate::protocol::Uci;
use crate::protocol::View;
use crate::protocol::dialect;
use std::collections::VecDeque;
use std::io;
use std::io::{BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc;

enum Happening {
    Line(String),
    End,
    News(Box<Event>),
}

/// Speaks with whoever writes `input` and reads `output` until it says quit, ends its input, or closes the output. The first
/// line may name a dialect, else UCI is meant.
///
/// # Errors
/// The output is closed, or there is no memory to begin with.
pub fn run(input: impl BufRead + Send + 'static, output: &mut dyn Write) -> io::Result<()> {
    let (sender, happenings) = mpsc::channel();
    let news = sender.clone();
    let outlet = move |event| _ = news.send(Happening::News(Box::new(event)));
    let engine = Engine::new(Arc::new(outlet)).map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
    std::thread::spawn(move || listen(input, &sender));
    let mut console = Console {
        engine,
        dialect: Box::new(Uci::default()),
        begun: false,
        waiting: VecDeque::new(),
        text: String::new(),
    };
    let mut ended = false;
    while !ended {
        let mut next = happenings.recv().ok();
        while let Some(happening) = next {
            ended = console.take(happening);
            next = if ended { None } else { happenings.try_recv().ok() };
        }
        if ended {
            // What was under way has ended, and its last words wait in the channel.
            happenings.try_iter().for_each(|happening| console.hear(&happening));
        }
        output.write_all(console.text.as_bytes())?;
        output.flush()?;
        console.text.clear();
    }
    Ok(())
}

/// Sends every line on; bytes that are no UTF-8 are replaced.
fn listen(mut input: impl BufRead, sender: &mpsc::Sender<Happening>) {
    let mut bytes = Vec::new();
    while input.read_until(b'\n', &mut bytes).is_ok_and(|read| read > 0) {
        if sender.send(Happening::Line(String::from_utf8_lossy(&bytes).into_owned())).is_err() {
            return;
        }
        bytes.clear();
    }
    _ = sender.send(Happening::End);
}

struct Console {
    engine: Engine,
    dialect: Box<dyn Dialect>,
    /// A line with a word on it has come.
    begun: bool,
    /// Lines that came while the engine counts.
    waiting: VecDeque<Happening>,
    /// What is to be written.
    text: String,
}

impl Console {
    /// Deals with what has happened, and with what waited for it. Whether it was the last.
    fn take(&mut self, happening: Happening) -> bool {
        self.hear(&happening);
        match &happening {
            Happening::News(_) => {}
            Happening::Line(line) if self.engine.is_counting() => match self.dialect.urgent(line) {
                Some(command) => _ = self.obey(command),
                None => self.waiting.push_back(happening),
            },
            Happening::Line(_) | Happening::End => self.waiting.push_back(happening),
        }
        while !self.engine.is_counting() {
            let last = match self.waiting.pop_front() {
                Some(Happening::Line(line)) => self.read(line.trim()),
                Some(Happening::End) => self.obey(Command::Quit),
                Some(Happening::News(_)) => false,
                None => break,
            };
            if last {
                return true;
            }
        }
        false
    }

    fn hear(&mut self, happening: &Happening) {
        if let Happening::News(event) = happening {
            self.dialect.write(event, &mut self.text);
        }
    }

    /// Whether it was the last line.
    fn read(&mut self, line: &str) -> bool {
        if let (false, Some(word)) = (self.begun, line.split_whitespace().next()) {
            self.begun = true;
            if let Some(dialect) = dialect::named(word) {
                self.dialect = dialect;
            }
        }
        let view = View { line: self.engine.line(), searching: self.engine.is_searching() };
        let commands = match self.dialect.read(line, &view) {
            Ok(commands) => commands,
            Err(misread) => vec![Command::Note(misread.to_string())],
        };
        commands.into_iter().any(|command| self.obey(command))
    }

    /// Whether it was the last command.
    fn obey(&mut self, command: Command) -> bool {
        let last = matches!(command, Command::Quit);
        if let Err(error) = self.engine.obey(command) {
            // By the engine too, so that it comes behind what was told before.
            _ = self.engine.obey(Command::Note(error.to_string()));
        }
        last
    }
}
