//! `luctor puzzles solve`: presents puzzles in the terminal.

use crate::arguments::{check_coordinates, number, usage_error};
use crate::output::{count, moves_text, print};
use anyhow::{Context, Result};
use clap::Args;
use emergo::diagram::{draw_board, required_move_text};
use emergo::notation::MoveTextError;
use emergo::{Coordinates, Game, Move, Side, Variant, read_move, write_move};
use luctor_engine::eval::Networks;
use luctor_study::MoveSearcher;
use luctor_study::puzzle::{Attempt, Difficulty, Goal, Hint, Puzzle, Theme, shipped_puzzles};
use std::io::{self, BufRead, IsTerminal};
use std::ops::ControlFlow;
use std::path::PathBuf;

/// Solve puzzles in the terminal.
///
/// Shows a position and its task, and reads moves. Forced moves are played by themselves and do not count. After a wrong
/// move, a search shows the refutation. Further commands are hint, solution, board, next, help and quit.
#[derive(Args)]
pub struct SolveArgs {
    /// The board [default: emergo, or all boards of --file].
    #[arg(long, value_name = Variant::NAMES)]
    variant: Option<Variant>,
    /// Puzzles of `luctor puzzles find` [default: those of the program].
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Begin with the puzzle of this number, and continue in the order of the file.
    #[arg(long, value_name = "N")]
    number: Option<usize>,
    /// Only puzzles with this theme.
    #[arg(long, value_name = Theme::NAMES)]
    theme: Option<Theme>,
    /// Only puzzles of this difficulty: 1 (easy) to 5 (hard).
    #[arg(long, value_name = "N")]
    difficulty: Option<Difficulty>,
    /// Only puzzles with this number of unforced moves.
    #[arg(long, value_name = "N")]
    length: Option<usize>,
    /// The random seed. The same seed gives the same order [default: another order each time].
    #[arg(long, value_name = "N", conflicts_with = "number")]
    seed: Option<u64>,
    /// Names of squares, as the designers or as AbstractPlay writes.
    #[arg(long, default_value_t, value_name = Coordinates::NAMES)]
    coordinates: Coordinates,
    /// Nodes of the search that refutes a wrong move.
    #[arg(long, default_value_t = 200_000, value_name = "N", value_parser = number::<u64>(1..))]
    nodes: u64,
}

pub fn run(args: &SolveArgs) -> Result<()> {
    if let Some(variant) = args.variant {
        check_coordinates(args.coordinates, variant);
    }
    let (puzzles, variant) = match &args.file {
        Some(path) => (super::read_file(path)?, args.variant),
        None => {
            let variant = args.variant.unwrap_or_default();
            (shipped_puzzles(variant), Some(variant))
        }
    };
    let total = puzzles.len();
    let puzzles = select(args, puzzles, variant);
    let searcher = MoveSearcher::new(Networks::embedded(), args.nodes)?;
    let prompt = if io::stdin().is_terminal() { "> " } else { "" };
    let mut session = PuzzleSession { coordinates: args.coordinates, searcher, prompt, total };
    session.run(&puzzles)
}

/// A puzzle and its number in the file, from 1.
struct Numbered {
    number: usize,
    puzzle: Puzzle,
}

/// The selected puzzles for the board in the order in which they are shown.
fn select(args: &SolveArgs, all: Vec<Puzzle>, variant: Option<Variant>) -> Vec<Numbered> {
    let total = all.len();
    let is_selected = |Numbered { number, puzzle }: &Numbered| {
        variant.is_none_or(|variant| variant == puzzle.variant())
            && args.theme.is_none_or(|theme| puzzle.themes.contains(&theme))
            && args.difficulty.is_none_or(|difficulty| puzzle.difficulty() == difficulty)
            && args.length.is_none_or(|length| puzzle.length() == length)
            && args.number.is_none_or(|first| *number >= first)
    };
    let numbered = (1..).zip(all).map(|(number, puzzle)| Numbered { number, puzzle });
    let mut selected: Vec<Numbered> = numbered.filter(is_selected).collect();
    if let Some(number) = args.number
        && selected.first().is_none_or(|first| first.number != number)
    {
        let message = match (1..=total).contains(&number) {
            true => format!("puzzle {number} does not fit the other arguments"),
            false => format!("must be a number from 1 to {total}"),
        };
        usage_error("--number", &message);
    }
    if selected.is_empty() {
        usage_error("--variant, --theme, --difficulty, --length", &"no puzzle fits");
    }
    if args.number.is_none() {
        let mut random = args.seed.map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed);
        random.shuffle(&mut selected);
    }
    selected
}

/// Most plies of a refutation that are shown.
const SHOWN_PLIES: usize = 7;

const HELP: &str = "Enter a move, such as e4-e5, or: hint, solution, board, next, help, quit";

struct PuzzleSession {
    coordinates: Coordinates,
    searcher: MoveSearcher,
    prompt: &'static str,
    /// Puzzles of the file.
    total: usize,
}

impl PuzzleSession {
    fn run(&mut self, puzzles: &[Numbered]) -> Result<()> {
        let mut lines = io::stdin().lock().lines();
        for numbered in puzzles {
            if self.present(numbered, &mut lines)?.is_break() {
                return Ok(());
            }
        }
        say("That was the last puzzle.")
    }

    /// Presents one puzzle until it is left. The end of the input quits, as a break.
    fn present(
        &mut self,
        Numbered { number, puzzle }: &Numbered,
        lines: &mut impl Iterator<Item = io::Result<String>>,
    ) -> Result<ControlFlow<()>> {
        let mut attempt = Attempt::new(puzzle.clone());
        let (task, moves) = (puzzle.task(), count(puzzle.length(), "move"));
        say(&format!(
            "Puzzle {number} of {} ({}, difficulty {} of 5): {task} ({moves}).",
            self.total,
            puzzle.variant(),
            puzzle.difficulty()
        ))?;
        self.show_board(attempt.game())?;
        loop {
            print(self.prompt)?;
            let line = lines.next().transpose().context("standard input")?;
            match line.as_deref().unwrap_or("quit").trim() {
                "" => {}
                "quit" | "exit" => return Ok(ControlFlow::Break(())),
                "next" => return Ok(ControlFlow::Continue(())),
                "help" => say(HELP)?,
                "board" => self.show_board(attempt.game())?,
                "solution" => self.show_solution(puzzle)?,
                "hint" => self.show_hint(&mut attempt)?,
                text => self.answer(&mut attempt, text)?,
            }
        }
    }

    fn answer(&mut self, attempt: &mut Attempt, text: &str) -> Result<()> {
        if attempt.is_solved() {
            return say("The puzzle is solved. Enter next or quit.");
        }
        let position = *attempt.game().position();
        let mv = match read_move(&position, self.coordinates, text) {
            Ok(mv) => mv,
            // The example of a legal capture could be the solution.
            Err(MoveTextError::Illegal { text, reason }) => {
                return say(&format!("illegal move {text}: {}\n{HELP}", reason.rule()));
            }
            Err(error) => return say(&format!("{error}\n{HELP}")),
        };
        let before = attempt.game().clone();
        if !attempt.play(mv) {
            return self.show_refutation(&before, mv, attempt.puzzle().goal);
        }
        let mut game = before.after(&[mv]);
        let mut text = format!("{} is right.", self.write(&game, mv));
        for &mv in &attempt.game().moves()[game.moves().len()..] {
            let side = game.position().side();
            let verb = if side == attempt.puzzle().solver() { "must play" } else { "answers" };
            text += &format!(" {side} {verb} {}.", self.write(&game, mv));
            game.play(mv);
        }
        say(&text)?;
        if let Some(ending) = attempt.game().ending() {
            say(&format!("The game has ended: {ending}."))?;
        }
        if attempt.is_solved() {
            say("Solved.")?;
            return self.show_solution(attempt.puzzle());
        }
        self.show_board(attempt.game())?;
        say(&format!("{} left.", count(attempt.moves_left(), "move")))
    }

    fn show_refutation(&mut self, game: &Game, mv: Move, goal: Goal) -> Result<()> {
        let solver = game.position().side();
        let refutation = self.searcher.search(game, mv);
        let text = self.write(game, mv);
        let expected = format!("{solver} has {:.2} expected points", refutation.expected);
        if goal.is_reached(refutation.expected) {
            return say(&format!(
                "{text} is not the solution, but the search finds no refutation: {expected}."
            ));
        }
        let shown = refutation.line.len().min(SHOWN_PLIES);
        let variant = game.position().variant();
        let line = moves_text(variant, &refutation.line[..shown], self.coordinates);
        match (game.after(&[mv]).ending(), line.is_empty()) {
            (Some(ending), _) => say(&format!("{text} is wrong: {ending}.")),
            (None, true) => say(&format!("{text} is wrong: {expected}.")),
            (None, false) => {
                let opponent: Side = solver.other();
                say(&format!("{text} is wrong: {opponent} answers {line}. {expected}."))
            }
        }
    }

    fn show_hint(&self, attempt: &mut Attempt) -> Result<()> {
        let variant = attempt.puzzle().variant();
        let name = |square| self.coordinates.name_of(variant, square).to_string();
        match attempt.hint() {
            None => say("The puzzle is solved."),
            Some(Hint::Piece(square)) => say(&format!("Move the piece on {}.", name(square))),
            Some(Hint::Target(square)) => say(&format!("The move ends on {}.", name(square))),
        }
    }

    fn show_solution(&self, puzzle: &Puzzle) -> Result<()> {
        let mut text = format!("Solution: {}.", puzzle.solution_text(self.coordinates));
        if let Some(moves) = puzzle.win_in {
            text += &format!(" The win is proved: at most {}.", count(moves as usize, "move"));
        }
        let themes: Vec<&str> = puzzle.themes.iter().map(|theme| theme.name()).collect();
        if !themes.is_empty() {
            text += &format!(" Themes: {}.", themes.join(", "));
        }
        say(&text)
    }

    fn show_board(&self, game: &Game) -> Result<()> {
        let position = game.position();
        let hands = Side::ALL.map(|side| format!("{side} {}", position.hand(side)));
        let mut text = draw_board(position, self.coordinates);
        if Side::ALL.iter().any(|side| position.hand(*side) > 0) {
            text += &format!("in hand: {}\n", hands.join(", "));
        }
        text += &format!("{} {}", position.side(), required_move_text(position));
        say(&text)
    }

    fn write(&self, game: &Game, mv: Move) -> String {
        write_move(game.position().variant(), self.coordinates, mv)
    }
}

fn say(text: &str) -> Result<()> {
    print(&format!("{text}\n"))
}
