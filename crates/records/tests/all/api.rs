//! Properties of the public types that the compiler checks.

use emergo_records::convert::{Converter, OutputError, TextOutput};
use emergo_records::{
    BoardChoice, CanonicalGame, GameError, GameRecord, ReadError, ReadReport, WriteError, Writer,
};
use std::error::Error;
use std::fmt::Debug;

#[test]
fn values_can_be_printed_and_sent_to_other_threads() {
    fn check<T: Debug + Send + Sync + 'static>() {}
    check::<(BoardChoice, CanonicalGame, GameRecord, ReadReport, Writer)>();
    check::<Converter<TextOutput<Vec<u8>>, fn(&str)>>();
}

#[test]
fn errors_can_be_sent_to_other_threads() {
    fn check<T: Error + Send + Sync + 'static>() {}
    check::<GameError>();
    check::<ReadError>();
    check::<WriteError>();
    check::<OutputError>();
}
