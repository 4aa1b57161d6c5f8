//! `luctor explore`: an index of games, and what was played in a position.

use crate::arguments::{GameArgs, PositionArgs};
use crate::output::{count, print, print_note, print_report};
use crate::record_files::{FormatArgs, GameErrors, check_inputs, file_name, games_of};
use anyhow::{Context, Result, bail};
use clap::Args;
use emergo::{Blocked, Coordinates, Position, Variant};
use luctor_explorer::{ExplorerAnswer, Index, IndexWriter};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Show what was played in a position, and with what results.
///
/// With files of games, adds them to an index; a new index is created if there is no file. Without them, shows for each
/// move the number of games, their results, the mean score of the move and example games. Positions that are symmetric
/// to each other are the same. Reads the formats of `luctor convert`; --variant and --coordinates are those of games that
/// do not name theirs. Training data counts too: give it a --source of its own. docs/study.md has examples.
#[derive(Args)]
#[command(mut_group("FormatArgs", |group| group.requires("files")))]
pub struct ExploreArgs {
    /// The files of games to add; - is standard input.
    #[arg(value_name = "GAMES", conflicts_with_all = ["position", "moves", "json"])]
    files: Vec<PathBuf>,
    /// The index.
    #[arg(long, value_name = "FILE")]
    index: PathBuf,
    /// The source of the games to add. Games of different sources are counted separately [default: the name of each file].
    #[arg(long, value_name = "NAME", requires = "files")]
    source: Option<String>,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    game: GameArgs,
    /// Print the answer as JSON.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &ExploreArgs) -> Result<()> {
    if args.files.is_empty() { show(args) } else { add_games(args) }
}

fn show(args: &ExploreArgs) -> Result<()> {
    let game = args.game.game(Blocked::default());
    let coordinates = args.game.position.coordinates();
    let name = || file_name(&args.index);
    let index = Index::open(&args.index).with_context(name)?;
    let answer = index.lookup(game.position(), coordinates).with_context(name)?;
    if !args.json && answer.counts.games == 0 && !args.game.has_position() {
        note_other_boards(args, &index)?;
    }
    print_report(&answer, args.json, ExplorerAnswer::text)
}

/// Tells that the index has games of other boards, which begin at their starts.
fn note_other_boards(args: &ExploreArgs, index: &Index) -> Result<()> {
    for variant in Variant::ALL {
        let answer = index.lookup(&Position::start(variant), Coordinates::Oblique)?;
        if answer.counts.games > 0 {
            print_note(&format!("{}: has games of {variant} (--variant)", file_name(&args.index)));
        }
    }
    Ok(())
}

fn add_games(args: &ExploreArgs) -> Result<()> {
    let started = Instant::now();
    check_inputs(&args.files)?;
    let index = || file_name(&args.index);
    let file_of = |path: &Path| {
        let name = file_name(path);
        Path::new(&name).file_name().map_or(name.clone(), |file| file.display().to_string())
    };
    let files: Vec<String> = args.files.iter().map(|path| file_of(path)).collect();
    for (number, file) in files.iter().enumerate() {
        if args.source.is_none() && files[..number].contains(file) {
            bail!("two files have the name '{file}': --source counts their games together");
        }
    }
    let PositionArgs { variant, coordinates, .. } = args.game.position;
    let options = args.format.options(variant, coordinates);
    let mut writer = IndexWriter::open(&args.index).with_context(index)?;
    let mut errors = GameErrors::default();
    for game in games_of(&args.files, &options) {
        let game = game?;
        let (file, number) = (file_of(game.path), game.number);
        if let Some(record) = errors.complete_game(game) {
            let source = args.source.as_ref().unwrap_or(&file);
            writer.add(source, &file, number as u64, &record).with_context(index)?;
        }
    }
    let totals = writer.finish().with_context(index)?;
    let games = count(totals.games as usize, "game");
    let positions = count(totals.positions as usize, "position");
    let seconds = started.elapsed().as_secs_f64();
    print(&format!("{games} and {positions} added to {} in {seconds:.1} s\n", index()))?;
    errors.finish("; games without a complete main line are not added")
}
