//! Games from files: what is right is the same as in the table, what is wrong is told and changes nothing.

mod suites;

use bayon::engine;
use bayon::engine::Source;
use bayon::notation::fen;
use bayon::notation::ini;
use bayon::rules::Line;
use bayon::rules::Outcome;
use bayon::rules::Position;
use bayon::rules::Variant;
use bayon::rules::Why;
use bayon::rules::registry;
use bayon::rules::variant;
use bayon::types::Color;
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::Mutex;

/// The games that are loaded are the same for all tests of this file: one at a time.
static TURN: Mutex<()> = Mutex::new(());

const OWN: &str = include_str!("rules/own.ini");
const BAD: &str = include_str!("rules/bad.txt");

/// Counts above this are left out.
const MOST: u64 = if cfg!(debug_assertions) { 100_000 } else { 2_000_000 };

fn load(text: &str) -> Vec<String> {
    engine::load_rules(&Source::Text(text.to_string()))
}

fn game(text: &str, name: &str) -> &'static Variant {
    let told = load(text);
    assert_eq!(told, [format!("loaded {name}")]);
    Variant::named(name).unwrap()
}

#[test]
fn the_own_games_are_rows_of_the_table_and_count_the_same_leaves() {
    let _turn = TURN.lock();
    let told = load(OWN);
    assert!(told.len() == 1 && told[0].starts_with("loaded own-makruk, "), "{told:#?}");
    for &row in variant::ALL.iter().chain(&variant::HIDDEN) {
        let loaded = Variant::named(&format!("own-{}", row.name)).unwrap_or_else(|| panic!("no {}", row.name));
        assert_eq!(Variant { name: row.name, ..*loaded }, *row);
        let mut checked = 0;
        for (text, counts) in suites::read(row.name) {
            let position = fen::position(&text, loaded).unwrap_or_else(|error| panic!("{text}: {error}"));
            for (depth, leaves) in counts.into_iter().filter(|count| count.1 <= MOST) {
                assert_eq!(position.perft(depth), leaves, "{} {text} depth {depth}", row.name);
                checked += 1;
            }
        }
        assert!(checked >= 40, "{}: only {checked} counts", row.name);
    }
}

#[test]
fn bad_rules_are_told_with_line_and_key_and_change_nothing() {
    let _turn = TURN.lock();
    let mut cases = 0;
    for case in BAD.split("\n== ").skip(1) {
        let (wanted, text) = case.split_once('\n').unwrap_or((case, ""));
        let before = registry::loaded();
        let checked = engine::check_rules(&Source::Text(text.to_string()));
        assert!(!checked.good && checked.words.contains(wanted), "wanted {wanted:?}, told {:?}", checked.words);
        let told = load(text);
        assert!(told.iter().any(|note| note.contains(wanted)), "wanted {wanted:?}, told {told:?}");
        assert!(!told.iter().any(|note| note.starts_with("loaded")), "{told:?}");
        assert_eq!(before, registry::loaded(), "{wanted}");
        cases += 1;
    }
    assert!(cases >= 30, "{cases}");
}

#[test]
fn a_wrong_section_is_left_out_and_the_others_are_loaded() {
    let _turn = TURN.lock();
    let text = "[one:makruk]\nnFoldRule = 4\n[two:capablanca]\n[three:makruk]\npieceDrops = true\n[four:one]\nnMoveRule = 20\n";
    let told = load(text);
    assert_eq!(told.len(), 3, "{told:#?}");
    assert_eq!(told[2], "loaded one, four");
    assert_eq!(Variant::named("four").unwrap().repetition, 4);
    assert!(Variant::named("two").is_none() && Variant::named("three").is_none());
    let checked = engine::check_rules(&Source::Text(text.to_string()));
    let words: Vec<&str> = checked.words.lines().filter(|line| line.starts_with("Parsing")).collect();
    assert_eq!(words, ["Parsing variant: one", "Parsing variant: three", "Parsing variant: four"]);
}

/// The outcome after moves from a position.
fn outcome(game: &'static Variant, start: &str, moves: &str) -> Option<Outcome> {
    let mut line = Line::new(fen::position(start, game).unwrap());
    for text in moves.split_whitespace() {
        let mv = bayon::notation::coord::parse(text, line.now()).unwrap_or_else(|error| panic!("{text}: {error}"));
        line.push(mv);
    }
    line.ended()
}

#[test]
fn rules_of_the_users_own_are_played() {
    let _turn = TURN.lock();
    let stuck = "k7/8/KR6/8/8/8/8/8 b - - 0 1";
    let loss = game("[stuck-loses:makruk]\nstalemateValue = loss\n", "stuck-loses");
    assert_eq!(outcome(loss, stuck, ""), Some(Outcome::win(Color::White, Why::Stalemate)));
    let win = game("[stuck-wins:makruk]\nstalemateValue = win\n", "stuck-wins");
    assert_eq!(outcome(win, stuck, ""), Some(Outcome::win(Color::Black, Why::Stalemate)));
    assert_eq!(outcome(Variant::named("makruk").unwrap(), stuck, ""), Some(Outcome::draw(Why::Stalemate)));

    let shuffle = "d1d2 e8e7 d2d1 e7e8 ";
    let start = variant::MAKRUK.start;
    let five = game("[five-fold:makruk]\nnFoldRule = 5\n", "five-fold");
    assert_eq!(outcome(five, start, &shuffle.repeat(3)), None);
    assert_eq!(outcome(five, start, &shuffle.repeat(4)), Some(Outcome::draw(Why::ThreefoldRepetition)));
    let never = game("[never:makruk]\nnFoldRule = 0\nnMoveRule = 10\n", "never");
    assert_eq!(outcome(never, start, &shuffle.repeat(4)), None);
    assert_eq!(outcome(never, start, &shuffle.repeat(5)), Some(Outcome::draw(Why::MoveRule)));

    // Pawns turn on two squares only, into a rook or a khon; the fifth rank from black's side is the fourth.
    let text = "[odd:asean]\npromotionRegionWhite = a5 *8\npromotionRegionBlack = h4\npromotionPieceTypes = rb\n";
    let odd = game(text, "odd");
    let position = fen::position("4k3/8/8/7p/PP6/8/8/4K3 w - - 0 1", odd).unwrap();
    let moves = |position: &Position| {
        position
            .perft_divided(1, 1)
            .into_iter()
            .map(|(mv, _)| bayon::notation::coord::write(mv, odd))
            .collect::<Vec<_>>()
    };
    let white: Vec<_> = moves(&position).into_iter().filter(|text| !text.starts_with('e')).collect();
    assert_eq!(white, ["a4a5r", "a4a5b", "b4b5"]);
    let black: Vec<_> = moves(&position.play_null()).into_iter().filter(|text| !text.starts_with('e')).collect();
    assert_eq!(black, ["h5h4r", "h5h4b"]);
    let leaves: u64 = position.perft_divided(4, 1).iter().map(|(_, leaves)| leaves).sum();
    assert_eq!(position.perft(4), leaves);

    let black_first = "[black-first:makruk]\nstartFen = rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR b\n";
    let start = Position::start(game(black_first, "black-first"));
    assert_eq!(fen::write(&start), "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR b - - 0 1");
    for row in registry::loaded() {
        assert_eq!(fen::write(&Position::start(row)), row.start, "{}", row.name);
    }
}

#[test]
fn any_text_is_read_or_refused() {
    let _turn = TURN.lock();
    // Every prefix of good rules, and of bad ones, and with every letter changed once.
    for text in [OWN, BAD] {
        for end in (0..text.len()).step_by(7) {
            let (sections, stray) = ini::read(&text[..end]);
            assert!(!sections.is_empty() || !stray.is_empty());
        }
    }
    for at in (0..OWN.len()).filter(|&at| OWN.is_char_boundary(at) && OWN.is_char_boundary(at + 1)) {
        let text = format!("{}\u{e9}{}", &OWN[..at], &OWN[at + 1..]);
        if at % 5 == 0 {
            _ = ini::read(&text);
        }
    }
    let long = "x".repeat(2 << 20);
    assert_eq!(load(&long), ["more than 1048576 bytes of rules"]);
    assert!(load(&format!("[long:makruk]\n{} = 3\n", &long[..100_000])).iter().all(|note| note.len() < 300));
}

fn bayon(arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bayon"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let done = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (done.status.code(), text(done.stdout), text(done.stderr))
}

#[test]
fn the_program_checks_loads_and_plays_rules() {
    let folder = std::env::temp_dir().join(format!("bayon-rules-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_string()
    };
    let good =
        file("good.ini", "\u{feff}[first:makruk]\r\nnFoldRule = 4\r\n\r\n[second:first]\r\npieceToCharTable = -\r\n");
    let bad = file("bad.ini", "[third:makruk]\npieceDrops = true\n");
    let told = "Parsing variant: first\nParsing variant: second\n";
    assert_eq!(bayon(&["check", &good], ""), (Some(0), String::new(), told.to_string()));
    // As a bridge to a site asks: nothing but these lines, and a good end.
    assert_eq!(bayon(&[], &format!("check {good}\nquit\n")), (Some(0), String::new(), told.to_string()));
    let (code, out, told) = bayon(&["check", &good, &bad], "");
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(
        told.ends_with("Parsing variant: third\nline 2: pieceDrops - is not supported: cannot be 'true', only false\n")
    );
    let (code, _, told) = bayon(&["check", "no/such/file.ini"], "");
    assert!(code == Some(2) && told.contains("cannot read no/such/file.ini"), "{told}");

    let session = "setoption name UCI_Variant value second\nd\nquit\n";
    let (_, loaded, _) = bayon(&["load", &good, &bad], session);
    assert!(loaded.contains("info string loaded first, second\n") && loaded.contains("Fen: rnsmksnr"), "{loaded}");
    let option =
        format!("setoption name VariantPath value {bad}{}{good}\n{session}", if cfg!(windows) { ';' } else { ':' });
    let (_, set, _) = bayon(&[], &option);
    assert!(set.contains("third is not loaded\n") && set.contains("info string loaded first, second\n"), "{set}");

    let (code, counted, _) = bayon(&["perft", "--variant", &format!("{good}:second"), "--depth", "3"], "");
    assert!(code == Some(0) && counted.starts_with("Nodes searched: 12012\n"), "{counted}");
    for wrong in [format!("{good}:third"), format!("{bad}:third"), "no/such/file.ini:third".to_string()] {
        let (code, _, told) = bayon(&["perft", "--variant", &wrong, "--depth", "3"], "");
        assert!(code == Some(2) && !told.contains("panicked"), "{told}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn the_manual_has_a_page_for_each_subcommand() {
    let folder = std::env::temp_dir().join(format!("bayon-manual-{}", std::process::id()));
    let (code, _, told) = bayon(&["manual", folder.to_str().unwrap()], "");
    assert_eq!((code, told.as_str()), (Some(0), ""));
    let read =
        |name: &str| std::fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    for name in ["bayon.1", "bayon-perft.1", "bayon-tables-probe.1", "bayon-train-fit.1", "bayon-check.1"] {
        let page = read(name);
        assert!(page.contains(".TH") && !page.contains(".SH EXTRA"), "{name}: {page}");
    }
    assert!(read("bayon.1").contains("\n.nf\n"));
    assert!(read("bayon.bash").contains("--variant") && read("_bayon").contains("#compdef bayon"));
    assert!(read("bayon.fish").contains("complete -c bayon"));
    std::fs::remove_dir_all(&folder).unwrap();
}
