//! The schedule of a match.

use emergo::notation::PositionText;
use emergo::{Position, Variant};
use luctor_arena::openings::list::{OpeningOrder, OpeningSettings};
use luctor_arena::schedule::{Schedule, ScheduledGame};
use luctor_arena::settings::{EngineSettings, MatchSettings, RunSettings, Tournament};

fn settings(engines: usize, rounds: u64, games: u64) -> MatchSettings {
    MatchSettings {
        engines: vec![EngineSettings::default(); engines],
        run: RunSettings { rounds, ..RunSettings::default() },
        games,
        ..MatchSettings::default()
    }
}

fn openings(count: u32) -> Vec<PositionText> {
    // Their turns tell them apart.
    let opening = |turn| PositionText { position: Position::start(Variant::Emergo), turn };
    (0..count).map(opening).collect()
}

fn all(schedule: &Schedule) -> Vec<ScheduledGame> {
    (0..schedule.game_count()).map(|game| schedule.game(game)).collect()
}

/// The openings of the rounds.
fn order(settings: &MatchSettings, count: u32) -> Vec<u32> {
    let games = all(&Schedule::new(settings, openings(count)));
    games.iter().step_by(2).map(|game| game.opening.unwrap().turn).collect()
}

#[test]
fn a_pair_has_one_opening_and_both_colours() {
    for engines in [2, 4] {
        let schedule = Schedule::new(&settings(engines, 5, 2), openings(3));
        for pair in all(&schedule).chunks(2) {
            assert_eq!(pair[0].pair, pair[1].pair);
            assert_eq!(pair[0].opening, pair[1].opening);
            let [white, black] = pair[1].engines;
            assert_eq!(pair[0].engines, [black, white]);
        }
    }
}

#[test]
fn each_engine_plays_each_other_equally_often_with_both_colours() {
    let schedule = Schedule::new(&settings(4, 3, 2), openings(0));
    assert_eq!(schedule.game_count(), 6 * 3 * 2);
    for white in 0..4 {
        for black in (0..4).filter(|black| *black != white) {
            let games = all(&schedule);
            let met = games.iter().filter(|game| game.engines == [white, black]);
            assert_eq!(met.count(), 3, "{white} against {black}");
        }
    }
}

#[test]
fn in_a_gauntlet_the_first_engine_plays_all_games() {
    let settings = MatchSettings { tournament: Tournament::Gauntlet, ..settings(4, 2, 2) };
    let games = all(&Schedule::new(&settings, openings(0)));
    assert_eq!(games.len(), 3 * 2 * 2);
    assert!(games.iter().all(|game| game.engines.contains(&0)));
}

#[test]
fn single_games_swap_colours_from_round_to_round() {
    let games = all(&Schedule::new(&settings(2, 4, 1), openings(0)));
    assert_eq!(games.iter().map(|game| game.engines[0]).collect::<Vec<_>>(), [0, 1, 0, 1]);
}

#[test]
fn openings_are_played_in_order_from_the_first_and_repeated_when_all_are_played() {
    let mut settings = settings(2, 5, 2);
    // The largest number is a multiple of three.
    for (start, expected) in [(2, [2, 0, 1, 2, 0]), (u64::MAX, [0, 1, 2, 0, 1])] {
        settings.openings = Some(OpeningSettings { start, ..OpeningSettings::default() });
        assert_eq!(order(&settings, 3), expected, "{start}");
    }
}

#[test]
fn a_random_order_plays_each_opening_once_and_depends_on_the_seed_only() {
    let mut settings = settings(2, 50, 2);
    settings.openings =
        Some(OpeningSettings { order: OpeningOrder::Random, ..OpeningSettings::default() });
    let order = |seed| order(&MatchSettings { seed, ..settings.clone() }, 50);
    let mut sorted = order(7);
    assert_eq!(order(7), sorted);
    assert_ne!(order(8), sorted);
    sorted.sort_unstable();
    assert_eq!(sorted, (0..50).collect::<Vec<_>>());
}
