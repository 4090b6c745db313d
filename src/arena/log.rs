//! All that is said between the referee and an engine, kept in a file.

use std::fs::File;
use std::io;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Instant;

/// The log of one engine at one board; the two threads that write it each write whole lines.
#[derive(Clone)]
pub struct Log {
    file: Arc<File>,
    start: Instant,
}

impl Log {
    /// Appends to `DIRECTORY/NAME-BOARD.log`.
    ///
    /// # Errors
    /// The file cannot be made.
    pub fn open(directory: &Path, name: &str, board: usize, start: Instant) -> io::Result<Log> {
        let name: String = name.chars().map(|sign| if sign.is_alphanumeric() { sign } else { '_' }).collect();
        let path = directory.join(format!("{name}-{board}.log"));
        let file = File::options().create(true).append(true).open(path)?;
        Ok(Log { file: Arc::new(file), start })
    }

    /// Writes a line with the seconds since the match began; `from` is `>` for ours, `<` for the engine's.
    pub fn write(&self, from: char, line: &[u8]) {
        let mut text = format!("{:.6} {from} ", self.start.elapsed().as_secs_f64()).into_bytes();
        text.extend_from_slice(line);
        text.push(b'\n');
        // A log that cannot be written does not end a match.
        let _ = (&*self.file).write_all(&text);
    }

    /// Where the engine's standard error goes: the same file.
    pub fn errors(&self) -> Option<Stdio> {
        self.file.try_clone().ok().map(Stdio::from)
    }
}
