//! A running engine to talk with.
#![allow(dead_code)] // every test file takes what it needs

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// How long an answer may take before the engine counts as hung.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// A session with the engine. Dropping it kills the engine.
pub struct Session {
    child: Child,
    input: Option<ChildStdin>,
    /// What it takes for the user's home, and for the folder of what can be made anew.
    home: PathBuf,
    lines: mpsc::Receiver<String>,
    /// Everything that it has said and that was listened to.
    pub said: Vec<String>,
}

impl Session {
    pub fn start() -> Session {
        Session::of(Command::new(env!("CARGO_BIN_EXE_bayon")))
    }

    /// A session with another engine, or with this one started otherwise, for a user of no past.
    pub fn of(command: Command) -> Session {
        static STARTED: AtomicU32 = AtomicU32::new(0);
        let name = format!("home-{}-{}", std::process::id(), STARTED.fetch_add(1, Ordering::Relaxed));
        Session::housed(command, &Path::new(env!("CARGO_TARGET_TMPDIR")).join(name))
    }

    /// An engine of a user with this home, which is removed in the end.
    pub fn at_home(home: &Path) -> Session {
        Session::housed(Command::new(env!("CARGO_BIN_EXE_bayon")), home)
    }

    fn housed(mut command: Command, home: &Path) -> Session {
        command.env("HOME", home).env("XDG_CACHE_HOME", home).env("LOCALAPPDATA", home);
        Session::with(command, home)
    }

    /// An engine that is started by `command`; `home` is removed in the end.
    pub fn with(mut command: Command, home: &Path) -> Session {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the engine starts");
        let output = BufReader::new(child.stdout.take().expect("piped"));
        let (sender, lines) = mpsc::channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line.trim_end().to_string()).is_err() {
                    break;
                }
            }
        });
        let input = child.stdin.take();
        Session { child, input, home: home.to_path_buf(), lines, said: Vec::new() }
    }

    /// An engine that plays `variant` from its start.
    pub fn playing(variant: &str) -> Session {
        let mut session = Session::start();
        session.say(&format!("setoption name UCI_Variant value {variant}"));
        session
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a line, or several.
    pub fn say(&mut self, text: &str) {
        let input = self.input.as_mut().expect("the input is open");
        writeln!(input, "{text}").and_then(|()| input.flush()).expect("the engine reads");
    }

    /// Sends bytes as they are.
    pub fn say_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the engine reads");
    }

    /// The next line, if one comes in time.
    pub fn next(&mut self, within: Duration) -> Option<String> {
        let line = self.lines.recv_timeout(within).ok()?;
        self.said.push(line.clone());
        Some(line)
    }

    /// Listens until a line fits `pattern`, in which `*` stands for anything.
    pub fn hear(&mut self, pattern: &str) -> String {
        let end = Instant::now() + PATIENCE;
        while let Some(line) = self.next(end.saturating_duration_since(Instant::now())) {
            if fits(pattern, &line) {
                return line;
            }
        }
        panic!("no line {pattern:?}; the last lines were {:#?}", &self.said[self.said.len().saturating_sub(20)..]);
    }

    /// Listens for so long to see that no line fits `pattern`.
    pub fn hear_none(&mut self, pattern: &str, during: Duration) {
        let end = Instant::now() + during;
        while let Some(line) = self.next(end.saturating_duration_since(Instant::now())) {
            assert!(!fits(pattern, &line), "unwanted: {line}");
        }
    }

    /// How many lines so far fit `pattern`.
    pub fn count(&self, pattern: &str) -> usize {
        self.said.iter().filter(|line| fits(pattern, line)).count()
    }

    /// Waits for `readyok`.
    pub fn sync(&mut self) {
        self.say("isready");
        self.hear("readyok");
    }

    /// Searches and gives the best move with the `info` lines before it.
    pub fn search(&mut self, go: &str) -> (String, Vec<String>) {
        let before = self.said.len();
        self.say(go);
        let best = self.hear("bestmove *");
        let infos = self.said[before..].iter().filter(|line| line.starts_with("info ")).cloned().collect();
        (best.split(' ').nth(1).expect("a move").to_string(), infos)
    }

    /// Closes the input.
    pub fn close(&mut self) {
        self.input = None;
    }

    /// Waits until the engine has ended, which is to be well, and gives the time that took.
    pub fn ended(&mut self) -> Duration {
        let began = Instant::now();
        while began.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait().expect("it can be asked") {
                assert!(status.success(), "ended with {status}");
                while let Some(line) = self.next(Duration::from_secs(5)) {
                    drop(line);
                }
                return began.elapsed();
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        panic!("the engine does not end");
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
        _ = std::fs::remove_dir_all(&self.home);
    }
}

/// How much more is under way than there are processors for, at least 1.
pub fn load() -> f64 {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let waiting: f64 = text.split(' ').next().and_then(|load| load.parse().ok()).unwrap_or(0.0);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    (waiting / cores as f64).max(1.0)
}

/// Whether a line fits a pattern in which `*` stands for anything.
pub fn fits(pattern: &str, line: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = line.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    let mut parts = parts.peekable();
    if parts.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    true
}
