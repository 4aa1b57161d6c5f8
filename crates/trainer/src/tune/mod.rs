//! `luctor tune`: SPSA over the parameters of the search, by games of the engine against itself.
//!
//! The games have a fixed number of nodes per move, so a run depends only on its settings, the engine and the network, not
//! on the machine or the number of threads. A run that was stopped continues from its state file with the same result.

pub mod choice;
mod games;
pub mod spsa;
mod state_file;

pub use state_file::StateFileError;

use crate::plot;
use emergo::Variant;
use games::IterationPlayer;
use luctor_arena::engine_failure::NotScored;
use luctor_arena::openings::list::{
    self, OpeningFileError, OpeningOrder, OpeningSettings, read_openings,
};
use luctor_arena::statistics::counts::ResultCounts;
use luctor_engine::eval::Networks;
use luctor_engine::interrupt::Interrupt;
use luctor_engine::search::ParamError;
use luctor_system::files::{FileError, open_locked};
use spsa::{HistoryPoint, SpsaSettings};
use state_file::{StateSettings, TuneState};
use std::path::PathBuf;
use thiserror::Error;

/// All settings of a tuning.
#[derive(Clone, PartialEq, Debug)]
pub struct TuneSettings {
    /// The state file to create or continue. The plot has the same name with `.svg` added, the lock with `.lock`.
    pub state: PathBuf,
    /// The games.
    pub games: TuneGames,
    /// Parameters, iterations and rates.
    pub spsa: SpsaSettings,
}

/// How the games are played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TuneGames {
    /// The board.
    pub variant: Variant,
    /// Nodes of the search for each move.
    pub nodes: u64,
    /// Size of the table of each player, in MiB.
    pub table_mebibytes: u64,
    /// The list of openings.
    pub openings: PathBuf,
    /// The network file; `None` for the network of the program.
    pub network: Option<PathBuf>,
}

/// A finished iteration.
#[derive(Clone, Copy, Debug)]
pub struct TuneProgress<'a> {
    /// Finished iterations.
    pub iteration: u64,
    /// Its games, by their result for the side with the plus values.
    pub results: ResultCounts,
    /// The values of all parameters, in the order of the settings.
    pub values: &'a [f64],
}

/// Why a tuning stopped. The state file has all finished iterations.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum TuneError {
    #[error(transparent)]
    State(#[from] StateFileError),
    #[error(transparent)]
    Openings(#[from] OpeningFileError),
    /// The network or the plot.
    #[error(transparent)]
    File(#[from] FileError),
    /// A parameter that the engine does not have, or a range beyond that of the engine.
    #[error(transparent)]
    Parameter(#[from] ParamError),
    /// An engine cannot start.
    #[error(transparent)]
    Player(#[from] NotScored),
}

/// Tunes on all threads of the current rayon pool to the last iteration, or until `interrupt` is set. Calls `report` after each
/// iteration. The first step of `interrupt` lets the running iteration finish, the second one stops it. Returns the last values.
///
/// # Errors
///
/// A file cannot be read or written, the state file has other settings, or there is no memory for the players.
pub fn run(
    settings: &TuneSettings,
    interrupt: &Interrupt,
    report: &mut (dyn FnMut(TuneProgress) + Send),
) -> Result<HistoryPoint, TuneError> {
    let TuneSettings { state: path, games, spsa } = settings;
    let networks = Networks::with_file(games.network.as_deref(), &[games.variant])?;
    let network = networks.of(games.variant).fingerprint();
    let opening_settings = OpeningSettings {
        file: games.openings.clone(),
        order: OpeningOrder::Random,
        ..OpeningSettings::default()
    };
    let openings = read_openings(&opening_settings, games.variant)?;
    let state_settings = StateSettings {
        variant: games.variant.to_string(),
        nodes: games.nodes,
        hash: games.table_mebibytes,
        openings: list::checksum(&openings),
        network: format!("{network:016x}"),
        spsa: spsa.clone(),
    };
    let with_added = |extension: &str| {
        let mut name = path.clone().into_os_string();
        name.push(extension);
        PathBuf::from(name)
    };
    let (lock_path, plot_path) = (with_added(".lock"), with_added(".svg"));
    let lock = open_locked(&lock_path).map_err(|error| FileError::new(&lock_path, error))?;
    let _lock = lock.ok_or_else(|| FileError::new(path, "another process tunes with this file"))?;
    let mut state = match TuneState::read(path, &state_settings)? {
        Some(state) => state,
        None => TuneState::new(state_settings),
    };
    let write = |state: &TuneState| -> Result<(), TuneError> {
        state.write(path)?;
        let history: Vec<&HistoryPoint> = state.history.iter().chain([&state.current]).collect();
        Ok(plot::draw_parameters(&plot_path, &spsa.parameters, &history)?)
    };
    // A path that cannot be written is reported before the first game.
    write(&state)?;
    let player = IterationPlayer::new(settings, opening_settings, openings, interrupt);
    while state.current.iteration < spsa.iterations && !interrupt.is_finishing() {
        let perturbation = spsa.perturbation(&state.current);
        let Some(results) = player.play(state.current.iteration, &perturbation)? else { break };
        state.add(spsa.next(&state.current, &perturbation, results.lead()));
        write(&state)?;
        let HistoryPoint { iteration, values } = &state.current;
        report(TuneProgress { iteration: *iteration, results, values });
    }
    Ok(state.current)
}
