//! `luctor book`: makes and shows opening books.

use crate::STDOUT;
use crate::arguments::{GameArgs, interrupt_on_ctrl_c, networks, usage_error};
use crate::progress::ProgressDisplay;
use crate::record_files::count;
use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand, value_parser};
use emergo::diagram::{BoardLayout, SvgStyle, draw_game, draw_svg};
use emergo::{Blocked, Coordinates, Game, Move, Position, Variant, write_move, write_position};
use emergo_records::Evaluation;
use luctor_engine::book::{Book, BookHeader};
use luctor_engine::eval::Networks;
use luctor_engine::score::{Calibration, Score};
use luctor_engine::search::cores;
use luctor_study::book::{Expander, LeafSearch, MainLine, engine_name, main_lines};
use luctor_study::report::evaluation_of;
use luctor_trainer::output_file::OutputFile;
use serde::Serialize;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

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
    Show(ShowArgs),
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
    /// The board: emergo, emergo7 or hexemergo.
    #[arg(long, default_value_t, value_name = "NAME")]
    variant: Variant,
    /// Expand until the book has this number of positions, the searched ones after the last moves included.
    #[arg(long, default_value_t = 20_000, value_name = "N", value_parser = value_parser!(u64).range(1..=10_000_000))]
    positions: u64,
    /// Nodes of the search of a position.
    #[arg(long, default_value_t = 1_000_000, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    nodes: u64,
    /// The loss of a move that counts as much as one ply of depth. With a small number, more moves that seem worse are expanded.
    #[arg(long, default_value_t = 20, value_name = "CENTIMEN", value_parser = value_parser!(i32).range(1..=20_000))]
    ply_cost: i32,
    /// A network of `luctor train` [default: the network of the program].
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// Number of positions that are searched at the same time [default: one per core].
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

/// Show the moves of a position: score, expected points, positions of the book below, best line.
#[derive(Args)]
struct ShowArgs {
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
    #[arg(long, default_value_t = 8, value_name = "N", value_parser = value_parser!(u16).range(1..))]
    count: u16,
    /// The lines have different positions after this number of plies. From there on they have the best moves.
    #[arg(long, default_value_t = 4, value_name = "N", value_parser = value_parser!(u16).range(0..=100))]
    plies: u16,
    /// Names of squares: oblique or checkerboard.
    #[arg(long, default_value_t, value_name = "NAME")]
    coordinates: Coordinates,
    /// Draw the position at the end of each line.
    #[arg(long, conflicts_with = "json")]
    diagrams: bool,
    /// Print the lines as JSON.
    #[arg(long)]
    json: bool,
    /// Write a picture of the position at the end of each line to this folder: line-1.svg, line-2.svg and so on.
    #[arg(long, value_name = "FOLDER")]
    svg: Option<PathBuf>,
}

/// Runs the subcommand.
pub fn run(args: &BookArgs) -> Result<()> {
    match &args.command {
        BookCommand::Expand(args) => expand(args),
        BookCommand::Show(args) => show(args),
        BookCommand::Lines(args) => lines(args),
    }
}

fn expand(args: &ExpandArgs) -> Result<()> {
    let &ExpandArgs { variant, positions, nodes, ply_cost, .. } = args;
    let networks = networks(args.net.as_deref(), variant)?;
    let network = networks.of(variant).fingerprint();
    let header = BookHeader { variant, nodes, ply_cost, network, engine: engine_name() };
    let book = match args.out.exists() {
        true => continued(&args.out, &header)?,
        false => Book::new(header),
    };
    // A path that cannot be written is reported before the first search.
    drop(OutputFile::create(&args.out, &[])?);
    let interrupt = interrupt_on_ctrl_c("stopping after the moves of this position")?;
    let threads = args.threads.map_or_else(cores, usize::from);
    let mut search = LeafSearch::new(&networks, nodes, threads, interrupt.clone())?;
    let mut expander = Expander::new(book);
    let mut progress = ProgressDisplay::new("positions");
    let mut size = expander.book().size() as u64;
    while size < positions && !interrupt.is_finishing() {
        progress.show(size, positions);
        let Some((position, _)) = expander.next() else { break };
        let new = expander.positions_to_search(&position);
        let Some(scores) = search.scores(&new) else { break };
        expander.expand(&position, &scores);
        OutputFile::create(&args.out, &[])?.finish(expander.book().to_text().as_bytes())?;
        size = expander.book().size() as u64;
    }
    progress.clear();
    let calibration = networks.of(variant).header().calibration;
    let text = summary(expander.book(), calibration);
    io::stdout().write_all(text.as_bytes()).context(STDOUT)
}

/// The book of a file, if it was made in the same way.
fn continued(path: &Path, header: &BookHeader) -> Result<Book> {
    let book = Book::open(path)?;
    let found = book.header();
    let words = |header: &BookHeader| {
        let BookHeader { variant, nodes, ply_cost, network, engine } = header;
        [
            ("variant", variant.to_string()),
            ("nodes", nodes.to_string()),
            ("ply cost", ply_cost.to_string()),
            ("network", format!("{network:016x}")),
            ("engine", engine.clone()),
        ]
    };
    for ((name, old), (_, new)) in words(found).into_iter().zip(words(header)) {
        if old != new {
            let path = path.display();
            bail!("{path}: a book with {name} {old} cannot be continued with {name} {new}");
        }
    }
    Ok(book)
}

fn open(path: &Path) -> Result<(Book, Calibration)> {
    let book = Book::open(path)?;
    let calibration = Networks::embedded().of(book.header().variant).header().calibration;
    Ok((book, calibration))
}

/// The size of a book and its best line.
fn summary(book: &Book, calibration: Calibration) -> String {
    let variant = book.header().variant;
    let (size, expanded) = (count(book.size(), "position"), book.expanded());
    let mut text = format!("{variant}: {size}, {expanded} with moves\n");
    let start = Position::start(variant);
    if let Some(best) = book.moves(&start).first() {
        let line = moves_text(variant, &book.best_line(&start), Coordinates::Oblique);
        let score = score_text(best.score, calibration);
        text += &format!("best line, {score} for White: {line}\n");
    }
    text
}

fn show(args: &ShowArgs) -> Result<()> {
    let (book, calibration) = open(&args.file)?;
    let variant = book.header().variant;
    let mut arguments = args.game.clone();
    let board = *arguments.position.variant.get_or_insert(variant);
    if board != variant {
        let message = format!("the book is for {variant}, not for {board}");
        usage_error("book", "--variant", &message);
    }
    let game = arguments.game("book", Blocked::default());
    let position = game.position();
    let coordinates = args.game.position.coordinates.unwrap_or_default();
    let mut text = draw_game(&game, coordinates) + "\n";
    let moves = book.moves(position);
    if moves.is_empty() {
        text += "the book has no moves for this position\n";
        return io::stdout().write_all(text.as_bytes()).context(STDOUT);
    }
    text += &format!("{:<8} {:>7} {:>7} {:>10}  line\n", "move", "score", "points", "positions");
    for mv in moves {
        let after = position.after(mv.mv);
        let line = moves_text(variant, &book.best_line(&after), coordinates);
        let below = book.positions_below(&after);
        let (score, points) = (mv.score.to_string(), mv.score.expected_points(calibration));
        let score = score.strip_prefix("cp ").unwrap_or(&score);
        let mv = write_move(variant, coordinates, mv.mv);
        text += format!("{mv:<8} {score:>7} {points:>7.3} {below:>10}  {line}").trim_end();
        text += "\n";
    }
    io::stdout().write_all(text.as_bytes()).context(STDOUT)
}

/// What `luctor book lines --json` prints.
#[derive(Serialize)]
struct LinesReport {
    variant: &'static str,
    /// Nodes of the search of a position.
    nodes: u64,
    /// Positions of the book.
    positions: usize,
    /// Positions with moves.
    expanded: usize,
    lines: Vec<LineReport>,
}

#[derive(Serialize)]
struct LineReport {
    moves: Vec<String>,
    /// White's negamaxed score of the line.
    evaluation: Evaluation,
    /// White's expected points, 0.0..=1.0.
    expected: f64,
    /// The sums of the losses of White's and of Black's moves against the best ones, in centimen.
    losses: [u32; 2],
    /// The position after the moves.
    position: String,
}

fn lines(args: &LinesArgs) -> Result<()> {
    let (book, calibration) = open(&args.file)?;
    let variant = book.header().variant;
    let coordinates = args.coordinates;
    if coordinates != coordinates.for_variant(variant) {
        let message = format!("{variant} has oblique coordinates only");
        usage_error("book", "--coordinates", &message);
    }
    let lines = main_lines(&book, args.plies.into(), args.count.into());
    if let Some(folder) = &args.svg {
        write_pictures(&lines, variant, coordinates, folder)?;
    }
    let text = match args.json {
        true => lines_json(&book, &lines, calibration, args)?,
        false => lines_text(&book, &lines, calibration, args),
    };
    io::stdout().write_all(text.as_bytes()).context(STDOUT)
}

fn lines_json(
    book: &Book,
    lines: &[MainLine],
    calibration: Calibration,
    args: &LinesArgs,
) -> Result<String> {
    let &BookHeader { variant, nodes, .. } = book.header();
    let line_report = |line: &MainLine| {
        let game = game_of(variant, &line.moves);
        LineReport {
            moves: move_texts(variant, &line.moves, args.coordinates),
            evaluation: evaluation_of(line.score),
            expected: line.score.expected_points(calibration),
            losses: line.losses,
            position: write_position(game.position(), game.turn()),
        }
    };
    let lines = lines.iter().map(line_report).collect();
    let (positions, expanded) = (book.size(), book.expanded());
    let report = LinesReport { variant: variant.name(), nodes, positions, expanded, lines };
    Ok(serde_json::to_string(&report)? + "\n")
}

fn lines_text(
    book: &Book,
    lines: &[MainLine],
    calibration: Calibration,
    args: &LinesArgs,
) -> String {
    let variant = book.header().variant;
    let mut text = summary(book, calibration);
    for (number, MainLine { moves, losses: [white, black], score }) in (1..).zip(lines) {
        let score = score_text(*score, calibration);
        text += &format!("{number}. {}\n", moves_text(variant, moves, args.coordinates));
        text += &format!("   {score} for White; losses: White {white}, Black {black}\n");
        if args.diagrams {
            text += &draw_game(&game_of(variant, moves), args.coordinates);
            text += "\n";
        }
    }
    text
}

/// Writes a picture of the position at the end of each line to this folder: line-1.svg, line-2.svg and so on.
fn write_pictures(
    lines: &[MainLine],
    variant: Variant,
    coordinates: Coordinates,
    folder: &Path,
) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    for (number, line) in (1..).zip(lines) {
        let style = SvgStyle { layout: BoardLayout::default(), turned: false, coordinates };
        let path = folder.join(format!("line-{number}.svg"));
        std::fs::write(&path, draw_svg(&game_of(variant, &line.moves), style))
            .with_context(|| path.display().to_string())?;
    }
    Ok(())
}

/// The game from the start with these moves.
fn game_of(variant: Variant, moves: &[Move]) -> Game {
    let mut game = Game::new(variant, Blocked::Draw);
    moves.iter().for_each(|mv| game.play(*mv));
    game
}

/// A score and its expected points, such as `cp -120 (0.398 points)`.
fn score_text(score: Score, calibration: Calibration) -> String {
    format!("{score} ({:.3} points)", score.expected_points(calibration))
}

/// Moves with blanks between them.
fn moves_text(variant: Variant, moves: &[Move], coordinates: Coordinates) -> String {
    move_texts(variant, moves, coordinates).join(" ")
}

fn move_texts(variant: Variant, moves: &[Move], coordinates: Coordinates) -> Vec<String> {
    moves.iter().map(|mv| write_move(variant, coordinates, *mv)).collect()
}
