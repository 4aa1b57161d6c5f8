//! Converts games: selects them and passes them to an output, which is a text in a format of this crate or of the caller.

use crate::{CanonicalGame, GameRecord, WriteError, Writer};
use emergo::{GameResult, Variant};
use std::collections::HashSet;
use std::io::{self, Write};

/// Which games are converted. The default is all of them.
#[derive(Clone, Debug, Default)]
pub struct GameFilter {
    /// Only games of this player, in either letter case.
    pub player: Option<String>,
    /// Only games with this result; `Some(None)` for games that are not finished.
    pub result: Option<Option<GameResult>>,
    /// Only games on this board.
    pub variant: Option<Variant>,
    /// Only games with at least this many plies.
    pub min_plies: usize,
    /// Only the first of games that are equal under a symmetry of the board.
    pub unique: bool,
}

/// What receives the selected games.
pub trait GameOutput {
    /// Adds a game.
    ///
    /// # Errors
    ///
    /// The output cannot hold this game, or it cannot be written.
    fn add(&mut self, game: &GameRecord) -> Result<(), OutputError>;

    /// Writes what follows the last game.
    ///
    /// # Errors
    ///
    /// The output cannot be written.
    fn finish(&mut self) -> io::Result<()>;
}

/// Why an output does not take a game.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// The output cannot hold the game. It takes others.
    #[error("{0}")]
    LeftOut(String),
    /// Nothing more can be written.
    #[error(transparent)]
    Failed(#[from] io::Error),
}

impl From<WriteError> for OutputError {
    fn from(error: WriteError) -> OutputError {
        OutputError::LeftOut(error.to_string())
    }
}

/// Writes games in a format.
#[derive(Debug)]
pub struct TextOutput<W> {
    output: W,
    writer: Writer,
    is_first: bool,
}

impl<W: Write> TextOutput<W> {
    /// An output without games.
    pub fn new(output: W, writer: Writer) -> TextOutput<W> {
        TextOutput { output, writer, is_first: true }
    }
}

impl<W: Write> GameOutput for TextOutput<W> {
    fn add(&mut self, game: &GameRecord) -> Result<(), OutputError> {
        let text = (self.writer.write)(game)?;
        let before = if self.is_first { self.writer.before } else { self.writer.between };
        self.is_first = false;
        Ok(write!(self.output, "{before}{text}")?)
    }

    fn finish(&mut self) -> io::Result<()> {
        let before = if self.is_first { self.writer.before } else { "" };
        write!(self.output, "{before}{}", self.writer.after)?;
        self.output.flush()
    }
}

/// How many games were converted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ConvertedGames {
    /// Games of the sources.
    pub read: usize,
    /// Games that the output took.
    pub written: usize,
    /// Games that could not be read or written.
    pub errors: usize,
}

/// Selects games and passes them to an output.
///
/// ```
/// use emergo_records::convert::{Converter, GameFilter, TextOutput};
/// use emergo_records::{Format, ReadOptions, read_records};
///
/// let mut text = Vec::new();
/// let output = TextOutput::new(&mut text, Format::Moves.writer().expect("it is written"));
/// let filter = GameFilter { min_plies: 4, ..GameFilter::default() };
/// let mut converter = Converter::new(filter, Box::new(output), |error| panic!("{error}"));
/// let games = read_records("e3 e7 f4\ne4 e6 f4 d6", &ReadOptions::default()).games;
/// for (number, game) in (1..).zip(games.iter().flatten()) {
///     converter.add("games", number, game)?;
/// }
/// assert_eq!(converter.finish()?.written, 1);
/// assert_eq!(text, b"e4 e6 f4 d6\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Converter<'a> {
    filter: GameFilter,
    /// The games that were selected, with `unique`.
    seen: HashSet<CanonicalGame>,
    output: Box<dyn GameOutput + 'a>,
    report: Box<dyn FnMut(&str) + 'a>,
    games: ConvertedGames,
}

impl<'a> Converter<'a> {
    /// `report` is called with a sentence for each game that cannot be read or written.
    pub fn new(
        filter: GameFilter,
        output: Box<dyn GameOutput + 'a>,
        report: impl FnMut(&str) + 'a,
    ) -> Converter<'a> {
        let (seen, games) = (HashSet::new(), ConvertedGames::default());
        Converter { filter, seen, output, report: Box::new(report), games }
    }

    /// Converts a game, which has this number in its source. The name of the source is part of the reports.
    ///
    /// # Errors
    ///
    /// The output cannot be written.
    pub fn add(&mut self, source: &str, number: usize, game: &GameRecord) -> io::Result<()> {
        self.games.read += 1;
        let is_left_out = self.write(source, number, game)?;
        self.games.errors += usize::from(is_left_out);
        Ok(())
    }

    /// Reports a game that cannot be read, and converts its legal part.
    ///
    /// # Errors
    ///
    /// The output cannot be written.
    pub fn add_faulty(
        &mut self,
        source: &str,
        number: usize,
        error: &str,
        legal_part: Option<&GameRecord>,
    ) -> io::Result<()> {
        self.games.read += 1;
        self.games.errors += 1;
        (self.report)(&format!("{source}: {error}"));
        if let Some(game) = legal_part {
            self.write(source, number, game)?;
        }
        Ok(())
    }

    /// Passes a game to the output, if it is selected. Returns whether the output leaves it out, which is reported.
    fn write(&mut self, source: &str, number: usize, game: &GameRecord) -> io::Result<bool> {
        if !self.is_selected(game) {
            return Ok(false);
        }
        match self.output.add(game) {
            Ok(()) => {
                self.games.written += 1;
                Ok(false)
            }
            Err(OutputError::Failed(error)) => Err(error),
            Err(OutputError::LeftOut(reason)) => {
                (self.report)(&format!("{source}: game {number}: {reason}"));
                Ok(true)
            }
        }
    }

    /// Completes the output.
    ///
    /// # Errors
    ///
    /// The output cannot be written.
    pub fn finish(mut self) -> io::Result<ConvertedGames> {
        self.output.finish()?;
        Ok(self.games)
    }

    fn is_selected(&mut self, game: &GameRecord) -> bool {
        let GameFilter { player, result, variant, min_plies, unique } = &self.filter;
        let is_player = |name: &String| {
            let lower = name.to_lowercase();
            let mut names = game.players.iter().filter_map(|player| player.name.as_ref());
            names.any(|name| name.to_lowercase() == lower)
        };
        player.as_ref().is_none_or(is_player)
            && result.is_none_or(|result| result == game.result)
            && variant.is_none_or(|variant| variant == game.variant)
            && game.moves.len() >= *min_plies
            && (!unique || self.seen.insert(CanonicalGame::of(game)))
    }
}
