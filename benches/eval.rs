//! Evaluating positions.

use bayon::engine;
use bayon::eval::Evaluator;
use bayon::rules::Position;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

fn eval(c: &mut Criterion) {
    let positions: Vec<Position> = engine::positions().collect();
    let mut group = c.benchmark_group("eval");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("fresh", |b| {
        b.iter(|| {
            for position in &positions {
                black_box(Evaluator::new(position, None).score(black_box(position)));
            }
        })
    });
    group.finish();
}

criterion_group!(benches, eval);
criterion_main!(benches);
