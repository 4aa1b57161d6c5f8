//! What a conversion of games needs: a filter, and an output, which is a text in a format of this crate or of the caller.

use crate::{CanonicalGame, GameRecord, WriteError, Writer};
use emergo::{GameResult, Variant};
use std::collections::HashSet;
use std::io::{self, Write};

/// Which games are converted. The default is all of them.
///
/// ```
/// use emergo_records::convert::{GameFilter, GameOutput, TextOutput};
/// use emergo_records::{Format, ReadOptions, read_records};
///
/// let mut text = Vec::new();
/// let mut output = TextOutput::new(&mut text, Format::Moves.writer().expect("it is written"));
/// let mut filter = GameFilter { min_plies: 4, ..GameFilter::default() };
/// let games = read_records("e3 e7 f4\ne4 e6 f4 d6", &ReadOptions::default()).games;
/// for game in games.iter().flatten().filter(|game| filter.accepts(game)) {
///     output.add(game)?;
/// }
/// output.finish()?;
/// assert_eq!(text, b"e4 e6 f4 d6\n");
/// # Ok::<(), emergo_records::convert::OutputError>(())
/// ```
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
    /// The accepted games, if only the first of games that are equal under a symmetry of the board is accepted.
    pub unique: Option<HashSet<CanonicalGame>>,
}

impl GameFilter {
    /// Is the game converted?
    pub fn accepts(&mut self, game: &GameRecord) -> bool {
        let is_player = |name: &String| {
            let lower = name.to_lowercase();
            let mut names = game.players.iter().filter_map(|player| player.name.as_ref());
            names.any(|name| name.to_lowercase() == lower)
        };
        self.player.as_ref().is_none_or(is_player)
            && self.result.is_none_or(|result| result == game.result)
            && self.variant.is_none_or(|variant| variant == game.variant)
            && game.moves.len() >= self.min_plies
            && self.unique.as_mut().is_none_or(|seen| seen.insert(CanonicalGame::of(game)))
    }
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
