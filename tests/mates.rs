//! Mates are found with their exact distance. The positions are from self-play games; each distance was proved by trying
//! every move of the winner and every reply, the draws by the rules excepted.

use bayon::notation::fen;
use bayon::rules::Line;
use bayon::rules::Variant;
use bayon::search::Limits;
use bayon::search::Pool;
use bayon::search::Settings;

const SUITES: &[(&str, &str)] = &[
    ("makruk", include_str!("mates/makruk.epd")),
    ("cambodian", include_str!("mates/cambodian.epd")),
    ("karouk", include_str!("mates/karouk.epd")),
    ("makpong", include_str!("mates/makpong.epd")),
    ("asean", include_str!("mates/asean.epd")),
    ("ai-wok", include_str!("mates/ai-wok.epd")),
];

#[test]
fn mates_are_found_at_their_distance() {
    let mut pool = Pool::new(16, 1).ok().unwrap();
    let mut wrong = Vec::new();
    for (name, suite) in SUITES {
        let variant = Variant::named(name).unwrap();
        for row in suite.lines().filter(|row| !row.starts_with('#')) {
            let (text, moves) = row.split_once(" ;dm ").unwrap();
            let moves: i32 = moves.trim().parse().unwrap();
            let line = Line::new(fen::position(text, variant).unwrap());
            pool.clear();
            pool.signals().arm(false);
            let limits =
                Limits { mate: Some(moves as u32), nodes: Some(3_000_000), depth: Some(40), ..Limits::default() };
            let best = pool.go(&line, &limits, &Settings::default(), &mut |_| ());
            if best.score.mate_moves() != Some(moves) {
                wrong.push(format!("{name} {text}: {} after {} nodes, not mate {moves}", best.score, best.nodes));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
