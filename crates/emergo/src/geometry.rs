//! The boards as types. Hot code is generic over [`Geometry`], so that the compiler unrolls the loops over the
//! directions of each board. Other code uses the methods of [`Variant`].

use crate::bitboard::Bitboard;
use crate::variant::Variant;

/// The shape of a board as constants.
pub(crate) trait Geometry: Copy {
    /// The variant that is played on the board.
    const VARIANT: Variant;
    /// All cells.
    const CELLS: Bitboard = Self::VARIANT.cells();
    /// The directions as shifts of bits, as in [`Variant::shifts`].
    const SHIFTS: &'static [i8] = Self::VARIANT.shifts();
}

/// [`Variant::Emergo`] as a type.
#[derive(Clone, Copy)]
pub(crate) struct Emergo;
/// [`Variant::Emergo7`] as a type.
#[derive(Clone, Copy)]
pub(crate) struct Emergo7;
/// [`Variant::Hexemergo`] as a type.
#[derive(Clone, Copy)]
pub(crate) struct Hexemergo;

impl Geometry for Emergo {
    const VARIANT: Variant = Variant::Emergo;
}

impl Geometry for Emergo7 {
    const VARIANT: Variant = Variant::Emergo7;
}

impl Geometry for Hexemergo {
    const VARIANT: Variant = Variant::Hexemergo;
}

/// The value of an expression in which the type `$geometry` is the board of a [`Variant`].
macro_rules! with_geometry {
    ($variant:expr, $geometry:ident => $value:expr) => {
        $crate::geometry::with_geometry!($variant, $geometry => $value; Emergo Emergo7 Hexemergo)
    };
    ($variant:expr, $geometry:ident => $value:expr; $($board:ident)*) => {
        match $variant {
            $($crate::variant::Variant::$board => {
                type $geometry = $crate::geometry::$board;
                $value
            })*
        }
    };
}
pub(crate) use with_geometry;
