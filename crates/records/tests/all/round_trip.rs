//! Random games of all boards are written and read back equal, in both formats.

use emergo::notation::read_position;
use emergo::{Blocked, Coordinates, GameResult, Position, Repetition, Variant};
use emergo_records::{
    Evaluation, Format, GameRecord, MatchGame, MoveInfo, PlayerInfo, ReadOptions, RecordedMove,
    Termination, json, pgn, read_records,
};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use std::time::Duration;

/// A move as a number, to be taken modulo the number of legal moves, with notes that both formats hold.
#[derive(Clone, Debug)]
struct Choice {
    number: u16,
    info: MoveInfo,
    time: Option<Duration>,
    nags: Vec<u8>,
    comment: String,
    variations: Vec<Vec<Choice>>,
}

fn text() -> impl Strategy<Value = String> {
    // No text that stands for an unknown value, and no white space that a comment would lose.
    "[A-Za-zé碁;({\"\\\\\\]$%!0-9}]{1,9}x( [a-z0-9:;({}\\[$]{1,30}z){0,3}"
}

/// Comments, with those that could be taken for something else.
fn comment() -> impl Strategy<Value = String> {
    let special = select(&[
        "+0.35/12 0.10s",
        "0.5s",
        "n=5",
        "/7",
        "-M3, book",
        "} {",
        "; (1. e4) $1 e4",
        "[Event \"x\"] is a tag",
        "a } and [Event x",
        "1-0",
        "%",
        "(",
    ]);
    let long = "[a-z}]{90}( [a-z;]{1,40}){0,20}";
    prop_oneof![
        8 => Just(String::new()),
        2 => text(),
        2 => special.prop_map(str::to_owned),
        1 => long,
    ]
}

fn info() -> impl Strategy<Value = MoveInfo> {
    let evaluation = prop_oneof![
        any::<i32>().prop_map(Evaluation::Centimen),
        (-1000..1000).prop_map(Evaluation::Centimen),
        any::<i32>().prop_map(Evaluation::Mate),
    ];
    let report = (option::of(evaluation), option::of(any::<u32>()), option::of(any::<u64>()));
    let report =
        report.prop_map(|(evaluation, depth, nodes)| MoveInfo { evaluation, depth, nodes });
    prop_oneof![Just(MoveInfo::default()), report]
}

/// Up to some years, in whole microseconds.
fn duration() -> impl Strategy<Value = Duration> {
    prop_oneof![0..1_000_000_u64, 0..1_u64 << 48].prop_map(Duration::from_micros)
}

/// A choice without variations.
fn leaf() -> impl Strategy<Value = Choice> {
    let nags = prop_oneof![4 => Just(Vec::new()), 1 => vec(any::<u8>(), 1..3)];
    (any::<u16>(), info(), option::of(duration()), nags, comment()).prop_map(
        |(number, info, time, nags, comment)| Choice {
            number,
            info,
            time,
            nags,
            comment,
            variations: Vec::new(),
        },
    )
}

fn choice() -> impl Strategy<Value = Choice> {
    leaf().prop_recursive(3, 8, 2, |inner| {
        (leaf(), vec(vec(inner, 1..4), 0..3))
            .prop_map(|(leaf, variations)| Choice { variations, ..leaf })
    })
}

fn recorded_moves(start: &Position, choices: &[Choice]) -> Vec<RecordedMove> {
    let mut position = *start;
    let mut moves = Vec::new();
    for Choice { number, info, time, nags, comment, variations } in choices.iter().cloned() {
        let legal = position.legal_moves();
        let Some(index) = usize::from(number).checked_rem(legal.len()) else { break };
        let lines = variations.iter().map(|line| recorded_moves(&position, line));
        let (mv, variations) = (legal[index], lines.collect());
        moves.push(RecordedMove { mv, info, time, nags, comment, variations });
        position.play(mv);
    }
    moves
}

const STARTS: [(Variant, Option<&str>); 5] = [
    (Variant::Emergo, None),
    (Variant::Emergo, Some("1/b2/w3b/3b2w/1b1b1w3/1w1w1b1/1w1wb/3/1 w 5,5 7")),
    (Variant::Emergo, Some("1/3/5/3b3/9/3ww2/5/3/1 b 10,11 4294967295")),
    (Variant::Emergo7, None),
    (Variant::Hexemergo, None),
];

fn record() -> impl Strategy<Value = GameRecord> {
    let rules = (
        select(&STARTS[..]),
        select(&Coordinates::ALL[..]),
        (select(&Blocked::ALL[..]), select(&Repetition::ALL[..])),
        vec(choice(), 0..40),
    );
    let player = || (option::of(text()), option::of(text()));
    let match_game = (text(), any::<u32>(), any::<u32>()).prop_map(|(match_id, game, pair)| {
        MatchGame { match_id, game: game.into(), pair: pair.into() }
    });
    let header = (
        [player(), player()],
        [option::of(text()), option::of(text()), option::of(text()), option::of(text())],
        option::of(match_game),
        vec(("X[A-Za-z0-9_]{0,5}", text()), 0..3),
        comment(),
    );
    let end = (
        option::of(select(&GameResult::ALL[..])),
        option::of(select(Termination::all().collect::<Vec<_>>())),
        prop_oneof![Just(String::new()), text()],
        option::of(duration()),
    );
    (rules, header, end).prop_map(|(rules, header, (result, reason, detail, wall_time))| {
        let ((variant, start), coordinates, (blocked, repetition), choices) = rules;
        let (players, [event, site, date, round], match_game, tags, comment) = header;
        let start = start.map(|text| read_position(variant, text).expect("the starts are valid"));
        let empty = GameRecord { variant, start, ..GameRecord::default() };
        let mut record = GameRecord {
            coordinates: coordinates.for_variant(variant),
            blocked,
            repetition,
            players: players.map(|(name, limit)| PlayerInfo { name, limit }),
            event,
            site,
            date,
            round: round.filter(|_| match_game.is_none()),
            match_game,
            tags,
            comment,
            moves: recorded_moves(empty.game().position(), &choices),
            result,
            reason,
            detail,
            wall_time,
            ..empty
        };
        record.complete();
        record
    })
}

fn read(text: &str, format: Format) -> Vec<GameRecord> {
    let report = read_records(text, &ReadOptions::default());
    assert_eq!(report.format, format, "{text}");
    let games: Result<_, _> = report.games.into_iter().collect();
    games.unwrap_or_else(|error| panic!("{}\n{text}", error.sentence()))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..Default::default() })]

    /// In the file of a match, games are found by their first tag.
    #[test]
    fn games_in_pgn_are_read_back_equal_and_their_moves_fit_into_100_columns(
        games in vec(record(), 1..4)
    ) {
        let texts: Vec<String> = games.iter().map(pgn::write_game).collect();
        for text in &texts {
            let (_, moves) = text.split_once("\n\n").expect("an empty line follows the tags");
            // The parentheses that close variations stay behind their last word.
            let length = |line: &str| line.trim_end_matches(')').chars().count();
            let longest = moves.lines().map(length).max();
            prop_assert!(longest <= Some(100), "{}", text);
        }
        let text = texts.concat();
        prop_assert_eq!(text.split("\n[Event ").count(), games.len(), "{}", text);
        prop_assert_eq!(read(&text, Format::Pgn), games, "{}", text);
    }

    #[test]
    fn a_game_in_json_is_read_back_equal(record in record()) {
        let line = json::write_line(&record);
        prop_assert_eq!(line.find('\n'), Some(line.len() - 1));
        prop_assert_eq!(read(&line, Format::Json), [record], "{}", line);
    }

    #[test]
    fn a_record_replays_the_game_under_its_own_rules(record in record()) {
        let game = record.game();
        prop_assert_eq!(game.moves().len(), record.moves.len());
        prop_assert_eq!(game.blocked(), record.blocked);
        prop_assert_eq!(game.repetition(), record.repetition);
        let copy = GameRecord::from_game(&game);
        prop_assert_eq!(copy.game().ending(), game.ending());
        prop_assert_eq!(copy.start.is_none(), record.start.is_none());
        for ply in 0..=record.moves.len() {
            let part = record.game_at(ply);
            prop_assert_eq!(part.moves(), &game.moves()[..ply]);
        }
    }
}
