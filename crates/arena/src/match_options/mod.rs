//! The command line of `luctor match`. The options are those of cutechess-cli: one dash (two are accepted), followed by
//! values or `key=value` pairs. clap cannot express groups of pairs, so one table of options makes the parser, the error
//! messages and the help.
//!
//! | file | contents |
//! |---|---|
//! | `table` | all options |
//! | `value` | what the value of an option may be, and what it sets |
//! | `words` | config files, and the options of a command line with their values |
//! | `help` | the help text |

mod help;
mod table;
mod value;
mod words;

pub use help::help;

use crate::settings::{EngineSettings, MatchSettings, SettingsError};
use crate::statistics::sprt::{Sprt, SprtError};
use crate::suggestion::suggestion;
use crate::time_control::TurnLimit;
use emergo::notation::Excerpt;
use luctor_system::files::FileError;
use std::path::PathBuf;
use table::{Draft, EACH, Named, OptionArguments, engine_keys, sections};
use thiserror::Error;
use value::{FILE, OptionValue};
use words::{Group, groups};

/// The clock that users of cutechess give beside another limit. It is no limit.
const INFINITE: &str = "tc=inf";
/// The options that `-score` allows, beside `-config`, which its words replace. The others are of a match that is played.
const SCORE_OPTIONS: [&str; 3] = ["score", "json", "sprt"];
/// The beginning of the key of an option of an engine.
const OPTION_PREFIX: &str = "option.";

/// What a command line asks for.
#[derive(Clone, Debug)]
pub enum MatchCommand {
    /// A match that is played here, or whose games are collected, and what is probably not intended, one sentence each.
    Match(Box<MatchSettings>, Vec<String>),
    /// The results of record files.
    Score {
        /// Match files and other game records; `-` is standard input.
        files: Vec<PathBuf>,
        /// The test.
        sprt: Option<Sprt>,
        /// Print a line of JSON, a [`MatchReport`](crate::statistics::report::MatchReport), instead of a table for people.
        as_json: bool,
    },
}

/// The command line is wrong.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum ArgumentError {
    #[error("there is no option {0}{1}")]
    UnknownOption(Excerpt, String),
    #[error("unexpected value {0}")]
    UnexpectedValue(Excerpt),
    #[error("{option} has no key {key}{suggestion} (keys: {known})")]
    UnknownKey { option: String, key: Excerpt, suggestion: String, known: String },
    #[error("-config {0}")]
    ConfigFile(FileError),
    #[error("{0}: {1}")]
    InConfig(String, Box<ArgumentError>),
    #[error("a quote is not closed")]
    ConfigQuote,
    #[error("a config file cannot have -config")]
    NestedConfig,
    #[error("-score plays no games: it takes no -{0}")]
    WithScore(String),
    #[error("-json is a form of -score")]
    JsonWithoutScore,
    #[error("{option}: expected {expected}, found {found}")]
    WrongValue { option: String, expected: String, found: String },
    #[error("-sprt: {0}")]
    Sprt(#[from] SprtError),
    #[error(transparent)]
    Settings(#[from] SettingsError),
}

impl ArgumentError {
    /// The error with its place in a config file.
    fn at(self, place: &Option<String>) -> ArgumentError {
        match place {
            None => self,
            Some(place) => ArgumentError::InConfig(place.clone(), Box::new(self)),
        }
    }

    /// The value of an option is wrong, or there is none.
    fn wrong_value(option: &str, expected: &str, found: Option<&str>) -> ArgumentError {
        let (option, expected) = (option.to_owned(), expected.to_owned());
        let found = found.map_or("nothing".to_owned(), |text| Excerpt::of(text).to_string());
        ArgumentError::WrongValue { option, expected, found }
    }
}

/// Reads the arguments of `luctor match`.
///
/// # Errors
///
/// An argument that is wrong, a file that cannot be read, or a contradiction.
pub fn read(words: &[String]) -> Result<MatchCommand, ArgumentError> {
    let options: Vec<_> = sections().into_iter().flat_map(|(_, options)| options).collect();
    let mut draft = Draft::default();
    let mut groups = groups(words)?;
    // An engine begins with the settings of `-each`, which may follow it.
    groups.sort_by_key(|group| group.name != EACH);
    for Group { name, values, place } in &groups {
        let Some(option) = options.iter().find(|option| option.name == name) else {
            return Err(unknown_option(name, &options).at(place));
        };
        set_option(&format!("-{name}"), &option.values, &mut draft, values)
            .map_err(|error| error.at(place))?;
    }
    let sprt = draft.sprt.map(Sprt::new).transpose()?;
    if !draft.score.is_empty() {
        let is_of_match = |group: &&Group| !SCORE_OPTIONS.contains(&&*group.name);
        if let Some(Group { name, place, .. }) = groups.iter().find(is_of_match) {
            return Err(ArgumentError::WithScore(name.clone()).at(place));
        }
        let Draft { score: files, score_as_json: as_json, .. } = draft;
        return Ok(MatchCommand::Score { files, sprt, as_json });
    }
    if draft.score_as_json {
        return Err(ArgumentError::JsonWithoutScore);
    }
    draft.settings.run.sprt = sprt;
    draft.settings.check()?;
    Ok(MatchCommand::Match(Box::new(draft.settings), draft.warnings))
}

fn unknown_option(name: &str, options: &[Named<OptionArguments>]) -> ArgumentError {
    let names: Vec<String> = options.iter().map(|option| format!("-{}", option.name)).collect();
    let name = format!("-{name}");
    let suggestion = suggestion(&name, names.iter().map(String::as_str));
    ArgumentError::UnknownOption(Excerpt::of(&name), suggestion)
}

fn set_option(
    option: &str,
    accepted: &OptionArguments,
    draft: &mut Draft,
    values: &[String],
) -> Result<(), ArgumentError> {
    match (accepted, values) {
        (OptionArguments::Keys(enable, keys), pairs) => {
            enable(draft);
            for text in pairs {
                set_key(option, keys, draft, text)?;
            }
        }
        (OptionArguments::Engine, pairs) => {
            let mut engine = draft.each.clone();
            if engine.name.is_empty() {
                engine.name = format!("Engine {}", draft.settings.engines.len() + 1);
            }
            set_engine_keys(option, &mut engine, pairs)?;
            let name = format!("engine {}", engine.name);
            let has_limit = check_limits(&name, pairs, &mut draft.warnings);
            if !has_limit && !draft.each_has_limit {
                draft.warnings.push(format!("{name} has no limit: it gets {}", engine.limit));
            }
            draft.settings.engines.push(engine);
        }
        (OptionArguments::EachEngine, pairs) => {
            set_engine_keys(option, &mut draft.each, pairs)?;
            draft.each_has_limit |= check_limits(option, pairs, &mut draft.warnings);
        }
        (OptionArguments::Flag(set), []) => set(draft),
        (OptionArguments::One(OptionValue { expected, set, .. }), [] | [_]) => {
            let value = values.first().map(String::as_str);
            let wrong = || ArgumentError::wrong_value(option, expected, value);
            value.and_then(|value| set(draft, value)).ok_or_else(wrong)?;
        }
        (OptionArguments::Files(files), [_, ..]) => {
            files(draft).extend(values.iter().map(PathBuf::from));
        }
        (OptionArguments::Files(_), []) => {
            return Err(ArgumentError::wrong_value(option, FILE, None));
        }
        (OptionArguments::Flag(_), [surplus, ..]) | (OptionArguments::One(_), [_, surplus, ..]) => {
            return Err(ArgumentError::UnexpectedValue(Excerpt::of(surplus)));
        }
    }
    Ok(())
}

/// Whether there is a limit in a group of pairs. Two of them give a warning.
fn check_limits(engines: &str, pairs: &[String], warnings: &mut Vec<String>) -> bool {
    let is_limit = |pair: &&String| pair.parse::<TurnLimit>().is_ok();
    let limits: Vec<&String> = pairs.iter().filter(is_limit).collect();
    if let [ignored, .., used] = limits[..] {
        let ignored = format!("{engines}: {ignored} is ignored, because {used} follows");
        warnings.push(format!("{ignored}; an engine has one limit"));
    }
    !limits.is_empty()
}

fn set_engine_keys(
    option: &str,
    engine: &mut EngineSettings,
    pairs: &[String],
) -> Result<(), ArgumentError> {
    let keys = engine_keys();
    for pair in pairs {
        let engine_option = pair.strip_prefix(OPTION_PREFIX).and_then(|rest| rest.split_once('='));
        match engine_option {
            Some((name, value)) if !name.is_empty() => engine.set_option(name, value),
            _ if pair == INFINITE => {}
            _ => set_key(option, &keys, engine, pair)?,
        }
    }
    Ok(())
}

fn set_key<T>(
    option: &str,
    keys: &[Named<OptionValue<T>>],
    target: &mut T,
    pair: &str,
) -> Result<(), ArgumentError> {
    let (name, value) = pair
        .split_once('=')
        .ok_or_else(|| ArgumentError::wrong_value(option, "key=value pairs", Some(pair)))?;
    let Some(key) = keys.iter().find(|key| key.name == name) else {
        let known: Vec<&str> = keys.iter().map(|key| key.name).collect();
        return Err(ArgumentError::UnknownKey {
            option: option.to_owned(),
            key: Excerpt::of(name),
            suggestion: suggestion(name, known.iter().copied()),
            known: known.join(", "),
        });
    };
    let OptionValue { expected, set, .. } = &key.values;
    let option = format!("{option} {name}");
    set(target, value).ok_or_else(|| ArgumentError::wrong_value(&option, expected, Some(value)))
}
