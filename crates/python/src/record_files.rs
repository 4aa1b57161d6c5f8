//! Reading and writing of game records in all formats of `emergo-records`.

use crate::convert::{illegal_move, os_error, parse, parse_coordinates, python, value_error};
use crate::record::Record;
use emergo_records::convert::{GameOutput, OutputError, TextOutput};
use emergo_records::{Format, GameError, GameRecord, ReadError, ReadOptions};
use luctor_system::files::replace_file;
use luctor_system::resources::lock;
use pyo3::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::{fs, vec};

#[doc = docs!(RecordReader)]
#[pyclass(module = "emergo", frozen)]
pub struct RecordReader {
    #[doc = docs!(RecordReader.format)]
    #[pyo3(get)]
    format: &'static str,
    #[doc = docs!(RecordReader.board_choice)]
    #[pyo3(get)]
    board_choice: String,
    path: Option<PathBuf>,
    games: Mutex<vec::IntoIter<Result<GameRecord, ReadError>>>,
    on_error: Option<Py<PyAny>>,
}

impl RecordReader {
    fn new(
        py: Python<'_>,
        text: String,
        options: ReadOptions,
        path: Option<PathBuf>,
        on_error: Option<Py<PyAny>>,
    ) -> RecordReader {
        let report = py.detach(|| emergo_records::read_records(&text, &options));
        RecordReader {
            format: report.format.name(),
            board_choice: report.board.to_string(),
            path,
            games: Mutex::new(report.games.into_iter()),
            on_error,
        }
    }
}

#[pymethods]
impl RecordReader {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Record>> {
        loop {
            // Unlocked before the handler, which can use the reader.
            let game = lock(&self.games).next();
            let error = match game {
                Some(Ok(record)) => return Ok(Some(record.into())),
                Some(Err(error)) => read_error(py, self.path.as_deref(), &error),
                None => return Ok(None),
            };
            match &self.on_error {
                Some(handler) => handler.call1(py, (error.into_value(py),))?,
                None => return Err(error),
            };
        }
    }
}

/// The error as `emergo.RecordError`. Its cause is the refusal of an illegal move.
fn read_error(py: Python<'_>, path: Option<&Path>, error: &ReadError) -> PyErr {
    let source = path.map(|path| format!("{}: ", path.display())).unwrap_or_default();
    let legal_part = error.legal_part().map(|record| Record::from(record.clone()));
    let sentence = format!("{source}{}", error.sentence());
    let path = path.map(PathBuf::from);
    let is_complete = matches!(error.source, GameError::Move { is_complete: true, .. });
    let python_error = python::RecordError::new_err((
        sentence,
        path,
        error.game,
        error.line,
        legal_part,
        is_complete,
    ));
    if let GameError::Move { error, .. } = &error.source {
        python_error.set_cause(py, Some(illegal_move(error.clone())));
    }
    python_error
}

fn options(
    format: Option<&str>,
    variant: Option<&str>,
    coordinates: Option<&str>,
    blocked: Option<&str>,
) -> PyResult<ReadOptions> {
    let variant = variant.map(parse).transpose()?;
    let read = |name| variant.map_or_else(|| parse(name), |it| parse_coordinates(it, name));
    Ok(ReadOptions {
        format: format.map(parse).transpose()?,
        variant,
        coordinates: coordinates.map(read).transpose()?,
        blocked: blocked.map(parse).transpose()?,
    })
}

#[doc = docs!(read_records)]
#[pyfunction]
#[pyo3(signature = (
    path, *, format = None, variant = None, coordinates = None, blocked = None, on_error = None
))]
pub fn read_records(
    py: Python<'_>,
    path: PathBuf,
    format: Option<&str>,
    variant: Option<&str>,
    coordinates: Option<&str>,
    blocked: Option<&str>,
    on_error: Option<Py<PyAny>>,
) -> PyResult<RecordReader> {
    let options = options(format, variant, coordinates, blocked)?;
    let text = py.detach(|| fs::read(&path).map(emergo_records::decode));
    let text = text.map_err(|error| os_error(&path, error))?;
    Ok(RecordReader::new(py, text, options, Some(path), on_error))
}

#[doc = docs!(parse_records)]
#[pyfunction]
#[pyo3(signature = (
    text, *, format = None, variant = None, coordinates = None, blocked = None, on_error = None
))]
pub fn parse_records(
    py: Python<'_>,
    text: String,
    format: Option<&str>,
    variant: Option<&str>,
    coordinates: Option<&str>,
    blocked: Option<&str>,
    on_error: Option<Py<PyAny>>,
) -> PyResult<RecordReader> {
    let options = options(format, variant, coordinates, blocked)?;
    Ok(RecordReader::new(py, text, options, None, on_error))
}

#[doc = docs!(write_records)]
#[pyfunction]
#[pyo3(signature = (path, records, format = "pgn"))]
pub fn write_records(path: PathBuf, records: &Bound<'_, PyAny>, format: &str) -> PyResult<usize> {
    let mut games = Vec::new();
    for record in records.try_iter()? {
        games.push(record?.cast::<Record>()?.borrow().clone());
    }
    let text = write_games(format, &games)?;
    let write = || {
        if path.exists() && !path.is_file() {
            // A device is not replaced.
            return fs::write(&path, text);
        }
        Ok(replace_file(&path, &text)?)
    };
    records.py().detach(write).map_err(|error| os_error(&path, error))?;
    Ok(games.len())
}

/// The games as the text of a file.
pub fn write_games<'a>(
    format: &str,
    games: impl IntoIterator<Item = &'a Record>,
) -> PyResult<Vec<u8>> {
    let format: Format = parse(format)?;
    let writer = format.writer().map_err(value_error)?;
    let mut text = Vec::new();
    let mut output = TextOutput::new(&mut text, writer);
    for (number, game) in (1..).zip(games) {
        output.add(&game.whole()).map_err(|error| match error {
            OutputError::LeftOut(reason) => value_error(format!("game {number}: {reason}")),
            OutputError::Failed(error) => error.into(),
        })?;
    }
    output.finish()?;
    Ok(text)
}
