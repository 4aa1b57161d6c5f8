//! Position text: `CELLS SIDE HANDS [TURN]`, for example `1/3/5/7/9/7/5/3/1 w 12,12 1`.

use super::position_text_error::{CellFault, PositionField, PositionTextError};
use crate::column::Column;
use crate::excerpt::Excerpt;
use crate::game::Game;
use crate::position::{Position, PositionError};
use crate::rule_options::Blocked;
use crate::side::Side;
use crate::variant::Variant;

/// The contents of a position text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PositionText {
    /// The position.
    pub position: Position,
    /// The turn number, from 1. It increases after each move of Black. The rules do not use it.
    pub turn: u32,
}

impl PositionText {
    /// The game from this position.
    ///
    /// ```
    /// use emergo::{Blocked, Variant, read_position};
    ///
    /// let start = read_position(Variant::Emergo, "1/3/5/7/9/4w2/5/3/1 b 11,12 4")?;
    /// assert_eq!(start.game(Blocked::Draw).turn(), 4);
    /// # Ok::<(), emergo::notation::PositionTextError>(())
    /// ```
    pub fn game(&self, blocked: Blocked) -> Game {
        Game::from_position(self.position, self.turn, blocked)
    }
}

/// Reads a position text. It accepts either letter case, counts of 1, brackets around a single man, any white space
/// between the fields, and a missing turn.
///
/// ```
/// use emergo::{Side, Variant, read_position};
///
/// let read = read_position(Variant::Emergo, "1/3/5/7/4(w3b2)4/7/5/3/1 b 9,10 4")?;
/// assert_eq!(read.turn, 4);
/// let column = read.position.column(Variant::Emergo.centre());
/// assert_eq!((column.cap(), column.prisoners()), (3, 2));
/// assert_eq!(read.position.hand(Side::Black), 10);
/// # Ok::<(), emergo::notation::PositionTextError>(())
/// ```
///
/// # Errors
///
/// The text cannot be read (with the field or the character), or the position is not valid.
pub fn read_position(variant: Variant, text: &str) -> Result<PositionText, PositionTextError> {
    let mut fields = text.split_ascii_whitespace();
    let cells = fields.next().ok_or(PositionTextError::Missing { field: PositionField::Cells })?;
    let side = fields.next().ok_or(PositionTextError::Missing { field: PositionField::Side })?;
    let hands = fields.next().ok_or(PositionTextError::Missing { field: PositionField::Hands })?;
    let turn = fields.next();
    if let Some(surplus) = fields.next() {
        return Err(PositionTextError::Surplus { text: Excerpt::of(surplus) });
    }

    let mut position = Position::without_men(variant);
    read_cells(&mut position, cells)?;
    match side {
        "w" | "W" => position.set_side(Side::White),
        "b" | "B" => position.set_side(Side::Black),
        _ => return Err(PositionTextError::Side { text: Excerpt::of(side) }),
    }
    read_hands(&mut position, hands)?;
    let turn = match turn {
        None => 1,
        Some(turn) => match turn.parse() {
            Ok(number) if number > 0 && digits(turn).is_some() => number,
            _ => return Err(PositionTextError::Turn { text: Excerpt::of(turn) }),
        },
    };
    position.check_men()?;
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
                Some(Cell::Empty(count)) => filled += count.min(expected + 1),
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
    /// So many empty cells.
    Empty(usize),
    Piece(Side, Column),
}

struct LineReader<'a> {
    characters: std::iter::Peekable<std::str::Chars<'a>>,
    /// The number of the next character in the whole text, from 1.
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
            return Ok(Some(Cell::Empty(self.number()? as usize)));
        }
        if let Some(side) = side_of(character) {
            self.take();
            return Ok(Some(Cell::Piece(side, Column::SINGLE_MAN)));
        }
        if character != '(' {
            return Err((self.at, CellFault::Character { character }));
        }
        self.take();
        let (owner, cap) = self.men()?.ok_or((self.at, CellFault::NoMen))?;
        let at = self.at;
        let prisoners = match self.men()? {
            Some((side, _)) if side == owner => return Err((at, CellFault::SameSide)),
            Some((_, count)) => count,
            None => 0,
        };
        match self.characters.peek() {
            Some(')') => self.take(),
            Some(other) => return Err((self.at, CellFault::Character { character: *other })),
            None => return Err((self.at, CellFault::Unclosed)),
        };
        Ok(Some(Cell::Piece(owner, Column::new(cap, prisoners))))
    }

    /// The letter of a side and a count, which is 1 if it is left out.
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

    /// A number from 1. A number that is too large for the type becomes its maximum.
    fn number(&mut self) -> Result<u32, (usize, CellFault)> {
        let at = self.at;
        let mut number: u32 = 0;
        while let Some(digit) = self.characters.peek().and_then(|c| c.to_digit(10)) {
            self.take();
            number = number.saturating_mul(10).saturating_add(digit);
        }
        if number == 0 { Err((at, CellFault::Zero)) } else { Ok(number) }
    }
}

/// A number that consists of digits only. A number that is too large for the type becomes its maximum.
pub(super) fn digits(text: &str) -> Option<u32> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().unwrap_or(u32::MAX))
}

fn side_of(letter: char) -> Option<Side> {
    Side::from_letter(letter.to_ascii_lowercase())
}

fn read_hands(position: &mut Position, text: &str) -> Result<(), PositionTextError> {
    let unreadable = || PositionTextError::Hands { text: Excerpt::of(text) };
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

/// Writes a position text. Equal positions have equal texts.
///
/// ```
/// use emergo::{Position, Variant, write_position};
///
/// let start = Position::start(Variant::Hexemergo);
/// assert_eq!(write_position(&start, 1), "4/5/6/7/6/5/4 w 12,12 1");
/// ```
pub fn write_position(position: &Position, turn: u32) -> String {
    let (white, black) = (position.hand(Side::White), position.hand(Side::Black));
    let side = position.side().letter();
    format!("{} {side} {white},{black} {turn}", write_cells(position))
}

/// Writes the first field of a position text: the contents of the cells.
///
/// ```
/// use emergo::notation::write_cells;
/// use emergo::{Position, Variant};
///
/// assert_eq!(write_cells(&Position::start(Variant::Emergo7)), "1/3/5/7/5/3/1");
/// ```
pub fn write_cells(position: &Position) -> String {
    let variant = position.variant();
    let mut text = String::with_capacity(64);
    for digit in (1..=variant.size()).rev() {
        if digit < variant.size() {
            text.push('/');
        }
        let mut empty = 0;
        for square in (0..variant.size()).filter_map(|letter| variant.square_at(letter, digit)) {
            match position.owner(square) {
                None => empty += 1,
                Some(owner) => {
                    write_empty_cells(&mut text, &mut empty);
                    write_column(&mut text, owner, position.column(square));
                }
            }
        }
        write_empty_cells(&mut text, &mut empty);
    }
    text
}

fn write_empty_cells(text: &mut String, empty: &mut u32) {
    if *empty > 0 {
        text.push_str(&empty.to_string());
    }
    *empty = 0;
}

fn write_column(text: &mut String, owner: Side, column: Column) {
    if column == Column::SINGLE_MAN {
        return write_men(text, owner, column);
    }
    text.push('(');
    write_men(text, owner, column);
    text.push(')');
}

/// Writes the men of a column, such as `w`, `w3` or `b2w4`.
pub(crate) fn write_men(text: &mut String, owner: Side, column: Column) {
    for (side, men) in [(owner, column.cap()), (owner.other(), column.prisoners())] {
        if men > 0 {
            text.push(side.letter());
        }
        if men > 1 {
            text.push_str(&men.to_string());
        }
    }
}
