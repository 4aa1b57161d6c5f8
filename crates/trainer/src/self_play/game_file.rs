//! Files of self-play games: reading, writing and continuing them.
//!
//! # Format
//!
//! ```text
//! file     = header block*
//! header   = "luctor-games 1 " settings "\n"
//! settings = "variant=" name (" " key "=" value)*
//! block    = size:u32 games:u32 plies:u32 positions:u32 checksum:u64 game*
//! game     = number of plies, result:u8, ply*, sampled
//! ply      = 4 * move                         not searched: a random opening move or the only legal move
//!          | 4 * move + 1, score              searched, and the best move was played
//!          | 4 * move + 2, score, best move   searched, and a random move was played instead
//! sampled  = nothing, or number from 1, (position, score)*
//! ```
//!
//! - The header has at most 4,096 bytes. The settings tell everything that the games depend on, except the search. A part
//!   of a file ends them with `blocks=FROM-TO`: the numbers of its blocks in the whole file, from 1.
//! - The fixed-size numbers of a block are little-endian. `size` is the number of bytes of its games. `positions` counts
//!   the positions for training: those with a search in which the side to move has no capture, and those of `sampled`.
//! - `checksum` is the 64-bit FNV-1a hash of `games`, `plies` and `positions`, each as a little-endian u64, followed by
//!   the bytes of the games.
//! - `result` is 0 (Black won), 1 (draw) or 2 (White won), and 4 more if the game has positions of `sampled`.
//! - `sampled` has positions that searches of the game evaluated, each with the score of its own search. A position is packed
//!   ([`emergo::Position::pack`]).
//! - All other numbers are LEB128 with at most 9 bytes. A score is zigzag-encoded, in centimen, from the view of the side
//!   to move ([`luctor_engine::score::Score::value`]). A move is its index in the legal moves in ascending order of
//!   [`emergo::Move`].
//! - Every game begins at the start position of the board.
//!
//! A file may end with an incomplete block, because the writer was stopped. A reader ignores it, and a writer continues
//! after the last complete block.

use super::game::SelfPlayGame;
use super::game_block::{GameBlock, GameTotals, ReadBlock};
use emergo::Variant;
use luctor_system::files::open_locked;
use luctor_system::header::header_value;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;
use thiserror::Error;

/// Why a game file cannot be read, written or continued. Blocks are numbered from 1.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum GameFileError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(
        "not a file of self-play games of this version: it needs a first line such as '{MAGIC}variant=emergo'"
    )]
    Header,
    #[error("the file has games with the settings '{found}', not '{expected}'")]
    Settings { found: String, expected: String },
    #[error("block {0} has a malformed game or an illegal move")]
    Game(u64),
    #[error("block {0} is damaged: its checksum or its size is wrong")]
    Damaged(u64),
    #[error("another process is adding games to the file")]
    InUse,
}

const MAGIC: &str = "luctor-games 1 ";
const HEADER_LIMIT: u64 = 4_096;
/// An incomplete last block has at most this many bytes. More means that the file is damaged.
const INCOMPLETE_LIMIT: u64 = 1 << 20;
const READ_BUFFER: usize = 1 << 20;

pub(super) fn header(settings: &str) -> String {
    format!("{MAGIC}{settings}\n")
}

/// Reads a game file block by block.
pub struct GameFileReader<R> {
    input: R,
    settings: String,
    variant: Variant,
    blocks: u64,
    is_incomplete: bool,
}

impl GameFileReader<BufReader<File>> {
    /// Opens a file and reads its header.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or it is not a game file.
    pub fn open(path: &Path) -> Result<Self, GameFileError> {
        GameFileReader::new(BufReader::with_capacity(READ_BUFFER, File::open(path)?))
    }
}

impl<R: BufRead> GameFileReader<R> {
    /// Reads the header.
    ///
    /// # Errors
    ///
    /// The input cannot be read, or it is not a game file.
    pub fn new(mut input: R) -> Result<GameFileReader<R>, GameFileError> {
        let mut line = Vec::new();
        input.by_ref().take(HEADER_LIMIT).read_until(b'\n', &mut line)?;
        let line = String::from_utf8(line).map_err(|_| GameFileError::Header)?;
        let settings = line.strip_prefix(MAGIC).and_then(|settings| settings.strip_suffix('\n'));
        let settings = settings.ok_or(GameFileError::Header)?.to_owned();
        let variant = header_value(&settings, "variant").ok_or(GameFileError::Header)?;
        Ok(GameFileReader { input, settings, variant, blocks: 0, is_incomplete: false })
    }

    /// The settings in the header, as `key=value` words.
    pub fn settings(&self) -> &str {
        &self.settings
    }

    /// The board.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The number of blocks that were read so far.
    pub fn blocks_read(&self) -> u64 {
        self.blocks
    }

    /// Has the reader come to an incomplete block?
    pub fn is_incomplete(&self) -> bool {
        self.is_incomplete
    }

    /// Reads the next block without decoding its games. `None` at the end and before an incomplete block.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or it is damaged.
    pub fn next_block(&mut self) -> Result<Option<GameBlock>, GameFileError> {
        let read = GameBlock::read(&mut self.input)?;
        self.is_incomplete |= matches!(read, ReadBlock::Incomplete);
        match read {
            ReadBlock::Whole(block) => {
                self.blocks += 1;
                Ok(Some(block))
            }
            ReadBlock::Damaged => Err(GameFileError::Damaged(self.blocks + 1)),
            ReadBlock::Incomplete | ReadBlock::End => Ok(None),
        }
    }

    /// Reads the games of the next block. `None` at the end and before an incomplete block.
    ///
    /// # Errors
    ///
    /// The file cannot be read, it is damaged, or a game is malformed or has an illegal move.
    pub fn next_games(&mut self) -> Result<Option<Vec<SelfPlayGame>>, GameFileError> {
        let Some(block) = self.next_block()? else { return Ok(None) };
        block.games(self.variant).map(Some).ok_or(GameFileError::Game(self.blocks))
    }
}

/// Adds blocks to a game file. Holds a lock on the file.
pub struct GameFileWriter {
    file: File,
    totals: GameTotals,
    blocks: u64,
}

impl GameFileWriter {
    /// Creates a file, or opens one to continue it. An incomplete block at its end is removed. A header alone is
    /// replaced.
    ///
    /// # Errors
    ///
    /// The file cannot be read or written, is not a game file, is damaged, has games of other settings, or another process
    /// adds games to it.
    pub fn open(path: &Path, settings: &str) -> Result<GameFileWriter, GameFileError> {
        let mut file = open_locked(path)?.ok_or(GameFileError::InUse)?;
        let size = file.metadata()?.len();
        let begin = |mut file: File| {
            file.write_all(header(settings).as_bytes())?;
            Ok(GameFileWriter { file, totals: GameTotals::default(), blocks: 0 })
        };
        if size == 0 {
            return begin(file);
        }
        let mut reader = GameFileReader::new(BufReader::with_capacity(READ_BUFFER, &file))?;
        let mut end = (MAGIC.len() + reader.settings().len() + 1) as u64;
        if reader.settings() != settings {
            if size == end {
                file.set_len(0)?;
                file.rewind()?;
                return begin(file);
            }
            let (found, expected) = (reader.settings().to_owned(), settings.to_owned());
            return Err(GameFileError::Settings { found, expected });
        }
        let mut totals = GameTotals::default();
        while let Some(block) = reader.next_block()? {
            totals += block.totals();
            end += block.size() as u64;
        }
        let blocks = reader.blocks;
        if size.saturating_sub(end) > INCOMPLETE_LIMIT {
            return Err(GameFileError::Damaged(blocks + 1));
        }
        file.set_len(end)?;
        file.seek(SeekFrom::Start(end))?;
        Ok(GameFileWriter { file, totals, blocks })
    }

    /// How many games, plies and positions the file has.
    pub fn totals(&self) -> GameTotals {
        self.totals
    }

    /// The number of blocks in the file.
    pub fn blocks(&self) -> u64 {
        self.blocks
    }

    /// Adds a block.
    ///
    /// # Errors
    ///
    /// The block cannot be written.
    pub fn add(&mut self, block: &GameBlock) -> Result<(), GameFileError> {
        self.file.write_all(&block.to_bytes())?;
        self.totals += block.totals();
        self.blocks += 1;
        Ok(())
    }
}
