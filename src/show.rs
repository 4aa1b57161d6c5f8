//! `luctor show`: draws a position.

use crate::STDOUT;
use crate::arguments::{PositionArgs, play_moves, usage_error};
use anyhow::{Context, Result, bail};
use clap::Args;
use emergo::diagram::{BoardLayout, SvgStyle, draw_game, draw_svg};
use emergo::{Coordinates, Game};
use emergo_records::{GameRecord, decode, read_any_format};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Draw a position with letters, with its text and key.
#[derive(Args)]
pub struct ShowArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// A file of games instead of a position, as `luctor match -pgnout` (PGN) or `-out` (JSON lines) writes it.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "variant"])]
    game: Option<PathBuf>,
    /// The number of the game in the file, from 1.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "game")]
    number: usize,
    /// The number of moves to play of the game [default: all].
    #[arg(long, value_name = "N", requires = "game")]
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
    /// Moves to play first, such as e4 e6.
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
}

/// Runs the subcommand.
pub fn run(args: &ShowArgs) -> Result<()> {
    let (mut game, coordinates) = match &args.game {
        Some(path) => {
            let record = read_record(path, args.number)?;
            (game_at(&record, args.ply), record.coordinates)
        }
        None => (args.position.game("show"), Coordinates::default()),
    };
    let coordinates = args.position.coordinates.unwrap_or(coordinates);
    play_moves(&mut game, coordinates, &args.moves, "show", "MOVE");
    let drawing = match args.svg {
        true => draw_svg(&game, SvgStyle { layout: args.layout, turned: args.turned, coordinates }),
        false => draw_game(&game, coordinates),
    };
    writeln!(io::stdout(), "{drawing}").context(STDOUT)
}

/// The game with this number in a file.
fn read_record(path: &Path, number: usize) -> Result<GameRecord> {
    let place = || path.display().to_string();
    let text = decode(std::fs::read(path).with_context(place)?);
    let mut found = 0;
    let read = read_any_format(&text).inspect(|_| found += 1).nth(number.wrapping_sub(1));
    match read {
        Some(record) => record.with_context(place),
        None if found == 0 => bail!("{}: there are no games", path.display()),
        None => {
            let file = path.display();
            usage_error(
                "show",
                "--number",
                &format!("{file} has no game {number}, there are {found}"),
            )
        }
    }
}

/// A recorded game after `ply` moves, or after all of them.
fn game_at(record: &GameRecord, ply: Option<usize>) -> Game {
    let played = record.moves.len();
    match ply {
        Some(ply) if ply > played => {
            usage_error("show", "--ply", &format!("the game has {played} moves"))
        }
        Some(ply) => record.game_at(ply),
        None => record.game(),
    }
}
