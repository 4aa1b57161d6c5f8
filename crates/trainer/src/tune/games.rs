//! The games of a tuning: pairs with swapped colours, played in this process by the players and the referee of matches.

use super::spsa::{Perturbation, SpsaSettings, Stream, random_of, round_at_random};
use super::{TuneError, TuneSettings};
use emergo::notation::PositionText;
use luctor_arena::adjudication::{DrawRule, ResignRule};
use luctor_arena::engine_failure::NotScored;
use luctor_arena::number_range::NumberRange;
use luctor_arena::openings::list::OpeningSettings;
use luctor_arena::players::internal_player::InternalPlayer;
use luctor_arena::players::player::Player;
use luctor_arena::referee::play;
use luctor_arena::schedule::{Schedule, ScheduledGame};
use luctor_arena::settings::{EngineSettings, MatchSettings, RunSettings};
use luctor_arena::statistics::counts::{GameScore, ResultCounts};
use luctor_arena::time_control::TurnLimit;
use luctor_engine::interrupt::Interrupt;
use luctor_engine::search::{ParamError, SearchParams};
use std::sync::atomic::{AtomicU64, Ordering};

/// A game of this many plies is a draw.
const MAX_PLIES: usize = 400;

pub(super) struct IterationPlayer<'a> {
    settings: MatchSettings,
    schedule: Schedule,
    spsa: &'a SpsaSettings,
    interrupt: &'a Interrupt,
}

/// The index of the plus side of a perturbation among the engines.
const PLUS: usize = 0;

impl<'a> IterationPlayer<'a> {
    pub fn new(
        TuneSettings { games, spsa, .. }: &'a TuneSettings,
        opening_settings: OpeningSettings,
        openings: Vec<PositionText>,
        interrupt: &'a Interrupt,
    ) -> IterationPlayer<'a> {
        let mut options = vec![("Hash".to_owned(), games.table_mebibytes.to_string())];
        if let Some(network) = &games.network {
            options.push(("EvalFile".to_owned(), network.display().to_string()));
        }
        let engine = |name: &str| EngineSettings {
            name: name.to_owned(),
            command: "internal".to_owned(),
            options: options.clone(),
            limit: TurnLimit::Nodes(NumberRange::exactly(games.nodes)),
            ..EngineSettings::default()
        };
        let settings = MatchSettings {
            engines: vec![engine("plus"), engine("minus")],
            run: RunSettings { rounds: spsa.total_pairs(), ..RunSettings::default() },
            openings: Some(opening_settings),
            seed: spsa.seed,
            variant: games.variant,
            resign: Some(ResignRule::default()),
            draw: Some(DrawRule::default()),
            max_plies: Some(MAX_PLIES),
            ..MatchSettings::default()
        };
        let schedule = Schedule::new(&settings, openings);
        IterationPlayer { settings, schedule, spsa, interrupt }
    }

    /// Plays an iteration on all threads of the current rayon pool. `None` if it was interrupted.
    pub fn play(
        &self,
        iteration: u64,
        perturbation: &Perturbation,
    ) -> Result<Option<ResultCounts>, TuneError> {
        let games = self.settings.games * self.spsa.pairs;
        let (first, end) = (iteration * games, (iteration + 1) * games);
        let next = AtomicU64::new(first);
        let results = rayon::broadcast(|_| self.play_games(&next, end, perturbation));
        let mut sum = ResultCounts::default();
        for result in results {
            match result? {
                Some(results) => sum += results,
                None => return Ok(None),
            }
        }
        Ok(Some(sum))
    }

    /// The work of a thread: plays games until there are none left.
    fn play_games(
        &self,
        next: &AtomicU64,
        end: u64,
        perturbation: &Perturbation,
    ) -> Result<Option<ResultCounts>, TuneError> {
        let mut players = Vec::new();
        for engine in &self.settings.engines {
            let player = InternalPlayer::start(&self.settings, engine, self.interrupt.clone())?;
            if let Some(problem) = player.start_check().problems.first() {
                return Err(NotScored::NotStarted(problem.clone()).into());
            }
            players.push(player);
        }
        let mut results = ResultCounts::default();
        loop {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= end {
                return Ok(Some(results));
            }
            match self.play_game(self.schedule.game(game), perturbation, &mut players) {
                Ok(None) => results.add(GameScore::Draw),
                Ok(Some(PLUS)) => results.add(GameScore::Win),
                Ok(Some(_)) => results.add(GameScore::Loss),
                Err(TuneError::Player(NotScored::Aborted)) => return Ok(None),
                Err(error) => return Err(error),
            }
        }
    }

    /// Plays a game. Returns the index of the winner.
    fn play_game(
        &self,
        game: ScheduledGame,
        perturbation: &Perturbation,
        players: &mut [InternalPlayer],
    ) -> Result<Option<usize>, TuneError> {
        // Both games of a pair have the same values.
        let mut random = random_of(self.spsa.seed, Stream::Rounding, game.pair);
        for (player, values) in players.iter_mut().zip([&perturbation.plus, &perturbation.minus]) {
            player.set_params(self.params(values, &mut random)?);
        }
        let [white, black] =
            players.get_disjoint_mut(game.engines).expect("two engines of the tuning");
        let played = play(&self.settings, game, [white, black]);
        let winner = played.map_err(|failure| failure.error)?.ending.winner;
        Ok(winner.map(|side| game.engines[side.index()]))
    }

    fn params(
        &self,
        values: &[f64],
        random: &mut fastrand::Rng,
    ) -> Result<SearchParams, ParamError> {
        let mut params = SearchParams::default();
        for (parameter, value) in self.spsa.parameters.iter().zip(values) {
            let value = round_at_random(*value, random);
            params.set(&parameter.name, value)?;
        }
        Ok(params)
    }
}
