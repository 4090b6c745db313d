//! Moves as pyffish writes them, recorded in `recorded/san.tsv`: game, FEN, UCI, SAN, long SAN, Thai SAN, long Thai SAN.

use bayon::notation::coord;
use bayon::notation::coord::MoveError;
use bayon::notation::fen;
use bayon::notation::pgn;
use bayon::notation::san;
use bayon::rules::Variant;

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
