//! The symmetries of the boards, as maps of their cells: rotations and reflections.

use crate::moves::{Move, Route};
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

    /// The image of a move on this board: the move that is legal in the image of the position.
    ///
    /// ```
    /// use emergo::{Coordinates, Variant, read_move, read_position};
    ///
    /// let position = read_position(Variant::Emergo, "1/3/5/7/9/3b1bw/5/3/1 w 0,0")?.position;
    /// let mv = read_move(&position, Coordinates::Oblique, "h4xf4xd4")?;
    /// for symmetry in Variant::Emergo.symmetries() {
    ///     let image = symmetry.move_image(Variant::Emergo, mv);
    ///     assert!(position.image(symmetry).legal_moves().contains(&image));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn move_image(&self, variant: Variant, mv: Move) -> Move {
        let (from, to) = (self.image(mv.from()), self.image(mv.to()));
        if !mv.is_capture() {
            return Move::step(from, to);
        }
        let images = mv.directions().map(|direction| self.direction_image(variant, direction));
        Move::capture(from, to, images.fold(Route::default(), Route::then))
    }

    /// The direction to which the symmetry of this board maps a direction. Both are indices of [`Variant::shifts`].
    ///
    /// ```
    /// use emergo::Variant;
    ///
    /// let [identity, ..] = Variant::Hexemergo.symmetries() else { unreachable!() };
    /// assert_eq!(identity.direction_image(Variant::Hexemergo, 4), 4);
    /// ```
    pub fn direction_image(&self, variant: Variant, direction: usize) -> usize {
        let centre = variant.centre();
        let next = variant.neighbour(centre, direction);
        let image = next.and_then(|next| variant.direction(centre, self.image(next)));
        image.expect("a symmetry maps neighbours to neighbours")
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
        static SYMMETRIES: LazyLock<[Vec<Symmetry>; Variant::ALL.len()]> =
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
