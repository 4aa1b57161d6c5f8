//! Every line of the fixtures: perft tables, and random games by an independent implementation.

use emergo::notation::{Coordinates, read_move, read_position, write_move, write_position};
use emergo::perft::{divide, perft};
use emergo::{Blocked, EndReason, Game, MoveList, Position, Side, Variant};

use rayon::prelude::*;

struct PerftLine {
    number: usize,
    position: Position,
    text: String,
    counts: Vec<u64>,
}

fn perft_lines() -> Vec<PerftLine> {
    include_str!("data/perft.txt")
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(index, line)| {
            let fields: Vec<&str> = line.split(';').map(str::trim).collect();
            let variant: Variant = fields[0].parse().unwrap();
            PerftLine {
                number: index + 1,
                position: read_position(variant, fields[1]).unwrap().position,
                text: fields[1].to_owned(),
                counts: fields[2].split(',').map(|count| count.trim().parse().unwrap()).collect(),
            }
        })
        .collect()
}

#[test]
fn every_perft_line_counts_as_stated() {
    let lines = perft_lines();
    assert_eq!(lines.len(), 127);
    lines.par_iter().for_each(|line| {
        for (depth, expected) in (1..).zip(&line.counts) {
            let found = perft(&line.position, depth);
            assert_eq!(found, *expected, "line {}, depth {depth}: {}", line.number, line.text);
        }
    });
}

#[test]
fn perft_positions_are_written_as_they_stand() {
    for line in perft_lines() {
        let text = write_position(&line.position, 1);
        assert_eq!(text, format!("{} 1", line.text), "line {}", line.number);
    }
}

#[test]
fn divide_adds_up_to_perft() {
    for line in perft_lines() {
        let parts = divide(&line.position, 3);
        let sum: u64 = parts.iter().map(|(_, count)| count).sum();
        assert_eq!(sum, perft(&line.position, 3), "line {}: {}", line.number, line.text);
    }
}

struct RecordedGame {
    result: String,
    /// The move played, if any, and all legal moves, sorted.
    plies: Vec<(Option<String>, Vec<String>)>,
}

fn recorded_games() -> Vec<RecordedGame> {
    let mut games: Vec<RecordedGame> = Vec::new();
    for line in include_str!("data/games.txt").lines() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match line.split_once('|') {
            None => games.push(RecordedGame { result: line.to_owned(), plies: Vec::new() }),
            Some((played, legal)) => {
                let played = played.trim();
                let played = (played != "-").then(|| played.to_owned());
                let legal = legal.split_whitespace().map(str::to_owned).collect();
                games.last_mut().unwrap().plies.push((played, legal));
            }
        }
    }
    games
}

#[test]
fn every_ply_of_the_recorded_games_has_the_stated_moves_and_the_stated_end() {
    let games = recorded_games();
    assert_eq!(games.len(), 100);
    for (number, recorded) in games.iter().enumerate() {
        let mut game = Game::new(Variant::Emergo, Blocked::Draw);
        let mut moves = MoveList::new();
        for (ply, (played, legal)) in recorded.plies.iter().enumerate() {
            let position = game.position();
            position.legal_moves_into(&mut moves);
            let mut texts: Vec<String> = moves
                .iter()
                .map(|mv| write_move(Variant::Emergo, Coordinates::Oblique, *mv))
                .collect();
            texts.sort();
            assert_eq!(&texts, legal, "game {number}, ply {ply}");
            match played {
                Some(played) => {
                    let mv = read_move(position, Coordinates::Oblique, played).unwrap();
                    game.play(mv);
                }
                // The other implementation stops here without a result; by the rules the game is over.
                None => assert_eq!(game.ending().unwrap().reason, EndReason::NoMen),
            }
        }
        if recorded.plies.last().unwrap().0.is_none() {
            continue;
        }
        let ending = game.ending();
        let result = match ending.map(|ending| ending.winner) {
            None => "*",
            Some(None) => "1/2-1/2",
            Some(Some(Side::White)) => "1-0",
            Some(Some(Side::Black)) => "0-1",
        };
        assert_eq!(result, recorded.result, "game {number}: {ending:?}");
    }
}
