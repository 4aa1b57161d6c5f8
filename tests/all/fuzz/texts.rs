//! Mutated texts of positions and moves.

use super::mutation::Mutator;
use super::{checks, inputs};
use emergo::{Coordinates, write_move};

#[test]
fn any_position_text_is_accepted_or_rejected() {
    let words =
        "w|b|(|)|/|(w3b2)|(b)|(w12|12,12|0,0| w | b |99999999999999999999|-1|,|9".split('|');
    let mut mutator = Mutator::new(1, &checks::POSITIONS, words);
    for _ in 0..inputs(20_000) {
        checks::position_text(&mutator.input());
    }
}

#[test]
fn any_move_text_is_a_legal_move_or_rejected() {
    let words = "e4|e5|x|-|*|*7|a5|i9|j1|e10|E4| |0000|é|\0".split('|');
    let positions = checks::positions();
    let mut seeds = Vec::new();
    for position in &positions {
        for coordinates in Coordinates::ALL {
            let write = |mv| write_move(position.variant(), coordinates, mv);
            seeds.extend(position.legal_moves().into_iter().map(write));
        }
    }
    let mut mutator = Mutator::new(2, &seeds, words);
    for number in 0..inputs(20_000) as usize {
        checks::move_text(&positions[number % positions.len()], &mutator.input());
    }
}
