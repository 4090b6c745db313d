//! `bayon train tune`: numbers move towards the winner, and nothing is lost by a kill.
//!
//! This program is its own engine, which calls its game lost after as many moves as its number `aspiration` says: the larger
//! one wins. In a build for tuning, Bayon itself is tuned, too.

mod driver;

use driver::signal;
use driver::wait_for;
use nix::sys::signal::Signal;
use serde_json::Value;
use std::env;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::path::PathBuf;
use std::process::Command;
use std::process::ExitCode;
use std::process::Output;
use std::process::Stdio;

fn main() -> ExitCode {
    driver::main(TESTS)
}

const TESTS: &[(&str, fn())] = &[
    ("numbers_move_to_the_winner", numbers_move_to_the_winner),
    ("a_killed_tuning_goes_on", a_killed_tuning_goes_on),
    ("other_settings_are_refused", other_settings_are_refused),
    ("broken_states_are_refused", broken_states_are_refused),
    ("engines_without_the_numbers_are_refused", engines_without_the_numbers_are_refused),
    ("failures_are_no_results", failures_are_no_results),
    ("bayon_is_tuned_where_it_can_be", bayon_is_tuned_where_it_can_be),
    ("numbers_are_options_where_they_can_be", numbers_are_options_where_they_can_be),
];

/// A file that is not there yet.
fn state(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tune");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(format!("{name}.json"));
    let _ = fs::remove_file(&path);
    path
}

fn tune(state: &Path, engine: &str, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bayon"));
    command.env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"));
    command.args(["train", "tune"]).arg(state).arg("--engine").arg(format!("cmd={engine}"));
    command.args(["--variant", "cambodian", "--each", "nodes=20", "option.Hash=1"]).args(more);
    command
}

/// This program as the engine, of which one number is tuned.
fn own(state: &Path, sin: &str, more: &[&str]) -> Command {
    let this = format!("'{}' engine {sin}", env::current_exe().unwrap().display());
    let terms = ["--only", "aspiration", "--rate", "0.05", "--resign", "movecount=1", "score=1000"];
    tune(state, &this, &[&terms[..], more].concat())
}

fn said(output: &Output) -> (Option<i32>, String) {
    (output.status.code(), format!("{}{}", text(&output.stdout), text(&output.stderr)))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn done(mut command: Command) -> String {
    let (code, said) = said(&command.output().unwrap());
    assert_eq!(code, Some(0), "{said}");
    said
}

/// It is refused in one line with these words.
fn refused(mut command: Command, words: &str) {
    let output = command.output().unwrap();
    let (code, said) = said(&output);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains(words) && said.trim_end().lines().count() == 1, "{said}");
}

fn read(state: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(state).unwrap()).unwrap()
}

fn numbers_move_to_the_winner() {
    let state = state("winner");
    let output = done(own(&state, "honest", &["--pairs", "11", "--batch", "2", "--concurrency", "2"]));
    let tuner = &read(&state)["tuner"];
    assert_eq!((&tuner["pairs"], &tuner["iterations"]), (&11.into(), &6.into()));
    let results = ["wins", "draws", "losses"].map(|key| tuner["results"][key].as_u64().unwrap());
    assert!(results[0] + results[2] == 22 && results[1] == 0, "the larger number wins each game: {results:?}");
    let value = tuner["numbers"][0]["value"].as_f64().unwrap();
    assert!(value > 15.0, "{value}");
    let line = format!("    aspiration = {value:.0} in 4..=60 step 3;\n");
    assert!(output.contains(&line) && output.contains("11 of 11 pairs in 6 iterations"), "{output}");
    let shown = text(&show(&state).stdout);
    assert!(shown.contains(&line) && output.starts_with(&shown), "{output}");
}

fn show(state: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bayon")).args(["train", "tune", "--show"]).arg(state).output().unwrap()
}

fn a_killed_tuning_goes_on() {
    let (whole, parts) = (state("whole"), state("parts"));
    let terms = ["--pairs", "40", "--batch", "3"];
    done(own(&whole, "honest", &terms));
    let again = || own(&parts, "honest", &terms);
    for (least, sent, code) in [(3, Signal::SIGKILL, None), (12, Signal::SIGINT, Some(130))] {
        let mut child = again().stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let pairs = || read(&parts)["tuner"]["pairs"].as_u64().unwrap();
        wait_for("a few pairs are played", 60, || parts.exists() && pairs() >= least);
        signal(&child, sent);
        assert_eq!(child.wait().unwrap().code(), code);
    }
    assert!(read(&parts)["tuner"]["pairs"].as_u64().unwrap() < 40, "it was killed too late to tell");
    let output = done(again());
    assert!(output.contains("from before)"), "{output}");
    assert_eq!(read(&parts), read(&whole));
}

fn other_settings_are_refused() {
    let state = state("settings");
    let first = ["--pairs", "2", "--batch", "1"];
    done(own(&state, "honest", &first));
    let before = fs::read(&state).unwrap();
    for (more, words) in [
        (&["--pairs", "3", "--batch", "1"][..], "plan pairs was 2, is 3"),
        (&["--pairs", "2", "--batch", "2"], "plan batch was 1, is 2"),
        (&["--pairs", "2", "--batch", "1", "--seed", "2"], "plan seed was 1, is 2"),
        (&["--pairs", "2", "--batch", "1", "--max-plies", "80"], "terms most_plies was 1000, is 80"),
        (&["--pairs", "2", "--batch", "1", "--each", "nodes=7"], "limits was \"nodes=20\", is \"nodes=7\""),
        (&["--pairs", "2", "--batch", "1", "--only", "rfp_depth"], "numbers was "),
    ] {
        refused(own(&state, "honest", more), words);
    }
    assert_eq!(fs::read(&state).unwrap(), before);
}

fn broken_states_are_refused() {
    let state = state("broken");
    done(own(&state, "honest", &["--pairs", "1"]));
    let good = fs::read_to_string(&state).unwrap();
    for (from, to) in [
        ("\"start\": 14", "\"start\": \"x\""),
        ("\"min\": 4", "\"min\": 99"),
        ("\"batch\": 8", "\"batch\": 0"),
        ("}", ""),
    ] {
        assert!(good.contains(from), "{from}: {good}");
        fs::write(&state, good.replacen(from, to, 1)).unwrap();
        refused(own(&state, "honest", &["--pairs", "1"]), "no state of a tuning");
        let (code, said) = said(&show(&state));
        assert!(code == Some(2) && said.contains("no state of a tuning"), "{said}");
    }
}

fn engines_without_the_numbers_are_refused() {
    let state = state("plain");
    refused(own(&state, "plain", &["--pairs", "1"]), "has no option aspiration: build it with --features tune");
    refused(own(&state, "narrow", &["--pairs", "1"]), "takes aspiration from 4 to 59, not from 4 to 60");
    refused(own(&state, "absent", &["--pairs", "1"]), "does not start");
    if cfg!(not(feature = "tune")) {
        refused(tune(&state, env!("CARGO_BIN_EXE_bayon"), &["--pairs", "1"]), "has no option aspiration");
    }
    assert!(!state.exists());
}

fn failures_are_no_results() {
    for sin in ["illegal", "crash"] {
        let state = state(sin);
        let (code, said) = said(&own(&state, sin, &["--pairs", "4", "--batch", "2"]).output().unwrap());
        assert_eq!(code, Some(1), "{said}");
        assert!(said.contains("has failed 3 times in a row"), "{said}");
        assert_eq!(said.matches("the iteration is played again").count(), 3, "{said}");
        let tuner = &read(&state)["tuner"];
        assert_eq!((&tuner["pairs"], &tuner["numbers"][0]["value"]), (&0.into(), &14.0.into()));
    }
}

fn bayon_is_tuned_where_it_can_be() {
    if cfg!(not(feature = "tune")) {
        return;
    }
    let bayon = env!("CARGO_BIN_EXE_bayon");
    let state = state("bayon");
    let terms = ["--pairs", "6", "--batch", "2", "--max-plies", "60", "--rate", "0.1"];
    done(tune(&state, bayon, &terms));
    let tuner = &read(&state)["tuner"];
    assert_eq!((&tuner["pairs"], &tuner["iterations"]), (&6.into(), &3.into()));
    let numbers = tuner["numbers"].as_array().unwrap();
    assert!(numbers.len() > 20);
}

fn numbers_are_options_where_they_can_be() {
    if cfg!(not(feature = "tune")) {
        return;
    }
    let talk = |words: &str| {
        let mut child =
            Command::new(env!("CARGO_BIN_EXE_bayon")).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(words.as_bytes()).unwrap();
        text(&child.wait_with_output().unwrap().stdout)
    };
    let nodes = |words: &str| {
        let said = talk(&format!("{words}\nbench 6\n"));
        said.lines().find(|line| line.starts_with("Nodes searched")).map(str::to_string).expect(&said)
    };
    let offer = "option name rfp_margin type spin default 70 min 20 max 200\n";
    assert!(talk("uci\n").contains(offer));
    let usual = nodes("setoption name rfp_margin value 201");
    assert_eq!(usual, nodes("setoption name rfp_margin value 70"), "what is out of range is refused");
    assert_ne!(usual, nodes("setoption name RFP_margin value 200"));
    assert_ne!(usual, nodes("setoption name lmr_base value 1500"), "tables made of numbers are made anew");
    assert!(talk("setoption name rfp_margin value 201\n").contains("info string"));
}
