//! The referee with players in memory.

use emergo::Side;
use luctor_arena::player::{EndReport, MoveReply, PlayRequest, Player, PlayerError};
use luctor_arena::referee::{GameConditions, play};
use luctor_arena::settings::MatchSettings;
use luctor_arena::time_control::{PlayerClock, TurnLimit};
use std::time::Duration;

/// A player that enters on this square, or that has no thread for its search.
struct OneMove(Option<&'static str>);

impl Player for OneMove {
    fn rejected_options(&self) -> &[String] {
        &[]
    }

    fn are_legal(
        &mut self,
        _: &PlayRequest,
        _: &[String],
    ) -> Result<Option<Vec<bool>>, PlayerError> {
        Ok(None)
    }

    fn new_game(&mut self) -> Result<(), PlayerError> {
        Ok(())
    }

    fn choose_move(&mut self, _: &PlayRequest) -> Result<MoveReply, PlayerError> {
        let text = self.0.ok_or_else(|| PlayerError::NotStarted("no thread".to_owned()))?;
        Ok(MoveReply { text: text.to_owned(), ..MoveReply::default() })
    }

    fn report_end(&mut self, _: &PlayRequest) -> Result<Option<EndReport>, PlayerError> {
        Ok(None)
    }
}

#[test]
fn a_game_that_is_not_scored_names_the_side_that_has_no_thread() {
    let settings = MatchSettings::default();
    for (white, black, side) in [
        (None, Some("e6"), Side::White),
        (Some("e4"), None, Side::Black),
        (None, None, Side::White),
    ] {
        let conditions = GameConditions {
            settings: &settings,
            opening: None,
            clocks: [PlayerClock::new(TurnLimit::Depth(1)); 2],
            margins: [Duration::ZERO; 2],
        };
        let failure = play(conditions, [&mut OneMove(white), &mut OneMove(black)]).unwrap_err();
        assert_eq!(failure.side, side);
        assert_eq!(failure.error, PlayerError::NotStarted("no thread".to_owned()));
    }
}
