//! Reference data: a perft table, and random games of an independent implementation with all legal moves.

use crate::support::{find_move, legal_move_texts, perft_lines};
use emergo::perft::perft;
use emergo::{Blocked, EndReason, Game, Variant};
use rayon::prelude::*;

#[test]
fn perft_counts_match_the_table() {
    let lines = perft_lines();
    assert_eq!(lines.len(), 127);
    lines.par_iter().for_each(|line| {
        for (depth, expected) in (1..).zip(&line.counts) {
            let found = perft(&line.position, depth);
            assert_eq!(found, *expected, "line {}, depth {depth}: {}", line.number, line.text);
        }
    });
}

struct RecordedGame {
    result: String,
    /// The move that was played, if any, and all legal moves, sorted.
    plies: Vec<(Option<String>, Vec<String>)>,
}

fn game_file() -> Vec<RecordedGame> {
    let mut games: Vec<RecordedGame> = Vec::new();
    for line in include_str!("../data/games.txt").lines() {
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
fn legal_moves_and_results_match_the_game_file() {
    let games = game_file();
    assert_eq!(games.len(), 20);
    for (number, recorded) in games.iter().enumerate() {
        let mut game = Game::new(Variant::Emergo, Blocked::Draw);
        for (ply, (played, legal)) in recorded.plies.iter().enumerate() {
            let position = game.position();
            let texts = legal_move_texts(position);
            assert_eq!(&texts, legal, "game {number}, ply {ply}");
            match played {
                Some(played) => {
                    let mv = find_move(position, played);
                    game.play(mv);
                }
                // The other implementation stops here without a result. By the rules the game is over.
                None => assert_eq!(game.ending().unwrap().reason, EndReason::NoMen),
            }
        }
        if recorded.plies.last().unwrap().0.is_none() {
            continue;
        }
        let ending = game.ending();
        let result = ending.map_or("*", |ending| ending.result().name());
        assert_eq!(result, recorded.result, "game {number}: {ending:?}");
    }
}
