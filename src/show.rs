//! `luctor show`: draws a position.

use crate::arguments::{GameArgs, PositionArgs, number, usage_error};
use crate::output::{count, print, print_note};
use crate::record_files::{FaultyGame, FormatArgs, file_name, open_games};
use anyhow::{Result, anyhow, bail};
use clap::Args;
use emergo::diagram::{BoardLayout, SvgStyle, draw_game, draw_svg};
use emergo::{Coordinates, Game};
use emergo_records::GameRecord;
use std::path::{Path, PathBuf};

/// Draw a position with letters, with its text and key.
///
/// The position is given by its text, or it is a position of a recorded game. With a file of games, --variant is the board of a
/// game that does not name its own, and --coordinates are by default those of the game. If the game has an illegal move,
/// the last position of its legal moves is drawn.
#[derive(Args)]
#[command(override_usage = "luctor show [GAMES] [OPTIONS]")]
#[command(mut_group("FormatArgs", |group| group.requires("games")))]
pub struct ShowArgs {
    #[command(flatten)]
    start: GameArgs,
    /// A file of games in any format of `luctor convert`, in place of --position; - is standard input.
    #[arg(value_name = "GAMES", conflicts_with = "position")]
    games: Option<PathBuf>,
    #[command(flatten)]
    format: FormatArgs,
    /// The number of the game in the file, from 1.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "games", value_parser = number::<usize>(..))]
    number: usize,
    /// The number of moves to play of the game [default: all].
    #[arg(long, value_name = "N", requires = "games", value_parser = number::<usize>(..))]
    ply: Option<usize>,
    /// Write an SVG picture instead of letters, with the cells of the last move marked.
    #[arg(long)]
    svg: bool,
    /// Layout of the board in the picture: diamond (pieces step up, down and sideways) or checkerboard.
    #[arg(long, default_value_t, value_name = "NAME", requires = "svg")]
    layout: BoardLayout,
    /// Draw Black's side at the bottom of the picture.
    #[arg(long, requires = "svg")]
    turned: bool,
}

pub fn run(args: &ShowArgs) -> Result<()> {
    let mut end = Ok(());
    let (mut game, coordinates) = match &args.games {
        Some(path) => match read_record(path, args)? {
            Ok(record) => (game_at(&record, args.ply), record.coordinates),
            Err(FaultyGame { sentence, legal_part, is_complete }) => {
                let sentence = format!("{}: {sentence}", file_name(path));
                let Some(record) = legal_part else { bail!(sentence) };
                let is_played = |ply: &usize| *ply <= record.moves.len();
                match args.ply.filter(is_played) {
                    Some(_) => print_note(&sentence),
                    None => end = Err(anyhow!(sentence)),
                }
                // The end of a main line that is cut is shown for a later ply.
                let ply = args.ply.filter(|ply| is_complete || is_played(ply));
                (game_at(&record, ply), record.coordinates)
            }
        },
        None => (args.start.position.game(), Coordinates::default()),
    };
    let coordinates = args.start.position.coordinates.unwrap_or(coordinates);
    args.start.play_moves(&mut game, coordinates);
    let drawing = match args.svg {
        true => draw_svg(&game, SvgStyle { layout: args.layout, turned: args.turned, coordinates }),
        false => draw_game(&game, coordinates),
    };
    print(&(drawing + "\n"))?;
    end
}

/// The game with the number of the arguments in a file.
fn read_record(path: &Path, args: &ShowArgs) -> Result<Result<GameRecord, FaultyGame>> {
    let PositionArgs { variant, coordinates, .. } = args.start.position;
    let options = args.format.options(variant, coordinates);
    let (file, number, mut found) = (file_name(path), args.number, 0);
    for game in open_games(path, &options)? {
        let game = game?;
        found = game.number;
        if found == number {
            return Ok(game.record);
        }
    }
    let found = count(found, "game");
    usage_error("--number", &format!("{file} has no game {number}, only {found}"));
}

/// A recorded game after `ply` moves, or after all of them.
fn game_at(record: &GameRecord, ply: Option<usize>) -> Game {
    let played = record.moves.len();
    match ply {
        Some(ply) if ply > played => {
            usage_error("--ply", &format!("the game has {}", count(played, "move")))
        }
        Some(ply) => record.game_at(ply),
        None => record.game(),
    }
}
