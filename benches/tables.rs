//! How long a probe of the tables takes, over random positions so that the processor's caches do not help.

use bayon::notation::fen;
use bayon::rules::Position;
use bayon::rules::Which;
use bayon::rules::variant;
use bayon::tables::Set;
use bayon::tables::Tables;
use bayon::types::MoveList;
use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use std::sync::atomic::AtomicBool;

/// Positions of a long walk of quiet moves without an end.
fn walk(start: &str, steps: usize) -> Vec<Position> {
    let start = fen::position(start, &variant::MAKRUK).expect("a FEN of this file");
    let (mut now, mut seed, mut walked) = (start, 1_u64, Vec::new());
    while walked.len() < steps {
        let mut moves = MoveList::new();
        now.moves(Which::Quiet, &mut moves);
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        now = if moves.is_empty() { start } else { now.play(moves[(seed >> 33) as usize % moves.len()]) };
        walked.push(now);
    }
    walked
}

fn probes(criterion: &mut Criterion) {
    let tables = Tables::new(&variant::MAKRUK).expect("makruk has tables");
    for (name, start) in [
        ("KSMvK", "4k3/8/8/8/8/8/8/2SMK3 w - 88 8 1"),
        ("KRvKS", "4ks2/8/8/8/8/8/8/R3K3 w - 128 0 1"),
        ("KRPvK", "4k3/8/8/8/8/3P4/8/R3K3 w - - 0 1"),
    ] {
        let set: Set = name.parse().expect("a set of this file");
        tables.build(set, 1, &AtomicBool::new(false), &mut |_| {}).expect("nobody stops it");
        let positions = walk(start, 10_000);
        let mut next = (0..positions.len()).cycle();
        criterion.bench_function(&format!("probe {name}"), |bench| {
            bench.iter(|| tables.probe(black_box(&positions[next.next().unwrap_or(0)])));
        });
    }
}

criterion_group!(benches, probes);
criterion_main!(benches);
