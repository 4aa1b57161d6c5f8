//! The verifier of puzzles and the marks of moves on 100 positions whose answers are known. The positions have three or
//! four men. A table of all positions that can follow, made by retrograde analysis with nothing but the rules, tells which
//! moves win, draw and lose.

use emergo::notation::PositionText;
use emergo::{Blocked, Key, Move, Position, read_position, write_position};
use emergo_records::GameRecord;
use luctor_engine::eval::Networks;
use luctor_engine::interrupt::Interrupt;
use luctor_engine::search::Searcher;
use luctor_study::puzzle::{Goal, Puzzle, Verifier};
use luctor_study::{Mark, MoveReport, PositionLimit, annotate};
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

/// The values of all positions that can follow from some positions. Symmetric positions share an entry. Drawn positions have
/// none unless they end the game, because the players repeat a position if no side can force a win.
struct Table(HashMap<Key, Value>);

impl Table {
    fn new(first: impl Iterator<Item = Position>) -> Table {
        let mut values = HashMap::new();
        let mut successors: HashMap<Key, Vec<Key>> = HashMap::new();
        let mut open: Vec<Position> = first.collect();
        while let Some(position) = open.pop() {
            let key = position.canonical_key();
            if successors.contains_key(&key) {
                continue;
            }
            if let Some(ending) = position.ending(Blocked::Draw) {
                let value = if ending.winner.is_none() { Value::Drawn } else { Value::Lost };
                values.insert(key, value);
            }
            let legal = position.legal_moves();
            let after: Vec<Position> = legal.iter().map(|mv| position.after(*mv)).collect();
            successors.insert(key, after.iter().map(Position::canonical_key).collect());
            open.extend(after);
        }
        loop {
            let known = values.len();
            for (key, after) in &successors {
                if values.contains_key(key) {
                    continue;
                }
                if after.iter().any(|after| values.get(after) == Some(&Value::Lost)) {
                    values.insert(*key, Value::Won);
                } else if after.iter().all(|after| values.get(after) == Some(&Value::Won)) {
                    values.insert(*key, Value::Lost);
                }
            }
            if values.len() == known {
                return Table(values);
            }
        }
    }

    /// Moves with different results and their values for the side that moves.
    fn moves(&self, position: &Position) -> Vec<(Move, Value)> {
        let mut results = HashSet::new();
        let mut legal = position.legal_moves().to_vec();
        legal.retain(|mv| results.insert(position.after(*mv).key()));
        let known = |mv: Move| self.0.get(&position.after(mv).canonical_key()).copied();
        let value = |mv: Move| known(mv).unwrap_or(Value::Drawn).negated();
        legal.into_iter().map(|mv| (mv, value(mv))).collect()
    }

    /// The moves that are not worse than another one, with their value.
    fn best_moves(&self, position: &Position) -> (Vec<Move>, Value) {
        let moves = self.moves(position);
        let best = moves.iter().map(|(_, value)| *value).max().unwrap();
        (moves.into_iter().filter(|(_, value)| *value == best).map(|(mv, _)| mv).collect(), best)
    }
}

/// The positions of the file, and the table of all that can follow. Positions of different boards have different keys.
fn known_positions() -> (Vec<Position>, Table) {
    let read = |line: &str| {
        let (variant, position) = line.split_once(';').unwrap();
        read_position(variant.parse().unwrap(), position).unwrap().position
    };
    let positions: Vec<Position> =
        include_str!("../data/known_answers.txt").lines().map(read).collect();
    let table = Table::new(positions.iter().copied());
    (positions, table)
}

#[test]
fn the_verifier_claims_nothing_wrong_and_finds_all_wins_on_100_positions() {
    let (positions, table) = known_positions();
    assert_eq!(positions.len(), 100);
    let (mut wins, mut saves) = (0, 0);
    let mut verifier = Verifier::new(Networks::embedded(), 100_000, &Interrupt::default()).unwrap();
    for position in positions {
        let (moves, value) = table.best_moves(&position);
        let right_goal = if value == Value::Won { Goal::Win } else { Goal::Save };
        let is_only = moves.len() == 1 && value != Value::Lost;
        wins += usize::from(is_only && right_goal == Goal::Win);
        saves += usize::from(is_only && right_goal == Goal::Save);
        // A worse move too, and a win where there is none.
        let worse = position.legal_moves().into_iter().find(|mv| !moves.contains(mv));
        let goals: &[Goal] =
            if right_goal == Goal::Win { &[Goal::Win] } else { &[Goal::Save, Goal::Win] };
        let claims =
            moves.iter().chain(&worse).flat_map(|mv| goals.iter().map(|goal| (*mv, *goal)));
        for (mv, goal) in claims {
            let puzzle = puzzle(position, goal, mv);
            let is_right = is_only && moves == [mv] && goal == right_goal;
            let holds = verifier.check(&puzzle).is_ok();
            // A draw by repetition has no proof of a fixed length. The evaluation may call it a loss.
            assert!(holds == is_right || is_right && goal == Goal::Save, "{puzzle:?}");
        }
    }
    assert_eq!((wins, saves), (36, 10));
}

fn puzzle(position: Position, goal: Goal, mv: Move) -> Puzzle {
    Puzzle {
        start: PositionText { position, turn: 1 },
        goal,
        solution: vec![mv],
        win_in: None,
        margin: 0.0,
        themes: Vec::new(),
        nodes: 0,
        source: None,
    }
}

/// The report on a game of one move.
fn report_on(searcher: &mut Searcher, position: Position, mv: Move) -> MoveReport {
    let start = Some(PositionText { position, turn: 1 });
    let variant = position.variant();
    let record = GameRecord { variant, start, moves: vec![mv.into()], ..GameRecord::default() };
    let limit = PositionLimit::Nodes(30_000);
    let report = annotate(&record, searcher, limit, &Interrupt::default(), &mut || ());
    report.unwrap().moves.remove(0)
}

#[test]
fn marks_are_correct_on_100_positions() {
    let mut searcher = Searcher::new(8).unwrap();
    let (mut judged, mut wrong_draws, mut wrong_only) = (0, 0, 0);
    let (positions, table) = known_positions();
    for position in positions {
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
                // A draw by repetition has no proof of a fixed length, so its score is the evaluation of the network.
                _ if value < best && [value, best].contains(&Value::Drawn) => {
                    wrong_draws += usize::from(!one.mark.is_some_and(Mark::is_error));
                }
                _ if value < best => assert_eq!(one.mark, Some(Mark::Blunder), "{text}"),
                Value::Won if is_only => assert_eq!(one.mark, Some(Mark::Good), "{text}"),
                // The other wins may be longer than the search sees.
                Value::Won => {
                    assert!(matches!(one.mark, None | Some(Mark::Good)), "{text}");
                    wrong_only += usize::from(one.mark.is_some());
                }
                Value::Lost => assert_eq!(one.mark, None, "{text}"),
                Value::Drawn => wrong_draws += usize::from(one.mark.is_some_and(Mark::is_error)),
            }
        }
    }
    assert_eq!(judged, 164);
    assert!(wrong_only <= 3, "{wrong_only} of several wins have the mark of the only good move");
    assert!(wrong_draws <= 3, "{wrong_draws} wrong marks where a draw is one of the values");
}
