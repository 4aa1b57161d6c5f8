//! `luctor openings`: the search for balanced openings, by random play.
//!
//! The balance of each opening is evaluated by a search, and optionally tested by games of the engine against itself. No
//! two openings of a list are symmetric.

use crate::adjudication::ScoreAdjudicator;
use crate::number_range::NumberRange;
use emergo::{Blocked, Game, Position, Side, Variant};
use luctor_engine::score::Score;
use luctor_engine::search::{SearchControl, Searcher};
use luctor_system::random::splitmix64;
use luctor_system::resources::{ResourceError, map_with_workers};
use std::collections::HashSet;
use thiserror::Error;

/// How a list of openings is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpeningSearchSettings {
    /// The board.
    pub variant: Variant,
    /// The number of openings.
    pub count: u32,
    /// Random seed. The same settings make the same list.
    pub seed: u64,
    /// The number of random plies.
    pub plies: NumberRange,
    /// Nodes of the search that evaluates an opening.
    pub nodes: u64,
    /// White's score of a balanced opening, in centimen.
    pub score: i32,
    /// The greatest distance from that score, in centimen.
    pub margin: i32,
    /// Games of the engine against itself from each opening. An opening is left out if a side is more than two games
    /// ahead. 0 for none.
    pub games: u32,
    /// Nodes for each move of those games, changed at random by up to a quarter.
    pub game_nodes: u64,
}

/// Games by which a side may be ahead in the games from an opening.
const MAX_LEAD: i32 = 2;
/// A side wins a game if its score is at least this, in centimen, for [`WON_PLIES`] plies.
const WON_SCORE: i32 = 1_500;
const WON_PLIES: usize = 6;
/// A game of this length is a draw.
const MAX_PLIES: usize = 300;

/// Candidates for each requested opening, before the search fails.
const CANDIDATES_PER_OPENING: usize = 1_000;
/// Candidates that are evaluated at the same time.
const BATCH: usize = 64;

/// A list of openings cannot be made.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum OpeningSearchError {
    #[error(transparent)]
    Resources(#[from] ResourceError),
    #[error(
        "openings found: {0}, which is too few: use other numbers of plies, a wider margin or a smaller count"
    )]
    TooFew(usize),
}

/// Searches openings and reports each one. The same settings find the same openings on any number of threads.
///
/// # Errors
///
/// There is no memory or no threads, there are too few openings, or the report fails.
pub fn find_openings<E: From<OpeningSearchError>>(
    settings: &OpeningSearchSettings,
    report: &mut dyn FnMut(&Position) -> Result<(), E>,
) -> Result<(), E> {
    let count = settings.count as usize;
    let (mut seen, mut found) = (HashSet::new(), 0);
    for first in (0..count * CANDIDATES_PER_OPENING).step_by(BATCH) {
        let evaluate = |searcher: &mut Searcher, candidate: usize| {
            candidate_opening(settings, candidate as u64, searcher)
        };
        let evaluated = map_with_workers(first..first + BATCH, || Searcher::new(1), evaluate);
        let evaluated = evaluated.map_err(OpeningSearchError::from)?;
        for position in evaluated.into_iter().flatten() {
            if seen.insert(position.canonical_key()) {
                report(&position)?;
                found += 1;
                if found == count {
                    return Ok(());
                }
            }
        }
    }
    Err(OpeningSearchError::TooFew(found).into())
}

/// The comments at the head of a list: what the openings are, and the command that makes the list.
pub fn list_header(settings: &OpeningSearchSettings) -> String {
    let &OpeningSearchSettings {
        variant,
        count,
        seed,
        nodes,
        score,
        margin,
        games,
        game_nodes,
        ..
    } = settings;
    let NumberRange { first: least, last: most } = settings.plies;
    let mut header = format!(
        "# Openings of {variant}: {least} to {most} random plies, for which a search of\n\
         # {nodes} nodes gives White {score} centimen, {margin} more or less; no two symmetric.\n"
    );
    let mut command = format!(
        "luctor openings --variant {variant} --count {count} --seed {seed} --plies {least}-{most} \
         --nodes {nodes} --score={score} --margin {margin}"
    );
    if games > 0 {
        header += &format!(
            "# In {games} games from each, {game_nodes} nodes a move, no side was ever more than {MAX_LEAD} ahead.\n"
        );
        command += &format!(" --games {games} --game-nodes {game_nodes}");
    }
    header + &format!("# {command}\n")
}

/// The position after random play with the number `candidate`, if it is quiet, not decided and balanced.
fn candidate_opening(
    settings: &OpeningSearchSettings,
    candidate: u64,
    searcher: &mut Searcher,
) -> Option<Position> {
    let mut random = fastrand::Rng::with_seed(splitmix64(settings.seed, candidate));
    let game = random_opening(settings.variant, settings.plies, &mut random)?;
    if game.position().can_capture() {
        return None;
    }
    searcher.clear();
    let score = searcher.search_nodes(&game, settings.nodes, &SearchControl::default()).line.score;
    let of_white = if game.position().side() == Side::White { score } else { -score };
    let even = (of_white.value() - settings.score).abs() <= settings.margin;
    let passes =
        even && !score.is_decisive() && is_even_in_play(settings, &game, searcher, &mut random);
    passes.then_some(*game.position())
}

/// Plays a random number of random moves from the start. `None` if they end the game.
pub fn random_opening(
    variant: Variant,
    plies: NumberRange,
    random: &mut fastrand::Rng,
) -> Option<Game> {
    let mut game = Game::new(variant, Blocked::Draw);
    for _ in 0..random.u64(plies.first..=plies.last) {
        if game.ending().is_some() {
            return None;
        }
        game.play(*random.choice(&game.position().legal_moves())?);
    }
    game.ending().is_none().then_some(game)
}

/// Whether both sides score alike when the engine plays itself. An opening with an even score of a search may still favour
/// one side.
fn is_even_in_play(
    settings: &OpeningSearchSettings,
    opening: &Game,
    searcher: &mut Searcher,
    random: &mut fastrand::Rng,
) -> bool {
    let games = 0..settings.games;
    stays_even(games.map(|_| winner_of_game(settings, opening.clone(), searcher, random)))
}

/// Whether no side is ever more than [`MAX_LEAD`] games ahead. No further game is played after that.
fn stays_even(winners: impl Iterator<Item = Option<Side>>) -> bool {
    let mut lead = winners.scan(0_i32, |lead, winner| {
        *lead += match winner {
            Some(Side::White) => 1,
            Some(Side::Black) => -1,
            None => 0,
        };
        Some(*lead)
    });
    lead.all(|lead| lead.abs() <= MAX_LEAD)
}

/// Plays a game to its end, or until the score decides it.
fn winner_of_game(
    settings: &OpeningSearchSettings,
    mut game: Game,
    searcher: &mut Searcher,
    random: &mut fastrand::Rng,
) -> Option<Side> {
    searcher.clear();
    let mut decided = ScoreAdjudicator::new(Score::centimen(WON_SCORE), WON_PLIES);
    let nodes = settings.game_nodes;
    while game.ending().is_none() && game.moves().len() < MAX_PLIES {
        let nodes = random.u64(nodes - nodes / 4..=nodes + nodes / 4);
        let outcome = searcher.search_nodes(&game, nodes, &SearchControl::default());
        let winner = decided.add(game.position(), outcome.line.score);
        if winner.is_some() {
            return winner;
        }
        game.play(outcome.best_move()?);
    }
    game.ending()?.winner
}

#[cfg(test)]
#[path = "../../tests/unit/opening_search.rs"]
mod tests;
