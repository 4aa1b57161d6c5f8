//! The routes under the token: the files of the page, `rules` for requests that take no search, `study` for requests that
//! take one, and `engine`, a socket to an engine process.

use super::access::Access;
use super::engine_command::EngineCommand;
use super::engine_socket::connect_engine;
use super::study_socket::{MAX_STUDIES, connect_study};
use crate::page_files::Page;
use crate::{Library, answer_json};
use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::StatusCode;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderValue, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use std::sync::Arc;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

/// Largest request about the rules, in bytes: a file of game records.
const MAX_REQUEST_BYTES: usize = 64 << 20;

/// The page may load its own files and talk to this server, and nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

pub(crate) fn router(access: Access, engine: EngineCommand, library: Arc<Library>) -> Router {
    let token = access.token.clone();
    let path = |name: &str| format!("/{token}/{name}");
    let mut routes = Router::new();
    for name in Page::iter() {
        let address = path(if name == "index.html" { "" } else { &name });
        let file = move || async move {
            let content =
                Page::get(&name).map(|file| ([(CONTENT_TYPE, content_type(&name))], file.data));
            content.ok_or(StatusCode::NOT_FOUND)
        };
        routes = routes.route(&address, get(file));
    }
    let socket = move |upgrade: WebSocketUpgrade| async move {
        upgrade.on_upgrade(move |socket| connect_engine(socket, engine))
    };
    let studies = Arc::new(Semaphore::new(MAX_STUDIES));
    let study = move |upgrade: WebSocketUpgrade| async move {
        upgrade.on_upgrade(move |socket| connect_study(socket, studies))
    };
    // A large file or an exact ending takes seconds.
    let rules = move |request: String| async move {
        let answer =
            spawn_blocking(move || answer_json(&request, |asked| library.answer(asked))).await;
        let answer = answer.map_err(|_| StatusCode::INTERNAL_SERVER_ERROR)?;
        Ok::<_, StatusCode>(([(CONTENT_TYPE, "application/json")], answer))
    };
    routes
        .route(&path("engine"), any(socket))
        .route(&path("study"), any(study))
        .route(&path("rules"), post(rules).layer(DefaultBodyLimit::max(MAX_REQUEST_BYTES)))
        .fallback(|| async { StatusCode::NOT_FOUND })
        .layer(from_fn_with_state(Arc::new(access), check_access))
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html",
        Some("css") => "text/css",
        Some("svg") => "image/svg+xml",
        _ => "text/javascript",
    }
}

/// Refuses requests of other pages, and adds to each answer what the page may do.
async fn check_access(State(access): State<Arc<Access>>, request: Request, next: Next) -> Response {
    let mut response = match access.check(&request) {
        Err(denied) => (StatusCode::FORBIDDEN, format!("{denied}\n")).into_response(),
        Ok(()) => next.run(request).await,
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (CONTENT_SECURITY_POLICY, POLICY),
        (REFERRER_POLICY, "no-referrer"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        (CACHE_CONTROL, "no-store"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}
