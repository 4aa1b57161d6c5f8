//! What a page needs beyond the rules: files of games, puzzles, balanced openings, and what is known about positions: games of
//! strong players, an opening book, exact endings, and the index of games of `luctor gui --index`.

use super::describe::move_text;
use super::endings::EndingTables;
use super::game_text::replay;
use super::{puzzles, respond};
use crate::interface::{
    Answer, BookEntry, LibraryAnswer, LibraryQuestion, RecordEntry, RecordError, Refusal, Request,
};
use emergo::{Coordinates, Game, Position, Variant};
use emergo_records::{Evaluation, GameRecord, ReadError, ReadOptions, ReadReport, read_records};
use luctor_engine::book::{Book, BookError};
use luctor_explorer::{ExplorerAnswer, GameTable};
use luctor_system::resources::lock;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// Looks a position up in an index of games.
type Lookup = dyn Fn(&Position) -> Result<ExplorerAnswer, String> + Send + Sync;

/// The source of the games of [`Library::add`], as the explorer names it.
const SOURCE: &str = "Luctor, 200,000 nodes a move";

/// The largest number of book moves in an answer.
const BOOK_MOVES: usize = 8;

/// Answers all questions, also those that need more than the rules.
#[derive(Default)]
pub struct Library {
    index: Option<Box<Lookup>>,
    boards: Mutex<HashMap<Variant, Arc<BoardData>>>,
    endings: EndingTables,
}

/// The games and the book of a board.
struct BoardData {
    games: GameTable,
    book: Option<Book>,
}

impl Library {
    /// A library with an index of games, which it uses in place of other games. `lookup` looks a position up; its error is a
    /// text for people.
    pub fn with_index(
        lookup: impl Fn(&Position) -> Result<ExplorerAnswer, String> + Send + Sync + 'static,
    ) -> Library {
        Library { index: Some(Box::new(lookup)), ..Library::default() }
    }

    /// Adds the games of a board, in any format of `emergo-records`, and its book file if there is one. Earlier ones are replaced.
    ///
    /// # Errors
    ///
    /// The book cannot be read.
    pub fn add(&self, variant: Variant, games: &str, book: Option<&[u8]>) -> Result<(), BookError> {
        let options = ReadOptions { variant: Some(variant), ..ReadOptions::default() };
        let read = read_records(games, &options).games;
        let data = BoardData {
            games: GameTable::new(SOURCE, read.iter().flatten()),
            book: book.map(Book::read).transpose()?,
        };
        lock(&self.boards).insert(variant, Arc::new(data));
        Ok(())
    }

    /// Answers any request.
    pub fn answer(&self, request: &Request) -> Answer {
        respond(request, |question| {
            Ok(match question {
                LibraryQuestion::ReadRecords { text, options } => read_games(text, options),
                LibraryQuestion::ListPuzzles { variant } => {
                    LibraryAnswer::Puzzles { puzzles: puzzles::list(*variant) }
                }
                LibraryQuestion::SolvePuzzle { attempt, step } => puzzles::solve(attempt, step)?,
                LibraryQuestion::Explore { game } => self.explore(&replay(game)?)?,
                LibraryQuestion::ListFairStarts { variant } => {
                    LibraryAnswer::FairStarts { starts: fair_starts(*variant) }
                }
            })
        })
    }

    /// What is known about a position.
    fn explore(&self, game: &Game) -> Result<LibraryAnswer, Refusal> {
        let position = game.position();
        let board = self.board_data(position.variant());
        let found = match &self.index {
            Some(lookup) => Some(lookup(position).map_err(|message| Refusal::Index { message })?),
            None => board.as_ref().map(|board| board.games.lookup(position, Coordinates::Oblique)),
        };
        let book = board.as_ref().and_then(|board| board.book.as_ref());
        let book = book.map_or_else(Vec::new, |book| book_moves(book, position));
        Ok(LibraryAnswer::Explorer { found, book, ending: self.endings.lookup(game) })
    }

    /// The games and the book of a board. The server has them embedded; on a page without a server they must be added.
    fn board_data(&self, variant: Variant) -> Option<Arc<BoardData>> {
        let find = || lock(&self.boards).get(&variant).cloned();
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
}

/// The answer with the game records of a text.
fn read_games(text: &str, options: &ReadOptions) -> LibraryAnswer {
    let ReadReport { format, board, games } = read_records(text, options);
    LibraryAnswer::Records { format, board, records: games.into_iter().map(record_entry).collect() }
}

fn record_entry(read: Result<GameRecord, ReadError>) -> RecordEntry {
    let error = match read {
        Ok(record) => return game_entry(record, None),
        Err(error) => error,
    };
    let legal_part = error.legal_part().cloned();
    let error = RecordError { line: error.line, fault: error.source };
    match legal_part {
        Some(record) => game_entry(record, Some(error)),
        None => RecordEntry::Unreadable(error),
    }
}

/// The entry of a game, or of its legal part if there is an `error`.
pub(crate) fn game_entry(mut record: GameRecord, error: Option<RecordError>) -> RecordEntry {
    // The page writes moves in oblique coordinates.
    record.coordinates = Coordinates::Oblique;
    let start = record.game_at(0);
    RecordEntry::Game {
        record: Box::new(record),
        first_side: start.position().side(),
        first_turn: start.first_turn(),
        error,
    }
}

/// The position texts of the balanced openings of a board. The first lines of a file tell how they were found.
/// `scripts/openings` has links to these files.
fn fair_starts(variant: Variant) -> Vec<String> {
    let text = match variant {
        Variant::Emergo => include_str!("../../openings/emergo-balanced.txt"),
        Variant::Emergo7 => include_str!("../../openings/emergo7-balanced.txt"),
        Variant::Hexemergo => include_str!("../../openings/hexemergo-balanced.txt"),
    };
    text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
}

fn book_moves(book: &Book, position: &Position) -> Vec<BookEntry> {
    let moves = book.moves(position).into_iter().take(BOOK_MOVES);
    moves
        .map(|one| BookEntry {
            mv: move_text(position.variant(), one.mv),
            evaluation: Evaluation::new(one.score.value(), one.score.moves_to_end()),
        })
        .collect()
}

/// The games of each board, and the books of those that have one. On a page without a server they are files.
#[cfg(feature = "server")]
#[derive(rust_embed::Embed)]
#[folder = "library"]
struct Files;
