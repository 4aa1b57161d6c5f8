//! Positions for training, out of files of games: what each model sees of them, the search's score and the
//! game's result.

use super::calibration::{self, Outcome};
use super::terms;
use crate::gamefile::{GameFileError, GameFileReader, RecordedGame};
use emergo::{Position, Side, Variant};
use luctor_engine::eval::features::{FeatureIndex, FeatureSet, FeatureState, output_bucket};
use luctor_engine::score::{Calibration, Score};
use rayon::prelude::*;
use std::fmt;
use std::path::{Path, PathBuf};

/// One game in so many is held out of training.
pub const HELD_OUT_ONE_IN: u64 = 32;
/// Blocks that are taken apart at a time.
const BLOCKS_AT_A_TIME: usize = 256;
/// Positions that say what a file's scores mean.
const CALIBRATION_POSITIONS: usize = 500_000;

/// A position as it was searched, with what came of it.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The position; its mover has no capture.
    pub position: Position,
    /// The search's score.
    pub score: Score,
    /// The mover's points at the end, unless chance played on after this position.
    pub result: Option<f32>,
}

/// Why there is no data.
#[derive(Debug)]
pub enum DatasetError {
    /// A file is bad: which, and why.
    File(PathBuf, GameFileError),
    /// A file has games of another board than the first.
    Board(PathBuf, Variant),
    /// There is too little to train on: so many positions to train on, and held out.
    TooSmall(usize, usize),
}

impl fmt::Display for DatasetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DatasetError::File(path, error) => write!(f, "{}: {error}", path.display()),
            DatasetError::Board(path, variant) => {
                write!(f, "{}: it has games of {variant}, the first file has not", path.display())
            }
            DatasetError::TooSmall(training, held_out) => write!(
                f,
                "too few games: {training} positions to train on and {held_out} held out; one game in \
                 {HELD_OUT_ONE_IN} is"
            ),
        }
    }
}

impl std::error::Error for DatasetError {}

/// What the models see of positions: lists of unequal length in one piece of memory.
#[derive(Clone, Default, Debug)]
pub struct Lists<T> {
    items: Vec<T>,
    ends: Vec<usize>,
}

impl<T: Copy> Lists<T> {
    fn push(&mut self, list: impl IntoIterator<Item = T>) {
        self.items.extend(list);
        self.ends.push(self.items.len());
    }

    fn append(&mut self, more: &Lists<T>) {
        let first = self.items.len();
        self.items.extend_from_slice(&more.items);
        self.ends.extend(more.ends.iter().map(|end| end + first));
    }

    /// List number `index`.
    #[inline]
    pub fn get(&self, index: usize) -> &[T] {
        let first = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.items[first..self.ends[index]]
    }
}

/// Positions in the form in which models take them.
#[derive(Clone, Default, Debug)]
pub struct Samples {
    /// The network's rows, in the mover's view.
    pub rows: Lists<FeatureIndex>,
    /// The named terms, from the mover's view.
    pub terms: Lists<terms::Count>,
    /// The stage of the game.
    pub stages: Vec<u8>,
    /// The points that the search's score promised the mover, 0..=1.
    pub expected: Vec<f32>,
    /// The mover's points, not a number where chance played on.
    pub results: Vec<f32>,
}

impl Samples {
    /// Positions.
    pub fn len(&self) -> usize {
        self.stages.len()
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.stages.is_empty()
    }

    /// Adds a position, whose score means what `calibration` says.
    pub fn push(&mut self, layout: &FeatureSet, calibration: Calibration, sample: &Sample) {
        let view = sample.position.side().index();
        let rows = FeatureState::of(&sample.position).active(layout);
        self.rows.push(rows.iter().map(|row| row[view]));
        self.terms.push(terms::counts(&sample.position));
        self.stages.push(output_bucket(&sample.position) as u8);
        self.expected.push(calibration.expected(sample.score.value()) as f32);
        self.results.push(sample.result.unwrap_or(f32::NAN));
    }

    fn append(&mut self, more: &Samples) {
        self.rows.append(&more.rows);
        self.terms.append(&more.terms);
        self.stages.extend_from_slice(&more.stages);
        self.expected.extend_from_slice(&more.expected);
        self.results.extend_from_slice(&more.results);
    }
}

/// All positions of some files of one board.
#[derive(Clone, Debug)]
pub struct Dataset {
    /// The board.
    pub variant: Variant,
    /// To train on.
    pub training: Samples,
    /// Of games that are held out.
    pub held_out: Samples,
    /// The same as positions.
    pub held_out_positions: Vec<Sample>,
    /// Games of all files.
    pub games: u64,
    /// What each file says of its games, and what its scores mean: its engine may have had another evaluation.
    pub files: Vec<(String, Calibration)>,
}

impl Dataset {
    /// Reads files of games, at least one.
    ///
    /// # Errors
    ///
    /// A file is bad or of another board, or there is too little to train on.
    pub fn read(paths: &[PathBuf]) -> Result<Dataset, DatasetError> {
        let mut dataset: Option<Dataset> = None;
        for path in paths {
            let error = |error| DatasetError::File(path.clone(), error);
            let (_, outcomes) = outcomes(path, CALIBRATION_POSITIONS).map_err(error)?;
            let calibration = calibration::fit(&outcomes);
            let reader = GameFileReader::open(path).map_err(error)?;
            let dataset = dataset.get_or_insert_with(|| Dataset::empty(reader.variant()));
            if reader.variant() != dataset.variant {
                return Err(DatasetError::Board(path.clone(), reader.variant()));
            }
            dataset.add(path, reader, calibration)?;
        }
        let dataset = dataset.ok_or(DatasetError::TooSmall(0, 0))?;
        let (training, held_out) = (dataset.training.len(), dataset.held_out.len());
        if training == 0 || held_out == 0 {
            return Err(DatasetError::TooSmall(training, held_out));
        }
        Ok(dataset)
    }

    fn empty(variant: Variant) -> Dataset {
        Dataset {
            variant,
            training: Samples::default(),
            held_out: Samples::default(),
            held_out_positions: Vec::new(),
            games: 0,
            files: Vec::new(),
        }
    }

    fn add<R: std::io::Read>(
        &mut self,
        path: &Path,
        mut reader: GameFileReader<R>,
        calibration: Calibration,
    ) -> Result<(), DatasetError> {
        let error = |error| DatasetError::File(path.to_owned(), error);
        let layout = FeatureSet::new(self.variant);
        self.files.push((reader.settings().to_owned(), calibration));
        let (mut first_game, mut first_block) = (0, 1);
        loop {
            let mut blocks = Vec::with_capacity(BLOCKS_AT_A_TIME);
            while blocks.len() < BLOCKS_AT_A_TIME
                && let Some(block) = reader.next_block().map_err(error)?
            {
                let games = block.contents().games;
                blocks.push((first_game, block));
                first_game += games;
            }
            if blocks.is_empty() {
                self.games += first_game;
                return Ok(());
            }
            let parts: Result<Vec<_>, GameFileError> = (first_block..)
                .zip(&blocks)
                .collect::<Vec<_>>()
                .par_iter()
                .map(|(number, (first_game, block))| {
                    let games = block.games(self.variant).ok_or(GameFileError::Game(*number))?;
                    Ok(part(&layout, calibration, (*first_game..).zip(&games)))
                })
                .collect();
            first_block += blocks.len() as u64;
            for (training, held_out, positions) in &parts.map_err(error)? {
                self.training.append(training);
                self.held_out.append(held_out);
                self.held_out_positions.extend_from_slice(positions);
            }
        }
    }
}

/// The board of a file's games, and the scores and points of their first positions whose result counts, `enough` of
/// them or a few more.
///
/// # Errors
///
/// The file can't be read or is damaged, or a game breaks the rules.
pub fn outcomes(path: &Path, enough: usize) -> Result<(Variant, Vec<Outcome>), GameFileError> {
    let mut reader = GameFileReader::open(path)?;
    let variant = reader.variant();
    let mut outcomes = Vec::new();
    while outcomes.len() < enough
        && let Some(games) = reader.next_games()?
    {
        let samples = games.iter().flat_map(|game| samples(variant, game));
        outcomes.extend(samples.filter_map(|sample| Some((sample.score.value(), sample.result?))));
    }
    Ok((variant, outcomes))
}

/// Positions of some games: to train on, held out, and the latter as positions.
fn part<'a>(
    layout: &FeatureSet,
    calibration: Calibration,
    games: impl Iterator<Item = (u64, &'a RecordedGame)>,
) -> (Samples, Samples, Vec<Sample>) {
    let (mut training, mut held_out) = (Samples::default(), Samples::default());
    let mut positions = Vec::new();
    let variant = layout.variant();
    for (number, game) in games {
        if number % HELD_OUT_ONE_IN == HELD_OUT_ONE_IN - 1 {
            for sample in samples(variant, game) {
                held_out.push(layout, calibration, &sample);
                positions.push(sample);
            }
        } else {
            samples(variant, game).for_each(|sample| training.push(layout, calibration, &sample));
        }
    }
    (training, held_out, positions)
}

/// The positions of a game that training can use.
pub fn samples(variant: Variant, game: &RecordedGame) -> impl Iterator<Item = Sample> {
    let last_random = game.plies.iter().rposition(|ply| ply.searched.is_some() && ply.is_random());
    let mut position = Position::start(variant);
    game.plies.iter().enumerate().filter_map(move |(index, ply)| {
        let before = position;
        position.play(ply.played);
        let searched = ply.searched?;
        let side: Side = before.side();
        let result = last_random
            .is_none_or(|last| index > last)
            .then(|| f32::from(game.result.half_points(side)) / 2.0);
        let quiet = !before.can_capture();
        quiet.then_some(Sample { position: before, score: searched.score, result })
    })
}
