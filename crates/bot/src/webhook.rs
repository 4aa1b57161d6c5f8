//! The server: a path for each bot that the site calls, and figures for the owner.

use crate::bot_game::GameKey;
use crate::metrics::prometheus_text;
use crate::queue::{Queue, Received};
use crate::request::{Challenge, SiteRequest, Verb};
use crate::settings::{BotSettings, HEALTH, METRICS};
use crate::signature::{Nonces, SignatureError, SignedRequest};
use crate::site_key::KeptKey;
use crate::{one_line, unix_time};
use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use luctor_system::files::FileError;
use luctor_system::resources::lock;
use serde_json::json;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use thiserror::Error;
use tokio::task::spawn_blocking;

/// Largest request in bytes.
pub const MAX_REQUEST_BYTES: usize = 1 << 20;

/// Longest time from the headers of a request to its answer. The site waits a little longer.
const MAX_ANSWER_TIME: Duration = Duration::from_secs(25);

/// What the requests need.
pub struct Webhook {
    queue: Arc<Queue>,
    key: KeptKey,
    nonces: Mutex<Nonces>,
}

/// Why a challenge is refused.
#[derive(Clone, Copy, PartialEq, Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum ChallengeRefusal {
    #[error("this bot does not play with everybody")]
    Player,
    #[error("this bot needs a clock of at least {start} h and {increment} h for each move")]
    Fast { start: f64, increment: f64 },
    #[error("this bot has {0} games and accepts no more")]
    Busy(usize),
}

/// Why a request is not done.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum WebhookError {
    #[error(transparent)]
    Signature(#[from] SignatureError),
    #[error("unknown request: {0}")]
    Unknown(String),
    #[error("this bot plays emergo without variants")]
    OtherGame,
    #[error(transparent)]
    Challenge(#[from] ChallengeRefusal),
    #[error("the name of the game has other characters than letters, digits, - and _")]
    GameName,
    #[error("the request cannot be stored: {0}")]
    Store(#[from] FileError),
}

/// What a request led to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WebhookReply {
    /// The challenge is accepted.
    Accepted,
    /// The request for a move is on disk.
    Move(Received),
}

impl WebhookError {
    fn status(&self) -> StatusCode {
        match self {
            WebhookError::Signature(_) => StatusCode::UNAUTHORIZED,
            WebhookError::Store(_) => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::BAD_REQUEST,
        }
    }
}

impl Webhook {
    /// A webhook without any nonces.
    pub fn new(queue: Arc<Queue>, key: KeptKey) -> Webhook {
        Webhook { queue, key, nonces: Mutex::default() }
    }

    /// Answers a POST request to the path of a bot, `None` if headers are missing.
    ///
    /// # Errors
    ///
    /// The request is refused.
    pub fn answer(
        &self,
        bot: &BotSettings,
        request: Option<SignedRequest<'_>>,
    ) -> Result<WebhookReply, WebhookError> {
        let now = unix_time();
        let signed = request.ok_or(SignatureError::Missing)?;
        let timestamp = self.key.verify(&signed, now)?;
        lock(&self.nonces).use_once(signed.nonce, timestamp, now)?;
        let request: SiteRequest = serde_json::from_slice(signed.body)
            .map_err(|error| WebhookError::Unknown(one_line(&error.to_string())))?;
        if !request.is_emergo() {
            return Err(WebhookError::OtherGame);
        }
        Ok(match request.verb {
            Verb::Challenge(challenge) => {
                self.accept(bot, &challenge)?;
                WebhookReply::Accepted
            }
            Verb::Move { game_id, clock_curr, moves } => {
                let key = GameKey::new(&bot.name, &game_id).ok_or(WebhookError::GameName)?;
                let received = self.queue.receive(&key, moves, clock_curr);
                self.queue.save(&key)?;
                WebhookReply::Move(received)
            }
        })
    }

    fn accept(&self, bot: &BotSettings, challenge: &Challenge) -> Result<(), ChallengeRefusal> {
        let Challenge { clock_start, clock_inc, clock_max, challengers } = challenge;
        let is_slow = clock_start.min(*clock_max) >= bot.min_clock_hours
            && *clock_inc >= bot.min_increment_hours;
        let is_welcome = |id| bot.players.is_empty() || bot.players.contains(id);
        if challengers.is_empty() || !challengers.iter().all(is_welcome) {
            Err(ChallengeRefusal::Player)
        } else if !is_slow {
            let (start, increment) = (bot.min_clock_hours, bot.min_increment_hours);
            Err(ChallengeRefusal::Fast { start, increment })
        } else if !self.queue.accept_challenge(&bot.name, bot.games) {
            Err(ChallengeRefusal::Busy(bot.games))
        } else {
            Ok(())
        }
    }

    /// Counts and logs what was answered. The queue has logged requests for moves.
    fn report(&self, bot: &str, answer: &Result<WebhookReply, WebhookError>) {
        let counters = &self.queue.counters;
        let counter = match answer {
            Ok(WebhookReply::Accepted) => &counters.challenges_accepted,
            Ok(WebhookReply::Move(Received::Queued)) => &counters.moves_requested,
            Ok(WebhookReply::Move(Received::Known)) => &counters.moves_known,
            Err(WebhookError::Signature(_)) => &counters.requests_refused,
            Err(WebhookError::Challenge(_)) => &counters.challenges_refused,
            Err(WebhookError::Store(_)) => &counters.write_failures,
            Ok(WebhookReply::Move(Received::Unplayable)) | Err(_) => &counters.requests_wrong,
        };
        counter.add(1);
        match answer {
            Ok(WebhookReply::Accepted) => log::info!("{bot}: challenge accepted"),
            Ok(WebhookReply::Move(_)) => {}
            Err(WebhookError::Challenge(error)) => log::info!("{bot}: challenge refused: {error}"),
            Err(error) => log::warn!("{bot}: request refused: {error}"),
        }
    }
}

/// The routes.
pub fn router(webhook: &Arc<Webhook>, bots: &[BotSettings]) -> Router {
    let mut routes = Router::new();
    for bot in bots {
        let path = bot.path();
        let bot = Arc::new(bot.clone());
        let post = |State(hook): State<Arc<Webhook>>, headers: HeaderMap, body: Bytes| async move {
            // A write to disk or a new key takes time.
            let answered = spawn_blocking(move || {
                let answer = hook.answer(&bot, signed_request(&headers, &body));
                hook.report(&bot.name, &answer);
                answer
            });
            match answered.await {
                Ok(Ok(WebhookReply::Accepted)) => reply(StatusCode::OK, "accepted"),
                Ok(Ok(WebhookReply::Move(_))) => reply(StatusCode::ACCEPTED, "received"),
                Ok(Err(error)) => reply(error.status(), &error.to_string()),
                Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
            }
        };
        let ping = || async { json_response(StatusCode::OK, json!({ "operational": true })) };
        routes = routes.route(&path, get(ping).post(post));
    }
    let metrics = |State(webhook): State<Arc<Webhook>>| async move {
        // A write to disk may hold the queue.
        let text = spawn_blocking(move || prometheus_text(&webhook.queue));
        let text = text.await.unwrap_or_default();
        ([(CONTENT_TYPE, "text/plain; version=0.0.4")], text)
    };
    routes
        .route(HEALTH, get(|| async { "ok\n" }))
        .route(METRICS, get(metrics))
        .layer(DefaultBodyLimit::max(MAX_REQUEST_BYTES))
        .layer(from_fn(answer_in_time))
        .with_state(Arc::clone(webhook))
}

/// Ends requests whose bodies come too slowly.
async fn answer_in_time(request: Request, next: Next) -> Response {
    let answer = tokio::time::timeout(MAX_ANSWER_TIME, next.run(request)).await;
    answer.unwrap_or_else(|_| StatusCode::REQUEST_TIMEOUT.into_response())
}

fn signed_request<'a>(headers: &'a HeaderMap, body: &'a [u8]) -> Option<SignedRequest<'a>> {
    let text = |name| headers.get(name)?.to_str().ok();
    Some(SignedRequest {
        timestamp: text("X-Signature-Timestamp")?,
        nonce: text("X-Signature-Nonce")?,
        signature: text("X-Signature")?,
        body,
    })
}

fn reply(status: StatusCode, message: &str) -> Response {
    json_response(status, json!({ "message": message }))
}

fn json_response(status: StatusCode, value: serde_json::Value) -> Response {
    (status, [(CONTENT_TYPE, "application/json")], value.to_string()).into_response()
}
