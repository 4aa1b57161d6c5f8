//! The engine's report as a comment: `+0.35/12 0.104s n=48386`, `-M3/12 0.10s`: score and depth, time, nodes. A part that
//! is not known is left out.

use super::game_duration::{is_digits, read_seconds};
use crate::record::{Evaluation, MoveInfo};
use std::time::Duration;

pub(super) struct EngineComment<'a> {
    pub(super) info: MoveInfo,
    pub(super) time: Option<Duration>,
    /// The text after a comma, as other match managers write it.
    pub(super) text: &'a str,
}

/// Reads a comment; `None` if it is not an engine's report.
pub(super) fn read(comment: &str) -> Option<EngineComment<'_>> {
    let mut read = EngineComment { info: MoveInfo::default(), time: None, text: comment.trim() };
    let mut ends_with_comma = false;
    loop {
        let (word, after) = read.text.split_once(char::is_whitespace).unwrap_or((read.text, ""));
        let bare = word.trim_end_matches(',');
        if let Some((evaluation, depth)) = read_score(bare).filter(|_| read.is_empty()) {
            (read.info.evaluation, read.info.depth) = (evaluation, depth);
        } else if let Some(time) = bare.strip_suffix('s').and_then(read_seconds)
            && !ends_with_comma
            && read.time.is_none()
            && read.info.nodes.is_none()
        {
            read.time = Some(time);
        } else if let Some(nodes) = read_nodes(bare)
            && read.info.nodes.is_none()
        {
            read.info.nodes = Some(nodes);
        } else {
            break;
        }
        ends_with_comma = word.ends_with(',');
        read.text = after.trim_start();
    }
    (!read.is_empty() && (ends_with_comma || read.text.is_empty())).then_some(read)
}

impl EngineComment<'_> {
    fn is_empty(&self) -> bool {
        self.info == MoveInfo::default() && self.time.is_none()
    }
}

/// `+0.35/12`, `-M3`, `/12`: the evaluation and the depth. A number without sign and point is not an evaluation.
fn read_score(word: &str) -> Option<(Option<Evaluation>, Option<u32>)> {
    let (value, depth) = match word.split_once('/') {
        Some((value, depth)) => (value, Some(depth.parse().ok().filter(|_| is_digits(depth))?)),
        None => (word, None),
    };
    if value.is_empty() {
        return depth.is_some().then_some((None, depth));
    }
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
    Some((Some(evaluation), depth))
}

/// `n=48386`.
fn read_nodes(word: &str) -> Option<u64> {
    word.strip_prefix("n=").filter(|number| is_digits(number))?.parse().ok()
}

fn is_decimal(text: &str) -> bool {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    is_digits(whole) && is_digits(fraction)
}

/// Writes a report; empty if there is nothing to write.
pub(super) fn write(info: MoveInfo, time: Option<Duration>) -> String {
    let mut score = match info.evaluation {
        Some(Evaluation::Mate(moves)) => {
            format!("{}M{}", if moves > 0 { '+' } else { '-' }, moves.unsigned_abs())
        }
        Some(Evaluation::Centimen(score)) => format!("{:+.2}", f64::from(score) / 100.0),
        None => String::new(),
    };
    if let Some(depth) = info.depth {
        score += &format!("/{depth}");
    }
    let time = time.map(seconds).unwrap_or_default();
    let nodes = info.nodes.map(|nodes| format!("n={nodes}")).unwrap_or_default();
    let parts = [score, time, nodes];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// `0.10s`, `0.104s`: whole microseconds, with at least two decimals.
fn seconds(time: Duration) -> String {
    let text = format!("{}.{:06}", time.as_secs(), time.subsec_micros());
    let zeros = text.len() - text.trim_end_matches('0').len();
    format!("{}s", &text[..text.len() - zeros.min(4)])
}
