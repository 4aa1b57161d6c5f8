//! The linear model's terms: what players name when they explain a position. Each is counted for the mover minus
//! for the opponent, and has one weight. The yardstick for the network.

use emergo::{Bitboard, Position, Side, Variant};
use luctor_engine::eval::features::{OUTPUT_BUCKETS, output_bucket};

/// How often a term counts; [`name`] says which one it is.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Count {
    /// The term, 0..[`TERMS`].
    pub term: u16,
    /// The mover's count minus the opponent's.
    pub count: i8,
}

const RINGS: usize = 5;
const CAPS: usize = 8;
const PRISONERS: usize = 7;
const GUARDS: usize = 4;
const SURPLUSES: usize = 12;

// The first terms are material: men and the move, whatever their place.
const MEN: usize = 0;
const HELD: usize = 1;
const HAND: usize = 2;
const MOVE: usize = 3;
/// Terms of the material model, the first ones.
pub const MATERIAL: usize = 4;
const COLUMN: usize = MATERIAL;
const SURPLUS: usize = COLUMN + CAPS * PRISONERS * RINGS;
const JUMPABLE: usize = SURPLUS + SURPLUSES;
const UNDER_GUARD: usize = JUMPABLE + 2 * GUARDS;
const FEEDS: usize = UNDER_GUARD + 2 * GUARDS;
const OTHER_FEEDS: usize = FEEDS + 1;
const MOBILITY: usize = OTHER_FEEDS + 1;
const IMMOBILE: usize = MOBILITY + 1;
const TEMPO: usize = IMMOBILE + 1;
/// All terms.
pub const TERMS: usize = TEMPO + OUTPUT_BUCKETS;

/// What a term is called.
pub fn name(term: usize) -> String {
    match term {
        MEN => "men in caps".to_owned(),
        HELD => "prisoners held".to_owned(),
        HAND => "men in hand".to_owned(),
        MOVE => "the move".to_owned(),
        _ if term < SURPLUS => {
            let (column, ring) = ((term - COLUMN) / RINGS, (term - COLUMN) % RINGS);
            format!("cap {} over {} on ring {ring}", column / PRISONERS + 1, column % PRISONERS)
        }
        _ if term < JUMPABLE => format!("coming shadowpiece of {}", term - SURPLUS + 1),
        _ if term < UNDER_GUARD => {
            let (cap, held) = ((term - JUMPABLE) / 2 + 1, (term - JUMPABLE) % 2);
            let over = if held == 1 { " over prisoners" } else { "" };
            format!("jumpable cap of {cap}{over}")
        }
        _ if term < FEEDS => {
            let (cap, anchored) = ((term - UNDER_GUARD) / 2 + 1, (term - UNDER_GUARD) % 2);
            let behind = if anchored == 1 { "with" } else { "without" };
            format!("own men under a guard of {cap} {behind} an anchorman")
        }
        FEEDS => "cells to feed on".to_owned(),
        OTHER_FEEDS => "cells for the opponent to feed on".to_owned(),
        MOBILITY => "mobility".to_owned(),
        IMMOBILE => "pieces without a step".to_owned(),
        _ => format!("tempo in stage {}", term - TEMPO),
    }
}

/// The terms that count in a position, from the view of its mover.
pub fn counts(pos: &Position) -> Vec<Count> {
    let mut sums = [0_i32; TERMS];
    let (us, variant) = (pos.side(), pos.variant());
    let lines = pos.jump_lines();
    for side in Side::ALL {
        let sign = if side == us { 1 } else { -1 };
        let mut add = |term: usize, count: i32| sums[term] += sign * count;
        let own = pos.pieces(side);
        let lines = lines[side.index()];
        let all = |lines: [Bitboard; Variant::MAX_DIRECTIONS]| {
            lines.into_iter().fold(Bitboard::EMPTY, |all, cells| all | cells)
        };
        let (jumpable, feeds) = (all(lines.jumpable_pieces), all(lines.feeding_cells));
        let near = |cells: Bitboard| {
            variant
                .shifts()
                .iter()
                .fold(Bitboard::EMPTY, |near, shift| near | cells.shifted(*shift))
        };
        for square in own {
            let column = pos.column(square);
            let (cap, prisoners) = (usize::from(column.cap()), usize::from(column.prisoners()));
            add(MEN, cap as i32);
            add(HELD, prisoners as i32);
            let kind = (cap.clamp(1, CAPS) - 1) * PRISONERS + prisoners.min(PRISONERS - 1);
            add(COLUMN + kind * RINGS + usize::from(variant.distance_to_centre(square)), 1);
            let guard = cap.clamp(1, GUARDS) - 1;
            if jumpable.has(square) {
                add(JUMPABLE + 2 * guard + usize::from(prisoners > 0), 1);
            }
            if prisoners > 0 {
                // The men below are the opponent's, who may have a piece near to free them.
                let anchored = (near(pos.pieces(side.other())) & square.bitboard()).any();
                add(UNDER_GUARD + 2 * guard + usize::from(anchored), -(prisoners as i32));
            }
        }
        let hand = i32::from(pos.hand(side));
        add(HAND, hand);
        let surplus = hand - i32::from(pos.hand(side.other()));
        if surplus > 0 {
            add(SURPLUS + (surplus as usize).min(SURPLUSES) - 1, 1);
        }
        add(if side == us { FEEDS } else { OTHER_FEEDS }, feeds.count() as i32 * sign);
        add(MOBILITY, pos.count_steps(side) as i32);
        add(IMMOBILE, (own & !near(pos.empty())).count() as i32);
    }
    sums[MOVE] = 1;
    sums[TEMPO + output_bucket(pos)] = 1;
    let counted = sums.iter().enumerate().filter(|(_, count)| **count != 0);
    counted.map(|(term, count)| Count { term: term as u16, count: *count as i8 }).collect()
}
