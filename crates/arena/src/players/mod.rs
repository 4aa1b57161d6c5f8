//! Players: the engine of this program, and other programs that speak UGI or UCI.
//!
//! | file | contents |
//! |---|---|
//! | `player` | what the referee asks a player |
//! | `internal_player` | the engine of this program |
//! | `ugi_client` | an engine that speaks UGI or UCI |
//! | `engine_process` | its process and its three streams |
//! | `reply_timer` | the time of a reply |
//! | `traffic_log` | the log of all lines |
//! | `engine_check` | the check of an engine before the first game |
//! | `player_pool` | the players of a worker |

pub(crate) mod engine_check;
pub mod engine_process;
pub mod internal_player;
pub mod player;
pub(crate) mod player_pool;
pub mod reply_timer;
pub mod traffic_log;
pub mod ugi_client;
