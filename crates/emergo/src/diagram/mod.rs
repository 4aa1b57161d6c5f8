//! Diagrams of positions: as text for a terminal, and as SVG pictures.

mod svg;
mod text;

pub use svg::{BoardLayout, SvgStyle, UnknownLayout, draw_svg};
pub use text::{cell_text, draw_board, draw_cells, draw_game, required_move_text};
