//! Games of self-play in a file: some three bytes a ply, every move, and what the search thought.
//!
//! ```text
//! file   = header line, blocks
//! header = "luctor-games 1 " settings "\n"        what made the games, as key=value words, variant= first
//! block  = u32 bytes of the games, u32 games, u32 plies, u32 positions, u64 checksum, games
//! game   = plies, result (0 Black won, 1 draw, 2 White won), then ply after ply
//! ply    = 4 * move                               not searched: chance, or the only legal move
//!        | 4 * move + 1, score                    searched, and the best move played
//!        | 4 * move + 2, score, best move         searched, but chance played another
//! ```
//!
//! The numbers of a block's head are little-endian; numbers of games are LEB128, scores zigzag, in centimen
//! from the mover's view. A move is its index among the legal ones in the order of [`Move`]. Games begin
//! at the start of their board. `positions` counts what training can use: searched, and the mover has no
//! capture. The checksum is FNV-1a over the rest of the block but its length, so a torn end is seen and the file
//! goes on from the last whole block.

use emergo::{GameResult, Move, MoveList, Position, Side, Variant};
use luctor_engine::checksum::fnv1a;
use luctor_engine::score::Score;
use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// What the search said of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Searched {
    /// The best move.
    pub best: Move,
    /// Its score, from the mover's view.
    pub score: Score,
}

/// One ply of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordedPly {
    /// The move played.
    pub played: Move,
    /// What the search said before it, or `None` of a random or only move.
    pub searched: Option<Searched>,
}

impl RecordedPly {
    /// Did chance choose the move, against or without a search?
    pub fn is_random(&self) -> bool {
        self.searched.is_none_or(|searched| searched.best != self.played)
    }
}

/// A game from the start of its board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedGame {
    /// Its plies.
    pub plies: Vec<RecordedPly>,
    /// How it ended.
    pub result: GameResult,
}

/// How much a block or a file holds.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Contents {
    /// Games.
    pub games: u64,
    /// Plies of all games.
    pub plies: u64,
    /// Positions that training can use.
    pub positions: u64,
}

impl std::ops::AddAssign for Contents {
    fn add_assign(&mut self, more: Contents) {
        self.games += more.games;
        self.plies += more.plies;
        self.positions += more.positions;
    }
}

/// What is wrong with a file of games.
#[derive(Debug)]
pub enum GameFileError {
    /// It can't be read or written.
    Io(io::Error),
    /// It does not begin as such a file does.
    Header,
    /// It holds games made otherwise than those to be added.
    Settings {
        /// What the file says.
        found: String,
        /// What it would have to say.
        wanted: String,
    },
    /// A game of a whole block does not follow the rules: the number of the block, from 1.
    Game(u64),
    /// A whole block is not as it was written: its number, from 1.
    Damaged(u64),
    /// Another process is adding to the file.
    InUse,
}

impl fmt::Display for GameFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameFileError::Io(error) => error.fmt(f),
            GameFileError::Header => {
                f.write_str("no file of self-play games: the first line is wrong")
            }
            GameFileError::Settings { found, wanted } => {
                write!(f, "the file has other games: it says '{found}', wanted is '{wanted}'")
            }
            GameFileError::Game(block) => {
                write!(f, "block {block} holds a game that breaks the rules of its board")
            }
            GameFileError::Damaged(block) => {
                write!(f, "block {block} is damaged: its checksum is wrong")
            }
            GameFileError::InUse => f.write_str("another process is adding to the file"),
        }
    }
}

impl std::error::Error for GameFileError {}

impl From<io::Error> for GameFileError {
    fn from(error: io::Error) -> GameFileError {
        GameFileError::Io(error)
    }
}

const MAGIC: &str = "luctor-games 1 ";
const HEADER_LIMIT: usize = 4_096;
const BLOCK_HEAD: usize = 24;
/// A block is about ten kilobytes; what claims more than this is no block.
const BLOCK_LIMIT: usize = 1 << 26;
/// What can be left of a block that was not written to its end.
const TORN_LIMIT: u64 = 1 << 20;

/// Games on their way into a file.
#[derive(Clone, Default, Debug)]
pub struct Block {
    contents: Contents,
    games: Vec<u8>,
}

impl Block {
    /// Adds a game of this board.
    pub fn push(&mut self, variant: Variant, game: &RecordedGame) {
        write_number(&mut self.games, game.plies.len() as u64);
        self.games.push(game.result.half_points(Side::White));
        let mut position = Position::start(variant);
        let mut legal = MoveList::new();
        for ply in &game.plies {
            sorted_moves(&position, &mut legal);
            let index = |mv: Move| legal.binary_search(&mv).expect("a legal move") as u64;
            let played = 4 * index(ply.played);
            match ply.searched {
                None => write_number(&mut self.games, played),
                Some(Searched { best, score }) => {
                    let random = u64::from(best != ply.played);
                    write_number(&mut self.games, played + 1 + random);
                    let score = i64::from(score.value());
                    write_number(&mut self.games, (score << 1 ^ score >> 63) as u64);
                    if random == 1 {
                        write_number(&mut self.games, index(best));
                    }
                    self.contents.positions += u64::from(!position.can_capture());
                }
            }
            position.play(ply.played);
        }
        self.contents.games += 1;
        self.contents.plies += game.plies.len() as u64;
    }

    /// How much it holds.
    pub fn contents(&self) -> Contents {
        self.contents
    }

    fn checksum(&self) -> u64 {
        let Contents { games, plies, positions } = self.contents;
        let head = [games, plies, positions].into_iter().flat_map(u64::to_le_bytes);
        fnv1a(head.chain(self.games.iter().copied()))
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(BLOCK_HEAD + self.games.len());
        let Contents { games, plies, positions } = self.contents;
        for number in [self.games.len() as u64, games, plies, positions] {
            bytes.extend_from_slice(&(number as u32).to_le_bytes());
        }
        bytes.extend_from_slice(&self.checksum().to_le_bytes());
        bytes.extend_from_slice(&self.games);
        bytes
    }

    /// Block number `number`, or `None` at the end or before a torn block, which the file ends in.
    fn read(input: &mut impl Read, number: u64) -> Result<Option<Block>, GameFileError> {
        let mut head = Vec::with_capacity(BLOCK_HEAD);
        input.take(BLOCK_HEAD as u64).read_to_end(&mut head)?;
        if head.len() < BLOCK_HEAD {
            return Ok(None);
        }
        let word = |at: usize| {
            u32::from_le_bytes(std::array::from_fn(|index| head[4 * at + index])) as usize
        };
        let checksum = u64::from_le_bytes(std::array::from_fn(|index| head[16 + index]));
        let length = word(0);
        if length > BLOCK_LIMIT {
            return Err(GameFileError::Damaged(number));
        }
        let mut games = Vec::with_capacity(length);
        input.take(length as u64).read_to_end(&mut games)?;
        if games.len() < length {
            return Ok(None);
        }
        let [games_count, plies, positions] = [1, 2, 3].map(|at| word(at) as u64);
        let block = Block { contents: Contents { games: games_count, plies, positions }, games };
        if block.checksum() != checksum {
            return Err(GameFileError::Damaged(number));
        }
        Ok(Some(block))
    }

    /// The games, or `None` if they break the rules of the board.
    pub fn games(&self, variant: Variant) -> Option<Vec<RecordedGame>> {
        let mut rest = &self.games[..];
        let mut games = Vec::with_capacity(rest.len().min(self.contents.games as usize));
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

fn read_game(rest: &mut &[u8], variant: Variant) -> Option<RecordedGame> {
    let count = read_number(rest)?;
    let (result, tail) = rest.split_first()?;
    *rest = tail;
    let white = *result;
    let result = GameResult::ALL.into_iter().find(|end| end.half_points(Side::White) == white)?;
    let mut plies = Vec::new();
    let mut position = Position::start(variant);
    let mut legal = MoveList::new();
    for _ in 0..count {
        sorted_moves(&position, &mut legal);
        let code = read_number(rest)?;
        let played = *legal.get(usize::try_from(code / 4).ok()?)?;
        let searched = match code % 4 {
            0 => None,
            kind @ (1 | 2) => {
                let zigzag = read_number(rest)?;
                let score = (zigzag >> 1) as i64 ^ -((zigzag & 1) as i64);
                let best = match kind {
                    1 => played,
                    _ => *legal.get(usize::try_from(read_number(rest)?).ok()?)?,
                };
                Some(Searched { best, score: Score::from_value(i32::try_from(score).ok()?)? })
            }
            _ => return None,
        };
        plies.push(RecordedPly { played, searched });
        position.play(played);
    }
    Some(RecordedGame { plies, result })
}

fn write_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn read_number(rest: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..63).step_by(7) {
        let (byte, tail) = rest.split_first()?;
        *rest = tail;
        number |= u64::from(byte & 127) << shift;
        if byte & 128 == 0 {
            return Some(number);
        }
    }
    None
}

/// Reads a file block by block.
pub struct GameFileReader<R> {
    input: R,
    settings: String,
    variant: Variant,
    /// Blocks read so far.
    blocks: u64,
}

impl GameFileReader<BufReader<File>> {
    /// Opens a file.
    ///
    /// # Errors
    ///
    /// It can't be read, or is no file of games.
    pub fn open(path: &Path) -> Result<Self, GameFileError> {
        GameFileReader::new(BufReader::with_capacity(1 << 20, File::open(path)?))
    }
}

impl<R: Read> GameFileReader<R> {
    /// Reads the header.
    ///
    /// # Errors
    ///
    /// It can't be read, or is no file of games.
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

    /// What made the games.
    pub fn settings(&self) -> &str {
        &self.settings
    }

    /// The board.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// Blocks read so far.
    pub fn blocks_read(&self) -> u64 {
        self.blocks
    }

    /// The next block without its games, or `None` at the end or before a torn one.
    ///
    /// # Errors
    ///
    /// The file can't be read or is damaged.
    pub fn next_block(&mut self) -> Result<Option<Block>, GameFileError> {
        let block = Block::read(&mut self.input, self.blocks + 1)?;
        self.blocks += u64::from(block.is_some());
        Ok(block)
    }

    /// The games of the next block, or `None` at the end.
    ///
    /// # Errors
    ///
    /// The file can't be read or is damaged, or a game breaks the rules.
    pub fn next_games(&mut self) -> Result<Option<Vec<RecordedGame>>, GameFileError> {
        match self.next_block()? {
            None => Ok(None),
            Some(block) => match block.games(self.variant) {
                None => Err(GameFileError::Game(self.blocks)),
                games => Ok(games),
            },
        }
    }
}

/// Adds blocks to a file.
pub struct GameFileWriter {
    file: File,
    contents: Contents,
    blocks: u64,
}

impl GameFileWriter {
    /// Opens a file to add to, or makes it. A torn block at the end is cut off.
    ///
    /// # Errors
    ///
    /// It can't be read or written, is no file of games, is damaged, holds games made otherwise, or another process
    /// is adding to it.
    pub fn open(path: &Path, settings: &str) -> Result<GameFileWriter, GameFileError> {
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(GameFileError::InUse),
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        if file.metadata()?.len() == 0 {
            file.write_all(format!("{MAGIC}{settings}\n").as_bytes())?;
            return Ok(GameFileWriter { file, contents: Contents::default(), blocks: 0 });
        }
        let mut reader = GameFileReader::new(BufReader::with_capacity(1 << 20, &file))?;
        if reader.settings() != settings {
            let (found, wanted) = (reader.settings().to_owned(), settings.to_owned());
            return Err(GameFileError::Settings { found, wanted });
        }
        let mut contents = Contents::default();
        let mut end = (MAGIC.len() + settings.len() + 1) as u64;
        while let Some(block) = reader.next_block()? {
            contents += block.contents;
            end += (BLOCK_HEAD + block.games.len()) as u64;
        }
        let blocks = reader.blocks;
        // A kill leaves less than a block behind the last whole one; more is damage, and not to be cut off.
        if file.metadata()?.len().saturating_sub(end) > TORN_LIMIT {
            return Err(GameFileError::Damaged(blocks + 1));
        }
        file.set_len(end)?;
        file.seek(SeekFrom::Start(end))?;
        Ok(GameFileWriter { file, contents, blocks })
    }

    /// How much the file holds.
    pub fn contents(&self) -> Contents {
        self.contents
    }

    /// Blocks in the file.
    pub fn blocks(&self) -> u64 {
        self.blocks
    }

    /// Adds a block.
    ///
    /// # Errors
    ///
    /// It can't be written.
    pub fn add(&mut self, block: &Block) -> io::Result<()> {
        self.file.write_all(&block.to_bytes())?;
        self.contents += block.contents;
        self.blocks += 1;
        Ok(())
    }
}
