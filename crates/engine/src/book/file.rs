//! Book files: text, so that they can be read, compared and kept in a repository.
//!
//! ```text
//! file     = header line, position lines, end line
//! header   = "luctor-book 1 variant=NAME nodes=N ply=N network=HEX engine=" name "\n"
//! position = position text without turn ": " move " " score { ", " move " " score } "\n"
//! end      = "end " checksum "\n"
//! ```
//!
//! The moves of a position are one for each different position after it, in the order of
//! [`successors`]; squares are oblique. Scores are [`Score::value`] from the view of the side to move: centimen, or
//! ±31,000 for a win or loss, less the number of plies. The positions are canonical and in the order of their expansion, but
//! a reader accepts any. The checksum is FNV-1a of all lines before the last one, as 16 hexadecimal digits.

use super::{Book, BookHeader, successors};
use crate::score::Score;
use emergo::notation::{Excerpt, PositionTextError};
use emergo::{Coordinates, Position, Stage, Variant, read_position, write_move, write_position};
use luctor_system::checksum::fnv1a_text;
use luctor_system::files::{FileError, read_file};
use luctor_system::header::header_value;
use std::path::Path;
use std::str::FromStr;
use thiserror::Error;

const MAGIC: &str = "luctor-book ";
const VERSION: &str = "1";

/// Largest size of a book file in bytes.
const FILE_LIMIT: u64 = 1 << 28;

/// Why bytes are not a book.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum BookError {
    #[error("not an opening book: the first line is wrong")]
    Header,
    #[error("an opening book of format {0}, this program reads format {VERSION}")]
    Version(Excerpt),
    #[error("not an opening book: its first line has no good {0}=")]
    Word(&'static str),
    #[error("the book is incomplete: its last line is missing")]
    Incomplete,
    #[error("the book is damaged: its checksum is wrong")]
    Checksum,
    #[error("the book is wrong in line {line}: {fault}")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        fault: BookLineFault,
    },
}

/// What is wrong with the line of a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum BookLineFault {
    /// There is no colon after the position.
    #[error("it is not a position with moves")]
    Form,
    #[error("{0:#}")]
    Position(PositionTextError),
    #[error("all men have entered")]
    NoMenInHand,
    /// An earlier line has the same position, or a symmetric one.
    #[error("the position is in the book twice")]
    Repeated,
    #[error("expected {expected}, found {found}")]
    Move {
        /// The move with a score, or the end of the line.
        expected: String,
        found: Excerpt,
    },
}

impl Book {
    /// Reads a book file.
    ///
    /// # Errors
    ///
    /// The file cannot be read or is not a book.
    pub fn open(path: &Path) -> Result<Book, FileError> {
        read_file(path, FILE_LIMIT, Book::read)
    }

    /// Reads the bytes of a book file.
    ///
    /// # Errors
    ///
    /// The bytes are not a book, or a damaged one.
    pub fn read(bytes: &[u8]) -> Result<Book, BookError> {
        if !bytes.starts_with(MAGIC.as_bytes()) {
            return Err(BookError::Header);
        }
        let text = std::str::from_utf8(bytes).map_err(|_| BookError::Checksum)?;
        let (first, _) = text.split_once('\n').ok_or(BookError::Incomplete)?;
        let header = read_header(first)?;
        let body = text.strip_suffix('\n').ok_or(BookError::Incomplete)?;
        let start_of_end = body.rfind('\n').map_or(0, |at| at + 1);
        let (lines, end) = body.split_at(start_of_end);
        let checksum = end.strip_prefix("end ").ok_or(BookError::Incomplete)?;
        if checksum != fnv1a_text(lines) {
            return Err(BookError::Checksum);
        }
        let mut book = Book::new(header);
        for (number, line) in (1..).zip(lines.lines()).skip(1) {
            book.read_line(line).map_err(|fault| BookError::Line { line: number, fault })?;
        }
        book.negamax();
        Ok(book)
    }

    fn read_line(&mut self, line: &str) -> Result<(), BookLineFault> {
        let variant = self.header.variant;
        let (position, moves) = line.split_once(": ").ok_or(BookLineFault::Form)?;
        let position = read_position(variant, position).map_err(BookLineFault::Position)?.position;
        if Stage::of(&position) != Stage::Entering {
            return Err(BookLineFault::NoMenInHand);
        }
        if self.contains(&position) {
            return Err(BookLineFault::Repeated);
        }
        let mut moves = moves.split(", ");
        let mut scores = Vec::new();
        for successor in successors(&position) {
            let expected = move_text(variant, &successor.mv);
            let text = moves.next().unwrap_or_default();
            let score = text.strip_prefix(&expected).and_then(|rest| rest.strip_prefix(' '));
            let score = score.and_then(|number| Score::from_value(number.parse().ok()?));
            scores.push(score.ok_or_else(|| BookLineFault::Move {
                expected: format!("{expected} with its score"),
                found: Excerpt::of(text),
            })?);
        }
        if let Some(text) = moves.next() {
            let (expected, found) = ("the end of the line".to_owned(), Excerpt::of(text));
            return Err(BookLineFault::Move { expected, found });
        }
        self.push(position, &scores);
        Ok(())
    }

    /// The contents of a book file. Equal books have equal files.
    pub fn to_text(&self) -> String {
        let BookHeader { variant, nodes, ply_cost, network, engine } = &self.header;
        let mut text = format!(
            "{MAGIC}{VERSION} variant={variant} nodes={nodes} ply={ply_cost} network={network:016x} engine={engine}\n"
        );
        for book_position in &self.positions {
            text += &position_text(&book_position.position);
            let mut separator = ": ";
            for edge in &book_position.edges {
                let (mv, score) = (move_text(*variant, &edge.mv), edge.searched.value());
                text += &format!("{separator}{mv} {score}");
                separator = ", ";
            }
            text += "\n";
        }
        let checksum = fnv1a_text(&text);
        text + &format!("end {checksum}\n")
    }
}

fn read_header(line: &str) -> Result<BookHeader, BookError> {
    let words = line.strip_prefix(MAGIC).ok_or(BookError::Header)?;
    let (version, words) = words.split_once(' ').ok_or(BookError::Header)?;
    if version != VERSION {
        return Err(BookError::Version(Excerpt::of(version)));
    }
    let (words, engine) = words
        .split_once(" engine=")
        .filter(|(_, engine)| !engine.chars().any(char::is_control))
        .ok_or(BookError::Word("engine"))?;
    fn word<T: FromStr>(words: &str, key: &'static str) -> Result<T, BookError> {
        header_value(words, key).ok_or(BookError::Word(key))
    }
    let network: String = word(words, "network")?;
    Ok(BookHeader {
        variant: word(words, "variant")?,
        nodes: word(words, "nodes")?,
        ply_cost: word(words, "ply")?,
        network: u64::from_str_radix(&network, 16).map_err(|_| BookError::Word("network"))?,
        engine: engine.to_owned(),
    })
}

fn move_text(variant: Variant, mv: &emergo::Move) -> String {
    write_move(variant, Coordinates::Oblique, *mv)
}

/// The position text without the turn.
fn position_text(position: &Position) -> String {
    let text = write_position(position, 1);
    text.rsplit_once(' ').map_or(text.clone(), |(position, _)| position.to_owned())
}
