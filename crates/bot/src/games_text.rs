//! The games as text for the owner.

use crate::bot_game::{BotGame, GameKey, Status};
use crate::history::plies;
use crate::unix_time;
use std::collections::BTreeMap;
use std::fmt::Write;

/// A line for each game.
pub fn games_text(games: &BTreeMap<GameKey, BotGame>) -> String {
    let mut text = format!("{:<12} {:<36} {:<20} {:>4}  next\n", "bot", "game", "opponent", "ply");
    for (GameKey { bot, game: id }, game) in games {
        let BotGame { moves, opponent, deadline, status, .. } = game;
        let hours = deadline.saturating_sub(unix_time()) / 3600;
        let left = match status {
            Status::Search | Status::Send(_) => format!(", {hours} hours left"),
            _ => String::new(),
        };
        let opponent = opponent.as_deref().unwrap_or("-");
        let ply = plies(moves);
        // Writing to a string does not fail.
        let _ = writeln!(text, "{bot:<12} {id:<36} {opponent:<20} {ply:>4}  {status}{left}");
    }
    text
}
