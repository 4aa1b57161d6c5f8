//! The settings of all bots: one TOML file, and the secrets that it names.

use crate::error::BotError;
use luctor_engine::options::{MAX_TABLE_MEBIBYTES, MAX_THREADS};
use luctor_engine::strength::FULL;
use luctor_system::files::FileError;
use serde::Deserialize;
use std::collections::HashSet;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::{env, fmt, fs};

/// The settings file. `docs/bot.md` explains the keys.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The address that the reverse proxy connects to.
    #[serde(default = "default_listen")]
    pub listen: SocketAddr,
    /// The folder of games and the key of the site.
    pub state: PathBuf,
    /// The address of the reverse proxy from outside, without a path. Only `check` uses it.
    pub public_url: Option<String>,
    /// Searches at the same time, each with one thread.
    #[serde(default = "number::<1, _>")]
    pub threads: usize,
    /// The size of the transposition table of each thread, in MiB.
    #[serde(default = "number::<32, _>")]
    pub hash: u64,
    /// The addresses of the site.
    pub site: SiteSettings,
    /// The bots, at least one.
    #[serde(rename = "bot")]
    pub bots: Vec<BotSettings>,
}

/// The addresses of the real site or of the test site.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SiteSettings {
    /// Where access tokens come from.
    pub token_url: String,
    /// The scope of the tokens.
    pub scope: String,
    /// Where moves are sent to.
    pub move_url: String,
    /// Where the public list of games is.
    pub games_url: String,
    /// The address of the public key.
    #[serde(default = "default_key_url")]
    pub key_url: String,
}

/// One bot: an account, its strength and its rules for challenges.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BotSettings {
    /// The name of the bot here, and its path in the webhook address.
    pub name: String,
    /// The client id that the site gave to the bot.
    pub client_id: String,
    /// A file with the client secret that only its owner can read.
    pub secret_file: Option<PathBuf>,
    /// The environment variable with the client secret, if there is no file.
    pub secret_env: Option<String>,
    /// The strength from 0 to 20, which is full strength.
    #[serde(default = "number::<FULL, _>")]
    pub level: u8,
    /// The time of a search in seconds.
    #[serde(default = "number::<2, _>")]
    pub seconds: f64,
    /// Games at the same time. With 0 all challenges are refused, and the games go on.
    #[serde(default = "number::<20, _>")]
    pub games: usize,
    /// The user ids whose challenges are accepted. Empty: those of everybody.
    #[serde(default)]
    pub players: Vec<String>,
    /// The least time at the start of a game, in hours.
    #[serde(default = "number::<24, _>")]
    pub min_clock_hours: f64,
    /// The least time that is added after a move, in hours.
    #[serde(default = "number::<1, _>")]
    pub min_increment_hours: f64,
}

fn default_listen() -> SocketAddr {
    (Ipv4Addr::LOCALHOST, 8790).into()
}

fn default_key_url() -> String {
    "https://play.abstractplay.com/ap-public-key.txt".to_owned()
}

fn number<const N: u8, T: From<u8>>() -> T {
    N.into()
}

fn wrong<T>(key: &str, problem: &str) -> Result<T, BotError> {
    Err(BotError::Setting { key: key.to_owned(), problem: problem.to_owned() })
}

/// A text that no log shows.
#[derive(Clone)]
pub struct Secret(pub(crate) String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(secret)")
    }
}

/// Longest search, in seconds.
const MAX_SEARCH_SECONDS: f64 = 3600.0;
/// Paths that are not for bots.
pub(crate) const HEALTH: &str = "/health";
pub(crate) const METRICS: &str = "/metrics";

impl Settings {
    /// Reads and checks a settings file. It does not read secrets.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or a key or value is wrong.
    pub fn read(path: &Path) -> Result<Settings, BotError> {
        let text = read_file(path)?;
        let settings: Settings = toml::from_str(&text).map_err(|error| {
            let start = error.span().map_or(0, |span| span.start.min(text.len()));
            let line = 1 + text.as_bytes()[..start].iter().filter(|byte| **byte == b'\n').count();
            let message = error.message().replace('\n', "; ");
            BotError::Toml { path: path.to_owned(), line, message }
        })?;
        settings.check()?;
        Ok(settings)
    }

    fn check(&self) -> Result<(), BotError> {
        if !(1..=MAX_THREADS).contains(&self.threads) {
            return wrong("threads", &format!("must be from 1 to {MAX_THREADS}"));
        }
        if !(1..=MAX_TABLE_MEBIBYTES).contains(&self.hash) {
            return wrong("hash", &format!("must be from 1 to {MAX_TABLE_MEBIBYTES}"));
        }
        let site = &self.site;
        let addresses = [
            ("site.token_url", Some(&site.token_url)),
            ("site.move_url", Some(&site.move_url)),
            ("site.games_url", Some(&site.games_url)),
            ("site.key_url", Some(&site.key_url)),
            ("public_url", self.public_url.as_ref()),
        ];
        for (key, address) in addresses {
            if address.is_some_and(|address| !is_private(address)) {
                return wrong(key, "must begin with https://");
            }
        }
        if self.bots.is_empty() {
            return wrong("bot", "there is no bot");
        }
        let (mut names, mut clients) = (HashSet::new(), HashSet::new());
        for bot in &self.bots {
            bot.check()?;
            if !names.insert(&bot.name) {
                return wrong(&bot.key("name"), "two bots have this name");
            }
            if !clients.insert(&bot.client_id) {
                return wrong(&bot.key("client_id"), "two bots have this client id");
            }
        }
        Ok(())
    }
}

impl BotSettings {
    fn key(&self, key: &str) -> String {
        format!("bot {:?}: {key}", self.name)
    }

    fn check(&self) -> Result<(), BotError> {
        let wrong = |key, problem: &str| wrong(&self.key(key), problem);
        let is_plain =
            |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if self.name.is_empty() || self.name.len() > 32 || !self.name.bytes().all(is_plain) {
            return wrong("name", "must have 1 to 32 characters from a-z, 0-9 and -");
        }
        if [HEALTH, METRICS].contains(&self.path().as_str()) {
            return wrong("name", "this path is not for a bot");
        }
        if self.level > FULL {
            return wrong("level", &format!("must be from 0 to {FULL}"));
        }
        if !(self.seconds > 0.0 && self.seconds <= MAX_SEARCH_SECONDS) {
            return wrong("seconds", &format!("must be above 0 and at most {MAX_SEARCH_SECONDS}"));
        }
        let hours = [self.min_clock_hours, self.min_increment_hours];
        if !hours.iter().all(|hours| hours.is_finite() && *hours >= 0.0) {
            return wrong("min_clock_hours, min_increment_hours", "must be from 0 on");
        }
        if self.secret_file.is_some() == self.secret_env.is_some() {
            return wrong("secret_file, secret_env", "exactly one of them must be set");
        }
        Ok(())
    }

    /// The path of the webhook.
    pub(crate) fn path(&self) -> String {
        format!("/{}", self.name)
    }

    /// Reads the client secret.
    pub(crate) fn secret(&self) -> Result<Secret, BotError> {
        let (key, text) = match (&self.secret_file, &self.secret_env) {
            (Some(path), _) if is_open(path) => {
                let problem = "other users can read this file: run chmod 600";
                return wrong(&self.key("secret_file"), problem);
            }
            (Some(path), _) => ("secret_file", read_file(path)?),
            (None, name) => {
                ("secret_env", env::var(name.as_deref().unwrap_or_default()).unwrap_or_default())
            }
        };
        match text.trim() {
            "" => wrong(&self.key(key), "it is empty or not set"),
            text => Ok(Secret(text.to_owned())),
        }
    }
}

/// Do others not see what is sent to this address?
fn is_private(address: &str) -> bool {
    let Ok(uri) = address.parse::<ureq::http::Uri>() else { return false };
    match uri.scheme_str() {
        Some("https") => true,
        Some("http") => matches!(uri.host(), Some("127.0.0.1" | "localhost")),
        _ => false,
    }
}

pub(crate) fn read_file(path: &Path) -> Result<String, FileError> {
    fs::read_to_string(path).map_err(|error| FileError::new(path, error))
}

/// Can other users read this file?
#[cfg(unix)]
fn is_open(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).is_ok_and(|file| file.permissions().mode() & 0o077 != 0)
}

/// Other systems have other permissions.
#[cfg(not(unix))]
fn is_open(_: &Path) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_settings_in_the_document_are_the_defaults() {
        let document = include_str!("../../../docs/bot.md");
        let (_, block) = document.split_once("```toml\n").expect("the document has settings");
        let (all, _) = block.split_once("```").expect("the block ends");
        let is_required = |line: &&str| line.starts_with('[') || line.contains("# required");
        let required = all.lines().filter(is_required).collect::<Vec<_>>().join("\n");
        let settings: Settings = toml::from_str(all).unwrap();
        settings.check().unwrap();
        assert_eq!(settings, toml::from_str(&required).unwrap());
    }
}
