//! Describes a position: its cells, the legal moves, what is forbidden, and a picture.

use crate::interface::{
    CellState, ColumnData, ForbiddenEntry, LegalMove, PictureView, PositionData, Required,
};
use emergo::diagram::{SvgStyle, draw_svg};
use emergo::notation::why_illegal;
use emergo::{
    Coordinates, Game, Move, MoveKind, Position, Side, Square, Variant, write_move, write_position,
};
use luctor_study::BySide;

pub(crate) fn describe(game: &Game, view: PictureView) -> PositionData {
    let position = game.position();
    let variant = position.variant();
    let moves = match game.ending() {
        Some(_) => Vec::new(),
        None => legal_moves(position),
    };
    let required = moves.first().map(|example| {
        let kind = example.kind;
        let men = match kind {
            MoveKind::Entry => u32::from(position.entering_men()),
            MoveKind::Step => 0,
            MoveKind::Capture => example.captured.len() as u32,
        };
        Required { kind, men, shadowpiece: kind == MoveKind::Entry && men > 1 }
    });
    let must_enter = required.is_some_and(|required| required.kind == MoveKind::Entry);
    PositionData {
        variant,
        text: write_position(position, game.turn()),
        turn: game.turn(),
        side: position.side(),
        men: variant.men(),
        hands: BySide { white: position.hand(Side::White), black: position.hand(Side::Black) },
        required,
        cells: variant.cells().map(|square| cell(position, square)).collect(),
        moves,
        forbidden: if must_enter { forbidden_entries(position) } else { Vec::new() },
        threatened: position.threatened().map(|square| name(variant, square)).collect(),
        ending: game.ending(),
        picture: picture(game, view),
    }
}

fn cell(position: &Position, square: Square) -> CellState {
    let (variant, column) = (position.variant(), position.column(square));
    CellState {
        cell: name(variant, square),
        checkerboard: Coordinates::Checkerboard.name_of(variant, square).to_string(),
        column: position.owner(square).map(|owner| ColumnData {
            owner,
            cap: column.cap(),
            prisoners: column.prisoners(),
        }),
    }
}

/// The oblique name of a cell.
pub(crate) fn name(variant: Variant, square: Square) -> String {
    Coordinates::Oblique.name_of(variant, square).to_string()
}

/// A move in oblique coordinates.
pub(crate) fn move_text(variant: Variant, mv: Move) -> String {
    write_move(variant, Coordinates::Oblique, mv)
}

pub(crate) fn legal_moves(position: &Position) -> Vec<LegalMove> {
    let mut moves: Vec<LegalMove> =
        position.legal_moves().iter().map(|mv| legal_move(position.variant(), *mv)).collect();
    moves.sort_by(|first, second| first.text.cmp(&second.text));
    moves
}

pub(crate) fn legal_move(variant: Variant, mv: Move) -> LegalMove {
    let jumps = mv.path(variant).zip(mv.directions());
    let jumped = jumps.filter_map(|(from, direction)| variant.neighbour(from, direction));
    LegalMove {
        text: move_text(variant, mv),
        kind: mv.kind(),
        path: mv.path(variant).map(|square| name(variant, square)).collect(),
        captured: jumped.map(|square| name(variant, square)).collect(),
    }
}

fn forbidden_entries(position: &Position) -> Vec<ForbiddenEntry> {
    let variant = position.variant();
    position
        .empty()
        .filter_map(|square| {
            let fault = why_illegal(position, Coordinates::Oblique, None, square)?;
            Some(ForbiddenEntry { cell: name(variant, square), fault })
        })
        .collect()
}

fn picture(game: &Game, PictureView { layout, turned }: PictureView) -> String {
    draw_svg(game, SvgStyle { layout, turned, coordinates: layout.coordinates() })
}

/// The board after a part of a move.
pub(crate) fn picture_after(game: &Game, part: Move, view: PictureView) -> String {
    let position = game.position().after(part);
    picture(&Game::from_position(position, game.turn(), game.blocked()), view)
}
