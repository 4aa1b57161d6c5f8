//! `luctor datagen`: plays self-play games on all threads and writes them to a game file.
//!
//! A game depends only on the settings, the network and its number. Blocks of games are written in the order of their
//! numbers. Therefore the file does not depend on the number of threads, and an interrupted run continues where the file
//! ends. For the same reason several machines can play parts of a file, which are joined to the file that one machine makes.

use crate::game_file::{
    BLOCK_GAMES, GameBlock, GameFileError, GameFileReader, GameFileTotals, GameFileWriter,
};
use crate::self_play::{
    DECIDED_SCORE, PLAYED_OUT_ONE_IN, SAMPLE, SAMPLED_ONE_IN, SelfPlayError, SelfPlaySettings,
    SelfPlayer,
};
use luctor_arena::number_range::NumberRange;
use luctor_engine::eval::Networks;
use luctor_engine::interrupt::Interrupt;
use luctor_engine::resources::{ResourceError, lock};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use thiserror::Error;

/// Which games to generate.
#[derive(Clone, Debug)]
pub struct DatagenSettings {
    /// The game file to create or continue.
    pub path: PathBuf,
    /// How much is generated.
    pub goal: DatagenGoal,
    /// How the games are played.
    pub games: SelfPlaySettings,
    /// The networks that evaluate.
    pub networks: Networks,
}

/// How much is generated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DatagenGoal {
    /// A file with this number of positions for training.
    Positions(u64),
    /// A part of a file: the numbers of its blocks, from 1.
    Part(NumberRange),
}

/// How far the generation is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DatagenProgress {
    /// Positions for training, or blocks of a part, in the file.
    pub done: u64,
    /// The required number of them.
    pub target: u64,
}

/// Why the games were not generated.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum DatagenError {
    #[error(transparent)]
    File(#[from] GameFileError),
    #[error(transparent)]
    Searcher(#[from] ResourceError),
    #[error("no balanced opening found with this number of random plies")]
    NoBalancedOpening,
}

/// The key in the header of a part, before its range of blocks.
const PART_KEY: &str = " blocks=";

/// Plays games on all threads of the current rayon pool until the file has the required number of positions, or until
/// `interrupt` is set. Calls `report` at the start and after each block. Returns the totals of the file.
///
/// # Errors
///
/// The file cannot be read or written or has games of other settings, there is no memory, or no balanced opening is found.
pub fn run(
    settings: &DatagenSettings,
    interrupt: &Interrupt,
    report: &mut (dyn FnMut(&DatagenProgress) + Send),
) -> Result<GameFileTotals, DatagenError> {
    let (first, header) = match settings.goal {
        DatagenGoal::Positions(_) => (0, file_settings(settings)),
        DatagenGoal::Part(part) => {
            let header = format!("{}{PART_KEY}{}", file_settings(settings), from_to(part));
            (part.first - 1, header)
        }
    };
    let writer = GameFileWriter::open(&settings.path, &header)?;
    let next_block = AtomicU64::new(first + writer.blocks());
    let output = Mutex::new(OrderedBlocks::new(writer, first, settings.goal, report));
    let results = rayon::broadcast(|_| {
        let result = play_blocks(settings, interrupt, &next_block, &output);
        if result.is_err() {
            lock(&output).failed = true;
        }
        result
    });
    results.into_iter().collect::<Result<(), DatagenError>>()?;
    let totals = lock(&output).writer.totals();
    Ok(totals)
}

/// Parts that were joined.
#[derive(Debug)]
pub struct JoinedParts {
    /// The totals of the file.
    pub totals: GameFileTotals,
    /// The number of blocks of the file.
    pub blocks: u64,
    /// The first part that does not fit, and why. The parts behind it are not read.
    pub rejected: Option<RejectedPart>,
}

/// A part that was not joined.
#[derive(Debug)]
pub struct RejectedPart {
    /// The file of the part.
    pub path: PathBuf,
    /// Why it was not joined.
    pub error: PartError,
}

/// A file is not the next part of a game file.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum PartError {
    #[error(transparent)]
    File(#[from] GameFileError),
    #[error("the part has the settings '{found}', not those of blocks of '{expected}'")]
    Settings { found: String, expected: String },
    #[error("the part has {found} blocks of {expected}")]
    Incomplete { found: u64, expected: u64 },
    #[error("the part begins with block {first}, but the file ends with block {blocks}")]
    Gap { first: u64, blocks: u64 },
}

/// Appends the blocks of parts that follow each other to a file, until it has the required number of positions. Blocks that
/// the file has are left out. The file is the one that [`run`] makes without parts.
///
/// # Errors
///
/// The file cannot be read or written, or has games of other settings.
pub fn join_parts(
    settings: &DatagenSettings,
    parts: &[PathBuf],
) -> Result<JoinedParts, DatagenError> {
    let expected = file_settings(settings);
    let mut writer = GameFileWriter::open(&settings.path, &expected)?;
    let mut rejected = None;
    for path in parts {
        match read_part(path, &expected, writer.blocks()) {
            Ok(blocks) => {
                for block in blocks {
                    if is_reached(settings.goal, &writer) {
                        break;
                    }
                    writer.add(&block).map_err(GameFileError::Io)?;
                }
            }
            Err(error) => {
                rejected = Some(RejectedPart { path: path.clone(), error });
                break;
            }
        }
    }
    Ok(JoinedParts { totals: writer.totals(), blocks: writer.blocks(), rejected })
}

/// The blocks of a part without the first ones, which the file has.
fn read_part(path: &Path, expected: &str, blocks: u64) -> Result<Vec<GameBlock>, PartError> {
    let mut reader = GameFileReader::open(path)?;
    let header = reader.settings();
    let range = header.strip_prefix(expected).and_then(|rest| rest.strip_prefix(PART_KEY));
    let Some(NumberRange { first, last }) = range.and_then(|range| range.parse().ok()) else {
        return Err(PartError::Settings {
            found: header.to_owned(),
            expected: expected.to_owned(),
        });
    };
    if first > blocks + 1 {
        return Err(PartError::Gap { first, blocks });
    }
    let mut found = Vec::new();
    while let Some(block) = reader.next_block()? {
        found.push(block);
    }
    let (count, expected) = (found.len() as u64, last - first + 1);
    if count != expected {
        return Err(PartError::Incomplete { found: count, expected });
    }
    found.drain(..count.min(blocks + 1 - first) as usize);
    Ok(found)
}

fn is_reached(goal: DatagenGoal, writer: &GameFileWriter) -> bool {
    match goal {
        DatagenGoal::Positions(target) => writer.totals().positions >= target,
        DatagenGoal::Part(part) => writer.blocks() >= part.count(),
    }
}

/// The settings in the header of the game file.
fn file_settings(settings: &DatagenSettings) -> String {
    let SelfPlaySettings { variant, nodes, random_plies, seed } = &settings.games;
    let network = settings.networks.of(*variant).fingerprint();
    format!(
        "variant={variant} seed={seed} nodes={nodes} plies={} decided={DECIDED_SCORE} played-out={PLAYED_OUT_ONE_IN} \
         sampled={SAMPLE}/{SAMPLED_ONE_IN} net={network:016x}",
        from_to(*random_plies)
    )
}

/// A range in the header of a game file, where it always has two numbers.
fn from_to(NumberRange { first, last }: NumberRange) -> String {
    format!("{first}-{last}")
}

/// The work of one thread.
fn play_blocks(
    settings: &DatagenSettings,
    interrupt: &Interrupt,
    next_block: &AtomicU64,
    output: &Mutex<OrderedBlocks>,
) -> Result<(), DatagenError> {
    let mut player = SelfPlayer::new(&settings.games, &settings.networks, interrupt.new_search())?;
    while !lock(output).is_finished() {
        let number = next_block.fetch_add(1, Ordering::Relaxed);
        let mut block = GameBlock::default();
        for game in number * BLOCK_GAMES..(number + 1) * BLOCK_GAMES {
            if interrupt.is_finishing() {
                return Ok(());
            }
            match player.play(game) {
                Ok(game) => block.push(settings.games.variant, &game),
                Err(SelfPlayError::Stopped) => return Ok(()),
                Err(SelfPlayError::NoBalancedOpening) => {
                    return Err(DatagenError::NoBalancedOpening);
                }
            }
        }
        lock(output).add(number, block).map_err(GameFileError::Io)?;
    }
    Ok(())
}

/// Writes blocks in the order of their numbers. A block that is finished early waits for those before it.
struct OrderedBlocks<'a> {
    writer: GameFileWriter,
    /// The number of the first block of the file, from 0.
    first: u64,
    waiting: BTreeMap<u64, GameBlock>,
    goal: DatagenGoal,
    failed: bool,
    report: &'a mut (dyn FnMut(&DatagenProgress) + Send),
}

impl<'a> OrderedBlocks<'a> {
    fn new(
        writer: GameFileWriter,
        first: u64,
        goal: DatagenGoal,
        report: &'a mut (dyn FnMut(&DatagenProgress) + Send),
    ) -> OrderedBlocks<'a> {
        let waiting = BTreeMap::new();
        let failed = false;
        let mut blocks = OrderedBlocks { writer, first, waiting, goal, failed, report };
        blocks.report_progress();
        blocks
    }

    fn is_finished(&self) -> bool {
        self.failed || is_reached(self.goal, &self.writer)
    }

    fn add(&mut self, number: u64, block: GameBlock) -> io::Result<()> {
        self.waiting.insert(number, block);
        while !self.is_finished()
            && let Some(block) = self.waiting.remove(&(self.first + self.writer.blocks()))
        {
            if let Err(error) = self.writer.add(&block) {
                // An incomplete block may be at the end of the file. No block may follow it.
                self.failed = true;
                return Err(error);
            }
        }
        self.report_progress();
        Ok(())
    }

    fn report_progress(&mut self) {
        let (done, target) = match self.goal {
            DatagenGoal::Positions(target) => (self.writer.totals().positions, target),
            DatagenGoal::Part(part) => (self.writer.blocks(), part.count()),
        };
        (self.report)(&DatagenProgress { done, target });
    }
}
