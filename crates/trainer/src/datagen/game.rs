//! One game of self-play for training: a random even opening, then the engine against itself at a fixed number
//! of nodes, with a few random moves while there is much to find out.

use super::DatagenSettings;
use crate::gamefile::{RecordedGame, RecordedPly, Searched};
use emergo::{Blocked, Game, GameResult, MoveList};
use luctor_engine::search::{Limits, SearchControl, SearchSettings, Searcher};
use luctor_engine::selfplay::ScoreAdjudicator;
use std::sync::Arc;

/// Openings are refused when a side is further ahead, in centimen: one-sided games teach little.
const OPENING_MARGIN: i32 = 250;
/// One move in so many is random while the game is young.
const RANDOM_ONE_IN: usize = 16;
/// Plies in which moves may be random.
const RANDOM_PLIES: usize = 40;
/// One game in so many is played to its end all the same, so that endings are seen too.
const PLAYED_OUT_ONE_IN: usize = 8;
/// Plies of a game, after which it is a draw.
const MAX_PLIES: usize = 400;

/// Random openings that are tried for a game, after which there is no hope of an even one.
const OPENING_TRIES: usize = 10_000;

/// Why there is no game.
pub(super) enum NoGame {
    /// The search was stopped.
    Stopped,
    /// No random opening goes on and is roughly even.
    NoOpening,
}

/// Plays games with memory of its own.
pub(super) struct SelfPlayer<'a> {
    settings: &'a DatagenSettings,
    pool: Searcher,
    signal: Arc<SearchControl>,
    legal: MoveList,
}

impl<'a> SelfPlayer<'a> {
    /// A player whose searches `signal` stops.
    pub fn new(
        settings: &'a DatagenSettings,
        pool: Searcher,
        signal: Arc<SearchControl>,
    ) -> SelfPlayer<'a> {
        SelfPlayer { settings, pool, signal, legal: MoveList::new() }
    }

    /// Game number `number`: the same on every machine, whoever plays it.
    pub fn play(&mut self, number: u64) -> Result<RecordedGame, NoGame> {
        let seed = self.settings.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(number);
        let mut random = fastrand::Rng::with_seed(seed);
        self.pool.clear();
        let mut tries = 0..OPENING_TRIES;
        let (mut game, mut plies) = loop {
            tries.next().ok_or(NoGame::NoOpening)?;
            if let Some(opening) = self.open(&mut random)? {
                break opening;
            }
        };
        let played_out = random.usize(0..PLAYED_OUT_ONE_IN) == 0;
        let mut decided = ScoreAdjudicator::default();
        while game.ending().is_none() && game.moves().len() < MAX_PLIES {
            game.position().legal_moves_into(&mut self.legal);
            if let [only] = self.legal[..] {
                plies.push(RecordedPly { played: only, searched: None });
                game.play(only);
                continue;
            }
            let searched = self.search(&game)?;
            let young = game.moves().len() < RANDOM_PLIES;
            let played = if young && random.usize(0..RANDOM_ONE_IN) == 0 {
                *random.choice(&**self.legal).unwrap_or(&searched.best)
            } else {
                searched.best
            };
            plies.push(RecordedPly { played, searched: Some(searched) });
            if let Some(winner) = decided.winner_with(game.position(), searched.score)
                && !played_out
            {
                return Ok(RecordedGame { plies, result: GameResult::from_winner(Some(winner)) });
            }
            game.play(played);
        }
        let winner = game.ending().and_then(|ending| ending.winner);
        Ok(RecordedGame { plies, result: GameResult::from_winner(winner) })
    }

    /// Random play that goes on and is roughly even.
    fn open(
        &mut self,
        random: &mut fastrand::Rng,
    ) -> Result<Option<(Game, Vec<RecordedPly>)>, NoGame> {
        let mut game = Game::new(self.settings.variant, Blocked::Draw);
        let mut plies = Vec::new();
        let (least, most) = self.settings.plies;
        for _ in 0..random.usize(least..=most) {
            if game.ending().is_some() {
                return Ok(None);
            }
            game.position().legal_moves_into(&mut self.legal);
            let Some(&played) = random.choice(&**self.legal) else {
                return Ok(None);
            };
            plies.push(RecordedPly { played, searched: None });
            game.play(played);
        }
        if game.ending().is_some() {
            return Ok(None);
        }
        let score = self.search(&game)?.score;
        let even = !score.is_decisive() && score.value().abs() <= OPENING_MARGIN;
        Ok(even.then_some((game, plies)))
    }

    fn search(&mut self, game: &Game) -> Result<Searched, NoGame> {
        let limits = Limits::to_nodes(self.settings.nodes);
        let settings = SearchSettings::default();
        let outcome = self.pool.search(game, &limits, settings, &self.signal, &mut |_| ());
        if self.signal.is_stopped() {
            return Err(NoGame::Stopped);
        }
        let best = outcome.best_move().expect("the game goes on");
        Ok(Searched { best, score: outcome.line.score })
    }
}
