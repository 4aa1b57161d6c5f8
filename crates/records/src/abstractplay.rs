//! Game records of AbstractPlay: JSON with one record or an array of them.
//!
//! A record has a header and rounds of moves, with one entry per player. Squares have checkerboard coordinates. A blocked
//! side draws, and repetition is unlimited. The last entry may be a word such as `resign`. Only the 9x9 board is played.
//!
//! What a record of this crate has no field for is in the tags `GameId`, `StartTime`, `EndTime`, `WhiteId`, `BlackId`,
//! `WhiteType` and `BlackType`.

use crate::board_choice::ReadGames;
use crate::end_word::{end_by_word, end_word, read_end_word};
use crate::{GameError, GameRecord, PlayerInfo, ReadError, ReadOptions, Termination, WriteError};
use emergo::{Blocked, Coordinates, GameResult, Repetition, Side, Variant, read_move, write_move};
use serde::de::{Deserializer, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use std::fmt;

#[derive(Serialize, Deserialize)]
struct RecordJson {
    header: Header,
    moves: Vec<Vec<Entry>>,
}

#[derive(Serialize, Deserialize)]
struct Header {
    game: Name,
    #[serde(default)]
    site: Site,
    #[serde(rename = "date-start", skip_serializing_if = "Option::is_none")]
    date_start: Option<String>,
    #[serde(rename = "date-end", skip_serializing_if = "Option::is_none")]
    date_end: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    round: Option<Value>,
    players: Vec<PlayerJson>,
}

#[derive(Serialize, Deserialize)]
struct Name {
    name: String,
}

#[derive(Default, Serialize, Deserialize)]
struct Site {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gameid: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct PlayerJson {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    userid: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    is_ai: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<f64>,
}

/// An entry of a round: nothing, a move, or a move with its results.
#[derive(Clone, Serialize, Deserialize)]
#[serde(untagged)]
enum Entry {
    None(()),
    Move(String),
    Details {
        #[serde(rename = "move")]
        text: String,
    },
}

impl Entry {
    fn text(&self) -> Option<&str> {
        match self {
            Entry::None(()) => None,
            Entry::Move(text) | Entry::Details { text } => Some(text),
        }
    }
}

/// Tags of both players' fields.
const ID_TAGS: [&str; 2] = ["WhiteId", "BlackId"];
const TYPE_TAGS: [&str; 2] = ["WhiteType", "BlackType"];

/// Reads all games of a text: one record, several of them, or an array.
pub(crate) fn read_games(text: &str, options: &ReadOptions) -> ReadGames {
    let mut records: Vec<Result<&RawValue, serde_json::Error>> = Vec::new();
    if text.trim_start().starts_with('[') {
        let mut json = serde_json::Deserializer::from_str(text);
        let read = json.deserialize_seq(ArrayRecords(&mut records)).and_then(|()| json.end());
        records.extend(read.err().map(Err));
    } else {
        records.extend(serde_json::Deserializer::from_str(text).into_iter());
    }
    let mut games = ReadGames::with_capacity(records.len());
    let (mut line, mut counted) = (1, 0);
    for (game, record) in (1..).zip(records) {
        games.push(match record {
            Ok(raw) => {
                let start = raw.get().as_ptr().addr() - text.as_ptr().addr();
                line += text[counted..start].matches('\n').count();
                counted = start;
                read_record(raw.get(), options).map_err(|source| ReadError { game, line, source })
            }
            Err(error) => {
                // The end of the text may be on an empty line.
                let line = error.line().clamp(1, text.lines().count().max(1));
                Err(ReadError { game, line, source: error.into() })
            }
        });
    }
    games
}

/// Collects the records of an array up to an error.
struct ArrayRecords<'a, 'text>(&'a mut Vec<Result<&'text RawValue, serde_json::Error>>);

impl<'text> Visitor<'text> for ArrayRecords<'_, 'text> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of records")
    }

    fn visit_seq<A: SeqAccess<'text>>(self, mut array: A) -> Result<(), A::Error> {
        while let Some(record) = array.next_element()? {
            self.0.push(Ok(record));
        }
        Ok(())
    }
}

fn read_record(text: &str, options: &ReadOptions) -> Result<GameRecord, GameError> {
    let RecordJson { header, moves } = serde_json::from_str(text)?;
    let variant: Variant = header.game.name.parse().map_err(GameError::Variant)?;
    let default = options.coordinates.unwrap_or(Coordinates::Checkerboard);
    let mut record = GameRecord {
        variant,
        coordinates: default.for_variant(variant),
        blocked: options.blocked.unwrap_or(Blocked::Draw),
        repetition: Repetition::Unlimited,
        event: header.event.as_ref().and_then(text_of),
        round: header.round.as_ref().and_then(text_of),
        site: header.site.name.as_deref().and_then(crate::known),
        date: header.date_start.as_deref().and_then(day),
        ..GameRecord::default()
    };
    record.tags = [
        ("GameId", header.site.gameid),
        ("StartTime", header.date_start),
        ("EndTime", header.date_end),
    ]
    .into_iter()
    .filter_map(|(name, value)| Some((name.to_owned(), value?)))
    .collect();
    let results: Vec<f64> = header.players.iter().filter_map(|player| player.result).collect();
    for (side, player) in Side::ALL.into_iter().zip(header.players) {
        let index = side.index();
        let name = player.name.as_deref().and_then(crate::known);
        record.players[index] = PlayerInfo { name, limit: None };
        if let Some(id) = player.userid {
            record.tags.push((ID_TAGS[index].to_owned(), id));
        }
        if let Some(is_ai) = player.is_ai {
            let kind = if is_ai { "program" } else { "human" };
            record.tags.push((TYPE_TAGS[index].to_owned(), kind.to_owned()));
        }
    }
    if let [white, black] = results[..] {
        (record.result, record.reason) = match white.partial_cmp(&black) {
            Some(std::cmp::Ordering::Greater) => (Some(GameResult::WhiteWins), None),
            Some(std::cmp::Ordering::Less) => (Some(GameResult::BlackWins), None),
            _ if white > 0.0 => (Some(GameResult::Draw), None),
            _ => (None, Some(Termination::Abandoned)),
        };
    }
    play(&mut record, &moves)?;
    Ok(record)
}

/// Plays the rounds up to a word that ends the game.
fn play(record: &mut GameRecord, rounds: &[Vec<Entry>]) -> Result<(), GameError> {
    let mut position = record.start_text().position;
    for round in rounds {
        for (side, entry) in Side::ALL.into_iter().zip(round) {
            let Some(text) = entry.text() else { continue };
            let ignored = |character: char| character.is_whitespace() || character == '*';
            let text = text.replace(ignored, "");
            if let Some(reason) = read_end_word(&text) {
                end_by_word(record, reason, side);
                return Ok(());
            }
            let read = read_move(&position, record.coordinates, &text);
            record.play(&mut position, read)?;
        }
    }
    Ok(())
}

/// The text of a string or a number.
fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => crate::known(text),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// `2026-01-31T12:00:00Z` as `2026.01.31`.
fn day(time: &str) -> Option<String> {
    let day = time.get(..10)?;
    let is_day = day.bytes().enumerate().all(|(index, byte)| match index {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    });
    is_day.then(|| day.replace('-', "."))
}

/// Writes a game as one JSON object on one line, without the end of the line. An array of such objects is what
/// AbstractPlay offers for download. Comments, variations, scores and times are left out.
pub(crate) fn write_game(record: &GameRecord) -> Result<String, WriteError> {
    if record.variant != Variant::Emergo {
        return Err(WriteError::AbstractPlayVariant(record.variant));
    }
    if record.start.is_some() {
        return Err(WriteError::AbstractPlayStart);
    }
    let tag = |name: &str| {
        let found = record.tags.iter().find(|(tag, _)| tag == name);
        found.map(|(_, value)| value.clone())
    };
    let time = || {
        let date = record.date.as_ref()?.replace('.', "-");
        Some(format!("{}T00:00:00Z", day(&date).map(|_| &date)?))
    };
    let points = |side| match record.result {
        Some(result) => Some(result.points(side)),
        None => (record.reason == Some(Termination::Abandoned)).then_some(0.0),
    };
    let players = Side::ALL.into_iter().map(|side| PlayerJson {
        name: record.players[side.index()].name.clone(),
        userid: tag(ID_TAGS[side.index()]),
        is_ai: tag(TYPE_TAGS[side.index()]).map(|kind| kind == "program"),
        result: points(side),
    });
    let text = |value: &Option<String>| value.clone().map(Value::String);
    let header = Header {
        game: Name { name: "Emergo".to_owned() },
        site: Site { name: record.site.clone(), gameid: tag("GameId") },
        date_start: tag("StartTime").or_else(time),
        date_end: tag("EndTime"),
        event: text(&record.event),
        round: text(&record.round),
        players: players.collect(),
    };
    let write = |mv| write_move(record.variant, Coordinates::Checkerboard, mv);
    let moves = record.moves.iter().map(|recorded| Entry::Move(write(recorded.mv)));
    let mut entries: Vec<Entry> = moves.collect();
    if let Some(word) = record.reason.and_then(end_word) {
        let mover = record.game().position().side();
        if record.result.and_then(GameResult::winner) == Some(mover) {
            // The other side ended the game.
            entries.push(Entry::None(()));
        }
        entries.push(Entry::Move(word.to_owned()));
    }
    let game = RecordJson { header, moves: entries.chunks(2).map(<[Entry]>::to_vec).collect() };
    Ok(serde_json::to_string(&game).expect("text and finite numbers are always valid JSON"))
}
