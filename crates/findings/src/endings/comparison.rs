//! Comparison of the search with a table. The two share the rules and nothing else, so each is an oracle for the other.

use super::level::LevelKey;
use super::solved_levels::SolvedLevel;
use super::table::EndingTable;
use super::value::EndingValue;
use emergo::{Game, Position, Variant, write_position};
use luctor_engine::eval::Networks;
use luctor_engine::score::Score;
use luctor_engine::search::{Bound, Limits, SearchControl, SearchSettings, Searcher};
use luctor_system::resources::{ResourceError, map_with_workers};
use serde::{Serialize, Serializer};

/// What the search found in a position of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchVerdict {
    /// A win or a loss of the right length, or a draw in which the search proved nothing.
    Agrees,
    /// The right result, but the search has not yet proved the shortest win.
    Longer,
    /// A win or a loss that the search has not yet proved.
    Open,
    /// The search proved a result that is wrong, or a win that is too short.
    Contradicts,
}

/// A position, its value in the table, and what the search found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SearchComparison {
    /// The position.
    pub position: Position,
    /// The value in the table.
    pub value: EndingValue,
    /// The score of the last finished iteration.
    pub score: Score,
    /// What it means.
    pub verdict: SearchVerdict,
}

/// How often the search agreed with a table.
#[derive(Clone, PartialEq, Default, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ComparisonReport {
    /// The board.
    pub variant: Variant,
    /// The pieces of the positions.
    pub pieces: usize,
    /// The largest number of nodes of a search.
    pub nodes: u64,
    /// Positions that are won for the side to move.
    pub won: VerdictCounts,
    /// Lost positions.
    pub lost: VerdictCounts,
    /// Drawn positions.
    pub drawn: VerdictCounts,
    /// The positions in which the search and the table contradict each other; texts in JSON.
    #[serde(serialize_with = "write_positions")]
    #[cfg_attr(feature = "typescript", ts(type = "string[]"))]
    pub contradictions: Vec<SearchComparison>,
}

/// The number of positions with each verdict.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
#[allow(missing_docs, reason = "the verdicts have the documentation")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct VerdictCounts {
    pub positions: usize,
    pub agrees: usize,
    pub longer: usize,
    pub open: usize,
    pub contradicts: usize,
}

impl ComparisonReport {
    fn add(&mut self, one: SearchComparison) {
        let counts = match one.value {
            EndingValue::Win { .. } => &mut self.won,
            EndingValue::Loss { .. } => &mut self.lost,
            EndingValue::Draw => &mut self.drawn,
        };
        counts.positions += 1;
        *match one.verdict {
            SearchVerdict::Agrees => &mut counts.agrees,
            SearchVerdict::Longer => &mut counts.longer,
            SearchVerdict::Open => &mut counts.open,
            SearchVerdict::Contradicts => {
                self.contradictions.push(one);
                &mut counts.contradicts
            }
        } += 1;
    }
}

fn write_positions<S: Serializer>(all: &[SearchComparison], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(all.iter().map(|one| write_position(&one.position, 1)))
}

/// Size of the transposition table of each search, in MiB.
const TABLE_MEBIBYTES: u64 = 16;

/// Which positions are compared, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ComparisonSettings {
    /// The pieces of the positions.
    pub pieces: usize,
    /// The number of positions of an [`EndingTable::sample`].
    pub positions: usize,
    /// The seed of the sample.
    pub seed: u64,
    /// The largest number of nodes of a search.
    pub nodes: u64,
}

impl EndingTable {
    /// At most `count` different positions with `pieces` pieces and White to move, in random order. The numbers of won, lost
    /// and drawn ones are equal, unless there are too few of one kind. The seed decides which.
    pub fn sample(&self, pieces: usize, count: usize, seed: u64) -> Vec<Position> {
        let Some(SolvedLevel { level, values, .. }) =
            self.solved.levels.get(&LevelKey::with_empty_hands(pieces))
        else {
            return Vec::new();
        };
        let mut random = fastrand::Rng::with_seed(seed);
        let mut sample = Vec::new();
        let kinds: [fn(EndingValue) -> bool; 3] = [
            |value| value == EndingValue::Draw,
            |value| matches!(value, EndingValue::Loss { .. }),
            |value| matches!(value, EndingValue::Win { .. }),
        ];
        for (kind, kinds_left) in kinds.iter().zip((1..=kinds.len()).rev()) {
            // If a result has too few positions, the later results get more.
            let quota = (count - sample.len()).div_ceil(kinds_left).min(level.size);
            let is_of_kind =
                |number: &usize| kind(values[*number].value()) && level.is_used(*number);
            let numbers = random.choose_multiple((0..level.size).filter(is_of_kind), quota);
            sample.extend(numbers.into_iter().map(|number| level.position(number)));
        }
        random.shuffle(&mut sample);
        sample
    }

    /// The sums of [`EndingTable::compare_with_search`].
    ///
    /// # Errors
    ///
    /// There is no memory for a search.
    pub fn comparison_report(
        &self,
        settings: ComparisonSettings,
        networks: &Networks,
    ) -> Result<ComparisonReport, ResourceError> {
        let ComparisonSettings { pieces, nodes, .. } = settings;
        let variant = self.settings().variant;
        let mut report = ComparisonReport { variant, pieces, nodes, ..Default::default() };
        for one in self.compare_with_search(settings, networks)? {
            report.add(one);
        }
        Ok(report)
    }

    /// Searches a sample of positions, each with an empty table, and compares the scores with this table. Uses the threads of
    /// the current rayon pool, one for each search. A search ends early when it has the expected score.
    ///
    /// # Errors
    ///
    /// There is no memory for a search.
    pub fn compare_with_search(
        &self,
        ComparisonSettings { pieces, positions, seed, nodes }: ComparisonSettings,
        networks: &Networks,
    ) -> Result<Vec<SearchComparison>, ResourceError> {
        let searcher = || Searcher::with_networks(TABLE_MEBIBYTES, 1, networks.clone());
        let sample = self.sample(pieces, positions, seed);
        map_with_workers(sample, searcher, |searcher, position| {
            let value = self.solved.value(&position);
            let game = Game::from_position(position, 1, self.settings().blocked);
            let score = proved_score(searcher, &game, value, nodes);
            SearchComparison { position, value, score, verdict: verdict(value, score) }
        })
    }
}

fn expected_score(value: EndingValue) -> Score {
    match value {
        EndingValue::Win { plies } => Score::win_in(plies.into()),
        EndingValue::Loss { plies } => Score::loss_in(plies.into()),
        EndingValue::Draw => Score::DRAW,
    }
}

/// The exact score of the last finished iteration, of a search that ends when it has the expected win or loss. A stopped
/// search has one more info, with the depth of that iteration. This info is left out: it may have a single losing move,
/// which does not prove that all moves lose.
fn proved_score(searcher: &mut Searcher, game: &Game, value: EndingValue, nodes: u64) -> Score {
    let control = SearchControl::default();
    let (limits, settings) = (Limits::to_nodes(nodes), SearchSettings::default());
    let (mut last_depth, mut last_score) = (0, Score::DRAW);
    searcher.clear();
    searcher.search(game, &limits, settings, &control, &mut |info| {
        let is_finished = info.depth > last_depth && info.line.bound == Bound::Exact;
        if info.rank == 1 && is_finished {
            (last_depth, last_score) = (info.depth, info.line.score);
            if last_score.is_decisive() && last_score == expected_score(value) {
                control.stop();
            }
        }
    });
    last_score
}

fn verdict(value: EndingValue, score: Score) -> SearchVerdict {
    let expected = expected_score(value);
    match value {
        _ if score == expected => SearchVerdict::Agrees,
        EndingValue::Draw if !score.is_decisive() => SearchVerdict::Agrees,
        _ if !score.is_decisive() => SearchVerdict::Open,
        EndingValue::Win { .. } if score.is_win() && score < expected => SearchVerdict::Longer,
        EndingValue::Loss { .. } if score.is_loss() && score > expected => SearchVerdict::Longer,
        _ => SearchVerdict::Contradicts,
    }
}
