//! Luctor as a player on AbstractPlay, the site for games by correspondence. `docs/bot.md` is for the owner of a bot.
//!
//! The site sends challenges and positions to the [`webhook`]. They go into the [`queue`], whose games the [`store`] keeps on
//! disk. A [`player`] finds a move, and a [`client`] sends it to the site.
//!
//! | module | contents |
//! |---|---|
//! | [`settings`] | the settings file and the secrets |
//! | [`request`], [`history`] | what the site sends; the moves of a game in its form |
//! | [`signature`], [`site_key`] | signatures of the site; where its key comes from |
//! | [`bot_game`] | what a bot knows of a game, also as text for the owner |
//! | [`store`], [`queue`] | the games on disk; what is to be done in them |
//! | [`player`] | searches |
//! | [`client`], [`http`], [`site_game`] | the requests of a bot; what answers mean; a game in its answers |
//! | [`games_list`] | the comparison with the public list of games |
//! | [`webhook`], [`metrics`] | the server; figures |
//! | [`service`], [`check`] | the running program; checks before it |
//! | [`error`] | why the program cannot start |

pub mod bot_game;
pub mod check;
mod client;
pub mod error;
mod games_list;
pub mod history;
mod http;
mod metrics;
mod player;
pub mod queue;
pub mod request;
pub mod service;
pub mod settings;
pub mod signature;
mod site_game;
pub mod site_key;
pub mod store;
pub mod webhook;

/// Seconds since 1970.
pub fn unix_time() -> u64 {
    #[allow(clippy::disallowed_methods, reason = "the site signs with this time")]
    let now = std::time::SystemTime::now();
    now.duration_since(std::time::UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

/// The beginning of a text of the site, for a message: at most 200 characters, without control characters.
fn one_line(text: &str) -> String {
    let plain = |character: char| if character.is_control() { ' ' } else { character };
    text.chars().take(200).map(plain).collect::<String>().trim().to_owned()
}
