//! What a reader must do with any input: read it, or refuse it with a message. The targets of [fuzz](../../../fuzz) use
//! these checks, too.

use emergo::{
    Coordinates, Position, Variant, read_move, read_position, write_move, write_position,
};
use emergo_records::convert::{GameOutput, OutputError, TextOutput};
use emergo_records::{Format, GameRecord, ReadError, ReadOptions, decode, json, pgn, read_records};
use luctor_engine::book::Book;
use luctor_engine::eval::{Evaluator, Network};
use luctor_system::checksum::fnv1a;
use std::sync::Arc;
use test_support::mutation::assert_is_a_sentence;

/// Positions of all boards.
pub const POSITIONS: [&str; 10] = [
    "1/3/5/7/9/7/5/3/1 w 12,12 1",
    "1/3/5/3b3/9/3ww2/5/3/1 b 10,11 2",
    "1/3/5/2b4/2b1b4/2(b2w2)(w3)3/5/3/1 w 0,0",
    "1/b2/w3b/3b2w/1b1b1w3/1w1w1b1/1w1wb/3/1 w 5,5",
    "1/3/5/3b3/9/3w3/5/3/1 w 7,0 12",
    "1/3/5/7/4(w12b12)4/7/5/3/1 b 0,0",
    "1/3/5/7/5/3/1 w 8,8 1",
    "1/1w1/1b1bw/(w2b3)6/3b1/3/1 b 2,1",
    "4/5/6/7/6/5/4 w 12,12",
    "4/5/w5/1w2b2/6/1w1b1/4 b 9,10 3",
];

/// The positions of [`POSITIONS`], each on the first board that it fits.
pub fn positions() -> Vec<Position> {
    let on_a_board = |text: &&str| {
        let mut boards = Variant::ALL.into_iter();
        boards.find_map(|variant| Some(read_position(variant, text).ok()?.position))
    };
    POSITIONS.iter().filter_map(on_a_board).collect()
}

/// A position text on each board. An accepted one is written and read again.
pub fn position_text(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    for variant in Variant::ALL {
        match read_position(variant, &text) {
            Ok(read) => {
                let written = write_position(&read.position, read.turn);
                assert_eq!(read_position(variant, &written), Ok(read), "{text:?}");
            }
            Err(error) => assert_is_a_sentence(&error),
        }
    }
}

/// A move text in a position. An accepted one is a legal move, and is written and read again.
pub fn move_text(position: &Position, input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    for coordinates in Coordinates::ALL {
        match read_move(position, coordinates, &text) {
            Ok(mv) => {
                assert!(position.is_legal(mv), "{text:?}");
                let written = write_move(position.variant(), coordinates, mv);
                assert_eq!(read_move(position, coordinates, &written), Ok(mv), "{text:?}");
            }
            Err(error) => assert_is_a_sentence(&error),
        }
    }
}

/// A text in a format, or in the one that is detected.
pub fn records(format: Option<Format>, input: Vec<u8>) {
    let text = decode(input);
    let report = read_records(&text, &ReadOptions { format, ..ReadOptions::default() });
    assert!(format.is_none_or(|format| report.format == format));
    assert_is_a_sentence(&report.board);
    report_of(&text, &report.games);
}

/// Games in PGN. A game that is written twice is the same text.
pub fn pgn(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let games = read_pgn(&text);
    report_of(&text, &games);
    for game in games.iter().flatten() {
        let written = pgn::write_game(game);
        let again = read_pgn(&written).remove(0);
        // Tags whose names are not words are not written.
        let again = again.unwrap_or_else(|error| panic!("{}: {text:?}", error.sentence()));
        assert_eq!(pgn::write_game(&again), written, "{text:?}");
    }
}

fn read_pgn(text: &str) -> Vec<Result<GameRecord, ReadError>> {
    read_records(text, &ReadOptions { format: Some(Format::Pgn), ..ReadOptions::default() }).games
}

fn report_of(text: &str, games: &[Result<GameRecord, ReadError>]) {
    let lines = text.lines().count().max(1);
    let mut records = Vec::new();
    for (number, game) in (1..).zip(games) {
        match game {
            Ok(record) => records.push(record.clone()),
            Err(error) => {
                assert_is_a_sentence(&error.sentence());
                assert_eq!(error.game, number, "{text:?}");
                assert!((1..=lines).contains(&error.line), "{}: {text:?}", error.line);
                records.extend(error.legal_part().cloned());
            }
        }
    }
    for record in &records {
        game(record);
    }
    // Each target takes a game or says why it does not.
    for format in Format::ALL {
        let Ok(writer) = format.writer() else { continue };
        let mut written = Vec::new();
        let mut output = TextOutput::new(&mut written, writer);
        let mut held = 0;
        for record in &records {
            match output.add(record) {
                Ok(()) => held += 1,
                Err(OutputError::LeftOut(reason)) => assert_is_a_sentence(&reason),
                Err(OutputError::Failed(error)) => panic!("{error}"),
            }
        }
        output.finish().expect("a vector takes all bytes");
        if format == Format::AbstractPlay {
            let array: Vec<serde_json::Value> = serde_json::from_slice(&written).expect("JSON");
            assert_eq!(array.len(), held, "{text:?}");
        }
    }
}

/// A game that was read is the same game when it is written and read again, in both formats.
fn game(record: &GameRecord) {
    let line = json::write_line(record);
    assert_eq!(json::read_line(&line).expect(&line).game().moves(), record.game().moves());
    let text = pgn::write_game(record);
    let games: Result<Vec<_>, _> = read_pgn(&text).into_iter().collect();
    let games = games.unwrap_or_else(|error| panic!("{}: {text}", error.sentence()));
    assert_eq!(games.len(), 1, "{text}");
    assert_eq!(games[0].game().moves(), record.game().moves(), "{text}");
}

/// A book. Returns the number of moves that it knows at the start of its board; `None` if it is refused.
pub fn book(input: &[u8]) -> Option<usize> {
    match Book::read(input) {
        Ok(book) => {
            let again = Book::read(book.to_text().as_bytes()).expect("a written book is read");
            assert_eq!(again.to_text(), book.to_text());
            Some(book.moves(&Position::start(book.header().variant)).len())
        }
        Err(error) => {
            assert_is_a_sentence(&error);
            None
        }
    }
}

/// The lines of a book with their checksum.
pub fn with_book_checksum(mut input: Vec<u8>) -> Vec<u8> {
    let body = input.trim_ascii_end();
    let end = body.iter().rposition(|byte| *byte == b'\n').map_or(input.len(), |at| at + 1);
    input.truncate(end);
    let line = format!("end {:016x}\n", fnv1a(input.iter().copied()));
    input.extend_from_slice(line.as_bytes());
    input
}

/// A network file. Returns the number of positions that it evaluates; `None` if it is refused.
pub fn network(input: &[u8], positions: &[Position]) -> Option<usize> {
    match Network::read(input) {
        Ok(network) => {
            let variant = network.header().variant;
            let mut evaluator = Evaluator::new(Arc::new(network));
            let of_board = positions.iter().filter(|position| position.variant() == variant);
            let evaluate = |position: &Position| {
                let score = evaluator.evaluate(position, 0);
                assert_eq!(score, evaluator.evaluate(position, 5));
                assert!(!score.is_decisive(), "{score:?}");
            };
            Some(of_board.map(evaluate).count())
        }
        Err(error) => {
            assert_is_a_sentence(&error);
            None
        }
    }
}

/// Bytes of the checksum at the end of a network file.
const CHECKSUM_BYTES: usize = 8;

/// Corrects the checksum of a network file. A file that is too short for one stays as it is.
pub fn correct_network_checksum(file: &mut [u8]) {
    let Some(line) = file.iter().position(|byte| *byte == b'\n') else { return };
    let Some(end) = file.len().checked_sub(CHECKSUM_BYTES).filter(|end| *end > line) else {
        return;
    };
    let checksum = fnv1a(file[..line].iter().chain(&file[line + 1..end]).copied());
    file[end..].copy_from_slice(&checksum.to_le_bytes());
}
