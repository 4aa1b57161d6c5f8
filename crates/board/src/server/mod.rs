//! The server from its start to Ctrl-C.
//!
//! | file | contents |
//! |---|---|
//! | `access` | the token of the address; which requests are refused |
//! | `routes` | the paths under the token: files of the page, requests, sockets |
//! | `engine_command`, `page_engine` | the command line of an engine; a running engine |
//! | `engine_socket`, `study_socket` | a socket to an engine; a socket for a request that takes a search |

mod access;
mod engine_command;
mod engine_socket;
mod page_engine;
mod routes;
mod study_socket;

pub use engine_command::{EngineCommand, EngineCommandError};

use crate::Library;
use access::Access;
use axum::serve::ListenerExt;
use emergo::Coordinates;
use luctor_explorer::{Index, IndexError};
use std::io;
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::net::TcpListener;

/// The port of the page. The browser keeps games and settings for each port.
pub const DEFAULT_PORT: u16 = 8442;

/// Settings of the server.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ServerSettings {
    /// The port on 127.0.0.1; 0 selects a free one. `None` is [`DEFAULT_PORT`], or a free one if it is not available.
    pub port: Option<u16>,
    /// The engine that plays and analyses. `None` is the running program with `--no-files`.
    pub engine: Option<EngineCommand>,
    /// The index of games for the explorer, made by `luctor explore`. Without it the explorer has the games of the program.
    pub index: Option<PathBuf>,
}

/// Why the page cannot be served.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum ServerError {
    #[error("cannot listen on 127.0.0.1:{port}")]
    Listen { port: u16, source: io::Error },
    #[error("no random numbers for the address")]
    Token(#[source] getrandom::Error),
    #[error("cannot find this program to start it as an engine")]
    CurrentProgram(#[source] io::Error),
    #[error("{}", .path.display())]
    Index { path: PathBuf, source: IndexError },
    #[error("the server failed")]
    Serve(#[source] io::Error),
}

/// Serves the page until Ctrl-C. Calls `announce` with the address and the port as soon as the server answers.
///
/// # Errors
///
/// The port is not available, or the system refuses something else.
pub fn serve(
    settings: &ServerSettings,
    announce: impl FnOnce(&str, u16),
) -> Result<(), ServerError> {
    let engine = match &settings.engine {
        Some(engine) => engine.clone(),
        None => EngineCommand::current_program().map_err(ServerError::CurrentProgram)?,
    };
    let library = match &settings.index {
        Some(path) => open_index(path)?,
        None => Library::default(),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .map_err(ServerError::Serve)?;
    runtime.block_on(async {
        let port = settings.port.unwrap_or(DEFAULT_PORT);
        let listen = |source| ServerError::Listen { port, source };
        let listener = match TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await {
            Err(_) if settings.port.is_none() => TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await,
            bound => bound,
        }
        .map_err(listen)?;
        let port = listener.local_addr().map_err(listen)?.port();
        let access = Access::new(port).map_err(ServerError::Token)?;
        let address = format!("http://127.0.0.1:{port}/{}/", access.token);
        let router = routes::router(access, engine, Arc::new(library));
        announce(&address, port);
        // Messages are short, and a client waits for each: do not delay them. An error here only makes them slower.
        let listener = listener.tap_io(|stream| {
            let _ = stream.set_nodelay(true);
        });
        // A graceful shutdown would wait until all pages are closed.
        tokio::select! {
            served = axum::serve(listener, router) => served.map_err(ServerError::Serve),
            signal = wait_for_signal() => signal.map_err(ServerError::Serve),
        }
    })
}

/// A library with an index of games.
fn open_index(path: &Path) -> Result<Library, ServerError> {
    let error = |source| ServerError::Index { path: path.to_owned(), source };
    let index = Index::open(path).map_err(error)?;
    Ok(Library::with_index(move |position| {
        index.lookup(position, Coordinates::Oblique).map_err(|error| error.to_string())
    }))
}

/// Waits for a signal that ends the program. The engines end with the runtime.
async fn wait_for_signal() -> io::Result<()> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let (mut terminate, mut hang_up) =
            (signal(SignalKind::terminate())?, signal(SignalKind::hangup())?);
        tokio::select! {
            interrupted = tokio::signal::ctrl_c() => interrupted,
            _ = terminate.recv() => Ok(()),
            _ = hang_up.recv() => Ok(()),
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await
}
