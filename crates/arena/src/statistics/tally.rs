//! The results of a match: scores, pairs, end reasons and times, and their table.

use crate::statistics::counts::{GameScore, PairCounts, ResultCounts, Share};
use crate::statistics::elo::Estimate;
use crate::statistics::report::{EngineReport, MatchReport, SprtReport};
use crate::statistics::sprt::{Decision, Sprt, SprtSettings};
use emergo::Side;
use emergo_records::{GameRecord, MatchGame, Termination};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::time::Duration;

/// The results of a match.
#[derive(Clone, Debug)]
pub struct Tally {
    names: Vec<String>,
    sprt: Option<Sprt>,
    /// The games of each engine.
    games: Vec<ResultCounts>,
    /// All games, by their result for White.
    white: ResultCounts,
    /// Results of the first engine against the second.
    pairs: PairCounts,
    /// Games of the first engine against the second whose pair is not finished, by the match and the number of the pair.
    unfinished_pairs: HashMap<(String, u64), GameScore>,
    reasons: BTreeMap<Option<Termination>, u64>,
    /// The thinking time of each engine.
    thinking: Vec<MoveTimes>,
    /// The time of games in which no engine was thinking.
    overhead: MoveTimes,
}

/// A number of moves and their time.
#[derive(Clone, Copy, Default, Debug)]
struct MoveTimes {
    moves: u64,
    ms: f64,
}

impl MoveTimes {
    fn mean_ms(&self) -> f64 {
        self.ms / self.moves.max(1) as f64
    }
}

impl Tally {
    /// No games of engines with these names. Elo is reported for the first one. The test compares two engines.
    pub fn new(names: Vec<String>, sprt: Option<Sprt>) -> Tally {
        let count = names.len();
        Tally {
            names,
            sprt,
            games: vec![ResultCounts::default(); count],
            white: ResultCounts::default(),
            pairs: PairCounts::default(),
            unfinished_pairs: HashMap::new(),
            reasons: BTreeMap::new(),
            thinking: vec![MoveTimes::default(); count],
            overhead: MoveTimes::default(),
        }
    }

    /// Adds a game.
    pub fn add(&mut self, record: &GameRecord) {
        let [white, black] = record
            .players
            .each_ref()
            .map(|player| self.names.iter().position(|known| Some(known) == player.name.as_ref()));
        let (Some(white), Some(black), Some(result)) = (white, black, record.result) else {
            return;
        };
        let scores = match result.half_points(Side::White) {
            2 => [GameScore::Win, GameScore::Loss],
            1 => [GameScore::Draw, GameScore::Draw],
            _ => [GameScore::Loss, GameScore::Win],
        };
        self.games[white].add(scores[0]);
        self.games[black].add(scores[1]);
        self.white.add(scores[0]);
        if let Some(place) = &record.match_game
            && white.min(black) == 0
            && white.max(black) == 1
        {
            self.add_to_pair(place, scores[usize::from(black == 0)]);
        }
        *self.reasons.entry(record.reason).or_default() += 1;
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

    /// Adds the times of a game between these engines.
    fn add_times(&mut self, record: &GameRecord, white: usize, black: usize) {
        let milliseconds =
            |time: Option<Duration>| time.map_or(0.0, |time| 1e3 * time.as_secs_f64());
        let mut thinking = 0.0;
        let white_is_first = record.first_side() == Side::White;
        for (ply, played) in record.moves.iter().enumerate() {
            let of_white = (ply % 2 == 0) == white_is_first;
            let times = &mut self.thinking[if of_white { white } else { black }];
            let ms = milliseconds(played.time);
            times.moves += 1;
            times.ms += ms;
            thinking += ms;
        }
        self.overhead.moves += record.moves.len() as u64;
        self.overhead.ms += (milliseconds(record.wall_time) - thinking).max(0.0);
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.reasons.values().sum()
    }

    /// The decision of the SPRT; [`Decision::Continue`] without one.
    pub fn decision(&self) -> Decision {
        self.sprt.as_ref().map_or(Decision::Continue, |sprt| {
            sprt.decision(sprt.log_likelihood_ratio(&self.pairs))
        })
    }

    /// One line with the score, Elo and LLR of the first engine.
    pub fn line(&self) -> String {
        let ResultCounts { wins, losses, draws } = self.games[0];
        let mut text = format!(
            "{}: {wins} - {losses} - {draws} [{}] of {}, Elo {}",
            self.names[0],
            self.games[0].score(),
            self.games[0].games(),
            self.estimate().logistic
        );
        if let Some(sprt) = &self.sprt {
            let ratio = sprt.log_likelihood_ratio(&self.pairs);
            write!(text, ", LLR {ratio} ({}, {})", sprt.lower_bound(), sprt.upper_bound())
                .expect("writing to a String cannot fail");
        }
        text
    }

    /// The strength of the first engine, from pairs if there are any.
    fn estimate(&self) -> Estimate {
        if self.names.len() == 2 && self.pairs.pairs() > 0 {
            Estimate::of_pairs(&self.pairs)
        } else {
            Estimate::of_games(&self.games[0])
        }
    }

    /// The results for other programs.
    pub fn report(&self) -> MatchReport {
        let estimate = self.estimate();
        MatchReport {
            games: self.games(),
            engines: std::iter::zip(&self.names, &self.games)
                .map(|(name, counts)| EngineReport { name: name.clone(), counts: *counts })
                .collect(),
            elo: estimate.logistic,
            normalized_elo: estimate.normalized,
            los: estimate.superiority.value(),
            pairs: self.pairs.0,
            unfinished_pairs: self.unfinished_pairs.len(),
            sprt: self.sprt.as_ref().map(|sprt| {
                let ratio = sprt.log_likelihood_ratio(&self.pairs);
                SprtReport {
                    settings: *sprt.settings(),
                    llr: ratio.value(),
                    lower: sprt.lower_bound().value(),
                    upper: sprt.upper_bound().value(),
                    accepted: sprt.decision(ratio),
                }
            }),
            ends: self
                .reasons
                .iter()
                .map(|(reason, count)| (reason_name(*reason).to_owned(), *count))
                .collect(),
        }
    }

    /// The table at the end of a match, for people.
    pub fn table(&self) -> String {
        let mut rows = self.score_rows();
        if self.names.len() == 2 {
            rows.extend(self.comparison_rows());
        }
        rows.extend(self.sprt.as_ref().map(|sprt| self.sprt_row(sprt)));
        rows.extend(self.end_and_time_rows());
        rows.iter().map(|(name, value)| format!("{name:<22}{value}\n")).collect()
    }

    /// The scores of the engines and of both sides.
    fn score_rows(&self) -> Vec<TableRow<'_>> {
        let mut rows = Vec::new();
        for (index, name) in self.names.iter().enumerate() {
            let counts = self.games[index];
            let ResultCounts { wins, losses, draws } = counts;
            let estimate = match index {
                0 => self.estimate(),
                _ => Estimate::of_games(&counts),
            };
            let elo = match (index, self.names.len()) {
                (1, 2) => String::new(),
                _ => format!(", Elo {}", estimate.logistic),
            };
            let value = format!("{wins} W - {losses} L - {draws} D, {}{elo}", counts.score());
            rows.push((name.as_str(), value));
        }
        let white = self.white.score();
        let black = Share::new(1.0 - white.value());
        let points = self.white.games() as f64 * white.value();
        let other_points = self.white.games() as f64 - points;
        let value = format!("{points:.1} - {other_points:.1} points, {white} - {black}");
        rows.push(("White - Black", value));
        rows
    }

    fn comparison_rows(&self) -> Vec<TableRow<'_>> {
        let estimate = self.estimate();
        let pairs_ratio = self.pairs.pairs_ratio().map(|ratio| format!("{ratio:.2}"));
        let mut rows = vec![
            ("normalized Elo", estimate.normalized.to_string()),
            ("LOS", estimate.superiority.to_string()),
            ("draw ratio", self.games[0].draw_ratio().to_string()),
            ("pairs ratio", pairs_ratio.unwrap_or_else(|| "-".to_owned())),
            ("pairs (pentanomial)", format!("{} (0, ½, 1, 1½, 2 points)", self.pairs)),
        ];
        if self.pairs.pairs() > 0 && !self.unfinished_pairs.is_empty() {
            let games = self.unfinished_pairs.len();
            let value = format!("{games}; Elo and SPRT leave out their games");
            rows.push(("unfinished pairs", value));
        }
        rows
    }

    fn sprt_row(&self, sprt: &Sprt) -> TableRow<'_> {
        let ratio = sprt.log_likelihood_ratio(&self.pairs);
        let SprtSettings { elo0, elo1, model, .. } = sprt.settings();
        let verdict = match sprt.decision(ratio) {
            Decision::Continue => "no decision".to_owned(),
            Decision::AcceptH0 => format!("H0 accepted (Elo <= {elo0})"),
            Decision::AcceptH1 => format!("H1 accepted (Elo >= {elo1})"),
        };
        let (lower, upper) = (sprt.lower_bound(), sprt.upper_bound());
        let value = format!("[{elo0}, {elo1}] {model}, LLR {ratio} ({lower}, {upper}): {verdict}");
        ("SPRT", value)
    }

    fn end_and_time_rows(&self) -> Vec<TableRow<'_>> {
        let end = |(reason, count): (&Option<Termination>, &u64)| {
            format!("{} {count}", reason_name(*reason))
        };
        let ends: Vec<String> = self.reasons.iter().map(end).collect();
        let mut rows = vec![("ends", ends.join(", "))];
        for (name, times) in self.names.iter().zip(&self.thinking) {
            let (mean, moves) = (times.mean_ms(), times.moves);
            rows.push(("time per move", format!("{name} {mean:.1} ms over {moves} moves")));
        }
        rows.push(("overhead per move", format!("{:.2} ms", self.overhead.mean_ms())));
        rows
    }
}

/// A name and its value.
type TableRow<'a> = (&'a str, String);

fn reason_name(reason: Option<Termination>) -> &'static str {
    reason.map_or("unknown", Termination::name)
}
