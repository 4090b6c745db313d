//! An engine that commits a sin when it has white, and the tests of a program that is such an engine.

use bayon::notation::coord;
use bayon::notation::fen;
use bayon::rules::Line;
use bayon::rules::Variant;
use bayon::rules::Which;
use bayon::search::params;
use bayon::search::params::Param;
use bayon::types::MoveList;
use std::env;
use std::fs::File;
use std::io;
use std::io::BufRead;
use std::io::Write;
use std::process::Child;
use std::process::Command;
use std::process::ExitCode;
use std::process::exit;
use std::thread;
use std::time::Duration;
use std::time::Instant;

/// White's sins come at this move of its own.
const AT: usize = 2;

fn say(line: &str) {
    let mut out = io::stdout();
    if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
        exit(1); // the referee has closed the pipe
    }
}

/// The main function of a test program that is its own engine: called with `engine SIN` it is that, else it tests.
pub fn main(tests: &[(&str, fn())]) -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    if let ["engine", sin, rest @ ..] = args.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        play(sin, rest.first().copied());
        return ExitCode::SUCCESS;
    }
    let wanted: Vec<&String> = args.iter().filter(|arg| !arg.starts_with('-')).collect();
    if args.iter().any(|arg| arg == "--list") {
        tests.iter().for_each(|(name, _)| println!("{name}: test"));
        return ExitCode::SUCCESS;
    }
    for (name, test) in tests {
        if wanted.is_empty() || wanted.iter().any(|part| name.contains(part.as_str())) {
            let start = Instant::now();
            test();
            println!("test {name} ... ok ({:.1} s)", start.elapsed().as_secs_f64());
        }
    }
    ExitCode::SUCCESS
}

/// Fails if it does not come to be within so many seconds.
pub fn wait_for(what: &str, seconds: u64, mut is: impl FnMut() -> bool) {
    let until = Instant::now() + Duration::from_secs(seconds);
    while !is() {
        assert!(Instant::now() < until, "{what} in {seconds} s");
        thread::sleep(Duration::from_millis(10));
    }
}

#[cfg(unix)]
pub fn signal(child: &Child, signal: nix::sys::signal::Signal) {
    nix::sys::signal::kill(nix::unistd::Pid::from_raw(child.id() as i32), signal).unwrap();
}

/// Keeps a process id for the test to look at.
fn keep(file: Option<&str>, pid: u32) {
    if let Some(path) = file {
        writeln!(File::options().create(true).append(true).open(path).unwrap(), "{pid}").unwrap();
    }
}

/// Speaks UCI until the end of input.
pub fn play(sin: &str, file: Option<&str>) {
    if sin == "absent" {
        exit(3);
    }
    keep(file, std::process::id());
    if sin.starts_with("deaf") {
        // A child of its own, that would stay.
        keep(file, Command::new("sleep").arg("600").spawn().unwrap().id());
    }
    let (mut variant, mut game) = (Variant::named("makruk").unwrap(), None);
    let mut stamina = usize::MAX;
    let mut lines = io::stdin().lock().lines().map_while(Result::ok);
    while let Some(line) = lines.next() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["uci"] if sin != "mute" => introduce(sin),
            ["isready"] => say("readyok"),
            ["setoption", "name", "UCI_Variant", "value", name] => variant = Variant::named(name).unwrap(),
            ["setoption", "name", "aspiration", "value", number] => stamina = number.parse().unwrap(),
            ["ucinewgame"] if sin == "late" => say("bestmove e3e4"),
            ["position", "fen", ..] => game = Some(read(&line, variant)),
            ["go", ..] if game.as_ref().unwrap().len() / 2 >= stamina => {
                say(&format!("info depth 1 score cp -2000\nbestmove {}", quiet(game.as_ref().unwrap())));
            }
            ["go", ..] => go(sin, game.as_ref().unwrap(), &mut lines),
            ["quit"] if !sin.starts_with("deaf") => return,
            _ => {}
        }
    }
    while sin.starts_with("deaf") {
        thread::sleep(Duration::from_secs(1)); // also after the end of input
    }
}

/// An honest engine has the numbers of the search: of them `aspiration` is the moves after which it calls its game lost.
fn introduce(sin: &str) {
    say("id name driver");
    for Param { name, min, max, .. } in params::ALL.iter().filter(|_| sin != "plain") {
        let max = if sin == "narrow" { max - 1 } else { *max };
        say(&format!("option name {name} type spin default {max} min {min} max {max}"));
    }
    say("uciok");
}

fn read(line: &str, variant: &'static Variant) -> Line {
    let rest = line.strip_prefix("position fen ").unwrap();
    let (start, moves) = rest.split_once(" moves ").unwrap_or((rest, ""));
    let mut game = Line::new(fen::position(start, variant).unwrap());
    for text in moves.split_whitespace() {
        let mv = coord::parse(text, game.now()).unwrap();
        game.push(mv);
    }
    game
}

/// A legal move that neither ends the game nor takes a man, so that games last.
fn quiet(game: &Line) -> String {
    let now = game.now();
    let mut list = MoveList::new();
    now.moves(Which::All, &mut list);
    let calm = list.iter().find(|&&mv| {
        let mut next = game.clone();
        next.push(mv);
        now.at(mv.to()).is_none() && next.ended().is_none() && next.repetitions() == 0
    });
    coord::write(*calm.or(list.first()).unwrap(), now.variant())
}

fn go(sin: &str, game: &Line, lines: &mut dyn Iterator<Item = String>) {
    let best = quiet(game);
    let sinful = game.now().turn().is_white() && game.len() >= 2 * AT;
    say("info depth 1 score cp 5 nodes 1 pv a1a2");
    if sin == "slow" {
        thread::sleep(Duration::from_millis(4));
    }
    if !sinful {
        return say(&format!("bestmove {best}"));
    }
    match sin {
        "crash" => exit(7),
        "leave" => exit(0),
        "hang" | "deafhang" => {}
        "sleep" => wait_for_stop(lines, &best),
        "illegal" => say("bestmove a1a1"),
        "empty" => say("bestmove"),
        "none" => say("bestmove (none)"),
        "noise" => say("bestmove \u{fffd}\u{fffd}\u{1f600}x"),
        "flood" => loop {
            say("info string and another thing");
        },
        "longline" => loop {
            if io::stdout().write_all(&[b'x'; 4096]).is_err() {
                exit(1);
            }
        },
        "twice" => say(&format!("bestmove {best}\nbestmove {best}")),
        _ => say(&format!("bestmove {best}")),
    }
}

fn wait_for_stop(lines: &mut dyn Iterator<Item = String>, best: &str) {
    for line in lines {
        if line == "stop" {
            return say(&format!("bestmove {best}"));
        }
    }
}
