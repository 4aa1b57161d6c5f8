//! `luctor book`: makes and shows opening books.

use crate::arguments::{
    GameArgs, NetworkArgs, ThreadsArgs, check_coordinates, check_finished, interrupt_on_ctrl_c,
    number, usage_error,
};
use crate::output::{count, moves_text, print, print_json};
use crate::progress::ProgressDisplay;
use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use emergo::diagram::draw_game;
use emergo::{Blocked, Coordinates, Game, Position, Variant, write_move};
use emergo_records::Evaluation;
use luctor_engine::ENGINE_NAME;
use luctor_engine::book::{Book, BookHeader};
use luctor_engine::score::Score;
use luctor_explorer::book::{Expander, LeafSearch, LinesReport, MainLine, main_lines};
use luctor_system::files::{OutputFile, replace_file};
use std::path::PathBuf;

/// Make an opening book, or show what is in it.
///
/// The engine plays from a book with the options OwnBook and BookFile. docs/study.md explains how a book is made.
#[derive(Args)]
pub struct BookArgs {
    #[command(subcommand)]
    command: BookCommand,
}

#[derive(Subcommand)]
enum BookCommand {
    Expand(ExpandArgs),
    Show(ShowBookArgs),
    Lines(LinesArgs),
}

/// Make a book, or continue one.
///
/// Starts with the first entries and expands one position after the other: its moves are searched, several at the same time.
/// Good lines are expanded deeply, bad ones not far. The file is replaced as a whole after each position, so the same command
/// continues after any interruption. The book does not depend on the number of threads.
#[derive(Args)]
struct ExpandArgs {
    /// The book.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The board.
    #[arg(long, default_value_t, value_name = Variant::NAMES)]
    variant: Variant,
    /// Expand until the book has this number of positions. A position that was searched, but not expanded, counts too.
    #[arg(long, default_value_t = 20_000, value_name = "N", value_parser = number::<u64>(1..=10_000_000))]
    positions: u64,
    /// Nodes of the search of a position.
    #[arg(long, default_value_t = 1_000_000, value_name = "N", value_parser = number::<u64>(1..))]
    nodes: u64,
    /// The loss of a move that counts as much as one ply of depth. With a small number, more moves that seem worse are expanded.
    #[arg(long, default_value_t = 20, value_name = "CENTIMEN", value_parser = number::<i32>(1..=20_000))]
    ply_cost: i32,
    #[command(flatten)]
    network: NetworkArgs,
    #[command(flatten)]
    threads: ThreadsArgs,
}

/// Show the moves of a position: score, expected points, positions of the book below, best line.
#[derive(Args)]
#[command(override_usage = "luctor book show <FILE> [OPTIONS]")]
struct ShowBookArgs {
    /// The book.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    game: GameArgs,
}

/// Show the main lines: the lines with the least losses of both sides, which differ after the first plies.
#[derive(Args)]
struct LinesArgs {
    /// The book.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Number of lines.
    #[arg(long, default_value_t = 8, value_name = "N", value_parser = number::<usize>(1..))]
    count: usize,
    /// The ply after which no two lines have the same position. Later moves are the best ones.
    #[arg(long, default_value_t = 4, value_name = "N", value_parser = number::<usize>(0..=100))]
    plies: usize,
    /// Names of squares.
    #[arg(long, default_value_t, value_name = Coordinates::NAMES)]
    coordinates: Coordinates,
    /// Draw the position at the end of each line.
    #[arg(long, conflicts_with = "json")]
    diagrams: bool,
    /// Print the lines as JSON.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &BookArgs) -> Result<()> {
    match &args.command {
        BookCommand::Expand(args) => expand(args),
        BookCommand::Show(args) => show(args),
        BookCommand::Lines(args) => lines(args),
    }
}

fn expand(args: &ExpandArgs) -> Result<()> {
    let &ExpandArgs { variant, positions, nodes, ply_cost, .. } = args;
    let networks = args.network.networks(&[variant])?;
    let network = networks.of(variant).fingerprint();
    let engine = ENGINE_NAME.to_owned();
    let header = BookHeader { variant, nodes, ply_cost, network, engine };
    let mut expander = match args.out.exists() {
        true => Expander::continued(Book::open(&args.out)?, &header)
            .with_context(|| args.out.display().to_string())?,
        false => Expander::new(Book::new(header)),
    };
    // A path that cannot be written is reported before the first search.
    drop(OutputFile::create(&args.out, &[])?);
    let interrupt = interrupt_on_ctrl_c("stopping after the moves of this position")?;
    let threads = args.threads.count();
    let search = LeafSearch::new(&networks, nodes, threads, interrupt)?;
    let size = expander.book().size() as u64;
    let mut progress = ProgressDisplay::new("positions", size, Some(positions));
    expander.expand_to(positions as usize, &search, &mut |book| {
        replace_file(&args.out, book.to_text().as_bytes())?;
        progress.show(book.size() as u64);
        anyhow::Ok(())
    })?;
    progress.clear();
    let book = expander.book();
    let mut text = size_text(book);
    let start = Position::start(variant);
    if let Some(best) = book.moves(&start).first() {
        let line = moves_text(variant, &book.best_line(&start), Coordinates::Oblique);
        text += &format!("best line, {} for White: {line}\n", evaluation(best.score));
    }
    print(&text)?;
    check_finished(expander.book().size() as u64 >= positions || !search.is_interrupted())
}

fn size_text(book: &Book) -> String {
    let (size, expanded) = (count(book.size(), "position"), book.expanded());
    format!("{}: {size}, {expanded} with moves\n", book.header().variant)
}

fn show(args: &ShowBookArgs) -> Result<()> {
    let book = Book::open(&args.file)?;
    let variant = book.header().variant;
    let mut arguments = args.game.clone();
    let board = *arguments.position.variant.get_or_insert(variant);
    if board != variant {
        usage_error("--variant", &format!("the book is for {variant}, not for {board}"));
    }
    let game = arguments.game(Blocked::default());
    let position = game.position();
    let coordinates = args.game.position.coordinates();
    let mut text = draw_game(&game, coordinates) + "\n";
    let moves = book.moves(position);
    if moves.is_empty() {
        text += "the book has no moves for this position\n";
        return print(&text);
    }
    text += &format!("{:<8} {:>7} {:>7} {:>10}  line\n", "move", "score", "points", "positions");
    for mv in moves {
        let after = position.after(mv.mv);
        let line = moves_text(variant, &book.best_line(&after), coordinates);
        let below = book.positions_below(&after);
        let (score, points) = (evaluation(mv.score), mv.score.expected_points());
        let mv = write_move(variant, coordinates, mv.mv);
        text += format!("{mv:<8} {score:>7} {points:>7.3} {below:>10}  {line}").trim_end();
        text += "\n";
    }
    print(&text)
}

fn lines(args: &LinesArgs) -> Result<()> {
    let book = Book::open(&args.file)?;
    let variant = book.header().variant;
    let coordinates = args.coordinates;
    check_coordinates(coordinates, variant);
    let lines = main_lines(&book, args.plies, args.count);
    match args.json {
        true => print_json(&LinesReport::new(&book, &lines, coordinates)),
        false => print(&lines_text(&book, &lines, args)),
    }
}

fn lines_text(book: &Book, lines: &[MainLine], args: &LinesArgs) -> String {
    let variant = book.header().variant;
    let mut text = size_text(book);
    for (number, MainLine { moves, losses: [white, black], score, .. }) in (1..).zip(lines) {
        text += &format!("{number}. {}\n", moves_text(variant, moves, args.coordinates));
        let (score, points) = (evaluation(*score), score.expected_points());
        let [white, black] = [*white, *black].map(|loss| f64::from(loss) / 100.0);
        text += &format!(
            "   {score} ({points:.3} points) for White; losses: White {white:.2}, Black {black:.2}\n"
        );
        if args.diagrams {
            let game = Game::new(variant, Blocked::Draw).after(moves);
            text += &(draw_game(&game, args.coordinates) + "\n");
        }
    }
    text
}

fn evaluation(score: Score) -> Evaluation {
    Evaluation::new(score.value(), score.moves_to_end())
}
