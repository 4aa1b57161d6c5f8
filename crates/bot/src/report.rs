//! What the owner sees of the games: a list, and records that `luctor analyse` reads.

use crate::history::{plies, replay_legal_part};
use crate::settings::{Settings, SettingsError};
use crate::store::{BotGame, GameKey, Stage, StoreError, read_games};
use crate::unix_time;
use emergo::{Coordinates, Repetition};
use emergo_records::{GameRecord, PlayerInfo, RecordedMove};
use std::collections::BTreeMap;
use std::fmt::Write;
use thiserror::Error;

/// Why there is no list.
#[derive(Debug, Error)]
pub enum ReportError {
    /// The settings.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The folder of games.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The games of all bots. The program may be running.
///
/// # Errors
///
/// The folder cannot be read.
pub fn games(settings: &Settings) -> Result<BTreeMap<GameKey, BotGame>, StoreError> {
    read_games(&settings.state, settings.bots.iter().map(|bot| bot.name.as_str()))
}

/// A line for each game, the open ones first.
pub fn list(games: &BTreeMap<GameKey, BotGame>) -> String {
    let mut rows: Vec<(&GameKey, &BotGame)> = games.iter().collect();
    rows.sort_by_key(|(_, game)| !game.stage.is_open());
    let mut text = format!("{:<12} {:<36} {:<20} {:>4}  next\n", "bot", "game", "opponent", "ply");
    for (key, game) in rows {
        let hours = game.deadline.saturating_sub(unix_time()) / 3600;
        let left = match &game.stage {
            Stage::Search | Stage::Send(_) => format!(", {hours} hours left"),
            _ => String::new(),
        };
        let opponent = game.opponent.as_deref().unwrap_or("-");
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "{:<12} {:<36} {opponent:<20} {:>4}  {}{left}",
            key.bot,
            key.game,
            plies(&game.moves),
            game.stage
        );
    }
    text
}

/// The record of a game, up to the last move that is known.
pub fn record(key: &GameKey, game: &BotGame) -> GameRecord {
    let (played, _) = replay_legal_part(&game.moves);
    let mut players = [PlayerInfo::default(), PlayerInfo::default()];
    players[game.side.index()].name = Some(key.bot.clone());
    players[game.side.other().index()].name = game.opponent.clone();
    let result = match game.stage {
        Stage::Ended(result) => result,
        _ => None,
    };
    GameRecord {
        coordinates: Coordinates::Checkerboard,
        repetition: Repetition::Unlimited,
        players,
        site: Some("Abstract Play".to_owned()),
        tags: vec![("GameId".to_owned(), key.game.clone())],
        moves: played.moves().iter().map(|mv| RecordedMove::from(*mv)).collect(),
        result,
        reason: played.ending().map(|ending| ending.reason.into()),
        ..GameRecord::default()
    }
}
