//! The symmetries of the boards, as maps of their cells: rotations and reflections.

use crate::square::Square;
use crate::variant::Variant;
use std::sync::LazyLock;

/// A symmetry of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetry {
    image: [Square; 64],
}

impl Symmetry {
    /// The cell to which the symmetry maps a cell.
    #[inline]
    pub fn image(&self, square: Square) -> Square {
        self.image[square.index()]
    }
}

impl Variant {
    /// The symmetries of the board, the identity first: 8 of a square board, 12 of the hexagonal board.
    ///
    /// ```
    /// use emergo::Variant;
    ///
    /// assert_eq!(Variant::Emergo.symmetries().len(), 8);
    /// assert_eq!(Variant::Hexemergo.symmetries().len(), 12);
    /// for symmetry in Variant::Emergo.symmetries() {
    ///     assert_eq!(symmetry.image(Variant::Emergo.centre()), Variant::Emergo.centre());
    /// }
    /// ```
    pub fn symmetries(self) -> &'static [Symmetry] {
        static SYMMETRIES: LazyLock<[Vec<Symmetry>; 3]> =
            LazyLock::new(|| Variant::ALL.map(find_symmetries));
        &SYMMETRIES[self as usize]
    }
}

/// All combinations of a reflection, or none, and a rotation.
fn find_symmetries(variant: Variant) -> Vec<Symmetry> {
    let rotations = variant.shifts().len();
    let mut all = Vec::with_capacity(2 * rotations);
    for reflected in [false, true] {
        for rotation in 0..rotations {
            let mut image = [Square::new(0); 64];
            for square in variant.cells() {
                let mut cell = Offset::of(variant, square);
                if reflected {
                    cell = Offset { letter: cell.digit, digit: cell.letter };
                }
                for _ in 0..rotation {
                    cell = cell.rotated(variant);
                }
                image[square.index()] = cell.square(variant);
            }
            all.push(Symmetry { image });
        }
    }
    all
}

/// Distance of a cell from the centre along letters and digits.
struct Offset {
    letter: i8,
    digit: i8,
}

impl Offset {
    fn of(variant: Variant, square: Square) -> Offset {
        let centre = variant.size() as i8 / 2;
        let (letter, digit) = variant.letter_and_digit(square);
        Offset { letter: letter as i8 - centre, digit: digit as i8 - 1 - centre }
    }

    /// The cell after the smallest rotation of the board: a quarter turn, or a sixth of a turn on the hexagonal board.
    fn rotated(self, variant: Variant) -> Offset {
        if variant.is_hexagonal() {
            Offset { letter: self.letter - self.digit, digit: self.letter }
        } else {
            Offset { letter: -self.digit, digit: self.letter }
        }
    }

    fn square(self, variant: Variant) -> Square {
        let centre = variant.size() as i8 / 2;
        variant
            .square_at((self.letter + centre) as u8, (self.digit + centre + 1) as u8)
            .expect("a symmetry maps cells to cells")
    }
}
