//! Random material, the same in every run: composed positions, and positions from random games.

use super::{legal, line_text};
use emergo::{Blocked, Game, Position, Side, Variant};
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

pub fn seeded(seed: u64) -> StdRng {
    StdRng::seed_from_u64(seed)
}

/// The text of a composed position: random columns, hands and side, often fewer men than the game has.
/// Written here and not by the library, since it is the readers' input too.
pub fn composed(rng: &mut StdRng, variant: Variant) -> String {
    let men = u32::from(variant.men());
    let some =
        |rng: &mut StdRng| if rng.random_bool(0.5) { men } else { rng.random_range(0..=men) };
    let mut left = [some(rng), some(rng)];
    let mut hands = [0, 0];
    for side in [0, 1] {
        if rng.random_bool(0.4) {
            hands[side] = rng.random_range(0..=left[side]);
            left[side] -= hands[side];
        }
    }
    // Chance that one more man joins a cap, and one more a column's prisoners.
    let (grow, hold) = (rng.random_range(0.0..0.7), rng.random_range(0.0..0.8));
    let size = variant.size();
    let mut board: Vec<Vec<String>> = (1..=size)
        .rev()
        .map(|digit| {
            let cells = (0..size).filter(|letter| variant.square_at(*letter, digit).is_some());
            cells.map(|_| "1".to_owned()).collect()
        })
        .collect();
    let mut cells: Vec<(usize, usize)> = board
        .iter()
        .enumerate()
        .flat_map(|(line, cells)| (0..cells.len()).map(move |cell| (line, cell)))
        .collect();
    cells.shuffle(rng);
    for (line, cell) in cells {
        let owner = usize::from(rng.random_bool(0.5));
        let owner = if left[owner] > 0 { owner } else { 1 - owner };
        if left[owner] == 0 {
            break;
        }
        let mut take = |side: usize, first: u32, chance: f64, rng: &mut StdRng| {
            let mut count = first;
            while count < left[side] && rng.random_bool(chance) {
                count += 1;
            }
            left[side] -= count;
            count
        };
        let cap = take(owner, 1, grow, rng);
        let prisoners = take(1 - owner, 0, hold, rng);
        board[line][cell] = column(owner, cap, prisoners);
    }
    let lines: Vec<String> = board.iter().map(|line| line_text(line)).collect();
    let side = ["w", "b"][usize::from(rng.random_bool(0.5))];
    format!("{} {side} {},{}", lines.join("/"), hands[0], hands[1])
}

fn column(owner: usize, cap: u32, prisoners: u32) -> String {
    let men = |side: usize, count: u32| match count {
        0 => String::new(),
        1 => ["w", "b"][side].to_owned(),
        _ => format!("{}{count}", ["w", "b"][side]),
    };
    let text = men(owner, cap) + &men(1 - owner, prisoners);
    if cap + prisoners > 1 { format!("({text})") } else { text }
}

/// All positions of one random game, at most `plies` moves long.
pub fn game(rng: &mut StdRng, variant: Variant, plies: usize) -> Vec<Position> {
    let mut game = Game::new(variant, Blocked::Draw);
    let mut positions = vec![*game.position()];
    while game.ending().is_none() && positions.len() <= plies {
        let mv = *legal(game.position()).choose(rng).expect("the game goes on");
        game.play(mv);
        positions.push(*game.position());
    }
    positions
}

/// The men of a side, on the board and in hand.
pub fn men(position: &Position, side: Side) -> u32 {
    position.men_on_board(side) + u32::from(position.hand(side))
}
