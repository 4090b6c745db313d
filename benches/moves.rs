//! Generating moves, playing them, and asking whether one is legal or gives check.

use bayon::engine;
use bayon::rules::Position;
use bayon::rules::Which;
use bayon::types::Move;
use bayon::types::MoveList;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

/// Every position of the bench with its legal moves.
fn positions() -> Vec<(Position, MoveList)> {
    let listed = |position: Position| {
        let mut moves = MoveList::new();
        position.moves(Which::All, &mut moves);
        (position, moves)
    };
    engine::positions().map(listed).collect()
}

fn moves(c: &mut Criterion) {
    let positions = positions();
    let all: usize = positions.iter().map(|(_, moves)| moves.len()).sum();
    let mut group = c.benchmark_group("moves");
    group.throughput(Throughput::Elements(all as u64));
    group.bench_function("list", |b| {
        b.iter(|| {
            for (position, _) in &positions {
                let mut moves = MoveList::new();
                black_box(position).moves(Which::All, &mut moves);
                black_box(moves);
            }
        })
    });
    group.bench_function("count", |b| {
        b.iter(|| positions.iter().map(|(position, _)| black_box(position).count_moves()).sum::<usize>())
    });
    let mut each = |name: &str, act: fn(&Position, Move)| {
        group.bench_function(name, |b| {
            b.iter(|| {
                for (position, moves) in &positions {
                    moves.iter().for_each(|&mv| act(black_box(position), black_box(mv)));
                }
            })
        });
    };
    each("play", |position, mv| _ = black_box(position.play(mv)));
    each("is_legal", |position, mv| _ = black_box(position.is_legal(mv)));
    each("gives_check", |position, mv| _ = black_box(position.gives_check(mv)));
    group.finish();
}

criterion_group!(benches, moves);
criterion_main!(benches);
