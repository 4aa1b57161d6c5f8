//! The check of an engine before the first game: it starts, accepts its options, and knows the rules.
//!
//! The rules are compared in the first opening of the engine: all legal moves, all entries, and all steps of its side to
//! neighbouring squares. An engine that does not answer `query islegal` is not compared.

use crate::engine_failure::{NotScored, PlayerError};
use crate::players::player::{EngineCheck, PlayRequest};
use crate::players::player_pool::PlayerPool;
use crate::settings::MatchSettings;
use emergo::notation::PositionText;
use emergo::{Coordinates, Position, read_move, write_move, write_position};

/// Starts an engine and checks it in the opening of its first game. Fails only if the match is being stopped.
pub fn check_engine(
    settings: &MatchSettings,
    players: &mut PlayerPool,
    engine: usize,
    opening: Option<PositionText>,
) -> Result<EngineCheck, NotScored> {
    let mut check = EngineCheck::default();
    match compare(settings, players, engine, opening, &mut check) {
        Ok(()) => {}
        Err(PlayerError::NotScored(error @ NotScored::Aborted)) => return Err(error),
        Err(error) => {
            players.stop(engine);
            check.problems.push(error.to_string());
        }
    }
    Ok(check)
}

fn compare(
    settings: &MatchSettings,
    players: &mut PlayerPool,
    engine: usize,
    opening: Option<PositionText>,
    check: &mut EngineCheck,
) -> Result<(), PlayerError> {
    let player = players.start_first(engine)?;
    check.clone_from(player.start_check());
    let game = settings.game(opening);
    let position = game.position();
    let clocks = [settings.engines[engine].clock(); 2];
    let request = PlayRequest { game: &game, clocks: &clocks, seed: 0 };
    let texts = move_texts(position);
    let Some(answers) = player.are_legal(&request, &texts)? else {
        let warning = "it does not answer query islegal, so its rules are not compared";
        check.warnings.push(warning.to_owned());
        return Ok(());
    };
    for (text, is_legal) in texts.iter().zip(answers) {
        let difference = match read_move(position, Coordinates::Oblique, text) {
            Ok(_) if !is_legal => format!("'{text}' is illegal, but it is legal"),
            Err(error) if is_legal => format!("'{text}' is legal, but {error}"),
            _ => continue,
        };
        let position = write_position(position, game.turn());
        check.problems.push(format!("in the position {position} it answers that {difference}"));
        return Ok(());
    }
    Ok(())
}

/// The texts of all legal moves, of all entries, and of all steps of the side to move.
fn move_texts(position: &Position) -> Vec<String> {
    let variant = position.variant();
    let name = |square| Coordinates::Oblique.name_of(variant, square).to_string();
    let moves = position.legal_moves();
    let legal = moves.iter().map(|mv| write_move(variant, Coordinates::Oblique, *mv));
    let mut texts: Vec<String> = legal.chain(variant.cells().map(name)).collect();
    for from in position.pieces(position.side()) {
        let neighbours = 0..variant.shifts().len();
        let neighbours = neighbours.filter_map(|direction| variant.neighbour(from, direction));
        texts.extend(neighbours.map(|to| format!("{}-{}", name(from), name(to))));
    }
    texts.sort_unstable();
    texts.dedup();
    texts
}
