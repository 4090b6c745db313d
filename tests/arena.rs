//! Matches with engines that misbehave: `bayon match` survives them all, and scores them right.
//!
//! This program is its own engine: called with `engine SIN` it speaks UCI, plays random legal moves, and commits the sin as
//! soon as it has white. The games end after a few plies, so whatever happens is known beforehand.

mod driver;

use driver::signal;
use driver::wait_for;
use serde_json::Value;
use std::env;
use std::fs;
use std::path::Path;
use std::path::PathBuf;
use std::process::Command;
use std::process::ExitCode;
use std::process::Output;
use std::process::Stdio;
use std::thread;
use std::time::Duration;
use std::time::Instant;

fn main() -> ExitCode {
    driver::main(TESTS)
}

const TESTS: &[(&str, fn())] = &[
    ("sins_are_scored", sins_are_scored),
    ("strays_are_told", strays_are_told),
    ("three_failures_end_it", three_failures_end_it),
    ("children_are_ended", children_are_ended),
    ("an_interrupt_ends_all", an_interrupt_ends_all),
    ("a_killed_match_goes_on", a_killed_match_goes_on),
    ("a_gauntlet_and_its_files", a_gauntlet_and_its_files),
    ("solved_endings_can_end_games", solved_endings_can_end_games),
    ("false_records_are_found", false_records_are_found),
    ("scores_can_end_games", scores_can_end_games),
    ("a_sequential_test_ends_the_match", a_sequential_test_ends_the_match),
];

/// A folder of its own, empty.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("arena-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn engine(name: &str, sin: &str) -> Vec<String> {
    let this = env::current_exe().unwrap();
    ["--engine".into(), format!("name={name}"), format!("cmd='{}' engine {sin}", this.display())].into()
}

/// `bayon match` between an honest engine A and B with its sin; short games.
fn bout(sin: &str, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bayon"));
    command.env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"));
    command.arg("match").args(engine("A", "honest")).args(engine("B", sin));
    command.args(["--variant", "cambodian", "--max-plies", "12", "--start-limit", "3"]).args(more);
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn done(mut command: Command) -> Output {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{:?}\n{}{}", output.status, text(&output.stdout), text(&output.stderr));
    output
}

/// The games of a record by number: white, result, cause, plies.
fn games(record: &Path) -> Vec<(usize, String, String, String, usize)> {
    let lines = fs::read_to_string(record).unwrap();
    let mut games = Vec::new();
    for line in lines.lines().skip(1) {
        let game: Value = serde_json::from_str(line).unwrap();
        let word = |key: &str| game[key].as_str().unwrap().to_string();
        let number = game["game"].as_u64().unwrap() as usize;
        games.push((number, word("white"), word("result"), word("cause"), game["moves"].as_array().unwrap().len()));
    }
    games.sort();
    games
}

/// Whether a process is there, and no zombie.
fn lives(pid: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    status.rsplit(')').next().is_some_and(|rest| rest.split_whitespace().next().is_some_and(|state| state != "Z"))
}

fn pids(file: &Path) -> Vec<u32> {
    fs::read_to_string(file).unwrap_or_default().lines().filter_map(|line| line.parse().ok()).collect()
}

fn sins_are_scored() {
    let folder = folder("sins");
    thread::scope(|scope| {
        for (sin, limit, cause) in SINS {
            let folder = &folder;
            scope.spawn(move || sin_is_scored(folder, sin, limit, cause));
        }
    });
}

/// Sin, limit of thinking, how the game is lost by it.
const SINS: [(&str, &str, &str); 13] = [
    ("crash", "nodes=1", "crash"),
    ("leave", "nodes=1", "crash"),
    ("hang", "tc=0.2", "hang"),
    ("sleep", "tc=0.2+0.01", "time"),
    ("sleep", "st=0.1", "time"),
    ("illegal", "nodes=1", "illegal move"),
    ("empty", "depth=1", "illegal move"),
    ("none", "depth=1", "illegal move"),
    ("noise", "depth=1", "illegal move"),
    ("flood", "nodes=1", "flood"),
    ("longline", "nodes=1", "flood"),
    ("mute", "nodes=1", "no start"),
    ("absent", "nodes=1", "no start"),
];

fn sin_is_scored(folder: &Path, sin: &str, limit: &str, cause: &str) {
    let record = folder.join(format!("{sin}-{limit}.jsonl"));
    // An engine that does not start loses with both colours, so there the match is shorter than three failures.
    let never = cause == "no start";
    let pairs = if never { "1" } else { "3" };
    let path = record.to_str().unwrap();
    let output = done(bout(sin, &["--rounds", pairs, "--record", path, "--margin", "300", "--each", limit]));
    let games = games(&record);
    assert_eq!(games.len(), if never { 2 } else { 6 }, "{sin}");
    for (number, white, result, why, plies) in &games {
        let (wanted, reason, length) = match (never, white.as_str()) {
            (true, "A") => ("1-0", cause, 0),
            (true, _) => ("0-1", cause, 0),
            (_, "A") => ("1/2-1/2", "length", 12),
            _ => ("0-1", cause, 4),
        };
        let found = (result.as_str(), why.as_str(), *plies);
        assert_eq!(found, (wanted, reason, length), "{sin} {limit}, game {number}");
    }
    let lost = if never { "B lost 2" } else { "B lost 3" };
    assert!(text(&output.stdout).contains(lost), "{sin}: {}", text(&output.stdout));
    if cause != "time" {
        let game = if never { "game 1: B " } else { "game 2: B " };
        assert!(text(&output.stderr).contains(game), "{sin}: {}", text(&output.stderr));
    }
    let mut verify = Command::new(env!("CARGO_BIN_EXE_bayon"));
    verify.args(["match", "--verify", path]);
    assert!(text(&done(verify).stdout).contains(" 0 wrong"));
}

fn strays_are_told() {
    let folder = folder("strays");
    for (sin, what) in [("twice", "without being asked"), ("late", "after its game")] {
        let record = folder.join(format!("{sin}.jsonl"));
        let output = done(bout(sin, &["--games", "6", "--record", record.to_str().unwrap(), "--each", "nodes=1"]));
        assert!(text(&output.stderr).contains(what), "{sin}: {}", text(&output.stderr));
        for (number, _, result, why, plies) in games(&record) {
            assert_eq!((result.as_str(), why.as_str(), plies), ("1/2-1/2", "length", 12), "{sin}, game {number}");
        }
    }
}

fn three_failures_end_it() {
    let folder = folder("failures");
    let record = folder.join("r.jsonl");
    let output =
        bout("mute", &["--games", "20", "--record", record.to_str().unwrap(), "--each", "nodes=1"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("B has failed 3 times in a row"), "{}", text(&output.stderr));
    assert_eq!(games(&record).len(), 3);
}

fn children_are_ended() {
    let folder = folder("children");
    let file = folder.join("pids");
    let sin = format!("deaf '{}'", file.display());
    done(bout(&sin, &["--games", "4", "--concurrency", "2", "--each", "nodes=1"]));
    let pids = pids(&file);
    assert!(pids.len() >= 4, "engines and their own children");
    assert_eq!(pids.into_iter().filter(|&pid| lives(pid)).count(), 0);
}

fn an_interrupt_ends_all() {
    use nix::sys::signal::Signal;
    for (name, sent) in [("interrupt", Signal::SIGINT), ("terminate", Signal::SIGTERM)] {
        let folder = folder(name);
        let (file, record) = (folder.join("pids"), folder.join("r.jsonl"));
        let sin = format!("deafhang '{}'", file.display());
        let mut command = bout(&sin, &["--games", "4", "--record", record.to_str().unwrap(), "--each", "nodes=1"]);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // The first game is drawn, in the second the engine hangs.
        wait_for("the first game ends", 20, || record.exists() && games(&record).len() == 1);
        thread::sleep(Duration::from_millis(100));
        signal(&child, sent);
        let start = Instant::now();
        assert_eq!(child.wait().unwrap().code(), Some(130));
        assert!(start.elapsed() < Duration::from_secs(5));
        assert!(pids(&file).len() >= 2);
        assert!(pids(&file).into_iter().all(|pid| !lives(pid)));
        assert_eq!(games(&record).len(), 1, "the game under way is not recorded");
    }
}

fn a_killed_match_goes_on() {
    let folder = folder("resume");
    let (record, pgn) = (folder.join("r.jsonl"), folder.join("r.pgn"));
    let files = ["--record", record.to_str().unwrap(), "--pgn", pgn.to_str().unwrap()];
    let terms = ["--games", "60", "--concurrency", "2", "--each", "nodes=1"];
    let again = || bout("slow", &[&terms[..], &files[..]].concat());
    let mut child = again().stdout(Stdio::null()).spawn().unwrap();
    wait_for("a few games end", 60, || record.exists() && fs::read_to_string(&record).unwrap().lines().count() > 8);
    child.kill().unwrap();
    child.wait().unwrap();
    // As if the last line had been cut short.
    let kept = fs::read_to_string(&record).unwrap();
    let kept = kept[..=kept.rfind('\n').unwrap()].to_string();
    fs::write(&record, format!("{kept}{{\"game\":59,\"whi")).unwrap();
    let refused = again().output().unwrap();
    assert_eq!(refused.status.code(), Some(2), "a record is not written over");
    let mut other = bout("slow", &[&terms[..], &files[..], &["--resume", "--margin", "7"]].concat());
    assert!(text(&other.output().unwrap().stderr).contains("another match"));
    let mut resumed = again();
    resumed.arg("--resume");
    let output = done(resumed);
    assert!(text(&output.stdout).contains("games 60/60"), "{}", text(&output.stdout));
    assert!(fs::read_to_string(&record).unwrap().starts_with(&kept), "what was recorded stays");
    let games = games(&record);
    assert_eq!(games.iter().map(|game| game.0).collect::<Vec<_>>(), (1..=60).collect::<Vec<_>>());
    assert_eq!(fs::read_to_string(&pgn).unwrap().matches("[Event ").count(), 60);
    assert!(games.iter().all(|(_, _, result, why, _)| result == "1/2-1/2" && why == "length"));
}

fn solved_endings_can_end_games() {
    let folder = folder("tables");
    let (record, openings) = (folder.join("r.jsonl"), folder.join("openings.epd"));
    // Lost at once; drawn by the count.
    fs::write(&openings, "k7/2K5/8/8/8/8/8/7R b - - 0 1\n8/8/8/8/8/8/1Rk5/K7 b - 30 28 60\n").unwrap();
    let files = ["--record", record.to_str().unwrap(), "--openings", openings.to_str().unwrap()];
    let terms = ["--games", "4", "--in-order", "--tables", "--each", "nodes=1"];
    done(bout("honest", &[&terms[..], &files[..]].concat()));
    let ends: Vec<(String, String, usize)> =
        games(&record).into_iter().map(|(_, _, result, why, plies)| (result, why, plies)).collect();
    let end = |result: &str| (result.to_string(), "tables".to_string(), 1);
    assert_eq!(ends, [end("1-0"), end("1-0"), end("1/2-1/2"), end("1/2-1/2")]);
    let mut verify = Command::new(env!("CARGO_BIN_EXE_bayon"));
    verify.args(["match", "--verify", record.to_str().unwrap()]);
    assert!(text(&done(verify).stdout).contains(" 0 wrong"));
    let mut refused = Command::new(env!("CARGO_BIN_EXE_bayon"));
    refused.arg("match").args(engine("A", "honest")).args(engine("B", "honest"));
    let refused = refused.args(["--variant", "karouk", "--tables", "--each", "nodes=1"]).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("none for karouk"), "{}", text(&refused.stderr));
}

fn a_gauntlet_and_its_files() {
    let folder = folder("gauntlet");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_string();
    let (record, pgn, svg, html, log) = (path("r.jsonl"), path("r.pgn"), path("r.svg"), path("r.html"), path("log"));
    let mut command =
        bout("illegal", &["--rounds", "2", "--gauntlet", "--each", "nodes=1", "option.Some Name=some value"]);
    command.args(engine("C", "honest")).args(["--record", &record, "--pgn", &pgn, "--report", &svg, "--log", &log]);
    let output = text(&done(command).stdout);
    // A against B: two lost by B, two level; A against C: all level.
    assert!(output.contains("A v B  +2 =2 -0"), "{output}");
    assert!(output.contains("A v C  +0 =4 -0"), "{output}");
    assert!(output.contains("illegal move           B lost 2"), "{output}");
    let text = fs::read_to_string(&pgn).unwrap();
    for part in
        ["[Variant \"cambodian\"]", "[Termination \"rules infraction\"]", "[WhiteOptions \"Some Name=some value\"]"]
    {
        assert!(text.contains(part), "{part}");
    }
    let picture = fs::read_to_string(&svg).unwrap();
    assert!(picture.starts_with("<svg") && picture.contains("polyline") && picture.contains("illegal move"));
    let traffic = fs::read_to_string(Path::new(&log).join("B-0.log")).unwrap();
    assert!(traffic.contains("> setoption name Some Name value some value") && traffic.contains("< bestmove a1a1"));
    let mut command = bout("honest", &["--games", "2", "--each", "nodes=1", "--report", &html]);
    command.args(["--openings", &path("openings.epd"), "--in-order"]);
    fs::write(
        path("openings.epd"),
        "# one\n\nrnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1; id \"start\";\n",
    )
    .unwrap();
    done(command);
    assert!(fs::read_to_string(&html).unwrap().contains("</svg>"));
}

fn false_records_are_found() {
    let folder = folder("verify");
    let record = folder.join("r.jsonl");
    let path = record.to_str().unwrap();
    done(bout("honest", &["--games", "2", "--record", path, "--each", "nodes=1"]));
    let good = fs::read_to_string(&record).unwrap();
    for (from, to, told) in [
        ("\"cause\":\"length\"", "\"cause\":\"checkmate\"", "has not ended"),
        ("\"result\":\"1/2-1/2\"", "\"result\":\"1-0\"", "cannot be by length"),
        ("\"cause\":\"length\"", "\"cause\":\"boredom\"", "is no ending"),
        ("\"moves\":[\"", "\"moves\":[\"a1a8\",\"", "not legal"),
    ] {
        assert!(good.contains(from), "{from}");
        fs::write(&record, good.replacen(from, to, 1)).unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_bayon")).args(["match", "--verify", path]).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{to}");
        let said = text(&output.stdout);
        assert!(said.contains(told) && said.contains("1 wrong"), "{to}: {said}");
    }
}

fn scores_can_end_games() {
    let folder = folder("scores");
    for (name, rule, result, cause, plies) in [
        ("draw", ["--draw", "movenumber=1", "movecount=2", "score=10"], "1/2-1/2", "level scores", 4),
        ("resign", ["--resign", "movecount=3", "score=-5", "twosided=false"], "0-1", "lost score", 5),
    ] {
        let record = folder.join(format!("{name}.jsonl"));
        let more = [&rule[..], &["--games", "2", "--record", record.to_str().unwrap(), "--each", "nodes=1"]].concat();
        done(bout("honest", &more));
        for (_, _, found, why, length) in games(&record) {
            assert_eq!((found.as_str(), why.as_str(), length), (result, cause, plies), "{name}");
        }
    }
}

fn a_sequential_test_ends_the_match() {
    // Half of all games are lost, so the pairs are all alike, and the test is soon over.
    let output = text(&done(bout("illegal", &["--games", "400", "--sprt", "0", "50", "--each", "nodes=1"])).stdout);
    assert!(output.contains("elo 50 accepted"), "{output}");
    assert!(!output.contains("games 400/400"), "{output}");
}
