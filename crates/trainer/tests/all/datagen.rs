//! Generated games: they are reproducible, legal, and an interrupted run can be continued.

use emergo::{Blocked, Game, GameResult, Side, Variant};
use luctor_arena::number_range::NumberRange;
use luctor_engine::eval::Networks;
use luctor_engine::interrupt::Interrupt;
use luctor_engine::score::Score;
use luctor_trainer::self_play::datagen::{self, DatagenGoal, DatagenSettings};
use luctor_trainer::self_play::game::{ScoredPosition, SelfPlayGame};
use luctor_trainer::self_play::game_block::GameTotals;
use luctor_trainer::self_play::game_file::GameFileReader;
use luctor_trainer::self_play::parts::{PartError, join_parts};
use luctor_trainer::self_play::player::{DECIDED_SCORE, SelfPlaySettings};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use test_support::scratch::scratch_folder;

/// Two blocks of fast games. Games on the small board are shorter.
fn settings(variant: Variant, path: &Path) -> DatagenSettings {
    let positions = if variant == Variant::Emergo7 { 2_000 } else { 5_000 };
    let games = SelfPlaySettings {
        variant,
        nodes: 12,
        random_plies: NumberRange { first: 4, last: 12 },
        seed: 1,
    };
    let goal = DatagenGoal::Positions(positions);
    DatagenSettings { path: path.to_owned(), goal, games, networks: Networks::embedded() }
}

fn generate(settings: &DatagenSettings, threads: usize) -> GameTotals {
    generate_unless(settings, threads, &Interrupt::default())
}

fn generate_unless(
    settings: &DatagenSettings,
    threads: usize,
    interrupt: &Interrupt,
) -> GameTotals {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let mut reports = Vec::new();
    let totals = pool
        .install(|| datagen::run(settings, interrupt, &mut |report| reports.push(*report)))
        .unwrap();
    let done: Vec<u64> = reports.iter().map(|report| report.done).collect();
    assert!(done.is_sorted(), "{done:?}");
    let in_file = match settings.goal {
        DatagenGoal::Positions(_) => totals.positions,
        DatagenGoal::Part(_) => games(&settings.path).1,
    };
    assert_eq!(done.last(), Some(&in_file));
    if let DatagenGoal::Positions(target) = settings.goal {
        assert!(reports.iter().all(|report| report.target == target));
    }
    totals
}

/// All games of a file, and its number of blocks.
fn games(path: &Path) -> (Vec<SelfPlayGame>, u64) {
    let mut reader = GameFileReader::open(path).unwrap();
    let games = std::iter::from_fn(|| reader.next_games().unwrap()).flatten().collect();
    (games, reader.blocks_read())
}

#[test]
fn games_depend_on_the_seed_and_not_on_threads_or_interruptions() {
    let stopped = Interrupt::default();
    stopped.step();
    for variant in Variant::ALL {
        let folder = scratch_folder(&format!("same {variant}"));
        let one_run = settings(variant, &folder.join("one thread"));
        let totals = generate(&one_run, 1);
        assert!(totals.positions >= 1_000, "{variant}: {totals:?}");
        let expected = fs::read(&one_run.path).unwrap();
        let (found, blocks) = games(&one_run.path);
        assert!(blocks >= 2, "{variant}: the order of blocks is not tested with one block");
        assert_eq!(found.len() as u64, totals.games);

        let two_threads = settings(variant, &folder.join("two threads"));
        assert_eq!(generate(&two_threads, 2), totals, "{variant}");
        assert!(fs::read(&two_threads.path).unwrap() == expected, "{variant}, two threads");

        let path = folder.join("two runs");
        let first = DatagenSettings { goal: DatagenGoal::Positions(1), ..settings(variant, &path) };
        // Each run is interrupted before its first block, and continued.
        assert_eq!(generate_unless(&first, 2, &stopped), GameTotals::default(), "{variant}");
        let few = generate(&first, 2);
        assert!(few.games > 0 && few.games < totals.games, "{variant}: {few:?}");
        assert_eq!(generate_unless(&settings(variant, &path), 2, &stopped), few, "{variant}");
        assert_eq!(generate(&settings(variant, &path), 2), totals, "{variant}");
        assert!(fs::read(&path).unwrap() == expected, "{variant}, two runs");
        // A file with enough positions stays as it is.
        assert_eq!(generate(&first, 1), totals, "{variant}");
        assert!(fs::read(&path).unwrap() == expected, "{variant}");

        let mut other = DatagenSettings { path: folder.join("other seed"), ..first };
        other.games.seed = 2;
        generate(&other, 1);
        let (other, _) = games(&other.path);
        let same = found.iter().filter(|game| other.contains(game)).count();
        assert_eq!(same, 0, "{variant}: games of another seed");
    }
}

#[test]
fn games_follow_the_rules_and_have_the_right_result() {
    let table: [(Variant, NumberRange); 4] = [
        (Variant::Emergo, NumberRange { first: 4, last: 12 }),
        (Variant::Emergo7, NumberRange { first: 5, last: 5 }),
        (Variant::Emergo7, NumberRange { first: 1, last: 3 }),
        (Variant::Hexemergo, NumberRange { first: 8, last: 9 }),
    ];
    let (mut ended, mut adjudicated) = (0, 0);
    let (mut searches, mut positions, mut unplayed, mut unequal) = (0, 0, 0, 0);
    for (variant, random_plies) in table {
        let path = scratch_folder(&format!("rules {variant} {}", random_plies.first)).join("games");
        let mut settings = settings(variant, &path);
        settings.games.random_plies = random_plies;
        generate(&settings, 2);
        let (games, _) = games(&path);
        let mut openings = Vec::new();
        for (number, recorded) in games.iter().enumerate() {
            let context = format!("{variant}, game {number}");
            let mut game = Game::new(variant, Blocked::Draw);
            let mut opening = None;
            let mut played = HashSet::from([game.position().key()]);
            for (ply, recorded) in recorded.plies.iter().enumerate() {
                assert_eq!(game.ending(), None, "{context} continues after its end at ply {ply}");
                let moves = game.position().legal_moves();
                assert!(moves.contains(&recorded.played), "{context}, ply {ply}");
                match recorded.search {
                    Some(search) => {
                        opening.get_or_insert(ply);
                        assert!(moves.contains(&search.best_move), "{context}, ply {ply}");
                        assert!(moves.len() > 1, "{context}, ply {ply}: only one move");
                    }
                    // An opening move, or the only legal one.
                    None => assert!(opening.is_none() || moves.len() == 1, "{context}, ply {ply}"),
                }
                // Random moves are early.
                assert!(ply < 40 || !recorded.is_deviation(), "{context}, ply {ply}");
                game.play(recorded.played);
                played.insert(game.position().key());
            }
            searches += recorded.plies.iter().filter(|ply| ply.search.is_some()).count();
            positions += recorded.sampled.len();
            for ScoredPosition { position, score } in &recorded.sampled {
                assert!(position.has_legal_move() && !position.can_capture(), "{context}");
                unequal += usize::from(*score != Score::DRAW);
                unplayed += usize::from(!played.contains(&position.key()));
            }
            openings.push(opening.expect("a game has a searched ply") as u64);
            let length = recorded.plies.len();
            if let Some(ending) = game.ending() {
                ended += 1;
                let result = GameResult::from_winner(ending.winner);
                assert_eq!(recorded.result, result, "{context}: {ending}");
            } else if length < 400 {
                adjudicated += 1;
                assert!(is_decided(recorded), "{context} stops after {length} plies");
            } else {
                assert_eq!((length, recorded.result), (400, GameResult::Draw), "{context}");
            }
        }
        // A forced move after the opening makes it look longer. This is rare so early in the game.
        assert!(openings.iter().all(|length| *length >= random_plies.first), "{openings:?}");
        let longer = openings.iter().filter(|length| **length > random_plies.last).count();
        assert!(longer * 5 < openings.len(), "{variant}: {openings:?}");
        for length in random_plies.first..=random_plies.last {
            assert!(openings.contains(&length), "{variant}: no opening of {length} plies");
        }
    }
    assert!(ended > 10 && adjudicated > 10, "{ended} ended, {adjudicated} adjudicated");
    // Four positions of one of ten searches. Most of them are not reached in the game.
    let share = positions as f64 / searches as f64;
    assert!((0.3..0.5).contains(&share), "{positions} positions of {searches} searches");
    assert!(unplayed * 2 > positions, "{unplayed} of {positions} positions");
    assert!(unequal * 2 > positions, "{unequal} of {positions} scores");
}

/// Whether the winner was at least [`DECIDED_SCORE`] ahead in the last four searches.
fn is_decided(game: &SelfPlayGame) -> bool {
    let Some(winner) = game.result.winner() else { return false };
    let plies = game.plies.iter().zip(Side::ALL.into_iter().cycle());
    let of_winner = |score: i32, side| if side == winner { score } else { -score };
    let scores = plies.filter_map(|(ply, side)| Some(of_winner(ply.search?.score.value(), side)));
    let scores: Vec<i32> = scores.collect();
    scores.last_chunk::<4>().is_some_and(|last| last.iter().all(|score| *score >= DECIDED_SCORE))
}

#[test]
fn joined_parts_are_the_file_of_one_run() {
    let folder = scratch_folder("parts");
    let whole = settings(Variant::Emergo7, &folder.join("whole"));
    let totals = generate(&whole, 2);
    let blocks = games(&whole.path).1;
    let part = |range: &str| {
        let goal = DatagenGoal::Part(range.parse().unwrap());
        let part = DatagenSettings { goal, ..settings(Variant::Emergo7, &folder.join(range)) };
        generate(&part, 2);
        part.path
    };
    let parts = [part("1-1"), part("2-2"), part("2-4")];
    let joined = settings(Variant::Emergo7, &folder.join("joined"));
    let rejected = |parts: &[PathBuf]| join_parts(&joined, parts).unwrap().rejected.unwrap().error;

    // A part that begins too late, a part with an incomplete or a damaged block, and a file that is no part.
    let gap = rejected(&parts[1..]);
    assert!(matches!(gap, PartError::Gap { first: 2, blocks: 0 }), "{gap}");
    let bytes = fs::read(&parts[0]).unwrap();
    let torn = folder.join("torn");
    fs::write(&torn, &bytes[..bytes.len() - 1]).unwrap();
    let incomplete = rejected(&[torn]);
    assert!(matches!(incomplete, PartError::Incomplete { found: 0, expected: 1 }), "{incomplete}");
    let damaged = folder.join("damaged");
    let last = bytes.len() - 1;
    fs::write(&damaged, [&bytes[..last], &[bytes[last] ^ 1]].concat()).unwrap();
    assert!(rejected(&[damaged]).to_string().contains("block 1 is damaged"));
    let no_part = rejected(std::slice::from_ref(&whole.path));
    assert!(matches!(no_part, PartError::Settings { .. }), "{no_part}");

    // Blocks that the file has are left out, also those of the same part again.
    let join = |parts: &[PathBuf]| join_parts(&joined, parts).unwrap();
    assert_eq!(join(&parts[..1]).blocks, 1);
    let end = join(&parts);
    assert!(end.rejected.is_none());
    assert_eq!((end.totals, end.blocks), (totals, blocks));
    assert!(fs::read(&joined.path).unwrap() == fs::read(&whole.path).unwrap(), "other bytes");
    // A complete file needs no more parts.
    let late = join(&[part("9-9")]);
    assert_eq!((late.rejected.is_none(), late.blocks), (true, blocks));
    // An interrupted part continues.
    let again = fs::read(part("2-4")).unwrap();
    fs::write(&parts[2], &again[..again.len() - 100]).unwrap();
    assert!(fs::read(part("2-4")).unwrap() == again, "other bytes of a part");
}
