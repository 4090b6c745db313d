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
use std::thread;
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
/// Engines that play by the clock are not listened to for so long after they have begun to think: one tick of UCI's clocks. Of
/// the many lines that the first iterations bring, none wakes the referee then. A move that comes meanwhile took no time.
const NAP: Duration = Duration::from_millis(1);
/// What is read within this time after the nap came during it.
const AT_ONCE: Duration = Duration::from_micros(30);
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
    /// The first word of the line that must come before.
    barrier: Option<&'static str>,
    /// Whether to nap after that line.
    nap: bool,
    came: Option<(String, Instant)>,
    /// The last `info` line with a score.
    info: Vec<u8>,
    /// Since the last command.
    bytes: u64,
    /// The lines in which it offers its options.
    offers: Vec<String>,
    gone: bool,
    flood: bool,
    strays: usize,
    /// The last lines, each after a byte that says from whom.
    tail: VecDeque<Vec<u8>>,
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
        self.reset(None, word, false);
    }

    /// From now on a line that begins with `word` is waited for, but only after one that begins with `barrier`; after
    /// that, what comes may wait for a moment if `nap`.
    pub fn expect_after(&self, barrier: &'static str, word: &'static str, nap: bool) {
        self.reset(Some(barrier), word, nap);
    }

    fn reset(&self, barrier: Option<&'static str>, word: &'static str, nap: bool) {
        let mut state = self.state();
        (state.expected, state.barrier, state.nap) = (Some(word), barrier, nap);
        state.came = None;
        state.bytes = 0;
        state.info.clear();
    }

    /// Keeps what is sent, for the log and the tail.
    pub fn sent(&self, lines: &str) {
        let mut state = self.state();
        for line in lines.lines() {
            state.keep(b'>', line.as_bytes());
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
                return Waited::Came(line, String::from_utf8_lossy(&state.info).into_owned(), arrived);
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
        self.state().tail.iter().map(|line| String::from_utf8_lossy(line).into_owned()).collect()
    }

    /// The lines in which the engine has offered its options.
    pub fn offers(&self) -> Vec<String> {
        self.state().offers.clone()
    }

    /// Unasked `bestmove` lines since the last call.
    pub fn take_strays(&self) -> usize {
        mem::take(&mut self.state().strays)
    }

    /// Reads until the engine ends or floods: the body of the reading thread.
    pub fn read(&self, output: impl Read) {
        let mut output = BufReader::with_capacity(1 << 16, output);
        let mut rest: Vec<u8> = Vec::new();
        // When the last nap began and ended.
        let mut napped: Option<(Instant, Instant)> = None;
        loop {
            let chunk = match output.fill_buf() {
                Ok(chunk) if !chunk.is_empty() => chunk,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                _ => break,
            };
            let now = Instant::now();
            // A nap that the system has drawn out is the engine's time.
            let nap = napped.take().filter(|&(begin, end)| now - end < AT_ONCE && end - begin < 2 * NAP);
            let arrived = nap.map_or(now, |(begin, _)| begin);
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
            // Only where the answer has not come with the line itself.
            let nap = state.nap && state.barrier.is_none() && state.came.is_none();
            state.nap &= !nap;
            if flood {
                self.news.notify_all();
            }
            drop(state);
            output.consume(len);
            if flood {
                return; // with the pipe closed it cannot go on
            }
            if nap {
                thread::sleep(NAP);
                napped = Some((now, Instant::now()));
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
        state.keep(b'<', line);
        let word = line.split(|byte| byte.is_ascii_whitespace()).next().unwrap_or_default();
        if state.barrier.is_none() && state.expected.is_some_and(|expected| expected.as_bytes() == word) {
            state.expected = None;
            state.came = Some((String::from_utf8_lossy(line).into_owned(), arrived));
            self.news.notify_all();
        } else if word == b"info" {
            if is_score(line) {
                state.info.clear();
                state.info.extend_from_slice(line);
            }
        } else if state.barrier.is_some_and(|barrier| barrier.as_bytes() == word) {
            state.barrier = None;
        } else if word == b"bestmove" {
            state.strays += 1;
        } else if word == b"option" && state.expected == Some("uciok") {
            state.offers.push(String::from_utf8_lossy(line).into_owned());
        }
    }
}

/// Whether an `info` line tells the score of the best line: no bound, no side line.
fn is_score(line: &[u8]) -> bool {
    let (mut scored, mut words) = (false, line.split(|byte| byte.is_ascii_whitespace()));
    while let Some(word) = words.next() {
        match word {
            b"score" => scored = true,
            b"lowerbound" | b"upperbound" => return false,
            b"multipv" if words.next() != Some(b"1") => return false,
            b"pv" | b"string" => break,
            _ => {}
        }
    }
    scored
}

impl State {
    fn keep(&mut self, from: u8, line: &[u8]) {
        let mut kept = if self.tail.len() < TAIL { None } else { self.tail.pop_front() }.unwrap_or_default();
        kept.clear();
        kept.extend_from_slice(&[from, b' ']);
        if line.len() > SHOWN {
            let half = SHOWN / 2;
            kept.extend_from_slice(&line[..half]);
            kept.extend_from_slice(b" ... ");
            kept.extend_from_slice(&line[line.len() - half..]);
        } else {
            kept.extend_from_slice(line);
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
    fn what_is_said_before_the_barrier_is_stray() {
        let inbox = Inbox::new(None);
        inbox.expect_after("readyok", "bestmove", true);
        inbox.read(&b"bestmove e3e4\nreadyok\ninfo score cp 1\ninfo multipv 2 score cp 2\nbestmove e3e5\n"[..]);
        let Waited::Came(line, info, _) = inbox.wait(Instant::now(), &AtomicBool::new(false)) else {
            panic!("no answer")
        };
        assert_eq!((line.as_str(), info.as_str(), inbox.take_strays()), ("bestmove e3e5", "info score cp 1", 1));
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
