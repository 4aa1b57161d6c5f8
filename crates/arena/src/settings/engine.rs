//! The settings of an engine.

use crate::time_control::{PlayerClock, TurnLimit};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// An engine of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineSettings {
    /// Its name in records and tables.
    pub name: String,
    /// `internal`, or the program and its arguments: see [`EngineSettings::program`].
    #[serde(rename = "cmd")]
    pub command: String,
    /// More arguments of the program.
    #[serde(rename = "arg")]
    pub arguments: Vec<String>,
    /// The working directory of the program.
    #[serde(rename = "dir")]
    pub directory: Option<PathBuf>,
    /// The protocol of the program.
    #[serde(rename = "proto")]
    pub protocol: Protocol,
    /// Lines that are sent before all others.
    #[serde(rename = "initstr")]
    pub init_lines: Vec<String>,
    /// Names and values of options, in the order in which they are sent.
    #[serde(rename = "option", with = "option_map")]
    pub options: Vec<(String, String)>,
    /// The limit of each move, or the clock.
    pub limit: TurnLimit,
    /// Milliseconds by which a move may exceed its time. `None`: see [`EngineSettings::time_margin`].
    #[serde(rename = "timemargin")]
    pub time_margin_ms: Option<u32>,
    /// The longest wait for an answer, in milliseconds. An engine that needs longer is treated as hanging. With a clock or a
    /// time per move, the longest wait for a move is the sum of its time, the margin and 2 s. For another answer during such
    /// a game, the smaller of the two values counts.
    #[serde(rename = "watchdog")]
    pub watchdog_ms: u32,
    /// The file that the program's standard error is appended to.
    #[serde(skip)]
    pub stderr: Option<PathBuf>,
    /// The program on this machine, in place of `command`.
    #[serde(skip)]
    pub path: Option<PathBuf>,
    /// The factor of the times of `limit` on this machine, from 0.01 to 100.
    #[serde(skip, default = "unscaled")]
    pub time_scale: f64,
}

fn unscaled() -> f64 {
    1.0
}

emergo::named! {
    serde UnknownProtocol, "protocol";
    /// The protocol of a program.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
    pub enum Protocol {
        /// UGI.
        #[default]
        Ugi = "ugi",
        /// UCI.
        Uci = "uci",
    }
}

/// Without a name and a command.
impl Default for EngineSettings {
    fn default() -> EngineSettings {
        EngineSettings {
            name: String::new(),
            command: String::new(),
            arguments: Vec::new(),
            directory: None,
            protocol: Protocol::default(),
            init_lines: Vec::new(),
            options: Vec::new(),
            limit: TurnLimit::default(),
            time_margin_ms: None,
            watchdog_ms: 60_000,
            stderr: None,
            path: None,
            time_scale: unscaled(),
        }
    }
}

impl EngineSettings {
    /// Sets an option. A later value replaces an earlier one.
    pub fn set_option(&mut self, name: &str, value: &str) {
        self.options.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        self.options.push((name.to_owned(), value.to_owned()));
    }

    /// The clock at the start of a game on this machine.
    pub fn clock(&self) -> PlayerClock {
        PlayerClock::new(self.limit.scaled(self.time_scale))
    }

    /// The program of the command with its arguments, or `path` alone, and then the values of `arg`; `None` for this program's
    /// own engine, which has no process. A command that is not the name of a file is split at blanks into program and
    /// arguments. A relative path with a folder begins in the working directory of the engine.
    pub fn program(&self) -> Option<Command> {
        if self.command == "internal" {
            return None;
        }
        let whole = Path::new(&self.command);
        let mut words = self.command.split_whitespace();
        let (path, words) = match &self.path {
            Some(path) => (path.as_path(), None),
            None if self.in_directory(whole).is_file() => (whole, None),
            None => (Path::new(words.next().unwrap_or_default()), Some(words)),
        };
        let mut program = Command::new(self.in_directory(path));
        program.args(words.into_iter().flatten()).args(&self.arguments);
        Some(program)
    }

    /// A relative path with a folder, such as `./engine`, in the working directory. Windows would look for it in the folder of
    /// the match.
    fn in_directory(&self, path: &Path) -> PathBuf {
        match &self.directory {
            Some(directory) if path.is_relative() && path.components().nth(1).is_some() => {
                std::path::absolute(directory.join(path)).unwrap_or_else(|_| path.into())
            }
            _ => path.into(),
        }
    }

    /// The time by which a move may exceed its time. An engine with a fixed time per move cannot compensate for a
    /// late wake-up, so its default is 10 ms.
    pub fn time_margin(&self) -> Duration {
        let default = if matches!(self.limit, TurnLimit::MoveTime(_)) { 10 } else { 0 };
        Duration::from_millis(self.time_margin_ms.unwrap_or(default).into())
    }

    /// The time without an answer after which an engine is treated as hanging.
    pub fn watchdog(&self) -> Duration {
        Duration::from_millis(self.watchdog_ms.into())
    }
}

/// Pairs that are serialised as a map.
mod option_map {
    use serde::{Deserialize, Deserializer, Serializer};
    use std::collections::BTreeMap;

    type Pairs = Vec<(String, String)>;

    pub fn serialize<S: Serializer>(pairs: &Pairs, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(pairs.iter().map(|(name, value)| (name, value)))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Pairs, D::Error> {
        Ok(BTreeMap::deserialize(from)?.into_iter().collect())
    }
}
