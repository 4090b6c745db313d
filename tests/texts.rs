//! The three other rule texts, makruk-honour, ouk-honour and ouk-ludii: examples worked out by hand. Each is also put to
//! `bayon judge`.

mod told;

use std::process::Command;
use told::legality;

/// Variant, start, moves, FEN after them, outcome.
type Example = (&'static str, &'static str, &'static str, &'static str, &'static str);

const COUNTED: &str = "draw (counting rule)";
const LACK: &str = "draw (insufficient material)";

#[rustfmt::skip]
const MAKRUK_HONOUR: [Example; 19] = [
    // No pawn is left, and the side to move has less, a knight against a rook: it counts.
    ("makruk-honour", "4k3/8/8/n7/3p4/8/8/3RK3 w - - 4 20", "d1d4", "4k3/8/8/n7/3R4/8/8/4K3 b - 128 0 20", "none"),
    // The weaker side has just moved: nothing shows ...
    ("makruk-honour", "4k3/8/8/r7/3p4/5N2/8/4K3 w - - 4 20", "f3d4", "4k3/8/8/r7/3N4/8/8/4K3 b - - 0 20", "none"),
    // ... until it is to move again.
    ("makruk-honour", "4k3/8/8/r7/3p4/5N2/8/4K3 w - - 4 20", "f3d4 e8e7", "8/4k3/8/r7/3N4/8/8/4K3 w - 128 0 21", "none"),
    // Equal: the side to move counts.
    ("makruk-honour", "4k3/8/8/n7/3p4/5N2/8/4K3 w - - 4 20", "f3d4", "4k3/8/8/n7/3N4/8/8/4K3 b - 128 0 20", "none"),
    // Two khons weigh as much as knight and met: 5.
    ("makruk-honour", "4k3/8/8/n6m/3p4/8/8/1S1SK1R1 w - - 4 20", "g1g5", "4k3/8/8/n5Rm/3p4/8/8/1S1SK3 b - - 5 20", "none"),
    // The counting side captures and leads, 3 to 2: its count ends, and the other side counts at once.
    ("makruk-honour", "4k3/8/8/4s3/8/5N2/8/m3K3 w - 128 10 30", "f3e5", "4k3/8/8/4N3/8/8/8/m3K3 b - 128 0 30", "none"),
    // It captures and draws level, 3 to 3: that changes nothing.
    ("makruk-honour", "4k3/8/8/4m3/8/5N2/8/n3K3 w - 128 10 30", "f3e5", "4k3/8/8/4N3/8/8/8/n3K3 b - 128 11 30", "none"),
    // The side that does not count captures: the count runs on.
    ("makruk-honour", "4k3/8/8/4m3/8/5N2/7R/n3K3 w - 128 11 30", "f3e5", "4k3/8/8/4N3/8/8/7R/n3K3 b - 128 12 30", "none"),
    // The bare king takes the last pawn itself: one rook, 3 men.
    ("makruk-honour", "8/8/4k3/5P2/8/2R1K3/8/8 b - - 3 50", "e6f5", "8/8/8/5k2/8/2R1K3/8/8 w - 32 5 51", "none"),
    // One khon comes before two knights; without it they are two knights.
    ("makruk-honour", "8/3k4/3m4/8/2N1N3/4S3/8/3K4 w - 128 20 60", "c4d6", "8/3k4/3N4/8/4N3/4S3/8/3K4 b - 88 10 60", "none"),
    ("makruk-honour", "8/3k4/3m4/8/2N1N3/8/8/3K4 w - 128 20 60", "c4d6", "8/3k4/3N4/8/4N3/8/8/3K4 b - 64 8 60", "none"),
    // Two rooks and king against king: four men, so the next count is 5 of 8; a captured rook does not change that.
    ("makruk-honour", "4k3/8/8/8/8/8/3n4/R2RK3 w - 128 3 40", "d1d2", "4k3/8/8/8/8/8/3R4/R3K3 b - 16 8 40", "none"),
    ("makruk-honour", "4k3/3R4/8/8/8/8/8/R3K3 b - 16 8 1", "e8d7", "8/3k4/8/8/8/8/8/R3K3 w - 16 9 2", "none"),
    // A bare king, but pawns: nobody counts.
    ("makruk-honour", "4k3/8/8/2PP4/8/8/8/R3K3 w - - 3 1", "c5c6m", "4k3/8/2M5/3P4/8/8/8/R3K3 b - - 0 1", "none"),
    // 100 plies without a capture or a pawn move, while pawns remain.
    ("makruk-honour", "4k3/8/8/8/p7/P7/8/R3K3 w - - 98 80", "e1e2 e8e7", "8/4k3/8/8/p7/P7/4K3/R7 w - - 100 81", "draw (move rule)"),
    // King against king is a draw; king and knight against king is not, and is counted.
    ("makruk-honour", "8/8/8/3k4/3R4/8/8/K7 b - 32 8 1", "d5d4", "8/8/8/8/3k4/8/8/K7 w - 32 9 2", LACK),
    ("makruk-honour", "4k3/8/8/8/8/3n4/4K3/6N1 w - 128 3 9", "e2d3", "4k3/8/8/8/8/3K4/8/6N1 b - 128 6 9", "none"),
    // The counting side mates, and wins.
    ("makruk-honour", "7k/8/6K1/8/8/8/r1n5/3R4 w - 128 126 90", "d1d8", "3R3k/8/6K1/8/8/8/r1n5/8 b - 128 127 90", "white wins (checkmate)"),
    // It would count 65: drawn.
    ("makruk-honour", "4k3/8/8/8/8/8/rn6/3RK3 w - 128 128 90", "d1c1", "4k3/8/8/8/8/8/rn6/2R1K3 b - 128 129 90", COUNTED),
];

#[rustfmt::skip]
const OUK_HONOUR: [Example; 13] = [
    // A bare king against two rooks 8, against one 16, on top of the men.
    ("ouk-honour", "4k3/8/8/8/8/8/3n4/R2RK3 w - 128 3 40", "d1d2", "4k3/8/8/8/8/8/3R4/R3K3 b - 16 8 40", "none"),
    ("ouk-honour", "8/8/4k3/5P2/8/2RMK3/8/8 b - 126 42 50", "e6f5", "8/8/8/5k2/8/2RMK3/8/8 w - 32 7 51", "none"),
    // Two khons 22; one khon has no line of its own, so 64.
    ("ouk-honour", "8/3k4/8/2KSS1P1/8/8/8/8 w - - 0 1", "g5g6m", "8/3k4/6M1/2KSS3/8/8/8/8 b - 44 10 1", "none"),
    ("ouk-honour", "8/3k4/8/2K1S1P1/8/8/8/8 w - - 0 1", "g5g6m", "8/3k4/6M1/2K1S3/8/8/8/8 b - 128 8 1", "none"),
    // Two knights 32, beside a khon too; one knight 64.
    ("ouk-honour", "8/3k4/3m4/8/2N1N3/4S3/8/3K4 w - 128 20 60", "c4d6", "8/3k4/3N4/8/4N3/4S3/8/3K4 b - 64 10 60", "none"),
    ("ouk-honour", "8/3k4/8/2K3P1/8/8/8/1N6 w - - 0 1", "g5g6m", "8/3k4/6M1/2K5/8/8/8/1N6 b - 128 8 1", "none"),
    // Three men may count though pawns stand: 64, not 63.
    ("ouk-honour", "4k3/8/8/2n1r1s1/2R5/PP6/1R6/3K4 w - - 0 40", "c4c5", "4k3/8/8/2R1r1s1/8/PP6/1R6/3K4 b - 128 0 40", "none"),
    // Only the mover has so few: its count begins when it is to move.
    ("ouk-honour", "rnnnk3/8/8/8/8/8/8/R3K3 w - - 5 1", "e1e2", "rnnnk3/8/8/8/8/8/4K3/R7 b - - 6 1", "none"),
    ("ouk-honour", "rnnnk3/8/8/8/8/8/8/R3K3 w - - 5 1", "e1e2 e8e7", "rnnn4/4k3/8/8/8/8/4K3/R7 w - 128 0 2", "none"),
    // A longer limit in a FEN is left as it is.
    ("ouk-honour", "4k3/8/8/8/8/8/8/RR2K3 w - 500 5 1", "a1a2", "4k3/8/8/8/8/8/R7/1R2K3 b - 500 6 1", "none"),
    // A bare king does not count while pawns stand.
    ("ouk-honour", "4k3/8/8/2PP4/8/8/8/R3K3 w - - 3 1", "c5c6m", "4k3/8/2M5/3P4/8/8/8/R3K3 b - - 0 1", "none"),
    // Drawn when the count passes the limit.
    ("ouk-honour", "8/8/8/2K1k3/8/3R1R2/8/8 w - 16 15 128", "f3g3 e5e4", "8/8/8/2K5/4k3/3R2R1/8/8 w - 16 17 129", COUNTED),
    // The leaps are those of cambodian: a rook that aims takes the king's.
    ("ouk-honour", "r3k3/8/8/8/8/3P4/8/3KM3 b DE - 0 1", "a8d8", "3rk3/8/8/8/8/3P4/8/3KM3 w E 128 0 2", "none"),
];

#[rustfmt::skip]
const OUK_LUDII: [Example; 11] = [
    // The king leaps out of check, to a square that cambodian does not know.
    ("ouk-ludii", "4k3/8/8/8/4r3/8/8/3MK3 w DE - 0 1", "e1f3", "4k3/8/8/8/4r3/5K2/8/3M4 b D - 1 1", "none"),
    // The met captures by its double step.
    ("ouk-ludii", "4k3/8/8/8/8/3r4/8/3MK3 w DE - 0 1", "d1d3", "4k3/8/8/8/8/3M4/8/4K3 b E - 0 1", "none"),
    // A rook that comes to the king's rank or file takes nothing.
    ("ouk-ludii", "r1k5/8/8/8/8/3P4/8/3MK3 b DE - 0 1", "a8a1", "2k5/8/8/8/8/3P4/8/r2MK3 w DE - 1 2", "none"),
    ("ouk-ludii", "r6k/8/8/8/8/4P3/8/3MK3 b DE - 0 1", "a8e8", "4r2k/8/8/8/8/4P3/8/3MK3 w DE - 1 2", "none"),
    // A captured met's right ends with it: the king may go where it could have jumped.
    ("ouk-ludii", "3m3R/8/k7/2K5/8/8/P7/8 w d - 0 1", "h8d8 a6a7 c5d6", "3R4/k7/3K4/8/8/8/P7/8 b - - 2 2", "none"),
    // A bare king, and no count; one in a FEN is read as none.
    ("ouk-ludii", "4k3/8/8/8/8/8/3n4/R2RK3 w - - 3 40", "d1d2", "4k3/8/8/8/8/8/3R4/R3K3 b - - 0 40", "none"),
    ("ouk-ludii", "4k3/8/8/8/8/8/8/RR2K3 w - 16 20 1", "", "4k3/8/8/8/8/8/8/RR2K3 w - - 0 1", "none"),
    // King against king goes on, and so does a game without progress.
    ("ouk-ludii", "8/8/8/3k4/3R4/8/8/K7 b - - 8 1", "d5d4", "8/8/8/8/3k4/8/8/K7 w - - 0 2", "none"),
    ("ouk-ludii", "4k3/8/8/8/8/8/8/R3K3 w - - 300 1", "a1a2", "4k3/8/8/8/8/8/R7/4K3 b - - 301 1", "none"),
    // Stalemate is a draw, mate is mate.
    ("ouk-ludii", "7k/5K2/6S1/8/8/8/8/8 b - - 0 1", "", "7k/5K2/6S1/8/8/8/8/8 b - - 0 1", "draw (stalemate)"),
    ("ouk-ludii", "7k/8/6K1/8/8/8/8/R7 w - - 9 80", "a1a8", "R6k/8/6K1/8/8/8/8/8 b - - 10 80", "white wins (checkmate)"),
];

fn check(examples: &[Example]) {
    told::all(examples);
    for &(variant, start, moves, fen, outcome) in examples {
        let mut judge = Command::new(env!("CARGO_BIN_EXE_bayon"));
        judge.args(["judge", "--variant", variant, "--fen", start]).args(moves.split_whitespace());
        let said = String::from_utf8(judge.output().expect("the judge speaks").stdout).expect("plain text");
        let result = match outcome.split(' ').next() {
            Some("white") => "1-0",
            Some("black") => "0-1",
            Some("draw") => "1/2-1/2",
            _ => "*",
        };
        assert_eq!(said.lines().collect::<Vec<_>>(), [result, outcome, fen], "{variant} {start} moves {moves}");
    }
}

#[test]
fn makruk_honour() {
    check(&MAKRUK_HONOUR);
}

#[test]
fn ouk_honour() {
    check(&OUK_HONOUR);
}

#[test]
fn ouk_ludii() {
    check(&OUK_LUDII);
    // The start: leaps forward, the rest is in the way.
    legality("ouk-ludii", "start", "", "e1c2 e1g2 e1e2 e1f2 e1d2", "e1d3 e1f3 d1d3 d1b2");
    // The leap does not go onto an attacked square, nor capture.
    legality("ouk-ludii", "4k3/8/8/8/8/6r1/8/3MK3 w DE - 0 1", "", "e1c2", "e1d3 e1f3 e1g2");
    legality("ouk-ludii", "4k3/8/8/8/8/3n4/8/3MK3 w DE - 0 1", "", "d1d3", "e1d3 d1c2");
    // The met's capturing jump attacks: a king may not go there, and is in check there.
    legality("ouk-ludii", "3mk3/8/8/2K5/8/8/P6p/8 w d - 0 1", "", "c5c6", "c5d6");
    legality("ouk-ludii", "3mk3/8/3K4/8/8/8/P6p/8 w d - 0 1", "", "d6c6", "a2a3");
    assert!(told::line("ouk-ludii", "3mk3/8/3K4/8/8/8/P6p/8 w d - 0 1", "").now().in_check());
    // No threefold repetition.
    let dance = "b1d2 b8d7 d2b1 d7b8 ".repeat(4);
    assert_eq!(told::told("ouk-ludii", "start", &dance).1, "none");
    assert_eq!(told::told("ouk-honour", "start", &dance).1, "draw (threefold repetition)");
}

/// Ouk of before 2022 as Cute Chess has it, the rows behind the option `OukRules`.
#[test]
fn traditional() {
    #[rustfmt::skip]
    told::all(&[
        // A bare king alone counts, with Thai limits; 64 while pawns stand, and that stays when the last one promotes.
        ("cambodian-traditional", "4k3/8/8/8/8/8/3n4/R2RK3 w - - 3 40", "d1d2", "4k3/8/8/8/8/8/3R4/R3K3 b - 16 8 40", "none"),
        ("cambodian-traditional", "4k3/8/8/6P1/8/8/3n4/R2RK3 w - - 3 40", "d1d2 e8e7 g5g6m", "8/4k3/6M1/8/8/8/3R4/R3K3 b - 128 12 41", "none"),
        ("cambodian-traditional", "rnnnk3/8/8/8/8/8/8/R3K3 w - - 5 1", "e1e2 e8e7", "rnnn4/4k3/8/8/8/8/4K3/R7 w - - 7 2", "none"),
        // Drawn on reaching the limit.
        ("cambodian-traditional", "8/8/8/2K1k3/8/3R1R2/8/8 w - 16 14 128", "f3g3", "8/8/8/2K1k3/8/3R2R1/8/8 b - 16 15 128", "none"),
        ("cambodian-traditional", "8/8/8/2K1k3/8/3R1R2/8/8 w - 16 14 128", "f3g3 e5e4", "8/8/8/2K5/4k3/3R2R1/8/8 w - 16 16 129", COUNTED),
        // A king keeps its leap under a rook's aim, a captured met leaves its right.
        ("cambodian-traditional", "r3k3/8/8/8/8/3P4/8/3KM3 b DE - 0 1", "a8d8", "3rk3/8/8/8/8/3P4/8/3KM3 w DE - 1 2", "none"),
        ("cambodian-traditional", "3m3R/8/k7/2K5/8/8/P7/8 w d - 0 1", "h8d8 a6a7", "3R4/k7/8/2K5/8/8/P7/8 w d 128 9 2", "none"),
        // In kar ouk too.
        ("karouk-traditional", "4k3/8/8/8/4N3/8/8/3KR3 w - - 1+1 0 1", "e4c3", "4k3/8/8/8/8/2N5/8/3KR3 b - - 0+1 1 1", "white wins (first check)"),
    ]);
    // What it calls too little.
    for (men, lack) in
        [("", true), ("M", true), ("N", true), ("M1M", true), ("MM", true), ("NM", false), ("NN", false), ("P", false)]
    {
        let start = format!("4k3/8/8/8/8/{men}{}/8/4K3 w - - 0 1", 8 - men.len());
        assert_eq!(told::told("cambodian-traditional", &start, "").1 == LACK, lack, "{men}");
    }
    legality("cambodian-traditional", "3mk3/8/8/2K5/8/8/P6p/8 w d - 0 1", "", "c5c6", "c5d6");
    legality("cambodian-traditional", "3m3R/8/k7/2K5/8/8/P7/8 w d - 0 1", "h8d8 a6a7", "c5c6", "c5d6");
    // The right of a met that is gone ends when a man of its side comes to the square: here the king takes the rook there.
    legality("cambodian-traditional", "2km3R/8/8/2K5/8/8/P7/8 w d - 0 1", "h8d8 c8d8", "c5d6", "c5d7");
    // To take the met does not end its check.
    legality("cambodian-traditional", "3m2R1/8/3K4/7k/8/8/P7/8 w d - 0 1", "", "d6c6", "g8d8");
    // No threefold repetition.
    assert_eq!(told::told("cambodian-traditional", "start", &"b1d2 b8d7 d2b1 d7b8 ".repeat(4)).1, "none");
}
