//! What a match is: engines, limits, openings, rules of adjudication. Plain data.

use super::limit::TurnLimit;
use super::sprt::Sprt;
use emergo::{Blocked, Game, Variant, read_position};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A whole match.
#[derive(Clone, Debug)]
pub struct MatchSettings {
    /// The engines, the first being the one whose Elo is told.
    pub engines: Vec<EngineSettings>,
    /// Who plays whom.
    pub tournament: Tournament,
    /// Rounds of each pairing; a round has one opening.
    pub rounds: u64,
    /// Games a round: 2 with colours swapped, or 1.
    pub games: u64,
    /// Games at a time.
    pub concurrency: usize,
    /// The openings; without, every game begins at the start.
    pub openings: Option<Openings>,
    /// For the order of the openings.
    pub seed: u64,
    /// The board.
    pub variant: Variant,
    /// The reading of a blocked position.
    pub blocked: Blocked,
    /// The test that may end the match early; of two engines only.
    pub sprt: Option<Sprt>,
    /// Who sees himself so far behind for so long has lost.
    pub resign: Option<Adjudication>,
    /// A game so even for so long is a draw.
    pub draw: Option<Adjudication>,
    /// A game so long is a draw; where only the engines know the rules, [`UNREFEREED_PLIES`] if nothing is said.
    pub max_plies: Option<usize>,
    /// Games for people.
    pub pgn: Option<PathBuf>,
    /// One line of JSON a game.
    pub out: Option<PathBuf>,
    /// The traffic with the engines.
    pub log: Option<PathBuf>,
    /// The name of the event in game records.
    pub event: String,
    /// Go on with the match in `out`.
    pub resume: bool,
    /// Who says what is legal and when a game ends.
    pub referee: Referee,
    /// Games between two reports of the score; 0 for none.
    pub rating_interval: u64,
}

impl Default for MatchSettings {
    fn default() -> MatchSettings {
        MatchSettings {
            engines: Vec::new(),
            tournament: Tournament::default(),
            rounds: 1,
            games: 2,
            concurrency: 1,
            openings: None,
            seed: 1,
            variant: Variant::default(),
            blocked: Blocked::default(),
            sprt: None,
            resign: None,
            draw: None,
            max_plies: None,
            pgn: None,
            out: None,
            log: None,
            event: "Luctor match".to_owned(),
            resume: false,
            referee: Referee::default(),
            rating_interval: 10,
        }
    }
}

/// A game that no rules end is ended here.
pub const UNREFEREED_PLIES: usize = 2_000;

impl MatchSettings {
    /// The number of plies after which a game is a draw.
    pub fn ply_limit(&self) -> usize {
        self.max_plies.unwrap_or(match self.referee {
            Referee::Rules => usize::MAX,
            Referee::Engines => UNREFEREED_PLIES,
        })
    }

    /// The game at an opening: a text that is none, or no opening, is the start.
    pub fn game(&self, opening: Option<&str>) -> Game {
        let read = opening.and_then(|text| read_position(self.variant, text).ok());
        match read {
            Some(read) => Game::from_position(read.position, read.turn, self.blocked),
            None => Game::new(self.variant, self.blocked),
        }
    }

    /// Does it fit together? Says what does not.
    pub fn check(&self) -> Result<(), String> {
        if self.engines.len() < 2 {
            return Err(format!("a match needs two engines, there are {}", self.engines.len()));
        }
        for (index, engine) in self.engines.iter().enumerate() {
            if self.engines[..index].iter().any(|other| other.name == engine.name) {
                return Err(format!("two engines are called {}: give them names", engine.name));
            }
            if engine.kind == EngineKind::Missing {
                return Err(format!("{} has no cmd=, nor is it internal", engine.name));
            }
            if engine.kind == EngineKind::Internal && self.referee == Referee::Engines {
                return Err(
                    "an internal engine plays by the rules: -referee none is for others".to_owned()
                );
            }
        }
        if self.sprt.is_some() && self.engines.len() != 2 {
            return Err("-sprt is a test between two engines".to_owned());
        }
        if self.sprt.is_some() && self.games != 2 {
            return Err("-sprt counts pairs of games: it needs -games 2".to_owned());
        }
        if self.out.is_some() && [&self.pgn, &self.log].contains(&&self.out) {
            return Err("-out, -pgnout and -log are files of their own".to_owned());
        }
        if self.resume && self.out.is_none() {
            return Err("-resume goes on with the match of a file: it needs -out".to_owned());
        }
        Ok(())
    }
}

/// Who plays whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tournament {
    /// Everybody plays everybody.
    #[default]
    RoundRobin,
    /// The first plays all others.
    Gauntlet,
}

/// Who says what is legal and when a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Referee {
    /// The rules of this project.
    #[default]
    Rules,
    /// The engines, asked by `query`, as cutegames does: for other games.
    Engines,
}

/// Which openings, and in which order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Openings {
    /// A position text a line.
    pub file: PathBuf,
    /// Their order.
    pub order: OpeningOrder,
    /// The first of the order that is played, from 0.
    pub start: u64,
}

/// The order of openings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OpeningOrder {
    /// As they stand in the file.
    #[default]
    Sequential,
    /// Shuffled by the seed.
    Random,
}

/// A rule that ends a game by scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Adjudication {
    /// From this move of each side on.
    pub from_move: u32,
    /// For so many moves in a row of each side.
    pub moves: u32,
    /// Centimen: at least this far behind, or at most this far from even.
    pub score: i32,
}

impl Adjudication {
    /// The usual rule to give up.
    pub const RESIGN: Adjudication = Adjudication { from_move: 0, moves: 3, score: 1000 };
    /// The usual rule for a draw.
    pub const DRAW: Adjudication = Adjudication { from_move: 40, moves: 8, score: 10 };
}

/// An engine of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineSettings {
    /// What it is called.
    pub name: String,
    /// What it is.
    pub kind: EngineKind,
    /// Arguments that stand in its command.
    pub command_arguments: Vec<String>,
    /// More arguments of its program.
    pub arguments: Vec<String>,
    /// The folder it runs in.
    pub directory: Option<PathBuf>,
    /// How it is greeted.
    pub protocol: Protocol,
    /// Lines to be sent before all others.
    pub greeting: Vec<String>,
    /// Options by name.
    pub options: Vec<(String, String)>,
    /// What it has for its moves.
    pub limit: TurnLimit,
    /// How much later than its time a move may come, if that is said.
    pub margin: Option<Duration>,
    /// How long it may be silent when it has no clock, or is asked something.
    pub watchdog: Duration,
    /// Where its standard error is kept.
    pub stderr: Option<PathBuf>,
}

/// What an engine is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineKind {
    /// Not said yet.
    Missing,
    /// This program's own, without a process.
    Internal,
    /// A program that speaks UGI or UCI.
    Process(PathBuf),
}

/// How a program is greeted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Protocol {
    /// By `ugi`.
    #[default]
    Ugi,
    /// By `uci`.
    Uci,
}

impl EngineSettings {
    /// The defaults of the engine with this number.
    pub fn numbered(number: usize) -> EngineSettings {
        EngineSettings {
            name: format!("Engine {number}"),
            kind: EngineKind::Missing,
            command_arguments: Vec::new(),
            arguments: Vec::new(),
            directory: None,
            protocol: Protocol::default(),
            greeting: Vec::new(),
            options: Vec::new(),
            limit: TurnLimit::default(),
            margin: None,
            watchdog: Duration::from_secs(60),
            stderr: None,
        }
    }

    /// How much later than its time a move may come. A clock is a clock; a time for each move leaves an engine no
    /// way to make up for a late wake-up of the machine, so it has a little grace unless told otherwise.
    pub fn time_margin(&self) -> Duration {
        self.margin.unwrap_or(match self.limit {
            TurnLimit::MoveTime(_) => Duration::from_millis(10),
            TurnLimit::Clock { .. } | TurnLimit::Nodes(_) | TurnLimit::Depth(_) => Duration::ZERO,
        })
    }

    /// Sets the program, with arguments behind it apart by blanks; unless there is a file of that whole name.
    pub fn set_command(&mut self, command: &str) {
        self.command_arguments.clear();
        if Path::new(command).is_file() {
            self.kind = EngineKind::Process(PathBuf::from(command));
            return;
        }
        let mut words = command.split_whitespace();
        self.kind = match words.next() {
            Some(program) => EngineKind::Process(PathBuf::from(program)),
            None => EngineKind::Missing,
        };
        self.command_arguments.extend(words.map(str::to_owned));
    }
}
