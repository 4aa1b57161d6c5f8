//! The three boards: cells, directions, names, symmetries and the layout of their bits.
//!
//! Both square boards lie in one `u64` as the dark squares of a checkerboard, eleven bits for two rows
//! (five squares, a gap, four squares, a gap), so a step is the same shift everywhere: +6 north-east, +5
//! north-west. The gaps swallow steps off the board. The hexagonal board has rows of eight bits, the
//! eighth a gap, and steps of 1, 8 and 9. Hot code is generic over [`Geometry`], whose constants the
//! compiler folds; everything else asks a [`Variant`].

use super::bitboard::Bitboard;
use super::notation::Excerpt;
use super::square::Square;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

/// A board with its rules' few numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
#[repr(u8)]
pub enum Variant {
    /// 41 dark squares of the 9x9 checkerboard, 12 men a side.
    #[default]
    Emergo,
    /// 25 dark squares of the 7x7 checkerboard, 8 men a side.
    Emergo7,
    /// 37 cells of a hexagon with sides of four, six directions, 12 men a side.
    Hexemergo,
}

/// Directions of a board at most.
pub const MAX_DIRECTIONS: usize = 6;

const SQUARE_SHIFTS: [i8; 4] = [6, 5, -6, -5];
const HEXAGON_SHIFTS: [i8; 6] = [1, 9, 8, -1, -9, -8];

/// A board's shape as constants, for code that is compiled once a board.
pub(super) trait Geometry {
    /// Which board it is.
    const VARIANT: Variant;
    /// All cells.
    const CELLS: Bitboard = cells(Self::VARIANT);
    /// The upward half of the directions, as bits to shift.
    const AXES: &'static [u32];
    /// All directions as bits to shift; direction `d` and `d + AXES.len()` are opposite.
    const SHIFTS: &'static [i8] = Self::VARIANT.shifts();
}

/// [`Variant::Emergo`] as a type.
pub(super) struct Emergo;
/// [`Variant::Emergo7`] as a type.
pub(super) struct Emergo7;
/// [`Variant::Hexemergo`] as a type.
pub(super) struct Hexemergo;

impl Geometry for Emergo {
    const VARIANT: Variant = Variant::Emergo;
    const AXES: &'static [u32] = &[6, 5];
}

impl Geometry for Emergo7 {
    const VARIANT: Variant = Variant::Emergo7;
    const AXES: &'static [u32] = &[6, 5];
}

impl Geometry for Hexemergo {
    const VARIANT: Variant = Variant::Hexemergo;
    const AXES: &'static [u32] = &[1, 9, 8];
}

/// Calls a function that is generic over the geometry for the board at hand.
macro_rules! with_geometry {
    ($variant:expr, $($function:ident)::+ ( $($argument:expr),* $(,)? )) => {
        match $variant {
            $crate::board::Variant::Emergo => $($function)::+::<$crate::board::Emergo>($($argument),*),
            $crate::board::Variant::Emergo7 => $($function)::+::<$crate::board::Emergo7>($($argument),*),
            $crate::board::Variant::Hexemergo => $($function)::+::<$crate::board::Hexemergo>($($argument),*),
        }
    };
}
pub(super) use with_geometry;

/// The bit of the cell at letter `letter` (0 = a) and digit `digit` (from 1), if there is such a cell.
const fn bit(variant: Variant, letter: i8, digit: i8) -> Option<u8> {
    let centre = variant.size() as i8 / 2;
    let (u, v) = (letter - centre, digit - 1 - centre);
    let inside = match variant {
        Variant::Emergo | Variant::Emergo7 => u.abs() + v.abs() <= centre,
        Variant::Hexemergo => u.abs() <= centre && v.abs() <= centre && (u - v).abs() <= centre,
    };
    if !inside {
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

const fn cells(variant: Variant) -> Bitboard {
    let mut set = 0;
    let mut letter = 0;
    while letter < 9 {
        let mut digit = 1;
        while digit <= 9 {
            if let Some(bit) = bit(variant, letter, digit) {
                set |= 1 << bit;
            }
            digit += 1;
        }
        letter += 1;
    }
    Bitboard(set)
}

/// The cells with fewer neighbours than directions.
const fn rim(variant: Variant) -> Bitboard {
    let cells = cells(variant).0;
    let mut inner = cells;
    let mut direction = 0;
    while direction < variant.shifts().len() {
        inner &= Bitboard(cells).shifted(variant.shifts()[direction]).0;
        direction += 1;
    }
    Bitboard(cells & !inner)
}

/// Letter index and digit of each bit; (0, 0) where there is no cell.
const fn places(variant: Variant) -> [(u8, u8); 64] {
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

static PLACES: [[(u8, u8); 64]; 3] =
    [places(Variant::Emergo), places(Variant::Emergo7), places(Variant::Hexemergo)];

impl Variant {
    /// All boards.
    pub const ALL: [Variant; 3] = [Variant::Emergo, Variant::Emergo7, Variant::Hexemergo];

    /// The name in the protocol and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Emergo => "emergo",
            Variant::Emergo7 => "emergo7",
            Variant::Hexemergo => "hexemergo",
        }
    }

    /// Letters and digits of the oblique coordinates, 9 or 7; also ranks and files of the checkerboard.
    pub const fn size(self) -> u8 {
        match self {
            Variant::Emergo => 9,
            Variant::Emergo7 | Variant::Hexemergo => 7,
        }
    }

    /// Men a side, 12 or 8.
    pub const fn men(self) -> u8 {
        match self {
            Variant::Emergo | Variant::Hexemergo => 12,
            Variant::Emergo7 => 8,
        }
    }

    /// Is the board a hexagon, with six directions and oblique coordinates only?
    pub const fn is_hexagonal(self) -> bool {
        matches!(self, Variant::Hexemergo)
    }

    /// All cells: 41, 25 or 37.
    pub const fn cells(self) -> Bitboard {
        match self {
            Variant::Emergo => Emergo::CELLS,
            Variant::Emergo7 => Emergo7::CELLS,
            Variant::Hexemergo => Hexemergo::CELLS,
        }
    }

    /// The cell that White's first entry may not take.
    pub const fn centre(self) -> Square {
        let middle = self.size() as i8 / 2;
        match bit(self, middle, middle + 1) {
            Some(bit) => Square::new(bit),
            None => unreachable!(),
        }
    }

    /// The directions as bits to shift; a direction and the one half the list further are opposite.
    pub const fn shifts(self) -> &'static [i8] {
        match self {
            Variant::Emergo | Variant::Emergo7 => &SQUARE_SHIFTS,
            Variant::Hexemergo => &HEXAGON_SHIFTS,
        }
    }

    /// The cell at `letter` (0 = a) and `digit` (from 1) of the oblique coordinates, if there is one.
    pub fn square_at(self, letter: u8, digit: u8) -> Option<Square> {
        let inside = letter < self.size() && (1..=self.size()).contains(&digit);
        if !inside {
            return None;
        }
        bit(self, letter as i8, digit as i8).map(Square::new)
    }

    /// Letter index (0 = a) and digit (from 1) of a cell in oblique coordinates.
    pub fn place(self, square: Square) -> (u8, u8) {
        PLACES[self as usize][square.index()]
    }

    /// The neighbour of a cell in direction `direction` (an index of [`Variant::shifts`]).
    pub fn neighbour(self, square: Square, direction: usize) -> Option<Square> {
        let set = square.bitboard().shifted(self.shifts()[direction]) & self.cells();
        set.first()
    }

    /// The cells of the rim: 16, 12 and 18.
    pub const fn edge(self) -> Bitboard {
        const RIMS: [Bitboard; 3] =
            [rim(Variant::Emergo), rim(Variant::Emergo7), rim(Variant::Hexemergo)];
        RIMS[self as usize]
    }

    /// Steps of a side with pieces on `pieces` to the vacant cells `empty`.
    #[inline]
    pub fn count_steps(self, pieces: Bitboard, empty: Bitboard) -> u32 {
        let ways = |axis: u32| (pieces << axis & empty).count() + (pieces >> axis & empty).count();
        match self {
            Variant::Emergo | Variant::Emergo7 => Emergo::AXES.iter().map(|axis| ways(*axis)).sum(),
            Variant::Hexemergo => Hexemergo::AXES.iter().map(|axis| ways(*axis)).sum(),
        }
    }

    /// Steps from a cell to the centre: 0 in the centre, 4 on the rim of the 9x9 board, 3 on the others'.
    pub fn distance_to_centre(self, square: Square) -> u8 {
        let centre = self.size() as i8 / 2;
        let (letter, digit) = self.place(square);
        let (u, v) = (letter as i8 - centre, digit as i8 - 1 - centre);
        let distance = if self.is_hexagonal() {
            u.abs().max(v.abs()).max((u - v).abs())
        } else {
            u.abs() + v.abs()
        };
        distance as u8
    }

    /// The symmetries of the board, the identity first: 8 of the square boards, 12 of the hexagon.
    pub fn symmetries(self) -> &'static [Symmetry] {
        static SYMMETRIES: LazyLock<[Vec<Symmetry>; 3]> =
            LazyLock::new(|| Variant::ALL.map(Variant::find_symmetries));
        &SYMMETRIES[self as usize]
    }

    fn find_symmetries(self) -> Vec<Symmetry> {
        let centre = self.size() as i8 / 2;
        let turn = |(u, v): (i8, i8)| if self.is_hexagonal() { (u - v, u) } else { (-v, u) };
        let turns = self.shifts().len();
        let mut all = Vec::with_capacity(2 * turns);
        for mirrored in [false, true] {
            for times in 0..turns {
                let mut image = [Square::new(0); 64];
                for square in self.cells() {
                    let (letter, digit) = self.place(square);
                    let mut at = (letter as i8 - centre, digit as i8 - 1 - centre);
                    if mirrored {
                        at = (at.1, at.0);
                    }
                    for _ in 0..times {
                        at = turn(at);
                    }
                    let target = bit(self, at.0 + centre, at.1 + centre + 1);
                    image[square.index()] =
                        Square::new(target.expect("a symmetry keeps the board"));
                }
                all.push(Symmetry { image });
            }
        }
        all
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No board has the name that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownVariant(Excerpt);

impl fmt::Display for UnknownVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown variant {}: there are emergo, emergo7 and hexemergo", self.0)
    }
}

impl std::error::Error for UnknownVariant {}

impl FromStr for Variant {
    type Err = UnknownVariant;

    /// Reads a variant's name in either letter case.
    fn from_str(text: &str) -> Result<Variant, UnknownVariant> {
        Variant::ALL
            .into_iter()
            .find(|variant| variant.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| UnknownVariant(Excerpt::of(text)))
    }
}

/// A symmetry of a board, as a map of its cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetry {
    image: [Square; 64],
}

impl Symmetry {
    /// Where a cell goes.
    #[inline]
    pub fn image(&self, square: Square) -> Square {
        self.image[square.index()]
    }

    /// Where a set of cells goes.
    pub fn image_of_set(&self, set: Bitboard) -> Bitboard {
        set.map(|square| self.image(square)).collect()
    }
}
