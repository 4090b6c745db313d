//! No memory, nobody who listens, a full disk: told, and a clean end.
#![cfg(target_os = "linux")]

mod session;

use session::PATIENCE;
use session::Session;
use std::fs::File;
use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::time::Instant;

const BAYON: &str = env!("CARGO_BIN_EXE_bayon");

/// Bayon, in so many KiB of memory.
fn within(kibibytes: usize) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("ulimit -v {kibibytes}; exec {BAYON}")]);
    command
}

/// What the engine leaves when these lines are said to it and its output goes to `output`.
fn ended(mut command: Command, lines: &str, output: Stdio) -> Output {
    let mut child = command.stdin(Stdio::piped()).stdout(output).stderr(Stdio::piped()).spawn().expect("it starts");
    let mut input = child.stdin.take().expect("piped");
    // It may have ended already.
    _ = input.write_all(lines.as_bytes());
    let began = Instant::now();
    // The input stays open: the end is not by it.
    while child.try_wait().expect("it can be asked").is_none() {
        assert!(began.elapsed() < PATIENCE, "it does not end");
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    child.wait_with_output().expect("it has ended")
}

#[test]
fn too_little_memory_to_begin_with_is_told() {
    let output = ended(within(16_000), "uci\nquit\n", Stdio::null());
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "bayon: out of memory\n");
}

#[test]
fn with_little_memory_less_is_done() {
    let mut session = Session::of(within(60_000));
    session.say("setoption name Hash value 1000\nisready");
    session.hear("info string no memory for a table of 1000 MiB*the old one stays");
    session.hear("readyok");
    session.say("setoption name Threads value 16\nisready");
    session.hear("info string no memory for 16 threads: * will search");
    session.hear("readyok");
    session.say("go depth 4");
    session.hear("bestmove *");
    session.say("quit");
    session.ended();
}

#[test]
fn an_output_that_nobody_reads_ends_the_engine() {
    for lines in ["isready\n", "go infinite\n", "go depth 3\n"] {
        let full = File::options().write(true).open("/dev/full").expect("it is there");
        let output = ended(Command::new(BAYON), lines, full.into());
        assert_eq!(output.status.code(), Some(1), "{lines}{output:?}");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(told.starts_with("bayon: the output cannot be written ("), "{told}");
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = ended(Command::new(BAYON), lines, writer.into());
        assert_eq!(output.status.code(), Some(1), "{lines}{output:?}");
    }
}

#[test]
fn a_line_without_an_end_is_not_kept() {
    let mut session = Session::start();
    let mebibyte = vec![b'x'; 1 << 20];
    for _ in 0..40 {
        session.say_bytes(&mebibyte);
    }
    session.say("\nposition startpos moves a3a4\nd");
    session.hear("info string a line of more than * bytes: ignored");
    session.hear("Fen: * b - - 0 1");
    assert_eq!(session.count("info string *"), 1);
    let status = std::fs::read_to_string(format!("/proc/{}/status", session.id())).expect("the process runs");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("the line is there");
    let kibibytes: usize = peak.trim().trim_end_matches(" kB").parse().expect("a number");
    assert!(kibibytes < 48 * 1024, "{kibibytes} KiB");
    session.say("quit");
    session.ended();
}
