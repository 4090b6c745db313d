//! What an engine says, as its reading thread leaves it for the referee.

use crate::arena::log::Log;
use std::collections::VecDeque;
use std::io::BufRead;
use std::io::BufReader;
use std::io::Read;
use std::mem;
use std::sync::Condvar;
use std::sync::Mutex;
use std::sync::MutexGuard;
use std::sync::PoisonError;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering;
use std::time::Duration;
use std::time::Instant;

/// A single line longer than this is a flood, in bytes.
const LONGEST_LINE: usize = 1 << 20;
/// More than this in answer to one command is a flood, in bytes.
const MOST_BYTES: u64 = 32 << 20;
/// So many of the last lines are kept to be shown.
const TAIL: usize = 12;
/// A wait looks so often whether the match is to end.
const GLANCE: Duration = Duration::from_millis(100);
/// Shown lines are cut to this many bytes.
const SHOWN: usize = 300;

/// How a wait ended.
pub enum Waited {
    /// With the line, the last `info` line with a score, and the time it came.
    Came(String, String, Instant),
    /// With nothing; the word that was waited for.
    Nothing(&'static str),
    /// The engine has closed its output.
    Gone,
    Flood,
    /// The match is to end.
    Aborted,
}

#[derive(Default)]
struct State {
    /// The first word of the line that is waited for.
    expected: Option<&'static str>,
    came: Option<(String, Instant)>,
    info: String,
    /// Since the last command.
    bytes: u64,
    gone: bool,
    flood: bool,
    strays: usize,
    tail: VecDeque<String>,
}

/// Shared by the reading thread and the referee.
pub struct Inbox {
    state: Mutex<State>,
    news: Condvar,
    log: Option<Log>,
}

impl Inbox {
    /// An empty one.
    pub fn new(log: Option<Log>) -> Inbox {
        Inbox { state: Mutex::default(), news: Condvar::new(), log }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on a line that begins with `word` is waited for.
    pub fn expect(&self, word: &'static str) {
        let mut state = self.state();
        state.expected = Some(word);
        state.came = None;
        state.bytes = 0;
        state.info.clear();
    }

    /// Keeps what is sent, for the log and the tail.
    pub fn sent(&self, lines: &str) {
        let mut state = self.state();
        for line in lines.lines() {
            state.keep('>', line.as_bytes());
            if let Some(log) = &self.log {
                log.write('>', line.as_bytes());
            }
        }
    }

    /// Waits for the expected line.
    pub fn wait(&self, until: Instant, abort: &AtomicBool) -> Waited {
        let mut state = self.state();
        loop {
            if abort.load(Ordering::Relaxed) {
                return Waited::Aborted;
            }
            if let Some((line, arrived)) = state.came.take() {
                return Waited::Came(line, mem::take(&mut state.info), arrived);
            }
            if state.flood {
                return Waited::Flood;
            }
            if state.gone {
                return Waited::Gone;
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Waited::Nothing(state.expected.unwrap_or_default());
            }
            let waited = self.news.wait_timeout(state, left.min(GLANCE));
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// The lines exchanged last.
    pub fn tail(&self) -> Vec<String> {
        self.state().tail.iter().cloned().collect()
    }

    /// Unasked `bestmove` lines since the last call.
    pub fn take_strays(&self) -> usize {
        mem::take(&mut self.state().strays)
    }

    /// Reads until the engine ends or floods: the body of the reading thread.
    pub fn read(&self, output: impl Read) {
        let mut output = BufReader::with_capacity(1 << 16, output);
        let mut rest: Vec<u8> = Vec::new();
        loop {
            let chunk = match output.fill_buf() {
                Ok(chunk) if !chunk.is_empty() => chunk,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                _ => break,
            };
            let arrived = Instant::now();
            let len = chunk.len();
            let mut state = self.state();
            state.bytes += len as u64;
            let mut lines = chunk.split(|&byte| byte == b'\n').peekable();
            while let Some(part) = lines.next() {
                if lines.peek().is_none() {
                    rest.extend_from_slice(part); // not yet a whole line
                } else if rest.is_empty() {
                    self.take(&mut state, part, arrived);
                } else {
                    rest.extend_from_slice(part);
                    self.take(&mut state, &rest, arrived);
                    rest.clear();
                }
            }
            state.flood |= rest.len() > LONGEST_LINE || state.bytes > MOST_BYTES;
            let flood = state.flood;
            if flood {
                self.news.notify_all();
            }
            drop(state);
            output.consume(len);
            if flood {
                return; // with the pipe closed it cannot go on
            }
        }
        self.state().gone = true;
        self.news.notify_all();
    }

    fn take(&self, state: &mut State, line: &[u8], arrived: Instant) {
        let line = line.trim_ascii();
        if let Some(log) = &self.log {
            log.write('<', line);
        }
        state.keep('<', line);
        let word = line.split(|byte| byte.is_ascii_whitespace()).next().unwrap_or_default();
        if state.expected.is_some_and(|expected| expected.as_bytes() == word) {
            state.expected = None;
            state.came = Some((String::from_utf8_lossy(line).into_owned(), arrived));
            self.news.notify_all();
        } else if word == b"info" {
            // Of bounds and side lines nothing is kept.
            let has = |needle: &[u8]| line.windows(needle.len()).any(|window| window == needle);
            if has(b" score ") && !has(b"bound") && (!has(b" multipv ") || has(b" multipv 1 ")) {
                state.info.clear();
                state.info.push_str(&String::from_utf8_lossy(line));
            }
        } else if word == b"bestmove" {
            state.strays += 1;
        }
    }
}

impl State {
    fn keep(&mut self, from: char, line: &[u8]) {
        let mut kept = if self.tail.len() < TAIL { None } else { self.tail.pop_front() }.unwrap_or_default();
        kept.clear();
        kept.push(from);
        kept.push(' ');
        if line.len() > SHOWN {
            let half = SHOWN / 2;
            kept.push_str(&String::from_utf8_lossy(&line[..half]));
            kept.push_str(" ... ");
            kept.push_str(&String::from_utf8_lossy(&line[line.len() - half..]));
        } else {
            kept.push_str(&String::from_utf8_lossy(line));
        }
        self.tail.push_back(kept);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(word: &'static str, said: &[u8]) -> (Inbox, Waited) {
        let inbox = Inbox::new(None);
        inbox.expect(word);
        inbox.read(said);
        let waited = inbox.wait(Instant::now(), &AtomicBool::new(false));
        (inbox, waited)
    }

    #[test]
    fn the_answer_comes_with_the_last_score() {
        let said = b"info depth 1 score cp 10\r\ninfo depth 2 score cp 20 upperbound\ninfo string hi\nbestmove a1a2 \r\nbestmove a1a3\n";
        let (inbox, waited) = read("bestmove", said);
        let Waited::Came(line, info, _) = waited else { panic!("no answer") };
        assert_eq!((line.as_str(), info.as_str()), ("bestmove a1a2", "info depth 1 score cp 10"));
        assert_eq!((inbox.take_strays(), inbox.take_strays()), (1, 0));
        assert_eq!(inbox.tail().last().map(String::as_str), Some("< bestmove a1a3"));
    }

    #[test]
    fn an_end_and_a_flood_are_told() {
        assert!(matches!(read("uciok", b"id name x\nuciok").1, Waited::Gone), "half a line is none");
        assert!(matches!(read("uciok", &vec![b'x'; LONGEST_LINE + 9]).1, Waited::Flood));
        let mut lines = vec![b'x'; MOST_BYTES as usize + 9];
        lines.iter_mut().step_by(100).for_each(|byte| *byte = b'\n');
        assert!(matches!(read("uciok", &lines).1, Waited::Flood));
    }
}
