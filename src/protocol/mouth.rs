//! What speaks: the dialect, the output, and the log of both sides.

use crate::engine::Event;
use crate::protocol::Dialect;
use crate::protocol::Uci;
use std::fs::File;
use std::io;
use std::io::Write;
use std::process;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What all threads share that have something to say.
pub(super) struct Mouth {
    pub dialect: Box<dyn Dialect>,
    output: Box<dyn Write + Send>,
    /// What is being written, kept for its memory.
    text: String,
    /// Where every line is written down, if anywhere.
    log: Option<File>,
}

pub(super) fn lock(mouth: &Mutex<Mouth>) -> MutexGuard<'_, Mouth> {
    mouth.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Mouth {
    pub fn new(output: impl Write + Send + 'static) -> Arc<Mutex<Mouth>> {
        let dialect = Box::new(Uci::default());
        Arc::new(Mutex::new(Mouth { dialect, output: Box::new(output), text: String::new(), log: None }))
    }

    /// Writes an event. If nobody reads, the program ends: perhaps in the middle of a search that nobody will stop.
    pub fn tell(&mut self, event: &Event) {
        if let Event::Log(path) = event {
            return self.open_log(path);
        }
        if let Event::Aside(words) = event {
            // Where nobody reads it, it is not missed.
            _ = writeln!(io::stderr(), "{words}");
            return;
        }
        self.text.clear();
        self.dialect.write(event, &mut self.text);
        if self.text.is_empty() {
            return;
        }
        if let Err(error) = self.output.write_all(self.text.as_bytes()).and_then(|()| self.output.flush()) {
            _ = writeln!(io::stderr(), "bayon: the output cannot be written ({error})");
            process::exit(1);
        }
        let text = std::mem::take(&mut self.text);
        self.log("<<", &text);
        self.text = text;
    }

    /// Writes lines into the log, if there is one. One that cannot be written is given up, and that is told.
    pub fn log(&mut self, sign: &str, text: &str) {
        let Some(file) = &mut self.log else { return };
        if let Err(error) = text.lines().try_for_each(|line| writeln!(file, "{sign} {line}")) {
            self.log = None;
            self.tell(&Event::Note(format!("the log cannot be written ({error}): closed")));
        }
    }

    fn open_log(&mut self, path: &str) {
        self.log = None;
        if path.is_empty() {
            return;
        }
        match File::create(path) {
            Ok(file) => self.log = Some(file),
            Err(error) => self.tell(&Event::Note(format!("no log at {path:?} ({error})"))),
        }
    }
}
