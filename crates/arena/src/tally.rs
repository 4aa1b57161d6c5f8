//! What the games of a match add up to, and its table.

use super::settings::MatchSettings;
use super::sprt::{Decision, Estimate, GameCounts, GameScore, PairCounts};
use crate::record::GameRecord;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

/// The results so far. Engines are told by their place in the settings.
#[derive(Clone, Debug)]
pub struct Tally {
    names: Vec<String>,
    games: Vec<GameCounts>,
    /// Results of the first engine against the second.
    pairs: PairCounts,
    unfinished: HashMap<u64, GameScore>,
    reasons: BTreeMap<String, u64>,
    /// Moves and milliseconds of each engine.
    times: Vec<(u64, f64)>,
    /// Moves of games, and milliseconds of them in which no engine was thinking.
    overhead: (u64, f64),
}

impl Tally {
    /// No games yet.
    pub fn new(settings: &MatchSettings) -> Tally {
        let count = settings.engines.len();
        Tally {
            names: settings.engines.iter().map(|engine| engine.name.clone()).collect(),
            games: vec![GameCounts::default(); count],
            pairs: PairCounts::default(),
            unfinished: HashMap::new(),
            reasons: BTreeMap::new(),
            times: vec![(0, 0.0); count],
            overhead: (0, 0.0),
        }
    }

    /// Adds a game.
    pub fn add(&mut self, record: &GameRecord) {
        let place = |name: &str| self.names.iter().position(|known| known == name);
        let (Some(white), Some(black)) = (place(&record.white), place(&record.black)) else {
            return;
        };
        let scores = match record.result.half_points(emergo::Side::White) {
            2 => [GameScore::Win, GameScore::Loss],
            1 => [GameScore::Draw, GameScore::Draw],
            _ => [GameScore::Loss, GameScore::Win],
        };
        self.games[white].add(scores[0]);
        self.games[black].add(scores[1]);
        if white.min(black) == 0 && white.max(black) == 1 {
            let of_first = scores[usize::from(black == 0)];
            match self.unfinished.remove(&record.pair) {
                Some(earlier) => self.pairs.add(earlier, of_first),
                None => {
                    self.unfinished.insert(record.pair, of_first);
                }
            }
        }
        *self.reasons.entry(record.reason.clone()).or_default() += 1;
        let mut thinking = 0.0;
        for (ply, played) in record.moves.iter().enumerate() {
            let of_white = (ply % 2 == 0) != record.black_first;
            let (moves, ms) = &mut self.times[if of_white { white } else { black }];
            *moves += 1;
            *ms += played.ms;
            thinking += played.ms;
        }
        self.overhead.0 += record.moves.len() as u64;
        self.overhead.1 += (record.wall_ms - thinking).max(0.0);
    }

    /// Games so far.
    pub fn games(&self) -> u64 {
        self.reasons.values().sum()
    }

    /// Games that ended for this reason.
    pub fn ended_by(&self, reason: &str) -> u64 {
        self.reasons.get(reason).copied().unwrap_or(0)
    }

    /// What the test says so far.
    pub fn decision(&self, settings: &MatchSettings) -> Decision {
        settings.sprt.as_ref().map_or(Decision::Continue, |sprt| {
            sprt.decision(sprt.log_likelihood_ratio(&self.pairs))
        })
    }

    /// One line: score, Elo, LLR of the first engine.
    pub fn line(&self, settings: &MatchSettings) -> String {
        let GameCounts { wins, losses, draws } = self.games[0];
        let estimate = self.estimate();
        let mut text = format!(
            "{}: {wins} - {losses} - {draws} [{}] of {}, Elo {}",
            self.names[0],
            estimate.score,
            self.games[0].games(),
            estimate.logistic
        );
        if let Some(sprt) = &settings.sprt {
            let ratio = sprt.log_likelihood_ratio(&self.pairs);
            write!(text, ", LLR {ratio} ({}, {})", sprt.lower_bound(), sprt.upper_bound())
                .expect("a String takes everything");
        }
        text
    }

    /// From pairs where there are any, else from games.
    fn estimate(&self) -> Estimate {
        if self.names.len() == 2 && self.pairs.pairs() > 0 {
            Estimate::of_pairs(&self.pairs)
        } else {
            Estimate::of_games(&self.games[0])
        }
    }

    /// The table at the end of a match.
    pub fn table(&self, settings: &MatchSettings) -> String {
        let mut text = String::new();
        let mut say = |name: &str, value: String| {
            writeln!(text, "{name:<22}{value}").expect("a String takes everything");
        };
        for (index, name) in self.names.iter().enumerate() {
            let counts = self.games[index];
            let GameCounts { wins, losses, draws } = counts;
            let estimate = match index {
                0 => self.estimate(),
                _ => Estimate::of_games(&counts),
            };
            let elo = match (index, self.names.len()) {
                (1, 2) => String::new(),
                _ => format!(", Elo {}", estimate.logistic),
            };
            say(name, format!("{wins} W - {losses} L - {draws} D, {}{elo}", estimate.score));
        }
        let total = self.games[0];
        if self.names.len() == 2 {
            let estimate = self.estimate();
            say("normalized Elo", estimate.normalized.to_string());
            say("LOS", estimate.superiority.to_string());
            say("draw ratio", total.draw_ratio().to_string());
            say("pairs ratio", self.pairs.pairs_ratio().to_string());
            say("pairs (pentanomial)", format!("{} (0, ½, 1, 1½, 2 points)", self.pairs));
        }
        if let Some(sprt) = &settings.sprt {
            let ratio = sprt.log_likelihood_ratio(&self.pairs);
            let test = sprt.settings();
            let verdict = match sprt.decision(ratio) {
                Decision::Continue => "no decision".to_owned(),
                Decision::AcceptH0 => format!("H0 accepted (Elo is {} or less)", test.elo0),
                Decision::AcceptH1 => format!("H1 accepted (Elo is {} or more)", test.elo1),
            };
            say(
                "SPRT",
                format!(
                    "[{}, {}] {}, LLR {ratio} ({}, {}): {verdict}",
                    test.elo0,
                    test.elo1,
                    test.model,
                    sprt.lower_bound(),
                    sprt.upper_bound()
                ),
            );
        }
        let ends: Vec<String> =
            self.reasons.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
        say("ends", ends.join(", "));
        for (name, (moves, ms)) in self.names.iter().zip(&self.times) {
            let mean = ms / (*moves).max(1) as f64;
            say("time a move", format!("{name} {mean:.1} ms over {moves} moves"));
        }
        let (moves, ms) = self.overhead;
        let mean = ms / moves.max(1) as f64;
        say("overhead a move", format!("{mean:.2} ms"));
        text
    }
}
