//! Diagrams as SVG pictures.
//!
//! A picture is one line of text without scripts and external references. A style sheet can override the colours by
//! the classes `cell`, `man white`, `man black`, `count`, `hand` and `name`. Each cell is a group. Its attributes are
//! the oblique name (`data-cell`), the name in the coordinates of the picture (`data-name`), and a translation to the
//! middle of the cell, where a page can place a button. A hand has the number of its men (`data-men`).

use super::text::cell_text;
use crate::column::Column;
use crate::game::Game;
use crate::notation::Coordinates;
use crate::position::Position;
use crate::side::Side;
use crate::square::Square;
use crate::variant::Variant;
use std::fmt::{self, Write};
use std::str::FromStr;

/// The layout of the square boards. The hexagonal board has only one layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BoardLayout {
    /// A diamond, as the designers draw it: pieces step vertically and horizontally.
    #[default]
    Diamond,
    /// A checkerboard with light squares: pieces step diagonally.
    Checkerboard,
}

impl BoardLayout {
    /// The coordinates whose letters and digits belong to columns and rows of this layout.
    pub const fn coordinates(self) -> Coordinates {
        match self {
            BoardLayout::Diamond => Coordinates::Oblique,
            BoardLayout::Checkerboard => Coordinates::Checkerboard,
        }
    }

    /// Both layouts.
    pub const ALL: [BoardLayout; 2] = [BoardLayout::Diamond, BoardLayout::Checkerboard];

    /// The name as an option value: `diamond` or `checkerboard`.
    pub const fn name(self) -> &'static str {
        match self {
            BoardLayout::Diamond => "diamond",
            BoardLayout::Checkerboard => "checkerboard",
        }
    }
}

impl fmt::Display for BoardLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text is not the name of a layout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownLayout;

impl fmt::Display for UnknownLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the layouts are diamond and checkerboard")
    }
}

impl std::error::Error for UnknownLayout {}

impl FromStr for BoardLayout {
    type Err = UnknownLayout;

    fn from_str(text: &str) -> Result<BoardLayout, UnknownLayout> {
        let named = |layout: &BoardLayout| layout.name().eq_ignore_ascii_case(text);
        BoardLayout::ALL.into_iter().find(named).ok_or(UnknownLayout)
    }
}

/// The style of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
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
/// The width of the margin for names around the board.
const MARGIN: f64 = 26.0;
/// The height of the strip for a hand.
const STRIP: f64 = 60.0;
/// The radius of a man: a man fills three quarters of a cell.
const RADIUS: f64 = 0.75 * HALF;
/// The largest distance between the highest and the lowest man of a column.
const RISE: f64 = 14.0;
/// The distance between neighbouring men of a low column.
const THICKNESS: f64 = 4.5;

const DARK: &str = "#b9895a";
const LIGHT: &str = "#f0dcbc";
const EDGE: &str = "#6e4a2a";
/// The colour of text beside the board, where the background may be light or dark.
const OUTSIDE_INK: &str = "#777";
/// Names in a corner of their cells.
const SMALL: NameStyle = NameStyle { size: 10, ink: "#4a2f17" };
/// Letters and digits beside the board.
const LARGE: NameStyle = NameStyle { size: 15, ink: OUTSIDE_INK };
const LAST_MOVE: &str = "#d3ad55";
const WHITE: Colours = Colours { fill: "#fffaf0", ink: "#3d3428" };
const BLACK: Colours = Colours { fill: "#2b2b33", ink: "#f4efe6" };

/// The colours of the men of a side and of the text on them.
struct Colours {
    fill: &'static str,
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

/// The cells that have a part of their names in common.
#[derive(Clone, Copy)]
enum BoardLine {
    /// The cells with one letter, drawn as a column.
    Letter,
    /// The cells with one digit, drawn as a row.
    Digit,
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

/// Draws only the pieces and the hands of a position: the elements with the classes `piece` and `hand` of the picture
/// that [`draw_svg`] draws in the same style, without a line break. A page that shows many positions of a game draws the
/// board once and replaces these elements.
///
/// ```
/// use emergo::diagram::{SvgStyle, draw_svg, draw_svg_pieces};
/// use emergo::{Blocked, Game, Variant};
///
/// let game = Game::new(Variant::Emergo, Blocked::Draw);
/// let style = SvgStyle::default();
/// assert!(draw_svg(&game, style).contains(&draw_svg_pieces(game.position(), style)));
/// ```
pub fn draw_svg_pieces(position: &Position, style: SvgStyle) -> String {
    let mut picture = Picture::of(position, style);
    picture.pieces_and_hands().expect("writing to a String cannot fail");
    picture.text
}

struct Picture<'a> {
    position: &'a Position,
    variant: Variant,
    style: SvgStyle,
    /// Half the width and half the height of the board without margins.
    half: Point,
    text: String,
}

impl<'a> Picture<'a> {
    fn of(position: &'a Position, style: SvgStyle) -> Picture<'a> {
        let variant = position.variant();
        let size = f64::from(variant.size());
        let half = if variant.is_hexagonal() {
            Point { x: (size - 1.0) * 0.75 * CORNER + CORNER, y: size * HALF }
        } else {
            Point { x: size * HALF, y: size * HALF }
        };
        Picture { position, variant, style, half, text: String::new() }
    }

    fn draw(&mut self, game: &Game) -> fmt::Result {
        let (width, height) = (2.0 * (self.half.x + MARGIN), 2.0 * (self.half.y + MARGIN + STRIP));
        write!(
            self.text,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" \
             class=\"emergo {}\" font-family=\"sans-serif\" text-anchor=\"middle\">",
            self.variant
        )?;
        self.title(game)?;
        self.light_squares()?;
        let last_move: Vec<Square> = match game.moves().last() {
            Some(mv) => mv.path(self.variant).collect(),
            None => Vec::new(),
        };
        for square in self.variant.cells() {
            self.cell(square, &last_move)?;
        }
        self.names()?;
        self.pieces_and_hands()?;
        self.text.push_str("</svg>");
        Ok(())
    }

    fn pieces_and_hands(&mut self) -> fmt::Result {
        for square in self.variant.cells() {
            self.piece(square)?;
        }
        Side::ALL.into_iter().try_for_each(|side| self.hand(side))
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

    /// The middle of a cell.
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
        Point {
            x: self.half.x + MARGIN + sign * offset.x,
            y: self.half.y + MARGIN + STRIP + sign * offset.y,
        }
    }

    /// The light squares of the checkerboard, which the game does not use.
    fn light_squares(&mut self) -> fmt::Result {
        if self.variant.is_hexagonal() || self.style.layout == BoardLayout::Diamond {
            return Ok(());
        }
        let (left, top) = (MARGIN, MARGIN + STRIP);
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
            if last_move.contains(&square) { ("cell last", LAST_MOVE) } else { ("cell", DARK) };
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
        for square in self.variant.cells() {
            let Point { x, y } = self.middle(square);
            let name = self.style.coordinates.name_of(self.variant, square).to_string();
            if !self.names_lines() {
                self.name(&name, Point { x: x - HALF + 9.0, y: y + HALF - 4.0 }, SMALL)?;
                continue;
            }
            let (letter, digit) = name.split_at(1);
            // Beside the last cell of its row or column, or beside the board if light squares may follow the cell.
            let hexagonal = self.variant.is_hexagonal();
            let checkerboard = !hexagonal && self.style.layout == BoardLayout::Checkerboard;
            let bottom = MARGIN + STRIP + 2.0 * self.half.y;
            if self.is_end(square, BoardLine::Digit) {
                let at = match (hexagonal, checkerboard) {
                    (true, _) => Point { x: x - CORNER, y: y - HALF * 0.62 },
                    (_, true) => Point { x: MARGIN - 11.0, y: y + 5.0 },
                    _ => Point { x: x - HALF - 11.0, y: y + 5.0 },
                };
                self.name(digit, at, LARGE)?;
            }
            if self.is_end(square, BoardLine::Letter) {
                let foot = if checkerboard { bottom } else { y + HALF };
                self.name(letter, Point { x, y: foot + 17.0 }, LARGE)?;
            }
        }
        Ok(())
    }

    /// Do the letters and digits of the names belong to columns and rows of this layout?
    fn names_lines(&self) -> bool {
        self.variant.is_hexagonal() || self.style.coordinates == self.style.layout.coordinates()
    }

    /// Is the cell the leftmost cell of its row, or the lowest cell of its column, in the picture?
    fn is_end(&self, square: Square, line: BoardLine) -> bool {
        let name = |square: Square| {
            self.style.coordinates.name_of(self.variant, square).to_string().into_bytes()
        };
        let in_line = |other: Square| match line {
            BoardLine::Letter => name(other)[0] == name(square)[0],
            BoardLine::Digit => name(other)[1] == name(square)[1],
        };
        let reach = |square: Square| match line {
            BoardLine::Letter => self.middle(square).y,
            BoardLine::Digit => -self.middle(square).x,
        };
        let mut others = self.variant.cells().filter(|other| in_line(*other));
        others.all(|other| reach(other) <= reach(square))
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

    /// A column: its men from the bottom to the top, the size of the cap on the top man, and the number of prisoners at the
    /// bottom.
    fn column(&mut self, owner: Side, column: Column) -> fmt::Result {
        let (cap, prisoners) = (column.cap(), column.prisoners());
        let men = cap + prisoners;
        let spacing = match men {
            0 | 1 => 0.0,
            men => (RISE / f64::from(men - 1)).min(THICKNESS),
        };
        let foot = spacing * f64::from(men.saturating_sub(1)) / 2.0;
        for index in 0..men {
            let side = if index < prisoners { owner.other() } else { owner };
            self.man(side, Point { x: 0.0, y: foot - spacing * f64::from(index) }, RADIUS)?;
        }
        if men > 1 {
            let ink = colours(owner).ink;
            let y = 6.0 - foot;
            write!(
                self.text,
                "<text class=\"count cap\" y=\"{y:.1}\" font-size=\"17\" font-weight=\"bold\" fill=\"{ink}\">{cap}</text>"
            )?;
        }
        if prisoners > 0 {
            let Colours { fill, ink } = colours(owner.other());
            let (x, y) = (RADIUS - 2.0, foot + 13.0);
            let radius = if prisoners > 9 { 11 } else { 9 };
            write!(
                self.text,
                "<g class=\"badge {}\"><circle cx=\"{x}\" cy=\"{y:.1}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"#8a7a66\"/>\
                 <text class=\"count prisoners\" x=\"{x}\" y=\"{:.1}\" font-size=\"13\" font-weight=\"bold\" \
                 fill=\"{ink}\">{prisoners}</text></g>",
                class(owner.other()),
                y + 4.6
            )?;
        }
        Ok(())
    }

    fn man(&mut self, side: Side, at: Point, radius: f64) -> fmt::Result {
        let (Point { x, y }, fill) = (at, colours(side).fill);
        write!(
            self.text,
            "<circle class=\"man {}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"#8a7a66\"/>",
            class(side)
        )
    }

    /// The men in hand: single men, or the shadowpiece as one column if the opponent has no men in hand.
    fn hand(&mut self, side: Side) -> fmt::Result {
        let men = self.position.hand(side);
        let at_bottom = (side == Side::White) != self.style.turned;
        let height = 2.0 * (self.half.y + MARGIN + STRIP);
        let y = if at_bottom { height - STRIP / 2.0 } else { STRIP / 2.0 };
        let shadowpiece = men > 1 && self.position.hand(side.other()) == 0;
        let x = if shadowpiece { MARGIN + 2.0 * RADIUS } else { MARGIN };
        write!(
            self.text,
            "<g class=\"hand {}\" data-men=\"{men}\" transform=\"translate({x:.1} {y:.1})\">",
            class(side)
        )?;
        let label = match men {
            0 => format!("{side}: none in hand"),
            1 => format!("{side}: 1 in hand"),
            _ if shadowpiece => format!("{side}: a shadowpiece of {men}"),
            _ => format!("{side}: {men} in hand"),
        };
        let mut right = 0.0;
        if shadowpiece {
            self.column(side, Column::new(men, 0))?;
            right = RADIUS;
        } else {
            for index in 0..men {
                right = f64::from(index) * 13.0 + 10.0;
                self.man(side, Point { x: right, y: 0.0 }, 10.0)?;
                right += 10.0;
            }
        }
        let gap = if men == 0 { 0.0 } else { 10.0 };
        write!(
            self.text,
            "<text class=\"label\" x=\"{:.1}\" y=\"5\" font-size=\"15\" text-anchor=\"start\" fill=\"{OUTSIDE_INK}\">{label}</text></g>",
            right + gap
        )
    }
}

fn colours(side: Side) -> Colours {
    match side {
        Side::White => WHITE,
        Side::Black => BLACK,
    }
}

fn class(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}
