//! The verifier of puzzles and the marks of moves on 100 positions whose answers are known. The positions have three or four men. A table of all
//! positions with these men, made by retrograde analysis with nothing but the rules, tells which moves win, draw and lose.

use emergo::notation::PositionText;
use emergo::{
    Blocked, Coordinates, Game, Key, Move, Position, Variant, read_move, read_position, write_move,
    write_position,
};
use emergo_records::GameRecord;
use luctor_engine::eval::Networks;
use luctor_engine::search::Searcher;
use luctor_engine::search::interrupt::Interrupt;
use luctor_study::annotate::{AnnotateSettings, annotate};
use luctor_study::judgement::Mark;
use luctor_study::puzzle::{Goal, OnlyMove, Verifier};
use luctor_study::report::{MoveReport, PositionLimit};
use std::collections::{HashMap, HashSet};

/// The value of a position for its side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Value {
    Lost,
    Drawn,
    Won,
}

impl Value {
    /// The value for the other side.
    fn negated(self) -> Value {
        match self {
            Value::Won => Value::Lost,
            Value::Drawn => Value::Drawn,
            Value::Lost => Value::Won,
        }
    }
}

/// The men of an ending.
#[derive(Clone, Copy)]
struct Men {
    variant: Variant,
    white: usize,
    black: usize,
}

const ENDINGS: [Men; 4] = [
    Men { variant: Variant::Emergo, white: 2, black: 1 },
    Men { variant: Variant::Emergo7, white: 2, black: 2 },
    Men { variant: Variant::Emergo7, white: 2, black: 1 },
    Men { variant: Variant::Hexemergo, white: 2, black: 1 },
];

/// The values of all positions that can follow from single men on the board. Symmetric positions share an entry.
struct Table {
    positions: Vec<Position>,
    values: HashMap<Key, Value>,
}

impl Table {
    fn new(men: Men) -> Table {
        let mut positions = Vec::new();
        let mut numbers: HashMap<Key, usize> = HashMap::new();
        let mut add = |position: Position, positions: &mut Vec<Position>| {
            *numbers.entry(position.canonical_key()).or_insert_with(|| {
                positions.push(position);
                positions.len() - 1
            })
        };
        for position in placements(men) {
            add(position, &mut positions);
        }
        let mut successors: Vec<Vec<usize>> = Vec::new();
        while successors.len() < positions.len() {
            let position = positions[successors.len()];
            let legal = position.legal_moves();
            let after: Vec<usize> =
                legal.iter().map(|mv| add(position.after(*mv), &mut positions)).collect();
            successors.push(after);
        }
        let end = |position: &Position| {
            let ending = position.ending(Blocked::Draw)?;
            Some(if ending.winner.is_none() { Value::Drawn } else { Value::Lost })
        };
        let mut found: Vec<Option<Value>> = positions.iter().map(end).collect();
        loop {
            let mut changed = false;
            for (number, after) in successors.iter().enumerate() {
                if found[number].is_some() || after.is_empty() {
                    continue;
                }
                if after.iter().any(|after| found[*after] == Some(Value::Lost)) {
                    found[number] = Some(Value::Won);
                } else if after.iter().all(|after| found[*after] == Some(Value::Won)) {
                    found[number] = Some(Value::Lost);
                }
                changed |= found[number].is_some();
            }
            if !changed {
                break;
            }
        }
        // No side can force a win: the players repeat the position.
        let value = |number: usize| found[number].unwrap_or(Value::Drawn);
        let values = numbers.into_iter().map(|(key, number)| (key, value(number))).collect();
        Table { positions, values }
    }

    /// Moves with different results and their values for the side that moves.
    fn moves(&self, position: &Position) -> Vec<(Move, Value)> {
        let mut results = HashSet::new();
        let mut legal = position.legal_moves().to_vec();
        legal.retain(|mv| results.insert(position.after(*mv).key()));
        let value = |mv: Move| self.values[&position.after(mv).canonical_key()].negated();
        legal.into_iter().map(|mv| (mv, value(mv))).collect()
    }

    /// The answer for a position of the table.
    fn answer(&self, position: &Position) -> Answer {
        let mut results = HashSet::new();
        let mut legal = position.legal_moves().to_vec();
        legal.retain(|mv| results.insert(position.after(*mv).key()));
        let value = |mv: &Move| self.values[&position.after(*mv).canonical_key()];
        let with = |wanted: Value| legal.iter().filter(move |mv| value(mv) == wanted);
        let only = |mv: &Move, goal| Answer::Only(OnlyMove { mv: *mv, goal });
        match (with(Value::Lost).count(), with(Value::Drawn).count()) {
            _ if legal.len() <= 1 => Answer::None,
            (1, _) => with(Value::Lost).next().map_or(Answer::None, |mv| only(mv, Goal::Win)),
            (0, 1) => with(Value::Drawn).next().map_or(Answer::None, |mv| only(mv, Goal::Save)),
            _ => Answer::None,
        }
    }
}

/// All positions with single men only, with either side to move.
fn placements(men: Men) -> Vec<Position> {
    let variant = men.variant;
    let cells: Vec<_> = variant.cells().collect();
    let mut boards = vec![Vec::new()];
    for man in 0..men.white + men.black {
        let mut longer = Vec::new();
        for board in &boards {
            // Men of one colour are placed in ascending order.
            let first = if man == 0 || man == men.white { 0 } else { board[man - 1] + 1 };
            for cell in (first..cells.len()).filter(|cell| !board.contains(cell)) {
                longer.push([&board[..], &[cell]].concat());
            }
        }
        boards = longer;
    }
    let mut positions = Vec::new();
    for board in boards {
        let mut rows = Vec::new();
        for digit in (1..=variant.size()).rev() {
            let mut row = String::new();
            let mut empty = 0;
            for (number, square) in cells.iter().enumerate() {
                if variant.letter_and_digit(*square).1 != digit {
                    continue;
                }
                let Some(man) = board.iter().position(|cell| *cell == number) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    row.push_str(&empty.to_string());
                }
                empty = 0;
                row.push(if man < men.white { 'w' } else { 'b' });
            }
            if empty > 0 {
                row.push_str(&empty.to_string());
            }
            rows.push(row);
        }
        for side in ["w", "b"] {
            let text = format!("{} {side} 0,0", rows.join("/"));
            positions.push(read_position(variant, &text).unwrap().position);
        }
    }
    positions
}

/// Whether exactly one of several moves wins, or none wins, exactly one draws and the others lose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    Only(OnlyMove),
    None,
}

/// A line of the file: board, position, and the answer as `win MOVE`, `save MOVE` or `none`, with `;` between them.
struct Known {
    position: Position,
    answer: Answer,
}

impl Known {
    fn read(line: &str) -> Known {
        let fields: Vec<&str> = line.split(';').collect();
        let variant: Variant = fields[0].parse().unwrap();
        let position = read_position(variant, fields[1]).unwrap().position;
        let answer = match fields[2].split_once(' ') {
            None => Answer::None,
            Some((goal, text)) => Answer::Only(OnlyMove {
                mv: read_move(&position, Coordinates::Oblique, text).unwrap(),
                goal: if goal == "win" { Goal::Win } else { Goal::Save },
            }),
        };
        Known { position, answer }
    }

    fn write(&self) -> String {
        let variant = self.position.variant();
        let answer = match self.answer {
            Answer::None => "none".to_owned(),
            Answer::Only(OnlyMove { mv, goal }) => {
                let goal = if goal == Goal::Win { "win" } else { "save" };
                format!("{goal} {}", write_move(variant, Coordinates::Oblique, mv))
            }
        };
        format!("{variant};{};{answer}", write_position(&self.position, 1))
    }
}

const KNOWN: &str = include_str!("data/known_answers.txt");

#[test]
fn the_verifier_claims_nothing_wrong_and_finds_all_wins_on_100_positions() {
    let known: Vec<Known> = KNOWN.lines().map(Known::read).collect();
    assert_eq!(known.len(), 100);
    let tables = ENDINGS.map(Table::new);
    let mut verifier = Verifier::new(Networks::embedded(), 100_000).unwrap();
    for Known { position, answer } in known {
        let text = write_position(&position, 1);
        let key = position.canonical_key();
        let table = tables.iter().find(|table| table.values.contains_key(&key));
        let table = table.unwrap_or_else(|| panic!("{text} is in no table"));
        assert_eq!(table.answer(&position), answer, "{text}");
        let game = Game::from_position(position, 1, Blocked::Draw);
        let result = |only: OnlyMove| (position.after(only.mv).key(), only.goal);
        let found = verifier.only_move(&game).map(result);
        match answer {
            Answer::None => assert_eq!(found, None, "{text}"),
            Answer::Only(only) if only.goal == Goal::Win => {
                assert_eq!(found, Some(result(only)), "{text}");
            }
            // A draw by repetition has no proof of a fixed length. The evaluation may call it a loss.
            Answer::Only(only) => {
                assert!([None, Some(result(only))].contains(&found), "{text}");
            }
        }
    }
}

/// The report on a game of one move.
fn report_on(searcher: &mut Searcher, position: Position, mv: Move) -> MoveReport {
    let start = Some(PositionText { position, turn: 1 });
    let variant = position.variant();
    let record = GameRecord { variant, start, moves: vec![mv.into()], ..GameRecord::default() };
    let settings = AnnotateSettings { engine: String::new(), limit: PositionLimit::Nodes(30_000) };
    let report = annotate(&record, searcher, &settings, &Interrupt::default(), &mut || ());
    report.unwrap().moves.remove(0)
}

#[test]
fn marks_are_correct_on_100_positions() {
    let tables = ENDINGS.map(Table::new);
    let mut searcher = Searcher::new(8, 1).unwrap();
    let (mut judged, mut wrong_draws) = (0, 0);
    for Known { position, .. } in KNOWN.lines().map(Known::read) {
        let key = position.canonical_key();
        let table = tables.iter().find(|table| table.values.contains_key(&key)).unwrap();
        let moves = table.moves(&position);
        let best = moves.iter().map(|(_, value)| *value).max().unwrap();
        let is_only = moves.iter().filter(|(_, value)| *value == best).count() == 1;
        // One move of each value.
        for value in [Value::Lost, Value::Drawn, Value::Won] {
            let Some((mv, _)) = moves.iter().find(|(_, other)| *other == value) else { continue };
            let one = report_on(&mut searcher, position, *mv);
            let text = format!("{} {}", write_position(&position, 1), one.played.text);
            judged += 1;
            assert!(!one.forced, "{text}");
            assert_eq!(one.missed_win.is_some(), value < best && best == Value::Won, "{text}");
            match best {
                _ if value < best => assert_eq!(one.mark, Some(Mark::Blunder), "{text}"),
                Value::Won if is_only => assert_eq!(one.mark, Some(Mark::Good), "{text}"),
                Value::Won | Value::Lost => assert_eq!(one.mark, None, "{text}"),
                // A draw by repetition has no proof of a fixed length, so its score is the evaluation of the network.
                Value::Drawn => wrong_draws += usize::from(one.mark.is_some_and(Mark::is_error)),
            }
        }
    }
    assert_eq!(judged, 164);
    assert!(wrong_draws <= 2, "{wrong_draws} moves that keep a draw have the mark of an error");
}

/// Prints new lines for the file: for each ending 25 positions, of which up to 12 have an only winning move, with all other
/// moves losing, and up to 5 an only saving move.
#[test]
#[ignore = "makes the test data"]
fn make_known_answers() {
    let mut random = fastrand::Rng::with_seed(1);
    for men in ENDINGS {
        let table = Table::new(men);
        let mut positions = table.positions.clone();
        random.shuffle(&mut positions);
        let mut lines: [Vec<String>; 3] = Default::default();
        for position in positions.into_iter().filter(|position| position.count_moves() > 2) {
            let answer = table.answer(&position);
            let draws = position
                .legal_moves()
                .iter()
                .any(|mv| table.values[&position.after(*mv).canonical_key()] == Value::Drawn);
            let kind = match answer {
                Answer::Only(OnlyMove { goal: Goal::Win, .. }) if !draws => 0,
                Answer::Only(OnlyMove { goal: Goal::Save, .. }) => 1,
                Answer::Only(_) => continue,
                Answer::None => 2,
            };
            lines[kind].push(Known { position, answer }.write());
        }
        let [wins, saves, others] = lines;
        let special = wins.into_iter().take(12).chain(saves.into_iter().take(5));
        special.chain(others).take(25).for_each(|line| println!("{line}"));
    }
}
