//! Position text: `CELLS SIDE HANDS [TURN]`, for example `1/3/5/7/9/7/5/3/1 w 12,12 1`.

use super::Excerpt;
use crate::board::Variant;
use crate::column::Column;
use crate::position::{Position, PositionError};
use crate::side::Side;
use std::fmt;

/// What a position text says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PositionText {
    /// The position.
    pub position: Position,
    /// The number of the turn, from 1, which counts up after Black's moves. For display only.
    pub turn: u32,
}

/// Why a text is no position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PositionTextError {
    /// A field is not there: `cells`, `side to move` or `men in hand`.
    Missing(&'static str),
    /// There is something behind the last field.
    Surplus(Excerpt),
    /// The cells have the wrong number of lines.
    Lines {
        /// Lines that were read.
        found: usize,
        /// The board.
        variant: Variant,
    },
    /// A line of cells is too long or too short.
    Line {
        /// Its digit.
        digit: u8,
        /// Cells that were read, counted to one beyond the end.
        found: usize,
        /// Cells it has.
        expected: usize,
    },
    /// Something in a line of cells can't be read.
    Cell {
        /// The digit of the line.
        digit: u8,
        /// The character, from 1, in the whole text.
        at: usize,
        /// What is wrong.
        fault: CellFault,
    },
    /// The side is neither `w` nor `b`.
    Side(Excerpt),
    /// The hands are not two numbers with a comma between.
    Hands(Excerpt),
    /// The turn is not a number from 1.
    Turn(Excerpt),
    /// Readable, but no position.
    Position(PositionError),
}

/// What is wrong with a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CellFault {
    /// A character that means nothing here.
    Character(char),
    /// A bracket without its end.
    Unclosed,
    /// A column without men, or a number of men or of vacant cells that is 0.
    Nothing,
    /// Cap and prisoners of one colour.
    SameSide,
    /// More men of a colour than the game has.
    TooTall {
        /// Men in the column.
        men: u32,
        /// Men of the game.
        limit: u8,
    },
}

impl fmt::Display for CellFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CellFault::Character(character) => {
                write!(f, "unexpected character {}", Excerpt::of(&character.to_string()))
            }
            CellFault::Unclosed => f.write_str("a column without its closing bracket"),
            CellFault::Nothing => f.write_str("a number that is 0, or a column without men"),
            CellFault::SameSide => f.write_str("cap and prisoners of the same side"),
            CellFault::TooTall { men, limit } => {
                write!(f, "a column with {men} men of one side, the game has {limit}")
            }
        }
    }
}

impl fmt::Display for PositionTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionTextError::Missing(field) => write!(f, "the {field} is missing"),
            PositionTextError::Surplus(text) => write!(f, "{text} is one field too many"),
            PositionTextError::Lines { found, variant } => {
                write!(f, "{found} lines of cells, {variant} has {}", variant.size())?;
                let start =
                    |other: &&Variant| *other != variant && usize::from(other.size()) == *found;
                if let Some(other) = Variant::ALL.iter().find(start) {
                    write!(f, " (as {other} would have)")?;
                }
                Ok(())
            }
            PositionTextError::Line { digit, found, expected } if found > expected => {
                write!(f, "line {digit} of the cells has more than its {expected} cells")
            }
            PositionTextError::Line { digit, found, expected } => {
                write!(f, "line {digit} of the cells has {found} of its {expected} cells")
            }
            PositionTextError::Cell { digit, at, fault } => {
                write!(f, "line {digit} of the cells, character {at}: {fault}")
            }
            PositionTextError::Side(text) => write!(f, "the side to move is w or b, not {text}"),
            PositionTextError::Hands(text) => {
                write!(f, "the men in hand are two numbers such as 12,12, not {text}")
            }
            PositionTextError::Turn(text) => write!(f, "the turn is a number from 1, not {text}"),
            PositionTextError::Position(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PositionTextError {}

impl From<PositionError> for PositionTextError {
    fn from(error: PositionError) -> PositionTextError {
        PositionTextError::Position(error)
    }
}

/// Reads a position text. Lenient: either letter case, counts of 1 written out, brackets around lone men,
/// any white space between fields, the turn missing.
///
/// # Errors
///
/// Says what is wrong and where.
pub fn read_position(variant: Variant, text: &str) -> Result<PositionText, PositionTextError> {
    let mut fields = text.split_ascii_whitespace();
    let cells = fields.next().ok_or(PositionTextError::Missing("text of the cells"))?;
    let side = fields.next().ok_or(PositionTextError::Missing("side to move"))?;
    let hands = fields.next().ok_or(PositionTextError::Missing("number of men in hand"))?;
    let turn = fields.next();
    if let Some(surplus) = fields.next() {
        return Err(PositionTextError::Surplus(Excerpt::of(surplus)));
    }

    let mut position = Position::vacant(variant);
    read_cells(&mut position, cells)?;
    match side {
        "w" | "W" => position.set_side(Side::White),
        "b" | "B" => position.set_side(Side::Black),
        _ => return Err(PositionTextError::Side(Excerpt::of(side))),
    }
    read_hands(&mut position, hands)?;
    let turn = match turn {
        None => 1,
        Some(turn) => match turn.parse() {
            Ok(number) if number > 0 && digits(turn).is_some() => number,
            _ => return Err(PositionTextError::Turn(Excerpt::of(turn))),
        },
    };
    position.check()?;
    Ok(PositionText { position, turn })
}

fn read_cells(position: &mut Position, cells: &str) -> Result<(), PositionTextError> {
    let variant = position.variant();
    let size = variant.size();
    let found = cells.split('/').count();
    if found != usize::from(size) {
        return Err(PositionTextError::Lines { found, variant });
    }
    let mut start = 1;
    for (digit, line) in (1..=size).rev().zip(cells.split('/')) {
        let mut reader = LineReader { characters: line.chars().peekable(), at: start, variant };
        let squares: Vec<_> =
            (0..size).filter_map(|letter| variant.square_at(letter, digit)).collect();
        let expected = squares.len();
        let mut filled = 0;
        loop {
            let cell = reader.next_cell().map_err(|(at, fault)| PositionTextError::Cell {
                digit,
                at,
                fault,
            })?;
            match cell {
                None => break,
                Some(Cell::Vacant(count)) => filled += count.min(expected + 1),
                Some(Cell::Piece(side, column)) => {
                    if let Some(square) = squares.get(filled) {
                        position.put(side, *square, column);
                    }
                    filled += 1;
                }
            }
            if filled > expected {
                break;
            }
        }
        if filled != expected {
            return Err(PositionTextError::Line { digit, found: filled, expected });
        }
        start += line.chars().count() + 1;
    }
    Ok(())
}

enum Cell {
    Vacant(usize),
    Piece(Side, Column),
}

struct LineReader<'a> {
    characters: std::iter::Peekable<std::str::Chars<'a>>,
    /// The character to be read next, from 1, in the whole text.
    at: usize,
    variant: Variant,
}

impl LineReader<'_> {
    fn take(&mut self) -> Option<char> {
        let character = self.characters.next()?;
        self.at += 1;
        Some(character)
    }

    fn next_cell(&mut self) -> Result<Option<Cell>, (usize, CellFault)> {
        let Some(&character) = self.characters.peek() else {
            return Ok(None);
        };
        if character.is_ascii_digit() {
            return Ok(Some(Cell::Vacant(self.number()? as usize)));
        }
        if let Some(side) = side_of(character) {
            self.take();
            return Ok(Some(Cell::Piece(side, Column::SINGLE_MAN)));
        }
        if character != '(' {
            return Err((self.at, CellFault::Character(character)));
        }
        self.take();
        let (owner, cap) = self.men()?.ok_or((self.at, CellFault::Nothing))?;
        let at = self.at;
        let prisoners = match self.men()? {
            Some((side, _)) if side == owner => return Err((at, CellFault::SameSide)),
            Some((_, count)) => count,
            None => 0,
        };
        match self.characters.peek() {
            Some(')') => self.take(),
            Some(other) => return Err((self.at, CellFault::Character(*other))),
            None => return Err((self.at, CellFault::Unclosed)),
        };
        Ok(Some(Cell::Piece(owner, Column::new(cap, prisoners))))
    }

    /// A side's letter and a count, 1 where it is left out.
    fn men(&mut self) -> Result<Option<(Side, u8)>, (usize, CellFault)> {
        let Some(side) = self.characters.peek().and_then(|character| side_of(*character)) else {
            return Ok(None);
        };
        self.take();
        let at = self.at;
        let counted = self.characters.peek().is_some_and(char::is_ascii_digit);
        let men = if counted { self.number()? } else { 1 };
        let limit = self.variant.men();
        match u8::try_from(men) {
            Ok(count) if count <= limit => Ok(Some((side, count))),
            _ => Err((at, CellFault::TooTall { men, limit })),
        }
    }

    /// A number from 1; huge ones saturate.
    fn number(&mut self) -> Result<u32, (usize, CellFault)> {
        let at = self.at;
        let mut number: u32 = 0;
        while let Some(digit) = self.characters.peek().and_then(|c| c.to_digit(10)) {
            self.take();
            number = number.saturating_mul(10).saturating_add(digit);
        }
        if number == 0 { Err((at, CellFault::Nothing)) } else { Ok(number) }
    }
}

/// A number of digits alone; huge ones saturate.
pub(super) fn digits(text: &str) -> Option<u32> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().unwrap_or(u32::MAX))
}

fn side_of(letter: char) -> Option<Side> {
    Side::ALL.into_iter().find(|side| side.letter() == letter.to_ascii_lowercase())
}

fn read_hands(position: &mut Position, text: &str) -> Result<(), PositionTextError> {
    let unreadable = || PositionTextError::Hands(Excerpt::of(text));
    let (white, black) = text.split_once(',').ok_or_else(unreadable)?;
    for (side, men) in [(Side::White, white), (Side::Black, black)] {
        let men = digits(men).ok_or_else(unreadable)?;
        let limit = u32::from(position.variant().men());
        if men > limit {
            let on_board = position.men_on_board(side);
            return Err(PositionError::TooManyMen { side, on_board, in_hand: men, limit }.into());
        }
        position.set_hand(side, men as u8);
    }
    Ok(())
}

/// Writes a position text in its one strict form.
pub fn write_position(position: &Position, turn: u32) -> String {
    let (white, black) = (position.hand(Side::White), position.hand(Side::Black));
    let side = position.side().letter();
    format!("{} {side} {white},{black} {turn}", write_cells(position))
}

/// Writes the first part of a position text: what stands on the cells.
pub fn write_cells(position: &Position) -> String {
    let variant = position.variant();
    let mut text = String::with_capacity(64);
    for digit in (1..=variant.size()).rev() {
        if digit < variant.size() {
            text.push('/');
        }
        let mut vacant = 0;
        for square in (0..variant.size()).filter_map(|letter| variant.square_at(letter, digit)) {
            match position.owner(square) {
                None => vacant += 1,
                Some(owner) => {
                    write_vacant(&mut text, &mut vacant);
                    write_column(&mut text, owner, position.column(square));
                }
            }
        }
        write_vacant(&mut text, &mut vacant);
    }
    text
}

fn write_vacant(text: &mut String, vacant: &mut u32) {
    if *vacant > 0 {
        text.push_str(&vacant.to_string());
    }
    *vacant = 0;
}

fn write_column(text: &mut String, owner: Side, column: Column) {
    if column == Column::SINGLE_MAN {
        text.push(owner.letter());
        return;
    }
    text.push('(');
    for (side, men) in [(owner, column.cap()), (owner.other(), column.prisoners())] {
        if men > 0 {
            text.push(side.letter());
        }
        if men > 1 {
            text.push_str(&men.to_string());
        }
    }
    text.push(')');
}
