//! The three boards: their cells, directions, coordinates and numbers of men.
//!
//! Each cell is one bit of a `u64`. A step in a given direction is the same shift of bits everywhere on the
//! board. Unused bits between the rows absorb the steps that leave the board.
//! - Square boards: the dark squares of a checkerboard. Two rows take eleven bits (five cells, a gap, four cells,
//!   a gap). Steps are +6 (north-east), +5 (north-west), -6 and -5.
//! - Hexagonal board: rows of eight bits, of which the last is a gap. Steps are +1, +9, +8, -1, -9 and -8.

use crate::bitboard::Bitboard;
use crate::named::named;
use crate::square::Square;

named! {
    UnknownVariant, "variant";
    /// A variant of the game: the board and the number of men.
    ///
    /// ```
    /// use emergo::Variant;
    ///
    /// let variant: Variant = "hexemergo".parse()?;
    /// assert_eq!(variant, Variant::Hexemergo);
    /// assert_eq!(variant.cells().count(), 37);
    /// assert_eq!(variant.men(), 12);
    /// # Ok::<(), emergo::UnknownVariant>(())
    /// ```
    ///
    /// A `match` lists all variants, so the compiler shows what another one needs.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Default)]
    #[repr(u8)]
    pub enum Variant {
        /// 41 dark squares of the 9x9 checkerboard, four directions, 12 men a side.
        #[default]
        Emergo = "emergo",
        /// 25 dark squares of the 7x7 checkerboard, four directions, 8 men a side.
        Emergo7 = "emergo7",
        /// 37 cells of a hexagon with sides of four cells, six directions, 12 men a side.
        Hexemergo = "hexemergo",
    }
}

const SQUARE_SHIFTS: [i8; 4] = [6, 5, -6, -5];
const HEXAGON_SHIFTS: [i8; 6] = [1, 9, 8, -1, -9, -8];

/// Steps to the centre from the place that is `u` letters and `v` digits away from it.
const fn distance(variant: Variant, u: i8, v: i8) -> i8 {
    match variant {
        Variant::Emergo | Variant::Emergo7 => u.abs() + v.abs(),
        Variant::Hexemergo => (u.abs() + v.abs() + (u - v).abs()) / 2,
    }
}

/// The bit of the cell at letter `letter` (0 = a) and digit `digit` (from 1), if the board has that cell.
const fn bit(variant: Variant, letter: i8, digit: i8) -> Option<u8> {
    let centre = variant.size() as i8 / 2;
    let (u, v) = (letter - centre, digit - 1 - centre);
    if distance(variant, u, v) > centre {
        return None;
    }
    Some(match variant {
        Variant::Emergo | Variant::Emergo7 => {
            let (file, rank) = (u + v + centre, v - u + centre);
            (rank / 2 * 11 + if rank % 2 == 0 { file / 2 } else { 6 + file / 2 }) as u8
        }
        Variant::Hexemergo => (8 * (digit - 1) + letter) as u8,
    })
}

/// Letter index and digit of each bit; (0, 0) if the bit is not a cell.
const fn letters_and_digits(variant: Variant) -> [(u8, u8); 64] {
    let mut table = [(0, 0); 64];
    let mut letter = 0;
    while letter < 9 {
        let mut digit = 1;
        while digit <= 9 {
            if let Some(bit) = bit(variant, letter, digit) {
                table[bit as usize] = (letter as u8, digit as u8);
            }
            digit += 1;
        }
        letter += 1;
    }
    table
}

static LETTERS_AND_DIGITS: [[(u8, u8); 64]; Variant::ALL.len()] = [
    letters_and_digits(Variant::Emergo),
    letters_and_digits(Variant::Emergo7),
    letters_and_digits(Variant::Hexemergo),
];

const fn cells(variant: Variant) -> Bitboard {
    let table = letters_and_digits(variant);
    let mut set = 0;
    let mut bit = 0;
    while bit < 64 {
        if table[bit].1 > 0 {
            set |= 1 << bit;
        }
        bit += 1;
    }
    Bitboard(set)
}

const CELLS: [Bitboard; Variant::ALL.len()] =
    [cells(Variant::Emergo), cells(Variant::Emergo7), cells(Variant::Hexemergo)];

impl Variant {
    /// The largest number of directions of a board.
    pub const MAX_DIRECTIONS: usize = 6;

    /// Number of letters and of digits of the oblique coordinates, 9 or 7. The checkerboard of a square board has
    /// the same number of files and of ranks.
    pub const fn size(self) -> u8 {
        match self {
            Variant::Emergo => 9,
            Variant::Emergo7 | Variant::Hexemergo => 7,
        }
    }

    /// Men of each side, 12 or 8.
    pub const fn men(self) -> u8 {
        match self {
            Variant::Emergo | Variant::Hexemergo => 12,
            Variant::Emergo7 => 8,
        }
    }

    /// Is the board a hexagon? It has six directions and oblique coordinates only.
    pub const fn is_hexagonal(self) -> bool {
        matches!(self, Variant::Hexemergo)
    }

    /// All cells: 41, 25 or 37.
    pub const fn cells(self) -> Bitboard {
        CELLS[self as usize]
    }

    /// The centre: White's first entry is forbidden there.
    ///
    /// ```
    /// use emergo::{Coordinates, Variant};
    ///
    /// let variant = Variant::Emergo;
    /// let name = Coordinates::Oblique.name_of(variant, variant.centre());
    /// assert_eq!(name.to_string(), "e5");
    /// ```
    pub const fn centre(self) -> Square {
        let middle = self.size() as i8 / 2;
        match bit(self, middle, middle + 1) {
            Some(bit) => Square::new(bit),
            None => unreachable!(),
        }
    }

    /// The directions as shifts of bits. The opposite of direction `d` of `n` is direction `(d + n / 2) % n`.
    pub const fn shifts(self) -> &'static [i8] {
        match self {
            Variant::Emergo | Variant::Emergo7 => &SQUARE_SHIFTS,
            Variant::Hexemergo => &HEXAGON_SHIFTS,
        }
    }

    /// The cell at `letter` (0 = a) and `digit` (from 1) of the oblique coordinates, if the board has it.
    ///
    /// ```
    /// use emergo::Variant;
    ///
    /// assert_eq!(Variant::Emergo.square_at(4, 5), Some(Variant::Emergo.centre()));
    /// assert_eq!(Variant::Emergo.square_at(0, 1), None); // a1 is not a cell
    /// ```
    pub fn square_at(self, letter: u8, digit: u8) -> Option<Square> {
        let inside = letter < self.size() && (1..=self.size()).contains(&digit);
        if !inside {
            return None;
        }
        bit(self, letter as i8, digit as i8).map(Square::new)
    }

    /// Letter index (0 = a) and digit (from 1) of a cell in oblique coordinates.
    pub fn letter_and_digit(self, square: Square) -> (u8, u8) {
        LETTERS_AND_DIGITS[self as usize][square.index()]
    }

    /// The neighbour of a cell in direction `direction`, an index of [`Variant::shifts`].
    ///
    /// ```
    /// use emergo::Variant;
    ///
    /// let variant = Variant::Hexemergo;
    /// let directions = 0..variant.shifts().len();
    /// let neighbours = directions.filter_map(|way| variant.neighbour(variant.centre(), way));
    /// assert_eq!(neighbours.count(), 6);
    /// ```
    pub fn neighbour(self, square: Square, direction: usize) -> Option<Square> {
        let set = square.bitboard().shifted(self.shifts()[direction]) & self.cells();
        set.first()
    }

    /// The direction from a cell to a neighbour, an index of [`Variant::shifts`]. `None` if `to` is not a neighbour.
    pub fn direction(self, from: Square, to: Square) -> Option<usize> {
        (0..self.shifts().len()).find(|direction| self.neighbour(from, *direction) == Some(to))
    }

    /// Steps from a cell to the centre: 0 on the centre, 4 on the rim of the 9x9 board, 3 on the rim of the others.
    pub fn distance_to_centre(self, square: Square) -> u8 {
        let centre = self.size() as i8 / 2;
        let (letter, digit) = self.letter_and_digit(square);
        distance(self, letter as i8 - centre, digit as i8 - 1 - centre) as u8
    }
}
