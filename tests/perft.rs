//! The suites of `perft`: leaf counts of many positions of each variant.

mod suites;

use bayon::notation::fen;
use bayon::rules::Variant;
use bayon::rules::variant;

/// Counts above this are left to `bayon perft --suite perft`.
const MOST: u64 = if cfg!(debug_assertions) { 100_000 } else { 5_000_000 };

fn check(name: &str) -> usize {
    let variant = Variant::named(name).expect("a known variant");
    let positions = suites::read(name);
    for (text, counts) in &positions {
        let position = fen::position(text, variant).unwrap_or_else(|error| panic!("{name} {text}: {error}"));
        for &(depth, leaves) in counts.iter().filter(|count| count.1 <= MOST) {
            assert_eq!(position.perft(depth), leaves, "{name} {text} depth {depth}");
        }
    }
    positions.len()
}

#[test]
fn every_variant_has_a_suite_that_passes() {
    for variant in variant::ALL.iter().chain(&variant::HIDDEN) {
        assert!(check(variant.name) >= 20, "{} has too few positions", variant.name);
    }
}

#[test]
fn shared_out_among_threads_the_counts_are_the_same() {
    for variant in &variant::ALL {
        let position = bayon::rules::Position::start(variant);
        let divided = position.perft_divided(4, 3);
        assert_eq!(divided.len(), position.count_moves());
        assert_eq!(divided.iter().map(|(_, leaves)| leaves).sum::<u64>(), position.perft(4), "{}", variant.name);
    }
}
