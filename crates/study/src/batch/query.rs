//! Requests: how a line is read. A query is checked completely before its first turn is searched, so that a wrong one has
//! a single answer.

use super::fields::{FieldError, Fields};
use emergo::notation::{Excerpt, MoveTextError, PositionText, PositionTextError};
use emergo::{
    Blocked, Coordinates, Ending, Game, Move, Position, Variant, read_move, read_position,
};
use luctor_engine::search::Limits;
use serde_json::Value;
use std::collections::HashSet;
use thiserror::Error;

/// The longest line, in bytes.
pub const MAX_LINE_BYTES: usize = 1 << 20;

/// Nodes of a search if the query has no limit.
pub const DEFAULT_NODES: u64 = 100_000;

/// A line that was read.
#[derive(Debug)]
pub struct RequestLine {
    /// The request.
    pub request: Result<Request, RequestError>,
    /// The `id` of the line, if it has one.
    pub id: Option<String>,
    /// The names of fields that have no meaning. They were ignored.
    pub unknown_fields: Vec<String>,
}

/// What a line asks for.
#[derive(Debug)]
pub enum Request {
    /// Searches.
    Query(Box<Query>),
    /// The end of a query.
    Cancel(CancelRequest),
}

/// A request to end a query early.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CancelRequest {
    /// The name of this request.
    pub id: String,
    /// The name of the query.
    pub cancel: String,
}

/// A query: searches of positions of one game.
#[derive(Clone, Debug)]
pub struct Query {
    /// The name of the query.
    pub id: String,
    /// The game after all moves.
    pub game: Game,
    /// The names of squares in the query and its answers.
    pub coordinates: Coordinates,
    /// The positions to search, each once, at least one.
    pub turns: Vec<TurnQuery>,
    /// The limits of each search, without root moves.
    pub limits: Limits,
    /// Best lines to find, 1..=256.
    pub lines: usize,
    /// Queries with a higher priority are searched first.
    pub priority: i64,
    /// The shortest time between two answers that are not final, in milliseconds. `None` if there are no such answers.
    pub report_every: Option<u64>,
}

/// A position to search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnQuery {
    /// The number of moves before the position.
    pub turn: usize,
    /// The moves to search. None if the game has ended.
    pub root_moves: Vec<Move>,
}

/// Why a line is not a request, or not one that can be answered.
#[derive(Debug, Error)]
#[error("{}{problem}", field.map(|field| format!("{field}: ")).unwrap_or_default())]
pub struct RequestError {
    /// The field with the problem. `None` if the line is not a JSON object.
    pub field: Option<&'static str>,
    /// The problem.
    pub problem: QueryProblem,
}

/// What is wrong with a request.
#[derive(Debug, Error)]
pub enum QueryProblem {
    /// The line is too long.
    #[error("the line has more than {MAX_LINE_BYTES} bytes")]
    LineTooLong,
    /// The line is not JSON.
    #[error("the line is not JSON: {reason} at byte {column}")]
    Json {
        /// The reason.
        reason: String,
        /// The byte of the line, from 1.
        column: usize,
    },
    /// The line is JSON, but not an object.
    #[error("a request is a JSON object, not {0}")]
    NotAnObject(Excerpt),
    /// A field is required.
    #[error("this field is required")]
    Missing,
    /// A field has a value of another type or outside of its range.
    #[error("expected {expected}, found {found}")]
    Value {
        /// The values that the field takes.
        expected: String,
        /// The value.
        found: Excerpt,
    },
    /// A field has an unknown name as value.
    #[error("{0}")]
    Name(String),
    /// A query with this `id` has turns without a final answer.
    #[error("a query with this id is running")]
    Running,
    /// The board has no such coordinates.
    #[error("{0} has oblique coordinates only")]
    Coordinates(Variant),
    /// The text is not a position of the board.
    #[error("{0:#}")]
    Position(PositionTextError),
    /// A move is not legal.
    #[error("ply {ply}: {reason}")]
    Move {
        /// The number of the move, from 1.
        ply: usize,
        /// The reason.
        reason: MoveTextError,
    },
    /// A move follows the end of the game.
    #[error("ply {ply}: the game has ended before this move: {ending}")]
    AfterEnd {
        /// The number of the move, from 1.
        ply: usize,
        /// The end.
        ending: Ending,
    },
    /// The list of turns is empty.
    #[error("the list is empty")]
    NoTurns,
    /// The game has no such turn.
    #[error("there is no turn {turn}: the query has {} {}", plies, if *plies == 1 { "move" } else { "moves" })]
    Turn {
        /// The turn.
        turn: u64,
        /// The number of moves of the query.
        plies: usize,
    },
    /// The turns have a number twice.
    #[error("turn {0} is in the list twice")]
    SameTurn(u64),
    /// A root move is not legal.
    #[error("turn {turn}: {reason}")]
    RootMove {
        /// The turn.
        turn: usize,
        /// The reason.
        reason: MoveTextError,
    },
    /// `allow` and `avoid` leave no root move.
    #[error("turn {0}: no legal move is left")]
    NoRootMoves(usize),
}

impl RequestLine {
    /// Reads a line of at most [`MAX_LINE_BYTES`] bytes. `None` if it is blank.
    pub fn read(line: &[u8]) -> Option<RequestLine> {
        if line.iter().all(u8::is_ascii_whitespace) {
            return None;
        }
        let failed = |problem| {
            let request = Err(RequestError { field: None, problem });
            Some(RequestLine { request, id: None, unknown_fields: Vec::new() })
        };
        if line.len() > MAX_LINE_BYTES {
            return failed(QueryProblem::LineTooLong);
        }
        let fields = match serde_json::from_slice(line) {
            Ok(Value::Object(fields)) => fields,
            Ok(other) => return failed(QueryProblem::NotAnObject(Excerpt::of(&other.to_string()))),
            Err(error) => return failed(json_problem(&error)),
        };
        let id = fields.get("id").and_then(Value::as_str).map(str::to_owned);
        let is_unknown = |name: &&String| !FIELDS.contains(&name.as_str());
        let unknown_fields = fields.keys().filter(is_unknown).cloned().collect();
        let request = Request::from_fields(&mut Fields(fields))
            .map_err(|FieldError { field, problem }| RequestError { field: Some(field), problem });
        Some(RequestLine { request, id, unknown_fields })
    }
}

/// All fields of requests.
const FIELDS: [&str; 17] = [
    "id",
    "action",
    "cancel",
    "variant",
    "position",
    "moves",
    "coordinates",
    "blocked",
    "turns",
    "nodes",
    "movetime",
    "depth",
    "multipv",
    "priority",
    "allow",
    "avoid",
    "reportEvery",
];

fn json_problem(error: &serde_json::Error) -> QueryProblem {
    let text = error.to_string();
    let reason = text.split(" at line ").next().unwrap_or_default().to_owned();
    QueryProblem::Json { reason, column: error.column() }
}

impl Request {
    fn from_fields(fields: &mut Fields) -> Result<Request, FieldError> {
        let id = fields.required_text("id")?;
        match fields.text("action")?.as_deref() {
            None | Some("query") => {
                Query::from_fields(id, fields).map(|query| Request::Query(Box::new(query)))
            }
            Some("cancel") => {
                let cancel = fields.required_text("cancel")?;
                Ok(Request::Cancel(CancelRequest { id, cancel }))
            }
            Some(other) => {
                let (expected, found) = ("query or cancel".to_owned(), Excerpt::of(other));
                Err(FieldError::new("action", QueryProblem::Value { expected, found }))
            }
        }
    }
}

impl Query {
    fn from_fields(id: String, fields: &mut Fields) -> Result<Query, FieldError> {
        let variant: Variant = fields.name("variant")?.unwrap_or_default();
        let coordinates: Coordinates = fields.name("coordinates")?.unwrap_or_default();
        if coordinates != coordinates.for_variant(variant) {
            return Err(FieldError::new("coordinates", QueryProblem::Coordinates(variant)));
        }
        let limits = read_limits(fields)?;
        let lines = fields.number("multipv", 1..=256)?.unwrap_or(1) as usize;
        let priority = fields.signed_number("priority")?.unwrap_or(0);
        let report_every = fields.number("reportEvery", 0..=u64::from(u32::MAX))?;
        let game = read_game(variant, coordinates, fields)?;
        let turns = read_turns(&game, coordinates, fields)?;
        Ok(Query { id, game, coordinates, turns, limits, lines, priority, report_every })
    }

    /// The game before its move number `turn`, counted from 0.
    pub fn game_at(&self, turn: usize) -> Game {
        game_at(&self.game, turn)
    }
}

fn game_at(game: &Game, turn: usize) -> Game {
    let mut at = Game::from_position(*game.start(), game.first_turn(), game.blocked());
    game.moves().iter().take(turn).for_each(|mv| at.play(*mv));
    at
}

fn read_limits(fields: &mut Fields) -> Result<Limits, FieldError> {
    let limits = Limits {
        nodes: fields.number("nodes", 1..=u64::MAX)?,
        move_time: fields.number("movetime", 1..=i64::MAX as u64)?.map(|time| time as i64),
        depth: fields.number("depth", 1..=u64::from(u32::MAX))?.map(|depth| depth as u32),
        ..Limits::default()
    };
    Ok(if limits == Limits::default() { Limits::to_nodes(DEFAULT_NODES) } else { limits })
}

fn read_game(
    variant: Variant,
    coordinates: Coordinates,
    fields: &mut Fields,
) -> Result<Game, FieldError> {
    let blocked: Blocked = fields.name("blocked")?.unwrap_or_default();
    let start = match fields.text("position")? {
        None => PositionText { position: Position::start(variant), turn: 1 },
        Some(text) => read_position(variant, &text)
            .map_err(|error| FieldError::new("position", QueryProblem::Position(error)))?,
    };
    let mut game = Game::from_position(start.position, start.turn, blocked);
    for (ply, text) in (1..).zip(fields.texts("moves")?.unwrap_or_default()) {
        if let Some(ending) = game.ending() {
            return Err(FieldError::new("moves", QueryProblem::AfterEnd { ply, ending }));
        }
        match read_move(game.position(), coordinates, &text) {
            Ok(mv) => game.play(mv),
            Err(reason) => {
                return Err(FieldError::new("moves", QueryProblem::Move { ply, reason }));
            }
        }
    }
    Ok(game)
}

fn read_turns(
    game: &Game,
    coordinates: Coordinates,
    fields: &mut Fields,
) -> Result<Vec<TurnQuery>, FieldError> {
    let plies = game.moves().len();
    let failed = |problem| Err(FieldError::new("turns", problem));
    let numbers = fields.numbers("turns")?.unwrap_or_else(|| vec![plies as u64]);
    if numbers.is_empty() {
        return failed(QueryProblem::NoTurns);
    }
    let filter = RootMoveFilter {
        coordinates,
        allow: fields.texts("allow")?,
        avoid: fields.texts("avoid")?.unwrap_or_default(),
    };
    let mut seen = HashSet::new();
    let mut turns = Vec::with_capacity(numbers.len());
    for number in numbers {
        let turn = match usize::try_from(number) {
            Ok(turn) if turn <= plies => turn,
            _ => return failed(QueryProblem::Turn { turn: number, plies }),
        };
        if !seen.insert(turn) {
            return failed(QueryProblem::SameTurn(number));
        }
        turns.push(turn);
    }
    let mut positions = vec![*game.start()];
    for mv in game.moves() {
        positions.push(positions[positions.len() - 1].after(*mv));
    }
    let root_moves = |turn| match turn == plies && game.ending().is_some() {
        true => Ok(Vec::new()),
        false => filter.root_moves(turn, &positions[turn]),
    };
    turns.into_iter().map(|turn| Ok(TurnQuery { turn, root_moves: root_moves(turn)? })).collect()
}

/// The fields `allow` and `avoid`.
struct RootMoveFilter {
    coordinates: Coordinates,
    allow: Option<Vec<String>>,
    avoid: Vec<String>,
}

impl RootMoveFilter {
    fn root_moves(&self, turn: usize, position: &Position) -> Result<Vec<Move>, FieldError> {
        let read_all = |field, texts: &[String]| -> Result<HashSet<Move>, FieldError> {
            let read = |text: &String| {
                read_move(position, self.coordinates, text).map_err(|reason| {
                    FieldError::new(field, QueryProblem::RootMove { turn, reason })
                })
            };
            texts.iter().map(read).collect()
        };
        let allow = self.allow.as_deref().map(|texts| read_all("allow", texts)).transpose()?;
        let avoid = read_all("avoid", &self.avoid)?;
        let mut moves = position.legal_moves();
        moves.retain(|mv| {
            allow.as_ref().is_none_or(|allow| allow.contains(mv)) && !avoid.contains(mv)
        });
        if moves.is_empty() {
            let field = if avoid.is_empty() { "allow" } else { "avoid" };
            return Err(FieldError::new(field, QueryProblem::NoRootMoves(turn)));
        }
        Ok(moves.to_vec())
    }
}
