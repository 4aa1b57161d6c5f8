//! Feeding: how many men each side gives, in which patterns, and how often.
//!
//! A feeding move is a step or an entry after which the opponent can capture, as [`Position::is_feeding`] defines it. It need
//! not be intended: moves that leave a threat as it is are feeding too. The *pattern* of the move is the list of the numbers
//! of men that are captured until the next quiet move: 1-2 means that the opponent takes one man and the feeder takes two. A
//! *run* is a sequence of feeding moves of one side with nothing but its own captures between them.

use super::game_ply::{ExamplePosition, GamePly};
use super::mean::{GameMean, GameNumber, MeanReport};
use emergo::{GameResult, Position, Side, Stage};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// How many patterns a report has: the most frequent ones.
const PATTERNS: usize = 20;

#[derive(Default)]
pub(super) struct Feeding {
    fed_by_winner: GameMean,
    fed_by_loser: GameMean,
    fed_in_drawn_games: GameMean,
    patterns: BTreeMap<Vec<usize>, Pattern>,
    /// The feeder's points by the number of feeding moves in a run.
    runs: BTreeMap<usize, GameMean>,
    /// 1 for a feeding move and 0 for another one, by stage.
    choices: BTreeMap<Stage, GameMean>,
}

struct Pattern {
    /// The feeder's points, for each move.
    points: GameMean,
    example: ExamplePosition,
}

pub(super) struct GameFeeding<'a> {
    all: &'a mut Feeding,
    game: GameNumber,
    result: GameResult,
    /// Men that White and Black fed.
    fed: [u64; 2],
    /// The last feeding move and the captures since then. `None` after a quiet move that does not feed.
    exchange: Option<Exchange>,
    /// Feeding moves of White and Black since their last quiet move that does not feed.
    run: [usize; 2],
}

struct Exchange {
    feeder: Side,
    captures: Vec<usize>,
    example: ExamplePosition,
}

impl Feeding {
    pub fn next_game(&mut self, game: GameNumber, result: GameResult) -> GameFeeding<'_> {
        GameFeeding { all: self, game, result, fed: [0; 2], exchange: None, run: [0; 2] }
    }

    pub fn report(&self) -> FeedingReport {
        let moves: u64 = self.patterns.values().map(|pattern| pattern.points.count()).sum();
        let mut patterns: Vec<_> = self.patterns.iter().collect();
        patterns.sort_by_key(|(_, pattern)| Reverse(pattern.points.count()));
        patterns.truncate(PATTERNS);
        let pattern = |(captures, pattern): (&Vec<usize>, &Pattern)| PatternReport {
            captures: captures.clone(),
            share: pattern.points.count() as f64 / moves as f64,
            points: pattern.points.report(),
            example: pattern.example.clone(),
        };
        let run = |(moves, points): (&usize, &GameMean)| RunReport {
            moves: *moves,
            points: points.report(),
        };
        let choice = |(stage, share): (&Stage, &GameMean)| Some((*stage, share.report()?));
        FeedingReport {
            fed_by_winner: self.fed_by_winner.report(),
            fed_by_loser: self.fed_by_loser.report(),
            fed_in_drawn_games: self.fed_in_drawn_games.report(),
            moves,
            patterns: patterns.into_iter().map(pattern).collect(),
            runs: self.runs.iter().map(run).collect(),
            choices: self.choices.iter().filter_map(choice).collect(),
        }
    }
}

impl GameFeeding<'_> {
    pub fn fed_by(&self, side: Side) -> u64 {
        self.fed[side.index()]
    }

    pub fn add(&mut self, ply: GamePly) {
        let (side, mv) = (ply.before.side(), ply.mv());
        if mv.is_capture() {
            if let Some(exchange) = &mut self.exchange {
                // The first capture takes what was fed.
                if exchange.captures.is_empty() {
                    self.fed[exchange.feeder.index()] += mv.jumps() as u64;
                }
                exchange.captures.push(mv.jumps());
            }
            return;
        }
        self.end_exchange();
        let is_feeding = ply.before.is_feeding(mv);
        if can_choose(ply.before) {
            let choices = self.all.choices.entry(Stage::of(ply.before)).or_default();
            choices.add(self.game, f64::from(u8::from(is_feeding)));
        }
        if is_feeding {
            self.run[side.index()] += 1;
            self.exchange =
                Some(Exchange { feeder: side, captures: Vec::new(), example: ply.example() });
        } else {
            self.end_run(side);
        }
    }

    /// Ends what is open at the end of the game, and adds the men that were fed.
    pub fn finish(mut self) {
        self.end_exchange();
        Side::ALL.into_iter().for_each(|side| self.end_run(side));
        let Feeding { fed_by_winner, fed_by_loser, fed_in_drawn_games, .. } = self.all;
        let fed = self.fed.map(|men| men as f64);
        match self.result.winner() {
            None => fed_in_drawn_games.add(self.game, (fed[0] + fed[1]) / 2.0),
            Some(winner) => {
                fed_by_winner.add(self.game, fed[winner.index()]);
                fed_by_loser.add(self.game, fed[winner.other().index()]);
            }
        }
    }

    fn end_exchange(&mut self) {
        let Some(Exchange { feeder, captures, example }) = self.exchange.take() else { return };
        // Without a capture, the game ended.
        if !captures.is_empty() {
            let new = Pattern { points: GameMean::default(), example };
            let pattern = self.all.patterns.entry(captures).or_insert(new);
            pattern.points.add(self.game, self.result.points(feeder));
        }
    }

    fn end_run(&mut self, side: Side) {
        let moves = std::mem::take(&mut self.run[side.index()]);
        if moves > 0 {
            let points = self.result.points(side);
            self.all.runs.entry(moves).or_default().add(self.game, points);
        }
    }
}

/// Whether the side to move, which has no capture, can both feed and not feed.
fn can_choose(position: &Position) -> bool {
    let moves = position.legal_moves();
    let feeding = moves.iter().filter(|mv| position.is_feeding(**mv)).count();
    feeding > 0 && feeding < moves.len()
}

/// Statistics of feeding.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FeedingReport {
    /// Men that the winner fed in a game. A man counts each time he is fed.
    pub fed_by_winner: Option<MeanReport>,
    /// Men that the loser fed in a game.
    pub fed_by_loser: Option<MeanReport>,
    /// Men that a side fed in a drawn game: the mean of both sides.
    pub fed_in_drawn_games: Option<MeanReport>,
    /// All feeding moves that were followed by a capture.
    pub moves: u64,
    /// The most frequent patterns, at most 20.
    pub patterns: Vec<PatternReport>,
    /// Runs by their length.
    pub runs: Vec<RunReport>,
    /// The share of feeding moves, 0.0..=1.0, by stage, where the side to move has no capture and can choose. Stages of
    /// fewer than two games are left out.
    #[cfg_attr(feature = "typescript", ts(type = "{ [key in Stage]?: MeanReport }"))]
    pub choices: BTreeMap<Stage, MeanReport>,
}

/// A pattern of feeding.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PatternReport {
    /// Men that are captured by each capture: the opponent's first, then the feeder's, and so on.
    pub captures: Vec<usize>,
    /// The share of [`FeedingReport::moves`].
    pub share: f64,
    /// The feeder's points, 0.0..=1.0: the mean over the moves. `None` if all of them are of one game.
    pub points: Option<MeanReport>,
    /// The first one among the games.
    pub example: ExamplePosition,
}

/// Runs of one length.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RunReport {
    /// Feeding moves in the run.
    pub moves: usize,
    /// The feeder's points, 0.0..=1.0: the mean over the runs. `None` if all of them are of one game.
    pub points: Option<MeanReport>,
}
