//! What a bot knows of a game, what it has to do in it, and both as text for the owner.

use crate::history::SiteMoves;
use crate::site_game::SiteGame;
use crate::unix_time;
use emergo::{Coordinates, GameResult, Side};
use emergo_records::{GameRecord, PlayerInfo};
use jiff::Timestamp;
use luctor_system::text::aligned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::{self, Alignment};

/// A game of a bot. Both fields are names of files.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GameKey {
    /// The name of the bot.
    pub bot: String,
    /// The name of the game on the site.
    pub game: String,
}

impl GameKey {
    /// The key of a game, if its name can be the name of a file.
    pub fn new(bot: &str, game: &str) -> Option<GameKey> {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        let is_name = (1..=64).contains(&game.len()) && game.bytes().all(is_plain);
        is_name.then(|| GameKey { bot: bot.to_owned(), game: game.to_owned() })
    }
}

impl fmt::Display for GameKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.bot, self.game)
    }
}

/// A game as the bot knows it. Times are in seconds since 1970.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BotGame {
    /// The side of the bot.
    pub side: Side,
    /// The name of the opponent, if it is known.
    pub opponent: Option<String>,
    /// All moves in the form of the site, with the bot's move after the site accepted it.
    pub moves: SiteMoves,
    /// When the first request or answer of the site came, if that is known.
    pub began: Option<u64>,
    /// When the last request or answer of the site came.
    pub changed: u64,
    /// When the clock of the bot runs out, if it is to move.
    pub deadline: u64,
    /// What is to be done.
    pub status: Status,
}

impl BotGame {
    /// Notes that the site accepted a move, and what its answer tells.
    pub(crate) fn note_sent(&mut self, mv: &str, answer: &SiteGame) {
        self.moves.0.push(mv.to_owned());
        // The site may have made forced moves after this one.
        if let Ok(moves) = answer.moves()
            && moves.begins_with(&self.moves)
        {
            self.moves = moves;
        }
        self.changed = unix_time();
        if let Some(name) = answer.name(self.side.other()) {
            self.opponent = Some(name.to_owned());
        }
        self.status = if answer.is_over() { Status::Ended(answer.result()) } else { Status::Wait };
    }

    /// The record of the game, up to the last move that is known.
    pub fn record(&self, key: &GameKey) -> GameRecord {
        let (played, _) = self.moves.replay_legal_part();
        let mut players = [PlayerInfo::default(), PlayerInfo::default()];
        players[self.side.index()].name = Some(key.bot.clone());
        players[self.side.other().index()].name = self.opponent.clone();
        let result = match self.status {
            Status::Ended(result) => result,
            _ => None,
        };
        // The site may end a game otherwise than the rules, or go on.
        let ending = played.ending().filter(|ending| Some(ending.result()) == result);
        let began =
            self.began.and_then(|seconds| Timestamp::from_second(seconds.try_into().ok()?).ok());
        GameRecord {
            coordinates: Coordinates::Checkerboard,
            players,
            site: Some("Abstract Play".to_owned()),
            date: began.map(|time| time.strftime("%Y.%m.%d").to_string()),
            tags: vec![("GameId".to_owned(), key.game.clone())],
            result,
            reason: ending.map(|ending| ending.reason.into()),
            ..GameRecord::from_game(&played)
        }
    }
}

/// What a bot has to do in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// A move must be found.
    Search,
    /// This move must be sent.
    Send(String),
    /// The other side is to move.
    Wait,
    /// The bot is to move, but cannot: the reason.
    Failed(String),
    /// The game is over. The result may be unknown.
    Ended(Option<GameResult>),
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Status::Search => f.write_str("a move is searched"),
            Status::Send(mv) => write!(f, "{mv} is to be sent"),
            Status::Wait => f.write_str("the opponent is to move"),
            Status::Failed(reason) => write!(f, "FAILED: {reason}"),
            Status::Ended(Some(result)) => write!(f, "ended {result}"),
            Status::Ended(None) => f.write_str("ended"),
        }
    }
}

/// A line for each game.
pub fn games_text(games: &BTreeMap<GameKey, BotGame>) -> String {
    let mut rows = vec![["bot", "game", "opponent", "ply", "next"].map(str::to_owned)];
    for (GameKey { bot, game: id }, game) in games {
        let BotGame { moves, opponent, deadline, status, .. } = game;
        let hours = deadline.saturating_sub(unix_time()) / 3600;
        let left = match status {
            Status::Search | Status::Send(_) => format!(", {hours} hours left"),
            _ => String::new(),
        };
        let opponent = opponent.as_deref().unwrap_or("-").to_owned();
        let [ply, next] = [moves.plies().to_string(), format!("{status}{left}")];
        rows.push([bot.to_string(), id.to_string(), opponent, ply, next]);
    }
    use Alignment::{Left, Right};
    aligned(&rows, [Left, Left, Left, Right, Left])
}

#[cfg(test)]
mod tests {
    use super::*;
    use emergo::EndReason;

    /// White is blocked after the last move.
    const BLOCKED: &str = "d6 c3 g7 i9 e3 g3 f8 i7 c7 a7 i3 e9 e5 g5 d8 a3 c5 e1 a1 f6 b6 f6xd4xf2 c1 b2 i3-h2 g3xi1 g7-h8 \
        i7xg9xe7xc9 c7-d8 e9xc7xe5 c5-d4 a7xc5xe3 c1-d2 e3xc1";

    #[test]
    fn a_game_ends_when_the_site_ends_it_and_has_a_reason_if_that_is_the_end_by_the_rules() {
        let moves: Vec<String> = BLOCKED.split(' ').map(str::to_owned).collect();
        let (last, earlier) = moves.split_last().unwrap();
        let key = GameKey::new("club", "g").unwrap();
        let [draw, loss] =
            [GameResult::Draw, GameResult::BlackWins].map(|end| Status::Ended(Some(end)));
        for (answer, status, reason) in [
            (r#"{"id":"g","toMove":"0"}"#, Status::Wait, None),
            (r#"{"id":"g","toMove":"","winner":[1,2]}"#, draw, Some(EndReason::Blocked.into())),
            (r#"{"id":"g","toMove":"","winner":[2]}"#, loss, None),
        ] {
            let mut game = BotGame {
                side: Side::Black,
                opponent: None,
                moves: SiteMoves(earlier.to_vec()),
                began: Some(1_800_000_000),
                changed: 0,
                deadline: 0,
                status: Status::Send(last.clone()),
            };
            game.note_sent(last, &serde_json::from_str(answer).unwrap());
            let record = game.record(&key);
            assert_eq!((game.status, record.reason), (status, reason), "{answer}");
            assert_eq!(record.date.as_deref(), Some("2027.01.15"));
        }
    }
}
