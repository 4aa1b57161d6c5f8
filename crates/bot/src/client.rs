//! The requests of a bot to the site: access tokens, moves, and the public list of games.

use crate::error::BotError;
use crate::http::{SiteError, answer, unreadable};
use crate::request::GAME;
use crate::settings::{BotSettings, Secret, SiteSettings};
use crate::site_game::SiteGame;
use luctor_system::resources::lock;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use ureq::Agent;

/// A token is renewed this long before its end.
const TOKEN_RESERVE: Duration = Duration::from_secs(60);

struct AccessToken {
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
    token: Mutex<Option<AccessToken>>,
}

impl SiteClient {
    /// The client of a bot. Reads its secret, and sends nothing yet.
    pub fn new(
        agent: &Agent,
        site: &SiteSettings,
        bot: &BotSettings,
    ) -> Result<SiteClient, BotError> {
        Ok(SiteClient {
            agent: agent.clone(),
            site: site.clone(),
            secret: bot.secret()?,
            bot: bot.clone(),
            token: Mutex::new(None),
        })
    }

    /// Sends a move. With a new token once more if the site does not accept the token. Returns the game after the move.
    pub fn send_move(&self, game: &str, mv: &str) -> Result<SiteGame, SiteError> {
        let body =
            json!({ "verb": "move", "gameid": game, "metaGame": GAME, "move": mv }).to_string();
        let send = || {
            let authorization = format!("Bearer {}", self.token()?.0);
            let request =
                self.agent.post(&self.site.move_url).header("Authorization", authorization);
            // The gateway of the site accepts this type without parameters only.
            answer(request.header("Content-Type", "application/json").send(&body))
        };
        let text = match send() {
            Err(SiteError::Credentials(_)) => {
                *lock(&self.token) = None;
                send()
            }
            result => result,
        }?;
        serde_json::from_str(&text).map_err(unreadable)
    }

    /// The games in progress of all players.
    pub fn current_games(&self) -> Result<Vec<SiteGame>, SiteError> {
        self.query("games", ("type", "current"))
    }

    /// A game with its state.
    pub fn one_game(&self, game: &str) -> Result<SiteGame, SiteError> {
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
    ) -> Result<T, SiteError> {
        let request = self.agent.get(&self.site.games_url).query("query", query);
        let request = request.query("metaGame", GAME).query(field, value);
        // `cbit=0` asks for a game in progress. For this question the site also returns games that have ended.
        let text = answer(request.query("cbit", "0").call())?;
        serde_json::from_str(&text).map_err(unreadable)
    }

    /// The access token, a new one if there is none that is still good.
    pub(crate) fn token(&self) -> Result<Secret, SiteError> {
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
            ("client_secret", &self.secret.0),
            ("scope", &self.site.scope),
        ];
        let text = match answer(self.agent.post(&self.site.token_url).send_form(form)) {
            Err(SiteError::Refused(message)) => Err(SiteError::Credentials(message)),
            result => result,
        }?;
        let answer: TokenAnswer = serde_json::from_str(&text)
            .map_err(|_| SiteError::Unreadable("there is no access token".to_owned()))?;
        // A larger number overflows.
        let time = Duration::from_secs(answer.expires_in.min(24 * 3600));
        let time = time.saturating_sub(TOKEN_RESERVE);
        let text = Secret(answer.access_token);
        *stored = Some(AccessToken { text: text.clone(), renew_at: Instant::now() + time });
        Ok(text)
    }
}
