//! The referee with players in memory, and the engine of this program as such a player.

use emergo::Side;
use luctor_arena::players::internal_player::InternalPlayer;
use luctor_arena::players::player::{PlayRequest, Player, PlayerMove};
use luctor_arena::players::player_error::{NotScored, PlayerError};
use luctor_arena::referee::{GameConditions, play};
use luctor_arena::settings::{EngineSettings, MatchSettings};
use luctor_arena::time_control::{PlayerClock, TurnLimit};
use luctor_engine::interrupt::Interrupt;

/// A player that enters on this square, or that has no thread for its search.
struct OneMove(Option<&'static str>);

impl Player for OneMove {
    fn rejected_options(&self) -> &[String] {
        &[]
    }

    fn new_game(&mut self) -> Result<(), PlayerError> {
        Ok(())
    }

    fn are_legal(
        &mut self,
        _: &PlayRequest,
        _: &[String],
    ) -> Result<Option<Vec<bool>>, PlayerError> {
        Ok(None)
    }

    fn choose_move(&mut self, _: &PlayRequest) -> Result<PlayerMove, PlayerError> {
        let text = self.0.ok_or_else(|| NotScored::NotStarted("no thread".to_owned()))?;
        Ok(PlayerMove { text: text.to_owned(), ..PlayerMove::default() })
    }
}

#[test]
fn a_game_that_is_not_scored_names_the_side_that_has_no_thread() {
    let (settings, engine) = (MatchSettings::default(), EngineSettings::default());
    for (white, black, side) in [
        (None, Some("e6"), Side::White),
        (Some("e4"), None, Side::Black),
        (None, None, Side::White),
    ] {
        let conditions =
            GameConditions { settings: &settings, opening: None, engines: [&engine; 2], seed: 0 };
        let failure = play(conditions, [&mut OneMove(white), &mut OneMove(black)]).unwrap_err();
        assert_eq!(failure.side, side);
        assert_eq!(failure.error, NotScored::NotStarted("no thread".to_owned()));
    }
}

#[test]
fn an_internal_engine_plays_with_the_parameters_of_its_options() {
    for (max_depth, depth) in [(None, 4), (Some("2"), 2)] {
        let option = max_depth.map(|value| ("params.max_depth".to_owned(), value.to_owned()));
        let engine = EngineSettings {
            command: "internal".to_owned(),
            options: option.into_iter().collect(),
            limit: TurnLimit::Depth(4),
            ..EngineSettings::default()
        };
        let settings = MatchSettings::default();
        let mut player = InternalPlayer::start(&settings, &engine, Interrupt::default()).unwrap();
        assert_eq!(player.rejected_options(), &[] as &[String]);
        let clocks = &[PlayerClock::new(engine.limit); 2];
        let request = PlayRequest { game: &settings.game(None), clocks, seed: 0 };
        assert_eq!(player.choose_move(&request).unwrap().info.depth, Some(depth));
    }
}

#[test]
fn a_range_of_nodes_gives_other_games_for_other_seeds_and_the_same_game_for_the_same_seed() {
    let settings = MatchSettings::default();
    let limit: TurnLimit = "nodes=20-400".parse().unwrap();
    let engine =
        EngineSettings { command: "internal".to_owned(), limit, ..EngineSettings::default() };
    let moves_of_game = |seed| {
        let player = || InternalPlayer::start(&settings, &engine, Interrupt::default()).unwrap();
        let conditions =
            GameConditions { settings: &settings, opening: None, engines: [&engine; 2], seed };
        let played = play(conditions, [&mut player(), &mut player()]).unwrap();
        let nodes: Vec<u64> =
            played.moves.iter().filter_map(|recorded| recorded.info.nodes).collect();
        // A search checks its limit at each node.
        let (least, most) = (nodes.iter().min().unwrap(), nodes.iter().max().unwrap());
        assert!(*least < 200 && 200 < *most && *most <= 400, "{nodes:?}");
        played.moves.into_iter().map(|recorded| recorded.mv).collect::<Vec<_>>()
    };
    assert_eq!(moves_of_game(1), moves_of_game(1));
    assert_ne!(moves_of_game(1), moves_of_game(2));
}
