//! Random games of all boards are written and read back equal, in both formats.

use emergo::notation::read_position;
use emergo::{Blocked, Coordinates, EndReason, Game, GameResult, MoveList, Position, Variant};
use emergo_records::{
    Evaluation, GameRecord, MatchGame, MoveInfo, PlayerInfo, RecordedMove, json, pgn,
    read_any_format,
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
    notes: RecordedNotes,
    variation: Vec<u16>,
}

#[derive(Clone, Debug)]
struct RecordedNotes {
    info: MoveInfo,
    time: Option<Duration>,
    nags: Vec<u8>,
    comment: String,
}

fn text() -> impl Strategy<Value = String> {
    // No text that stands for an unknown value, and no white space that a comment would lose.
    "[A-Za-zé碁;({\"\\\\\\]$%!0-9]{1,9}x( [a-z0-9:;({\\[$]{1,30}z){0,3}"
}

fn info() -> impl Strategy<Value = MoveInfo> {
    let evaluation = prop_oneof![
        any::<i32>().prop_map(Evaluation::Centimen),
        (-1000..1000).prop_map(Evaluation::Centimen),
        any::<i32>().prop_map(Evaluation::Mate),
    ];
    option::of((evaluation, option::of(any::<u32>()))).prop_map(|report| match report {
        Some((evaluation, depth)) => MoveInfo { evaluation: Some(evaluation), depth, nodes: None },
        None => MoveInfo::default(),
    })
}

fn choice() -> impl Strategy<Value = Choice> {
    let centiseconds = option::of(0..1_000_000_u64);
    let comment = prop_oneof![4 => Just(String::new()), 1 => text()];
    let nags = prop_oneof![4 => Just(Vec::new()), 1 => vec(any::<u8>(), 1..3)];
    let variation = prop_oneof![9 => Just(Vec::new()), 1 => vec(any::<u16>(), 1..4)];
    (any::<u16>(), info(), centiseconds, nags, comment, variation).prop_map(
        |(number, info, centiseconds, nags, comment, variation)| {
            let time = centiseconds.map(|number| Duration::from_millis(10 * number));
            let notes = RecordedNotes { info, time, nags, comment };
            Choice { number, notes, variation }
        },
    )
}

fn pick(position: &Position, number: u16) -> Option<RecordedMove> {
    let mut moves = MoveList::new();
    position.legal_moves_into(&mut moves);
    let index = usize::from(number).checked_rem(moves.len())?;
    Some(RecordedMove::from(moves[index]))
}

fn recorded_moves(start: &Game, choices: Vec<Choice>) -> Vec<RecordedMove> {
    let mut position = *start.position();
    let mut moves = Vec::new();
    for Choice { number, notes, variation } in choices {
        let Some(chosen) = pick(&position, number) else { break };
        let mut at = position;
        let mut line = Vec::new();
        for number in variation {
            let Some(other) = pick(&at, number) else { break };
            at.play(other.mv);
            line.push(other);
        }
        position.play(chosen.mv);
        let variations = if line.is_empty() { Vec::new() } else { vec![line] };
        let RecordedNotes { info, time, nags, comment } = notes;
        moves.push(RecordedMove { info, time, nags, comment, variations, ..chosen });
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
        select(&Blocked::ALL[..]),
        vec(choice(), 0..60),
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
        prop_oneof![Just(String::new()), text()],
    );
    let end = (
        option::of(select(&GameResult::ALL[..])),
        option::of(select(&EndReason::ALL[..])),
        prop_oneof![Just(String::new()), text()],
    );
    (rules, header, end).prop_map(|(rules, header, (result, reason, detail))| {
        let ((variant, start), coordinates, blocked, choices) = rules;
        let (players, [event, site, date, round], match_game, tags, comment) = header;
        let start = start.map(|text| read_position(variant, text).expect("the starts are valid"));
        let empty = GameRecord { variant, start, ..GameRecord::default() };
        GameRecord {
            coordinates,
            blocked,
            players: players.map(|(name, limit)| PlayerInfo { name, limit }),
            event,
            site,
            date,
            round: round.filter(|_| match_game.is_none()),
            match_game,
            tags,
            comment,
            moves: recorded_moves(&empty.game(), choices),
            result,
            reason,
            detail,
            ..empty
        }
    })
}

fn read_one(text: &str) -> GameRecord {
    let games: Result<Vec<_>, _> = read_any_format(text).collect();
    let mut games = games.unwrap_or_else(|error| panic!("{}\n{text}", error.sentence()));
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

proptest! {
    #[test]
    fn a_game_in_pgn_is_read_back_equal(record in record()) {
        let text = pgn::write_game(&record);
        prop_assert_eq!(read_one(&text), record, "{}", text);
    }

    #[test]
    fn the_moves_of_a_pgn_text_fit_into_100_columns(record in record()) {
        let text = pgn::write_game(&record);
        let (_, moves) = text.split_once("\n\n").expect("an empty line follows the tags");
        let longest = moves.lines().map(|line| line.chars().count()).max();
        prop_assert!(longest <= Some(100), "{}", text);
    }

    #[test]
    fn a_game_in_json_is_read_back_equal(
        record in record(),
        nodes in option::of(any::<u64>()),
        depth in option::of(any::<u32>()),
        wall_time in option::of(0..1_u64 << 40),
    ) {
        let mut record = GameRecord { wall_time: wall_time.map(Duration::from_micros), ..record };
        for recorded in &mut record.moves {
            (recorded.info.nodes, recorded.info.depth) = (nodes, depth);
            recorded.time = recorded.time.map(|time| time + Duration::from_micros(7));
        }
        let line = json::write_line(&record);
        prop_assert_eq!(line.find('\n'), Some(line.len() - 1));
        prop_assert_eq!(read_one(&line), record, "{}", line);
    }

    #[test]
    fn a_record_replays_the_game_under_its_own_rules(record in record()) {
        let game = record.game();
        prop_assert_eq!(game.moves().len(), record.moves.len());
        prop_assert_eq!(game.blocked(), record.blocked);
        let copy = GameRecord::from_game(&game);
        prop_assert_eq!(copy.game().ending(), game.ending());
        prop_assert_eq!(copy.start.is_none(), record.start.is_none());
        for ply in 0..=record.moves.len() {
            let part = record.game_at(ply);
            prop_assert_eq!(part.moves(), &game.moves()[..ply]);
        }
    }
}
