//! Errors of the rules and of the readers of records, as data for the page. It turns an illegal move into a sentence with
//! `illegalMoveWords` in `page/words.js`.

use crate::interface::{CellFaultData, IllegalMove, PositionFault, RecordFault};
use emergo::PositionError;
use emergo::notation::{CellFault, IllegalReason, MoveTextError, PositionTextError};
use emergo_records::GameError;

pub(crate) fn illegal_move(error: MoveTextError) -> IllegalMove {
    let reason = match error {
        MoveTextError::Unreadable { .. } => return IllegalMove::Unreadable,
        MoveTextError::UnknownSquare { name, .. } => return IllegalMove::UnknownSquare { name },
        MoveTextError::Ambiguous { candidates, .. } => {
            return IllegalMove::Ambiguous { candidates: candidates.to_vec() };
        }
        MoveTextError::Illegal { reason, .. } => reason,
    };
    match reason {
        IllegalReason::MustCapture { example } => IllegalMove::MustCapture { example },
        IllegalReason::NotLongest { men, example } => IllegalMove::NotLongest { men, example },
        IllegalReason::MustEnter => IllegalMove::MustEnter,
        IllegalReason::EmptyHand => IllegalMove::EmptyHand,
        IllegalReason::Occupied { square } => IllegalMove::Occupied { cell: square.to_string() },
        IllegalReason::Centre { square } => IllegalMove::Centre { cell: square.to_string() },
        IllegalReason::Feeding { square } => IllegalMove::Feeding { cell: square.to_string() },
        IllegalReason::NotYours { square } => IllegalMove::NotYours { cell: square.to_string() },
        IllegalReason::NoMoves => IllegalMove::NoMoves,
        IllegalReason::NoSuchMove => IllegalMove::NoSuchMove,
    }
}

pub(crate) fn record_fault(error: GameError) -> RecordFault {
    match error {
        GameError::Json(_) => RecordFault::Json,
        GameError::Unclosed(bracket) => RecordFault::Unclosed { bracket },
        GameError::Unexpected(character) => RecordFault::Unexpected { character },
        GameError::Nesting => RecordFault::Nesting,
        GameError::Variant(_) => RecordFault::Variant,
        GameError::Start(error) => RecordFault::Start { fault: position_fault(error) },
        GameError::Coordinates(_) => RecordFault::Coordinates,
        GameError::Blocked(_) => RecordFault::Blocked,
        GameError::Repetition(_) => RecordFault::Repetition,
        GameError::Result(_) => RecordFault::Result,
        GameError::Move { ply, error, .. } => {
            RecordFault::Move { number: ply, fault: illegal_move(error) }
        }
    }
}

pub(crate) fn position_fault(error: PositionTextError) -> PositionFault {
    match error {
        PositionTextError::Missing { field } => PositionFault::Missing { field },
        PositionTextError::Surplus { .. } => PositionFault::Surplus,
        PositionTextError::Lines { found, variant } => {
            PositionFault::Lines { found, expected: usize::from(variant.size()) }
        }
        PositionTextError::Line { digit, found, expected } => {
            PositionFault::Line { digit, found, expected }
        }
        PositionTextError::Cell { digit, at, fault } => {
            PositionFault::Cell { digit, at, fault: cell_fault(fault) }
        }
        PositionTextError::Side { .. } => PositionFault::Side,
        PositionTextError::Hands { .. } => PositionFault::Hands,
        PositionTextError::Turn { .. } => PositionFault::Turn,
        PositionTextError::Position(PositionError::TooManyMen {
            side,
            on_board,
            in_hand,
            limit,
        }) => PositionFault::TooManyMen { side, on_board, in_hand, limit },
        PositionTextError::Position(PositionError::Column { .. } | PositionError::Key) => {
            PositionFault::Inconsistent
        }
    }
}

fn cell_fault(fault: CellFault) -> CellFaultData {
    match fault {
        CellFault::Character(character) => CellFaultData::Character { character },
        CellFault::Unclosed => CellFaultData::Unclosed,
        CellFault::Nothing => CellFaultData::Nothing,
        CellFault::SameSide => CellFaultData::SameSide,
        CellFault::TooTall { men, limit } => {
            CellFaultData::TooTall { men, limit: u32::from(limit) }
        }
    }
}
