//! The tag `GameDuration`: hours, minutes and seconds, such as `00:01:02.5`.

use std::time::Duration;

/// Reads a duration; `None` if the text is not one.
pub(super) fn read(text: &str) -> Option<Duration> {
    let (minutes, seconds) = text.rsplit_once(':')?;
    let (hours, minutes) = minutes.split_once(':')?;
    let (seconds, fraction) = seconds.split_once('.').unwrap_or((seconds, "0"));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if ![hours, minutes, seconds, fraction].into_iter().all(is_number) {
        return None;
    }
    let number = |text: &str| text.parse::<u64>().ok();
    let seconds = number(hours)?
        .checked_mul(3600)?
        .checked_add(number(minutes)?.checked_mul(60)?)?
        .checked_add(number(seconds)?)?;
    Some(Duration::new(seconds, format!("{fraction:0<9}")[..9].parse().ok()?))
}

/// Writes a duration in whole microseconds.
pub(super) fn write(duration: Duration) -> String {
    let (seconds, microseconds) = (duration.as_secs(), duration.subsec_micros());
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    let text = format!("{hours:02}:{minutes:02}:{:02}.{microseconds:06}", seconds % 60);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
