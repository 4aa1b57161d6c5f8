//! `luctor gui`: a board in the browser that hosts any UGI engine.
//!
//! A web server on the loopback interface serves one page and pipes lines between the page's WebSockets and
//! engine processes, one process a socket. The page speaks UGI and nothing else: this program, started once
//! more, answers its questions about the rules, and the engine, this program again or any other, plays and
//! analyses. What the server knows of the game is nothing.

mod bridge;
mod command;
mod doorway;
mod server;

pub use command::{EngineCommand, UnknownEngine};
pub use doorway::Doorway;
pub use server::{Access, router};

use axum::serve::ListenerExt;
use clap::Args;
use std::fmt;
use std::io;
use std::net::Ipv4Addr;
use tokio::net::TcpListener;

/// How to host.
#[derive(Args, Clone, PartialEq, Eq, Debug)]
pub struct GuiSettings {
    /// The port on 127.0.0.1; 0 takes a free one.
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub port: u16,
    /// The engine that plays and analyses: any program that speaks UGI, with its arguments [default: this one].
    #[arg(long, value_name = "CMD", value_parser = EngineCommand::read)]
    pub engine: Option<EngineCommand>,
    /// Open no browser, only print the address.
    #[arg(long)]
    pub no_open: bool,
}

/// Why there is no page.
#[derive(Debug)]
pub enum GuiError {
    /// The port can't be had.
    Listen(u16, io::Error),
    /// The machine gives no random numbers for the token.
    Token(String),
    /// The program does not know where it is.
    Itself(io::Error),
    /// The server ended.
    Serve(io::Error),
}

impl fmt::Display for GuiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GuiError::Listen(port, error) => {
                write!(f, "cannot listen on 127.0.0.1:{port}: {error}")
            }
            GuiError::Token(error) => write!(f, "no random numbers for the address: {error}"),
            GuiError::Itself(error) => {
                write!(f, "cannot find this program to start it as an engine: {error}")
            }
            GuiError::Serve(error) => write!(f, "the server ended: {error}"),
        }
    }
}

impl std::error::Error for GuiError {}

/// Serves the page until Ctrl-C. `announce` is told the address, token included, as soon as it answers.
///
/// # Errors
///
/// The port is taken, or the machine refuses something.
pub fn serve(settings: &GuiSettings, announce: impl FnOnce(&str)) -> Result<(), GuiError> {
    let itself = EngineCommand::itself().map_err(GuiError::Itself)?;
    let engine = settings.engine.clone().unwrap_or_else(|| itself.clone());
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .map_err(GuiError::Serve)?;
    runtime.block_on(async {
        let listen = |error| GuiError::Listen(settings.port, error);
        let listener =
            TcpListener::bind((Ipv4Addr::LOCALHOST, settings.port)).await.map_err(listen)?;
        let port = listener.local_addr().map_err(listen)?.port();
        let access = Access::new(port).map_err(GuiError::Token)?;
        let address = access.address();
        let router = router(access, itself, engine);
        // Lines are short and many, and each is waited for.
        let listener = listener.tap_io(|stream| {
            if let Err(error) = stream.set_nodelay(true) {
                log::debug!("lines may wait for others: {error}");
            }
        });
        announce(&address);
        // Sockets live as long as their pages: waiting for them would keep the program alive for ever.
        tokio::select! {
            served = axum::serve(listener, router) => served.map_err(GuiError::Serve),
            interrupted = interrupt() => interrupted.map_err(GuiError::Serve),
        }
    })
}

/// Waits until the program is told to end, so that its engines end with it.
async fn interrupt() -> io::Result<()> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let (mut end, mut hang_up) =
            (signal(SignalKind::terminate())?, signal(SignalKind::hangup())?);
        tokio::select! {
            interrupted = tokio::signal::ctrl_c() => interrupted,
            _ = end.recv() => Ok(()),
            _ = hang_up.recv() => Ok(()),
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await
}
