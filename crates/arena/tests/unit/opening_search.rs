//! Unit tests of `src/openings/search.rs`.

use super::*;
use emergo::{Blocked, Key, read_position};

fn search(settings: &OpeningSearchSettings) -> (Result<(), OpeningSearchError>, Vec<Position>) {
    let mut openings = Vec::new();
    let result = find_openings(settings, &mut |position| {
        openings.push(*position);
        Ok(())
    });
    (result, openings)
}

const SMALL: OpeningSearchSettings = OpeningSearchSettings {
    variant: Variant::Emergo7,
    count: 40,
    seed: 3,
    plies: NumberRange { first: 4, last: 7 },
    nodes: 500,
    score: 0,
    margin: 60,
    games: 0,
    game_nodes: 100,
};

#[test]
fn a_list_has_the_requested_number_of_openings_without_symmetric_ones_and_depends_on_the_seed_only()
{
    let (result, openings) = search(&SMALL);
    result.unwrap();
    assert_eq!(openings, search(&SMALL).1);
    assert_ne!(openings, search(&OpeningSearchSettings { seed: 4, ..SMALL }).1);
    let mut images = HashSet::new();
    for position in &openings {
        let keys: Vec<Key> = position.symmetric_keys().collect();
        assert!(keys.iter().all(|key| !images.contains(key)), "{position:?}");
        images.extend(keys);
        assert!(!position.can_capture() && position.has_legal_move(), "{position:?}");
    }
    assert_eq!(openings.len(), 40);
}

#[test]
fn an_opening_is_left_out_as_soon_as_a_side_is_three_games_ahead() {
    for (games, even) in [
        ("", true),
        ("WW", true),
        ("WWBWBBB", true),
        ("WW=W", false),
        ("BWBBB", false),
        ("WWWBBB", false),
    ] {
        let mut played = 0;
        let winners = games.chars().inspect(|_| played += 1).map(|game| match game {
            'W' => Some(Side::White),
            'B' => Some(Side::Black),
            _ => None,
        });
        assert_eq!(stays_even(winners), even, "{games}");
        assert_eq!(played, if games == "WWWBBB" { 3 } else { games.len() }, "{games}");
    }
}

#[test]
fn an_opening_that_one_side_wins_is_not_balanced_and_the_comment_of_the_list_has_the_number_of_games()
 {
    let settings = OpeningSearchSettings { games: 3, ..SMALL };
    // White has a column of seven men and two more men.
    let won = read_position(Variant::Emergo7, "1/3/1w3/3(w7)3/b4/3/b w 0,0").unwrap();
    let game = won.game(Blocked::Draw);
    let mut pool = Searcher::new(1).unwrap();
    let mut random = fastrand::Rng::with_seed(1);
    assert!(!is_even_in_play(&settings, &game, &mut pool, &mut random));
    let one = OpeningSearchSettings { games: 1, ..settings };
    assert!(
        is_even_in_play(&one, &game, &mut pool, &mut random),
        "one game cannot be a lead of three"
    );
    let text = list_header(&OpeningSearchSettings { count: 1, ..one });
    assert!(text.contains("--margin 60 --games 1 --game-nodes 100\n"), "{text}");
}

#[test]
fn too_few_openings_are_an_error_with_their_number() {
    // The first ply has three entries that are not symmetric to each other.
    let settings = OpeningSearchSettings {
        plies: NumberRange { first: 1, last: 1 },
        margin: 20_000,
        count: 10,
        ..SMALL
    };
    let (result, openings) = search(&settings);
    let found = openings.len();
    assert!(
        matches!(result, Err(OpeningSearchError::TooFew(count)) if count == found && found < 10)
    );
}
