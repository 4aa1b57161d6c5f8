//! Feeding: how many men each side gives, in which patterns, and how often.
//!
//! A feeding move is a step or an entry after which the opponent can capture, as [`Position::is_feeding`] defines it. It need
//! not be intended: moves that leave a threat as it is are feeding too. The *pattern* of the move is the list of the numbers
//! of men that are captured until the next quiet move: 1-2 means that the opponent takes one man and the feeder takes two. A
//! *run* is a sequence of feeding moves of one side with nothing but its own captures between them.

use super::mean::{MeanCount, MeanReport};
use super::points::PointCounts;
use super::{Example, ExamplePosition, GamePly};
use crate::stage::Stage;
use emergo::{GameResult, Position, Side};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// The most frequent patterns that a report contains.
const PATTERNS: usize = 20;

/// The feeding of some games.
#[derive(Default)]
pub(super) struct Feeding {
    /// Men fed and games, by the result of the feeder: lost, drawn, won.
    fed: [MeanCount; 3],
    patterns: BTreeMap<Vec<usize>, Pattern>,
    /// By the number of feeding moves in a run.
    runs: BTreeMap<usize, PointCounts>,
    /// By stage.
    choices: BTreeMap<Stage, FeedingShare>,
}

struct Pattern {
    moves: u64,
    feeder: PointCounts,
    example: Example,
}

/// The feeding of one game.
pub(super) struct GameFeeding<'a> {
    all: &'a mut Feeding,
    result: GameResult,
    /// Men that White and Black fed.
    fed: [u64; 2],
    /// The last feeding move and the captures since then. `None` after a quiet move.
    exchange: Option<Exchange>,
    /// Feeding moves of White and Black since their last other quiet move.
    run: [usize; 2],
    /// The patterns and the lengths of the runs of White and Black in this game.
    patterns: [BTreeSet<Vec<usize>>; 2],
    runs: [BTreeSet<usize>; 2],
}

struct Exchange {
    feeder: Side,
    captures: Vec<usize>,
    example: Example,
}

impl Feeding {
    pub fn next_game(&mut self, result: GameResult) -> GameFeeding<'_> {
        GameFeeding {
            all: self,
            result,
            fed: [0; 2],
            exchange: None,
            run: [0; 2],
            patterns: Default::default(),
            runs: Default::default(),
        }
    }

    pub fn report(&self) -> FeedingReport {
        let [loser, drawn, winner] = self.fed.map(MeanCount::report);
        let all: u64 = self.patterns.values().map(|pattern| pattern.moves).sum();
        let mut patterns: Vec<_> = self.patterns.iter().collect();
        patterns.sort_by_key(|(_, pattern)| Reverse(pattern.moves));
        patterns.truncate(PATTERNS);
        let pattern = |(captures, pattern): (&Vec<usize>, &Pattern)| PatternReport {
            captures: captures.clone(),
            share: pattern.moves as f64 / all as f64,
            feeder: pattern.feeder,
            example: pattern.example.report(),
        };
        let run =
            |(moves, feeder): (&usize, &PointCounts)| RunReport { moves: *moves, feeder: *feeder };
        FeedingReport {
            fed_by_winner: winner,
            fed_by_loser: loser,
            fed_in_drawn_games: drawn,
            moves: all,
            patterns: patterns.into_iter().map(pattern).collect(),
            runs: self.runs.iter().map(run).collect(),
            choices: self.choices.clone(),
        }
    }
}

impl GameFeeding<'_> {
    /// Men that the side fed so far.
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
            let share = self.all.choices.entry(Stage::of(ply.before)).or_default();
            share.positions += 1;
            share.feeding += u64::from(is_feeding);
        }
        if is_feeding {
            self.run[side.index()] += 1;
            self.exchange =
                Some(Exchange { feeder: side, captures: Vec::new(), example: ply.example() });
        } else {
            self.end_run(side);
        }
    }

    /// Adds what is open at the end of the game.
    pub fn finish(mut self) {
        self.end_exchange();
        Side::ALL.into_iter().for_each(|side| self.end_run(side));
        let [white, black] = self.fed.map(|fed| fed as f64);
        let [lost, drawn, won] = &mut self.all.fed;
        let (winner, loser) = match self.result {
            GameResult::WhiteWins => (white, black),
            GameResult::BlackWins => (black, white),
            GameResult::Draw => return drawn.add((white + black) / 2.0),
        };
        won.add(winner);
        lost.add(loser);
    }

    fn end_exchange(&mut self) {
        let Some(Exchange { feeder, captures, example }) = self.exchange.take() else { return };
        // Without a capture, the game ended.
        if !captures.is_empty() {
            let pattern = self.all.patterns.entry(captures.clone());
            let new = Pattern { moves: 0, feeder: PointCounts::default(), example };
            let pattern = pattern.or_insert(new);
            pattern.moves += 1;
            if self.patterns[feeder.index()].insert(captures) {
                pattern.feeder.add(self.result, feeder);
            }
        }
    }

    fn end_run(&mut self, side: Side) {
        let moves = std::mem::take(&mut self.run[side.index()]);
        if moves > 0 && self.runs[side.index()].insert(moves) {
            self.all.runs.entry(moves).or_default().add(self.result, side);
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
pub struct FeedingReport {
    /// Men that the winner fed in a game.
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
    /// How often the move that was played is feeding, by stage, where the side to move has no capture and can choose.
    pub choices: BTreeMap<Stage, FeedingShare>,
}

/// How often feeding was chosen.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub struct FeedingShare {
    /// Positions with a choice.
    pub positions: u64,
    /// Positions in which the move was feeding.
    pub feeding: u64,
}

/// A pattern of feeding.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PatternReport {
    /// Men that are captured by each capture: the opponent's first, then the feeder's, and so on.
    pub captures: Vec<usize>,
    /// The share of all feeding moves.
    pub share: f64,
    /// The results of the games from the feeder's view. A game counts once for a side that feeds in this way.
    pub feeder: PointCounts,
    /// The first one among the games.
    pub example: ExamplePosition,
}

/// Runs of one length.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct RunReport {
    /// Feeding moves in the run.
    pub moves: usize,
    /// The results of the games from the feeder's view. A game counts once for a side with such runs.
    pub feeder: PointCounts,
}
