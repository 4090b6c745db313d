//! A UCI engine as a child process.
//!
//! A thread reads what it says and keeps only what matters: the answer that is waited for, stamped with the time it came,
//! and the last `info` with a score. So an engine that talks much costs the referee little.

use crate::arena::contender::Contender;
use crate::arena::inbox::Inbox;
use crate::arena::inbox::Waited;
use crate::arena::log::Log;
use std::fmt;
use std::io;
use std::io::Write;
use std::mem;
use std::process::Child;
use std::process::ChildStdin;
use std::process::Command;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;
use std::time::Instant;

/// How long an engine is waited for.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// For `uciok`.
    pub start: Duration,
    /// For `readyok`.
    pub ready: Duration,
    /// For a move, where no clock runs.
    pub think: Duration,
    /// For `bestmove` after `stop`, once its time is over.
    pub stop: Duration,
    /// For its end after `quit`.
    pub quit: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        let seconds = Duration::from_secs;
        Patience { start: seconds(10), ready: seconds(30), think: seconds(600), stop: seconds(2), quit: seconds(1) }
    }
}

/// Why an engine is of no more use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It cannot be started, or said no `uciok`.
    NoStart(String),
    /// It has ended; how.
    Crash(String),
    /// It does not answer this command.
    Hang(&'static str),
    /// It says too much.
    Flood,
    /// Not its fault: the match is being ended.
    Stopped,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::NoStart(why) => write!(f, "does not start: {why}"),
            Fault::Crash(how) => write!(f, "has ended: {how}"),
            Fault::Hang(command) => write!(f, "does not answer {command:?}"),
            Fault::Flood => f.write_str("floods the referee"),
            Fault::Stopped => f.write_str("was stopped"),
        }
    }
}

/// What an engine answered to `go`.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The line that begins with `bestmove`.
    pub line: String,
    /// The last `info` line with a score, empty if there was none.
    pub info: String,
    /// From the write of `go` to the arrival of `bestmove`.
    pub spent: Duration,
}

/// A running engine. Dropping it ends it.
pub struct Client {
    child: Child,
    // Taken only to close it at the end.
    stdin: Option<ChildStdin>,
    inbox: Arc<Inbox>,
    patience: Patience,
    /// Room for what is sent.
    lines: String,
    /// Set when the match is to end at once.
    abort: Arc<AtomicBool>,
}

impl Client {
    /// Starts an engine and sets its options.
    ///
    /// # Errors
    /// The fault that keeps it from playing, with the last lines exchanged.
    pub fn start(
        contender: &Contender,
        variant: &str,
        patience: Patience,
        log: Option<Log>,
        abort: Arc<AtomicBool>,
    ) -> Result<Client, (Fault, Vec<String>)> {
        let mut command = Command::new(&contender.command[0]);
        command.args(&contender.command[1..]).stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(log.as_ref().and_then(Log::errors).unwrap_or_else(Stdio::null));
        if let Some(directory) = &contender.directory {
            command.current_dir(directory);
        }
        apart(&mut command);
        let not = |error: io::Error| (Fault::NoStart(error.to_string()), Vec::new());
        let mut child = command.spawn().map_err(not)?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let inbox = Arc::new(Inbox::new(log));
        let reader = Arc::clone(&inbox);
        let mut client = Client { child, stdin, inbox, patience, lines: String::new(), abort };
        if let Some(stdout) = stdout {
            let named = thread::Builder::new().name(format!("read {}", contender.name));
            named.spawn(move || reader.read(stdout)).map_err(not)?;
        }
        client.greet(contender, variant).map_err(|fault| (fault, client.inbox.tail()))?;
        Ok(client)
    }

    fn greet(&mut self, contender: &Contender, variant: &str) -> Result<(), Fault> {
        self.ask("uci\n", "uciok", self.patience.start).map_err(|fault| match fault {
            Fault::Hang(_) => Fault::NoStart(format!("no uciok in {} s", self.patience.start.as_secs_f64())),
            Fault::Crash(how) => Fault::NoStart(how),
            fault => fault,
        })?;
        let game = ("UCI_Variant".to_string(), variant.to_string());
        // Games of the user's own must be loaded before they can be chosen; some options depend on the game.
        let (rules, others): (Vec<_>, Vec<_>) =
            contender.options.iter().partition(|(name, _)| name.eq_ignore_ascii_case("VariantPath"));
        let mut lines = String::new();
        for (name, value) in rules.into_iter().chain([&game]).chain(others) {
            let value = if value.is_empty() { String::new() } else { format!(" value {value}") };
            lines.push_str(&format!("setoption name {name}{value}\n"));
        }
        lines.push_str("isready\n");
        self.ask(&lines, "readyok", self.patience.ready).map(|_| ())
    }

    /// Makes the engine ready for a new game. What it still says of the last one is thrown away.
    ///
    /// # Errors
    /// It does not get ready.
    pub fn new_game(&mut self) -> Result<(), Fault> {
        self.ask("ucinewgame\nisready\n", "readyok", self.patience.ready).map(|_| ())
    }

    /// Has the engine think: `position` and `go` are whole lines. `limit` is its time and what is forgiven; when that is over,
    /// it is told to stop.
    ///
    /// # Errors
    /// It gives no answer, also not after `stop`.
    pub fn think(&mut self, position: &str, go: &str, limit: Option<Duration>) -> Result<Answer, Fault> {
        // What it says before it is ready belongs to earlier searches. That is not waited for: an engine reads in order.
        self.inbox.expect_after("readyok", "bestmove", limit.is_some());
        self.lines.clear();
        for part in [position, "isready\n", go] {
            self.lines.push_str(part);
        }
        let lines = mem::take(&mut self.lines);
        let asked = Instant::now();
        let sent = self.send(&lines);
        self.lines = lines;
        sent?;
        let answer = match self.wait(asked + limit.unwrap_or(self.patience.think)) {
            Err(Fault::Hang(_)) => {
                self.send("stop\n")?;
                self.wait(Instant::now() + self.patience.stop).map_err(|fault| match fault {
                    Fault::Hang(_) => Fault::Hang("go"),
                    fault => fault,
                })
            }
            answer => answer,
        };
        let (line, info, arrived) = answer?;
        Ok(Answer { line, info, spent: arrived.saturating_duration_since(asked) })
    }

    /// The lines exchanged last, ours marked `>`, the engine's `<`.
    pub fn tail(&self) -> Vec<String> {
        self.inbox.tail()
    }

    /// The lines in which it has offered its options.
    pub fn offers(&self) -> Vec<String> {
        self.inbox.offers()
    }

    /// How many moves it has named without being asked, since this was asked last.
    pub fn strays(&self) -> usize {
        self.inbox.take_strays()
    }

    fn ask(&mut self, lines: &str, word: &'static str, patience: Duration) -> Result<String, Fault> {
        self.inbox.expect(word);
        self.send(lines)?;
        self.wait(Instant::now() + patience).map(|(line, _, _)| line)
    }

    fn send(&mut self, lines: &str) -> Result<(), Fault> {
        self.inbox.sent(lines);
        let stdin = self.stdin.as_mut().ok_or_else(|| Fault::Crash("closed".to_string()))?;
        match stdin.write_all(lines.as_bytes()) {
            Ok(()) => Ok(()),
            Err(_) => Err(self.crash()),
        }
    }

    fn wait(&mut self, until: Instant) -> Result<(String, String, Instant), Fault> {
        match self.inbox.wait(until, &self.abort) {
            Waited::Came(line, info, arrived) => Ok((line, info, arrived)),
            Waited::Nothing(word) => Err(Fault::Hang(match word {
                "uciok" => "uci",
                "readyok" => "isready",
                _ => "go",
            })),
            Waited::Gone => Err(self.crash()),
            Waited::Flood => Err(Fault::Flood),
            Waited::Aborted => Err(Fault::Stopped),
        }
    }

    fn crash(&mut self) -> Fault {
        // Its pipes may close a moment before it can be asked how it ended.
        let until = Instant::now() + Duration::from_millis(200);
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Fault::Crash(status.to_string()),
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(2)),
                _ => return Fault::Crash("it has closed its output".to_string()),
            }
        }
    }

    fn end(&mut self) {
        if let Some(mut stdin) = self.stdin.take() {
            self.inbox.sent("quit\n");
            let _ = stdin.write_all(b"quit\n");
        }
        let until = Instant::now() + self.patience.quit;
        while Instant::now() < until {
            if !matches!(self.child.try_wait(), Ok(None)) {
                break;
            }
            thread::sleep(Duration::from_millis(2));
        }
        kill_all(&self.child);
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.end();
    }
}

/// The engine gets a process group of its own: an interrupt at the terminal is the referee's alone, and what the engine
/// starts can be ended with it.
#[cfg(unix)]
fn apart(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
fn apart(_: &mut Command) {}

/// Ends the child's whole process group.
#[cfg(unix)]
fn kill_all(child: &Child) {
    use nix::sys::signal;
    use nix::unistd::Pid;
    if let Ok(group) = i32::try_from(child.id()) {
        let _ = signal::killpg(Pid::from_raw(group), signal::Signal::SIGKILL);
    }
}

#[cfg(not(unix))]
fn kill_all(_: &Child) {}
