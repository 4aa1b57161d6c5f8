//! The Python package `emergo`: PyO3 classes over the crates of the workspace. The documentation for users, with examples
//! that are tests, is in `python/emergo/emergo_native.pyi`: `docs!(Board.push)` is its text.
//!
//! | module | contents |
//! |---|---|
//! | `board`, `moves`, `legal_moves`, `column`, `outcome` | a game after the board of python-chess |
//! | `record`, `record_files` | game records, and their files in all formats |
//! | `engine`, `search_result`, `analysis`, `score` | the engine in this process, and what it returns |
//! | `batch`, `arrays` | many games at once, and the arrays of numpy that they read and write |
//! | `actions`, `action_game`, `observation` | a game for learning: numbers of actions, and planes of numbers |
//! | `datagen` | self-play games as arrays |
//! | `convert`, `interrupt` | names, numbers and errors of Python; long calls without the GIL |

include!(concat!(env!("OUT_DIR"), "/docs.rs"));

mod action_game;
mod actions;
mod analysis;
mod arrays;
mod batch;
mod board;
mod column;
mod convert;
mod datagen;
mod engine;
mod interrupt;
mod legal_moves;
mod moves;
mod observation;
mod outcome;
mod record;
mod record_files;
mod score;
mod search_result;

use pyo3::prelude::*;

#[pymodule]
mod emergo_native {
    #[pymodule_export]
    use super::{
        actions::{action_cells, action_count, action_to_text, text_to_action},
        analysis::Analysis,
        batch::BatchBoard,
        board::Board,
        column::Column,
        datagen::{DatagenReader, read_datagen},
        engine::Engine,
        legal_moves::LegalMoves,
        moves::Move,
        outcome::Outcome,
        record::{Record, RecordedMove},
        record_files::{RecordReader, parse_records, read_records, write_records},
        score::Score,
        search_result::{Line, SearchResult},
        variants,
    };
}

#[doc = docs!(variants)]
#[pyfunction]
fn variants() -> Vec<&'static str> {
    emergo::Variant::ALL.iter().map(|variant| variant.name()).collect()
}
