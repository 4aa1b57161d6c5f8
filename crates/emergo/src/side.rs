//! The two players.

use std::fmt;

/// A player. White moves first.
///
/// ```
/// use emergo::Side;
///
/// assert_eq!(Side::White.other(), Side::Black);
/// assert_eq!(Side::Black.to_string(), "Black");
/// assert_eq!(Side::Black.name(), "black");
/// assert_eq!(Side::Black.letter(), 'b');
/// assert_eq!(Side::from_letter('b'), Some(Side::Black));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[repr(u8)]
pub enum Side {
    /// The first player, `w` in position text, player 1 of the protocol.
    White,
    /// The second player, `b` in position text, player 2 of the protocol.
    Black,
}

impl Side {
    /// Both players, White first.
    pub const ALL: [Side; 2] = [Side::White, Side::Black];

    /// The opponent.
    #[inline]
    pub const fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// 0 for White, 1 for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name for programs: `white` or `black`.
    pub const fn name(self) -> &'static str {
        match self {
            Side::White => "white",
            Side::Black => "black",
        }
    }

    /// The letter in position text: `w` or `b`.
    pub const fn letter(self) -> char {
        match self {
            Side::White => 'w',
            Side::Black => 'b',
        }
    }

    /// The side with a letter in position text; `None` for any other character.
    pub const fn from_letter(letter: char) -> Option<Side> {
        match letter {
            'w' => Some(Side::White),
            'b' => Some(Side::Black),
            _ => None,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::White => "White",
            Side::Black => "Black",
        })
    }
}
