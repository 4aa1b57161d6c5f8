//! Names of cells in two systems of coordinates.
//! - Oblique: letter and digit as on MindSports. Pieces step along letters and digits.
//! - Checkerboard: file and rank of the checkerboard, with a dark a1 at the bottom left, as on AbstractPlay.

use crate::named::named;
use crate::square::Square;
use crate::variant::Variant;
use std::fmt;

named! {
    UnknownCoordinates, "coordinates";
    /// A system of coordinates.
    ///
    /// ```
    /// use emergo::{Coordinates, Variant};
    ///
    /// let e1 = Coordinates::Oblique.square(Variant::Emergo, 'e', '1').expect("a cell of the board");
    /// let name = Coordinates::Checkerboard.name_of(Variant::Emergo, e1);
    /// assert_eq!(name.to_string(), "a1");
    /// ```
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum Coordinates {
        /// The names of the designers, for all boards. Pieces step along letters and digits.
        #[default]
        Oblique = "oblique",
        /// File and rank of the checkerboard. Pieces step diagonally. The hexagonal board has no such names: there the
        /// oblique names are used.
        Checkerboard = "checkerboard",
    }
}

impl Coordinates {
    /// The system that is used for a variant: always oblique on the hexagonal board.
    pub const fn for_variant(self, variant: Variant) -> Coordinates {
        if variant.is_hexagonal() { Coordinates::Oblique } else { self }
    }

    /// Checks that a variant has these names, for programs that do not replace them by those of
    /// [`Coordinates::for_variant`].
    ///
    /// ```
    /// use emergo::{Coordinates, Variant};
    ///
    /// assert!(Coordinates::Checkerboard.check(Variant::Emergo).is_ok());
    /// let error = Coordinates::Checkerboard.check(Variant::Hexemergo).unwrap_err();
    /// assert_eq!(error.to_string(), "hexemergo has oblique coordinates only");
    /// ```
    ///
    /// # Errors
    ///
    /// The variant has the oblique names only, and these are others.
    pub fn check(self, variant: Variant) -> Result<(), ObliqueOnly> {
        if self == self.for_variant(variant) { Ok(()) } else { Err(ObliqueOnly { variant }) }
    }

    /// The name of a cell.
    pub fn name_of(self, variant: Variant, square: Square) -> SquareName {
        let (letter, digit) = variant.letter_and_digit(square);
        match self.for_variant(variant) {
            Coordinates::Oblique => SquareName { letter, digit },
            Coordinates::Checkerboard => {
                let middle = variant.size() / 2;
                let (file, rank) = (letter + digit - 1 - middle, digit + middle - letter - 1);
                SquareName { letter: file, digit: rank + 1 }
            }
        }
    }

    /// The cell with a name: `letter` is a to i in either case, `digit` is 1 to 9. Returns `None` if the board does not
    /// have the cell.
    pub fn square(self, variant: Variant, letter: char, digit: char) -> Option<Square> {
        let letter = u8::try_from(letter.to_ascii_lowercase()).ok()?.checked_sub(b'a')?;
        let digit = u8::try_from(digit.to_digit(10)?).ok()?;
        let name = SquareName { letter, digit };
        variant.cells().find(|square| self.name_of(variant, *square) == name)
    }
}

/// A variant does not have these coordinates: it has the oblique ones only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ObliqueOnly {
    /// The variant.
    pub variant: Variant,
}

impl fmt::Display for ObliqueOnly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} has oblique coordinates only", self.variant)
    }
}

impl std::error::Error for ObliqueOnly {}

/// The name of a cell. `Display` writes letter and digit, such as `e4`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "string"))]
pub struct SquareName {
    letter: u8,
    digit: u8,
}

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.letter), self.digit)
    }
}
