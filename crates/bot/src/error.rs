//! Why the program cannot start.

use crate::http::SiteError;
use luctor_system::files::FileError;
use luctor_system::resources::ResourceError;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use thiserror::Error;

/// Why the program cannot start.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum BotError {
    #[error(transparent)]
    File(#[from] FileError),
    #[error("{}, line {line}: {message}", .path.display())]
    Toml { path: PathBuf, line: usize, message: String },
    /// The key has the name of the bot in front if it belongs to one.
    #[error("{key}: {problem}")]
    Setting { key: String, problem: String },
    #[error("{}: another luctor bot uses this folder", .0.display())]
    Locked(PathBuf),
    #[error("the public key of the site: {place}: this is not an ssh-ed25519 public key")]
    Key { place: String },
    /// The site does not give its key, and none is kept.
    #[error("the public key of the site: {address}: {cause}")]
    Site { address: String, cause: SiteError },
    #[error(transparent)]
    Resources(#[from] ResourceError),
    #[error("cannot listen on {address}: {cause}")]
    Listen { address: SocketAddr, cause: io::Error },
    #[error("cannot start a thread: {0}")]
    Thread(#[from] io::Error),
}
