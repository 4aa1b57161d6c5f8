//! What a page needs beyond the rules: files of games, puzzles, balanced openings, and what is known about positions: games of
//! strong players, an opening book, exact endings, and the index of games of `luctor gui --index`.

use crate::answer::{answer_question, respond};
use crate::fair_starts::fair_starts;
use crate::game_text::replay;
use crate::interface::{
    Answer, BookEntry, ExactEnding, ExactMove, ExactResult, ExplorerAnswer, Question, Refusal,
    Request, Response,
};
use crate::{puzzles, records};
use emergo::{Coordinates, Game, Position, Variant, write_move};
use emergo_records::{Evaluation, ReadOptions, read_records};
use luctor_engine::book::{Book, BookError};
use luctor_engine::resources::lock;
use luctor_explorer::GameTable;
use luctor_findings::endings::{EndingSettings, EndingTable, EndingValue};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// Looks a position up in an index of games. The error is a text for people.
pub type Lookup = dyn Fn(&Position) -> Result<ExplorerAnswer, String> + Send + Sync;

/// The source of the games of [`Library::add`], as the explorer names it.
const SOURCE: &str = "Luctor, 200,000 nodes a move";

/// Moves of the book that are told for a position.
const BOOK_MOVES: usize = 8;

/// Answers all questions, also those that need more than the rules. Tables are made when they are first needed.
#[derive(Default)]
pub struct Library {
    index: Option<Box<Lookup>>,
    shelves: Mutex<HashMap<Variant, Arc<Shelf>>>,
    endings: Mutex<Vec<Arc<EndingTable>>>,
}

/// The games and the book of a board.
struct Shelf {
    games: GameTable,
    book: Option<Book>,
}

impl Library {
    /// A library with an index of games, which it uses in place of other games.
    pub fn with_index(index: Box<Lookup>) -> Library {
        Library { index: Some(index), ..Library::default() }
    }

    /// Adds games in any format of `emergo-records`, and a book file if there is one.
    ///
    /// # Errors
    ///
    /// The book cannot be read.
    pub fn add(&self, variant: Variant, games: &str, book: Option<&[u8]>) -> Result<(), BookError> {
        let options = ReadOptions { variant: Some(variant), ..ReadOptions::default() };
        let read = read_records(games, &options).games;
        let shelf = Shelf {
            games: GameTable::new(SOURCE, read.iter().flatten()),
            book: book.map(Book::read).transpose()?,
        };
        lock(&self.shelves).insert(variant, Arc::new(shelf));
        Ok(())
    }

    /// Answers any request.
    pub fn answer(&self, request: &Request) -> Response {
        respond(request, |question| match question {
            Question::Explore { game } => self.explore(&replay(game)?),
            Question::ListFairStarts { variant } => {
                Ok(Answer::FairStarts { starts: fair_starts(*variant) })
            }
            Question::ReadRecords { text, options } => Ok(records::read(text, options)),
            Question::ListPuzzles { variant } => {
                Ok(Answer::Puzzles { puzzles: puzzles::list(*variant) })
            }
            Question::SolvePuzzle { attempt, step } => puzzles::solve(attempt, step),
            for_rules => answer_question(for_rules),
        })
    }

    /// What is known about a position.
    fn explore(&self, game: &Game) -> Result<Answer, Refusal> {
        let position = game.position();
        let shelf = self.shelf(position.variant());
        let found = match &self.index {
            Some(lookup) => Some(lookup(position).map_err(|message| Refusal::Index { message })?),
            None => shelf.as_ref().map(|shelf| shelf.games.lookup(position, Coordinates::Oblique)),
        };
        let book = shelf.as_ref().and_then(|shelf| shelf.book.as_ref());
        let book = book.map_or_else(Vec::new, |book| book_moves(book, position));
        Ok(Answer::Explorer { found, book, ending: self.ending(game) })
    }

    fn shelf(&self, variant: Variant) -> Option<Arc<Shelf>> {
        let find = || lock(&self.shelves).get(&variant).cloned();
        #[cfg(feature = "server")]
        if find().is_none() {
            let games =
                Files::get(&format!("strong-games-{variant}.txt")).expect("each board has games");
            let book = Files::get(&format!("{variant}.book"));
            let games = String::from_utf8_lossy(&games.data);
            self.add(variant, &games, book.as_ref().map(|file| &*file.data))
                .expect("a test reads the embedded book");
        }
        find()
    }

    /// The exact result of a position with few columns. `None` if it has more, or the game is over.
    fn ending(&self, game: &Game) -> Option<ExactEnding> {
        if game.ending().is_some() {
            return None;
        }
        let position = game.position();
        let variant = position.variant();
        let settings = (*EndingTable::PIECES.start()..=most_pieces(variant))
            .map(|pieces| EndingSettings {
                blocked: game.blocked(),
                ..EndingSettings::new(variant, pieces)
            })
            .find(|settings| settings.covers(position).is_ok())?;
        let table = self.table(settings)?;
        let moves = table.moves(position).ok()?;
        let moves = moves.into_iter().map(|one| ExactMove {
            mv: write_move(variant, Coordinates::Oblique, one.mv),
            result: exact(one.value),
        });
        Some(ExactEnding { result: exact(table.probe(position).ok()?), moves: moves.collect() })
    }

    /// The table with these settings, which are within its limits.
    fn table(&self, settings: EndingSettings) -> Option<Arc<EndingTable>> {
        let mut tables = lock(&self.endings);
        if let Some(known) = tables.iter().find(|table| table.settings() == settings) {
            return Some(known.clone());
        }
        let solved = Arc::new(EndingTable::solve(settings, &mut |_| {}).ok()?);
        tables.push(solved.clone());
        Some(solved)
    }
}

/// The largest number of columns of a table that is solved within seconds.
const fn most_pieces(variant: Variant) -> usize {
    match variant {
        Variant::Emergo7 => 3,
        Variant::Emergo | Variant::Hexemergo => 2,
    }
}

fn exact(value: EndingValue) -> ExactResult {
    match value {
        EndingValue::Win { plies } => ExactResult::Win { moves: plies.div_ceil(2) },
        EndingValue::Loss { plies } => ExactResult::Loss { moves: plies / 2 },
        EndingValue::Draw => ExactResult::Draw,
    }
}

fn book_moves(book: &Book, position: &Position) -> Vec<BookEntry> {
    let moves = book.moves(position).into_iter().take(BOOK_MOVES);
    moves
        .map(|one| BookEntry {
            mv: write_move(position.variant(), Coordinates::Oblique, one.mv),
            evaluation: Evaluation::new(one.score.value(), one.score.moves_to_end()),
        })
        .collect()
}

/// The games of each board, and the books of those that have one. On a page without a server they are files.
#[cfg(feature = "server")]
#[derive(rust_embed::Embed)]
#[folder = "library"]
struct Files;
