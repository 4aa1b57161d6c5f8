//! Self-play games as lines of JSON, one line for each position. docs/records.md has the keys, under lines of positions.
//!
//! The lines of a game follow each other. A game begins with a line with the start position. A game without moves has no
//! lines.

use super::game::{PlySearch, SelfPlayGame, SelfPlayPly};
use emergo::notation::{MoveTextError, PositionTextError};
use emergo::{
    Coordinates, GameResult, Position, UnknownResult, UnknownVariant, Variant, read_move,
    read_position, write_move, write_position,
};
use luctor_engine::score::Score;
use serde::{Deserialize, Serialize};
use thiserror::Error;

#[derive(Serialize, Deserialize)]
struct PositionLine {
    variant: String,
    position: String,
    #[serde(rename = "move")]
    played: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    score: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    best: Option<String>,
    result: String,
}

/// Is this text one of these lines?
pub fn is_position_line(text: &str) -> bool {
    serde_json::from_str::<PositionLine>(text).is_ok()
}

/// Writes the lines of a game.
pub fn write_game(game: &SelfPlayGame) -> String {
    let variant = game.variant;
    let mut position = Position::start(variant);
    let text = |mv| write_move(variant, Coordinates::Oblique, mv);
    let mut lines = String::new();
    for (ply, SelfPlayPly { played, search }) in game.plies.iter().enumerate() {
        let line = PositionLine {
            variant: variant.name().to_owned(),
            position: write_position(&position, 1 + ply as u32 / 2),
            played: text(*played),
            score: search.map(|search| search.score.value()),
            best: search.map(|search| search.best_move).filter(|best| best != played).map(text),
            result: game.result.name().to_owned(),
        };
        lines +=
            &serde_json::to_string(&line).expect("text and whole numbers are always valid JSON");
        lines.push('\n');
        position.play(*played);
    }
    lines
}

/// Why the lines of a game cannot be read.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum PositionLineError {
    #[error("not a position with its move")]
    Json(#[from] serde_json::Error),
    #[error(transparent)]
    Variant(#[from] UnknownVariant),
    #[error(transparent)]
    Position(#[from] PositionTextError),
    #[error(transparent)]
    Move(#[from] MoveTextError),
    #[error(transparent)]
    Result(#[from] UnknownResult),
    #[error("a score of {0} is out of range")]
    Score(i32),
    #[error("a best move needs a score")]
    BestMove,
    #[error("the position does not follow from the line before, and is not the start of a game")]
    Order,
    #[error("the result is not that of the line before")]
    OtherResult,
}

/// An error of a line. The game of the line is left out.
#[derive(Debug, Error)]
#[error("line {line}: {source}")]
pub struct PositionLineFault {
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong.
    pub source: PositionLineError,
}

/// A game up to the last line.
struct OpenGame {
    position: Position,
    game: SelfPlayGame,
}

/// Reads the games of lines. After an error it continues with the next game.
pub fn read_games(text: &str) -> Vec<Result<SelfPlayGame, PositionLineFault>> {
    let mut games = Vec::new();
    for (line, text) in (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty()) {
        if let Err(source) = add_line(&mut games, text)
            && !matches!(games.last(), Some(Err(_)))
        {
            games.pop();
            games.push(Err(PositionLineFault { line, source }));
        }
    }
    games.into_iter().map(|game| Ok(game?.game)).collect()
}

/// Adds a line to the last game, or begins a game. The lines up to the next start position belong to a game with an error.
fn add_line(
    games: &mut Vec<Result<OpenGame, PositionLineFault>>,
    text: &str,
) -> Result<(), PositionLineError> {
    let line: PositionLine = serde_json::from_str(text)?;
    let variant: Variant = line.variant.parse()?;
    let position = read_position(variant, &line.position)?.position;
    if position == Position::start(variant) {
        // The result is read below: an unknown one is an error of this game, not of the one before.
        let (plies, sampled, result) = (Vec::new(), Vec::new(), GameResult::Draw);
        let game = SelfPlayGame { variant, plies, sampled, result };
        games.push(Ok(OpenGame { position, game }));
    }
    let open = match games.last_mut() {
        Some(Err(_)) => return Ok(()),
        Some(Ok(open)) if open.position == position => open,
        _ => return Err(PositionLineError::Order),
    };
    let result: GameResult = line.result.parse()?;
    if open.game.plies.is_empty() {
        open.game.result = result;
    } else if open.game.result != result {
        return Err(PositionLineError::OtherResult);
    }
    let ply = read_ply(&position, &line)?;
    open.position.play(ply.played);
    open.game.plies.push(ply);
    Ok(())
}

fn read_ply(position: &Position, line: &PositionLine) -> Result<SelfPlayPly, PositionLineError> {
    let read = |text: &str| read_move(position, Coordinates::Oblique, text);
    let played = read(&line.played)?;
    let best_move = line.best.as_deref().map(read).transpose()?;
    let search = match (line.score, best_move) {
        (None, None) => None,
        (None, Some(_)) => return Err(PositionLineError::BestMove),
        (Some(score), best_move) => Some(PlySearch {
            best_move: best_move.unwrap_or(played),
            score: Score::from_value(score).ok_or(PositionLineError::Score(score))?,
        }),
    };
    Ok(SelfPlayPly { played, search })
}
