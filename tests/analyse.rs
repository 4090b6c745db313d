//! `bayon analyse` on games of several programs: every game is read or refused with its line, in every form of output.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

fn scratch(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("analyse-{name}"));
    let _ = fs::remove_file(&path);
    let _ = fs::remove_file(format!("{}.part.jsonl", path.display()));
    path
}

fn analyse(file: &str, out: &Path, more: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bayon"));
    command.args(["analyse", file, "--hash", "1", "--out"]).arg(out).args(more);
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/games")).output().expect("it runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn every_game_is_read_or_refused_with_its_line() {
    let out = scratch("mixed.jsonl");
    let done = analyse("mixed.pgn", &out, &["--nodes", "300"]);
    assert_eq!(done.status.code(), Some(2));
    let told = text(&done.stderr);
    assert!(told.contains("mixed.pgn:35: move 2. \"Nf3\": "), "{told}");
    assert!(told.contains("mixed.pgn:37: the game \"standard\" is not known"), "{told}");
    assert!(text(&done.stdout).starts_with("3 games, 13 moves, 2 refused"), "{}", text(&done.stdout));
    let lines: Vec<serde_json::Value> =
        fs::read_to_string(&out).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 5);
    assert_eq!(lines[0]["moves"].as_array().unwrap().len(), 8);
    assert_eq!((&lines[0]["result"], &lines[0]["line"]), (&"1/2-1/2".into(), &1.into()));
    assert_eq!(lines[1]["variant"], "cambodian-traditional");
    let counted = &lines[2]["moves"][1];
    assert_eq!((counted["move"].as_str(), counted["count"]["used"].as_u64()), (Some("a2a6"), Some(5)));
    assert_eq!((counted["count"]["who"].as_str(), counted["count"]["left"].as_u64()), (Some("black"), Some(3)));
    assert!(counted["best"][0].is_string() && counted["depth"].as_u64() > Some(1));
    let odds: i64 = counted["wdl"].as_array().unwrap().iter().map(|share| share.as_i64().unwrap()).sum();
    assert_eq!(odds, 1000);
    assert_eq!(lines[3]["line"], 35);
    assert!(!Path::new(&format!("{}.part.jsonl", out.display())).exists());
}

#[test]
fn annotated_games_can_be_read_again() {
    let (once, twice) = (scratch("once.pgn"), scratch("twice.pgn"));
    analyse("mixed.pgn", &once, &["--nodes", "300"]);
    let told = fs::read_to_string(&once).unwrap();
    assert!(told.contains("[Variant \"karouk\"]"), "{told}");
    // The move may have a mark, by what the net of the day thinks of it; the comment that stood there comes next.
    let first = told.split("1. e4 ").nth(1).unwrap_or_default();
    let unmarked = first.strip_prefix('$').and_then(|mark| mark.split_once(' ')).map_or(first, |(_, rest)| rest);
    assert!(unmarked.starts_with("{-0.08/9 [%eval "), "{told}");
    assert!(told.contains("count 5/8 black") && told.lines().all(|line| line.starts_with('[') || line.len() <= 90));
    let done = analyse(once.to_str().unwrap(), &twice, &["--depth", "2"]);
    assert!(done.status.success() && text(&done.stdout).starts_with("3 games, 13 moves, 0 refused"));
}

#[test]
fn a_page_stands_alone() {
    for signs in ["thai", "international"] {
        let out = scratch(&format!("{signs}.html"));
        analyse("mixed.pgn", &out, &["--nodes", "300", "--signs", signs]);
        let page = fs::read_to_string(&out).unwrap();
        assert!(page.contains("Bo &lt;b&gt;") && !page.contains("<b>Bo"));
        assert!(page.contains("class=\"count\"") && page.contains("black counts 4 to 6 of 8"), "{page}");
        assert!(page.contains("mixed.pgn:35: move 2."));
        // Nothing is fetched: the only address is the name of SVG.
        assert_eq!(page.replace("http://www.w3.org/2000/svg", "").matches("http").count(), 0);
        assert!(!page.contains("src=") && !page.contains("@import") && !page.contains("url("));
    }
}

#[test]
fn a_study_goes_on_after_a_kill() {
    let (killed, whole) = (scratch("killed.jsonl"), scratch("whole.jsonl"));
    let part = PathBuf::from(format!("{}.part.jsonl", killed.display()));
    let mut command = Command::new(env!("CARGO_BIN_EXE_bayon"));
    command.args(["analyse", "mixed.pgn", "--nodes", "30000", "--threads", "1", "--hash", "1", "--out"]).arg(&killed);
    command
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/games"))
        .stderr(Stdio::null())
        .stdout(Stdio::null());
    let mut child = command.spawn().expect("it runs");
    let begun = || fs::read_to_string(&part).map_or(0, |text| text.lines().count());
    while begun() < 2 && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(2));
    }
    let _ = child.kill();
    let _ = child.wait();
    if part.exists() {
        let refused = analyse("mixed.pgn", &killed, &["--nodes", "30000"]);
        assert!(text(&refused.stderr).contains("--resume"), "{}", text(&refused.stderr));
        let other = analyse("mixed.pgn", &killed, &["--nodes", "77", "--resume"]);
        assert!(text(&other.stderr).contains("another study"), "{}", text(&other.stderr));
        analyse("mixed.pgn", &killed, &["--nodes", "30000", "--resume"]);
    }
    analyse("mixed.pgn", &whole, &["--nodes", "30000", "--threads", "2"]);
    assert!(fs::read(&killed).unwrap() == fs::read(&whole).unwrap());
}

#[test]
fn bad_arguments_are_told() {
    let out = scratch("x.html");
    for (file, out, told) in [
        ("nothing.pgn", out.clone(), "nothing.pgn"),
        ("mixed.pgn", scratch("x.txt"), ".pgn, .jsonl or .html"),
        ("mixed.pgn", PathBuf::from("/nowhere/at/all.html"), "/nowhere"),
        ("mixed.pgn", PathBuf::from("mixed.pgn"), "one of the files to read"),
    ] {
        let done = analyse(file, &out, &["--nodes", "10"]);
        assert_eq!(done.status.code(), Some(2));
        assert!(text(&done.stderr).contains(told), "{}", text(&done.stderr));
    }
}
