//! Speed of move generation by kind of move, of playing moves, and of perft.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use emergo::perft::perft;
use emergo::{MoveKind, Position, Variant};
use std::hint::black_box;
use support::{perft_lines, perft_positions};

#[allow(dead_code, reason = "the tests use the rest")]
#[path = "../tests/support/mod.rs"]
mod support;

/// The positions of the perft table with a variant and a required kind of move. Each benchmark makes one pass over them
/// and reports positions per second.
fn positions_of_kind(variant: Variant, kind: MoveKind) -> Vec<Position> {
    let is_of_kind = |position: &Position| {
        position.variant() == variant && position.required_move_kind() == kind
    };
    perft_positions().into_iter().filter(is_of_kind).collect()
}

const KINDS: [(&str, MoveKind); 3] =
    [("entering", MoveKind::Entry), ("stepping", MoveKind::Step), ("capturing", MoveKind::Capture)];

fn list(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("list");
    for variant in Variant::ALL {
        for (name, kind) in KINDS {
            let positions = positions_of_kind(variant, kind);
            let mut moves = Vec::new();
            group.throughput(Throughput::Elements(positions.len() as u64));
            group.bench_function(BenchmarkId::new(name, variant), |bencher| {
                bencher.iter(|| {
                    let mut total = 0;
                    for position in &positions {
                        black_box(position).legal_moves_into(&mut moves);
                        total += moves.len();
                    }
                    total
                });
            });
        }
    }
    group.finish();
}

fn count(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("count");
    for variant in Variant::ALL {
        for (name, kind) in KINDS {
            let positions = positions_of_kind(variant, kind);
            group.throughput(Throughput::Elements(positions.len() as u64));
            group.bench_function(BenchmarkId::new(name, variant), |bencher| {
                bencher.iter(|| {
                    positions.iter().map(|position| black_box(position).count_moves()).sum::<u64>()
                });
            });
        }
    }
    group.finish();
}

fn play(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("play");
    for variant in Variant::ALL {
        for (name, kind) in KINDS {
            let mut moves = Vec::new();
            let mut pairs = Vec::new();
            for position in positions_of_kind(variant, kind) {
                position.legal_moves_into(&mut moves);
                pairs.extend(moves.iter().map(|mv| (position, *mv)));
            }
            // Throughput: moves per second.
            group.throughput(Throughput::Elements(pairs.len() as u64));
            group.bench_function(BenchmarkId::new(name, variant), |bencher| {
                bencher.iter(|| {
                    for (position, mv) in &pairs {
                        black_box(black_box(position).after(*mv));
                    }
                });
            });
        }
    }
    group.finish();
}

/// Throughput: leaves per second.
fn perft_from_the_start(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft from the start");
    group.sample_size(10);
    for variant in Variant::ALL {
        let start = Position::start(variant);
        group.throughput(Throughput::Elements(perft(&start, 5)));
        group.bench_function(BenchmarkId::new(variant.name(), "depth 5"), |bencher| {
            bencher.iter(|| perft(black_box(&start), 5));
        });
    }
    group.finish();
}

/// Line number in the perft table and depth of three positions without men in hand.
const STEPPING: [(usize, u32); 3] = [(7, 6), (8, 6), (9, 6)];

fn perft_without_hands(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft without hands");
    group.sample_size(10);
    let lines = perft_lines();
    for (number, depth) in STEPPING {
        let line = lines.iter().find(|line| line.number == number);
        let position = &line.expect("a line of the perft table").position;
        group.throughput(Throughput::Elements(perft(position, depth)));
        group.bench_function(
            BenchmarkId::new(format!("line {number}"), format!("depth {depth}")),
            |bencher| {
                bencher.iter(|| perft(black_box(position), depth));
            },
        );
    }
    group.finish();
}

criterion_group!(benches, list, count, play, perft_from_the_start, perft_without_hands);
criterion_main!(benches);
