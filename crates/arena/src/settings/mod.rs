//! The settings of a match as plain data: engines, limits, openings, adjudication.
//!
//! The settings that decide the games are serialised into the header of a match file.

mod check;
mod engine;

pub use check::SettingsError;
pub use engine::{EngineSettings, Protocol};

use crate::adjudication::{DrawRule, ResignRule};
use crate::openings::list::OpeningSettings;
use crate::statistics::sprt::Sprt;
use emergo::notation::PositionText;
use emergo::{Blocked, Game, Variant};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::path::PathBuf;

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
            range: None,
            collects: false,
            ends_with_stdin: false,
            rating_interval: 10,
            quiet: false,
        }
    }
}

impl MatchSettings {
    /// The game at an opening, or at the start of the variant.
    pub fn game(&self, opening: Option<PositionText>) -> Game {
        match opening {
            Some(start) => start.game(self.blocked),
            None => Game::new(self.variant, self.blocked),
        }
    }

    /// The number of games of the match.
    pub fn game_count(&self) -> u64 {
        self.run.rounds * self.games * self.tournament.pairings(self.engines.len()).len() as u64
    }
}

emergo::named! {
    serde UnknownTournament, "tournament";
    /// Which engines meet.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
    pub enum Tournament {
        /// Every engine plays every other engine.
        #[default]
        RoundRobin = "round-robin",
        /// The first engine plays all others.
        Gauntlet = "gauntlet",
    }
}

impl Tournament {
    /// The pairs of engines, by their indices, that meet in each round.
    pub fn pairings(self, engines: usize) -> Vec<[usize; 2]> {
        let first = match self {
            Tournament::RoundRobin => engines,
            Tournament::Gauntlet => engines.min(1),
        };
        (0..first).flat_map(|one| (one + 1..engines).map(move |other| [one, other])).collect()
    }
}
