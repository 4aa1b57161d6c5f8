//! `Record`: a recorded game with its notes, and reading and writing of all formats of `emergo-records`.

use crate::board::Board;
use crate::convert::{Number, illegal_move, parse, python, value_error};
use crate::moves::Move;
use emergo::{GameResult, MoveList};
use emergo_records::convert::{GameOutput, OutputError, TextOutput};
use emergo_records::{
    Evaluation, Format, GameError, GameRecord, ReadError, ReadOptions, Termination, json,
};
use pyo3::exceptions::{PyIndexError, PyOSError};
use pyo3::prelude::*;
use pyo3::types::PyType;
use std::path::{Path, PathBuf};
use std::{fs, io, vec};

#[doc = docs!(Record)]
#[pyclass(module = "emergo", eq)]
#[derive(Clone, PartialEq)]
pub struct Record {
    /// All except the fields below.
    rest: GameRecord,
    #[doc = docs!(Record.white)]
    #[pyo3(get, set)]
    white: Option<String>,
    #[doc = docs!(Record.black)]
    #[pyo3(get, set)]
    black: Option<String>,
    #[doc = docs!(Record.event)]
    #[pyo3(get, set)]
    event: Option<String>,
    #[doc = docs!(Record.site)]
    #[pyo3(get, set)]
    site: Option<String>,
    #[doc = docs!(Record.date)]
    #[pyo3(get, set)]
    date: Option<String>,
    #[doc = docs!(Record.round)]
    #[pyo3(get, set)]
    round: Option<String>,
    #[doc = docs!(Record.tags)]
    #[pyo3(get, set)]
    tags: Vec<(String, String)>,
    #[doc = docs!(Record.comment)]
    #[pyo3(get, set)]
    comment: String,
    #[doc = docs!(Record.detail)]
    #[pyo3(get, set)]
    detail: String,
}

impl From<GameRecord> for Record {
    fn from(mut record: GameRecord) -> Record {
        let [white, black] = record.players.each_mut().map(|player| player.name.take());
        Record {
            white,
            black,
            event: record.event.take(),
            site: record.site.take(),
            date: record.date.take(),
            round: record.round.take(),
            tags: std::mem::take(&mut record.tags),
            comment: std::mem::take(&mut record.comment),
            detail: std::mem::take(&mut record.detail),
            rest: record,
        }
    }
}

impl Record {
    /// The whole record.
    fn whole(&self) -> GameRecord {
        let mut players = self.rest.players.clone();
        (players[0].name, players[1].name) = (self.white.clone(), self.black.clone());
        GameRecord {
            players,
            event: self.event.clone(),
            site: self.site.clone(),
            date: self.date.clone(),
            round: self.round.clone(),
            tags: self.tags.clone(),
            comment: self.comment.clone(),
            detail: self.detail.clone(),
            ..self.rest.clone()
        }
    }

    fn recorded(&self, recorded: &emergo_records::RecordedMove) -> RecordedMove {
        let variant = self.rest.variant;
        let line = |line: &Vec<_>| line.iter().map(|recorded| self.recorded(recorded)).collect();
        RecordedMove {
            mv: Move { variant, mv: recorded.mv },
            recorded: emergo_records::RecordedMove { variations: Vec::new(), ..recorded.clone() },
            variations: recorded.variations.iter().map(line).collect(),
        }
    }

    fn ply(&mut self, ply: usize) -> PyResult<&mut emergo_records::RecordedMove> {
        let plies = self.rest.moves.len();
        let found = ply.checked_sub(1).and_then(|index| self.rest.moves.get_mut(index));
        found.ok_or_else(|| PyIndexError::new_err(format!("the game has the plies 1 to {plies}")))
    }
}

#[pymethods]
impl Record {
    #[new]
    #[pyo3(signature = (board, *, white = None, black = None, event = None, site = None, date = None, round = None))]
    fn new(
        board: PyRef<'_, Board>,
        white: Option<String>,
        black: Option<String>,
        event: Option<String>,
        site: Option<String>,
        date: Option<String>,
        round: Option<String>,
    ) -> Record {
        let record = Record::from(GameRecord::from_game(&board.game));
        Record { white, black, event, site, date, round, ..record }
    }

    #[doc = docs!(Record.variant)]
    #[getter]
    fn variant(&self) -> &'static str {
        self.rest.variant.name()
    }

    #[doc = docs!(Record.start_fen)]
    #[getter]
    fn start_fen(&self) -> String {
        let start = self.rest.game_at(0);
        emergo::write_position(start.position(), start.turn())
    }

    #[doc = docs!(Record.coordinates)]
    #[getter]
    fn coordinates(&self) -> &'static str {
        self.rest.coordinates.name()
    }

    #[doc = docs!(Record.blocked)]
    #[getter]
    fn blocked(&self) -> &'static str {
        self.rest.blocked.name()
    }

    #[doc = docs!(Record.result)]
    #[getter]
    fn result(&self) -> &'static str {
        self.rest.result.map_or("*", GameResult::name)
    }

    #[setter]
    fn set_result(&mut self, result: &str) -> PyResult<()> {
        self.rest.result = if result == "*" { None } else { Some(parse(result)?) };
        Ok(())
    }

    #[doc = docs!(Record.termination)]
    #[getter]
    fn termination(&self) -> Option<&'static str> {
        self.rest.reason.map(Termination::name)
    }

    #[setter]
    fn set_termination(&mut self, name: Option<&str>) -> PyResult<()> {
        let find = |name| {
            let found = Termination::all().find(|reason| reason.name() == name);
            let names = || Termination::all().map(Termination::name).collect::<Vec<_>>().join(", ");
            found.ok_or_else(|| value_error(format!("the ends of a game are {}", names())))
        };
        self.rest.reason = name.map(find).transpose()?;
        Ok(())
    }

    #[doc = docs!(Record.moves)]
    #[getter]
    fn moves(&self) -> Vec<RecordedMove> {
        self.rest.moves.iter().map(|recorded| self.recorded(recorded)).collect()
    }

    fn __len__(&self) -> usize {
        self.rest.moves.len()
    }

    #[doc = docs!(Record.board)]
    #[pyo3(signature = (ply = None))]
    fn board(&self, ply: Option<Number<usize>>) -> Board {
        Board { game: self.rest.game_at(ply.map_or(usize::MAX, |ply| ply.0)) }
    }

    #[doc = docs!(Record.boards)]
    fn boards(&self) -> Vec<Board> {
        let mut game = self.rest.game_at(0);
        let mut boards = vec![Board { game: game.clone() }];
        for recorded in &self.rest.moves {
            game.play(recorded.mv);
            boards.push(Board { game: game.clone() });
        }
        boards
    }

    #[doc = docs!(Record.annotate)]
    #[pyo3(signature = (ply, comment = None, nags = None))]
    fn annotate(
        &mut self,
        ply: Number<usize>,
        comment: Option<String>,
        nags: Option<Vec<Number<u8>>>,
    ) -> PyResult<()> {
        let recorded = self.ply(ply.0)?;
        if let Some(comment) = comment {
            recorded.comment = comment;
        }
        if let Some(nags) = nags {
            recorded.nags = nags.into_iter().map(|nag| nag.0).collect();
        }
        Ok(())
    }

    #[doc = docs!(Record.add_variation)]
    fn add_variation(&mut self, ply: Number<usize>, moves: Vec<Bound<'_, Move>>) -> PyResult<()> {
        let ply = ply.0;
        let mut board = Board { game: self.rest.game_at(ply.saturating_sub(1)) };
        let mut variation = Vec::new();
        for mv in &moves {
            let mv = board.checked(mv.get())?;
            board.game.play(mv);
            variation.push(mv.into());
        }
        if variation.is_empty() {
            return Err(value_error("a variation has at least one move"));
        }
        self.ply(ply)?.variations.push(variation);
        Ok(())
    }

    #[doc = docs!(Record.to_text)]
    #[pyo3(signature = (format = "pgn"))]
    fn to_text(&self, format: &str) -> PyResult<String> {
        String::from_utf8(write_games(format, [self])?).map_err(value_error)
    }

    fn __str__(&self) -> PyResult<String> {
        self.to_text(Format::Pgn.name())
    }

    fn __repr__(&self) -> String {
        let [white, black] = [&self.white, &self.black].map(|name| name.as_deref().unwrap_or("?"));
        let (plies, result) = (self.rest.moves.len(), self.result());
        format!("<Record {} {white} - {black} {result} in {plies} plies>", self.rest.variant)
    }

    fn __copy__(&self) -> Record {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Record {
        self.clone()
    }

    /// The board is replaced by the state, which is a line of JSON.
    fn __reduce__<'py>(slf: &Bound<'py, Record>) -> (Bound<'py, PyType>, (Board,), String) {
        let record = slf.borrow().whole();
        (slf.get_type(), (Board { game: record.game_at(0) },), json::write_line(&record))
    }

    fn __setstate__(&mut self, line: &str) -> PyResult<()> {
        *self = json::read_line(line).map_err(value_error)?.into();
        Ok(())
    }
}

#[doc = docs!(RecordedMove)]
#[pyclass(module = "emergo", frozen, eq)]
#[derive(Clone, PartialEq)]
pub struct RecordedMove {
    #[doc = docs!(RecordedMove.move)]
    #[pyo3(get, name = "move")]
    mv: Move,
    /// The notes, without the variations.
    recorded: emergo_records::RecordedMove,
    #[doc = docs!(RecordedMove.variations)]
    #[pyo3(get)]
    variations: Vec<Vec<RecordedMove>>,
}

#[pymethods]
impl RecordedMove {
    #[doc = docs!(RecordedMove.comment)]
    #[getter]
    fn comment(&self) -> &str {
        &self.recorded.comment
    }

    #[doc = docs!(RecordedMove.nags)]
    #[getter]
    fn nags(&self) -> Vec<u32> {
        self.recorded.nags.iter().copied().map(u32::from).collect()
    }

    #[doc = docs!(RecordedMove.centimen)]
    #[getter]
    fn centimen(&self) -> Option<i32> {
        match self.recorded.info.evaluation? {
            Evaluation::Centimen(centimen) => Some(centimen),
            Evaluation::Mate(_) => None,
        }
    }

    #[doc = docs!(RecordedMove.mate)]
    #[getter]
    fn mate(&self) -> Option<i32> {
        match self.recorded.info.evaluation? {
            Evaluation::Centimen(_) => None,
            Evaluation::Mate(moves) => Some(moves),
        }
    }

    #[doc = docs!(RecordedMove.depth)]
    #[getter]
    fn depth(&self) -> Option<u32> {
        self.recorded.info.depth
    }

    #[doc = docs!(RecordedMove.nodes)]
    #[getter]
    fn nodes(&self) -> Option<u64> {
        self.recorded.info.nodes
    }

    #[doc = docs!(RecordedMove.seconds)]
    #[getter]
    fn seconds(&self) -> Option<f64> {
        self.recorded.time.map(|time| time.as_secs_f64())
    }

    fn __repr__(&self) -> String {
        format!("<RecordedMove {}>", self.mv.oblique())
    }
}

#[doc = docs!(RecordReader)]
#[pyclass(module = "emergo")]
pub struct RecordReader {
    #[doc = docs!(RecordReader.format)]
    #[pyo3(get)]
    format: &'static str,
    #[doc = docs!(RecordReader.board_choice)]
    #[pyo3(get)]
    board_choice: String,
    path: Option<PathBuf>,
    games: vec::IntoIter<Result<GameRecord, ReadError>>,
    on_error: Option<Py<PyAny>>,
}

#[pymethods]
impl RecordReader {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Record>> {
        for game in self.games.by_ref() {
            let error = match game {
                Ok(record) => return Ok(Some(record.into())),
                Err(error) => read_error(py, self.path.as_deref(), &error),
            };
            match &self.on_error {
                Some(handler) => handler.call1(py, (error.into_value(py),))?,
                None => return Err(error),
            };
        }
        Ok(None)
    }
}

/// The error as `emergo.RecordError`. Its cause is the refusal of an illegal move.
fn read_error(py: Python<'_>, path: Option<&Path>, error: &ReadError) -> PyErr {
    let source = path.map(|path| format!("{}: ", path.display())).unwrap_or_default();
    let legal_part = error.legal_part().map(|record| Record::from(record.clone()));
    let sentence = format!("{source}{}", error.sentence());
    let path = path.map(PathBuf::from);
    let python_error =
        python::RecordError::new_err((sentence, path, error.game, error.line, legal_part));
    if let GameError::Move { error, .. } = &error.source {
        python_error.set_cause(py, Some(illegal_move(error)));
    }
    python_error
}

fn options(
    format: Option<&str>,
    variant: Option<&str>,
    coordinates: Option<&str>,
    blocked: Option<&str>,
) -> PyResult<ReadOptions> {
    Ok(ReadOptions {
        format: format.map(parse).transpose()?,
        variant: variant.map(parse).transpose()?,
        coordinates: coordinates.map(parse).transpose()?,
        blocked: blocked.map(parse).transpose()?,
    })
}

fn reader(
    py: Python<'_>,
    path: Option<PathBuf>,
    options: ReadOptions,
    on_error: Option<Py<PyAny>>,
    text: impl FnOnce() -> io::Result<String> + Send,
) -> PyResult<RecordReader> {
    let report = py.detach(|| text().map(|text| emergo_records::read_records(&text, &options)));
    let report = report.map_err(|error| os_error(path.as_deref(), &error))?;
    Ok(RecordReader {
        format: report.format.name(),
        board_choice: report.board.to_string(),
        path,
        games: report.games.into_iter(),
        on_error,
    })
}

/// `OSError` of the right subclass, with the path.
pub fn os_error(path: Option<&Path>, error: &io::Error) -> PyErr {
    match error.raw_os_error() {
        Some(number) => {
            let reason = error.to_string();
            let reason = reason.split(" (os error").next().unwrap_or_default().to_owned();
            PyOSError::new_err((number, reason, path.map(PathBuf::from)))
        }
        None => PyOSError::new_err(error.to_string()),
    }
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
    let file = path.clone();
    let text = move || fs::read(file).map(emergo_records::decode);
    reader(py, Some(path), options, on_error, text)
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
    reader(py, None, options, on_error, || Ok(text))
}

#[doc = docs!(write_records)]
#[pyfunction]
#[pyo3(signature = (path, records, format = "pgn"))]
pub fn write_records(path: PathBuf, records: &Bound<'_, PyAny>, format: &str) -> PyResult<usize> {
    let mut games = Vec::new();
    for record in records.try_iter()? {
        games.push(record?.cast::<Record>()?.borrow().clone());
    }
    // The file changes only if all games can be written.
    let text = write_games(format, &games)?;
    records.py().detach(|| fs::write(&path, text)).map_err(|e| os_error(Some(&path), &e))?;
    Ok(games.len())
}

fn write_games<'a>(format: &str, games: impl IntoIterator<Item = &'a Record>) -> PyResult<Vec<u8>> {
    let format: Format = parse(format)?;
    let writer = format
        .writer()
        .ok_or_else(|| value_error(format!("the format {} is read only", format.title())))?;
    let mut text = Vec::new();
    let mut output = TextOutput::new(&mut text, writer);
    for (number, game) in (1..).zip(games) {
        output.add(&game.whole()).map_err(|error| match error {
            OutputError::LeftOut(reason) => value_error(format!("game {number}: {reason}")),
            OutputError::Failed(error) => os_error(None, &error),
        })?;
    }
    output.finish().map_err(|error| os_error(None, &error))?;
    Ok(text)
}

/// The legal moves of a position in the order of `Board.legal_moves`.
pub fn ordered_moves(position: &emergo::Position) -> MoveList {
    let mut moves = position.legal_moves();
    moves.sort_unstable();
    moves
}
