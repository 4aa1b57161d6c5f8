//! One self-play game: a random balanced opening, then the engine against itself with a fixed number of nodes per move.
//! Some early moves are random, so that games differ.

use super::game::{PlySearch, ScoredPosition, SelfPlayGame, SelfPlayPly};
use emergo::{Blocked, Game, GameResult, Move, Position, Variant};
use luctor_arena::adjudication::ScoreAdjudicator;
use luctor_arena::number_range::NumberRange;
use luctor_arena::openings::search::random_opening;
use luctor_engine::eval::Networks;
use luctor_engine::score::Score;
use luctor_engine::search::{SearchControl, Searcher};
use luctor_system::random::splitmix64;
use luctor_system::resources::ResourceError;

/// An opening is rejected if the absolute value of its score is greater, in centimen. One-sided games are of little use
/// for training.
const OPENING_MARGIN: i32 = 250;
/// Random openings tried for one game.
const OPENING_TRIES: usize = 10_000;
/// One of this many moves in the first [`RANDOM_PLIES`] plies is random.
const RANDOM_ONE_IN: usize = 16;
const RANDOM_PLIES: usize = 40;
/// A game is decided if the score is at least this for [`DECIDED_PLIES`] plies, in centimen. Most games are decided long
/// before they end, and decided positions are of little use for training. A lower score decides too many games wrongly
/// (docs/networks.md).
pub const DECIDED_SCORE: i32 = 2_000;
const DECIDED_PLIES: usize = 4;
/// One of this many games is not adjudicated by score: the data contain endgames, and some results do not depend on scores.
pub const PLAYED_OUT_ONE_IN: usize = 8;
/// One of this many searches adds up to [`SAMPLE`] positions that it evaluates. The engine evaluates positions that games do
/// not reach, such as those after bad moves.
pub const SAMPLED_ONE_IN: usize = 10;
/// The greatest number of positions of a sampled search.
pub const SAMPLE: u64 = 4;
/// Size of the transposition table of each search, in MiB.
const TABLE_MEBIBYTES: u64 = 1;
/// A game of this many plies is a draw. Some of them are games that the network does not know how to win.
const MAX_PLIES: usize = 400;

/// Everything that the games depend on, except the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelfPlaySettings {
    /// The board.
    pub variant: Variant,
    /// Nodes of the search for each move.
    pub nodes: u64,
    /// Plies of random moves at the start of a game.
    pub random_plies: NumberRange,
    /// The random seed.
    pub seed: u64,
}

/// Why a game was not played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SelfPlayError {
    /// The search was stopped.
    Stopped,
    /// No random opening is balanced.
    NoBalancedOpening,
}

/// Plays games with one searcher.
pub struct SelfPlayer<'a> {
    settings: &'a SelfPlaySettings,
    searcher: Searcher,
    /// Searches sampled positions, so that they do not change the game.
    sample_searcher: Searcher,
    control: SearchControl,
}

impl<'a> SelfPlayer<'a> {
    /// A player with these networks, whose searches are stopped through `control`.
    ///
    /// # Errors
    ///
    /// There is no memory.
    pub fn new(
        settings: &'a SelfPlaySettings,
        networks: &Networks,
        control: SearchControl,
    ) -> Result<SelfPlayer<'a>, ResourceError> {
        let searcher = || Searcher::with_networks(TABLE_MEBIBYTES, 1, networks.clone());
        let (searcher, sample_searcher) = (searcher()?, searcher()?);
        Ok(SelfPlayer { settings, searcher, sample_searcher, control })
    }

    /// Plays game number `number`. It depends only on the settings, the network and the number.
    ///
    /// # Errors
    ///
    /// The search was stopped, or there is no balanced opening.
    pub fn play(&mut self, number: u64) -> Result<SelfPlayGame, SelfPlayError> {
        let mut random = fastrand::Rng::with_seed(splitmix64(self.settings.seed, number));
        self.searcher.clear();
        self.sample_searcher.clear();
        let variant = self.settings.variant;
        let mut sampled = Vec::new();
        let (mut game, mut plies) = self.balanced_opening(&mut random)?;
        let played_out = random.usize(0..PLAYED_OUT_ONE_IN) == 0;
        let mut adjudicator = ScoreAdjudicator::new(Score::centimen(DECIDED_SCORE), DECIDED_PLIES);
        while game.ending().is_none() && game.moves().len() < MAX_PLIES {
            let legal = game.position().legal_moves();
            if let [only] = legal[..] {
                plies.push(SelfPlayPly { played: only, search: None });
                game.play(only);
                continue;
            }
            let is_sampled = random.usize(0..SAMPLED_ONE_IN) == 0;
            if is_sampled {
                self.searcher.begin_sample(SAMPLE, random.u64(..));
            }
            let search = self.search(&game)?;
            if is_sampled {
                sampled.extend(self.scored_sample()?);
            }
            let is_early = game.moves().len() < RANDOM_PLIES;
            let played = if is_early && random.usize(0..RANDOM_ONE_IN) == 0 {
                *random.choice(&legal).unwrap_or(&search.best_move)
            } else {
                search.best_move
            };
            plies.push(SelfPlayPly { played, search: Some(search) });
            if let Some(winner) = adjudicator.add(game.position(), search.score)
                && !played_out
            {
                let result = GameResult::from_winner(Some(winner));
                return Ok(SelfPlayGame { variant, plies, sampled, result });
            }
            game.play(played);
        }
        let winner = game.ending().and_then(|ending| ending.winner);
        Ok(SelfPlayGame { variant, plies, sampled, result: GameResult::from_winner(winner) })
    }

    fn balanced_opening(
        &mut self,
        random: &mut fastrand::Rng,
    ) -> Result<(Game, Vec<SelfPlayPly>), SelfPlayError> {
        for _ in 0..OPENING_TRIES {
            let SelfPlaySettings { variant, random_plies, .. } = *self.settings;
            let Some(game) = random_opening(variant, random_plies, random) else { continue };
            let score = self.search(&game)?.score;
            if !score.is_decisive() && score.value().abs() <= OPENING_MARGIN {
                let ply = |played: &Move| SelfPlayPly { played: *played, search: None };
                let plies = game.moves().iter().map(ply).collect();
                return Ok((game, plies));
            }
        }
        Err(SelfPlayError::NoBalancedOpening)
    }

    fn search(&mut self, game: &Game) -> Result<PlySearch, SelfPlayError> {
        search(&mut self.searcher, game, self.settings.nodes, &self.control)
    }

    /// The positions that the last search evaluated and the sample kept, each with the score of its own search.
    fn scored_sample(&mut self) -> Result<Vec<ScoredPosition>, SelfPlayError> {
        let positions = self.searcher.end_sample();
        let quiet = |position: &Position| position.has_legal_move() && !position.can_capture();
        let scored = positions.into_iter().filter(quiet);
        scored
            .map(|position| {
                let game = Game::from_position(position, 1, Blocked::Draw);
                let search =
                    search(&mut self.sample_searcher, &game, self.settings.nodes, &self.control)?;
                Ok(ScoredPosition { position, score: search.score })
            })
            .collect()
    }
}

fn search(
    searcher: &mut Searcher,
    game: &Game,
    nodes: u64,
    control: &SearchControl,
) -> Result<PlySearch, SelfPlayError> {
    let result = searcher.search_nodes(game, nodes, control);
    if control.is_stopped() {
        return Err(SelfPlayError::Stopped);
    }
    let best_move = result.best_move().expect("the game has not ended");
    Ok(PlySearch { best_move, score: result.line.score })
}
