//! What the fuzzer and the replay of its corpora do with bytes: every reader is given them, must return, and what it accepts
//! must be whole: written and read again it is the same.

use bayon::arena::openings;
use bayon::arena::record;
use bayon::engine::Command;
use bayon::engine::Event;
use bayon::eval::features;
use bayon::eval::net::Net;
use bayon::notation::coord;
use bayon::notation::fen;
use bayon::notation::ini;
use bayon::notation::san;
use bayon::notation::usi;
use bayon::protocol;
use bayon::protocol::View;
use bayon::protocol::console;
use bayon::rules::Line;
use bayon::rules::Position;
use bayon::rules::Variant;
use bayon::rules::Which;
use bayon::rules::registry;
use bayon::rules::variant;
use bayon::study::source;
use bayon::tables::Set;
use bayon::tables::Store;
use bayon::tables::Table;
use bayon::training::dataset;
use bayon::training::format;
use bayon::types::MoveList;
use bayon::types::checksum;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::OnceLock;

/// A reader under test.
pub type Target = (&'static str, fn(&[u8]));

/// Every target, by the name of its corpus.
pub const TARGETS: [Target; 16] = [
    ("fen", fen),
    ("sfen", sfen),
    ("coord", coord),
    ("uci", |data| dialect("uci", data)),
    ("usi", |data| dialect("usi", data)),
    ("ucci", |data| dialect("ucci", data)),
    ("session", session),
    ("net", net),
    ("games", games),
    ("openings", openings),
    ("record", record),
    ("ini", ini),
    ("xboard", |data| dialect("xboard", data)),
    ("san", san),
    ("pgn", pgn),
    ("tables", tables),
];

/// The game that the first byte chooses, and the rest as text.
fn game(data: &[u8]) -> (&'static Variant, String) {
    let (first, rest) = data.split_first().unwrap_or((&0, &[]));
    (variant::ALL[*first as usize % variant::ALL.len()], String::from_utf8_lossy(rest).into_owned())
}

fn moves(position: &Position) -> MoveList {
    let mut list = MoveList::new();
    position.moves(Which::All, &mut list);
    list
}

/// What must be true of every position that a reader lets in.
fn sound(position: &Position) {
    let list = moves(position);
    assert_eq!(list.len(), position.count_moves());
    for &mv in &list {
        let after = position.play(mv);
        assert_eq!(position.gives_check(mv), after.in_check());
        assert!(position.is_legal(mv));
        let text = coord::write(mv, position.variant());
        assert_eq!(coord::parse(&text, position), Ok(mv));
        assert_eq!(usi::parse(&usi::write(mv, position.variant()), position), Ok(mv));
        assert_eq!(san::parse(&san::write(mv, position), position), Ok(mv));
        _ = after.ended();
    }
}

fn fen(data: &[u8]) {
    position(data, fen::position, fen::write);
}

fn sfen(data: &[u8]) {
    position(data, usi::position, usi::sfen);
}

type Read = fn(&str, &'static Variant) -> Result<Position, String>;

fn position(data: &[u8], read: Read, write: fn(&Position) -> String) {
    let (variant, text) = game(data);
    if let Ok(position) = read(&text, variant) {
        let written = write(&position);
        let again = read(&written, variant).expect("what was written can be read");
        assert_eq!(write(&again), written);
        assert_eq!((again.key(), fen::write(&again)), (position.key(), fen::write(&position)));
        sound(&position);
    }
}

fn coord(data: &[u8]) {
    let (variant, text) = game(data);
    let mut line = Line::new(Position::start(variant));
    for word in text.split_whitespace() {
        if let Ok(mv) = coord::parse(word, line.now()) {
            assert!(moves(line.now()).contains(&mv));
            line.push(mv);
        }
    }
    _ = line.ended();
    sound(line.now());
}

fn san(data: &[u8]) {
    let (variant, text) = game(data);
    let mut line = Line::new(Position::start(variant));
    for word in text.split_whitespace() {
        if let Ok(mv) = san::parse(word, line.now()) {
            assert!(moves(line.now()).contains(&mv));
            line.push(mv);
        }
    }
    sound(line.now());
}

fn pgn(data: &[u8]) {
    let (variant, text) = game(data);
    for game in source::read("fuzz", &text, variant) {
        match game {
            Ok(game) => drop(game),
            Err(refusal) => assert!(!refusal.to_string().contains('\n')),
        }
    }
}

/// Lines to a dialect, without an engine behind it; what it would hear is written to it, too.
fn dialect(name: &str, data: &[u8]) {
    let (_, mut dialect) = protocol::named(name).expect("a dialect");
    let (variant, text) = game(data);
    let (mut line, mut out) = (Line::new(Position::start(variant)), String::new());
    for words in text.lines() {
        let Ok(commands) = dialect.read(words, &View { line: &line, searching: words.len() % 2 == 0 }) else {
            continue;
        };
        for command in commands {
            match command {
                Command::Position(given) => line = *given,
                Command::Note(note) => dialect.write(&Event::Note(note), &mut out),
                Command::Answer(words) => dialect.write(&Event::Answer(words), &mut out),
                _ => {}
            }
        }
    }
    sound(line.now());
}

/// A whole session with an engine, but for words that touch files or take long on purpose.
fn session(data: &[u8]) {
    const LEFT_OUT: [&str; 8] = ["bench", "export", "file", "path", "perft", "hash", "load", "check"];
    let text = String::from_utf8_lossy(data).to_lowercase();
    let lines = text.lines().filter(|line| !LEFT_OUT.iter().any(|word| line.contains(word)));
    let input = lines.collect::<Vec<_>>().join("\n");
    _ = console::run(io::Cursor::new(input), io::sink());
}

/// A net's bytes as they are, and with the sizes and sums of a whole one.
fn net(data: &[u8]) {
    _ = Net::read(data);
    let mut bytes = Net::zero(variant::MAKRUK.kin, features::Layout::new(1).expect("a layout"), 16).write();
    for (to, from) in bytes.iter_mut().skip(8).zip(data) {
        *to ^= from;
    }
    let body = u32::from_le_bytes([bytes[28], bytes[29], bytes[30], bytes[31]]) as usize;
    let Some(head) = bytes.len().checked_sub(body).filter(|&head| head > 8) else { return };
    let sum = checksum(&bytes[..head - 8]).rotate_left(1) ^ checksum(&bytes[head..]);
    bytes[head - 8..head].copy_from_slice(&sum.to_le_bytes());
    if let Ok(net) = Net::read(&bytes) {
        // Its name may have been no text.
        assert!(Net::read(&net.write()).is_ok());
    }
}

/// Games as they are, and in a whole file.
fn games(data: &[u8]) {
    read_games(data);
    let (variant, _) = game(data);
    let header = format::Header {
        variant: variant.name.to_string(),
        engine: String::new(),
        net: String::new(),
        soft_nodes: 1,
        hard_nodes: 1,
        seed: 1,
        endings: 0,
    };
    let mut bytes = header.write();
    let body = data.get(1..).unwrap_or_default();
    bytes.extend(b"GAME");
    bytes.extend((body.len() as u32).to_le_bytes());
    bytes.extend(checksum(body).to_le_bytes());
    bytes.extend(body);
    read_games(&bytes);
}

fn read_games(bytes: &[u8]) {
    let Ok((header, length)) = format::Header::read(bytes) else { return };
    let Some(variant) = Variant::named(&header.variant) else { return };
    for block in format::Blocks::new(bytes, length).flatten() {
        for game in &block {
            _ = dataset::replay(variant, game, |_, _| {});
        }
        assert_eq!(format::Blocks::new(&format::write_block(&block), 0).next(), Some(Ok(block)));
    }
}

fn openings(data: &[u8]) {
    let (variant, text) = game(data);
    for position in openings::parse(&text, "fuzz", variant).unwrap_or_default() {
        sound(&position);
    }
}

fn record(data: &[u8]) {
    if let Ok(record) = record::parse(data) {
        for entry in &record.entries {
            _ = entry.ending();
            _ = bayon::arena::pgn::write(&record.head, entry);
            _ = bayon::arena::verify::game(&record.head, entry);
        }
    }
}

/// Rules of games: what is read whole can be played from its start, while there is room for more games.
fn ini(data: &[u8]) {
    let (sections, faults) = ini::read(&String::from_utf8_lossy(data));
    assert!(faults.iter().all(|fault| !fault.to_string().contains('\n')));
    for draft in sections.iter().filter_map(|section| section.game.as_ref().ok()) {
        if let Ok(variant) = registry::keep(draft) {
            sound(&Position::start(variant));
        }
    }
}

/// Tables on disk: a blank file of three men with the bytes laid over its blocks and their lengths, and its sum made right.
fn tables(data: &[u8]) {
    const HEAD: usize = 48;
    const FIGURES: usize = 8 * (2 + 2 * 256);
    static BLANK: OnceLock<(PathBuf, Vec<u8>)> = OnceLock::new();
    let set: Set = "KMvK".parse().expect("a set");
    let folder = || std::env::temp_dir().join(format!("bayon-fuzz-{}", std::process::id()));
    let (path, blank) = BLANK.get_or_init(|| {
        let tables: Vec<Table> = set.endings().into_iter().map(Table::blank).collect();
        let store = Store::at(folder());
        store.save(&variant::MAKRUK, set, &tables.iter().collect::<Vec<_>>()).expect("it can be written");
        let entry = fs::read_dir(store.folder()).expect("it is there").flatten().next().expect("a file");
        (entry.path(), fs::read(entry.path()).expect("it can be read"))
    });
    let mut bytes = blank.clone();
    bytes.resize(bytes.len().max(HEAD + FIGURES + data.len()), 0);
    bytes[HEAD + FIGURES..].iter_mut().zip(data).for_each(|(to, from)| *to ^= from);
    let sum = checksum(&bytes[HEAD..]);
    bytes[HEAD - 8..HEAD].copy_from_slice(&sum.to_le_bytes());
    fs::write(path, bytes).expect("it can be written");
    if let Ok(Some(read)) = Store::at(folder()).load(&variant::MAKRUK, set) {
        Store::at(folder()).save(&variant::MAKRUK, set, &read.iter().collect::<Vec<_>>()).expect("it can be written");
        assert!(Store::at(folder()).load(&variant::MAKRUK, set).is_ok_and(|again| again.is_some()));
    }
}
