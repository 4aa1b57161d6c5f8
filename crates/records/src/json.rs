//! One game per line of JSON, as a match writes it.
//!
//! Only the key `moves` is required.
//!
//! | keys | value |
//! |---|---|
//! | `match`, `game`, `pair` | the match, and the numbers of game and pair from 0 |
//! | `variant`, `coordinates`, `blocked`, `repetition` | names as in [`emergo`] \[the board of `opening` or `emergo`, `oblique`, `draw`, `draw`\] |
//! | `white`, `black` | names of the players |
//! | `limits` | White's and Black's limit, `-` if unknown |
//! | `opening` | position text of the start \[the start of the variant\] |
//! | `moves` | objects: `move` is a text in the coordinates of the record; `score` in centimen or `mate` in moves from the mover's view, `depth`, `nodes`, `ms`; `nags`, `comment`, `variations` |
//! | `result`, `reason`, `detail` | `1-0`, `0-1`, `1/2-1/2` or `*`; a name of [`crate::Termination`]; free text |
//! | `black_first`, `end` | the first side and the last position, for other programs; not read |
//! | `event`, `site`, `date`, `round`, `tags`, `comment` | as in PGN; `tags` are pairs of name and value |
//! | `wall_ms` | the duration of the game in milliseconds |

use crate::board_choice::ReadGames;
use crate::error::sentence;
use crate::record::{
    Evaluation, GameRecord, MatchGame, MoveInfo, PlayerInfo, RecordedMove, variant_of,
};
use crate::{GameError, NO_RESULT, ReadError, Termination, known, termination};
use emergo::notation::MoveTextError;
use emergo::{
    Blocked, Coordinates, EndReason, Position, Repetition, Side, Variant, read_move, read_position,
    write_move, write_position,
};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::str::FromStr;
use std::time::Duration;

/// The keys of a game.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "GameRecord", optional_fields))]
pub(crate) struct GameLine {
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    match_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pair: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<emergo::Variant>"))]
    variant: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Coordinates>"))]
    coordinates: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Blocked>"))]
    blocked: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Repetition>"))]
    repetition: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    white: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    black: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limits: Option<[String; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    black_first: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
    moves: Vec<LineMove>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<String>,
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<String>"))]
    end: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    site: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    round: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<(String, String)>>"))]
    tags: Vec<(String, String)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wall_ms: Option<f64>,
}

/// The keys of a move.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "RecordedMove", optional_fields))]
struct LineMove {
    #[serde(rename = "move")]
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ms: Option<f64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<u8>>"))]
    nags: Vec<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<Vec<LineMove>>>"))]
    variations: Vec<Vec<LineMove>>,
}

/// Reads one game from its line.
///
/// # Errors
///
/// The line is not JSON with the keys of a game, or a value or a move is wrong.
///
/// ```
/// let game = emergo_records::json::read_line(r#"{"moves":[{"move":"e4"},{"move":"e6"}]}"#)?;
/// assert_eq!(game.moves.len(), 2);
/// # Ok::<(), emergo_records::GameError>(())
/// ```
pub fn read_line(line: &str) -> Result<GameRecord, GameError> {
    read_line_on(line, Variant::default())
}

fn read_line_on(line: &str, variant: Variant) -> Result<GameRecord, GameError> {
    serde_json::from_str::<GameLine>(line)?.into_record(variant)
}

/// Writes a game, or another value, as one line that ends with a newline.
///
/// # Panics
///
/// The value is no JSON: it has keys that are no texts.
pub fn write_line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("text and finite numbers are always valid JSON") + "\n"
}

/// Reads all games of a text with one game per line. Leaves out empty lines and the headers of matches. `variant` is the board
/// of games that do not name theirs.
pub(crate) fn read_games(text: &str, variant: Variant) -> ReadGames {
    let lines = (1..).zip(text.split_inclusive('\n'));
    let of_games = lines.filter(|(_, text)| !text.trim().is_empty() && !is_header(text));
    let read = |(game, (line, text))| {
        read_line_on(text, variant).map_err(|source| ReadError { game, line, source })
    };
    (1..).zip(of_games).map(read).collect()
}

/// The start of the header of a match, the first line of its file.
pub const MATCH_HEADER: &str = "{\"luctor_match\":";

/// A header that is cut off is read as a game, which is an error.
fn is_header(line: &str) -> bool {
    line.starts_with(MATCH_HEADER) && serde_json::from_str::<de::IgnoredAny>(line).is_ok()
}

impl Serialize for GameRecord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        GameLine::from(self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for GameRecord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<GameRecord, D::Error> {
        let line = GameLine::deserialize(deserializer)?;
        line.into_record(Variant::default()).map_err(|error| de::Error::custom(sentence(&error)))
    }
}

impl From<&GameRecord> for GameLine {
    fn from(record: &GameRecord) -> GameLine {
        let [white, black] = &record.players;
        let text = |text: &String| (!text.is_empty()).then(|| text.clone());
        let limit = |player: &PlayerInfo| player.limit.clone().unwrap_or_else(|| "-".to_owned());
        let has_limits = white.limit.is_some() || black.limit.is_some();
        let of_match = record.match_game.as_ref();
        let (coordinates, blocked) = (record.coordinates, record.blocked);
        let start = record.start_text();
        let game = record.game();
        GameLine {
            match_id: of_match.map(|of_match| of_match.match_id.clone()),
            game: of_match.map(|of_match| of_match.game),
            pair: of_match.map(|of_match| of_match.pair),
            variant: Some(record.variant.name().to_owned()),
            coordinates: (coordinates != Coordinates::default())
                .then(|| coordinates.name().to_owned()),
            blocked: (blocked != Blocked::default()
                || record.reason == Some(EndReason::Blocked.into()))
            .then(|| blocked.name().to_owned()),
            repetition: (record.repetition != Repetition::default())
                .then(|| record.repetition.name().to_owned()),
            white: white.name.clone(),
            black: black.name.clone(),
            limits: has_limits.then(|| [limit(white), limit(black)]),
            opening: record.start.map(|start| write_position(&start.position, start.turn)),
            black_first: (start.position.side() == Side::Black).then_some(true),
            comment: text(&record.comment),
            moves: write_moves(record, &record.moves),
            result: Some(record.result_name().to_owned()),
            reason: record.reason.map(|reason| reason.name().to_owned()),
            detail: text(&record.detail),
            end: write_position(game.position(), game.turn()),
            event: record.event.clone(),
            site: record.site.clone(),
            date: record.date.clone(),
            round: record.round.clone(),
            tags: record.tags.clone(),
            wall_ms: record.wall_time.map(milliseconds),
        }
    }
}

fn write_moves(record: &GameRecord, moves: &[RecordedMove]) -> Vec<LineMove> {
    let write = |recorded: &RecordedMove| {
        let RecordedMove { mv, info, time, nags, comment, variations } = recorded;
        let (score, mate) = match info.evaluation {
            Some(Evaluation::Centimen(score)) => (Some(score), None),
            Some(Evaluation::Mate(moves)) => (None, Some(moves)),
            None => (None, None),
        };
        LineMove {
            text: write_move(record.variant, record.coordinates, *mv),
            score,
            mate,
            depth: info.depth,
            nodes: info.nodes,
            ms: time.map(milliseconds),
            nags: nags.clone(),
            comment: (!comment.is_empty()).then(|| comment.clone()),
            variations: variations.iter().map(|line| write_moves(record, line)).collect(),
        }
    };
    moves.iter().map(write).collect()
}

fn parse_or_default<T: FromStr + Default>(
    text: &Option<String>,
    error: fn(T::Err) -> GameError,
) -> Result<T, GameError> {
    text.as_ref().map_or_else(|| Ok(T::default()), |text| text.parse().map_err(error))
}

impl GameLine {
    /// The game. `default` is its board if it does not name one.
    fn into_record(self, default: Variant) -> Result<GameRecord, GameError> {
        let variant = match (&self.variant, &self.opening) {
            (Some(name), _) => name.parse().map_err(GameError::Variant)?,
            (None, Some(opening)) => variant_of(opening, default),
            (None, None) => default,
        };
        let start = self.opening.as_deref().map(|text| read_position(variant, text)).transpose();
        let result = self.result.filter(|text| text != NO_RESULT).map(|text| text.parse());
        let (reason, detail) = read_termination(self.reason, self.detail.unwrap_or_default());
        let unknown = |text: Option<String>| text.as_deref().and_then(known);
        let [white_limit, black_limit] = self.limits.unwrap_or_default();
        let players = [(self.white, white_limit), (self.black, black_limit)]
            .map(|(name, limit)| PlayerInfo { name: unknown(name), limit: known(&limit) });
        let coordinates: Coordinates = parse_or_default(&self.coordinates, GameError::Coordinates)?;
        let mut record = GameRecord {
            variant,
            coordinates: coordinates.for_variant(variant),
            blocked: parse_or_default(&self.blocked, GameError::Blocked)?,
            repetition: parse_or_default(&self.repetition, GameError::Repetition)?,
            start: start.map_err(|fault| GameError::Start { fault })?,
            players,
            event: unknown(self.event),
            site: unknown(self.site),
            date: unknown(self.date),
            round: unknown(self.round),
            match_game: match_game(self.match_id, self.game, self.pair),
            tags: self.tags,
            comment: self.comment.unwrap_or_default(),
            moves: Vec::new(),
            result: result.transpose().map_err(GameError::Result)?,
            reason,
            detail,
            wall_time: self.wall_ms.map(duration),
        };
        let mut reader = JsonMoveReader { coordinates: record.coordinates, illegal: None };
        let plies = self.moves.len();
        record.moves = reader.read(self.moves, record.start_text().position, 1, 0)?;
        match reader.illegal {
            None => Ok(record),
            Some((ply, error)) => {
                let is_complete = record.moves.len() == plies;
                Err(record.illegal_move(ply, None, error, is_complete))
            }
        }
    }
}

fn match_game(id: Option<String>, game: Option<u64>, pair: Option<u64>) -> Option<MatchGame> {
    Some(MatchGame { match_id: id.filter(|id| !id.is_empty())?, game: game?, pair: pair? })
}

/// The reason and the detail. A reason that is free text is accepted, too.
fn read_termination(reason: Option<String>, detail: String) -> (Option<Termination>, String) {
    match reason.filter(|reason| !reason.is_empty()) {
        None => (None, detail),
        Some(reason) if detail.is_empty() => termination::read(&reason),
        Some(reason) => termination::read(&format!("{reason}: {detail}")),
    }
}

/// Plays the moves of a game and of its variations.
struct JsonMoveReader {
    coordinates: Coordinates,
    /// The ply and the error of the illegal move of the main line, or of the first one.
    illegal: Option<(usize, MoveTextError)>,
}

impl JsonMoveReader {
    /// Reads a line up to its end or to an illegal move.
    fn read(
        &mut self,
        written: Vec<LineMove>,
        mut position: Position,
        first_ply: usize,
        nesting: usize,
    ) -> Result<Vec<RecordedMove>, GameError> {
        if nesting > RecordedMove::MAX_NESTING {
            return Err(GameError::Nesting);
        }
        let mut moves = Vec::with_capacity(written.len());
        for (ply, written) in (first_ply..).zip(written) {
            let mv = match read_move(&position, self.coordinates, &written.text) {
                Ok(mv) => mv,
                Err(error) => {
                    if nesting == 0 || self.illegal.is_none() {
                        self.illegal = Some((ply, error));
                    }
                    break;
                }
            };
            let mut variations = Vec::new();
            for line in written.variations.into_iter().filter(|line| !line.is_empty()) {
                variations.push(self.read(line, position, ply, nesting + 1)?);
            }
            variations.retain(|line| !line.is_empty());
            position.play(mv);
            let evaluation = match (written.mate, written.score) {
                (Some(moves), _) => Some(Evaluation::Mate(moves)),
                (None, Some(score)) => Some(Evaluation::Centimen(score)),
                (None, None) => None,
            };
            moves.push(RecordedMove {
                mv,
                info: MoveInfo { evaluation, depth: written.depth, nodes: written.nodes },
                time: written.ms.map(duration),
                nags: written.nags,
                comment: written.comment.unwrap_or_default(),
                variations,
            });
        }
        Ok(moves)
    }
}

/// Milliseconds, in whole microseconds.
fn milliseconds(time: Duration) -> f64 {
    time.as_micros() as f64 / 1000.0
}

/// The inverse of [`milliseconds`]; a negative number is zero.
fn duration(milliseconds: f64) -> Duration {
    Duration::from_micros((milliseconds * 1000.0).round() as u64)
}
