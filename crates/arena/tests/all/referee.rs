//! The referee with players in memory, and the engine of this program as such a player.

use emergo::Side;
use luctor_arena::engine_failure::{NotScored, PlayerError};
use luctor_arena::players::internal_player::InternalPlayer;
use luctor_arena::players::player::{EngineCheck, PlayRequest, Player, PlayerMove};
use luctor_arena::referee::play;
use luctor_arena::schedule::ScheduledGame;
use luctor_arena::settings::{EngineSettings, MatchSettings};
use luctor_arena::time_control::{PlayerClock, TurnLimit};
use luctor_engine::interrupt::Interrupt;

/// A player that enters on this square, or that has no thread for its search.
struct OneMove(Option<&'static str>);

impl Player for OneMove {
    fn start_check(&self) -> &EngineCheck {
        const { &EngineCheck { problems: Vec::new(), warnings: Vec::new() } }
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

/// A game of an engine against itself.
const GAME: ScheduledGame = ScheduledGame { game: 0, pair: 0, engines: [0, 0], opening: None };

fn match_of(engine: EngineSettings) -> MatchSettings {
    MatchSettings { engines: vec![engine], ..MatchSettings::default() }
}

#[test]
fn a_game_that_is_not_scored_names_the_side_that_has_no_thread() {
    let settings = match_of(EngineSettings::default());
    for (white, black, side) in [
        (None, Some("e6"), Side::White),
        (Some("e4"), None, Side::Black),
        (None, None, Side::White),
    ] {
        let players: [&mut dyn Player; 2] = [&mut OneMove(white), &mut OneMove(black)];
        let failure = play(&settings, GAME, players).unwrap_err();
        assert_eq!(failure.side, side);
        assert_eq!(failure.error, NotScored::NotStarted("no thread".to_owned()));
    }
}

#[test]
fn an_internal_engine_plays_with_the_parameters_of_its_options() {
    for (max_depth, depth) in [(None, 4), (Some("2"), 2)] {
        let option = max_depth.map(|value| ("params.max_depth".to_owned(), value.to_owned()));
        let engine = EngineSettings {
            options: option.into_iter().collect(),
            limit: TurnLimit::Depth(4),
            ..EngineSettings::default()
        };
        let settings = MatchSettings::default();
        let mut player = InternalPlayer::start(&settings, &engine, Interrupt::default()).unwrap();
        assert!(player.start_check().problems.is_empty());
        let clocks = &[PlayerClock::new(engine.limit); 2];
        let request = PlayRequest { game: &settings.game(None), clocks, seed: 0 };
        assert_eq!(player.choose_move(&request).unwrap().info.depth, Some(depth));
    }
}

#[test]
fn a_range_of_nodes_gives_other_moves_in_other_games_and_the_same_moves_in_the_same_game() {
    let limit: TurnLimit = "nodes=20-400".parse().unwrap();
    let settings = match_of(EngineSettings { limit, ..EngineSettings::default() });
    let engine = &settings.engines[0];
    let moves_of_game = |game| {
        let player = || InternalPlayer::start(&settings, engine, Interrupt::default()).unwrap();
        let game = ScheduledGame { game, ..GAME };
        let played = play(&settings, game, [&mut player(), &mut player()]).unwrap();
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
