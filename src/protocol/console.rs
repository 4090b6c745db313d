//! Carries lines to the engine and its news back. The thread that reads obeys at once; what the engine's own thread finds
//! out it writes itself, so that an answer takes no way round. They share the dialect and the output, never the engine.

use crate::engine::Command;
use crate::engine::Engine;
use crate::engine::Event;
use crate::protocol::Dialect;
use crate::protocol::Uci;
use crate::protocol::View;
use crate::protocol::dialect;
use std::io;
use std::io::{BufRead, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Speaks with whoever writes `input` and reads `output` until it says quit or ends its input; if it closes the output, the
/// program ends. The first line may name a dialect, else UCI is meant.
///
/// # Errors
/// There is no memory to begin with.
pub fn run(mut input: impl BufRead, output: impl Write + Send + 'static) -> io::Result<()> {
    let mouth = Mouth { dialect: Box::new(Uci::default()), output: Box::new(output), text: String::new() };
    let mouth = Arc::new(Mutex::new(mouth));
    let heard = mouth.clone();
    let engine = Engine::new(Arc::new(move |event| lock(&heard).tell(&event)));
    let mut engine = engine.map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
    let (mut bytes, mut begun, mut ended) = (Vec::new(), false, false);
    while !ended {
        bytes.clear();
        if !input.read_until(b'\n', &mut bytes).is_ok_and(|read| read > 0) {
            obey(&mut engine, Command::Quit, &mouth);
            break;
        }
        // Bytes that are no UTF-8 are replaced.
        let line = String::from_utf8_lossy(&bytes);
        let mut mouth_now = lock(&mouth);
        if let (false, Some(word)) = (begun, line.split_whitespace().next()) {
            begun = true;
            if let Some(dialect) = dialect::named(word) {
                mouth_now.dialect = dialect;
            }
        }
        let view = View { line: engine.line(), searching: engine.is_searching() };
        let read = mouth_now.dialect.read(line.trim(), &view);
        drop(mouth_now);
        for command in read.unwrap_or_else(|misread| vec![Command::Note(misread.to_string())]) {
            ended |= matches!(command, Command::Quit);
            obey(&mut engine, command, &mouth);
        }
    }
    Ok(())
}

fn obey(engine: &mut Engine, command: Command, mouth: &Mutex<Mouth>) {
    if let Err(error) = engine.obey(command) {
        lock(mouth).tell(&Event::Note(error.to_string()));
    }
}

/// What both threads share.
struct Mouth {
    dialect: Box<dyn Dialect>,
    output: Box<dyn Write + Send>,
    /// What is being written, kept for its memory.
    text: String,
}

fn lock(mouth: &Mutex<Mouth>) -> MutexGuard<'_, Mouth> {
    mouth.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Mouth {
    fn tell(&mut self, event: &Event) {
        self.text.clear();
        self.dialect.write(event, &mut self.text);
        if self.output.write_all(self.text.as_bytes()).and_then(|()| self.output.flush()).is_err() {
            // Nobody listens any more, perhaps in the middle of a search that nobody will stop.
            std::process::exit(1);
        }
    }
}
