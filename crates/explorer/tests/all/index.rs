//! The explorer against a count of all games without keys and without an index.

use emergo::{Blocked, Coordinates, Game, GameResult, Move, Position, Variant, write_move};
use emergo_records::{Evaluation, GameRecord, ReadOptions, read_records};
use fastrand::Rng;
use luctor_explorer::{GameCounts, GameTable, Index, IndexError, IndexWriter};
use std::collections::HashMap;
use std::path::Path;
use test_support::scratch::scratch_path;

/// A game of random moves, that often come from few moves, so that positions occur again.
fn random_game(random: &mut Rng, variant: Variant) -> GameRecord {
    let mut game = Game::new(variant, Blocked::Draw);
    for ply in 0..60 {
        let moves = game.position().legal_moves();
        let few = if ply < 6 { &moves[..moves.len().min(2)] } else { &moves[..] };
        let Some(mv) = random.choice(few).copied().filter(|_| game.ending().is_none()) else {
            break;
        };
        game.play(mv);
    }
    let mut record = GameRecord::from_game(&game);
    record.result = [None, Some(GameResult::WhiteWins), Some(GameResult::Draw), record.result]
        [random.usize(..4)];
    for recorded in &mut record.moves {
        recorded.info.evaluation = match random.u32(..4) {
            0 => Some(Evaluation::Centimen(random.i32(-3000..3000))),
            1 => Some(Evaluation::Mate(random.i32(-3..4))),
            _ => None,
        };
    }
    record
}

/// The moves of a game in a position, up to symmetry, with the score of their first occurrence.
type Occurrences = HashMap<Move, Option<i32>>;

fn occurrences(record: &GameRecord, asked: &Position) -> Occurrences {
    let mut found = Occurrences::new();
    let mut position = *record.game_at(0).start();
    for recorded in &record.moves {
        for symmetry in asked.variant().symmetries() {
            if position.empty().count() == asked.empty().count()
                && position.image(symmetry) == *asked
            {
                let score = recorded.info.evaluation.map(Evaluation::centimen);
                let mv = symmetry.move_image(asked.variant(), recorded.mv);
                found.entry(mv).or_insert(score.map(|score| score.clamp(-2000, 2000)));
            }
        }
        position.play(recorded.mv);
    }
    found
}

fn counted(games: &[GameRecord], occurrences: &[Occurrences], mv: Move) -> GameCounts {
    let found: Vec<_> = games
        .iter()
        .zip(occurrences)
        .filter_map(|(game, moves)| moves.get(&mv).map(|score| (game.result, *score)))
        .collect();
    let of = |result| found.iter().filter(|(other, _)| *other == result).count() as u32;
    let scores: Vec<i32> = found.iter().filter_map(|(_, score)| *score).collect();
    let sum: i32 = scores.iter().sum();
    let mean = (10.0 * f64::from(sum) / scores.len() as f64).round() / 10.0;
    GameCounts {
        games: found.len() as u64,
        white: of(Some(GameResult::WhiteWins)),
        draws: of(Some(GameResult::Draw)),
        black: of(Some(GameResult::BlackWins)),
        unfinished: of(None),
        scored: scores.len() as u32,
        mean_score: (!scores.is_empty()).then_some(mean),
    }
}

/// Adds games of a source to an index, and writes it.
fn add(path: &Path, source: &str, games: &[GameRecord]) -> Result<(), IndexError> {
    let mut writer = IndexWriter::open(path)?;
    for (number, game) in (1..).zip(games) {
        writer.add(source, "file", number, game)?;
    }
    assert_eq!(writer.finish()?.games, games.len() as u64);
    Ok(())
}

#[test]
fn the_answers_are_those_of_a_count_of_all_games() {
    for variant in [Variant::Emergo7, Variant::Hexemergo] {
        let mut random = Rng::with_seed(7);
        let games: Vec<_> = (0..60).map(|_| random_game(&mut random, variant)).collect();
        let path = scratch_path(&format!("{variant}"));
        // Two sources in two runs.
        for (source, part) in [("a", &games[..25]), ("b", &games[25..])] {
            add(&path, source, part).unwrap();
        }
        let index = Index::open(&path).unwrap();
        let mut compared = 0;
        for game in games.iter().step_by(5) {
            for ply in [0, 1, 2, 3, 5, 8, 20, 40] {
                let symmetry = random.choice(variant.symmetries()).unwrap();
                let asked = game.game_at(ply).position().image(symmetry);
                let answer = index.lookup(&asked, Coordinates::Oblique).unwrap();
                let occurrences: Vec<_> =
                    games.iter().map(|game| occurrences(game, &asked)).collect();
                let text = |mv| write_move(variant, Coordinates::Oblique, mv);
                for mv in asked.legal_moves() {
                    let of_move = |other: &&luctor_explorer::ExplorerMove| {
                        other.mv == text(mv) || other.symmetric.contains(&text(mv))
                    };
                    let found = answer.moves.iter().filter(of_move).collect::<Vec<_>>();
                    let expected = counted(&games, &occurrences, mv);
                    assert_eq!(
                        found.len(),
                        usize::from(expected.games > 0),
                        "{variant} {}",
                        text(mv)
                    );
                    let Some(found) = found.first() else { continue };
                    assert_eq!(found.counts, expected, "{variant} {}", text(mv));
                    for (source, part) in [("a", 0..25), ("b", 25..60)] {
                        let occurrences = &occurrences[part.clone()];
                        let expected = counted(&games[part], occurrences, mv);
                        let of_source = found.sources.iter().find(|other| other.source == source);
                        let counts = of_source.map(|found| found.counts).unwrap_or_default();
                        assert_eq!(counts, expected, "{variant} {} {source}", text(mv));
                        if let Some(of_source) = of_source {
                            let games = of_source.counts.games.min(3) as usize;
                            assert_eq!(of_source.examples.len(), games, "{variant} {}", text(mv));
                            for example in &of_source.examples {
                                let moves = &occurrences[example.number as usize - 1];
                                assert!(moves.contains_key(&mv), "{variant} {}", text(mv));
                            }
                        }
                    }
                    compared += 1;
                }
            }
        }
        assert!(compared > 100, "{compared}");
    }
}

#[test]
fn the_columns_of_the_text_of_an_answer_are_aligned() {
    let games = "1. e4 {+0.30/8 0.1s} e6 1-0\n\n1. e4 i5 1/2-1/2\n\n1. a5 *";
    let games = read_records(games, &ReadOptions::default()).games;
    let table = GameTable::new("club", games.iter().flatten());
    let answer = table.lookup(&Position::start(Variant::Emergo), Coordinates::Oblique);
    let expected = "\
emergo, 1/3/5/7/9/7/5/3/1 w 12,12 1
White to move, 3 games
move  source  games  White %  draw %  Black %  score  first game
e4    club        2     50.0    50.0      0.0  +0.30   1: 1-0
e1    club        1        -       -        -      -   3: *
";
    assert_eq!(answer.text(), expected);
}

#[test]
fn without_a_finish_an_index_stays_as_it_was() {
    let path = scratch_path("unfinished");
    let game = [random_game(&mut Rng::with_seed(1), Variant::Emergo)];
    let start_to_add = |source| {
        IndexWriter::open(&path).unwrap().add(source, "file", 1, &game[0]).unwrap();
    };
    let games = || {
        let start = Position::start(Variant::Emergo);
        Index::open(&path).unwrap().lookup(&start, Coordinates::Oblique).unwrap().counts.games
    };
    start_to_add("a");
    assert!(!path.exists());
    add(&path, "a", &game).unwrap();
    assert_eq!(games(), 1);
    start_to_add("b");
    assert_eq!(games(), 1);
    assert!(matches!(add(&path, "a", &game), Err(IndexError::SourceExists(name)) if name == "a"));
    assert_eq!(games(), 1);
}

/// A file with one damaged byte. If the byte is needed, that is an error, otherwise it changes nothing.
#[test]
fn a_damaged_index_is_refused_or_answers_as_before() {
    let path = scratch_path("damaged");
    let mut random = Rng::with_seed(38);
    let games: Vec<_> = (0..8).map(|_| random_game(&mut random, Variant::Emergo)).collect();
    add(&path, "a", &games).unwrap();
    let asked: Vec<Position> = games.iter().map(|game| *game.game_at(3).position()).collect();
    let answers = |path: &Path| -> Result<Vec<String>, IndexError> {
        let index = Index::open(path)?;
        let answer = |position| index.lookup(position, Coordinates::Oblique);
        asked.iter().map(|position| Ok(format!("{:?}", answer(position)?))).collect()
    };
    let good = std::fs::read(&path).unwrap();
    let expected = answers(&path).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), good, "a reader changes nothing");

    let damaged = scratch_path("damaged-copy");
    let (mut refused, mut unharmed) = (0, 0);
    // A writer reads all. It is slow, because it waits for the disk.
    let mut check = |bytes: &[u8], what: &str, with_writer: bool| {
        std::fs::write(&damaged, bytes).unwrap();
        match answers(&damaged) {
            Ok(found) => {
                assert_eq!(found, expected, "{what}");
                unharmed += 1;
            }
            Err(error) => {
                let sentence = error.to_string();
                let known = ["damaged", "not an index", "another version"];
                assert!(known.iter().any(|word| sentence.contains(word)), "{what}: {sentence}");
                refused += 1;
            }
        }
        if with_writer {
            drop(add(&damaged, "b", &games));
        }
    };
    for part in 0..good.len() / 100 {
        let at = random.usize(..100) + 100 * part;
        let mut bytes = good.clone();
        bytes[at] ^= 1 << random.u32(..8);
        check(&bytes, &format!("byte {at}"), part % 16 == 0);
    }
    for at in (0..20).chain([24, 40, 60, 100, 200]) {
        let mut bytes = good.clone();
        bytes[at] = !bytes[at];
        check(&bytes, &format!("byte {at}"), at % 8 == 0);
    }
    for length in [0, 1, 7, 8, 9, 4120, good.len() / 2, good.len() - 8, good.len() - 1] {
        check(&good[..length], &format!("{length} bytes"), true);
    }
    assert!(refused > 20 && unharmed > 20, "{refused} refused, {unharmed} unharmed");
}
