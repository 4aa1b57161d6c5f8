//! Settings that contradict each other, and settings that are probably not intended.

use super::{EngineSettings, MatchSettings};
use crate::openings::list::OpeningSettings;
use crate::time_control::TurnLimit;
use emergo_records::is_unknown;
use luctor_system::files::is_same_file;
use std::path::PathBuf;
use thiserror::Error;

/// Settings that contradict each other.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum SettingsError {
    #[error("a match needs at least two engines, there are {0}")]
    TooFewEngines(usize),
    #[error("two engines have the name {0}: use name=NAME")]
    EqualNames(String),
    #[error("name={0}: game records read this as an unknown player")]
    UnknownPlayer(String),
    #[error("engine {0} has no cmd=PROGRAM or cmd=internal")]
    NoCommand(String),
    #[error("-sprt needs exactly two engines")]
    SprtEngines,
    #[error("-sprt counts pairs of games: it needs -games 2")]
    SprtGames,
    #[error("-out, -pgnout, -log and the file of -openings must be different")]
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
            if is_unknown(&engine.name) {
                return Err(SettingsError::UnknownPlayer(engine.name.clone()));
            }
            if engine.command.trim().is_empty() {
                return Err(SettingsError::NoCommand(engine.name.clone()));
            }
        }
        let is_empty = |openings: &OpeningSettings| openings.file.as_os_str().is_empty();
        let games = self.game_count();
        let range_end = self.run.range.as_ref().map_or(0, |range| range.end);
        let files = [&self.run.out, &self.run.pgn, &self.run.log].into_iter().flatten();
        let files: Vec<&PathBuf> = files.chain(self.openings.as_ref().map(|it| &it.file)).collect();
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

    /// What is probably not intended, one sentence each, with this number of openings; 0 without a file.
    pub fn warnings(&self, openings: usize) -> Vec<String> {
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
                warnings.push(format!(
                    "engines {} and {} are equal: same program, options and limit",
                    equal.name, engine.name
                ));
                if is_deterministic(engine) && self.games == 2 {
                    warnings.push(
                        "equal engines with a limit of nodes or depth can play both games of a pair alike; such a \
                         pair is a draw".to_owned(),
                    );
                }
            }
        }
        let rounds = self.run.rounds;
        if rounds > openings.max(1) as u64 && self.engines.iter().all(is_deterministic) {
            let openings = match openings {
                0 => "only the start position".to_owned(),
                1 => "only one opening".to_owned(),
                count => format!("only {count} openings"),
            };
            warnings.push(format!(
                "{openings} for {rounds} rounds: with limits of nodes or depth, the games of a repeated opening can \
                 be equal; use -openings"
            ));
        } else if rounds > 1 && openings == 0 {
            warnings.push("all games begin at the start of the variant: use -openings".to_owned());
        }
        warnings
    }
}
