//! Finds the puzzles of a recorded game. Candidates are the positions before and after a mistake: before it, because a
//! good move was missed, and after it, because the opponent may punish it.

use super::{Puzzle, PuzzleSource, Verifier};
use emergo::notation::PositionText;
use emergo::{Blocked, Game};
use emergo_records::{Evaluation, GameRecord};
use luctor_engine::eval::Networks;
use luctor_engine::interrupt::Interrupt;
use luctor_engine::score::Score;
use luctor_engine::search::{Searcher, game_to_search};
use luctor_system::resources::ResourceError;
use std::collections::BTreeSet;

/// The least loss of expected points after which a game is searched for a puzzle: twice that of a `??`.
const LARGE_LOSS: f64 = 0.30;
/// Least expected points of a candidate.
const MIN_EXPECTED_POINTS: f64 = 0.35;

/// How puzzles are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FinderSettings {
    /// Nodes of each search that verifies a puzzle.
    pub nodes: u64,
    /// Nodes of the search of each position of a game without evaluations.
    pub scan_nodes: u64,
    /// Whether games with evaluations are searched too.
    pub ignore_evaluations: bool,
}

impl Default for FinderSettings {
    fn default() -> FinderSettings {
        FinderSettings { nodes: 100_000, scan_nodes: 4_000, ignore_evaluations: false }
    }
}

/// Finds puzzles with one search thread.
pub struct Finder {
    settings: FinderSettings,
    scanner: Searcher,
    verifier: Verifier,
    interrupt: Interrupt,
}

impl Finder {
    /// A finder. After the second step of `interrupt` its searches end at once, and what it finds is meaningless.
    ///
    /// # Errors
    ///
    /// No memory for the tables of the search.
    pub fn new(
        networks: Networks,
        settings: FinderSettings,
        interrupt: &Interrupt,
    ) -> Result<Finder, ResourceError> {
        let scanner = Searcher::with_networks(4, 1, networks.clone())?;
        let verifier = Verifier::new(networks, settings.nodes, interrupt)?;
        Ok(Finder { settings, scanner, verifier, interrupt: interrupt.clone() })
    }

    /// The puzzles of a game, in the order of their positions. `file` and `number` are the source of the puzzles. The
    /// result depends only on the game, the settings and the network.
    pub fn find(&mut self, record: &GameRecord, file: &str, number: usize) -> Vec<Puzzle> {
        let games = games_of(record);
        let expected = self.expected_points(record, &games);
        let puzzle = |ply: usize| {
            let game = &games[ply];
            let start = PositionText { position: *game.position(), turn: game.turn() };
            let source = PuzzleSource { file: file.to_owned(), game: number, ply };
            self.verifier.puzzle(start, Some(source))
        };
        candidates(&games, &expected).into_iter().filter_map(puzzle).collect()
    }

    /// The expected points of the side to move before each move and at the end of the game, where they are known.
    fn expected_points(&mut self, record: &GameRecord, games: &[Game]) -> Vec<Option<f64>> {
        let evaluations: Vec<Option<Evaluation>> =
            record.moves.iter().map(|recorded| recorded.preferred().info.evaluation).collect();
        let last = record.moves.last().and_then(|recorded| recorded.info.evaluation);
        let searches = self.settings.ignore_evaluations || evaluations.iter().all(Option::is_none);
        let mut expected = vec![None; games.len()];
        self.scanner.clear();
        // Backwards, so that the table knows what follows.
        for (ply, game) in games.iter().enumerate().rev() {
            expected[ply] = if let Some(ending) = game.ending() {
                Some(ending.result().points(game.position().side()))
            } else if game.position().forced_move().is_some() {
                // A forced move neither gains nor loses.
                expected.get(ply + 1).copied().flatten().map(|reply: f64| 1.0 - reply)
            } else if searches {
                let (nodes, control) = (self.settings.scan_nodes, self.interrupt.new_search());
                let result = self.scanner.search_nodes(&game_to_search(game), nodes, &control);
                Some(result.line.score.expected_points())
            } else {
                let points =
                    |found: Evaluation| Score::centimen(found.centimen()).expected_points();
                match evaluations.get(ply) {
                    Some(evaluation) => evaluation.map(points),
                    // The end of the game, by the evaluation of the last move.
                    None => last.map(|found| 1.0 - points(found)),
                }
            };
        }
        expected
    }
}

/// The game before each move and after the last one. A blocked side draws.
fn games_of(record: &GameRecord) -> Vec<Game> {
    let mut game = record.game_at(0).with_blocked_rule(Blocked::Draw);
    let mut games = vec![game.clone()];
    for recorded in &record.moves {
        if game.ending().is_some() {
            break;
        }
        game.play(recorded.mv);
        games.push(game.clone());
    }
    games
}

/// The plies around each mistake, in ascending order. The position after a mistake may need forced moves before the
/// opponent has a choice.
fn candidates(games: &[Game], expected: &[Option<f64>]) -> BTreeSet<usize> {
    let is_forced = |ply: usize| games[ply].position().forced_move().is_some();
    let mut found = BTreeSet::new();
    for ply in 0..games.len().saturating_sub(1) {
        let (Some(before), Some(after)) = (expected[ply], expected[ply + 1]) else { continue };
        if before - (1.0 - after) < LARGE_LOSS {
            continue;
        }
        let punishing = (ply + 1..games.len()).step_by(2).find(|ply| !is_forced(*ply));
        found.extend([Some(ply), punishing].into_iter().flatten());
    }
    let is_promising = |ply: &usize| {
        games[*ply].ending().is_none()
            && expected[*ply].is_none_or(|expected| expected >= MIN_EXPECTED_POINTS)
    };
    found.into_iter().filter(is_promising).collect()
}
