//! What several subcommands share: reading files of games in all formats, reports of games with errors, and checks of input
//! and output paths.

use crate::arguments::{check_coordinates, usage_error};
use crate::output::{STDOUT, count, is_stdio, path_name, print_note};
use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use emergo::{Blocked, Coordinates, Variant};
use emergo_records::{
    BoardChoice, Format, GameError, GameRecord, ReadError, ReadOptions, ReadReport, UnknownFormat,
    decode, read_records,
};
use luctor_system::files::is_same_file;
use luctor_trainer::self_play::game_file::GameFileReader;
use luctor_trainer::self_play::game_records::record_of;
use luctor_trainer::self_play::position_lines;
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Read};
use std::iter::{from_fn, once};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// A format of games: one of game records, or one of training data.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum DataFormat {
    Records(Format),
    Positions,
    Datagen,
}

impl DataFormat {
    /// The help of the option that names the format to read.
    pub fn help() -> String {
        format!("The format to read: {}|positions|datagen [default: detected]", Format::NAMES)
    }

    /// The parser of the option that names the format to write.
    pub fn written() -> impl TypedValueParser<Value = DataFormat> {
        let records = Format::ALL.into_iter().filter(|format| format.writer().is_ok());
        let names = records.map(Format::name).chain(["positions", "datagen"]);
        PossibleValuesParser::new(names).try_map(|name| name.parse::<DataFormat>())
    }
}

impl FromStr for DataFormat {
    type Err = String;

    fn from_str(text: &str) -> Result<DataFormat, String> {
        match text {
            "positions" => Ok(DataFormat::Positions),
            "datagen" => Ok(DataFormat::Datagen),
            _ => {
                let read = text.parse().map(DataFormat::Records);
                read.map_err(|error: UnknownFormat| format!("{error}, positions, datagen"))
            }
        }
    }
}

pub struct FileOptions {
    format: Option<DataFormat>,
    /// For game records.
    records: ReadOptions,
}

/// The format of games, and a rule that the format may leave open.
#[derive(Args)]
pub struct FormatArgs {
    #[arg(long, value_name = "FORMAT", help = DataFormat::help())]
    pub from: Option<DataFormat>,
    /// The result if a side has no legal move, for games whose format leaves it open [default: the rule of the source].
    #[arg(long, value_name = Blocked::NAMES)]
    pub blocked: Option<Blocked>,
}

impl FormatArgs {
    /// How games are read, with a board and coordinates for those that do not name theirs. Ends the program with a usage
    /// error if the board does not have the coordinates.
    pub fn options(
        &self,
        variant: Option<Variant>,
        coordinates: Option<Coordinates>,
    ) -> FileOptions {
        if let (Some(coordinates), Some(variant)) = (coordinates, variant) {
            check_coordinates(coordinates, variant);
        }
        let format = match self.from {
            Some(DataFormat::Records(format)) => Some(format),
            _ => None,
        };
        let records = ReadOptions { format, coordinates, variant, blocked: self.blocked };
        FileOptions { format: self.from, records }
    }
}

/// What is known about games that do not name it.
#[derive(Args)]
pub struct ReadOptionsArgs {
    #[command(flatten)]
    format: FormatArgs,
    /// The board of games that do not name theirs.
    #[arg(long, value_name = Variant::NAMES)]
    pub variant: Option<Variant>,
    /// The coordinates of games that do not name theirs, except JSON [default: those of the format, or those in which the moves are legal].
    #[arg(long, value_name = Coordinates::NAMES)]
    coordinates: Option<Coordinates>,
}

impl ReadOptionsArgs {
    pub fn options(&self) -> FileOptions {
        self.format.options(self.variant, self.coordinates)
    }
}

pub struct InputGame<'a> {
    pub path: &'a Path,
    /// Its number in the file, from 1.
    pub number: usize,
    /// Whether it is training data, which begins with random moves and is often decided by score.
    pub is_training_data: bool,
    pub record: Result<GameRecord, FaultyGame>,
}

/// Games in their order. An error of the iterator ends the file.
pub type InputGames<'a> = Box<dyn Iterator<Item = Result<InputGame<'a>>> + 'a>;

pub struct FaultyGame {
    /// What is wrong, and where.
    pub sentence: String,
    /// The game without an illegal move and what follows it in its line.
    pub legal_part: Option<Box<GameRecord>>,
    /// Whether the illegal move is one of a variation, and the main line is complete.
    pub is_complete: bool,
}

impl From<ReadError> for FaultyGame {
    fn from(error: ReadError) -> FaultyGame {
        FaultyGame {
            sentence: error.sentence(),
            legal_part: error.legal_part().cloned().map(Box::new),
            is_complete: matches!(error.source, GameError::Move { is_complete: true, .. }),
        }
    }
}

impl FaultyGame {
    /// A game of which nothing is used.
    pub fn unusable(sentence: impl ToString) -> FaultyGame {
        FaultyGame { sentence: sentence.to_string(), legal_part: None, is_complete: false }
    }
}

pub fn games_of<'a>(
    inputs: &'a [PathBuf],
    options: &'a FileOptions,
) -> impl Iterator<Item = Result<InputGame<'a>>> {
    inputs.iter().flat_map(move |path| {
        open_games(path, options).unwrap_or_else(|error| Box::new(once(Err(error))))
    })
}

/// Opens a file of games. Reports the format on standard error. Fails if the file has no games.
pub fn open_games<'a>(path: &'a Path, options: &FileOptions) -> Result<InputGames<'a>> {
    let is_datagen = match options.format {
        Some(format) => format == DataFormat::Datagen,
        None => path.is_file() && GameFileReader::open(path).is_ok(),
    };
    if is_datagen {
        return open_datagen_file(path);
    }
    let text = read_text(path)?;
    let is_training_data = match options.format {
        Some(format) => format == DataFormat::Positions,
        None => text.trim_start().lines().next().is_some_and(position_lines::is_position_line),
    };
    let games: Vec<Result<GameRecord, FaultyGame>> = if is_training_data {
        print_note(&format!("{}: JSON lines of positions", file_name(path)));
        let games = position_lines::read_games(&text);
        let record =
            |game: Result<_, _>| game.as_ref().map(record_of).map_err(FaultyGame::unusable);
        games.into_iter().map(record).collect()
    } else {
        let games = read_games(path, &text, &options.records).games;
        let games = games.into_iter().map(|game| Ok(game?)).collect();
        if options.format.is_none() { with_one_error(games) } else { games }
    };
    number_games(path, is_training_data, games.into_iter().map(Ok))
}

/// Fails if there are no games.
fn number_games(
    path: &Path,
    is_training_data: bool,
    records: impl Iterator<Item = Result<Result<GameRecord, FaultyGame>>> + 'static,
) -> Result<InputGames<'_>> {
    let mut records = records.peekable();
    ensure!(records.peek().is_some(), "{}: there are no games", file_name(path));
    Ok(Box::new((1..).zip(records).map(move |(number, record)| {
        Ok(InputGame { path, number, is_training_data, record: record? })
    })))
}

/// One error in place of those of all games if there are several and none has a legal move, as in a file of another kind.
fn with_one_error(
    games: Vec<Result<GameRecord, FaultyGame>>,
) -> Vec<Result<GameRecord, FaultyGame>> {
    let has_moves = |game: &Result<GameRecord, FaultyGame>| match game {
        Ok(_) => true,
        Err(faulty) => faulty.legal_part.as_ref().is_some_and(|part| !part.moves.is_empty()),
    };
    match &games[..] {
        [Err(first), _, ..] if !games.iter().any(has_moves) => {
            let sentence = &first.sentence;
            let sentence =
                format!("no game can be read; the first error: {sentence} (--from reports all)");
            vec![Err(FaultyGame::unusable(sentence))]
        }
        _ => games,
    }
}

fn open_datagen_file(path: &Path) -> Result<InputGames<'_>> {
    ensure!(!is_stdio(path), "a datagen file is not read from standard input");
    let name = file_name(path);
    let mut reader = GameFileReader::open(path).with_context(|| name.clone())?;
    let variant = reader.variant();
    print_note(&format!("{name}: datagen file of {variant}"));
    let mut has_ended = false;
    let blocks = from_fn(move || {
        if has_ended {
            return None;
        }
        let read = reader.next_games().with_context(|| name.clone());
        has_ended = !matches!(read, Ok(Some(_)));
        match read {
            Ok(Some(games)) => Some(games.iter().map(|game| Ok(Ok(record_of(game)))).collect()),
            Ok(None) if reader.is_incomplete() => {
                Some(vec![Ok(Err(FaultyGame::unusable("the last block is incomplete")))])
            }
            Ok(None) => None,
            Err(error) => Some(vec![Err(error)]),
        }
    });
    number_games(path, true, blocks.flatten())
}

/// The bytes of a file, or of standard input if the path is `-`.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = match is_stdio(path) {
        true => io::stdin().read_to_end(&mut bytes),
        false => File::open(path).and_then(|mut file| file.read_to_end(&mut bytes)),
    };
    read.with_context(|| file_name(path))?;
    Ok(bytes)
}

/// The text of a file, or of standard input if the path is `-`. Fails if it has zero bytes, as programs and UTF-16 have.
pub fn read_text(path: &Path) -> Result<String> {
    let bytes = read_bytes(path)?;
    ensure!(!bytes.contains(&0), "{}: not a text in UTF-8 or Latin-1", file_name(path));
    Ok(decode(bytes))
}

/// The name of an input in messages.
pub fn file_name(path: &Path) -> String {
    path_name(path, "standard input")
}

/// Reads the games of a file. Reports the format, and the board and the coordinates if the file does not name them, on
/// standard error.
fn read_games(path: &Path, text: &str, options: &ReadOptions) -> ReadReport {
    let report = read_records(text, options);
    let (name, games) = (file_name(path), count(report.games.len(), "game"));
    print_note(&format!("{name}: {}, {games}", report.format.title()));
    let board = &report.board;
    match board {
        BoardChoice::Given => {}
        BoardChoice::OnlyLegal { .. } => print_note(&format!("{name}: {board}")),
        BoardChoice::Ambiguous { .. } | BoardChoice::NoneLegal { .. } => {
            print_note(&format!("{name}: {board} (--coordinates and --variant select others)"));
        }
    }
    report
}

/// Reports the errors of games on standard error, and counts them.
#[derive(Default)]
pub struct GameErrors(usize);

impl GameErrors {
    /// The game, or the legal part of one with an error, which is reported. `None` if this part has no moves.
    pub fn legal_part(&mut self, game: InputGame) -> Option<GameRecord> {
        match game.record {
            Ok(record) => Some(record),
            Err(faulty) => {
                self.report(game.path, &faulty.sentence);
                faulty.legal_part.map(|part| *part).filter(|part| !part.moves.is_empty())
            }
        }
    }

    /// The game if its main line is complete. An error is reported.
    pub fn complete_game(&mut self, game: InputGame) -> Option<GameRecord> {
        let is_complete = game.record.as_ref().map_or_else(|faulty| faulty.is_complete, |_| true);
        self.legal_part(game).filter(|_| is_complete)
    }

    pub fn report(&mut self, path: &Path, sentence: &str) {
        self.0 += 1;
        print_note(&format!("{}: {sentence}", file_name(path)));
    }

    /// Fails if there was an error. `consequence` tells what it means, such as `; games with errors are not added`.
    pub fn finish(&self, consequence: &str) -> Result<()> {
        if self.0 > 0 {
            bail!("{} in the games{consequence}", count(self.0, "error"));
        }
        Ok(())
    }
}

/// Fails if an input does not exist, before a work begins. Ends the program with a usage error if an input is given twice.
pub fn check_inputs(inputs: &[PathBuf]) -> Result<()> {
    let mut known = HashSet::new();
    for path in inputs {
        if !is_stdio(path) {
            std::fs::metadata(path).with_context(|| file_name(path))?;
        }
        if !known.insert(path.canonicalize().unwrap_or_else(|_| path.clone())) {
            usage_error(&file_name(path), &"is given twice");
        }
    }
    Ok(())
}

/// Ends the program with a usage error if an output would destroy an input or another output. Each output has the name of
/// its option.
pub fn check_outputs(inputs: &[PathBuf], outputs: &[(&'static str, Option<&Path>)]) {
    let given = outputs.iter().filter_map(|(option, path)| Some((option, (*path)?)));
    for (index, (option, path)) in given.clone().enumerate() {
        let is_input = !is_stdio(path) && inputs.iter().any(|input| is_same_file(input, path));
        let other = given.clone().take(index).find(|(_, other)| is_same_file(other, path));
        let use_of = match other {
            _ if is_input => "also an input".to_owned(),
            Some((other, _)) => format!("also for {other}"),
            None => continue,
        };
        usage_error(option, &format!("{} is {use_of}", path_name(path, STDOUT)));
    }
}
