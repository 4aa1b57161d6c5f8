//! Exact endings against the rules on every position, against a slow program, and against the search.

use emergo::{Blocked, Coordinates, Key, Move, Position, Side, Variant, read_move};
use luctor_engine::eval::Networks;
use luctor_findings::endings::{
    ComparisonSettings, DrawReason, DrawStatistics, EndingReport, EndingSettings, EndingTable,
    EndingValue, NotCovered, SearchVerdict, TableTooLarge, WholeGameSettings, WholeGames,
};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::process::Command;
use test_support::skip::skip;
use test_support::{legal_moves_line, parse_position, position_text};

fn table(settings: EndingSettings) -> EndingTable {
    EndingTable::solve(settings, &mut |_| {}).unwrap()
}

fn reports(table: &EndingTable) -> Vec<EndingReport> {
    table.reports(Coordinates::Oblique)
}

fn after_all_moves(position: &Position) -> Vec<Position> {
    position.legal_moves().iter().map(|mv: &Move| position.after(*mv)).collect()
}

/// The value that follows from the values after each move.
fn value_from_moves(
    position: &Position,
    blocked: Blocked,
    value_of: impl Fn(&Position) -> EndingValue,
) -> EndingValue {
    if let Some(ending) = position.ending(blocked) {
        return match ending.winner {
            Some(_) => EndingValue::Loss { plies: 0 },
            None => EndingValue::Draw,
        };
    }
    let values = after_all_moves(position)
        .iter()
        .map(|next| value_of(next).before_move())
        .collect::<Vec<_>>();
    *values.iter().max_by_key(|value| value.rank()).unwrap()
}

/// All positions that can arise from `first` without limits on material, found by playing moves.
fn reachable(first: Vec<Position>) -> HashMap<u64, Position> {
    let mut found = HashMap::new();
    let mut open = first;
    while let Some(position) = open.pop() {
        if found.insert(position.key(), position).is_none()
            && position.ending(Blocked::Draw).is_none()
        {
            open.extend(after_all_moves(&position));
        }
    }
    found
}

#[test]
fn every_value_follows_from_the_values_after_the_moves() {
    let small =
        Variant::ALL.map(|variant| EndingSettings { men: 3, ..EndingSettings::new(variant, 3) });
    let two_pieces = Variant::ALL.map(|variant| EndingSettings::new(variant, 2));
    let blocked = [Variant::Emergo, Variant::Emergo7].map(|variant| EndingSettings {
        men: 2,
        blocked: Blocked::Loss,
        ..EndingSettings::new(variant, 3)
    });
    let four = EndingSettings { men: 2, ..EndingSettings::new(Variant::Emergo7, 4) };
    for settings in [&small[..], &two_pieces, &blocked, &[four]].concat() {
        let table = table(settings);
        let mut count = 0;
        for pieces in 2..=settings.pieces {
            for position in table.positions(pieces) {
                let value_of = |next: &Position| table.probe(next).unwrap();
                let expected = value_from_moves(&position, settings.blocked, value_of);
                assert_eq!(table.probe(&position), Ok(expected), "{}", position_text(&position));
                count += 1;
            }
        }
        let counted: u64 = reports(&table).iter().map(|level| level.counts.distinct).sum();
        assert_eq!(count, counted);
    }
}

#[test]
fn with_two_pieces_on_a_square_board_the_larger_cap_or_the_opposition_decides() {
    for variant in [Variant::Emergo, Variant::Emergo7] {
        let table = table(EndingSettings::new(variant, 2));
        for position in table.positions(2) {
            let [white, black] = Side::ALL.map(|side| position.pieces(side).next().unwrap());
            let [own, enemy] = [white, black].map(|square| position.column(square).cap());
            let [from, to] = [white, black].map(|square| variant.letter_and_digit(square));
            let distance = from.0.abs_diff(to.0) + from.1.abs_diff(to.1);
            let wins = own > enemy || own == enemy && distance % 2 == 1;
            let value = table.probe(&position).unwrap();
            let text = position_text(&position);
            assert_eq!(matches!(value, EndingValue::Win { .. }), wins, "{text}");
            assert_eq!(matches!(value, EndingValue::Loss { .. }), !wins, "{text}");
        }
    }
}

#[test]
fn the_numbers_of_positions_are_those_of_columns_and_cells() {
    for (variant, cells, men) in
        [(Variant::Emergo, 41, 12), (Variant::Emergo7, 25, 8), (Variant::Hexemergo, 37, 12)]
    {
        let report = &reports(&table(EndingSettings::new(variant, 2)))[0];
        let (counts, text) = (report.counts, report.text(Coordinates::Oblique));
        assert!(text.contains(&format!("\n{:>9}  ", counts.positions)), "{text}");
        assert_eq!(counts.positions, men * men * cells * (cells - 1), "{variant}");
        assert_eq!(counts.won + counts.lost + counts.drawn, counts.positions, "{variant}");
    }
}

#[test]
fn the_best_line_ends_the_game_after_the_plies_of_the_value() {
    for variant in Variant::ALL {
        let table = table(EndingSettings { men: 3, ..EndingSettings::new(variant, 3) });
        for position in table.positions(3).into_iter().step_by(97) {
            let line = table.position_report(&position, Coordinates::Oblique).unwrap().best.line;
            let after = |position: Position, text: &String| {
                position.after(read_move(&position, Coordinates::Oblique, text).unwrap())
            };
            let last = line.iter().fold(position, after);
            let over = last.pieces(last.side()).is_empty();
            let (plies, expected_over) = match table.probe(&position).unwrap() {
                EndingValue::Win { plies } | EndingValue::Loss { plies } => (plies, true),
                EndingValue::Draw => (0, false),
            };
            let text = position_text(&position);
            assert_eq!((line.len(), over), (plies.into(), expected_over), "{text}");
        }
    }
}

#[test]
fn moves_are_sorted_by_their_value() {
    let table = table(EndingSettings::new(Variant::Hexemergo, 2));
    for position in table.positions(2).into_iter().step_by(101) {
        let report = table.position_report(&position, Coordinates::Oblique).unwrap();
        let moves = &report.moves;
        assert!(moves.is_sorted_by_key(|valued| -valued.value.rank()));
        assert_eq!(moves.len() as u64, position.count_moves());
        let best = moves.first().unwrap().value;
        assert_eq!(Ok(best), table.probe(&position), "{}", legal_moves_line(&position));
        let text = report.text(Coordinates::Oblique);
        assert!(text.contains(&format!(" to move: {best}\n  ")), "{text}");
    }
}

#[test]
fn a_position_outside_of_the_table_is_refused_with_the_reason() {
    let table = table(EndingSettings::new(Variant::Emergo7, 2));
    let cases = [
        ("1/3/5/2w1b2/5/3/1 w 1,0", NotCovered::Hand { side: Side::White, men: 1 }),
        ("1/3/5/2w1b2/5/3/1 w 0,0", NotCovered::Men { side: Side::White, men: 1, needed: 8 }),
        ("1/3/5/2w1b1b/5/3/1 w 0,0", NotCovered::Pieces { pieces: 3, limit: 2 }),
    ];
    for (text, expected) in cases {
        let position = parse_position(Variant::Emergo7, text);
        assert_eq!(table.probe(&position), Err(expected), "{text}");
        let report = table.position_report(&position, Coordinates::Oblique);
        assert_eq!(report, Err(expected), "{text}");
    }
    let position = Position::start(Variant::Emergo);
    let expected = NotCovered::Variant { table: Variant::Emergo7, position: Variant::Emergo };
    assert_eq!(table.probe(&position), Err(expected));
}

#[test]
fn a_table_that_is_too_large_is_refused_before_the_work() {
    let settings = EndingSettings { memory: 1 << 20, ..EndingSettings::new(Variant::Emergo, 3) };
    let refused = EndingTable::solve(settings, &mut |_| {}).err();
    assert!(matches!(refused, Some(TableTooLarge { limit, .. }) if limit == 1 << 20));
}

#[test]
fn a_sample_has_the_same_number_of_each_result_that_exists() {
    let hexagonal = table(EndingSettings::new(Variant::Hexemergo, 2));
    let square = table(EndingSettings::new(Variant::Emergo, 2));
    // With one man a side there are no positions with three pieces.
    let one_man = table(EndingSettings { men: 1, ..EndingSettings::new(Variant::Emergo, 3) });
    for (table, pieces, expected) in
        [(hexagonal, 2, [20, 20, 20]), (square, 2, [30, 30, 0]), (one_man, 3, [0, 0, 0])]
    {
        let sample = table.sample(pieces, 60, 7);
        assert_eq!(sample, table.sample(pieces, 60, 7));
        let count = |kind: fn(EndingValue) -> bool| {
            sample.iter().filter(|position| kind(table.probe(position).unwrap())).count()
        };
        let won = count(|value| matches!(value, EndingValue::Win { .. }));
        let lost = count(|value| matches!(value, EndingValue::Loss { .. }));
        let drawn = count(|value| value == EndingValue::Draw);
        assert_eq!([won, lost, drawn], expected);
    }
}

#[test]
fn the_search_agrees_with_the_tables() {
    for variant in Variant::ALL {
        let table = table(EndingSettings::new(variant, 2));
        let settings = ComparisonSettings { pieces: 2, positions: 45, seed: 1, nodes: 20_000 };
        let compared = table.compare_with_search(settings, &Networks::embedded()).unwrap();
        assert_eq!(compared.len(), 45);
        for comparison in compared {
            let text = position_text(&comparison.position);
            assert_ne!(comparison.verdict, SearchVerdict::Contradicts, "{text}: {comparison:?}");
            if let EndingValue::Win { plies: ..=11 } | EndingValue::Loss { plies: ..=10 } =
                comparison.value
            {
                assert_eq!(comparison.verdict, SearchVerdict::Agrees, "{text}: {comparison:?}");
            }
        }
    }
}

/// The key that a position shares with those that are equal up to symmetry and colours.
fn class_key(position: &Position) -> Key {
    match position.side() {
        Side::White => position.canonical_key(),
        Side::Black => position.with_colours_swapped().canonical_key(),
    }
}

/// The set that `pass` no longer changes.
fn last_set(set: HashSet<Key>, pass: impl Fn(&HashSet<Key>) -> HashSet<Key>) -> HashSet<Key> {
    let after = pass(&set);
    if after == set { set } else { last_set(after, pass) }
}

/// The reason of each draw, by [`class_key`]: from the definitions, in passes over all draws.
fn draw_reasons(drawn: &[Position]) -> HashMap<Key, DrawReason> {
    let keys_after = |position| after_all_moves(position).iter().map(class_key).collect();
    let next: HashMap<Key, Vec<Key>> =
        drawn.iter().map(|position| (class_key(position), keys_after(position))).collect();
    let leads_to = |key: &Key, set: &HashSet<Key>| next[key].iter().any(|key| set.contains(key));
    let quiet = drawn.iter().filter(|position| !position.can_capture());
    let steps = last_set(quiet.map(class_key).collect(), |steps| {
        steps.iter().copied().filter(|key| leads_to(key, steps)).collect()
    });
    let blocked = next.iter().filter(|(_, after)| after.is_empty()).map(|(key, _)| *key);
    let settled = last_set(steps.iter().copied().chain(blocked).collect(), |settled| {
        let is_settled = |key: &Key| settled.contains(key) || leads_to(key, settled);
        next.keys().copied().filter(is_settled).collect()
    });
    let reason = |key: &Key| match key {
        key if next[key].is_empty() => DrawReason::Blocked,
        key if steps.contains(key) => DrawReason::Steps,
        key if settled.contains(key) => DrawReason::AfterCaptures,
        _ => DrawReason::EndlessCaptures,
    };
    next.keys().map(|key| (*key, reason(key))).collect()
}

#[test]
fn draws_have_the_reasons_that_follow_from_the_moves() {
    // Two pieces of Hexemergo, and three with four men a side on a square board: a piece in a corner can be blocked.
    let hexagonal = EndingSettings::new(Variant::Hexemergo, 2);
    let square = EndingSettings { men: 4, ..EndingSettings::new(Variant::Emergo7, 3) };
    let mut found = HashSet::new();
    for settings in [hexagonal, square] {
        let table = table(settings);
        let is_drawn = |position: &Position| table.probe(position) == Ok(EndingValue::Draw);
        let positions = (2..=settings.pieces).flat_map(|pieces| table.positions(pieces));
        let drawn: Vec<Position> = positions.filter(is_drawn).collect();
        let reasons = draw_reasons(&drawn);
        for level in reports(&table) {
            let mut expected: BTreeMap<DrawReason, [u64; 2]> = BTreeMap::new();
            for position in
                drawn.iter().filter(|one| one.occupied().count() as usize == level.pieces)
            {
                let images = position.symmetric_keys().collect::<HashSet<_>>().len() as u64;
                let after = after_all_moves(position);
                let keeps = after.iter().filter(|next| is_drawn(next)).count();
                let [positions, only_move] =
                    expected.entry(reasons[&class_key(position)]).or_default();
                *positions += images;
                *only_move += if keeps == 1 && after.len() > 1 { images } else { 0 };
            }
            let counts =
                |draws: &DrawStatistics| (draws.reason, [draws.positions, draws.only_move]);
            assert!(level.draws.iter().map(counts).eq(expected), "{level:?}");
            for DrawStatistics { reason, example, .. } in level.draws {
                assert_eq!(reasons[&class_key(&example)], reason, "{}", position_text(&example));
                found.insert(reason);
            }
        }
    }
    for reason in [DrawReason::Blocked, DrawReason::Steps, DrawReason::AfterCaptures] {
        assert!(found.contains(&reason), "{reason}: {found:?}");
    }
}

#[test]
fn games_with_one_man_have_the_values_of_a_program_that_was_written_from_the_rules() {
    for variant in Variant::ALL {
        let games = whole_games(variant, 1, Blocked::Draw);
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/few_men.py");
        let run = Command::new("python3").args([script, variant.name(), "1"]).output();
        let missing = |error| skip("LUCTOR_PYTHON", &format!("python3: {error}"));
        let Some(output) = run.map_or_else(missing, Some) else { return };
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let lines = String::from_utf8(output.stdout).unwrap();
        let mut count = 0;
        for line in lines.lines() {
            let (position, value) = line.split_once(": ").unwrap();
            let position = parse_position(variant, position);
            let expected = match value.split_once(' ') {
                Some(("win", plies)) => EndingValue::Win { plies: plies.parse().unwrap() },
                Some(("loss", plies)) => EndingValue::Loss { plies: plies.parse().unwrap() },
                _ => EndingValue::Draw,
            };
            assert_eq!(games.probe(&position), expected, "{variant}: {line}");
            count += 1;
        }
        assert!(count > 500, "{variant}: {count} positions");
    }
}

fn whole_games(variant: Variant, men: u8, blocked: Blocked) -> WholeGames {
    WholeGames::solve(WholeGameSettings { variant, men, blocked, memory: 1 << 30 }).unwrap()
}

/// The start position with few men. The rules crate forbids the centre for a full hand only.
fn start(variant: Variant, men: u8) -> Position {
    Position::start(variant).with_hand(Side::White, men).with_hand(Side::Black, men)
}

#[test]
fn every_value_of_a_game_with_few_men_follows_from_the_values_after_the_moves() {
    for (variant, men) in [(Variant::Emergo7, 2), (Variant::Hexemergo, 1)] {
        let positions = reachable(after_all_moves(&start(variant, men)));
        for blocked in Blocked::ALL {
            let games = whole_games(variant, men, blocked);
            for position in positions.values() {
                let expected = value_from_moves(position, blocked, |next| games.probe(next));
                let text = position_text(position);
                assert_eq!(games.probe(position), expected, "{blocked}: {text}");
            }
        }
    }
}

#[test]
fn the_best_line_of_a_game_with_few_men_has_the_plies_of_its_value() {
    for (variant, plies) in [(Variant::Emergo, 10), (Variant::Emergo7, 8)] {
        let games = whole_games(variant, 1, Blocked::Draw);
        let report = games.report(Coordinates::Oblique);
        assert_eq!(report.value, EndingValue::Loss { plies });
        assert_eq!(report.line.len(), usize::from(plies));
        assert_eq!(report.value, games.probe(&start(variant, 1)));
        assert_eq!(report.entries[0].value, report.value);
        assert_eq!(report.entries[0].mv, report.line[0]);
        let text = report.text();
        let first = format!("{variant}, 1 man a side: {} for White; ", report.value);
        assert!(text.starts_with(&first), "{text}");
        assert!(text.ends_with(&format!("\nline: {}\n", report.line.join(" "))), "{text}");
        assert_eq!(report.centre, EndingValue::Loss { plies: plies + 2 });
        let centre = Coordinates::Oblique.name_of(variant, variant.centre()).to_string();
        assert!(report.entries.iter().all(|entry| entry.mv != centre));
    }
}
