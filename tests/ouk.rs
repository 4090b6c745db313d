//! The leaps of ouk, the first check and the defence of makpong, case by case.

mod told;

use told::legality;

#[test]
fn the_kings_leap() {
    // Forward and aside, over anything; the mirror for black.
    legality("cambodian", "start", "", "d1b2 d1f2 d1d2", "d1c3 e1e3 d1d3");
    legality("cambodian", "start", "e3e4", "e8c7 e8g7", "d8d6");
    // Only onto an empty square that is not attacked.
    legality("cambodian", "4k3/8/8/8/8/8/1n6/3KM3 w DE - 0 1", "", "d1c2", "d1b2 d1f2");
    legality("cambodian", "4k3/8/8/8/8/8/1n6/3KM3 w D - 0 1", "d1c2 e8d8", "c2b2", "c2a3 c2e3");
    legality("cambodian", "1r2k3/8/8/8/8/8/8/3KM3 w DE - 0 1", "", "d1f2", "d1b2");
    // Not in check, from a rook or a knight.
    legality("cambodian", "4k3/8/8/8/3r4/8/8/3KM3 w DE - 0 1", "", "d1c1", "d1b2 d1f2");
    legality("cambodian", "4k3/8/8/8/8/2n5/8/3KM3 w DE - 0 1", "", "d1c1 d1c2 d1d2", "d1b2 d1f2 e1e3");
    // It attacks nothing: black's king may walk onto its square, and is not in check there.
    legality("cambodian", "8/8/8/8/8/5k2/8/3KM3 b DE - 0 1", "", "f3f4", "f3f2");
    legality("cambodian", "8/8/8/8/8/1k6/8/3KM3 b DE - 0 1", "", "b3b2 b3a2", "b3c2");
    // Any king with a letter of its file.
    legality("cambodian", "4k3/8/8/8/8/8/8/K3M3 w A - 0 1", "", "a1c2", "e1e3");
    legality("makruk", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1", "", "d1d2", "d1b2 d1f2");
}

#[test]
fn the_mets_leap() {
    // Over a man, never onto one.
    legality("cambodian", "4k3/8/8/8/8/8/4S3/3KM3 w DE - 0 1", "", "e1e3", "e1e4");
    legality("cambodian", "4k3/8/8/8/8/4s3/8/3KM3 w DE - 0 1", "", "e1f2", "e1e3");
    legality("cambodian", "4k3/8/8/8/8/4S3/8/3KM3 w DE - 0 1", "", "e1f2", "e1e3");
    // It may resolve a check by blocking a rook: on the third rank.
    legality("cambodian", "4k3/8/8/8/8/K6r/8/4M3 w E - 0 1", "", "e1e3 a3a4", "e1f2");
    // None by a met pinned to its king, though the leap stays on no line of the rook here.
    legality("cambodian", "4k3/8/8/8/8/8/8/3KM2r w DE - 0 1", "", "d1d2", "e1e3 e1f2 e1d2");
    // A met pinned along the file leaves nothing open by leaping: the rook stands behind it.
    legality("cambodian", "4k3/8/8/8/4r3/8/8/3KM3 w DE - 0 1", "", "e1e3", "");
    // It does not attack by the leap.
    legality("cambodian", "8/8/8/8/5k2/8/8/3KM3 b DE - 0 1", "", "f4e3", "");
    // Several mets may each have a right; one that has moved has none.
    legality("cambodian", "4k3/8/8/8/8/8/8/M2KM2M w ADEH - 0 1", "", "a1a3 e1e3 h1h3", "");
    legality("cambodian", "4k3/8/8/8/8/8/8/M2KM2M w ADE - 0 1", "", "a1a3 e1e3", "h1h3");
}

#[test]
fn rights_go() {
    told::all(&[
        // With the piece; a king's leap and a met's.
        ("cambodian", "start", "d1b2", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/1K6/RNS1MSNR b Ede - 1 1", "none"),
        ("cambodian", "start", "e1f2 d8c7", "rns1ksnr/2m5/pppppppp/8/8/PPPPPPPP/5M2/RNSK1SNR w De - 2 2", "none"),
        ("cambodian", "start", "e3e4 a6a5 e1e3", "rnsmksnr/8/1ppppppp/p7/4P3/PPPPMPPP/8/RNSK1SNR b Dde - 1 2", "none"),
        // When it is captured, and not given back to what comes there.
        ("cambodian", "4k3/8/8/8/8/3n4/8/3KMS2 b DE - 0 1", "d3e1 d1e1", "4k3/8/8/8/8/8/8/4KS2 b - 86 6 2", "none"),
        // A rook that moves to the king's file or rank, whatever stands between.
        ("cambodian", "r3k3/8/8/8/8/3P4/8/3KM3 b DE - 0 1", "a8d8", "3rk3/8/8/8/8/3P4/8/3KM3 w E 126 0 2", "none"),
        (
            "cambodian",
            "rnsmk1nr/4s3/pppppppp/8/8/PPPPPPPP/R7/1NSKMSNR w DEde - 2 2",
            "a2e2",
            "rnsmk1nr/4s3/pppppppp/8/8/PPPPPPPP/4R3/1NSKMSNR b DEd - 3 2",
            "none",
        ),
        // Along it too; a rook that already aims takes nothing, nor one that leaves, nor one's own.
        ("cambodian", "3rk3/8/8/8/8/3P4/8/3KM3 b DE - 0 1", "d8d7", "4k3/3r4/8/8/8/3P4/8/3KM3 w E 126 0 2", "none"),
        ("cambodian", "3rk3/8/8/8/8/3P4/8/3KM3 b DE - 0 1", "d8a8", "r3k3/8/8/8/8/3P4/8/3KM3 w DE 126 0 2", "none"),
        ("cambodian", "4k3/8/8/8/8/3P4/R7/3KM3 w DE - 0 1", "a2d2", "4k3/8/8/8/8/3P4/3R4/3KM3 b DE - 1 1", "none"),
        // Letters: kept for any own piece on the file, dropped over an empty square or an enemy.
        ("cambodian", "4k3/8/8/8/8/3P4/8/R2KM2N w ADEHc - 0 1", "", "4k3/8/8/8/8/3P4/8/R2KM2N w ADEH - 0 1", "none"),
        ("cambodian", "4k3/8/8/8/8/3P4/8/r2KM3 w ABDEz - 0 1", "", "4k3/8/8/8/8/3P4/8/r2KM3 w DE - 0 1", "none"),
    ]);
}

#[test]
fn the_first_check_wins() {
    // By a piece; no move is left, and perft counts none.
    let start = "rn1mksnr/3s4/pppppppp/8/4N3/PPPPPPPP/8/R1SKMSNR b DEde - 3 2";
    let line = told::line("karouk", start, "a6a5 e4d6");
    assert_eq!(line.ended().map(|end| end.to_string()), Some("white wins (first check)".to_string()));
    assert!(told::legal(line.now()).is_empty());
    assert_eq!((line.now().perft(1), line.now().perft(3), line.now().perft(0)), (0, 0, 1));
    let won = "white wins (first check)";
    // By a discovery with a king's or a met's leap, a promotion, a discovered rook; not by less.
    for (start, mv, outcome) in [
        ("8/8/8/8/8/8/8/R2K3k w D - 0 1", "d1b2", won),
        ("8/8/8/8/2K5/8/8/R3M2k w E - 0 1", "e1e3", won),
        ("8/3k4/8/2P5/8/8/8/3K4 w - - 0 1", "c5c6m", won),
        ("8/2k5/8/2P5/8/8/8/3K4 w - - 0 1", "c5c6m", "none"),
        ("4k3/8/8/8/4N3/8/8/3KR3 w - - 0 1", "e4c3", won),
        ("4k3/8/8/8/4N3/8/8/3KR3 w - - 0 1", "e1e3", "none"),
    ] {
        assert_eq!(told::told("karouk", start, mv).1, outcome, "{start} {mv}");
    }
    // Every dialect of the checks: the next one wins.
    for tail in ["- 1+1 0 1", "- 0 1", "- +0+0 0 1", "- 0 1 +0+0", "- 3+3 0 1", "0 1"] {
        let fen = format!("4k3/8/8/8/4N3/8/8/3KR3 w - {tail}");
        assert_eq!(told::told("karouk", &fen, "e4c3").1, won, "{tail}");
    }
    // A check that stands in a FEN was not counted and may be answered; no move may leave the own king attacked.
    legality("karouk", "4k3/8/8/8/8/8/8/3KR3 b - - 1+1 0 1", "", "e8d8 e8f7", "e8e7");
    // One that was counted has won.
    told::all(&[("karouk", "4k3/8/8/8/8/8/8/3KR3 b - - 0+1 0 1", "", "4k3/8/8/8/8/8/8/3KR3 b - - 0+1 0 1", won)]);
}

#[test]
fn makpong_kings_stay() {
    // In check from a rook: block or capture, but no step.
    legality("makpong", "4k3/8/8/8/8/8/S7/K6r w - - 0 1", "", "a2b1", "a1b2 a1b1");
    // The king may take a lone checker, if nobody guards it.
    legality("makpong", "4k3/8/8/8/8/8/1r6/1K6 w - - 0 1", "", "b1b2", "b1a1 b1c1");
    legality("makpong", "4k3/8/8/8/8/2m5/1r6/1K6 w - - 0 1", "", "", "b1b2 b1a1 b1c1");
    // In double check not even that.
    legality("makpong", "4k3/8/8/8/8/n7/1r6/1K6 w - - 0 1", "", "", "b1b2 b1a1 b1c1 b1c2");
    // Out of check it walks.
    legality("makpong", "4k3/8/8/8/8/8/r7/2K5 w - - 0 1", "", "c1b1 c1d1", "c1c2");
}

#[test]
fn pawns_turn() {
    legality("makruk", "4k3/PP6/8/8/8/8/8/4K3 w - - 0 1", "", "a7a8m b7b8m", "a7a8");
    legality("makruk", "4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "", "e1e2", "h8h7");
    legality("makruk", "4k3/8/1p6/P7/8/8/8/4K3 w - - 0 1", "", "a5a6m a5b6m", "");
    legality("ai-wok", "4k3/8/8/P7/8/8/8/4K3 w - - 0 1", "", "a5a6a", "a5a6m");
    legality("asean", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "", "a7a8r a7a8n a7a8b a7a8q", "");
    legality("asean", "4k3/8/8/P7/8/8/8/4K3 w - - 0 1", "", "a5a6", "");
    // No double step, no en passant though a FEN names its square.
    legality("makruk", "start", "", "a3a4", "a3a5");
    legality("makruk", "4k3/8/8/pP6/8/8/8/4K3 w - a6 0 1", "", "b5b6m", "b5a6m");
}

#[test]
fn promoted_marks_are_read_and_not_written() {
    told::all(&[
        (
            "makruk",
            "4k3/8/8/8/8/8/M~7/4K3 w - - 0 1",
            "",
            "4k3/8/8/8/8/8/M7/4K3 w - - 0 1",
            "draw (insufficient material)",
        ),
        ("asean", "4k3/8/8/8/8/8/R~7/4K3 w - - 0 1", "", "4k3/8/8/8/8/8/R7/4K3 w - - 0 1", "none"),
        ("ai-wok", "4k3/8/8/8/8/8/A~7/4K3 w - - 0 1", "", "4k3/8/8/8/8/8/A7/4K3 w - - 0 1", "none"),
    ]);
}
