//! The Python package `emergo`: PyO3 classes over the crates of the workspace. The documentation for users, with examples
//! that are tests, is in `python/emergo/emergo_native.pyi`: `docs!(Board.push)` is its text.

include!(concat!(env!("OUT_DIR"), "/docs.rs"));

mod action_game;
mod actions;
mod batch;
mod board;
mod convert;
mod datagen;
mod engine;
mod interrupt;
mod moves;
mod observation;
mod records;
mod score;

use pyo3::prelude::*;

#[pymodule]
mod emergo_native {
    #[pymodule_export]
    use super::batch::{BatchBoard, action_cells, action_count, action_to_text, text_to_action};
    #[pymodule_export]
    use super::board::{Board, Column, LegalMoves, Outcome};
    #[pymodule_export]
    use super::datagen::{DatagenReader, read_datagen};
    #[pymodule_export]
    use super::engine::{Analysis, Engine, Line, SearchResult};
    #[pymodule_export]
    use super::moves::Move;
    #[pymodule_export]
    use super::records::{
        Record, RecordReader, RecordedMove, parse_records, read_records, write_records,
    };
    #[pymodule_export]
    use super::score::Score;
    #[pymodule_export]
    use super::variants;
}

#[doc = docs!(variants)]
#[pyfunction]
fn variants() -> Vec<&'static str> {
    emergo::Variant::ALL.iter().map(|variant| variant.name()).collect()
}
