//! The settings of a match as plain data: engines, limits, openings, adjudication.
//!
//! The settings that decide the games are serialised into the header of a match file.

use crate::statistics::sprt::Sprt;
use crate::time_control::{PlayerClock, TimeScale, TurnLimit};
use emergo::notation::PositionText;
use emergo::{Blocked, Game, Variant};
use luctor_engine::files::is_same_file;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;
use thiserror::Error;

/// All settings of a match. Its match file has all that are serialised, and these must be equal to continue it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MatchSettings {
    /// The engines. Elo is reported for the first one.
    pub engines: Vec<EngineSettings>,
    /// Which engines meet.
    pub tournament: Tournament,
    /// Games of a pairing in each round: 2 with swapped colours, or 1.
    pub games: u64,
    /// The openings. `None`: every game begins at the start of the variant.
    pub openings: Option<OpeningSettings>,
    /// Random seed for the order of the openings, and for limits of nodes that are a range.
    pub seed: u64,
    /// The board.
    pub variant: Variant,
    /// The result of a game in which the side to move has a man, but no legal move.
    pub blocked: Blocked,
    /// Adjudication of lost games.
    pub resign: Option<ResignRule>,
    /// Adjudication of drawn games.
    pub draw: Option<DrawRule>,
    /// A game of this many plies is a draw.
    #[serde(rename = "maxplies")]
    pub max_plies: Option<usize>,
    /// Settings that decide no game.
    #[serde(skip)]
    pub run: RunSettings,
}

impl Default for MatchSettings {
    fn default() -> MatchSettings {
        MatchSettings {
            engines: Vec::new(),
            tournament: Tournament::default(),
            games: 2,
            openings: None,
            seed: 1,
            variant: Variant::default(),
            blocked: Blocked::default(),
            resign: None,
            draw: None,
            max_plies: None,
            run: RunSettings::default(),
        }
    }
}

/// Which games of a match are played now, how many at the same time, and what is written.
#[derive(Clone, Debug)]
pub struct RunSettings {
    /// Rounds of each pairing. All games of a round have the same opening.
    pub rounds: u64,
    /// Games at the same time.
    pub concurrency: usize,
    /// The test that may end the match early, with two engines only.
    pub sprt: Option<Sprt>,
    /// Play although an engine does not pass the checks before the first game.
    pub force: bool,
    /// The PGN file.
    pub pgn: Option<PathBuf>,
    /// The match file: a header and one line of JSON per game.
    pub out: Option<PathBuf>,
    /// The log of all lines sent to and received from the engines.
    pub log: Option<PathBuf>,
    /// The event in game records.
    pub event: String,
    /// Continue the match in `out`.
    pub resume: bool,
    /// Keep other games in `out` and `pgn`, and append this match.
    pub append: bool,
    /// The numbers of the games that are played, from 0. `None`: all.
    pub range: Option<Range<u64>>,
    /// Play nothing, and read games of the match from standard input.
    pub collects: bool,
    /// End the match at once when standard input ends.
    pub ends_with_stdin: bool,
    /// Games between two reports of the score; 0 for no reports.
    pub rating_interval: u64,
    /// No reports before the table at the end.
    pub quiet: bool,
}

impl Default for RunSettings {
    fn default() -> RunSettings {
        RunSettings {
            rounds: 1,
            concurrency: 1,
            sprt: None,
            force: false,
            pgn: None,
            out: None,
            log: None,
            event: "Luctor match".to_owned(),
            resume: false,
            append: false,
            range: None,
            collects: false,
            ends_with_stdin: false,
            rating_interval: 10,
            quiet: false,
        }
    }
}

/// The rules of the games, which an engine is told if it has the options.
#[derive(Clone, Copy, Debug)]
pub struct GameRules {
    /// The board.
    pub variant: Variant,
    /// The result of a blocked game.
    pub blocked: Blocked,
}

impl GameRules {
    /// The game at an opening, or at the start of the variant.
    pub fn game(self, opening: Option<PositionText>) -> Game {
        match opening {
            Some(start) => Game::from_position(start.position, start.turn, self.blocked),
            None => Game::new(self.variant, self.blocked),
        }
    }
}

/// Settings that contradict each other.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum SettingsError {
    #[error("a match needs at least two engines, there are {0}")]
    TooFewEngines(usize),
    #[error("two engines have the name {0}: use name=NAME")]
    EqualNames(String),
    #[error("engine {0} has no cmd=PROGRAM or cmd=internal")]
    NoCommand(String),
    #[error("-sprt needs exactly two engines")]
    SprtEngines,
    #[error("-sprt counts pairs of games: it needs -games 2")]
    SprtGames,
    #[error("-out, -pgnout and -log must be different files")]
    EqualFiles,
    #[error("-resume continues the match of a file: it needs -out")]
    ResumeWithoutFile,
    #[error("-openings needs file=FILE")]
    NoOpeningFile,
    #[error("-range ends with game {0}, the match has {1}")]
    Range(u64, u64),
    #[error("-collect writes the games to a file: it needs -out")]
    CollectWithoutFile,
}

impl MatchSettings {
    /// The rules of the games.
    pub fn rules(&self) -> GameRules {
        GameRules { variant: self.variant, blocked: self.blocked }
    }

    /// The number of games of the match.
    pub fn game_count(&self) -> u64 {
        self.run.rounds * self.games * self.tournament.pairings(self.engines.len()).len() as u64
    }

    /// Checks that the settings fit together.
    ///
    /// # Errors
    ///
    /// The first contradiction that was found.
    pub fn check(&self) -> Result<(), SettingsError> {
        if self.engines.len() < 2 {
            return Err(SettingsError::TooFewEngines(self.engines.len()));
        }
        for (index, engine) in self.engines.iter().enumerate() {
            if self.engines[..index].iter().any(|other| other.name == engine.name) {
                return Err(SettingsError::EqualNames(engine.name.clone()));
            }
            if engine.command.trim().is_empty() {
                return Err(SettingsError::NoCommand(engine.name.clone()));
            }
        }
        let is_empty = |openings: &OpeningSettings| openings.file.as_os_str().is_empty();
        let games = self.game_count();
        let range_end = self.run.range.as_ref().map_or(0, |range| range.end);
        let files: Vec<&PathBuf> =
            [&self.run.out, &self.run.pgn, &self.run.log].into_iter().flatten().collect();
        let is_taken =
            |index: usize| files[..index].iter().any(|it| is_same_file(it, files[index]));
        let contradictions = [
            (self.run.sprt.is_some() && self.engines.len() != 2, SettingsError::SprtEngines),
            (self.run.sprt.is_some() && self.games != 2, SettingsError::SprtGames),
            ((0..files.len()).any(is_taken), SettingsError::EqualFiles),
            (self.run.resume && self.run.out.is_none(), SettingsError::ResumeWithoutFile),
            (self.run.collects && self.run.out.is_none(), SettingsError::CollectWithoutFile),
            (self.openings.as_ref().is_some_and(is_empty), SettingsError::NoOpeningFile),
            (range_end > games, SettingsError::Range(range_end, games)),
        ];
        contradictions
            .into_iter()
            .find_map(|(found, error)| found.then_some(error))
            .map_or(Ok(()), Err)
    }
}

/// Settings that are allowed, but probably not intended.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum SettingsWarning {
    #[error("{engines}: {ignored} is ignored, because {used} follows; an engine has one limit")]
    IgnoredLimit { engines: String, ignored: String, used: String },
    #[error("engine {0} has no limit: it gets {limit}", limit = TurnLimit::default())]
    NoLimit(String),
    #[error("engines {0} and {1} are equal: same program, options and limit")]
    EqualEngines(String, String),
    #[error(
        "equal engines with a limit of nodes or depth play both games of a pair alike, so that each pair is a draw"
    )]
    MirroredPairs,
    #[error(
        "{openings} for {rounds} rounds: with limits of nodes or depth, the games of a repeated opening can be equal; use -openings"
    )]
    RepeatedGames { openings: String, rounds: u64 },
    #[error("all games begin at the start of the variant: use -openings")]
    NoOpenings,
}

/// Which engines meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tournament {
    /// Every engine plays every other engine.
    #[default]
    RoundRobin,
    /// The first engine plays all others.
    Gauntlet,
}

impl Tournament {
    /// The pairs of engines, by their indices, that meet in each round.
    pub fn pairings(self, engines: usize) -> Vec<(usize, usize)> {
        let first = match self {
            Tournament::RoundRobin => engines,
            Tournament::Gauntlet => engines.min(1),
        };
        (0..first).flat_map(|one| (one + 1..engines).map(move |other| (one, other))).collect()
    }
}

/// Which openings are played, and in which order.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct OpeningSettings {
    /// The file. A match file holds a checksum of the positions instead.
    #[serde(skip)]
    pub file: PathBuf,
    /// The format of the file. `None`: its extension decides.
    #[serde(skip)]
    pub format: Option<OpeningFormat>,
    /// Plies that are played of each game in a PGN file. `None`: all.
    #[serde(skip)]
    pub plies: Option<usize>,
    /// The order.
    pub order: OpeningOrder,
    /// The index of the first opening in that order, from 0.
    pub start: u64,
}

/// The format of a file of openings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpeningFormat {
    /// A position text or `startpos` in each line. Operations of EPD behind it are ignored.
    Positions,
    /// Games.
    Pgn,
}

/// The order of the openings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningOrder {
    /// The order of the file.
    #[default]
    Sequential,
    /// Shuffled, as determined by the seed.
    Random,
}

/// A side loses when its own scores were this low.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ResignRule {
    /// Consecutive moves of the side.
    #[serde(rename = "movecount")]
    pub move_count: u32,
    /// The side is behind by at least this many centimen.
    #[serde(rename = "score")]
    pub centimen: i32,
}

impl Default for ResignRule {
    fn default() -> ResignRule {
        ResignRule { move_count: 3, centimen: 1000 }
    }
}

/// A game is drawn when the scores of both sides were this close to 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DrawRule {
    /// Moves that each side must have played before.
    #[serde(rename = "movenumber")]
    pub move_number: u32,
    /// Consecutive moves of each side.
    #[serde(rename = "movecount")]
    pub move_count: u32,
    /// The greatest distance from 0, in centimen.
    #[serde(rename = "score")]
    pub centimen: i32,
}

impl Default for DrawRule {
    fn default() -> DrawRule {
        DrawRule { move_number: 40, move_count: 8, centimen: 10 }
    }
}

/// An engine of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
    /// Milliseconds without an answer after which an engine is treated as hanging. For a move with a limit of time the wait
    /// is this time, the margin and 2 s. For other answers in such a game it is the shorter of the two.
    #[serde(rename = "watchdog")]
    pub watchdog_ms: u32,
    /// The file that the program's standard error is appended to.
    #[serde(skip)]
    pub stderr: Option<PathBuf>,
    /// The program on this machine, in place of `command`.
    #[serde(skip)]
    pub path: Option<PathBuf>,
    /// The factor of the times of `limit` on this machine.
    #[serde(skip)]
    pub time_scale: TimeScale,
}

/// How an engine is run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineProgram {
    /// This program's own engine, without a process.
    Internal,
    /// A program that speaks UGI or UCI.
    External {
        /// The program.
        path: PathBuf,
        /// Its arguments.
        arguments: Vec<String>,
    },
}

/// The protocol of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Protocol {
    /// UGI.
    #[default]
    Ugi,
    /// UCI.
    Uci,
}

impl EngineSettings {
    /// The default settings of the engine with this number, without a command.
    pub fn numbered(number: usize) -> EngineSettings {
        EngineSettings {
            name: format!("Engine {number}"),
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
            time_scale: TimeScale::ONE,
        }
    }

    /// Sets an option. A later value replaces an earlier one.
    pub fn set_option(&mut self, name: &str, value: &str) {
        self.options.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        self.options.push((name.to_owned(), value.to_owned()));
    }

    /// The clock at the start of a game on this machine.
    pub fn clock(&self) -> PlayerClock {
        PlayerClock::new(self.limit.scaled(self.time_scale))
    }

    /// The program of the command, or `path` with the further arguments. A command that is not the name of a file is split
    /// at blanks into program and arguments.
    pub fn program(&self) -> EngineProgram {
        if self.command == "internal" {
            return EngineProgram::Internal;
        }
        if let Some(path) = &self.path {
            return EngineProgram::External {
                path: path.clone(),
                arguments: self.arguments.clone(),
            };
        }
        let whole = Path::new(&self.command).is_file();
        let mut words: Vec<String> = match whole {
            true => vec![self.command.clone()],
            false => self.command.split_whitespace().map(str::to_owned).collect(),
        };
        words.extend(self.arguments.iter().cloned());
        let arguments = words.split_off(words.len().min(1));
        EngineProgram::External { path: words.concat().into(), arguments }
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

impl MatchSettings {
    /// What is probably not intended, with this number of openings; 0 without a file.
    pub fn warnings(&self, openings: usize) -> Vec<SettingsWarning> {
        let mut warnings = Vec::new();
        let is_deterministic = |engine: &EngineSettings| match engine.limit {
            TurnLimit::Nodes(range) => range.is_exact(),
            TurnLimit::Depth(_) => true,
            TurnLimit::Clock { .. } | TurnLimit::MoveTime(_) => false,
        };
        for (index, engine) in self.engines.iter().enumerate() {
            let anonymous = |engine: &EngineSettings| EngineSettings {
                name: String::new(),
                stderr: None,
                path: None,
                ..engine.clone()
            };
            let mut earlier = self.engines[..index].iter();
            if let Some(equal) = earlier.find(|other| anonymous(other) == anonymous(engine)) {
                let names = (equal.name.clone(), engine.name.clone());
                warnings.push(SettingsWarning::EqualEngines(names.0, names.1));
                if is_deterministic(engine) && self.games == 2 {
                    warnings.push(SettingsWarning::MirroredPairs);
                }
            }
        }
        if self.run.rounds > openings.max(1) as u64 && self.engines.iter().all(is_deterministic) {
            let openings = match openings {
                0 => "only the start position".to_owned(),
                count => format!("only {count} openings"),
            };
            warnings.push(SettingsWarning::RepeatedGames { openings, rounds: self.run.rounds });
        } else if self.run.rounds > 1 && openings == 0 {
            warnings.push(SettingsWarning::NoOpenings);
        }
        warnings
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
