//! The state of a tuning in a JSON file: its settings, the current values and their history. The file is replaced as a
//! whole after each iteration, so a stop at any time loses the running iteration at most.

use super::spsa::{HistoryPoint, SpsaSettings};
use luctor_arena::files::difference::Difference;
use luctor_system::files::{FileError, replace_file};
use serde::{Deserialize, Serialize, de};
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

const VERSION: u32 = 2;
/// The greatest number of points of the history.
const HISTORY_POINTS: u64 = 500;

/// The state cannot be read or written.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum StateFileError {
    #[error(transparent)]
    File(#[from] FileError),
    #[error("{} is not the state of a tuning", path.display())]
    NotAState { path: PathBuf, source: serde_json::Error },
    #[error("{} has version {found} of the format, this program reads version {VERSION}", path.display())]
    Version { path: PathBuf, found: u32 },
    #[error("{difference} in {}", path.display())]
    OtherSettings { path: PathBuf, difference: Difference },
}

/// What the values depend on. A tuning is continued with the same settings only.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StateSettings {
    pub variant: String,
    /// Nodes of the search for each move.
    pub nodes: u64,
    /// MiB of the table of each player.
    pub hash: u64,
    /// A checksum of the openings.
    pub openings: String,
    /// The fingerprint of the network.
    pub network: String,
    pub spsa: SpsaSettings,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TuneState {
    version: u32,
    settings: StateSettings,
    pub current: HistoryPoint,
    /// Earlier values, from the start values on. Long runs do not keep all.
    pub history: Vec<HistoryPoint>,
}

/// The version of a file of any version.
#[derive(Deserialize)]
struct Version {
    version: u32,
}

impl TuneState {
    /// The state before the first iteration.
    pub fn new(settings: StateSettings) -> TuneState {
        let current = settings.spsa.start();
        TuneState { version: VERSION, settings, history: vec![current.clone()], current }
    }

    /// Reads a file; `None` if it does not exist.
    pub fn read(
        path: &Path,
        settings: &StateSettings,
    ) -> Result<Option<TuneState>, StateFileError> {
        let text = match std::fs::read(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(FileError::new(path, error).into()),
        };
        let not_a_state = |source| StateFileError::NotAState { path: path.to_owned(), source };
        // Another version has other fields, so it is checked before them.
        let Version { version: found } = serde_json::from_slice(&text).map_err(not_a_state)?;
        if found != VERSION {
            return Err(StateFileError::Version { path: path.to_owned(), found });
        }
        let state: TuneState = serde_json::from_slice(&text).map_err(not_a_state)?;
        let parameters = state.settings.spsa.parameters.len();
        if state
            .history
            .iter()
            .chain([&state.current])
            .any(|point| point.values.len() != parameters)
        {
            return Err(not_a_state(de::Error::custom("wrong number of values")));
        }
        if let Some(difference) = difference(settings, &state.settings) {
            return Err(StateFileError::OtherSettings { path: path.to_owned(), difference });
        }
        Ok(Some(state))
    }

    /// Replaces the file.
    pub fn write(&self, path: &Path) -> Result<(), StateFileError> {
        let mut text = serde_json::to_vec(self).expect("plain data can be serialised");
        text.push(b'\n');
        Ok(replace_file(path, &text)?)
    }

    /// Adds the values after an iteration.
    pub fn add(&mut self, point: HistoryPoint) {
        let iterations = self.settings.spsa.iterations;
        let interval = iterations.div_ceil(HISTORY_POINTS).max(1);
        if point.iteration.is_multiple_of(interval) || point.iteration == iterations {
            self.history.push(point.clone());
        }
        self.current = point;
    }
}

/// The first setting that differs.
fn difference(here: &StateSettings, there: &StateSettings) -> Option<Difference> {
    if here.variant != there.variant {
        // The boards have different parameters.
        let [here, there] = [here, there].map(|settings| settings.variant.clone());
        return Some(Difference { setting: "variant".to_owned(), here, there });
    }
    let [here_names, there_names] = [here, there].map(|settings| {
        let names: Vec<&str> = settings.spsa.parameters.iter().map(|found| &*found.name).collect();
        names.join(" ")
    });
    if here_names != there_names {
        let setting = "the list of parameters".to_owned();
        return Some(Difference { setting, here: here_names, there: there_names });
    }
    let [here_json, there_json] = [here, there]
        .map(|settings| serde_json::to_value(settings).expect("plain data can be serialised"));
    Difference::first(&here_json, &there_json, &|path| match path {
        ["spsa", "parameters", index, field] => {
            let index: usize = index.parse().unwrap_or_default();
            format!("{field} of {}", here.spsa.parameters[index].name)
        }
        path => path.last().map_or_else(String::new, |field| (*field).to_owned()),
    })
}
