//! The game records of a text, for a client.

use crate::interface::{LibraryAnswer, RecordEntry, RecordError};
use emergo::Coordinates;
use emergo_records::{GameRecord, ReadError, ReadOptions, ReadReport, read_records};

pub(crate) fn read(text: &str, options: &ReadOptions) -> LibraryAnswer {
    let ReadReport { format, board, games } = read_records(text, options);
    LibraryAnswer::Records { format, board, records: games.into_iter().map(record_entry).collect() }
}

fn record_entry(read: Result<GameRecord, ReadError>) -> RecordEntry {
    let error = match read {
        Ok(record) => return game_entry(record, None),
        Err(error) => error,
    };
    let legal_part = error.legal_part().cloned();
    let error = RecordError { line: error.line, fault: error.source };
    match legal_part {
        Some(record) => game_entry(record, Some(error)),
        None => RecordEntry::Unreadable(error),
    }
}

/// The entry of a game without faults before `error`.
pub(crate) fn game_entry(mut record: GameRecord, error: Option<RecordError>) -> RecordEntry {
    // The page writes moves in oblique coordinates.
    record.coordinates = Coordinates::Oblique;
    let start = record.game_at(0);
    RecordEntry::Game {
        record: Box::new(record),
        first_side: start.position().side(),
        first_turn: start.first_turn(),
        error,
    }
}
