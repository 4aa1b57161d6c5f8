//! Blocks of encoded games, the parts of a game file. `game_file.rs` describes their bytes.

use super::game::{PlySearch, ScoredPosition, SelfPlayGame, SelfPlayPly};
use emergo::{GameResult, Move, Position, Side, Variant};
use luctor_engine::score::Score;
use luctor_system::checksum::fnv1a;
use serde::Serialize;
use std::io::{self, Read};
use std::ops::AddAssign;

pub(crate) const BLOCK_GAMES: u64 = 32;
/// Bytes of a block before its games.
const BLOCK_HEADER: usize = 24;
/// Greatest number of bytes of the games of a block. A greater size means that the file is damaged.
const BLOCK_LIMIT: usize = 1 << 26;
/// Set in the byte of a result if positions follow the plies.
const HAS_SAMPLED: u8 = 4;

/// How many games, plies and positions a block or a file has.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub struct GameTotals {
    /// Games.
    pub games: u64,
    /// Plies of all games.
    pub plies: u64,
    /// Positions for training.
    pub positions: u64,
}

impl AddAssign for GameTotals {
    fn add_assign(&mut self, more: GameTotals) {
        self.games += more.games;
        self.plies += more.plies;
        self.positions += more.positions;
    }
}

/// Encoded games, the unit of writing.
#[derive(Clone, Default, Debug)]
pub struct GameBlock {
    totals: GameTotals,
    games: Vec<u8>,
}

/// What follows the blocks that were read.
pub(super) enum ReadBlock {
    Whole(GameBlock),
    Damaged,
    Incomplete,
    End,
}

impl GameBlock {
    /// Adds a game.
    ///
    /// # Panics
    ///
    /// A move of the game is illegal.
    pub fn push(&mut self, game: &SelfPlayGame) {
        write_number(&mut self.games, game.plies.len() as u64);
        let has_sampled = if game.sampled.is_empty() { 0 } else { HAS_SAMPLED };
        self.games.push(game.result.half_points(Side::White) | has_sampled);
        let mut position = Position::start(game.variant);
        for ply in &game.plies {
            let legal = position.sorted_moves();
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
    pub fn totals(&self) -> GameTotals {
        self.totals
    }

    /// The number of its bytes in a file.
    pub(super) fn size(&self) -> usize {
        BLOCK_HEADER + self.games.len()
    }

    fn checksum(&self) -> u64 {
        let GameTotals { games, plies, positions } = self.totals;
        let totals = [games, plies, positions].into_iter().flat_map(u64::to_le_bytes);
        fnv1a(totals.chain(self.games.iter().copied()))
    }

    /// The block as it is in a file.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.size());
        let GameTotals { games, plies, positions } = self.totals;
        for number in [self.games.len() as u64, games, plies, positions] {
            bytes.extend_from_slice(&(number as u32).to_le_bytes());
        }
        bytes.extend_from_slice(&self.checksum().to_le_bytes());
        bytes.extend_from_slice(&self.games);
        bytes
    }

    pub(super) fn read(input: &mut impl Read) -> io::Result<ReadBlock> {
        let mut header = Vec::with_capacity(BLOCK_HEADER);
        input.take(BLOCK_HEADER as u64).read_to_end(&mut header)?;
        if header.is_empty() {
            return Ok(ReadBlock::End);
        }
        if header.len() < BLOCK_HEADER {
            return Ok(ReadBlock::Incomplete);
        }
        let word = |at: usize| {
            u64::from(u32::from_le_bytes(std::array::from_fn(|byte| header[4 * at + byte])))
        };
        let checksum = u64::from_le_bytes(std::array::from_fn(|byte| header[16 + byte]));
        let size = word(0) as usize;
        if size > BLOCK_LIMIT {
            return Ok(ReadBlock::Damaged);
        }
        let mut games = Vec::with_capacity(size);
        input.take(size as u64).read_to_end(&mut games)?;
        if games.len() < size {
            return Ok(ReadBlock::Incomplete);
        }
        let totals = GameTotals { games: word(1), plies: word(2), positions: word(3) };
        let block = GameBlock { totals, games };
        if block.checksum() != checksum {
            return Ok(ReadBlock::Damaged);
        }
        Ok(ReadBlock::Whole(block))
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

fn read_game(rest: &mut &[u8], variant: Variant) -> Option<SelfPlayGame> {
    let count = read_number(rest)?;
    let code = *rest.split_off_first()?;
    let half_points = code & !HAS_SAMPLED;
    let result = GameResult::ALL
        .into_iter()
        .find(|result| result.half_points(Side::White) == half_points)?;
    let mut plies = Vec::new();
    let mut position = Position::start(variant);
    for _ in 0..count {
        let legal = position.sorted_moves();
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
            let packed = rest.split_off(..variant.packed_size())?;
            let position = Position::unpack(variant, packed).ok()?;
            if position.can_capture() {
                return None;
            }
            sampled.push(ScoredPosition { position, score: read_score(rest)? });
        }
    }
    Some(SelfPlayGame { variant, plies, sampled, result })
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
        let byte = *rest.split_off_first()?;
        number |= u64::from(byte & 127) << shift;
        if byte & 128 == 0 {
            return Some(number);
        }
    }
    None
}
