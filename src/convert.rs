//! `luctor convert`: reads game records in any format, selects games, and writes them in another format.

use crate::arguments::{number, usage_error};
use crate::output::{Destination, STDOUT, count, is_stdio, path_name, print_note};
use crate::record_files::{
    DataFormat, FileOptions, GameErrors, ReadOptionsArgs, check_inputs, check_outputs, games_of,
};
use anyhow::{Context, Result, ensure};
use clap::Args;
use emergo::{GameResult, UnknownResult};
use emergo_records::convert::{GameFilter, GameOutput, OutputError, TextOutput};
use luctor_system::files::is_locked;
use luctor_trainer::self_play::game_file::GameFileError;
use luctor_trainer::self_play::game_records::{GameFileOutput, PositionOutput};
use std::collections::HashSet;
use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Convert game records of any format, and select games.
///
/// Detects the format of the input and reports it. docs/records.md describes the formats. A game or variation with an illegal
/// move is cut before that move and reported. A game whose first move is illegal is left out, and with --variant every game on
/// another board.
#[derive(Args)]
pub struct ConvertArgs {
    /// The files to read; - is standard input.
    #[arg(required = true, value_name = "IN")]
    inputs: Vec<PathBuf>,
    /// The format to write. positions are JSON lines with position, move, score and result. datagen is a file for `luctor train`.
    #[arg(long, default_value = "pgn", value_name = "FORMAT", value_parser = DataFormat::written())]
    to: DataFormat,
    /// The file to write, which is replaced when all games are converted; - is standard output.
    #[arg(long, value_name = "FILE", default_value = "-")]
    out: PathBuf,
    #[command(flatten)]
    read_options: ReadOptionsArgs,
    /// Only games of this player, in either letter case.
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Only games with this result: 1-0, 0-1, 1/2-1/2, or * for games that are not finished.
    #[arg(long, value_name = "RESULT")]
    result: Option<ResultFilter>,
    /// Only games with at least this many plies.
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = number::<usize>(..))]
    min_plies: usize,
    /// Only the first of games with the same moves. Games that differ by a symmetry of the board are the same.
    #[arg(long)]
    unique: bool,
}

/// A result of a game, or none.
#[derive(Clone, Copy, PartialEq, Eq)]
struct ResultFilter(Option<GameResult>);

impl FromStr for ResultFilter {
    type Err = String;

    fn from_str(text: &str) -> Result<ResultFilter, String> {
        if text == "*" {
            return Ok(ResultFilter(None));
        }
        let result = text.parse().map_err(|error: UnknownResult| format!("{error}, *"))?;
        Ok(ResultFilter(Some(result)))
    }
}

pub fn run(args: &ConvertArgs) -> Result<()> {
    check_inputs(&args.inputs)?;
    check_outputs(&args.inputs, &[("--out", Some(&args.out))]);
    let options = args.read_options.options();
    let writer = match args.to {
        DataFormat::Records(format) => Some(format.writer()?),
        DataFormat::Datagen if is_stdio(&args.out) => {
            usage_error("--to", &"a datagen file needs --out FILE");
        }
        _ => None,
    };
    check_unlocked(&args.out)?;
    let mut out = Destination::create(&args.out, &args.inputs)?;
    let file = BufWriter::new(out.writer());
    let errors = match (writer, args.to) {
        (Some(writer), _) => convert(args, &options, TextOutput::new(file, writer)),
        (None, DataFormat::Datagen) => convert(args, &options, GameFileOutput::new(file)),
        (None, _) => convert(args, &options, PositionOutput(file)),
    }?;
    check_unlocked(&args.out)?;
    out.finish()?;
    errors.finish("")
}

/// Fails if another process, such as `luctor datagen`, writes a file.
fn check_unlocked(path: &Path) -> Result<()> {
    if !is_stdio(path)
        && path.is_file()
        && let Ok(file) = File::open(path)
    {
        let is_unlocked = is_locked(file.try_lock()).with_context(|| path.display().to_string())?;
        ensure!(is_unlocked, "{}: {}", path.display(), GameFileError::InUse);
    }
    Ok(())
}

/// Writes the selected games. Returns the errors. Fails if errors left no game to write.
fn convert(
    args: &ConvertArgs,
    options: &FileOptions,
    mut output: impl GameOutput,
) -> Result<GameErrors> {
    let output_name = path_name(&args.out, STDOUT);
    let mut filter = GameFilter {
        player: args.player.clone(),
        result: args.result.map(|ResultFilter(result)| result),
        variant: args.read_options.variant,
        min_plies: args.min_plies,
        unique: args.unique.then(HashSet::new),
    };
    let (mut read, mut written, mut errors) = (0, 0, GameErrors::default());
    for game in games_of(&args.inputs, options) {
        let game = game?;
        read += 1;
        let (path, number) = (game.path, game.number);
        let Some(record) = errors.legal_part(game).filter(|record| filter.accepts(record)) else {
            continue;
        };
        match output.add(&record) {
            Ok(()) => written += 1,
            Err(OutputError::LeftOut(reason)) => {
                errors.report(path, &format!("game {number}: {reason}"));
            }
            Err(OutputError::Failed(error)) => return Err(error).context(output_name),
        }
    }
    print_note(&format!("{} read, {written} written", count(read, "game")));
    if written == 0 {
        errors.finish("")?;
    }
    output.finish().context(output_name)?;
    Ok(errors)
}
