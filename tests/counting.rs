//! Counting rules, draws and ends of the six games of Fairy-Stockfish, case by case.

mod told;

use bayon::notation::fen;
use bayon::rules::Variant;
use bayon::types::Color;

const COUNTED: &str = "draw (counting rule)";
const LACK: &str = "draw (insufficient material)";
const THRICE: &str = "draw (threefold repetition)";

#[test]
fn counts_start_by_the_table() {
    told::all(&[
        // A bare king, but a pawn is left: nobody counts.
        ("makruk", "8/8/8/2m5/4k3/8/1P6/1KR5 w - - 0 1", "c1c5", "8/8/8/2R5/4k3/8/1P6/1K6 b - - 0 1", "none"),
        // The last pawn promotes.
        ("makruk", "8/3k4/8/2K1S1P1/8/8/8/8 w - - 0 1", "g5g6m", "8/3k4/6M1/2K1S3/8/8/8/8 b - 88 8 1", "none"),
        ("cambodian", "8/3k4/8/2K1S1P1/8/8/8/8 w - - 0 1", "g5g6m", "8/3k4/6M1/2K1S3/8/8/8/8 b - 86 8 1", "none"),
        // Two knights come before one khon, but after two.
        (
            "makruk",
            "8/3k4/3m4/8/2N1N3/4S3/8/3K4 w - 128 20 60",
            "c4d6",
            "8/3k4/3N4/8/4N3/4S3/8/3K4 b - 64 10 60",
            "none",
        ),
        (
            "makruk",
            "8/3k4/3m4/8/2N1S3/4S3/8/3K4 w - 128 20 60",
            "c4d6",
            "8/3k4/3N4/8/4S3/4S3/8/3K4 b - 44 10 60",
            "none",
        ),
        // Asean counts from zero.
        ("asean", "4k3/3r4/2K5/8/3R4/8/8/8 w - - 0 1", "d4d7", "4k3/3R4/2K5/8/8/8/8/8 b - 32 0 1", "none"),
        // Ouk counts at three men though pawns stand.
        (
            "cambodian",
            "4k3/8/8/2n1r1s1/2R5/PP6/1R6/3K4 w - - 0 40",
            "c4c5",
            "4k3/8/8/2R1r1s1/8/PP6/1R6/3K4 b - 126 0 40",
            "none",
        ),
        // The bare king takes the last pawn itself.
        ("cambodian", "8/8/4k3/5P2/8/2RMK3/8/8 b - 126 42 50", "e6f5", "8/8/8/5k2/8/2RMK3/8/8 w - 30 7 51", "none"),
        // Cambodian, both sides at most 3 men: the side to move next starts.
        ("cambodian", "4k3/8/8/8/8/3r4/8/R3K3 w - - 0 1", "a1a2", "4k3/8/8/8/8/3r4/R7/4K3 b - 126 0 1", "none"),
        // Only the mover at most 3: a ply later.
        ("cambodian", "rnnnk3/8/8/8/8/8/8/R3K3 w - - 5 1", "e1e2", "rnnnk3/8/8/8/8/8/4K3/R7 b - - 6 1", "none"),
        ("cambodian", "rnnnk3/8/8/8/8/8/8/R3K3 w - - 5 1", "e1e2 e8e7", "rnnn4/4k3/8/8/8/8/4K3/R7 w - 126 0 2", "none"),
        // Makruk counts whoever moves next, the stronger side too.
        ("makruk", "rnnnk3/8/8/8/8/8/8/R3K3 w - - 5 1", "e1e2", "rnnnk3/8/8/8/8/8/4K3/R7 b - 128 0 1", "none"),
        // Cambodian, bare king, pawns left: no count, until the last one promotes.
        ("cambodian", "4k3/8/8/2PP4/8/8/8/R3K3 w - - 3 1", "c5c6m", "4k3/8/2M5/3P4/8/8/8/R3K3 b - - 0 1", "none"),
        (
            "cambodian",
            "4k3/8/8/2PP4/8/8/8/R3K3 w - 126 9 1",
            "c5c6m e8e7",
            "8/4k3/2M5/3P4/8/8/8/R3K3 w - 126 11 2",
            "none",
        ),
        ("cambodian", "4k3/8/8/3P4/8/8/8/R3K3 w - 126 9 1", "d5d6m", "4k3/8/3M4/8/8/8/8/R3K3 b - 30 8 1", "none"),
        // King against king starts none, keeps a running one.
        ("makruk", "8/8/8/3k4/3R4/8/8/K7 b - 32 8 1", "d5d4 a1a2", "8/8/8/8/3k4/8/K7/8 b - 32 10 2", LACK),
        ("makruk", "8/8/8/3k4/3R4/8/8/K7 b - - 3 1", "d5d4 a1a2", "8/8/8/8/3k4/8/K7/8 b - - 1 2", LACK),
        // A side left bare while the other was counting: the count begins again.
        ("makruk", "4k3/8/8/8/8/3r4/3R4/3K4 b - 128 21 30", "d3d2 d1d2", "4k3/8/8/8/8/8/3K4/8 b - 32 7 31", LACK),
        // Ai-wok.
        ("ai-wok", "4k3/8/8/8/8/2r5/1A6/4K3 w - - 0 1", "b2c3", "4k3/8/8/8/8/2A5/8/4K3 b - 128 6 1", "none"),
        ("ai-wok", "4k3/8/8/8/8/2r5/1A5R/4K3 w - - 0 1", "b2c3", "4k3/8/8/8/8/2A5/7R/4K3 b - 32 8 1", "none"),
        ("ai-wok", "4k3/8/8/8/8/2r5/1A4SS/4K3 w - - 0 1", "b2c3", "4k3/8/8/8/8/2A5/6SS/4K3 b - 44 10 1", "none"),
    ]);
}

/// The limits, in plies, of a bare king against these men.
#[test]
fn limits_of_a_bare_king() {
    for (men, makruk, asean) in [
        ("R", 32, 32),
        ("RR", 16, 32),
        ("SS", 44, 88),
        ("NN", 64, 128),
        ("S", 88, 88),
        ("N", 128, 128),
        ("M", 128, 0),
        ("MM", 128, 0),
        ("RS", 32, 32),
        ("SN", 88, 88),
        ("SNN", 64, 88),
        ("SSN", 44, 88),
        ("SSNN", 44, 88),
        ("RRSSNNM", 16, 32),
    ] {
        let pad = 7 - men.len();
        let pad = if pad > 0 { pad.to_string() } else { String::new() };
        for (name, wanted) in [("makruk", makruk), ("cambodian", makruk - 2), ("karouk", makruk - 2), ("asean", asean)]
        {
            let letters = if name == "asean" { men.replace('S', "B").replace('M', "Q") } else { men.to_string() };
            let variant = Variant::named(name).unwrap();
            let position = fen::position(&format!("7k/8/8/8/8/8/8/K{letters}{pad} b - - 0 1"), variant).unwrap();
            assert_eq!(variant.counting.limit(&position, Color::Black) * 2, wanted, "{name} {men}");
            assert_eq!(variant.counting.limit(&position, Color::White), 0, "{name} {men}: the other side is bare");
        }
    }
}

#[test]
fn counts_run_and_end() {
    told::all(&[
        // Drawn when the count passes the limit.
        ("makruk", "8/8/8/2K1k3/8/3R1R2/8/8 w - 16 15 128", "f3g3", "8/8/8/2K1k3/8/3R2R1/8/8 b - 16 16 128", "none"),
        (
            "makruk",
            "8/8/8/2K1k3/8/3R1R2/8/8 w - 16 15 128",
            "f3g3 e5e4",
            "8/8/8/2K5/4k3/3R2R1/8/8 w - 16 17 129",
            COUNTED,
        ),
        ("cambodian", "8/8/8/2K1k3/8/3R1R2/8/8 w - 14 13 128", "f3g3", "8/8/8/2K1k3/8/3R2R1/8/8 b - 14 14 128", "none"),
        (
            "cambodian",
            "8/8/8/2K1k3/8/3R1R2/8/8 w - 14 13 128",
            "f3g3 e5e4",
            "8/8/8/2K5/4k3/3R2R1/8/8 w - 14 15 129",
            COUNTED,
        ),
        // Mate on the last count is mate, and beats every draw.
        (
            "makruk",
            "8/8/8/8/8/6k1/8/M1r3K1 w - 128 128 115",
            "",
            "8/8/8/8/8/6k1/8/M1r3K1 w - 128 128 115",
            "black wins (checkmate)",
        ),
        (
            "makruk",
            "8/5KMk/6M1/8/8/8/8/8 b - 128 8 75",
            "",
            "8/5KMk/6M1/8/8/8/8/8 b - 128 8 75",
            "white wins (checkmate)",
        ),
        (
            "makruk",
            "7k/8/6K1/8/8/8/8/R7 w - 32 32 80",
            "a1a8",
            "R6k/8/6K1/8/8/8/8/8 b - 32 33 80",
            "white wins (checkmate)",
        ),
        // Beyond the limit at the root: drawn, but there are moves.
        ("makruk", "7k/8/6K1/8/8/8/8/R7 w - 32 40 80", "", "7k/8/6K1/8/8/8/8/R7 w - 32 40 80", COUNTED),
        // A count that the rule would not start is honoured, odd limits too.
        (
            "makruk",
            "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - 128 5 1",
            "a3a4",
            "rnsmksnr/8/pppppppp/8/P7/1PPPPPPP/8/RNSKMSNR b - 128 6 1",
            "none",
        ),
        ("makruk", "4k3/8/8/8/8/8/8/RR2K3 w - 33 5 1", "a1a2", "4k3/8/8/8/8/8/R7/1R2K3 b - 33 6 1", "none"),
        ("makruk", "4k3/8/8/8/8/8/8/RR2K3 w - 500 5 1", "a1a2", "4k3/8/8/8/8/8/R7/1R2K3 b - 500 6 1", "none"),
        // Cambodian and kar ouk: a limit above 126 acts as 126.
        ("cambodian", "4k3/8/8/8/8/8/8/RR2K3 w - 500 5 1", "a1a2", "4k3/8/8/8/8/8/R7/1R2K3 b - 126 6 1", "none"),
        ("karouk", "4k3/8/8/8/8/8/8/RR2K3 w - 128 5 1", "a1a2", "4k3/8/8/8/8/8/R7/1R2K3 b - 126 1+1 6 1", "none"),
        // Fields: running at 0; none, with a clock.
        ("makruk", "4k3/8/8/8/8/8/8/RR2K3 w - 32 0 1", "a1a2", "4k3/8/8/8/8/8/R7/1R2K3 b - 32 1 1", "none"),
        ("makruk", "4k3/8/8/8/8/8/P7/RR2K3 w - 0 12 1", "e1e2", "4k3/8/8/8/8/8/P3K3/RR6 b - - 13 1", "none"),
        ("makruk", "4k3/8/8/8/8/8/P7/RR2K3 w - - 12 1", "e1e2", "4k3/8/8/8/8/8/P3K3/RR6 b - - 13 1", "none"),
        // A FEN without a count starts none by itself; the first move does.
        ("makruk", "4k3/8/8/8/8/8/8/RR2K3 w - - 5 1", "", "4k3/8/8/8/8/8/8/RR2K3 w - - 5 1", "none"),
        ("makruk", "4k3/8/8/8/8/8/8/RR2K3 w - - 5 1", "a1a2", "4k3/8/8/8/8/8/R7/1R2K3 b - 16 8 1", "none"),
        // A bare king's captures keep limit and count.
        ("makruk", "4k3/3R4/8/8/8/8/8/R3K3 b - 16 8 1", "e8d7", "8/3k4/8/8/8/8/8/R3K3 w - 16 9 2", "none"),
    ]);
}

#[test]
fn a_count_begins_afresh_when_a_side_is_left_bare() {
    told::all(&[
        ("makruk", "4k3/8/8/8/8/3n4/3R4/3K4 w - 128 126 90", "d2d3", "4k3/8/8/8/8/3R4/8/3K4 b - 32 6 90", "none"),
        // The other side was counting, and takes the last man of the one that was not.
        (
            "makruk",
            "4k3/8/8/8/8/3r1n2/3R4/3K4 b - 128 21 30",
            "d3d2 d1c1",
            "4k3/8/8/8/8/5n2/3r4/2K5 b - 32 9 31",
            "none",
        ),
    ]);
}

#[test]
fn material() {
    for (variant, placement, white, black) in [
        ("makruk", "4k3/8/8/8/8/8/8/R3K3", false, true),
        ("makruk", "4k3/8/8/8/8/8/8/S3K3", false, true),
        ("makruk", "4k3/8/8/8/8/8/8/N3K3", true, true),
        ("makruk", "4k3/8/8/8/8/8/8/M3K3", true, true),
        ("makruk", "4k3/8/8/8/8/8/P7/4K3", true, true),
        ("makruk", "4k3/8/8/8/8/8/8/4K3", true, true),
        // Two knights, knight and met, two mets of one colour and of both.
        ("makruk", "4k3/8/8/8/8/8/8/NN2K3", false, true),
        ("makruk", "4k3/8/8/8/8/8/8/NM2K3", false, true),
        ("makruk", "4k3/8/8/8/8/8/8/M1M1K3", true, true),
        ("makruk", "4k3/8/8/8/8/8/8/MM2K3", false, true),
        // The other side's men help too.
        ("makruk", "n3k3/8/8/8/8/8/8/N3K3", false, false),
        ("makruk", "m3k3/8/8/8/8/8/8/M3K3", false, false),
        ("makruk", "1m2k3/8/8/8/8/8/8/M3K3", true, true),
        ("makruk", "r3k3/8/8/8/8/8/8/M3K3", false, false),
        ("makruk", "r3k3/8/8/8/8/8/8/4K3", true, false),
        // A pawn is free, and in asean and ai-wok enough.
        ("asean", "4k3/8/8/8/8/8/P7/4K3", false, true),
        ("ai-wok", "4k3/8/8/8/8/8/P7/4K3", false, true),
        ("ai-wok", "4k3/8/8/8/8/8/A7/4K3", false, true),
        ("ai-wok", "4k3/8/8/8/8/8/N7/4K3", true, true),
        // In kar ouk and makpong any man is enough.
        ("karouk", "4k3/8/8/8/8/8/M7/4K3", false, true),
        ("makpong", "4k3/8/8/8/8/8/M7/4K3", false, true),
    ] {
        let line = told::line(variant, &format!("{placement} w - - 0 1"), "");
        let found = Color::ALL.map(|side| line.now().insufficient(side));
        assert_eq!(found, [white, black], "{variant} {placement}");
    }
}

#[test]
fn move_rules() {
    told::all(&[
        // None in makruk and ouk.
        ("makruk", "4k3/8/8/8/8/p7/P7/R3K3 w - - 120 90", "a1b1", "4k3/8/8/8/8/p7/P7/1R2K3 b - - 121 90", "none"),
        (
            "cambodian",
            "rnsk4/8/8/8/p7/p7/P7/RNS1K3 w - - 120 90",
            "e1e2",
            "rnsk4/8/8/8/p7/p7/P3K3/RNS5 b - - 121 90",
            "none",
        ),
    ]);
    // Asean: the clock runs on unseen while a count runs, and still draws at 100.
    let moves = "a1a2 e8d8 a2a3 d8c8 a3a4 c8b8 a4a5 b8b7 a5c5 b7b6";
    let start = "4k3/8/8/8/8/8/8/R3K3 w - - 90 1";
    told::all(&[
        ("asean", start, &moves[..44], "8/1k6/8/2R5/8/8/8/4K3 b - 32 8 5", "none"),
        ("asean", start, moves, "8/8/1k6/2R5/8/8/8/4K3 w - 32 9 6", "draw (move rule)"),
        (
            "asean",
            "4k3/p7/8/8/8/8/P7/4K3 w - - 99 80",
            "e1e2",
            "4k3/p7/8/8/8/8/P3K3/8 b - - 100 80",
            "draw (move rule)",
        ),
        ("asean", "4k3/p7/8/8/8/8/P7/4K3 w - - 99 80", "a2a3", "4k3/p7/8/8/8/P7/8/4K3 b - - 0 80", "none"),
        // Read from a FEN with a limit and a ply above 0 the clock is 0.
        ("asean", "4k3/8/8/8/8/8/8/R3K3 w - 128 99 90", "a1a2", "4k3/8/8/8/8/8/R7/4K3 b - 128 100 90", "none"),
    ]);
}

#[test]
fn repetition() {
    let dance = "b1d2 b8d7 d2b1 d7b8";
    let twice = format!("{dance} {dance}");
    let start = Variant::named("makruk").unwrap().start;
    let after = |tail| format!("{} {tail}", start.split(' ').next().unwrap());
    told::all(&[
        ("makruk", "start", dance, &after("w - - 4 3"), "none"),
        ("makruk", "start", &twice, &after("w - - 8 5"), THRICE),
        ("makruk", "start", &format!("{twice} a3a4"), "rnsmksnr/8/pppppppp/8/P7/1PPPPPPP/8/RNSKMSNR b - - 0 5", "none"),
        // The count does not matter.
        (
            "makruk",
            "4k3/8/8/8/8/8/8/SS2K3 w - - 0 1",
            "e1d1 e8d8 d1e1 d8e8 e1d1 e8d8 d1e1 d8e8",
            "4k3/8/8/8/8/8/8/SS2K3 w - 44 15 5",
            THRICE,
        ),
        // Leap rights belong to the position: kings that went and came back have lost theirs.
        ("cambodian", "start", "d1d2 e8e7 d2d1 e7e8 d1d2 e8e7 d2d1 e7e8", &after("w Ed - 8 5"), "none"),
        (
            "cambodian",
            "start",
            "d1d2 e8e7 d2d1 e7e8 d1d2 e8e7 d2d1 e7e8 d1d2 e8e7 d2d1 e7e8",
            &after("w Ed - 12 7"),
            THRICE,
        ),
        // Letters that no king or met can use do not make positions different.
        ("cambodian", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w Bb - 0 1", &twice, &after("w - - 8 5"), THRICE),
    ]);
}

#[test]
fn ends_by_precedence() {
    // Too little material before the count.
    let (_, outcome) = told::told("makruk", "6k1/8/5NK1/8/8/8/8/8 b - 128 129 70", "");
    assert_eq!(outcome, LACK);
    // Stalemate before everything that an arbiter declares.
    let (_, outcome) = told::told("makruk", "7k/5K2/6S1/8/8/8/8/8 b - 88 90 70", "");
    assert_eq!(outcome, "draw (stalemate)");
    // Count before repetition.
    let moves = "e1d1 e8d8 d1e1 d8e8 e1d1 e8d8 d1e1 d8e8";
    assert_eq!(told::told("makruk", "4k3/8/8/8/8/8/8/SS2K3 w - 44 37 1", moves).1, COUNTED);
    assert_eq!(told::told("makruk", "4k3/8/8/8/8/8/8/SS2K3 w - 44 36 1", moves).1, THRICE);
}
