//! What a game adds to an index: its positions with the moves that were played, sorted as the rows of an index are.

use crate::answer::Counts;
use crate::canonical::{CanonicalPosition, MoveNumber};
use emergo::{GameResult, Key};
use emergo_records::GameRecord;

/// Example games of a move and a source.
const EXAMPLES: usize = 3;

/// Scores are limited to ± this number of centimen before the mean is computed. A forced win or loss counts as the limit.
const SCORE_LIMIT: i32 = 2_000;

/// The order of rows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct RowKey {
    /// The key of the canonical position.
    pub position: Key,
    pub number: MoveNumber,
    pub source: u16,
}

/// A row of an index: the games of one source in which a move was played in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Row {
    pub key: RowKey,
    pub counts: Counts,
    /// Numbers of the first games; as many are valid as there are games.
    pub examples: [u32; EXAMPLES],
}

impl Row {
    /// Adds a game. Games come in ascending order of their numbers.
    fn add(&mut self, Observation { game, result, score, .. }: Observation) {
        if let Some(example) = self.examples.get_mut(self.counts.games() as usize) {
            *example = game;
        }
        let counts = &mut self.counts;
        *match result {
            Some(GameResult::WhiteWins) => &mut counts.white,
            Some(GameResult::Draw) => &mut counts.draws,
            Some(GameResult::BlackWins) => &mut counts.black,
            None => &mut counts.unfinished,
        } += 1;
        if let Some(score) = score {
            counts.scored += 1;
            counts.score_sum += i64::from(score);
        }
    }

    /// The numbers of the first games.
    pub fn examples(&self) -> &[u32] {
        &self.examples[..EXAMPLES.min(self.counts.games() as usize)]
    }
}

#[derive(Clone, Copy, Debug)]
struct Observation {
    key: RowKey,
    game: u32,
    result: Option<GameResult>,
    score: Option<i16>,
}

/// The moves of games that are not written yet.
#[derive(Default)]
pub(crate) struct Observations(Vec<Observation>);

impl Observations {
    /// Adds the moves of a game. If a position and its move occur several times, the first time counts. Returns the
    /// number of moves.
    pub fn add(&mut self, record: &GameRecord, source: u16, game: u32) -> usize {
        let mut new = Vec::new();
        let mut position = record.start_text().position;
        for recorded in &record.moves {
            let canonical = CanonicalPosition::of(&position);
            if let Some(number) = canonical.number_of(recorded.mv) {
                let evaluation = recorded.info.evaluation;
                let limited = |score: i32| score.clamp(-SCORE_LIMIT, SCORE_LIMIT) as i16;
                new.push(Observation {
                    key: RowKey { position: canonical.key, number, source },
                    game,
                    result: record.result,
                    score: evaluation.map(|evaluation| limited(evaluation.centimen())),
                });
            }
            position.play(recorded.mv);
        }
        // A stable sort keeps the first occurrence first.
        new.sort_by_key(|seen| seen.key);
        new.dedup_by_key(|seen| seen.key);
        let count = new.len();
        self.0.append(&mut new);
        count
    }

    /// What was played, in ascending order of the keys.
    pub fn rows(&mut self) -> impl Iterator<Item = Row> {
        self.0.sort_unstable_by_key(|seen| (seen.key, seen.game));
        self.0.chunk_by(|one, next| one.key == next.key).map(|same| {
            let key = same[0].key;
            let mut row = Row { key, counts: Counts::default(), examples: [0; EXAMPLES] };
            same.iter().for_each(|seen| row.add(*seen));
            row
        })
    }
}
