//! `luctor convert`: reads game records in any format, selects games, and writes them in another format.

use crate::STDOUT;
use crate::arguments::usage_error;
use crate::record_files::{count, file_name, print_note, read_bytes, read_games};
use crate::self_play_games::{record_of, self_play_of};
use anyhow::{Context, Result, bail};
use clap::Args;
use emergo::notation::PositionText;
use emergo::{Blocked, Coordinates, GameResult, UnknownResult, Variant};
use emergo_records::{CanonicalGame, GameRecord, ReadOptions, SourceFormat, TargetFormat, decode};
use luctor_trainer::game_file::{GameBlock, GameFileReader, GameFileWriter, SelfPlayGame};
use luctor_trainer::position_lines::{self, PositionLineReader};
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Convert game records of any format, and select games.
///
/// Reads PGN, JSON lines of matches, the JSON of AbstractPlay, MindSports move lists, the shorthand of the Emergo Tutor,
/// saved games of Zillions of Games, lists of moves, and files of `luctor datagen`. The format is detected and reported.
/// A game with an illegal move is cut before that move and reported. Then the exit code is 1.
#[derive(Args)]
pub struct ConvertArgs {
    /// The files to read; - is standard input.
    #[arg(required = true, value_name = "IN")]
    inputs: Vec<PathBuf>,
    /// The format to read: pgn, json, abstractplay, mindsports, tutor, zillions, moves, positions or datagen [default:
    /// detected].
    #[arg(long, value_name = "FORMAT")]
    from: Option<Source>,
    /// The format to write: pgn, json (lines), moves (one line per game), abstractplay, positions (JSON lines with
    /// position, move, score and result) or datagen (a file for `luctor train`).
    #[arg(long, default_value = "pgn", value_name = "FORMAT")]
    to: Target,
    /// The file to write, which is replaced [default: standard output].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The coordinates of games that do not name theirs: oblique or checkerboard [default: those of the format, or those in
    /// which the moves are legal].
    #[arg(long, value_name = "NAME")]
    coordinates: Option<Coordinates>,
    /// The result for a blocked side, draw or loss, in games that do not tell it [default: the rule of the source].
    #[arg(long, value_name = "RULE")]
    blocked: Option<Blocked>,
    /// Only games of this player, in either letter case.
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Only games with this result: 1-0, 0-1, 1/2-1/2, or * for games that are not finished.
    #[arg(long, value_name = "RESULT")]
    result: Option<ResultFilter>,
    /// Only games on this board: emergo, emergo7 or hexemergo. It is also the board of games that do not name theirs.
    #[arg(long, value_name = "NAME")]
    variant: Option<Variant>,
    /// Only games with at least this many plies.
    #[arg(long, default_value_t = 0, value_name = "N")]
    min_plies: usize,
    /// Only the first of games with the same moves. Games that differ by a symmetry of the board are the same.
    #[arg(long)]
    unique: bool,
}

/// A format to read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    Records(SourceFormat),
    Positions,
    Datagen,
}

impl FromStr for Source {
    type Err = emergo_records::UnknownSourceFormat;

    fn from_str(text: &str) -> Result<Source, Self::Err> {
        match text {
            "positions" => Ok(Source::Positions),
            "datagen" => Ok(Source::Datagen),
            _ => text.parse().map(Source::Records),
        }
    }
}

/// A format to write.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    Records(TargetFormat),
    Positions,
    Datagen,
}

impl FromStr for Target {
    type Err = emergo_records::UnknownTargetFormat;

    fn from_str(text: &str) -> Result<Target, Self::Err> {
        match text {
            "positions" => Ok(Target::Positions),
            "datagen" => Ok(Target::Datagen),
            _ => text.parse().map(Target::Records),
        }
    }
}

/// A result of a game, or none.
#[derive(Clone, Copy, PartialEq, Eq)]
struct ResultFilter(Option<GameResult>);

impl FromStr for ResultFilter {
    type Err = UnknownResult;

    fn from_str(text: &str) -> Result<ResultFilter, UnknownResult> {
        match text {
            "*" => Ok(ResultFilter(None)),
            _ => text.parse().map(|result| ResultFilter(Some(result))),
        }
    }
}

/// Runs the subcommand.
pub fn run(args: &ConvertArgs) -> Result<()> {
    for path in args.inputs.iter().filter(|path| path.as_os_str() != "-") {
        let input = path.canonicalize().with_context(|| file_name(path))?;
        if args.out.as_ref().and_then(|out| out.canonicalize().ok()) == Some(input) {
            usage_error("convert", "--out", &format!("{} is also an input", path.display()));
        }
    }
    let output = Output::create(args)?;
    let mut converter =
        Converter { args, output, seen: HashSet::new(), read: 0, written: 0, errors: 0 };
    for path in &args.inputs {
        converter.convert_file(path)?;
    }
    let Converter { output, read, written, errors, .. } = converter;
    output.finish()?;
    print_note(&format!("{} read, {written} written", count(read, "game")));
    if errors > 0 {
        bail!("{errors} of {} had errors", count(read, "game"));
    }
    Ok(())
}

/// A game of a file.
#[derive(Clone, Copy)]
struct GamePlace<'a> {
    path: &'a Path,
    /// The number of the game in the file, from 1.
    number: usize,
}

/// The games that were read and written so far.
struct Converter<'a> {
    args: &'a ConvertArgs,
    output: Output,
    /// The games that were written, with --unique.
    seen: HashSet<CanonicalGame>,
    read: usize,
    written: usize,
    errors: usize,
}

impl Converter<'_> {
    fn convert_file(&mut self, path: &Path) -> Result<()> {
        let is_datagen = match self.args.from {
            Some(source) => source == Source::Datagen,
            None => path.as_os_str() != "-" && is_game_file(path),
        };
        if is_datagen {
            return self.convert_game_file(path);
        }
        let bytes = read_bytes(path)?;
        let format = match self.args.from {
            Some(Source::Records(format)) => Some(format),
            Some(_) => return self.convert_positions(path, &decode(bytes)),
            None if is_position_lines(&bytes) => {
                return self.convert_positions(path, &decode(bytes));
            }
            None => None,
        };
        let ConvertArgs { coordinates, variant, blocked, .. } = *self.args;
        let options = ReadOptions { format, coordinates, variant, blocked };
        for (number, game) in (1..).zip(read_games(path, bytes, &options).games) {
            self.read += 1;
            let place = GamePlace { path, number };
            match game {
                Ok(record) => self.write_record(place, &record)?,
                Err(error) => {
                    self.report(&format!("{}: {}", file_name(path), error.sentence()));
                    if let Some(record) = error.legal_part() {
                        self.write_record(place, record)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Converts a file of `luctor datagen` block by block.
    fn convert_game_file(&mut self, path: &Path) -> Result<()> {
        let name = file_name(path);
        let mut reader = GameFileReader::open(path).with_context(|| name.clone())?;
        let variant = reader.variant();
        print_note(&format!("{name}: datagen file of {variant}"));
        let mut number = 0;
        while let Some(games) = reader.next_games().with_context(|| name.clone())? {
            for game in games {
                number += 1;
                self.read += 1;
                self.write_self_play(GamePlace { path, number }, variant, &game)?;
            }
        }
        Ok(())
    }

    fn convert_positions(&mut self, path: &Path, text: &str) -> Result<()> {
        print_note(&format!("{}: JSON lines of positions", file_name(path)));
        for (number, game) in (1..).zip(PositionLineReader::new(text)) {
            self.read += 1;
            let place = GamePlace { path, number };
            match game {
                Ok(game) => self.write_self_play(place, game.variant, &game.game)?,
                Err(error) => self.report(&format!("{}: {error}", file_name(path))),
            }
        }
        Ok(())
    }

    /// Prints an error of a game.
    fn report(&mut self, error: &str) {
        self.errors += 1;
        print_note(error);
    }

    fn write_self_play(
        &mut self,
        place: GamePlace,
        variant: Variant,
        game: &SelfPlayGame,
    ) -> Result<()> {
        let record = record_of(variant, game);
        if !self.is_selected(&record) {
            return Ok(());
        }
        match self.args.to {
            Target::Records(_) => self.write(place, &record),
            Target::Positions | Target::Datagen => {
                self.output.add_self_play(&record, game)?;
                self.written += 1;
                Ok(())
            }
        }
    }

    fn write_record(&mut self, place: GamePlace, record: &GameRecord) -> Result<()> {
        if !self.is_selected(record) {
            return Ok(());
        }
        self.write(place, record)
    }

    /// Writes a game, or reports why the format cannot hold it.
    fn write(&mut self, place: GamePlace, record: &GameRecord) -> Result<()> {
        let left_out = match self.args.to {
            Target::Records(format) => match format.write(record) {
                Ok(text) => {
                    self.output.add_text(&text)?;
                    None
                }
                Err(error) => Some(error.to_string()),
            },
            Target::Datagen if record.start.is_some() => {
                Some("a datagen file has no start positions".to_owned())
            }
            Target::Positions | Target::Datagen => match self_play_of(record) {
                Some(game) => {
                    self.output.add_self_play(record, &game)?;
                    None
                }
                None => Some("the game has no result".to_owned()),
            },
        };
        match left_out {
            None => self.written += 1,
            Some(reason) => {
                let GamePlace { path, number } = place;
                self.report(&format!("{}: game {number}: {reason}", file_name(path)));
            }
        }
        Ok(())
    }

    /// Do the filters select the game?
    fn is_selected(&mut self, record: &GameRecord) -> bool {
        let ConvertArgs { player, result, variant, min_plies, unique, .. } = self.args;
        let is_player = |name: &String| {
            let lower = name.to_lowercase();
            let mut names = record.players.iter().filter_map(|player| player.name.as_ref());
            names.any(|name| name.to_lowercase() == lower)
        };
        player.as_ref().is_none_or(is_player)
            && result.is_none_or(|ResultFilter(result)| result == record.result)
            && variant.is_none_or(|variant| variant == record.variant)
            && record.moves.len() >= *min_plies
            && (!unique || self.seen.insert(CanonicalGame::of(record)))
    }
}

/// Is it a file of `luctor datagen`?
fn is_game_file(path: &Path) -> bool {
    GameFileReader::open(path).is_ok()
}

/// Is the first line a position with its move?
fn is_position_lines(bytes: &[u8]) -> bool {
    let line = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    std::str::from_utf8(line).is_ok_and(position_lines::is_position_line)
}

/// Where the games are written.
enum Output {
    Text { writer: Box<dyn Write>, name: String, target: Target, is_first: bool },
    Datagen { path: PathBuf, file: Option<(Variant, GameFileWriter)>, block: GameBlock },
}

/// Games of a block of a datagen file.
const BLOCK_GAMES: u64 = 64;

impl Output {
    fn create(args: &ConvertArgs) -> Result<Output> {
        let Some(path) = &args.out else {
            if args.to == Target::Datagen {
                usage_error("convert", "--to", &"a datagen file needs --out");
            }
            let writer: Box<dyn Write> = Box::new(BufWriter::new(io::stdout()));
            let name = STDOUT.to_owned();
            return Ok(Output::Text { writer, name, target: args.to, is_first: true });
        };
        let name = file_name(path);
        let file = File::create(path).with_context(|| name.clone())?;
        if args.to == Target::Datagen {
            return Ok(Output::Datagen {
                path: path.clone(),
                file: None,
                block: GameBlock::default(),
            });
        }
        let writer: Box<dyn Write> = Box::new(BufWriter::new(file));
        Ok(Output::Text { writer, name, target: args.to, is_first: true })
    }

    /// Adds the text of a game.
    fn add_text(&mut self, text: &str) -> Result<()> {
        let Output::Text { writer, name, target, is_first } = self else { return Ok(()) };
        let before = match target {
            Target::Records(format) if *is_first => format.frame().before,
            Target::Records(format) => format.frame().between,
            Target::Positions | Target::Datagen => "",
        };
        *is_first = false;
        write!(writer, "{before}{text}").with_context(|| name.clone())
    }

    fn add_self_play(&mut self, record: &GameRecord, game: &SelfPlayGame) -> Result<()> {
        match self {
            Output::Text { .. } => {
                let start = record.game_at(0);
                let start = PositionText { position: *start.start(), turn: start.first_turn() };
                self.add_text(&position_lines::write_game(start, game))
            }
            Output::Datagen { path, file, block } => {
                let name = || file_name(path);
                let (variant, writer) = match file {
                    Some(file) => file,
                    None => {
                        let settings = format!("variant={} source=convert", record.variant);
                        let writer = GameFileWriter::open(path, &settings).with_context(name)?;
                        file.insert((record.variant, writer))
                    }
                };
                if *variant != record.variant {
                    bail!("{}: a datagen file has games of one board: see --variant", name());
                }
                block.push(*variant, game);
                if block.totals().games == BLOCK_GAMES {
                    writer.add(&std::mem::take(block)).with_context(name)?;
                }
                Ok(())
            }
        }
    }

    fn finish(self) -> Result<()> {
        match self {
            Output::Text { mut writer, name, target, is_first } => {
                if let Target::Records(format) = target {
                    let frame = format.frame();
                    let before = if is_first { frame.before } else { "" };
                    write!(writer, "{before}{}", frame.after).with_context(|| name.clone())?;
                }
                writer.flush().with_context(|| name.clone())
            }
            Output::Datagen { path, file, block } => match file {
                Some((_, mut writer)) if block.totals().games > 0 => {
                    writer.add(&block).with_context(|| file_name(&path))
                }
                _ => Ok(()),
            },
        }
    }
}
