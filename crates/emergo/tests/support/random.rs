//! Random positions, random games and the random numbers for them. The same seed gives the same results in every run.

use super::line_of_cells;
use emergo::{Blocked, Game, Position, Side, Variant};
use fastrand::Rng;

/// A random number generator with a seed.
pub fn rng(seed: u64) -> Rng {
    Rng::with_seed(seed)
}

/// The text of a position with random columns, hands and side to move, often with fewer men than a game has. The crate
/// emergo is not used to write it, because the text tests its readers.
pub fn position_text(rng: &mut Rng, variant: Variant) -> String {
    let men = u32::from(variant.men());
    let some = |rng: &mut Rng| if rng.bool() { men } else { rng.u32(0..=men) };
    let mut left = [some(rng), some(rng)];
    let mut hands = [0, 0];
    for side in [0, 1] {
        if rng.f64() < 0.4 {
            hands[side] = rng.u32(0..=left[side]);
            left[side] -= hands[side];
        }
    }
    // The probabilities that a cap, and the prisoners of a column, get one more man.
    let (grow, hold) = (0.7 * rng.f64(), 0.8 * rng.f64());
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
    rng.shuffle(&mut cells);
    for (line, cell) in cells {
        let owner = usize::from(rng.bool());
        let owner = if left[owner] > 0 { owner } else { 1 - owner };
        if left[owner] == 0 {
            break;
        }
        let mut take = |side: usize, first: u32, chance: f64, rng: &mut Rng| {
            let mut count = first;
            while count < left[side] && rng.f64() < chance {
                count += 1;
            }
            left[side] -= count;
            count
        };
        let cap = take(owner, 1, grow, rng);
        let prisoners = take(1 - owner, 0, hold, rng);
        board[line][cell] = column(owner, cap, prisoners);
    }
    let lines: Vec<String> = board.iter().map(|line| line_of_cells(line)).collect();
    let side = ["w", "b"][usize::from(rng.bool())];
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

/// All positions of one random game with at most `plies` moves.
pub fn game_positions(rng: &mut Rng, variant: Variant, plies: usize) -> Vec<Position> {
    let mut game = Game::new(variant, Blocked::Draw);
    let mut positions = vec![*game.position()];
    while game.ending().is_none() && positions.len() <= plies {
        let moves = game.position().legal_moves();
        game.play(*rng.choice(&moves).expect("a game in progress has a legal move"));
        positions.push(*game.position());
    }
    positions
}

/// The men of a side on the board and in hand.
pub fn total_men(position: &Position, side: Side) -> u32 {
    position.men_on_board(side) + u32::from(position.hand(side))
}
