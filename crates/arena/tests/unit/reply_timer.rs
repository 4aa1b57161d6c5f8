//! Unit tests of `src/players/reply_timer.rs`.

use super::*;
use std::sync::mpsc::sync_channel;

#[test]
fn time_in_which_the_runner_was_stopped_does_not_count() {
    let ms = Duration::from_millis;
    let start = Instant::now();
    // Wake-ups, and the time that counts after each.
    for wake_ups in [
        &[(50, 50), (100, 100), (10_100, 100), (10_150, 150), (20_150, 150)][..],
        &[(1_000, 1_000), (2_000, 2_000)],
        &[(5_000, 0), (5_010, 10)],
    ] {
        let mut timer = ReplyTimer::start_at(start, Duration::ZERO);
        for (wake_up, counted) in wake_ups {
            assert_eq!(timer.elapsed_at(start + ms(*wake_up)), ms(*counted), "{wake_ups:?}");
        }
    }
}

#[test]
fn after_the_end_of_the_wait_queued_replies_are_read_but_not_an_endless_flood() {
    let (sender, lines) = sync_channel(QUEUED_LINES);
    for line in ["info depth 1", "bestmove e4"] {
        sender.send(line).unwrap();
    }
    let mut timer = ReplyTimer::start(Duration::ZERO);
    assert_eq!(timer.receive(&lines), Ok(Some("info depth 1")));
    assert_eq!(timer.receive(&lines), Ok(Some("bestmove e4")));
    assert_eq!(timer.receive(&lines), Err(RecvTimeoutError::Timeout));
    let mut patient = ReplyTimer::start(Duration::from_secs(60));
    assert_eq!(patient.receive(&lines), Ok(None), "there is time");

    let mut timer = ReplyTimer::start(Duration::ZERO);
    let mut taken = 0;
    loop {
        sender.send("info").unwrap();
        if timer.receive(&lines).is_err() {
            break;
        }
        taken += 1;
        assert!(taken <= 2 * QUEUED_LINES, "the wait never ends");
    }
    drop(sender);
    let mut timer = ReplyTimer::start(Duration::ZERO);
    assert_eq!(timer.receive(&lines), Ok(Some("info")), "the last line of an ended process");
    assert_eq!(timer.receive(&lines), Err(RecvTimeoutError::Disconnected));
}
