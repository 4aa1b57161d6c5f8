//! Requests: how a line is read. A query is checked completely before its first turn is searched, so that a wrong one has
//! a single answer.

use crate::error::RequestError;
use crate::fields::Fields;
use emergo::notation::Excerpt;
use emergo::{
    Blocked, Coordinates, EndReason, Game, Move, Position, Repetition, Variant, read_move,
    read_position,
};
use emergo_records::{BYTE_ORDER_MARK, JsonError};
use luctor_engine::options::MAX_LINES;
use luctor_engine::search::Limits;
use luctor_system::text::count;
use serde_json::Value;
use std::collections::HashSet;

/// The longest line, in bytes.
pub const MAX_LINE_BYTES: usize = 1 << 20;

/// Nodes of a search if the query has no limit.
pub const DEFAULT_NODES: u64 = 100_000;

#[derive(Debug)]
pub struct RequestLine {
    pub request: Result<BatchRequest, RequestError>,
    /// The `id` of the line, if it has one.
    pub id: Option<String>,
    /// The names of fields that have no meaning in this request. They were ignored. None of a request with an error.
    pub unknown_fields: Vec<String>,
}

#[derive(Debug)]
pub enum BatchRequest {
    Query(Box<BatchQuery>),
    /// The early end of the query `cancel`.
    Cancel {
        id: String,
        cancel: String,
    },
}

/// A query: searches of positions of one game.
#[derive(Clone, Debug)]
pub struct BatchQuery {
    pub id: String,
    /// The game after all moves.
    pub game: Game,
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

impl RequestLine {
    /// Reads a line of at most [`MAX_LINE_BYTES`] bytes. `None` if it is blank.
    pub fn read(line: &[u8]) -> Option<RequestLine> {
        let line = line.strip_prefix(BYTE_ORDER_MARK.as_bytes()).unwrap_or(line);
        if line.iter().all(u8::is_ascii_whitespace) {
            return None;
        }
        let failed = |problem| {
            let request = Err(RequestError { field: None, problem });
            Some(RequestLine { request, id: None, unknown_fields: Vec::new() })
        };
        if line.len() > MAX_LINE_BYTES {
            return failed(format!("the line has more than {MAX_LINE_BYTES} bytes"));
        }
        let fields = match serde_json::from_slice(line) {
            Ok(Value::Object(fields)) => fields,
            Ok(other) => {
                let found = Excerpt::of(&other.to_string());
                return failed(format!("a request is a JSON object, not {found}"));
            }
            Err(error) => return failed(format!("the line is not JSON: {}", JsonError(error))),
        };
        let id = fields.get("id").and_then(Value::as_str).map(str::to_owned);
        let mut fields = Fields(fields);
        let request = BatchRequest::from_fields(&mut fields);
        let unknown_fields = match request {
            Ok(_) => fields.0.into_iter().map(|(name, _)| name).collect(),
            Err(_) => Vec::new(),
        };
        Some(RequestLine { request, id, unknown_fields })
    }
}

impl BatchRequest {
    fn from_fields(fields: &mut Fields) -> Result<BatchRequest, RequestError> {
        let id = fields.required_text("id")?;
        match fields.text("action")?.as_deref() {
            None | Some("query") => BatchQuery::from_fields(id, fields)
                .map(|query| BatchRequest::Query(Box::new(query))),
            Some("cancel") => {
                let cancel = fields.required_text("cancel")?;
                Ok(BatchRequest::Cancel { id, cancel })
            }
            Some(other) => {
                let problem = format!("expected query or cancel, found {}", Excerpt::of(other));
                Err(RequestError::new("action", problem))
            }
        }
    }
}

impl BatchQuery {
    fn from_fields(id: String, fields: &mut Fields) -> Result<BatchQuery, RequestError> {
        let variant: Variant = fields.name("variant")?.unwrap_or_default();
        let coordinates: Coordinates = fields.name("coordinates")?.unwrap_or_default();
        coordinates
            .check(variant)
            .map_err(|error| RequestError::new("coordinates", error.to_string()))?;
        let limits = read_limits(fields)?;
        let lines = fields.number("multipv", 1..=MAX_LINES)?.unwrap_or(1);
        let priority = fields.number("priority", i64::MIN..=i64::MAX)?.unwrap_or(0);
        let report_every = fields.number("reportEvery", 0..=u64::from(u32::MAX))?;
        let game = read_game(variant, coordinates, fields)?;
        let turns = read_turns(&game, coordinates, fields)?;
        Ok(BatchQuery { id, game, coordinates, turns, limits, lines, priority, report_every })
    }
}

fn read_limits(fields: &mut Fields) -> Result<Limits, RequestError> {
    let limits = Limits {
        nodes: fields.number("nodes", 1..=u64::MAX)?,
        move_time: fields.number("movetime", 1..=i64::MAX)?,
        depth: fields.number("depth", 1..=u32::MAX)?,
        ..Limits::default()
    };
    Ok(if limits == Limits::default() { Limits::to_nodes(DEFAULT_NODES) } else { limits })
}

fn read_game(
    variant: Variant,
    coordinates: Coordinates,
    fields: &mut Fields,
) -> Result<Game, RequestError> {
    let blocked: Blocked = fields.name("blocked")?.unwrap_or_default();
    let mut game = match fields.text("position")? {
        None => Game::new(variant, blocked),
        Some(text) => read_position(variant, &text)
            .map_err(|error| RequestError::new("position", format!("{error:#}")))?
            .game(blocked),
    };
    for (ply, text) in (1..).zip(fields.texts("moves")?.unwrap_or_default()) {
        if game.ending().is_some_and(|ending| ending.reason == EndReason::Repetition) {
            // The players did not end the game there.
            game = game.with_repetition_rule(Repetition::Unlimited);
        }
        let mv = game.read_move(coordinates, &text);
        game.play(mv.map_err(|error| RequestError::new("moves", format!("ply {ply}: {error}")))?);
    }
    Ok(game)
}

/// The numbers of the turns to search, each once and at least one, of a game with `plies` moves.
fn read_turn_numbers(plies: usize, fields: &mut Fields) -> Result<Vec<usize>, RequestError> {
    let failed = |problem: String| RequestError::new("turns", problem);
    let Some(numbers) = fields.numbers("turns")? else { return Ok(vec![plies]) };
    if numbers.is_empty() {
        return Err(failed("the list is empty".to_owned()));
    }
    let mut seen = HashSet::new();
    let turn = |number: u64| {
        let turn = usize::try_from(number).ok().filter(|turn| *turn <= plies);
        let turn = turn.ok_or_else(|| {
            let moves = count(plies, "move");
            failed(format!("there is no turn {number}: the query has {moves}"))
        })?;
        let is_new = seen.insert(turn);
        is_new.then_some(turn).ok_or_else(|| failed(format!("turn {turn} is in the list twice")))
    };
    numbers.into_iter().map(turn).collect()
}

fn read_turns(
    game: &Game,
    coordinates: Coordinates,
    fields: &mut Fields,
) -> Result<Vec<TurnQuery>, RequestError> {
    let plies = game.moves().len();
    let turns = read_turn_numbers(plies, fields)?;
    let filter = RootMoveFilter {
        coordinates,
        allow: fields.texts("allow")?,
        avoid: fields.texts("avoid")?.unwrap_or_default(),
    };
    let mut positions = vec![*game.start()];
    for mv in game.moves() {
        positions.push(positions[positions.len() - 1].after(*mv));
    }
    let query = |turn| {
        let has_ended = turn == plies && game.ending().is_some();
        let root_moves =
            if has_ended { Vec::new() } else { filter.root_moves(turn, &positions[turn])? };
        Ok(TurnQuery { turn, root_moves })
    };
    turns.into_iter().map(query).collect()
}

/// The fields `allow` and `avoid`.
struct RootMoveFilter {
    coordinates: Coordinates,
    allow: Option<Vec<String>>,
    avoid: Vec<String>,
}

impl RootMoveFilter {
    fn root_moves(&self, turn: usize, position: &Position) -> Result<Vec<Move>, RequestError> {
        let read_all = |field, texts: &[String]| -> Result<HashSet<Move>, RequestError> {
            let read = |text: &String| {
                read_move(position, self.coordinates, text)
                    .map_err(|reason| RequestError::new(field, format!("turn {turn}: {reason}")))
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
            return Err(RequestError::new(field, format!("turn {turn}: no legal move is left")));
        }
        Ok(moves)
    }
}
