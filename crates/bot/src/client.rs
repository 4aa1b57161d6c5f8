//! The requests of a bot to the site: access tokens, moves, and the public list of games.
//!
//! The site wraps some answers: a status of 200, and a JSON object with the real `statusCode` and `body`.

use crate::one_line;
use crate::request::GAME;
use crate::settings::{BotSettings, Secret, SettingsError, SiteSettings};
use emergo::{GameResult, Side};
use luctor_engine::resources::lock;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use thiserror::Error;
use ureq::http::Response;
#[cfg(target_os = "linux")]
use ureq::tls::Certificate;
use ureq::tls::{RootCerts, TlsConfig};
use ureq::{Agent, Body};

/// Longest time of a request.
const TIMEOUT: Duration = Duration::from_secs(30);
/// A token is renewed this long before its end.
const TOKEN_RESERVE: Duration = Duration::from_secs(60);
/// Largest answer in bytes.
const LARGEST_ANSWER: u64 = 64 << 20;

/// Why a request of a bot had no success.
#[derive(Debug, Error)]
pub enum ClientError {
    /// No answer.
    #[error("no answer of the site: {0}")]
    NoAnswer(Box<ureq::Error>),
    /// The token or the credentials are refused.
    #[error("the site does not accept the credentials: {0}")]
    Credentials(String),
    /// The site understood the request and refuses it, for example because it is not the bot's turn.
    #[error("the site refuses: {0}")]
    Refused(String),
    /// The site failed, or asks to wait.
    #[error("the site answers {status}: {message}")]
    Status {
        /// The status.
        status: u16,
        /// The begin of the answer.
        message: String,
    },
    /// The answer is not what the site promises.
    #[error("the answer of the site cannot be read: {0}")]
    Unreadable(String),
}

/// What the site tells about a game.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SiteGame {
    /// The name of the game.
    #[serde(default)]
    pub id: String,
    /// The index of the player to move, empty after the end.
    pub to_move: Option<String>,
    /// The numbers of the winners from 1; both after a draw.
    pub winner: Option<Vec<usize>>,
    /// The players.
    #[serde(default)]
    pub players: Vec<SitePlayer>,
    /// The number of moves, in the list of games.
    pub num_moves: Option<usize>,
    /// The state of the game as JSON, only if one game was asked for.
    pub state: Option<String>,
}

/// A player of a game.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct SitePlayer {
    /// The user id; the client id of a bot.
    pub id: String,
    /// The name.
    pub name: Option<String>,
    /// The time after the last move of the player, in milliseconds.
    pub time: Option<f64>,
}

impl SiteGame {
    /// Has the game ended?
    pub fn is_over(&self) -> bool {
        self.to_move.as_deref() == Some("")
    }

    /// Is this side to move?
    pub fn is_turn_of(&self, side: Side) -> bool {
        self.to_move == Some(side.index().to_string())
    }

    /// The side of the player with this id.
    pub fn side_of(&self, id: &str) -> Option<Side> {
        let seat = self.players.iter().position(|player| player.id == id)?;
        Side::ALL.get(seat).copied()
    }

    /// The result, if the game has ended and the site tells it.
    pub fn result(&self) -> Option<GameResult> {
        match self.winner.as_deref()? {
            [1] => Some(GameResult::WhiteWins),
            [2] => Some(GameResult::BlackWins),
            [_, _] => Some(GameResult::Draw),
            _ => None,
        }
    }

    /// The time of a side in hours, after its last move.
    pub fn hours(&self, side: Side) -> f64 {
        let player = self.players.get(side.index());
        player.and_then(|player| player.time).unwrap_or_default() / 3_600_000.0
    }

    /// The name of a player.
    pub fn name(&self, side: Side) -> Option<&str> {
        self.players.get(side.index())?.name.as_deref()
    }

    /// The moves in rounds, if the state contains them.
    ///
    /// # Errors
    ///
    /// The state is missing or has another form.
    pub fn rounds(&self) -> Result<Vec<Vec<String>>, ClientError> {
        #[derive(Deserialize)]
        struct State {
            stack: Vec<Entry>,
        }
        #[derive(Deserialize)]
        struct Entry {
            #[serde(default)]
            lastmove: Option<String>,
        }
        let text = self.state.as_deref().unwrap_or_default();
        let state: State = serde_json::from_str(text).map_err(unreadable)?;
        let moves: Vec<String> =
            state.stack.into_iter().filter_map(|entry| entry.lastmove).collect();
        Ok(moves.chunks(2).map(<[String]>::to_vec).collect())
    }
}

struct Token {
    text: Secret,
    renew_at: Instant,
}

/// The connection of one bot to the site.
pub struct SiteClient {
    /// The bot.
    pub bot: BotSettings,
    agent: Agent,
    site: SiteSettings,
    secret: Secret,
    token: Mutex<Option<Token>>,
}

impl SiteClient {
    /// The client of a bot. Reads its secret, and sends nothing yet.
    ///
    /// # Errors
    ///
    /// The secret cannot be read.
    pub fn new(
        agent: &Agent,
        site: &SiteSettings,
        bot: &BotSettings,
    ) -> Result<SiteClient, SettingsError> {
        Ok(SiteClient {
            agent: agent.clone(),
            site: site.clone(),
            secret: bot.secret()?,
            bot: bot.clone(),
            token: Mutex::new(None),
        })
    }

    /// Gets an access token, if there is none that is still good.
    ///
    /// # Errors
    ///
    /// The site does not give one.
    pub fn renew_token(&self) -> Result<(), ClientError> {
        self.token().map(drop)
    }

    /// Sends a move. With a new token once more if the site does not accept the token. Returns the game after the move.
    ///
    /// # Errors
    ///
    /// The move is not accepted, or it is not known whether it is.
    pub fn send_move(&self, game: &str, mv: &str) -> Result<SiteGame, ClientError> {
        let body =
            json!({ "verb": "move", "gameid": game, "metaGame": GAME, "move": mv }).to_string();
        let send = || {
            let authorization = format!("Bearer {}", self.token()?.reveal());
            let request =
                self.agent.post(&self.site.move_url).header("Authorization", authorization);
            // The gateway of the site accepts this type without parameters only.
            answer(request.header("Content-Type", "application/json").send(&body))
        };
        let text = match send() {
            Err(ClientError::Credentials(_)) => {
                *lock(&self.token) = None;
                send()
            }
            result => result,
        }?;
        serde_json::from_str(&text).map_err(unreadable)
    }

    /// The games in progress of all players.
    ///
    /// # Errors
    ///
    /// The site does not tell them.
    pub fn current_games(&self) -> Result<Vec<SiteGame>, ClientError> {
        self.query("games", ("type", "current"))
    }

    /// A game with its state.
    ///
    /// # Errors
    ///
    /// The site does not tell it.
    pub fn one_game(&self, game: &str) -> Result<SiteGame, ClientError> {
        #[derive(Deserialize)]
        struct GameAnswer {
            game: SiteGame,
        }
        self.query("get_game", ("id", game)).map(|answer: GameAnswer| answer.game)
    }

    fn query<T: DeserializeOwned>(
        &self,
        query: &str,
        (field, value): (&str, &str),
    ) -> Result<T, ClientError> {
        let request = self.agent.get(&self.site.games_url).query("query", query);
        let request = request.query("metaGame", GAME).query(field, value);
        // A game is in progress. The site also finds those that have ended.
        let text = answer(request.query("cbit", "0").call())?;
        serde_json::from_str(&text).map_err(unreadable)
    }

    fn token(&self) -> Result<Secret, ClientError> {
        #[derive(Deserialize)]
        struct TokenAnswer {
            access_token: String,
            #[serde(default)]
            expires_in: u64,
        }
        let mut stored = lock(&self.token);
        if let Some(token) = stored.as_ref().filter(|token| Instant::now() < token.renew_at) {
            return Ok(token.text.clone());
        }
        let form = [
            ("grant_type", "client_credentials"),
            ("client_id", &self.bot.client_id),
            ("client_secret", self.secret.reveal()),
            ("scope", &self.site.scope),
        ];
        let text = match answer(self.agent.post(&self.site.token_url).send_form(form)) {
            Err(ClientError::Refused(message)) => Err(ClientError::Credentials(message)),
            result => result,
        }?;
        let answer: TokenAnswer = serde_json::from_str(&text)
            .map_err(|_| ClientError::Unreadable("there is no access token".to_owned()))?;
        // A larger number overflows.
        let time = Duration::from_secs(answer.expires_in.min(24 * 3600));
        let time = time.saturating_sub(TOKEN_RESERVE);
        let text = Secret::new(answer.access_token);
        *stored = Some(Token { text: text.clone(), renew_at: Instant::now() + time });
        Ok(text)
    }
}

/// A client for all requests. It checks certificates with those of the system, and follows no redirection.
pub fn agent() -> Agent {
    let tls = TlsConfig::builder();
    #[cfg(target_os = "linux")]
    let tls = {
        let roots = rustls_native_certs::load_native_certs();
        for error in &roots.errors {
            log::warn!("certificates of the system: {error}");
        }
        let roots = roots.certs.iter().map(|root| Certificate::from_der(root).to_owned());
        tls.root_certs(RootCerts::from(roots))
            .unversioned_rustls_crypto_provider(rustls::crypto::ring::default_provider().into())
    };
    #[cfg(not(target_os = "linux"))]
    let tls =
        tls.root_certs(RootCerts::PlatformVerifier).provider(ureq::tls::TlsProvider::NativeTls);
    Agent::config_builder()
        .tls_config(tls.build())
        .timeout_global(Some(TIMEOUT))
        .http_status_as_error(false)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .user_agent(concat!("luctor-bot/", env!("CARGO_PKG_VERSION")))
        .build()
        .into()
}

/// The text at an address.
///
/// # Errors
///
/// There is no answer, or it is an error.
pub fn get(agent: &Agent, address: &str) -> Result<String, ClientError> {
    answer(agent.get(address).call())
}

fn unreadable(error: serde_json::Error) -> ClientError {
    ClientError::Unreadable(one_line(&error.to_string()))
}

/// The body of a good answer.
fn answer(result: Result<Response<Body>, ureq::Error>) -> Result<String, ClientError> {
    let no_answer = |error| ClientError::NoAnswer(Box::new(error));
    let mut response = result.map_err(no_answer)?;
    let status = response.status().as_u16();
    let text = response.body_mut().with_config().limit(LARGEST_ANSWER).lossy_utf8(true);
    unwrap_answer(status, text.read_to_string().map_err(no_answer)?)
}

/// The body of an answer with a good status, inside its wrapping if it has one.
fn unwrap_answer(status: u16, text: String) -> Result<String, ClientError> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Wrapping {
        #[serde(rename_all = "camelCase")]
        Answer { status_code: u16, body: String },
        #[serde(rename_all = "camelCase")]
        Error { error_message: String },
    }
    let is_good = |status| (200..300).contains(&status);
    match serde_json::from_str(&text) {
        Ok(Wrapping::Answer { status_code, body }) => match status_code {
            401 => Err(ClientError::Credentials(message(&body))),
            good if is_good(good) => Ok(body),
            // The site has no other sign of a failure of its own.
            500..
                if ["Unable to process", "Unable to get"]
                    .iter()
                    .any(|start| message(&body).starts_with(start)) =>
            {
                Err(ClientError::Status { status: status_code, message: message(&body) })
            }
            _ => Err(ClientError::Refused(message(&body))),
        },
        Ok(Wrapping::Error { error_message }) => {
            Err(ClientError::Status { status, message: message(&error_message) })
        }
        Err(_) => match status {
            good if is_good(good) => Ok(text),
            401 => Err(ClientError::Credentials(message(&text))),
            403 | 404 | 408 | 429 => Err(ClientError::Status { status, message: message(&text) }),
            400..500 => Err(ClientError::Refused(message(&text))),
            _ => Err(ClientError::Status { status, message: message(&text) }),
        },
    }
}

/// The field `message` of an answer, or the answer.
fn message(text: &str) -> String {
    let value: Option<Value> = serde_json::from_str(text).ok();
    let field = value.as_ref().and_then(|value| value.get("message")?.as_str());
    one_line(field.unwrap_or(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_good_refused_or_a_failure_by_the_status_inside_and_outside_of_its_wrapping() {
        let refusal = r#"{"statusCode":500,"body":"{\"message\":\"It is not your turn!\"}"}"#;
        for (status, text, expected) in [
            (200, r#"{"id":"g"}"#, Ok(r#"{"id":"g"}"#)),
            (200, r#"{"statusCode":200,"body":"{}","headers":{}}"#, Ok("{}")),
            (200, refusal, Err("the site refuses: It is not your turn!")),
            (400, "a\u{1b}b", Err("the site refuses: a b")),
            (
                200,
                r#"{"errorMessage":"No game","errorType":"E"}"#,
                Err("the site answers 200: No game"),
            ),
            (400, r#"{"message":"no\nverb"}"#, Err("the site refuses: no verb")),
            (
                401,
                r#"{"message":"Unauthorized"}"#,
                Err("the site does not accept the credentials: Unauthorized"),
            ),
            (429, "slow down", Err("the site answers 429: slow down")),
            (302, "", Err("the site answers 302: ")),
            (500, "oops", Err("the site answers 500: oops")),
            (503, "<html>", Err("the site answers 503: <html>")),
        ] {
            let found = unwrap_answer(status, text.to_owned()).map_err(|error| error.to_string());
            assert_eq!(found, expected.map(str::to_owned).map_err(str::to_owned), "{text}");
        }
    }
}
