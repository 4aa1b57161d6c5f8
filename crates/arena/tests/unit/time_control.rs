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
    assert!("tc=10000000".parse::<TurnLimit>().is_ok());
    for text in ["", "ten", "10+", "-1", "0", "0.0009", "10000001", "1e300", "40/", "nan", "inf"] {
        assert!(format!("tc={text}").parse::<TurnLimit>().is_err(), "{text}");
    }
    let wrong = "10+0.1 nodes=0 nodes=0-5 nodes=7-6 nodes=1- depth=-1 depth=0 movetime=0 movetime=1.5 st=0 \
                 st=0.0009 ponder=1";
    for text in wrong.split(' ') {
        assert!(text.parse::<TurnLimit>().is_err(), "{text}");
    }
}

#[test]
fn a_limit_that_was_written_is_read_again_and_has_its_tag_of_pgn() {
    for (text, tag) in [
        ("tc=40/150+0.5", "40/150+0.5"),
        ("tc=10", "10"),
        ("st=0.25", "0.25 s a move"),
        ("movetime=30", "0.03 s a move"),
        ("nodes=7", "7 nodes a move"),
        ("nodes=7-9", "7-9 nodes a move"),
        ("depth=9", "depth 9"),
    ] {
        let limit: TurnLimit = text.parse().unwrap();
        assert_eq!(String::from(limit).parse(), Ok(limit), "{text}");
        let json = serde_json::to_string(&limit).unwrap();
        assert_eq!(serde_json::from_str::<TurnLimit>(&json).unwrap(), limit, "{json}");
        assert_eq!(limit.pgn_tag(), tag, "{text}");
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
fn a_factor_changes_times_and_nothing_else() {
    for (limit, scaled) in [
        ("tc=40/10+0.1", "tc=40/25+0.25"),
        ("st=0.2", "st=0.5"),
        ("nodes=7", "nodes=7"),
        ("depth=9", "depth=9"),
    ] {
        let limit: TurnLimit = limit.parse().unwrap();
        assert_eq!(String::from(limit.scaled(2.5)), scaled);
        assert_eq!(limit.scaled(1.0), limit);
    }
    for (limit, scaled) in
        [("tc=0.05", "tc=0.001"), ("tc=0+0.05", "tc=0+0.001"), ("st=0.05", "st=0.001")]
    {
        let limit: TurnLimit = limit.parse().unwrap();
        assert_eq!(limit.scaled(0.01), scaled.parse().unwrap());
    }
}

#[test]
fn a_player_clock_tells_what_its_limit_gives() {
    let milliseconds = Duration::from_millis;
    for (text, left, increment, moves_left, budget) in [
        ("tc=40/60+0.5", Some(60_000), 500, Some(40), Some(milliseconds(60_000))),
        ("tc=10", Some(10_000), 0, None, Some(milliseconds(10_000))),
        ("tc=0+0.5", Some(500), 500, None, Some(milliseconds(500))),
        ("st=0.25", None, 0, None, Some(milliseconds(250))),
        ("nodes=7", None, 0, None, None),
        ("depth=9", None, 0, None, None),
    ] {
        let clock = PlayerClock::new(text.parse().unwrap());
        assert_eq!(clock.limit(), text.parse().unwrap());
        assert_eq!((clock.left(), clock.increment()), (left, increment), "{text}");
        assert_eq!((clock.moves_left(), clock.budget()), (moves_left, budget), "{text}");
    }
    // The time within the margin is not taken off, and a clock of one period never gets its time again.
    let mut clock = PlayerClock::new("tc=1+0.1".parse().unwrap());
    assert!(clock.spend(milliseconds(1_050), milliseconds(50)));
    assert_eq!((clock.left(), clock.moves_left()), (Some(100), None));
}
