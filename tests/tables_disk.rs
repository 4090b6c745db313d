//! The endings that the engine keeps on disk, and what may be wrong with a disk.

mod session;

use session::Session;
use std::fs;
use std::path::Path;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;
use std::time::Instant;

/// An empty folder for a test, which need not exist.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("tables-{name}-{}", std::process::id()));
    _ = fs::remove_dir_all(&folder);
    folder
}

/// An engine for makruk that keeps its endings in `folder`.
fn engine(folder: &Path) -> Session {
    let mut session = Session::start();
    session.say(&format!("setoption name TablebasePath value {}", folder.display()));
    session
}

const ROOK: &str = "position fen 8/8/8/8/8/8/1Rk5/K7 b - 32 6 60";
const PAWN: &str = "position fen 8/8/8/4k3/8/2P5/8/K7 w - - 0 1";

/// Asks for an ending that is drawn only by the count, and hears that it is.
fn ask(session: &mut Session) {
    let (_, infos) = (session.say(ROOK), session.search("go nodes 100").1);
    let last = infos.iter().rfind(|line| line.starts_with("info depth")).expect("a report");
    assert!(last.contains(" score cp 0 ") && !last.contains(" tbhits 0 "), "{last}");
}

fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).map(|entries| entries.flatten().collect::<Vec<_>>()).unwrap_or_default();
    let mut names: Vec<String> = entries.iter().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Waits until the folder has these files.
fn wait_for(folder: &Path, wanted: &[&str]) {
    let end = Instant::now() + session::PATIENCE;
    while files(folder) != wanted {
        assert!(Instant::now() < end, "{:?}", files(folder));
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// The notes but those on counts.
fn notes(session: &Session) -> Vec<&String> {
    let note = |line: &&String| line.starts_with("info string ") && !line.starts_with("info string count");
    session.said.iter().filter(note).collect()
}

#[test]
fn three_positions_from_a_cold_start() {
    let mut session = Session::playing("makruk");
    for (fen, score) in [
        ("8/8/8/8/8/8/1Rk5/K7 b - 32 6 60", "cp 0"),
        ("8/8/8/8/8/3k4/2R5/KR6 w - 16 9 60", "cp 0"),
        ("8/6Sk/8/8/8/K7/8/7N w - 88 9 60", "mate 38"),
    ] {
        session.say(&format!("position fen {fen}"));
        let (_, infos) = session.search(&format!("go movetime {}", (1000.0 * session::load()) as u32));
        let last = infos.iter().rfind(|line| line.starts_with("info depth")).expect("a report");
        assert!(last.contains(&format!(" score {score} ")), "{fen}: {last}");
    }
}

#[test]
fn what_was_solved_is_kept() {
    let folder = folder("kept");
    let mut first = engine(&folder);
    ask(&mut first);
    wait_for(&folder, &["makruk-KRvK.v1.endings"]);
    let written = fs::metadata(folder.join("makruk-KRvK.v1.endings")).and_then(|file| file.modified()).unwrap();
    let mut second = engine(&folder);
    ask(&mut second);
    second.sync();
    let now = fs::metadata(folder.join("makruk-KRvK.v1.endings")).and_then(|file| file.modified()).unwrap();
    assert_eq!(now, written, "read, not made anew");
    assert_eq!([notes(&first), notes(&second)], [Vec::<&String>::new(), Vec::new()]);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn what_is_kept_serves_games_that_leave_no_time_to_solve() {
    let folder = folder("fast");
    let position = "position fen 8/6Sk/8/8/8/K7/8/7N w - 88 9 60";
    let mut first = engine(&folder);
    first.say(position);
    first.search("go nodes 10");
    while !files(&folder).contains(&"makruk-KNSvK.v1.endings".to_string()) {
        std::thread::sleep(Duration::from_millis(10));
        first.search("go nodes 10");
    }
    let mut second = engine(&folder);
    second.say(position);
    let end = Instant::now() + session::PATIENCE;
    while !second.search("go wtime 2000 btime 2000 winc 20 binc 20").1.iter().any(|line| line.contains(" mate 38 ")) {
        assert!(Instant::now() < end, "{:#?}", second.said);
    }
    let mut third = engine(Path::new("<empty>"));
    third.say(position);
    assert!(!third.search("go wtime 2000 btime 2000 winc 20 binc 20").1.iter().any(|line| line.contains(" mate ")));
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_damaged_file_is_told_once_and_made_anew() {
    let folder = folder("damaged");
    ask(&mut engine(&folder));
    wait_for(&folder, &["makruk-KRvK.v1.endings"]);
    let file = folder.join("makruk-KRvK.v1.endings");
    let good = fs::read(&file).unwrap();
    let mut bytes = good.clone();
    *bytes.last_mut().unwrap() ^= 1;
    for (bytes, what) in
        [(&bytes[..], "damaged"), (&good[..good.len() / 2], "damaged"), (b"a letter", "not these tables")]
    {
        fs::write(&file, bytes).unwrap();
        let mut session = engine(&folder);
        ask(&mut session);
        ask(&mut session);
        let told = notes(&session);
        assert!(told.len() == 1 && told[0].contains(what) && told[0].contains("makruk-KRvK"), "{told:?}");
        let end = Instant::now() + session::PATIENCE;
        while fs::read(&file).unwrap() != good {
            assert!(Instant::now() < end, "not made anew");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn old_formats_are_swept() {
    let folder = folder("swept");
    fs::create_dir_all(&folder).unwrap();
    for name in ["makruk-KRvK.v0.endings", "notes.txt", "makruk-KNvK.v0.endings.1-1.tmp"] {
        fs::write(folder.join(name), "x").unwrap();
    }
    ask(&mut engine(&folder));
    // What another engine may be writing now stays for an hour.
    wait_for(&folder, &["makruk-KNvK.v0.endings.1-1.tmp", "makruk-KRvK.v1.endings", "notes.txt"]);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn what_cannot_be_written_is_told_once_and_nothing_is_lost() {
    // A file where the folder should be: nobody, root included, can write there.
    let blocked = folder("blocked");
    fs::write(&blocked, "in the way").unwrap();
    let mut session = engine(&blocked.join("endings"));
    ask(&mut session);
    session.say(PAWN);
    session.search("go nodes 100");
    ask(&mut session);
    let told = notes(&session);
    assert!(told.iter().filter(|note| note.contains("cannot be kept")).count() == 1, "{told:?}");
    assert_eq!(fs::read_to_string(&blocked).unwrap(), "in the way");
    fs::remove_file(&blocked).unwrap();
}

#[test]
fn a_full_disk_is_told_once_and_nothing_is_lost() {
    let disk = folder("full");
    fs::create_dir_all(&disk).unwrap();
    let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", "size=16k", "none"]).arg(&disk).output();
    if !mounted.is_ok_and(|output| output.status.success()) {
        eprintln!("no disk can be made here: left out");
        _ = fs::remove_dir_all(&disk);
        return;
    }
    let mut session = engine(&disk);
    ask(&mut session);
    session.say(PAWN);
    session.search("go nodes 100");
    ask(&mut session);
    let told = notes(&session).iter().filter(|note| note.contains("cannot be kept")).count();
    let left = files(&disk);
    let unmounted = Command::new("umount").arg(&disk).status();
    assert!(unmounted.is_ok_and(|status| status.success()));
    assert_eq!((told, left), (1, Vec::new()), "{:?}", notes(&session));
    fs::remove_dir_all(&disk).unwrap();
}

#[test]
fn without_a_home_all_stays_in_memory() {
    let nowhere = folder("nowhere");
    for home in [None, Some(&nowhere)] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bayon"));
        command.env_remove("HOME").env_remove("XDG_CACHE_HOME").env_remove("LOCALAPPDATA");
        home.iter().for_each(|home| _ = command.env("HOME", home));
        let mut session = Session::with(command, &nowhere);
        ask(&mut session);
        ask(&mut session);
        let told = notes(&session);
        assert!(told.len() == 1 && told[0].contains("no home"), "{told:?}");
        assert!(!nowhere.exists());
    }
}

#[test]
fn two_engines_begin_together() {
    let folder = folder("together");
    let mut engines = [engine(&folder), engine(&folder)];
    for session in &mut engines {
        session.say(ROOK);
        session.say("go nodes 100");
    }
    for session in &mut engines {
        session.hear("bestmove *");
        ask(session);
        assert_eq!(notes(session), Vec::<&String>::new());
    }
    wait_for(&folder, &["makruk-KRvK.v1.endings"]);
    ask(&mut engine(&folder));
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn without_tables_none_are_made() {
    let folder = folder("none");
    let mut session = engine(&folder);
    for men in 0..3 {
        session.say(&format!("setoption name TablebaseMen value {men}\n{ROOK}"));
        let (_, infos) = session.search("go nodes 100");
        assert!(infos.iter().all(|line| !line.contains("depth") || line.contains(" tbhits 0 ")), "{infos:#?}");
    }
    assert!(!folder.exists());
}

#[test]
fn memory_alone_is_enough() {
    let mut session = Session::playing("makruk");
    session.say("setoption name TablebasePath value <empty>\nsetoption name SyzygyPath value /chess");
    session.hear("info string SyzygyPath is ignored*");
    ask(&mut session);
    assert_eq!(notes(&session).len(), 1);
}
