//! `bayon relay`: two engines that pass for one.
#![cfg(unix)]

mod session;

use session::Session;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// An engine that plays chess and its own makruk, and one move.
const OTHER: &str = r#"
while read -r word rest; do
    case $word in
    uci) printf 'hello\nid name Other\nid author me\noption name Hash type spin default 1 min 1 max 9\n'
        printf 'option name UCI_Variant type combo default chess var chess var makruk\nuciok\n' ;;
    isready) echo readyok ;;
    position) echo "info string position $rest" ;;
    setoption) echo "info string option $rest" ;;
    go) printf 'info depth 1 score cp 0 pv e2e4\nbestmove e2e4\n' ;;
    quit) exit ;;
    esac
done"#;

/// A relay of a user with a home of this name.
fn relay(name: &str) -> Session {
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let mut command = Command::new(env!("CARGO_BIN_EXE_bayon"));
    command.env("HOME", &home).env("XDG_CACHE_HOME", &home).args(["relay", "--", "sh", "-c", OTHER]);
    Session::with(command, &home)
}

#[test]
fn each_plays_its_games() {
    let mut session = relay("relay-plays");
    session.say("uci");
    session.hear("id name Other with Bayon");
    session.hear("id author me");
    session.hear("option name Hash *");
    session.hear("option name UCI_Variant type combo default chess var chess var makruk var cambodian var karouk *");
    session.hear("uciok");
    assert_eq!(session.count("*Threads*"), 0);
    session.say("isready\nposition startpos\ngo");
    session.hear("readyok");
    session.hear("info string position startpos");
    session.hear("bestmove e2e4");
    // Bayon's own, in whatever case.
    session.say("setoption name uci_variant value makruk\nsetoption name Hash value 2\nposition startpos moves a3a4\ngo depth 4");
    session.hear("info depth 4 *");
    let best = session.hear("bestmove *");
    assert_ne!(best, "bestmove e2e4");
    session.say("d");
    session.hear("Fen: *");
    session.say("go infinite\nsetoption name UCI_Variant value chess\nisready\ngo");
    session.hear("readyok");
    session.hear("bestmove e2e4");
    session.hear_none("bestmove *", Duration::from_millis(200));
    session.say("quit");
    assert!(session.ended() < Duration::from_secs(2));
}

#[test]
fn ends_with_its_input() {
    let mut session = relay("relay-ends");
    session.say("uci");
    session.hear("uciok");
    session.say("setoption name UCI_Variant value karouk\ngo infinite");
    session.close();
    assert!(session.ended() < Duration::from_secs(3));
}

#[test]
fn what_is_no_engine_is_told() {
    for engine in [&["no-such-engine"][..], &["sh", "-c", "exit 3"], &["true"]] {
        let relay = Command::new(env!("CARGO_BIN_EXE_bayon")).args(["relay", "--"]).args(engine).output().unwrap();
        assert_eq!(relay.status.code(), Some(2), "{engine:?}");
        let told = String::from_utf8_lossy(&relay.stderr);
        assert!(told.starts_with(&format!("bayon: {}: ", engine[0])), "{told}");
    }
}
