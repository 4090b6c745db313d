//! Perft from the start of each game: leaves a second.

use bayon::rules::Position;
use bayon::rules::variant;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

const DEPTH: u32 = 5;

fn perft(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft");
    group.sample_size(10);
    for &variant in &variant::ALL {
        let start = Position::start(variant);
        group.throughput(Throughput::Elements(start.perft(DEPTH)));
        group.bench_function(variant.name, |b| b.iter(|| black_box(&start).perft(DEPTH)));
    }
    group.finish();
}

criterion_group!(benches, perft);
criterion_main!(benches);
