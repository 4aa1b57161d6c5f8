//! The engine's report as a comment: `+0.35/12 0.10s`, `-M3/12 0.10s`. A part that is not known is left out.

use crate::record::{Evaluation, MoveInfo};
use std::fmt::Write;
use std::time::Duration;

/// What a comment contains.
pub(super) struct EngineComment<'a> {
    pub(super) info: MoveInfo,
    pub(super) time: Option<Duration>,
    /// The text after a comma, as other match managers write it.
    pub(super) text: &'a str,
}

/// Reads a comment; `None` if it is not an engine's report.
pub(super) fn read(comment: &str) -> Option<EngineComment<'_>> {
    let mut read = EngineComment { info: MoveInfo::default(), time: None, text: comment.trim() };
    let mut is_last = false;
    let (word, after) = first_word(read.text);
    if let Some(info) = read_info(word.trim_end_matches(',')) {
        (read.info, read.text) = (info, after);
        is_last = word.ends_with(',');
    }
    let (word, after) = first_word(read.text);
    if !is_last && let Some(time) = read_seconds(word.trim_end_matches(',')) {
        (read.time, read.text) = (Some(time), after);
        is_last = word.ends_with(',');
    }
    let found = read.info.evaluation.is_some() || read.time.is_some();
    (found && (is_last || read.text.is_empty())).then_some(read)
}

fn first_word(text: &str) -> (&str, &str) {
    let (word, after) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, after.trim_start())
}

/// `+0.35/12`, `-M3`. A number without sign and point is not an evaluation.
fn read_info(word: &str) -> Option<MoveInfo> {
    let (value, depth) = match word.split_once('/') {
        Some((value, depth)) => (value, Some(depth.parse().ok()?)),
        None => (word, None),
    };
    let (is_signed, magnitude) = match value.strip_prefix(['+', '-']) {
        Some(magnitude) => (true, magnitude),
        None => (false, value),
    };
    let sign = if value.starts_with('-') { -1 } else { 1 };
    let limited = |number: i64| number.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
    let evaluation = match magnitude.strip_prefix('M') {
        Some(moves) if is_digits(moves) => {
            Evaluation::Mate(limited(sign * moves.parse::<i64>().ok()?))
        }
        None if is_decimal(magnitude) && (is_signed || magnitude.contains('.')) => {
            let centimen = (magnitude.parse::<f64>().ok()? * 100.0).round() as i64;
            Evaluation::Centimen(limited(sign * centimen))
        }
        _ => return None,
    };
    Some(MoveInfo { evaluation: Some(evaluation), depth, nodes: None })
}

fn read_seconds(word: &str) -> Option<Duration> {
    let seconds = word.strip_suffix('s').filter(|number| is_decimal(number))?;
    Duration::try_from_secs_f64(seconds.parse().ok()?).ok()
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_decimal(text: &str) -> bool {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    is_digits(whole) && is_digits(fraction)
}

/// Writes a report; empty if there is nothing to write.
pub(super) fn write(info: MoveInfo, time: Option<Duration>) -> String {
    let mut comment = match info.evaluation {
        Some(Evaluation::Mate(moves)) => {
            format!("{}M{}", if moves > 0 { '+' } else { '-' }, moves.unsigned_abs())
        }
        Some(Evaluation::Centimen(score)) => format!("{:+.2}", f64::from(score) / 100.0),
        None => String::new(),
    };
    if let Some(depth) = info.depth.filter(|_| !comment.is_empty()) {
        write!(comment, "/{depth}").expect("writing to a String cannot fail");
    }
    if let Some(time) = time {
        let blank = if comment.is_empty() { "" } else { " " };
        write!(comment, "{blank}{:.2}s", time.as_secs_f64())
            .expect("writing to a String cannot fail");
    }
    comment
}
