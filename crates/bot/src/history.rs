//! The moves of a game as the site sends them: rounds with one move for each player, in checkerboard coordinates.

use emergo::notation::MoveTextError;
use emergo::{
    Blocked, Coordinates, Ending, Game, Move, Repetition, Variant, read_move, write_move,
};
use thiserror::Error;

/// What is wrong with the moves of the site. Rounds and plies are numbered from 1.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum HistoryError {
    #[error("round {0} does not have two moves")]
    Round(usize),
    #[error("ply {ply}: {source}")]
    Move { ply: usize, source: MoveTextError },
    /// The game ended before its last move, or has no move for the side to move.
    #[error("the game ended after ply {ply}: {ending}")]
    Ended { ply: usize, ending: Ending },
}

/// The game of a history in which a move is to be made, by the rules of the site: a blocked side draws, and repetition
/// does not end the game.
///
/// # Errors
///
/// The rounds do not have two moves each, a move is illegal, or the game has ended.
///
/// ```
/// let rounds = [vec!["d4".to_owned(), "f6".to_owned()], vec!["c5".to_owned()]];
/// assert_eq!(luctor_bot::history::replay(&rounds)?.moves().len(), 3);
/// # Ok::<(), luctor_bot::history::HistoryError>(())
/// ```
pub fn replay(rounds: &[Vec<String>]) -> Result<Game, HistoryError> {
    let (game, error) = replay_legal_part(rounds);
    match (error, game.ending()) {
        (Some(error), _) => Err(error),
        (None, Some(ending)) => Err(HistoryError::Ended { ply: game.moves().len(), ending }),
        (None, None) => Ok(game),
    }
}

/// The game of a history up to its first error.
pub fn replay_legal_part(rounds: &[Vec<String>]) -> (Game, Option<HistoryError>) {
    let mut game =
        Game::new(Variant::Emergo, Blocked::Draw).with_repetition_rule(Repetition::Unlimited);
    let mut ply = 0;
    for (index, round) in rounds.iter().enumerate() {
        let is_last = index + 1 == rounds.len();
        if round.len() != 2 && !(is_last && round.len() == 1) {
            return (game, Some(HistoryError::Round(index + 1)));
        }
        for text in round {
            if let Some(ending) = game.ending() {
                return (game, Some(HistoryError::Ended { ply, ending }));
            }
            ply += 1;
            match read_move(game.position(), Coordinates::Checkerboard, text) {
                Ok(mv) => game.play(mv),
                Err(source) => return (game, Some(HistoryError::Move { ply, source })),
            }
        }
    }
    (game, None)
}

/// The text of a move for the site.
pub fn site_text(mv: Move) -> String {
    write_move(Variant::Emergo, Coordinates::Checkerboard, mv)
}

/// The number of moves.
pub fn plies(rounds: &[Vec<String>]) -> usize {
    rounds.iter().map(Vec::len).sum()
}

/// Do the rounds of `longer` begin with all moves of `shorter`?
pub fn begins_with(longer: &[Vec<String>], shorter: &[Vec<String>]) -> bool {
    let mut moves = longer.iter().flatten();
    shorter.iter().flatten().all(|mv| moves.next() == Some(mv))
}

/// Adds a move to the last round, or to a new one.
pub fn push(rounds: &mut Vec<Vec<String>>, mv: String) {
    match rounds.last_mut() {
        Some(round) if round.len() == 1 => round.push(mv),
        _ => rounds.push(vec![mv]),
    }
}
