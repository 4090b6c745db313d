//! Moves and games as text. Moves as pyffish writes them are recorded in `recorded/san.tsv`: game, FEN, UCI, SAN, long SAN, Thai SAN, long Thai SAN.

use bayon::notation::coord;
use bayon::notation::coord::MoveError;
use bayon::notation::fen;
use bayon::notation::pgn;
use bayon::notation::san;
use bayon::rules::Line;
use bayon::rules::Position;
use bayon::rules::Variant;
use bayon::rules::Which;
use bayon::rules::variant;
use bayon::study::source;
use bayon::types::MoveList;

#[test]
fn what_pyffish_writes_is_read() {
    let (mut rows, mut ambiguous) = (0, 0);
    for row in include_str!("recorded/san.tsv").lines() {
        let [name, fen, uci, texts @ ..] = &row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let position = fen::position(fen, Variant::named(name).expect("a game")).expect("a position");
        let mv = coord::parse(uci, &position).expect("legal");
        assert_eq!(san::write(mv, &position), texts[0], "{fen}");
        for text in texts {
            match san::parse(text, &position) {
                // In Thai a khon, a king and a promoted met are written as the files c, b and d.
                Err(MoveError::Ambiguous) if text.contains('x') && !text.is_ascii() => ambiguous += 1,
                read => assert_eq!(read, Ok(mv), "{fen}: {text}"),
            }
            // As one of the words of a game, with its blank.
            let game = &pgn::read(&format!("1. {text} *"))[0];
            assert_eq!(game.moves.len(), 1, "{text}");
            assert_eq!(san::parse(&game.moves[0].text, &position), san::parse(text, &position), "{text}");
        }
        rows += 1;
    }
    assert!(rows > 250 && ambiguous < rows / 20, "{rows} {ambiguous}");
}

/// Numbers by a linear congruence (Knuth's MMIX constants).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

#[test]
fn what_is_written_is_read_as_the_same_move() {
    let mut random = Random(8);
    for game in variant::ALL {
        for _ in 0..6 {
            let mut line = Line::new(Position::start(game));
            for ply in 0..120 {
                let mut moves = MoveList::new();
                line.now().moves(Which::All, &mut moves);
                if moves.is_empty() {
                    break;
                }
                for &mv in moves.iter().filter(|_| ply % 3 == 0) {
                    let text = san::write(mv, line.now());
                    assert_eq!(
                        san::parse(&text, line.now()),
                        Ok(mv),
                        "{}: {text}: {}",
                        game.name,
                        fen::write(line.now())
                    );
                }
                line.push(moves[random.below(moves.len())]);
            }
        }
    }
}

#[test]
fn garbled_games_are_read_or_refused() {
    let text = include_str!("games/mixed.pgn");
    let mut random = Random(9);
    let (mut read, mut refused) = (0, 0);
    for _ in 0..3000 {
        let mut signs: Vec<char> = text.chars().collect();
        for _ in 0..=random.below(6) {
            let (at, from) = (random.below(signs.len()), random.below(signs.len()));
            match random.below(4) {
                0 => {
                    signs[at] =
                        ['{', '}', '(', ')', '[', ']', '"', '\\', ';', '\n', '%', '\u{0}', 'ข', '-'][random.below(14)]
                }
                1 if signs.len() > 1 => _ = signs.remove(at),
                2 => signs[at] = signs[from],
                _ => signs.truncate(at.max(1)),
            }
        }
        let garbled: String = signs.into_iter().collect();
        let lines = garbled.lines().count();
        for game in source::read("f", &garbled, variant::ALL[0]) {
            match game {
                Ok(game) => {
                    read += 1;
                    assert!(game.comments.len() == game.moves.len() && (1..=lines).contains(&game.line));
                }
                Err(refusal) => {
                    refused += 1;
                    assert!((1..=lines).contains(&refusal.line) && !refusal.why.is_empty(), "{refusal}: {garbled}");
                }
            }
        }
    }
    assert!(read > 3000 && refused > 3000, "{read} {refused}");
}
