//! Writes a game as PGN: tags in a fixed order, then the moves in lines of at most 100 columns.

use super::lexer::FIRST_TAG;
use super::{engine_comment, game_duration, is_further_tag};
use crate::record::{GameRecord, RecordedMove};
use crate::termination;
use emergo::{Blocked, Repetition, Side, write_move, write_position};

/// Columns of a line of moves.
const WIDTH: usize = 100;

/// A part of the moves.
enum Word {
    /// A text that stays on one line: a move with its number, a NAG, a report of the engine, a word of a comment.
    Text(String),
    /// A comment from `;` to the end of its line.
    LineComment(String),
}

/// Writes a game, which ends with an empty line.
///
/// [`read_records`](crate::read_records) reads the game back equal, except for what PGN cannot hold:
/// - line breaks in tags, and white space other than single blanks in comments;
/// - texts that stand for an unknown value, in fields with a tag of their own: only `?`, `-`, dots and blanks, or nothing;
/// - [`GameRecord::tags`] whose name is not a word of letters, digits and `_`, or is the tag of a field
///   ([`is_further_tag`]): they are left out;
/// - a detail without a reason that reads like a reason;
/// - the round of a game of a match;
/// - times finer than a microsecond.
pub fn write_game(record: &GameRecord) -> String {
    let mut text = String::new();
    for (name, value) in tags(record) {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
        text += &format!("[{name} \"{value}\"]\n");
    }
    let mut words = comment_words(&record.comment);
    let start = record.start_text();
    let first = 2 * u64::from(start.turn) + u64::from(start.position.side() == Side::Black);
    words.extend(move_words(record, &record.moves, first));
    words.push(Word::Text(record.result_name().to_owned()));
    let mut column = WIDTH;
    for word in words {
        let (word, ends_line) = match word {
            Word::Text(word) => (word, false),
            Word::LineComment(comment) => (comment, true),
        };
        let length = word.chars().count();
        if column + 1 + length > WIDTH {
            text.push('\n');
            column = 0;
        } else {
            text.push(' ');
            column += 1;
        }
        text.push_str(&word);
        column = if ends_line { WIDTH } else { column + length };
    }
    text + "\n\n"
}

/// The tags that every game of chess has, then those of Emergo, then the others.
fn tags(record: &GameRecord) -> Vec<(&str, String)> {
    let known = |text: &Option<String>| text.clone().unwrap_or_else(|| "?".to_owned());
    let [white, black] = &record.players;
    let round = match &record.match_game {
        Some(of_match) => {
            let [pair, game] =
                [of_match.pair, of_match.game].map(|number| number.saturating_add(1));
            format!("{pair}.{game}")
        }
        None => known(&record.round),
    };
    let mut tags = vec![
        ("Event", known(&record.event)),
        ("Site", known(&record.site)),
        ("Date", record.date.clone().unwrap_or_else(|| "????.??.??".to_owned())),
        ("Round", round),
        ("White", known(&white.name)),
        ("Black", known(&black.name)),
        ("Result", record.result_name().to_owned()),
        ("Variant", record.variant.name().to_owned()),
        ("Coordinates", record.coordinates.name().to_owned()),
    ];
    if record.blocked != Blocked::default() {
        tags.push(("Blocked", record.blocked.name().to_owned()));
    }
    if record.repetition != Repetition::default() {
        tags.push(("Repetition", record.repetition.name().to_owned()));
    }
    match (&white.limit, &black.limit) {
        (None, None) => {}
        (Some(limit), Some(other)) if limit == other => tags.push(("TimeControl", limit.clone())),
        (white, black) => {
            tags.push(("WhiteTimeControl", known(white)));
            tags.push(("BlackTimeControl", known(black)));
        }
    }
    if let Some(start) = record.start {
        tags.push(("SetUp", "1".to_owned()));
        tags.push(("FEN", write_position(&start.position, start.turn)));
    }
    tags.push(("PlyCount", record.moves.len().to_string()));
    if let Some(duration) = record.wall_time {
        tags.push(("GameDuration", game_duration::write(duration)));
    }
    let termination = termination::write(record.reason, &record.detail);
    if !termination.is_empty() {
        tags.push(("Termination", termination));
    }
    if let Some(of_match) = &record.match_game {
        tags.push(("Match", of_match.match_id.clone()));
    }
    for (name, value) in &record.tags {
        // Any other name would not be read back as it is.
        if is_further_tag(name) {
            tags.push((name, value.clone()));
        }
    }
    tags
}

/// The words of a line of moves. `first` is twice the turn of its first move, plus 1 for Black.
fn move_words(record: &GameRecord, moves: &[RecordedMove], first: u64) -> Vec<Word> {
    let mut words = Vec::new();
    let mut needs_number = true;
    for (number, recorded) in (first..).zip(moves) {
        let mv = write_move(record.variant, record.coordinates, recorded.mv);
        words.push(Word::Text(match (number % 2, needs_number) {
            (0, _) => format!("{}. {mv}", number / 2),
            (_, true) => format!("{}... {mv}", number / 2),
            (_, false) => mv,
        }));
        words.extend(recorded.nags.iter().map(|nag| Word::Text(format!("${nag}"))));
        let report = engine_comment::write(recorded.info, recorded.time);
        if !report.is_empty() {
            words.push(Word::Text(format!("{{{report}}}")));
        }
        // The reader would take it for the report.
        let is_like_report = report.is_empty() && engine_comment::read(&recorded.comment).is_some();
        words.extend(match is_like_report {
            true => line_comments(&recorded.comment),
            false => comment_words(&recorded.comment),
        });
        needs_number = false;
        for variation in recorded.variations.iter().filter(|variation| !variation.is_empty()) {
            let mut inner = move_words(record, variation, number);
            if let Some(Word::Text(first)) = inner.first_mut() {
                first.insert(0, '(');
            }
            match inner.last_mut() {
                Some(Word::Text(last)) => last.push(')'),
                _ => inner.push(Word::Text(")".to_owned())),
            }
            words.extend(inner);
            needs_number = true;
        }
    }
    words
}

/// The words of a comment; none if it is empty. Neither the end of a comment nor the first tag of a game may be inside
/// braces.
fn comment_words(comment: &str) -> Vec<Word> {
    let mut words: Vec<String> = comment.split_whitespace().map(str::to_owned).collect();
    let text = words.join(" ");
    if text.contains('}') || text.contains(FIRST_TAG) {
        return line_comments(comment);
    }
    if let Some(first) = words.first_mut() {
        first.insert(0, '{');
    }
    if let Some(last) = words.last_mut() {
        last.push('}');
    }
    words.into_iter().map(Word::Text).collect()
}

/// A comment as lines that begin with `;`.
fn line_comments(comment: &str) -> Vec<Word> {
    let mut lines: Vec<String> = Vec::new();
    for word in comment.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(format!("; {word}")),
        }
    }
    lines.into_iter().map(Word::LineComment).collect()
}
