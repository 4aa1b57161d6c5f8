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
//!   ([`Position::pack`]).
//! - All other numbers are LEB128 with at most 9 bytes. A score is zigzag-encoded, in centimen, from the view of the side
//!   to move ([`Score::value`]). A move is its index in the legal moves in ascending order of [`Move`].
//! - Every game begins at the start position of the board.
//!
//! A file may end with an incomplete block, because the writer was stopped. A reader ignores it, and a writer continues
//! after the last complete block.

use emergo::{GameResult, Move, MoveList, Position, Side, Variant};
use luctor_engine::checksum::fnv1a;
use luctor_engine::files::is_locked;
use luctor_engine::score::Score;
use serde::Serialize;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::ops::AddAssign;
use std::path::Path;
use thiserror::Error;

/// The result of the search of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlySearch {
    /// The best move.
    pub best_move: Move,
    /// Its score, from the view of the side to move.
    pub score: Score,
}

/// One ply of a self-play game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SelfPlayPly {
    /// The move played.
    pub played: Move,
    /// The search before the move. `None` for a random opening move and for the only legal move.
    pub search: Option<PlySearch>,
}

impl SelfPlayPly {
    /// Whether a random move was played instead of the best move of the search.
    pub fn is_deviation(&self) -> bool {
        self.search.is_some_and(|search| search.best_move != self.played)
    }
}

/// A position with the score of its search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoredPosition {
    /// The position. The side to move has no capture.
    pub position: Position,
    /// The score, from the view of the side to move.
    pub score: Score,
}

/// A self-play game from the start position of its board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelfPlayGame {
    /// All plies in order.
    pub plies: Vec<SelfPlayPly>,
    /// Positions that searches of the game evaluated. Some of them also occur in the game.
    pub sampled: Vec<ScoredPosition>,
    /// The result, by the rules or by adjudication.
    pub result: GameResult,
}

/// How many games, plies and positions a block or a file has.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub struct GameFileTotals {
    /// Games.
    pub games: u64,
    /// Plies of all games.
    pub plies: u64,
    /// Positions for training.
    pub positions: u64,
}

impl AddAssign for GameFileTotals {
    fn add_assign(&mut self, more: GameFileTotals) {
        self.games += more.games;
        self.plies += more.plies;
        self.positions += more.positions;
    }
}

/// Why a game file cannot be read, written or continued. Blocks are numbered from 1.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum GameFileError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("not a file of self-play games: the first line is wrong")]
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

/// Games of a block.
pub(crate) const BLOCK_GAMES: u64 = 32;
const MAGIC: &str = "luctor-games 1 ";
const HEADER_LIMIT: usize = 4_096;
/// Bytes of a block before its games.
const BLOCK_HEADER: usize = 24;
/// Greatest number of bytes of the games of a block. A greater size means that the file is damaged.
const BLOCK_LIMIT: usize = 1 << 26;
/// An incomplete last block has at most this many bytes. More means that the file is damaged.
const INCOMPLETE_LIMIT: u64 = 1 << 20;
const READ_BUFFER: usize = 1 << 20;
/// Set in the byte of a result if positions follow the plies.
const HAS_SAMPLED: u8 = 4;

/// Encoded games, the unit of writing.
#[derive(Clone, Default, Debug)]
pub struct GameBlock {
    totals: GameFileTotals,
    games: Vec<u8>,
}

impl GameBlock {
    /// Adds a game on this board.
    ///
    /// # Panics
    ///
    /// A move of the game is illegal.
    pub fn push(&mut self, variant: Variant, game: &SelfPlayGame) {
        write_number(&mut self.games, game.plies.len() as u64);
        let has_sampled = if game.sampled.is_empty() { 0 } else { HAS_SAMPLED };
        self.games.push(game.result.half_points(Side::White) | has_sampled);
        let mut position = Position::start(variant);
        let mut legal = MoveList::new();
        for ply in &game.plies {
            sorted_moves(&position, &mut legal);
            let index = |mv: Move| legal.binary_search(&mv).expect("the move is legal") as u64;
            let played = 4 * index(ply.played);
            match ply.search {
                None => write_number(&mut self.games, played),
                Some(PlySearch { best_move, score }) => {
                    let deviation = ply.is_deviation();
                    write_number(&mut self.games, played + if deviation { 2 } else { 1 });
                    write_score(&mut self.games, score);
                    if deviation {
                        write_number(&mut self.games, index(best_move));
                    }
                    self.totals.positions += u64::from(!position.can_capture());
                }
            }
            position.play(ply.played);
        }
        if !game.sampled.is_empty() {
            write_number(&mut self.games, game.sampled.len() as u64);
        }
        for ScoredPosition { position, score } in &game.sampled {
            self.games.extend_from_slice(position.pack().as_bytes());
            write_score(&mut self.games, *score);
        }
        self.totals.positions += game.sampled.len() as u64;
        self.totals.games += 1;
        self.totals.plies += game.plies.len() as u64;
    }

    /// How many games, plies and positions the block has.
    pub fn totals(&self) -> GameFileTotals {
        self.totals
    }

    fn checksum(&self) -> u64 {
        let GameFileTotals { games, plies, positions } = self.totals;
        let totals = [games, plies, positions].into_iter().flat_map(u64::to_le_bytes);
        fnv1a(totals.chain(self.games.iter().copied()))
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(BLOCK_HEADER + self.games.len());
        let GameFileTotals { games, plies, positions } = self.totals;
        for number in [self.games.len() as u64, games, plies, positions] {
            bytes.extend_from_slice(&(number as u32).to_le_bytes());
        }
        bytes.extend_from_slice(&self.checksum().to_le_bytes());
        bytes.extend_from_slice(&self.games);
        bytes
    }

    /// Reads block number `number`. `None` at the end of the file and for an incomplete block.
    fn read(input: &mut impl Read, number: u64) -> Result<Option<GameBlock>, GameFileError> {
        let mut header = Vec::with_capacity(BLOCK_HEADER);
        input.take(BLOCK_HEADER as u64).read_to_end(&mut header)?;
        if header.len() < BLOCK_HEADER {
            return Ok(None);
        }
        let word = |at: usize| {
            u64::from(u32::from_le_bytes(std::array::from_fn(|byte| header[4 * at + byte])))
        };
        let checksum = u64::from_le_bytes(std::array::from_fn(|byte| header[16 + byte]));
        let size = word(0) as usize;
        if size > BLOCK_LIMIT {
            return Err(GameFileError::Damaged(number));
        }
        let mut games = Vec::with_capacity(size);
        input.take(size as u64).read_to_end(&mut games)?;
        if games.len() < size {
            return Ok(None);
        }
        let totals = GameFileTotals { games: word(1), plies: word(2), positions: word(3) };
        let block = GameBlock { totals, games };
        if block.checksum() != checksum {
            return Err(GameFileError::Damaged(number));
        }
        Ok(Some(block))
    }

    /// The games. `None` if one of them is malformed or has an illegal move.
    pub fn games(&self, variant: Variant) -> Option<Vec<SelfPlayGame>> {
        let mut rest = &self.games[..];
        let mut games = Vec::new();
        while !rest.is_empty() {
            games.push(read_game(&mut rest, variant)?);
        }
        Some(games)
    }
}

fn sorted_moves(position: &Position, moves: &mut MoveList) {
    position.legal_moves_into(moves);
    moves.sort_unstable();
}

fn read_game(rest: &mut &[u8], variant: Variant) -> Option<SelfPlayGame> {
    let count = read_number(rest)?;
    let code = read_byte(rest)?;
    let half_points = code & !HAS_SAMPLED;
    let result = GameResult::ALL
        .into_iter()
        .find(|result| result.half_points(Side::White) == half_points)?;
    let mut plies = Vec::new();
    let mut position = Position::start(variant);
    let mut legal = MoveList::new();
    for _ in 0..count {
        sorted_moves(&position, &mut legal);
        let code = read_number(rest)?;
        let played = *legal.get(usize::try_from(code / 4).ok()?)?;
        let search = match code % 4 {
            0 => None,
            1 => Some(PlySearch { score: read_score(rest)?, best_move: played }),
            2 => {
                let score = read_score(rest)?;
                let best_move = *legal.get(usize::try_from(read_number(rest)?).ok()?)?;
                Some(PlySearch { best_move, score })
            }
            _ => return None,
        };
        plies.push(SelfPlayPly { played, search });
        position.play(played);
    }
    let mut sampled = Vec::new();
    if code & HAS_SAMPLED != 0 {
        let count = read_number(rest).filter(|count| *count > 0)?;
        for _ in 0..count {
            let (packed, tail) = rest.split_at_checked(variant.packed_size())?;
            *rest = tail;
            let position = Position::unpack(variant, packed).ok()?;
            if position.can_capture() {
                return None;
            }
            sampled.push(ScoredPosition { position, score: read_score(rest)? });
        }
    }
    Some(SelfPlayGame { plies, sampled, result })
}

fn write_score(bytes: &mut Vec<u8>, score: Score) {
    let value = i64::from(score.value());
    write_number(bytes, (value << 1 ^ value >> 63) as u64);
}

fn read_score(rest: &mut &[u8]) -> Option<Score> {
    let zigzag = read_number(rest)?;
    let value = (zigzag >> 1) as i64 ^ -((zigzag & 1) as i64);
    Score::from_value(i32::try_from(value).ok()?)
}

fn read_byte(rest: &mut &[u8]) -> Option<u8> {
    let (byte, tail) = rest.split_first()?;
    *rest = tail;
    Some(*byte)
}

/// Writes a number in LEB128.
fn write_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads a number in LEB128. `None` if it is longer than 63 bits or than the rest of the bytes.
fn read_number(rest: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..63).step_by(7) {
        let byte = read_byte(rest)?;
        number |= u64::from(byte & 127) << shift;
        if byte & 128 == 0 {
            return Some(number);
        }
    }
    None
}

/// Reads a game file block by block.
pub struct GameFileReader<R> {
    input: R,
    settings: String,
    variant: Variant,
    blocks: u64,
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

impl<R: Read> GameFileReader<R> {
    /// Reads the header.
    ///
    /// # Errors
    ///
    /// The input cannot be read, or it is not a game file.
    pub fn new(mut input: R) -> Result<GameFileReader<R>, GameFileError> {
        let mut line = Vec::new();
        let mut byte = [0];
        loop {
            if line.len() == HEADER_LIMIT || input.read(&mut byte)? == 0 {
                return Err(GameFileError::Header);
            }
            if byte[0] == b'\n' {
                break;
            }
            line.push(byte[0]);
        }
        let line = String::from_utf8(line).map_err(|_| GameFileError::Header)?;
        let settings = line.strip_prefix(MAGIC).ok_or(GameFileError::Header)?.to_owned();
        let variant = settings
            .split(' ')
            .find_map(|word| word.strip_prefix("variant="))
            .and_then(|name| name.parse().ok())
            .ok_or(GameFileError::Header)?;
        Ok(GameFileReader { input, settings, variant, blocks: 0 })
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

    /// Reads the next block without decoding its games. `None` at the end and before an incomplete block.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or it is damaged.
    pub fn next_block(&mut self) -> Result<Option<GameBlock>, GameFileError> {
        let block = GameBlock::read(&mut self.input, self.blocks + 1)?;
        self.blocks += u64::from(block.is_some());
        Ok(block)
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
    totals: GameFileTotals,
    blocks: u64,
}

impl GameFileWriter {
    /// Creates a file, or opens one to continue it. An incomplete block at its end is removed.
    ///
    /// # Errors
    ///
    /// The file cannot be read or written, is not a game file, is damaged, has games of other settings, or another process
    /// adds games to it.
    pub fn open(path: &Path, settings: &str) -> Result<GameFileWriter, GameFileError> {
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        if !is_locked(file.try_lock())? {
            return Err(GameFileError::InUse);
        }
        if file.metadata()?.len() == 0 {
            file.write_all(format!("{MAGIC}{settings}\n").as_bytes())?;
            return Ok(GameFileWriter { file, totals: GameFileTotals::default(), blocks: 0 });
        }
        let mut reader = GameFileReader::new(BufReader::with_capacity(READ_BUFFER, &file))?;
        if reader.settings() != settings {
            let (found, expected) = (reader.settings().to_owned(), settings.to_owned());
            return Err(GameFileError::Settings { found, expected });
        }
        let mut totals = GameFileTotals::default();
        let mut end = (MAGIC.len() + settings.len() + 1) as u64;
        while let Some(block) = reader.next_block()? {
            totals += block.totals;
            end += (BLOCK_HEADER + block.games.len()) as u64;
        }
        let blocks = reader.blocks;
        if file.metadata()?.len().saturating_sub(end) > INCOMPLETE_LIMIT {
            return Err(GameFileError::Damaged(blocks + 1));
        }
        file.set_len(end)?;
        file.seek(SeekFrom::Start(end))?;
        Ok(GameFileWriter { file, totals, blocks })
    }

    /// How many games, plies and positions the file has.
    pub fn totals(&self) -> GameFileTotals {
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
    pub fn add(&mut self, block: &GameBlock) -> io::Result<()> {
        self.file.write_all(&block.to_bytes())?;
        self.totals += block.totals;
        self.blocks += 1;
        Ok(())
    }
}
