//! Speed of the evaluation: of positions one move apart, as in a search, and of unrelated positions.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use emergo::{Position, Variant};
use luctor_engine::eval::{Evaluator, Networks};
use std::hint::black_box;
use test_support::perft_positions;

/// The positions without captures of a board, from the perft table.
fn quiet(variant: Variant) -> Vec<Position> {
    let is_quiet = |position: &Position| position.variant() == variant && !position.can_capture();
    perft_positions().into_iter().filter(is_quiet).collect()
}

fn evaluate(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("evaluate");
    for variant in Variant::ALL {
        let mut evaluator = Evaluator::new(Networks::embedded().of(variant).clone());
        let positions = quiet(variant);
        let mut sum = |positions: &[Position], ply: usize| -> i32 {
            let scores = positions.iter().map(|position| evaluator.evaluate(position, ply).value());
            black_box(scores.sum())
        };
        group.throughput(Throughput::Elements(positions.len() as u64));
        group.bench_function(BenchmarkId::new("unrelated", variant), |bencher| {
            bencher.iter(|| sum(&positions, 0));
        });
        let parent = positions[positions.len() / 2];
        let mut moves = Vec::new();
        parent.legal_moves_into(&mut moves);
        let children: Vec<Position> = moves.iter().map(|mv| parent.after(*mv)).collect();
        sum(&[parent], 0);
        group.throughput(Throughput::Elements(children.len() as u64));
        group.bench_function(BenchmarkId::new("one move apart", variant), |bencher| {
            bencher.iter(|| sum(&children, 1));
        });
    }
    group.finish();
}

criterion_group!(benches, evaluate);
criterion_main!(benches);
