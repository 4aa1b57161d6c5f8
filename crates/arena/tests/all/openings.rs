//! Reading files of openings.

use emergo::notation::PositionText;
use emergo::{MoveKind, Variant, write_position};
use luctor_arena::openings::list::{OpeningFileError, OpeningSettings, read_openings};
use std::collections::HashSet;
use test_support::scratch::scratch_folder;

#[test]
fn openings_are_read_from_positions_and_from_games() {
    let folder = scratch_folder("openings");
    let read = |name: &str, text: &str, plies: Option<usize>| {
        let file = folder.join(name);
        std::fs::write(&file, text).unwrap();
        read_openings(&OpeningSettings { file, plies, ..Default::default() }, Variant::Emergo7)
    };
    let texts = |openings: Result<Vec<PositionText>, OpeningFileError>| {
        let openings = openings.unwrap();
        openings.iter().map(|start| write_position(&start.position, start.turn)).collect::<Vec<_>>()
    };
    let (start, one) = ("1/3/5/7/5/3/1 w 8,8 1", "1/3/5/3w3/5/3/1 b 7,8 2");
    let lines = format!("# a list\nstartpos\n{one}\n");
    assert_eq!(texts(read("a.txt", &lines, None)), [start, one]);
    let lines = format!("\u{feff}{start}\r\n{one}\r\n");
    assert_eq!(texts(read("a.epd", &lines, None)), [start, one]);
    let games = "[Variant \"emergo7\"]\n\n1. d3 d5 2. c3 *\n\n[Variant \"emergo7\"]\n\n1. e4 *\n";
    let after = |plies| texts(read("a.PGN", games, plies));
    assert_eq!(after(Some(1)), ["1/3/5/7/2w2/3/1 b 7,8 1", "1/3/5/4w2/5/3/1 b 7,8 1"]);
    assert_eq!(after(None).len(), 2);
    // A game without the tags `Variant` and `Coordinates` is one of the match, in coordinates that make it legal.
    let after = |game| texts(read("a.pgn", game, None));
    assert_eq!(after("1. d3 d5 *"), after("[Variant \"emergo7\"]\n\n1. d3 d5 *"));
    assert_eq!(after("1. a1 g7 *"), ["b/3/5/7/5/3/w w 7,7 2"]);
    for (name, text, message) in [
        ("a.txt", "startpos\n1/3 w 8,8", "a.txt, line 2"),
        ("a.txt", "# nothing\n", "a.txt: no openings"),
        ("a.txt", "1/3/5/7/5/3/w b 0,0", "a.txt, opening 1: the game has ended in this position"),
        (
            "a.pgn",
            "[Variant \"emergo\"]\n\n1. e4 *",
            "a.pgn, game 1: a game of emergo, but the match is on emergo7",
        ),
        ("a.pgn", "[Variant \"emergo7\"]\n\n1. d4 *", "a.pgn"),
        ("none.pgn", "", "none.pgn: no openings"),
    ] {
        let error = read(name, text, None).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
    let error = read("a.txt", "startpos\n", Some(1)).unwrap_err().to_string();
    assert!(error.ends_with("a.txt: plies=N is for games of PGN only"), "{error}");
}

#[test]
fn the_lists_of_the_project_have_no_symmetric_openings_and_the_side_to_move_enters_a_man() {
    for (variant, name, count) in [
        (Variant::Emergo, "emergo", 2_000),
        (Variant::Emergo7, "emergo7", 2_000),
        (Variant::Hexemergo, "hexemergo", 2_000),
        (Variant::Emergo, "emergo-balanced", 200),
        (Variant::Emergo7, "emergo7-balanced", 200),
        (Variant::Hexemergo, "hexemergo-balanced", 100),
        (Variant::Emergo, "emergo-fair", 10),
    ] {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/openings");
        let file = format!("{folder}/{name}.txt").into();
        let settings = OpeningSettings { file, ..Default::default() };
        let openings = read_openings(&settings, variant).unwrap();
        let keys = openings.iter().map(|start| start.position.canonical_key());
        let different = keys.collect::<HashSet<_>>().len();
        assert_eq!((openings.len(), different), (count, count), "{name}");
        for PositionText { position, turn } in openings {
            let shown = write_position(&position, turn);
            assert_eq!(position.required_move_kind(), MoveKind::Entry, "{name}: {shown}");
        }
    }
}
