//! `Record`: a recorded game with its notes. `RecordedMove`: a move of it.

use crate::board::Board;
use crate::convert::{Tuple, parse, read_moves, value_error, whole_number};
use crate::moves::Move;
use crate::record_files::write_games;
use emergo::Variant;
use emergo_records::pgn::is_further_tag;
use emergo_records::{Evaluation, Format, GameRecord, MoveInfo, Termination, json};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use std::mem::swap;
use std::time::Duration;

#[doc = docs!(Record)]
#[pyclass(module = "emergo", eq)]
#[derive(Clone, PartialEq, Default)]
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
    #[pyo3(get)]
    tags: Tuple<(String, String)>,
    #[doc = docs!(Record.comment)]
    #[pyo3(get, set)]
    comment: String,
    #[doc = docs!(Record.detail)]
    #[pyo3(get, set)]
    detail: String,
}

impl From<GameRecord> for Record {
    fn from(rest: GameRecord) -> Record {
        let mut record = Record { rest, ..Record::default() };
        record.swap_fields();
        record
    }
}

impl Record {
    /// The whole record.
    pub fn whole(&self) -> GameRecord {
        let mut record = self.clone();
        record.swap_fields();
        record.rest
    }

    /// Exchanges the fields with those of `rest`. The values are in one of them, the other is empty.
    fn swap_fields(&mut self) {
        let rest = &mut self.rest;
        let [white, black] = &mut rest.players;
        swap(&mut self.white, &mut white.name);
        swap(&mut self.black, &mut black.name);
        swap(&mut self.event, &mut rest.event);
        swap(&mut self.site, &mut rest.site);
        swap(&mut self.date, &mut rest.date);
        swap(&mut self.round, &mut rest.round);
        swap(&mut self.tags.0, &mut rest.tags);
        swap(&mut self.comment, &mut rest.comment);
        swap(&mut self.detail, &mut rest.detail);
    }

    fn move_at(&mut self, ply: usize) -> PyResult<&mut emergo_records::RecordedMove> {
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
        let start = self.rest.start_text();
        emergo::write_position(&start.position, start.turn)
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
        self.rest.result_name()
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

    #[setter]
    fn set_tags(&mut self, tags: Vec<(String, String)>) -> PyResult<()> {
        // A file can have other tags. The caller may keep them.
        let is_kept = |name: &str| self.tags.0.iter().any(|(kept, _)| kept == name);
        let is_wrong = |name: &str| !is_further_tag(name) && !is_kept(name);
        if let Some((name, _)) = tags.iter().find(|(name, _)| is_wrong(name)) {
            let is = "a word of letters, digits and _, and not the tag of a field";
            return Err(value_error(format!("the name of a tag is {is}, not {name:?}")));
        }
        self.tags = Tuple(tags);
        Ok(())
    }

    #[doc = docs!(Record.moves)]
    #[getter]
    fn moves(&self) -> Tuple<RecordedMove> {
        RecordedMove::line(self.rest.variant, &self.rest.moves)
    }

    fn __len__(&self) -> usize {
        self.rest.moves.len()
    }

    /// Also without moves.
    fn __bool__(&self) -> bool {
        true
    }

    #[doc = docs!(Record.board)]
    #[pyo3(signature = (ply = None))]
    fn board(&self, ply: Option<&Bound<'_, PyAny>>) -> PyResult<Board> {
        let plies = self.rest.moves.len();
        let ply = ply.map_or(Ok(plies), |ply| whole_number("ply", ply, 0))?;
        if ply > plies {
            return Err(PyIndexError::new_err(format!("the game has {plies} plies, not {ply}")));
        }
        Ok(Board { game: self.rest.game_at(ply) })
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
        ply: &Bound<'_, PyAny>,
        comment: Option<String>,
        nags: Option<Vec<Bound<'_, PyAny>>>,
    ) -> PyResult<()> {
        let recorded = self.move_at(whole_number("ply", ply, 0)?)?;
        let nags = nags.map(|nags| nags.iter().map(|nag| whole_number("a NAG", nag, 0)).collect());
        let nags = nags.transpose()?;
        if let Some(comment) = comment {
            recorded.comment = comment;
        }
        if let Some(nags) = nags {
            recorded.nags = nags;
        }
        Ok(())
    }

    #[doc = docs!(Record.add_variation)]
    fn add_variation(
        slf: &Bound<'_, Self>,
        ply: &Bound<'_, PyAny>,
        moves: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let ply = whole_number("ply", ply, 0)?;
        // Before the record is borrowed: an iterator can use it.
        let moves = read_moves("moves", moves)?;
        let mut record = slf.borrow_mut();
        record.move_at(ply)?;
        let mut board = Board { game: record.rest.game_at(ply - 1) };
        let mut variation = Vec::new();
        for mv in &moves {
            let mv = board.checked(mv.get())?;
            board.game.play(mv);
            variation.push(mv.into());
        }
        if variation.is_empty() {
            return Err(value_error("a variation has at least one move"));
        }
        record.move_at(ply)?.variations.push(variation);
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

    /// The board is replaced by the state, which is a line of JSON.
    fn __getnewargs__(&self) -> (Board,) {
        (Board { game: self.rest.game_at(0) },)
    }

    fn __getstate__(&self) -> String {
        json::write_line(&self.whole())
    }

    fn __setstate__(&mut self, line: &str) -> PyResult<()> {
        *self = json::read_line(line).map_err(value_error)?.into();
        Ok(())
    }
}

#[doc = docs!(RecordedMove)]
#[pyclass(module = "emergo", frozen, eq, hash)]
#[derive(Clone, PartialEq, Hash)]
pub struct RecordedMove {
    #[doc = docs!(RecordedMove.move)]
    #[pyo3(get, name = "move")]
    mv: Move,
    #[doc = docs!(RecordedMove.comment)]
    #[pyo3(get)]
    comment: String,
    #[doc = docs!(RecordedMove.nags)]
    #[pyo3(get)]
    nags: Tuple<u8>,
    #[doc = docs!(RecordedMove.centimen)]
    #[pyo3(get)]
    centimen: Option<i32>,
    #[doc = docs!(RecordedMove.mate)]
    #[pyo3(get)]
    mate: Option<i32>,
    #[doc = docs!(RecordedMove.depth)]
    #[pyo3(get)]
    depth: Option<u32>,
    #[doc = docs!(RecordedMove.nodes)]
    #[pyo3(get)]
    nodes: Option<u64>,
    time: Option<Duration>,
    #[doc = docs!(RecordedMove.variations)]
    #[pyo3(get)]
    variations: Tuple<Tuple<RecordedMove>>,
}

impl RecordedMove {
    fn new(variant: Variant, recorded: &emergo_records::RecordedMove) -> RecordedMove {
        let MoveInfo { evaluation, depth, nodes } = recorded.info;
        let (centimen, mate) = match evaluation {
            Some(Evaluation::Centimen(centimen)) => (Some(centimen), None),
            Some(Evaluation::Mate(moves)) => (None, Some(moves)),
            None => (None, None),
        };
        RecordedMove {
            mv: Move { variant, mv: recorded.mv },
            comment: recorded.comment.clone(),
            nags: Tuple(recorded.nags.clone()),
            centimen,
            mate,
            depth,
            nodes,
            time: recorded.time,
            variations: Tuple(
                recorded.variations.iter().map(|line| RecordedMove::line(variant, line)).collect(),
            ),
        }
    }

    fn line(variant: Variant, moves: &[emergo_records::RecordedMove]) -> Tuple<RecordedMove> {
        Tuple(moves.iter().map(|recorded| RecordedMove::new(variant, recorded)).collect())
    }
}

#[pymethods]
impl RecordedMove {
    #[doc = docs!(RecordedMove.seconds)]
    #[getter]
    fn seconds(&self) -> Option<f64> {
        self.time.map(|time| time.as_secs_f64())
    }

    fn __repr__(&self) -> String {
        format!("<RecordedMove {}>", self.mv.oblique())
    }

    fn __copy__(&self) -> RecordedMove {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> RecordedMove {
        self.clone()
    }
}
