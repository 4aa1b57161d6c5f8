//! The bot as a process, a stand-in for the site, and HTTP between them.

pub mod http;
pub mod process;
pub mod site;
