//! Diagrams as SVG pictures.
//!
//! A picture is one line of text without scripts and external references. A style sheet can override the colours by
//! the classes `board`, `light`, `cell`, `man white`, `man black`, `face`, `count`, `hand` and `name`. Each cell is a
//! group. Its attributes are the oblique name (`data-cell`), the name in the coordinates of the picture (`data-name`),
//! and a translation to the middle of the cell, where a page can place a button. The rectangle `board` is the square
//! around the cells without the hands. A hand has the number of its men (`data-men`) and the width of their drawing
//! (`data-width`).
//!
//! A column is a stack of discs, seen from above and in front: the prisoners are a band in their own colour with their
//! number on its side, and the cap lies on it with its number on the top face. A cap of one has no number.

use super::text::cell_text;
use crate::column::Column;
use crate::game::Game;
use crate::named::named;
use crate::notation::Coordinates;
use crate::position::Position;
use crate::side::Side;
use crate::square::Square;
use crate::variant::Variant;
use std::fmt::{self, Write};

named! {
    UnknownLayout, "layout";
    /// The layout of the square boards. The hexagonal board has only one layout.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum BoardLayout {
        /// A diamond, as the designers draw it: pieces step vertically and horizontally.
        #[default]
        Diamond = "diamond",
        /// A checkerboard with light squares: pieces step diagonally.
        Checkerboard = "checkerboard",
    }
}

impl BoardLayout {
    /// The coordinates whose letters and digits belong to columns and rows of this layout.
    pub const fn coordinates(self) -> Coordinates {
        match self {
            BoardLayout::Diamond => Coordinates::Oblique,
            BoardLayout::Checkerboard => Coordinates::Checkerboard,
        }
    }

    /// The layout whose columns and rows have the letters and digits of these coordinates.
    pub const fn of(coordinates: Coordinates) -> BoardLayout {
        match coordinates {
            Coordinates::Oblique => BoardLayout::Diamond,
            Coordinates::Checkerboard => BoardLayout::Checkerboard,
        }
    }
}

/// The style of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SvgStyle {
    /// The layout of the board.
    pub layout: BoardLayout,
    /// The board is rotated by half a turn, with Black at the bottom.
    pub turned: bool,
    /// The names of the cells.
    pub coordinates: Coordinates,
}

/// Half the side of a square cell, or half the height of a hexagonal cell. All lengths are in SVG units.
const HALF: f64 = 30.0;
/// Half the width of a hexagonal cell from corner to corner.
const CORNER: f64 = HALF * 1.154_700_538;
/// The width of the frame around the cells, which has the names.
const FRAME: f64 = 15.0;
/// The height of the strip for a hand.
const STRIP: f64 = 40.0;
/// Half the width and half the height of the face of a man.
const FACE: Point = Point { x: 25.0, y: 15.5 };
/// The height of a single man.
const MAN: f64 = 6.0;
/// The heights of caps of 1, 2, 3 and more men on prisoners or on each other.
const CAP: [f64; 4] = [5.0, 8.5, 10.5, 11.5];
/// The heights of 1, 2 and more prisoners. The number of prisoners fits on the band.
const BAND: [f64; 3] = [11.5, 12.5, 13.0];
/// The size of a man in hand relative to one on the board, and the distance of two of them.
const HAND_SCALE: f64 = 0.5;
const HAND_STEP: f64 = 12.0;

const BOARD: &str = "#eadfcb";
const CELL: &str = "#c69963";
const LIGHT: &str = "#f3e6cf";
const EDGE: &str = "#8d6238";
/// The colour of text beside the board, where the background may be light or dark.
const OUTSIDE_INK: &str = "#777";
/// Names in a corner of their cells.
const SMALL: NameStyle = NameStyle { size: 10, ink: "#4a2f17" };
/// Letters and digits beside the cells.
const LARGE: NameStyle = NameStyle { size: 13, ink: "#6b4f30" };
const LAST_MOVE: &str = "#dfb94f";
const WHITE: Colours =
    Colours { face: "#fffcf4", side: "#ebe1cd", line: "#94836a", ink: "#33291c" };
const BLACK: Colours =
    Colours { face: "#383841", side: "#26262c", line: "#74707c", ink: "#f8f3e9" };

/// The colours of the men of a side: the top, the side, the edges, and the text on them.
struct Colours {
    face: &'static str,
    side: &'static str,
    line: &'static str,
    ink: &'static str,
}

/// The font size and the colour of names.
#[derive(Clone, Copy)]
struct NameStyle {
    size: u32,
    ink: &'static str,
}

/// A point of the picture, or an offset. `y` increases downward.
#[derive(Clone, Copy)]
struct Point {
    x: f64,
    y: f64,
}

/// Draws the position of a game and marks the cells of its last move. The text is one line without a line break.
///
/// ```
/// use emergo::diagram::{BoardLayout, SvgStyle, draw_svg};
/// use emergo::{Blocked, Game, Variant};
///
/// let game = Game::new(Variant::Emergo, Blocked::Draw);
/// let style = SvgStyle { layout: BoardLayout::Checkerboard, ..SvgStyle::default() };
/// let picture = draw_svg(&game, style);
/// assert!(picture.starts_with("<svg") && picture.ends_with("</svg>"));
/// ```
pub fn draw_svg(game: &Game, style: SvgStyle) -> String {
    let mut picture = Picture::of(game.position(), style);
    picture.draw(game).expect("writing to a String cannot fail");
    picture.text
}

struct Picture<'a> {
    position: &'a Position,
    variant: Variant,
    style: SvgStyle,
    /// Half the side of the square board with its frame.
    half: f64,
    text: String,
}

impl<'a> Picture<'a> {
    fn of(position: &'a Position, style: SvgStyle) -> Picture<'a> {
        let variant = position.variant();
        let size = f64::from(variant.size());
        // A hexagonal board is higher than wide.
        let half = size * HALF + FRAME;
        Picture { position, variant, style, half, text: String::new() }
    }

    fn height(&self) -> f64 {
        2.0 * (self.half + STRIP)
    }

    fn draw(&mut self, game: &Game) -> fmt::Result {
        let (side, height) = (2.0 * self.half, self.height());
        write!(
            self.text,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side:.0} {height:.0}\" role=\"img\" \
             class=\"emergo {}\" font-family=\"sans-serif\" text-anchor=\"middle\">",
            self.variant
        )?;
        self.title(game)?;
        write!(
            self.text,
            "<rect class=\"board\" x=\"0\" y=\"{STRIP}\" width=\"{side:.0}\" height=\"{side:.0}\" rx=\"6\" \
             fill=\"{BOARD}\"/>"
        )?;
        self.light_squares()?;
        let last_move: Vec<Square> = match game.moves().last() {
            Some(mv) => mv.path(self.variant).collect(),
            None => Vec::new(),
        };
        for square in self.variant.cells() {
            self.cell(square, &last_move)?;
        }
        self.names()?;
        for square in self.variant.cells() {
            self.piece(square)?;
        }
        Side::ALL.into_iter().try_for_each(|side| self.hand(side))?;
        self.text.push_str("</svg>");
        Ok(())
    }

    /// The title, which a screen reader reads.
    fn title(&mut self, game: &Game) -> fmt::Result {
        let side = self.position.side();
        let state = match game.ending() {
            Some(ending) => ending.to_string(),
            None => format!("{side} to move"),
        };
        let hands = Side::ALL.map(|side| self.position.hand(side));
        write!(
            self.text,
            "<title>{}, turn {}: {state}; in hand White {}, Black {}</title>",
            self.variant,
            game.turn(),
            hands[0],
            hands[1]
        )
    }

    fn middle(&self, square: Square) -> Point {
        let (letter, digit) = self.variant.letter_and_digit(square);
        let centre = f64::from(self.variant.size() / 2);
        let (u, v) = (f64::from(letter) - centre, f64::from(digit) - 1.0 - centre);
        let offset = if self.variant.is_hexagonal() {
            // Letters increase to the lower right, digits increase upward.
            Point { x: u * 1.5 * CORNER, y: (u - 2.0 * v) * HALF }
        } else {
            match self.style.layout {
                BoardLayout::Diamond => Point { x: u * 2.0 * HALF, y: -v * 2.0 * HALF },
                BoardLayout::Checkerboard => {
                    Point { x: (u + v) * 2.0 * HALF, y: (u - v) * 2.0 * HALF }
                }
            }
        };
        let sign = if self.style.turned { -1.0 } else { 1.0 };
        Point { x: self.half + sign * offset.x, y: self.half + STRIP + sign * offset.y }
    }

    /// The light squares of the checkerboard, which the game does not use.
    fn light_squares(&mut self) -> fmt::Result {
        if self.variant.is_hexagonal() || self.style.layout == BoardLayout::Diamond {
            return Ok(());
        }
        let (left, top) = (FRAME, FRAME + STRIP);
        let side = 2.0 * HALF * f64::from(self.variant.size());
        write!(
            self.text,
            "<rect class=\"light\" x=\"{left}\" y=\"{top}\" width=\"{side}\" height=\"{side}\" fill=\"{LIGHT}\" \
             stroke=\"{EDGE}\"/>"
        )
    }

    fn cell(&mut self, square: Square, last_move: &[Square]) -> fmt::Result {
        let cell = Coordinates::Oblique.name_of(self.variant, square);
        let name = self.style.coordinates.name_of(self.variant, square);
        let Point { x, y } = self.middle(square);
        let (class, fill) =
            if last_move.contains(&square) { ("cell last", LAST_MOVE) } else { ("cell", CELL) };
        write!(
            self.text,
            "<g class=\"{class}\" data-cell=\"{cell}\" data-name=\"{name}\" transform=\"translate({x:.1} {y:.1})\">"
        )?;
        let colours = format!("fill=\"{fill}\" stroke=\"{EDGE}\"");
        if self.variant.is_hexagonal() {
            let (wide, narrow) = (CORNER, CORNER / 2.0);
            write!(
                self.text,
                "<path d=\"M{wide:.1} 0L{narrow:.1} {HALF}H-{narrow:.1}L-{wide:.1} 0L-{narrow:.1} -{HALF}H{narrow:.1}Z\" \
                 {colours}/>"
            )?;
        } else {
            let side = 2.0 * HALF;
            write!(
                self.text,
                "<rect x=\"-{HALF}\" y=\"-{HALF}\" width=\"{side}\" height=\"{side}\" {colours}/>"
            )?;
        }
        self.text.push_str("</g>");
        Ok(())
    }

    /// The names of the cells: letters below the board and digits at its left. If letters and digits do not belong to
    /// columns and rows of this layout, each cell shows its name in a corner.
    fn names(&mut self) -> fmt::Result {
        let named = |square| {
            let name = self.style.coordinates.name_of(self.variant, square);
            (name.to_string(), self.middle(square))
        };
        let cells: Vec<(String, Point)> = self.variant.cells().map(named).collect();
        for (name, Point { x, y }) in &cells {
            if !self.names_lines() {
                self.name(name, Point { x: x - HALF + 9.0, y: y + HALF - 4.0 }, SMALL)?;
                continue;
            }
            let (letter, digit) = name.split_at(1);
            // Beside the last cell of its row or column, or beside the board if light squares may follow the cell.
            let hexagonal = self.variant.is_hexagonal();
            let checkerboard = !hexagonal && self.style.layout == BoardLayout::Checkerboard;
            let bottom = STRIP + 2.0 * self.half - FRAME;
            let is_leftmost = cells.iter().all(|(other, at)| !other.ends_with(digit) || at.x >= *x);
            if is_leftmost {
                let at = match (hexagonal, checkerboard) {
                    (true, _) => Point { x: x - CORNER, y: y - HALF * 0.62 },
                    (_, true) => Point { x: FRAME - 7.5, y: y + 4.5 },
                    _ => Point { x: x - HALF - 7.5, y: y + 4.5 },
                };
                self.name(digit, at, LARGE)?;
            }
            let is_lowest =
                cells.iter().all(|(other, at)| !other.starts_with(letter) || at.y <= *y);
            if is_lowest {
                let foot = if checkerboard { bottom } else { y + HALF };
                self.name(letter, Point { x: *x, y: foot + 12.0 }, LARGE)?;
            }
        }
        Ok(())
    }

    /// Do the letters and digits of the names belong to columns and rows of this layout?
    fn names_lines(&self) -> bool {
        self.variant.is_hexagonal() || self.style.coordinates == self.style.layout.coordinates()
    }

    fn name(&mut self, name: &str, at: Point, style: NameStyle) -> fmt::Result {
        let (Point { x, y }, NameStyle { size, ink }) = (at, style);
        write!(
            self.text,
            "<text class=\"name\" x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\" fill=\"{ink}\">{name}</text>"
        )
    }

    fn piece(&mut self, square: Square) -> fmt::Result {
        let Some(owner) = self.position.owner(square) else {
            return Ok(());
        };
        let column = self.position.column(square);
        let cell = Coordinates::Oblique.name_of(self.variant, square);
        let Point { x, y } = self.middle(square);
        write!(
            self.text,
            "<g class=\"piece\" data-cell=\"{cell}\" data-column=\"{}\" transform=\"translate({x:.1} {y:.1})\">",
            cell_text(self.position, square)
        )?;
        self.column(owner, column)?;
        self.text.push_str("</g>");
        Ok(())
    }

    /// A column: its men from the bottom to the top, the number of prisoners on their band, and the size of the cap on the
    /// top man.
    fn column(&mut self, owner: Side, column: Column) -> fmt::Result {
        let (cap, prisoners) = (column.cap(), column.prisoners());
        let height = match (cap, prisoners) {
            (1, 0) => MAN,
            _ => of_number(&CAP, cap),
        };
        let band = if prisoners == 0 { 0.0 } else { of_number(&BAND, prisoners) };
        // The lower edge of a man, at the middle of its face. The drawing lies in the middle of the cell.
        let mut foot = (height + band) / 2.0;
        let front = foot + FACE.y - band / 2.0;
        for _ in 0..prisoners {
            self.man(owner.other(), foot, band / f64::from(prisoners))?;
            foot -= band / f64::from(prisoners);
        }
        for _ in 0..cap {
            self.man(owner, foot, height / f64::from(cap))?;
            foot -= height / f64::from(cap);
        }
        let Colours { face, line, ink, .. } = colours(owner);
        let Point { x: rx, y: ry } = FACE;
        write!(
            self.text,
            "<ellipse class=\"face {}\" cy=\"{foot:.1}\" rx=\"{rx}\" ry=\"{ry}\" fill=\"{face}\" stroke=\"{line}\"/>",
            owner.name()
        )?;
        if cap > 1 {
            let y = foot + 7.0;
            write!(
                self.text,
                "<text class=\"count cap {}\" y=\"{y:.1}\" font-size=\"20\" font-weight=\"bold\" fill=\"{ink}\">{cap}</text>",
                owner.name()
            )?;
        }
        if prisoners > 0 {
            // The halo hides the edges of the men behind the number.
            let Colours { side, ink, .. } = colours(owner.other());
            let y = front + 4.0;
            write!(
                self.text,
                "<text class=\"count prisoners {}\" y=\"{y:.1}\" font-size=\"14\" font-weight=\"bold\" fill=\"{ink}\" \
                 stroke=\"{side}\" stroke-width=\"3\" paint-order=\"stroke\">{prisoners}</text>",
                owner.other().name()
            )?;
        }
        Ok(())
    }

    /// A man without its face: `foot` is the height of its lower edge, `height` its thickness.
    fn man(&mut self, side: Side, foot: f64, height: f64) -> fmt::Result {
        let (Colours { side: fill, line, .. }, Point { x: rx, y: ry }) = (colours(side), FACE);
        let wide = 2.0 * rx;
        write!(
            self.text,
            "<path class=\"man {}\" d=\"M-{rx} {foot:.1}a{rx} {ry} 0 0 0 {wide} 0v-{height:.1}a{rx} {ry} 0 0 0-{wide} 0z\" \
             fill=\"{fill}\" stroke=\"{line}\"/>",
            side.name()
        )
    }

    /// The men in hand: single men, or the shadowpiece as one column if the opponent has no men in hand.
    fn hand(&mut self, side: Side) -> fmt::Result {
        let men = self.position.hand(side);
        let at_bottom = (side == Side::White) != self.style.turned;
        let y = if at_bottom { self.height() - STRIP / 2.0 } else { STRIP / 2.0 };
        let shadowpiece = men > 1 && self.position.hand(side.other()) == 0;
        let drawn: &[Column] =
            if shadowpiece { &[Column::new(men, 0)] } else { &vec![Column::new(1, 0); men.into()] };
        let radius = HAND_SCALE * FACE.x + 1.0;
        let width = match drawn.len() {
            0 => 0.0,
            number => 2.0 * radius + HAND_STEP * (number - 1) as f64,
        };
        write!(
            self.text,
            "<g class=\"hand {}\" data-men=\"{men}\" data-width=\"{width:.0}\" transform=\"translate(4 {y:.1})\">",
            side.name()
        )?;
        for (index, column) in drawn.iter().enumerate() {
            let x = radius + HAND_STEP * index as f64;
            write!(self.text, "<g transform=\"translate({x:.1} 0) scale({HAND_SCALE})\">")?;
            self.column(side, *column)?;
            self.text.push_str("</g>");
        }
        let label = match men {
            0 => format!("{side}: none in hand"),
            1 => format!("{side}: 1 in hand"),
            _ if shadowpiece => format!("{side}: a shadowpiece of {men}"),
            _ => format!("{side}: {men} in hand"),
        };
        let x = if men == 0 { 4.0 } else { width + 8.0 };
        write!(
            self.text,
            "<text class=\"label\" x=\"{x:.1}\" y=\"5\" font-size=\"15\" text-anchor=\"start\" fill=\"{OUTSIDE_INK}\">{label}</text></g>"
        )
    }
}

/// The entry of a table for a number from 1. The last entry is for all larger numbers.
fn of_number(table: &[f64], number: u8) -> f64 {
    table[usize::from(number).min(table.len()) - 1]
}

fn colours(side: Side) -> Colours {
    match side {
        Side::White => WHITE,
        Side::Black => BLACK,
    }
}
