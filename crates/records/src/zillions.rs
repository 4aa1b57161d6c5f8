//! Saved games of Zillions of Games (`.zsg`): a header, then one ply per line, such as `1. man a5` or
//! `2. GA d2 x d3 GB d3 - d4`.
//!
//! The reader uses the first and the last square of a line. A line with the word `partial` may continue the ply of the line
//! before, which ended on its first square: it is a further jump, or a further man of a shadowpiece. The rule file makes
//! a blocked game a draw.

use crate::{GameError, GameRecord, ReadError, ReadOptions};
use emergo::notation::MoveTextError;
use emergo::{Blocked, Coordinates, Position, Variant, read_move};

pub(crate) fn is_saved_game(text: &str) -> bool {
    const FIRST_LINES: [&str; 3] = ["zillions save game", "rulesfile=", "variantname="];
    let line = text.lines().next().unwrap_or_default().trim().to_ascii_lowercase();
    FIRST_LINES.into_iter().any(|begin| line.starts_with(begin))
}

pub(crate) fn read_game(text: &str, options: &ReadOptions) -> Result<GameRecord, ReadError> {
    let mut variant = None;
    let mut plies: Vec<Ply> = Vec::new();
    let error = |line, source| ReadError { game: 1, line, source };
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if let Some((key, value)) = line.split_once('=') {
            if key.trim().eq_ignore_ascii_case("VariantName") && variant.is_none() {
                let read = variant_of(value.trim());
                let read = read.or_else(|cause| options.variant.ok_or(cause));
                variant = Some(read.map_err(|cause| error(number, GameError::Variant(cause)))?);
            }
            continue;
        }
        let Some(part) = Ply::of_line(number, line) else { continue };
        match plies.last_mut() {
            Some(ply)
                if ply.squares.last() == part.squares.first()
                    && (ply.is_partial || part.is_partial) =>
            {
                ply.squares.extend_from_slice(&part.squares[1..]);
                ply.is_partial = part.is_partial;
            }
            _ => plies.push(part),
        }
    }
    if variant.is_none() && plies.is_empty() {
        return Err(error(1, GameError::NotASavedGame));
    }
    let variant = variant.or(options.variant).unwrap_or_default();
    let mut record = GameRecord {
        variant,
        coordinates: options.coordinates.unwrap_or_default().for_variant(variant),
        blocked: options.blocked.unwrap_or(Blocked::Draw),
        ..GameRecord::default()
    };
    let mut position = Position::start(variant);
    for ply in plies {
        let read = ply.read(&position, record.coordinates);
        record.play(&mut position, read).map_err(|cause| error(ply.line, cause))?;
    }
    Ok(record)
}

/// The board of a `VariantName`, such as `Emergo` or `Hexagonal Emergo`.
fn variant_of(name: &str) -> Result<Variant, emergo::UnknownVariant> {
    let lower = name.to_ascii_lowercase();
    if lower.contains("hex") {
        Ok(Variant::Hexemergo)
    } else if lower.contains("7x7") {
        Ok(Variant::Emergo7)
    } else if lower.starts_with("emergo ") {
        Ok(Variant::Emergo)
    } else {
        name.parse()
    }
}

/// The squares of a ply: the origin and the end of each part.
struct Ply {
    /// The number of its first line, from 1.
    line: usize,
    squares: Vec<String>,
    /// Its last line has the word `partial`.
    is_partial: bool,
}

impl Ply {
    /// Reads a line `NUMBER. [partial N] PIECE SQUARE ...`; `None` without a number. A line without a square becomes a ply that
    /// cannot be read.
    fn of_line(line: usize, text: &str) -> Option<Ply> {
        let (number, rest) = text.split_once('.')?;
        number.trim().parse::<u32>().ok()?;
        let mut words = rest.split_whitespace().peekable();
        let is_partial = words.next_if(|word| word.eq_ignore_ascii_case("partial")).is_some();
        let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
        // The name of a piece may look like a square.
        let mut words = words
            .skip_while(is_number)
            .skip(1)
            .map(str::to_ascii_lowercase)
            .filter(|word| matches!(word.as_bytes(), [b'a'..=b'i', b'1'..=b'9']));
        let mut squares = vec![words.next().unwrap_or_else(|| rest.trim().to_owned())];
        squares.extend(words.last().filter(|to| *to != squares[0]));
        Some(Ply { line, squares, is_partial })
    }

    /// The legal move. A route that names other squares than the landing squares is read by its ends.
    fn read(
        &self,
        position: &Position,
        coordinates: Coordinates,
    ) -> Result<emergo::Move, MoveTextError> {
        read_move(position, coordinates, &self.squares.concat()).or_else(|error| {
            match &self.squares[..] {
                [from, .., to] => {
                    let ends = format!("{from}{to}");
                    read_move(position, coordinates, &ends).map_err(|_| error)
                }
                _ => Err(error),
            }
        })
    }
}
