//! Unit tests of `src/players/ugi_client.rs`.

use super::*;
use std::collections::VecDeque;

/// An engine with these options.
struct Declares(&'static [&'static str], VecDeque<String>);

impl LineTransport for Declares {
    fn send(&mut self, line: &str) -> Result<(), PlayerError> {
        let Declares(options, replies) = self;
        match line {
            "ugi" => {
                let lines = options.iter().map(|name| format!("option name {name} type string"));
                replies.extend(lines.chain(["ugiok".to_owned()]));
            }
            "isready" => replies.push_back("readyok".to_owned()),
            _ => {}
        }
        Ok(())
    }

    fn receive(&mut self, _: &mut ReplyTimer) -> Result<Option<String>, PlayerError> {
        Ok(self.1.pop_front())
    }

    fn is_alive(&mut self) -> bool {
        true
    }
}

#[test]
fn an_engine_without_the_option_for_another_board_gets_a_warning() {
    let warning = "it has no option UCI_Variant for -variant hexemergo";
    let table: [(Variant, &[&str], &[&str]); 4] = [
        (Variant::Emergo, &[], &[]),
        (Variant::Hexemergo, &[], &[warning]),
        (Variant::Hexemergo, &["Hash", "uci_variant"], &[]),
        (Variant::Hexemergo, &["Hash"], &[warning]),
    ];
    for (variant, options, warnings) in table {
        let settings = MatchSettings { variant, ..MatchSettings::default() };
        let (engine, log) = (Declares(options, VecDeque::new()), TrafficLog::open(None).unwrap());
        let own = EngineSettings::default();
        let client = UgiClient::connect(engine, &settings, &own, log).unwrap();
        assert_eq!(client.check.warnings, warnings, "{variant} {options:?}");
        assert!(client.check.problems.is_empty(), "{variant} {options:?}");
    }
}

#[test]
fn an_option_that_contradicts_the_match_is_rejected() {
    for (name, value, expected) in [
        ("blocked", "loss", vec!["the match sets option Blocked to draw"]),
        ("Coordinates", "checkerboard", vec!["the match sets option Coordinates to oblique"]),
        ("UCI_Variant", "emergo", vec![]),
    ] {
        let options = [(name.to_owned(), value.to_owned())].into();
        let own = EngineSettings { options, ..EngineSettings::default() };
        let engine = Declares(&["Blocked", "Coordinates", "UCI_Variant"], VecDeque::new());
        let log = TrafficLog::open(None).unwrap();
        let client = UgiClient::connect(engine, &MatchSettings::default(), &own, log).unwrap();
        assert_eq!(client.check.problems, expected, "{name}");
    }
}

#[test]
fn the_evaluation_is_read_from_the_best_line() {
    let info = |evaluation, depth, nodes| MoveInfo { evaluation, depth, nodes };
    let (cp, mate) = (Evaluation::Centimen, Evaluation::Mate);
    let table = [
        ("depth 3 score cp -7 nodes 9 pv e4", info(Some(cp(-7)), Some(3), Some(9))),
        ("score mate -2 depth 5", info(Some(mate(-2)), Some(5), None)),
        ("score cp 2147483647", info(Some(cp(100_000)), None, None)),
        ("score mate -2147483648", info(Some(mate(-100_000)), None, None)),
        ("depth 9 multipv 1 score cp 1", info(Some(cp(1)), Some(9), None)),
        ("depth 9 multipv 2 score cp 1", MoveInfo::default()),
        ("depth 9 currmove e4 currmovenumber 1", MoveInfo::default()),
        ("string depth 9", MoveInfo::default()),
        ("depth x score", MoveInfo::default()),
        ("pv e4 depth 9", MoveInfo::default()),
    ];
    for (line, expected) in table {
        let mut read = MoveInfo::default();
        read_info(line.split_ascii_whitespace(), &mut read);
        assert_eq!(read, expected, "{line}");
    }
}
