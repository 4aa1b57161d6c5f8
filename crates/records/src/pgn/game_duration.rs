//! The tag `GameDuration`: hours, minutes and seconds, such as `00:01:02.5`.

use std::time::Duration;

pub(super) fn read(text: &str) -> Option<Duration> {
    let (minutes, seconds) = text.rsplit_once(':')?;
    let (hours, minutes) = minutes.split_once(':')?;
    let number = |text: &str| is_digits(text).then(|| text.parse::<u64>().ok()).flatten();
    let whole = number(hours)?.checked_mul(3600)?.checked_add(number(minutes)?.checked_mul(60)?)?;
    Duration::from_secs(whole).checked_add(read_seconds(seconds)?)
}

/// Reads seconds, such as `0.104`. Digits after the ninth decimal are ignored.
pub(super) fn read_seconds(text: &str) -> Option<Duration> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    if !is_digits(whole) || !is_digits(fraction) {
        return None;
    }
    Some(Duration::new(whole.parse().ok()?, format!("{fraction:0<9}")[..9].parse().ok()?))
}

pub(super) fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Writes a duration in whole microseconds.
pub(super) fn write(duration: Duration) -> String {
    let (seconds, microseconds) = (duration.as_secs(), duration.subsec_micros());
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    let text = format!("{hours:02}:{minutes:02}:{:02}.{microseconds:06}", seconds % 60);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
