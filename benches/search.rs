//! Searching to a fixed depth from the start of each game, each time from nothing.

use bayon::rules::Line;
use bayon::rules::Position;
use bayon::rules::variant;
use bayon::search::Limits;
use bayon::search::Pool;
use bayon::search::Settings;
use criterion::{Criterion, criterion_group, criterion_main};

const DEPTH: usize = 8;

fn search(c: &mut Criterion) {
    let mut group = c.benchmark_group("search");
    group.sample_size(10);
    let Ok(mut pool) = Pool::new(16, 1) else { return };
    for &variant in &variant::ALL {
        let line = Line::new(Position::start(variant));
        let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
        group.bench_function(variant.name, |b| {
            b.iter(|| {
                pool.clear();
                pool.signals().arm(false);
                pool.go(&line, &limits, &Settings::default(), &mut |_| ())
            })
        });
    }
    group.finish();
}

criterion_group!(benches, search);
criterion_main!(benches);
