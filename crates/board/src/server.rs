//! Who may ask, and what is served. The address has a random token that other pages cannot know; a request for
//! another host (a name that was made to point here) or from another origin is refused.

use super::bridge::{LONGEST_MESSAGE, converse};
use super::command::EngineCommand;
use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, HeaderMap, HeaderName, HeaderValue,
    ORIGIN, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use std::sync::Arc;

/// The files of the page: name, type, text.
const FILES: [(&str, &str, &str); 26] = [
    ("", "text/html", include_str!("page/index.html")),
    ("style.css", "text/css", include_str!("page/style.css")),
    ("icon.svg", "image/svg+xml", include_str!("page/icon.svg")),
    ("analysis.js", "text/javascript", include_str!("page/analysis.js")),
    ("board.js", "text/javascript", include_str!("page/board.js")),
    ("clock.js", "text/javascript", include_str!("page/clock.js")),
    ("connection.js", "text/javascript", include_str!("page/connection.js")),
    ("dialogs.js", "text/javascript", include_str!("page/dialogs.js")),
    ("engine.js", "text/javascript", include_str!("page/engine.js")),
    ("files.js", "text/javascript", include_str!("page/files.js")),
    ("game.js", "text/javascript", include_str!("page/game.js")),
    ("graph.js", "text/javascript", include_str!("page/graph.js")),
    ("info.js", "text/javascript", include_str!("page/info.js")),
    ("main.js", "text/javascript", include_str!("page/main.js")),
    ("movelist.js", "text/javascript", include_str!("page/movelist.js")),
    ("moves.js", "text/javascript", include_str!("page/moves.js")),
    ("newgame.js", "text/javascript", include_str!("page/newgame.js")),
    ("options.js", "text/javascript", include_str!("page/options.js")),
    ("play.js", "text/javascript", include_str!("page/play.js")),
    ("position.js", "text/javascript", include_str!("page/position.js")),
    ("record.js", "text/javascript", include_str!("page/record.js")),
    ("referee.js", "text/javascript", include_str!("page/referee.js")),
    ("selection.js", "text/javascript", include_str!("page/selection.js")),
    ("setup.js", "text/javascript", include_str!("page/setup.js")),
    ("table.js", "text/javascript", include_str!("page/table.js")),
    ("words.js", "text/javascript", include_str!("page/words.js")),
];

/// Nothing but the page's own files, and its own sockets.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Who may ask.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Access {
    hosts: Vec<String>,
    port: u16,
    token: String,
}

impl Access {
    /// Access by a new token to the server on this port.
    ///
    /// # Errors
    ///
    /// The system has no random numbers.
    pub fn new(port: u16) -> Result<Access, String> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(|error| error.to_string())?;
        let token = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let names = ["127.0.0.1", "localhost"];
        let mut hosts: Vec<String> = names.iter().map(|name| format!("{name}:{port}")).collect();
        // Browsers leave the usual port out.
        if port == 80 {
            hosts.extend(names.map(str::to_owned));
        }
        Ok(Access { hosts, port, token })
    }

    /// The address of the page.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.port, self.token)
    }

    /// Is the request meant for this server, and does it come from its own page or from the person?
    fn refusal(&self, headers: &HeaderMap, is_socket: bool) -> Option<&'static str> {
        let value = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
        let host = value(HOST);
        if !self.hosts.iter().any(|own| host == Some(own)) {
            return Some("this is no name of the server");
        }
        let is_own = |origin: &str| {
            origin.strip_prefix("http://").is_some_and(|origin| Some(origin) == host)
        };
        match headers.get(ORIGIN) {
            Some(origin) if !origin.to_str().is_ok_and(is_own) => Some("another page may not ask"),
            None if is_socket => Some("a socket needs an origin"),
            _ => None,
        }
    }
}

/// Everything that is served: under the token, the page, `rules` for questions about the rules and `engine`.
pub fn router(access: Access, rules: EngineCommand, engine: EngineCommand) -> Router {
    let mut page = Router::new();
    for (name, kind, text) in FILES {
        let content_type = HeaderValue::from_static(kind);
        page = page.route(
            &format!("/{}/{name}", access.token),
            get(move || async move { ([(CONTENT_TYPE, content_type)], text) }),
        );
    }
    for (name, who, command) in
        [("rules", "the rules program", rules), ("engine", "the engine", engine)]
    {
        let open = move |upgrade: WebSocketUpgrade| async move {
            upgrade
                .max_message_size(LONGEST_MESSAGE)
                .max_frame_size(LONGEST_MESSAGE)
                .on_upgrade(move |socket| converse(socket, who, command))
        };
        page = page.route(&format!("/{}/{name}", access.token), any(open));
    }
    page.fallback(|| async { (StatusCode::NOT_FOUND, "nothing is here\n") })
        .layer(from_fn_with_state(Arc::new(access), guard))
}

/// Lets through what may ask, and says on every answer what the page may do.
async fn guard(State(access): State<Arc<Access>>, request: Request, next: Next) -> Response {
    let is_socket = request.headers().contains_key("upgrade");
    let mut response = match access.refusal(request.headers(), is_socket) {
        Some(why) => (StatusCode::FORBIDDEN, format!("{why}\n")).into_response(),
        None => next.run(request).await,
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

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(list: &[(HeaderName, &'static str)]) -> HeaderMap {
        list.iter().map(|(name, value)| (name.clone(), HeaderValue::from_static(value))).collect()
    }

    #[test]
    fn only_the_page_itself_and_the_person_are_let_in() {
        let access = Access::new(4000).unwrap();
        for (list, is_socket, admitted) in [
            (&[(HOST, "127.0.0.1:4000")][..], false, true),
            (&[(HOST, "localhost:4000")], false, true),
            (&[], false, false),
            (&[(HOST, "127.0.0.1")], false, false),
            (&[(HOST, "emergo.example:4000")], false, false),
            (&[(HOST, "127.0.0.1:4000"), (ORIGIN, "http://127.0.0.1:4000")], true, true),
            (&[(HOST, "127.0.0.1:4000")], true, false),
            (&[(HOST, "127.0.0.1:4000"), (ORIGIN, "http://emergo.example")], true, false),
            (&[(HOST, "127.0.0.1:4000"), (ORIGIN, "null")], false, false),
        ] {
            let refusal = access.refusal(&headers(list), is_socket);
            assert_eq!(refusal.is_none(), admitted, "{list:?}: {refusal:?}");
        }
    }

    #[test]
    fn every_address_has_a_token_of_its_own() {
        let [first, second] = [(); 2].map(|()| Access::new(4000).unwrap().address());
        assert_ne!(first, second);
        assert_eq!(first.len(), "http://127.0.0.1:4000//".len() + 32);
    }
}
