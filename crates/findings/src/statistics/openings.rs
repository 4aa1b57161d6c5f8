//! Results by opening: the position after the first plies of a record.

use super::points::PointCounts;
use emergo::{Coordinates, Game, GameResult, Key, Move, Side, write_move, write_position};
use emergo_records::GameRecord;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;

pub(super) struct Openings {
    plies: usize,
    /// By the canonical key of the position after the opening.
    by_position: BTreeMap<Key, OpeningReport>,
}

impl Openings {
    pub fn new(plies: usize) -> Openings {
        Openings { plies, by_position: BTreeMap::new() }
    }

    /// Adds a game. Shorter games than an opening are left out.
    pub fn add(&mut self, record: &GameRecord, result: GameResult) {
        if record.moves.len() < self.plies {
            return;
        }
        let game = record.game_at(self.plies);
        let opening = self.by_position.entry(game.position().canonical_key());
        let opening = opening.or_insert_with(|| OpeningReport::of(&game, record.start.is_some()));
        opening.white.add(result, Side::White);
    }

    /// The openings, the most frequent first.
    pub fn report(&self) -> Vec<OpeningReport> {
        let mut openings: Vec<_> = self.by_position.values().cloned().collect();
        openings.sort_by_key(|opening| Reverse(opening.white.games()));
        openings
    }
}

/// The results after an opening.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct OpeningReport {
    /// The start position of the first game with it; `None` is the start of the board.
    pub start: Option<String>,
    /// The position after the opening, of the first game with it.
    pub position: String,
    /// The moves of the first game with it, from the start of its record.
    pub moves: Vec<String>,
    /// The results of White.
    pub white: PointCounts,
}

impl OpeningReport {
    /// The opening of a game that is at its end, without results.
    fn of(game: &Game, has_start: bool) -> OpeningReport {
        let variant = game.position().variant();
        let text = |mv: &Move| write_move(variant, Coordinates::Oblique, *mv);
        OpeningReport {
            start: has_start.then(|| write_position(game.start(), game.first_turn())),
            position: write_position(game.position(), game.turn()),
            moves: game.moves().iter().map(text).collect(),
            white: PointCounts::default(),
        }
    }
}
