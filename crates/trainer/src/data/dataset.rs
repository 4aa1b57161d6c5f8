//! The data of a training: all samples of some game files, split into a training set and a validation set.
//!
//! The split is by game: positions of one game are similar, so they are never in both sets.

use super::score_curve::{ScoreCurve, ScoredResult};
use super::training_samples::{PackedSample, samples_of_game};
use crate::self_play::game::SelfPlayGame;
use crate::self_play::game_file::{GameFileError, GameFileReader};
use emergo::Variant;
use rayon::prelude::*;
use std::io::BufRead;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// One of this many games is in the validation set.
pub const VALIDATION_ONE_IN: u64 = 32;
/// Blocks that are decoded in parallel.
const BLOCKS_AT_A_TIME: usize = 256;
/// Positions for the curve of a file.
const CURVE_POSITIONS: usize = 500_000;

/// Why the data cannot be used.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum DatasetError {
    #[error("{}", path.display())]
    File { path: PathBuf, source: GameFileError },
    #[error("{}: the games are on {found}, those of the first file on {expected}", path.display())]
    Board { path: PathBuf, found: Variant, expected: Variant },
    #[error(
        "too few games: {training} training positions and {validation} validation positions \
         (one game in {VALIDATION_ONE_IN} is for validation)"
    )]
    TooSmall { training: usize, validation: usize },
}

/// A game file of the data.
#[derive(Clone, PartialEq, Debug)]
pub struct SourceFile {
    /// The settings in its header.
    pub settings: String,
    /// What its scores are worth. It differs between files, because they were played with different networks and nodes.
    pub curve: ScoreCurve,
}

/// Samples for training and for validation.
#[derive(Clone, Default, Debug)]
pub struct SplitSamples {
    /// The training set.
    pub training: Vec<PackedSample>,
    /// The validation set.
    pub validation: Vec<PackedSample>,
}

/// All samples of some game files of one board.
#[derive(Clone, Debug)]
pub struct Dataset {
    /// The board.
    pub variant: Variant,
    /// The samples.
    pub samples: SplitSamples,
    /// Games of all files.
    pub games: u64,
    /// The game files.
    pub files: Vec<SourceFile>,
}

impl Dataset {
    /// Reads game files.
    ///
    /// # Errors
    ///
    /// A file cannot be read or is of another board, or the training or the validation set is empty.
    pub fn read(paths: &[PathBuf]) -> Result<Dataset, DatasetError> {
        let mut dataset: Option<Dataset> = None;
        for path in paths {
            let error = |source| DatasetError::File { path: path.clone(), source };
            let mut reader = GameFileReader::open(path).map_err(error)?;
            let variant = reader.variant();
            let results = scored_results(&mut reader, CURVE_POSITIONS).map_err(error)?;
            let dataset = dataset.get_or_insert_with(|| Dataset {
                variant,
                samples: SplitSamples::default(),
                games: 0,
                files: Vec::new(),
            });
            if variant != dataset.variant {
                let (path, expected) = (path.clone(), dataset.variant);
                return Err(DatasetError::Board { path, found: variant, expected });
            }
            dataset.add_file(path, ScoreCurve::fit(&results)).map_err(error)?;
        }
        let samples = dataset.as_ref().map(|dataset| &dataset.samples);
        let sizes = samples.map_or((0, 0), |sets| (sets.training.len(), sets.validation.len()));
        match (dataset, sizes) {
            (Some(dataset), (1.., 1..)) => Ok(dataset),
            (_, (training, validation)) => Err(DatasetError::TooSmall { training, validation }),
        }
    }

    fn add_file(&mut self, path: &Path, curve: ScoreCurve) -> Result<(), GameFileError> {
        let mut reader = GameFileReader::open(path)?;
        self.files.push(SourceFile { settings: reader.settings().to_owned(), curve });
        let variant = self.variant;
        let mut first_game = 0;
        loop {
            let mut blocks = Vec::with_capacity(BLOCKS_AT_A_TIME);
            while blocks.len() < BLOCKS_AT_A_TIME
                && let Some(block) = reader.next_block()?
            {
                let games = block.totals().games;
                blocks.push((reader.blocks_read(), first_game, block));
                first_game += games;
            }
            if blocks.is_empty() {
                self.games += first_game;
                return Ok(());
            }
            let parts: Result<Vec<SplitSamples>, GameFileError> = blocks
                .par_iter()
                .map(|(number, first_game, block)| {
                    let games = block.games(variant).ok_or(GameFileError::Game(*number))?;
                    let mut part = SplitSamples::default();
                    for (number, game) in (*first_game..).zip(&games) {
                        part.add_game(number, game, curve);
                    }
                    Ok(part)
                })
                .collect();
            for part in parts? {
                self.samples.training.extend(part.training);
                self.samples.validation.extend(part.validation);
            }
        }
    }
}

impl SplitSamples {
    /// Adds the samples of a game with this number in its file.
    fn add_game(&mut self, number: u64, game: &SelfPlayGame, curve: ScoreCurve) {
        let is_validation = number % VALIDATION_ONE_IN == VALIDATION_ONE_IN - 1;
        let part = if is_validation { &mut self.validation } else { &mut self.training };
        part.extend(samples_of_game(game).map(|sample| PackedSample::new(&sample, curve)));
    }
}

/// The scores and results of the next samples of a game file that have a result: at least `count` of them, if the file has as
/// many.
///
/// # Errors
///
/// The file cannot be read, it is damaged, or a game is malformed or has an illegal move.
pub fn scored_results<R: BufRead>(
    reader: &mut GameFileReader<R>,
    count: usize,
) -> Result<Vec<ScoredResult>, GameFileError> {
    let mut results = Vec::new();
    while results.len() < count
        && let Some(games) = reader.next_games()?
    {
        let samples = games.iter().flat_map(samples_of_game);
        results.extend(samples.filter_map(|sample| {
            Some(ScoredResult { score: sample.score, points: sample.points? })
        }));
    }
    Ok(results)
}
