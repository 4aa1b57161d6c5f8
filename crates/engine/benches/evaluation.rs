//! Speed of the evaluation: of positions one move apart, as in a search, and of unrelated positions.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use emergo::{MoveKind, Position, Variant, read_position};
use luctor_engine::eval::{Evaluator, Networks};
use std::hint::black_box;

/// The positions without captures of a board, from the perft fixture.
fn quiet(variant: Variant) -> Vec<Position> {
    let lines = include_str!("../../emergo/tests/data/perft.txt").lines();
    let fields = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    fields
        .filter_map(|line| {
            let mut fields = line.split(';').map(str::trim);
            let of_board = fields.next()?.parse() == Ok(variant);
            let position = read_position(variant, fields.next()?).ok()?.position;
            (of_board && position.required_move_kind() != MoveKind::Capture).then_some(position)
        })
        .collect()
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
        let mut moves = emergo::MoveList::new();
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
