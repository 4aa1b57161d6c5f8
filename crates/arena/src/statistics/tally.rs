//! The results of a match: scores, pairs, end reasons and times.

use crate::statistics::counts::{GameScore, PairCounts, ResultCounts};
use crate::statistics::elo::Estimate;
use crate::statistics::report::{EngineReport, MatchReport, SprtReport};
use crate::statistics::sprt::{Hypothesis, Sprt};
use emergo::{GameResult, Side};
use emergo_records::{GameRecord, MatchGame};
use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

/// The results of a match.
#[derive(Clone, Default, Debug)]
pub struct Tally {
    pub(super) engines: Vec<EngineReport>,
    sprt: Option<Sprt>,
    /// All games, by their result for White.
    pub(super) white: ResultCounts,
    /// Results of the first engine against the second.
    pub(super) pairs: PairCounts,
    /// Games of the first engine against the second whose pair is not finished, by the match and the number of the pair.
    pub(super) unfinished_pairs: HashMap<(String, u64), GameScore>,
    pub(super) reasons: BTreeMap<&'static str, u64>,
    /// The thinking time of each engine.
    pub(super) thinking: Vec<MoveTimes>,
    /// The time of games in which no engine was thinking.
    pub(super) overhead: MoveTimes,
}

#[derive(Clone, Copy, Default, Debug)]
pub(super) struct MoveTimes {
    pub moves: u64,
    ms: f64,
}

impl MoveTimes {
    /// The mean; `None` without moves.
    pub fn mean_ms(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.ms / self.moves as f64)
    }
}

impl Tally {
    /// No games of engines with these names. Elo is reported for the first one. The test compares two engines.
    pub fn new(names: Vec<String>, sprt: Option<Sprt>) -> Tally {
        let thinking = vec![MoveTimes::default(); names.len()];
        let engine = |name| EngineReport { name, counts: ResultCounts::default() };
        let engines = names.into_iter().map(engine).collect();
        Tally { engines, sprt, thinking, ..Tally::default() }
    }

    /// Adds a game.
    pub fn add(&mut self, record: &GameRecord) {
        let [white, black] = record.players.each_ref().map(|player| {
            self.engines.iter().position(|it| Some(&it.name) == player.name.as_ref())
        });
        let (Some(white), Some(black), Some(result)) = (white, black, record.result) else {
            return;
        };
        let scores = match result {
            GameResult::WhiteWins => [GameScore::Win, GameScore::Loss],
            GameResult::Draw => [GameScore::Draw, GameScore::Draw],
            GameResult::BlackWins => [GameScore::Loss, GameScore::Win],
        };
        self.engines[white].counts.add(scores[0]);
        self.engines[black].counts.add(scores[1]);
        self.white.add(scores[0]);
        if let Some(place) = &record.match_game
            && white.min(black) == 0
            && white.max(black) == 1
        {
            self.add_to_pair(place, scores[usize::from(black == 0)]);
        }
        *self.reasons.entry(record.reason_name()).or_default() += 1;
        self.add_times(record, white, black);
    }

    /// Adds a game of the first two engines to its pair. `score` is that of the first engine.
    fn add_to_pair(&mut self, place: &MatchGame, score: GameScore) {
        let pair = (place.match_id.clone(), place.pair);
        match self.unfinished_pairs.remove(&pair) {
            Some(earlier) => self.pairs.add(earlier, score),
            None => drop(self.unfinished_pairs.insert(pair, score)),
        }
    }

    /// Adds the times of a game between these engines. A PGN file may have none.
    fn add_times(&mut self, record: &GameRecord, white: usize, black: usize) {
        let milliseconds = |time: Duration| 1e3 * time.as_secs_f64();
        let mut thinking = 0.0;
        let white_is_first = record.first_side() == Side::White;
        for (ply, played) in record.moves.iter().enumerate() {
            let Some(ms) = played.time.map(milliseconds) else { continue };
            let of_white = (ply % 2 == 0) == white_is_first;
            let times = &mut self.thinking[if of_white { white } else { black }];
            times.moves += 1;
            times.ms += ms;
            thinking += ms;
        }
        let has_times = record.moves.iter().all(|played| played.time.is_some());
        if let Some(ms) = record.wall_time.filter(|_| has_times).map(milliseconds) {
            self.overhead.moves += record.moves.len() as u64;
            self.overhead.ms += (ms - thinking).max(0.0);
        }
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.reasons.values().sum()
    }

    /// The hypothesis that the SPRT accepts.
    pub fn accepted(&self) -> Option<Hypothesis> {
        self.sprt_report()?.accepted
    }

    /// The test and its state; `None` without a test.
    pub(super) fn sprt_report(&self) -> Option<SprtReport> {
        self.sprt.as_ref().map(|sprt| {
            let llr = sprt.log_likelihood_ratio(&self.pairs);
            SprtReport {
                settings: *sprt.settings(),
                llr,
                lower: sprt.lower_bound(),
                upper: sprt.upper_bound(),
                accepted: sprt.accepted(llr),
            }
        })
    }

    /// The strength of the first engine, from pairs if there are any.
    pub(super) fn estimate(&self) -> Estimate {
        if self.engines.len() == 2 && self.pairs.pairs() > 0 {
            Estimate::of_pairs(&self.pairs)
        } else {
            Estimate::of_games(&self.engines[0].counts)
        }
    }

    /// The results for other programs.
    pub fn report(&self) -> MatchReport {
        let estimate = self.estimate();
        MatchReport {
            games: self.games(),
            engines: self.engines.clone(),
            elo: estimate.logistic,
            normalized_elo: estimate.normalized,
            los: estimate.superiority.value(),
            pairs: self.pairs.0,
            unfinished_pairs: self.unfinished_pairs.len(),
            sprt: self.sprt_report(),
            ends: self.reasons.clone(),
        }
    }
}
