//! HTTP requests to the site, and what its answers mean.
//!
//! The site wraps some answers: a status of 200, and a JSON object with the real `statusCode` and `body`.

use crate::one_line;
use serde::Deserialize;
use serde_json::Value;
use std::time::Duration;
use thiserror::Error;
use ureq::http::Response;
#[cfg(target_os = "linux")]
use ureq::tls::Certificate;
use ureq::tls::{RootCerts, TlsConfig};
use ureq::{Agent, Body};

/// Longest time of a request.
const TIMEOUT: Duration = Duration::from_secs(30);
/// Largest answer in bytes.
const MAX_ANSWER_BYTES: u64 = 64 << 20;

/// Why a request to the site had no success.
#[derive(Debug, Error)]
pub enum SiteError {
    #[error("no answer of the site: {0}")]
    NoAnswer(Box<ureq::Error>),
    #[error("the site does not accept the credentials: {0}")]
    Credentials(String),
    /// The site understood the request and refuses it, for example because it is not the bot's turn.
    #[error("the site refuses: {0}")]
    Refused(String),
    /// The site failed, or asks to wait.
    #[error("the site answers {status}: {message}")]
    Status { status: u16, message: String },
    #[error("the answer of the site cannot be read: {0}")]
    Unreadable(String),
    #[error("the bot does not play this game")]
    OtherPlayers,
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

pub(crate) fn unreadable(error: serde_json::Error) -> SiteError {
    SiteError::Unreadable(one_line(&error.to_string()))
}

/// The body of a good answer.
pub(crate) fn answer(result: Result<Response<Body>, ureq::Error>) -> Result<String, SiteError> {
    let no_answer = |error| SiteError::NoAnswer(Box::new(error));
    let mut response = result.map_err(no_answer)?;
    let status = response.status().as_u16();
    let text = response.body_mut().with_config().limit(MAX_ANSWER_BYTES).lossy_utf8(true);
    unwrap_answer(status, text.read_to_string().map_err(no_answer)?)
}

/// The body of an answer with a good status, inside its wrapping if it has one.
fn unwrap_answer(status: u16, text: String) -> Result<String, SiteError> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Wrapping {
        #[serde(rename_all = "camelCase")]
        Answer { status_code: u16, body: String },
        #[serde(rename_all = "camelCase")]
        Error { error_message: String },
    }
    let is_good = |status| (200..300).contains(&status);
    // A wrapped answer has no other sign of a failure of the site.
    let is_failure = |text: &str| {
        ["Unable to process", "Unable to get"].iter().any(|start| message(text).starts_with(start))
    };
    let failed = |status, text: &str| Err(SiteError::Status { status, message: message(text) });
    match serde_json::from_str(&text) {
        Ok(Wrapping::Answer { status_code, body }) => match status_code {
            401 => Err(SiteError::Credentials(message(&body))),
            good if is_good(good) => Ok(body),
            500.. if is_failure(&body) => failed(status_code, &body),
            _ => Err(SiteError::Refused(message(&body))),
        },
        Ok(Wrapping::Error { error_message }) => failed(status, &error_message),
        Err(_) => match status {
            good if is_good(good) => Ok(text),
            401 => Err(SiteError::Credentials(message(&text))),
            403 | 404 | 408 | 429 => failed(status, &text),
            400..500 => Err(SiteError::Refused(message(&text))),
            _ => failed(status, &text),
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
