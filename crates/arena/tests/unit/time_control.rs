//! Unit tests of `src/time_control.rs`.

use super::*;

#[test]
fn time_controls_are_read_as_in_cutechess() {
    let duration = Duration::from_secs_f64;
    let table = [
        ("tc=10+0.1", None, 10.0, 0.1),
        ("tc=40/60", Some(40), 60.0, 0.0),
        ("tc=0/60", None, 60.0, 0.0),
        ("tc=2:30+1", None, 150.0, 1.0),
        ("tc=0+1", None, 0.0, 1.0),
    ];
    for (text, moves, time, increment) in table {
        let expected =
            TurnLimit::Clock { moves, time: duration(time), increment: duration(increment) };
        assert_eq!(text.parse(), Ok(expected), "{text}");
    }
    for text in ["", "ten", "10+", "-1", "0", "1e300", "40/", "nan", "inf"] {
        assert!(format!("tc={text}").parse::<TurnLimit>().is_err(), "{text}");
    }
    for text in [
        "10+0.1",
        "nodes=0",
        "nodes=0-5",
        "nodes=7-6",
        "nodes=1-",
        "depth=-1",
        "movetime=1.5",
        "st=0",
        "ponder=1",
    ] {
        assert!(text.parse::<TurnLimit>().is_err(), "{text}");
    }
}

#[test]
fn a_limit_that_was_written_is_read_again() {
    for text in
        ["tc=40/150+0.5", "tc=10", "st=0.25", "movetime=30", "nodes=7", "nodes=7-9", "depth=9"]
    {
        let limit: TurnLimit = text.parse().unwrap();
        assert_eq!(String::from(limit).parse(), Ok(limit), "{text}");
    }
}

#[test]
fn a_clock_counts_down_and_gets_the_time_of_the_next_period() {
    let mut clock = PlayerClock::new("tc=2/1+0.1".parse().unwrap());
    assert!(clock.spend(Duration::from_millis(300), Duration::ZERO));
    assert_eq!((clock.left(), clock.moves_left()), (Some(800), Some(1)));
    assert!(clock.spend(Duration::from_millis(800), Duration::ZERO));
    assert_eq!((clock.left(), clock.moves_left()), (Some(1100), Some(2)));
    assert!(!clock.spend(Duration::from_millis(1101), Duration::ZERO));
}

#[test]
fn a_move_within_the_margin_is_in_time() {
    let mut clock = PlayerClock::new(TurnLimit::MoveTime(Duration::from_millis(10)));
    assert!(clock.spend(Duration::from_millis(15), Duration::from_millis(5)));
    assert!(!clock.spend(Duration::from_millis(16), Duration::from_millis(5)));
    let mut nodes = PlayerClock::new(TurnLimit::Nodes(NumberRange::exactly(10)));
    assert!(nodes.spend(Duration::from_secs(1000), Duration::ZERO));
}

#[test]
fn a_scale_changes_times_and_nothing_else() {
    let scale: TimeScale = "2.5".parse().unwrap();
    assert_eq!(scale.to_string(), "2.5");
    for (limit, scaled) in [
        ("tc=40/10+0.1", "tc=40/25+0.25"),
        ("st=0.2", "st=0.5"),
        ("nodes=7", "nodes=7"),
        ("depth=9", "depth=9"),
    ] {
        let limit: TurnLimit = limit.parse().unwrap();
        assert_eq!(String::from(limit.scaled(scale)), scaled);
        assert_eq!(limit.scaled(TimeScale::ONE), limit);
    }
    for text in ["0", "-1", "100.1", "nan", "inf", "x", ""] {
        assert!(text.parse::<TimeScale>().is_err(), "{text}");
    }
}
