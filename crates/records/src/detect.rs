//! Finds out the format of a text.

use crate::Format;
use crate::move_list::{is_position, plain};
use crate::pgn::bare_moves;
use crate::{mindsports, tutor, zillions};
use serde::Deserialize;

impl Format {
    /// The format of a text. A text without a sign of another format is a list of moves.
    pub(crate) fn detect(text: &str) -> Format {
        let text = text.trim_start();
        let inside = |bracket| text.strip_prefix(bracket).map(str::trim_start);
        // A comment of PGN begins with a brace, and a tag with a bracket.
        if inside('{').is_some_and(|inside| inside.starts_with(['"', '}'])) {
            return match has_header(text) {
                true => Format::AbstractPlay,
                false => Format::Json,
            };
        }
        if inside('[').is_some_and(|inside| inside.starts_with(['{', ']'])) {
            return Format::AbstractPlay;
        }
        if zillions::is_saved_game(text) {
            return Format::Zillions;
        }
        if text.starts_with('[') {
            return Format::Pgn;
        }
        // A list of moves may begin with a position text.
        let moves: Vec<&str> = text.lines().filter(|line| !is_position(line)).collect();
        match bare_moves(&plain(&moves.join("\n"))) {
            None => Format::Pgn,
            Some(moves) if moves.iter().any(|word| tutor::is_shorthand(word)) => Format::Tutor,
            Some(moves) if moves.iter().any(|word| mindsports::is_capture(word)) => {
                Format::MindSports
            }
            Some(_) => Format::Moves,
        }
    }
}

/// Does the first JSON object have the key `header`?
fn has_header(text: &str) -> bool {
    #[derive(Deserialize)]
    struct Keys {
        header: Option<serde::de::IgnoredAny>,
    }
    match serde_json::Deserializer::from_str(text).into_iter::<Keys>().next() {
        Some(Ok(keys)) => keys.header.is_some(),
        // The object is damaged.
        _ => text.contains("\"header\""),
    }
}
