//! Names of cells. Oblique: MindSports' letter and digit, along whose lines pieces step. Checkerboard: file
//! and rank of the square boards' checkerboard with a dark a1 at the bottom left, as AbstractPlay writes.

use super::Excerpt;
use crate::board::Variant;
use crate::square::Square;
use std::fmt;
use std::str::FromStr;

/// A system of cell names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Coordinates {
    /// Letter line and digit line, along which pieces step: the designers' names, of all boards.
    #[default]
    Oblique,
    /// File and rank of the checkerboard; pieces step diagonally. Square boards only: on the hexagonal
    /// board the oblique names are used in its place.
    Checkerboard,
}

impl Coordinates {
    /// Both systems.
    pub const ALL: [Coordinates; 2] = [Coordinates::Oblique, Coordinates::Checkerboard];

    /// The name in options.
    pub const fn name(self) -> &'static str {
        match self {
            Coordinates::Oblique => "oblique",
            Coordinates::Checkerboard => "checkerboard",
        }
    }

    /// The system as it is used on a board.
    pub const fn for_variant(self, variant: Variant) -> Coordinates {
        if variant.is_hexagonal() { Coordinates::Oblique } else { self }
    }

    /// The name of a cell.
    pub fn name_of(self, variant: Variant, square: Square) -> SquareName {
        let (letter, digit) = variant.place(square);
        match self.for_variant(variant) {
            Coordinates::Oblique => SquareName { letter, digit },
            Coordinates::Checkerboard => {
                let middle = variant.size() / 2;
                let (file, rank) = (letter + digit - 1 - middle, digit + middle - letter - 1);
                SquareName { letter: file, digit: rank + 1 }
            }
        }
    }

    /// The cell of a name: `letter` a to i in either case and `digit` 1 to 9.
    pub fn square(self, variant: Variant, letter: char, digit: char) -> Option<Square> {
        let letter = u8::try_from(letter.to_ascii_lowercase()).ok()?.checked_sub(b'a')?;
        let digit = u8::try_from(digit.to_digit(10)?).ok()?;
        match self.for_variant(variant) {
            Coordinates::Oblique => variant.square_at(letter, digit),
            Coordinates::Checkerboard => {
                let size = variant.size();
                if letter >= size || digit == 0 || digit > size || (letter + digit - 1) % 2 != 0 {
                    return None;
                }
                let (file, rank, middle) = (letter as i8, digit as i8 - 1, size as i8 / 2);
                let (u, v) = ((file - rank) / 2, (file + rank) / 2 - middle);
                variant.square_at((u + middle) as u8, (v + middle + 1) as u8)
            }
        }
    }
}

impl fmt::Display for Coordinates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No coordinate system has the name that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownCoordinates(Excerpt);

impl fmt::Display for UnknownCoordinates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown coordinates {}: there are oblique and checkerboard", self.0)
    }
}

impl std::error::Error for UnknownCoordinates {}

impl FromStr for Coordinates {
    type Err = UnknownCoordinates;

    /// Reads a system's name in either letter case.
    fn from_str(text: &str) -> Result<Coordinates, UnknownCoordinates> {
        Coordinates::ALL
            .into_iter()
            .find(|system| system.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| UnknownCoordinates(Excerpt::of(text)))
    }
}

/// The name of a cell: `Display` writes its letter and digit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct SquareName {
    letter: u8,
    digit: u8,
}

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.letter), self.digit)
    }
}
