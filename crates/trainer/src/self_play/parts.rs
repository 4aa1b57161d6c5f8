//! Joins parts of a game file, which several machines have made, to the file that one machine makes.

use super::datagen::{DatagenError, DatagenSettings, PART_KEY, file_settings};
use super::game_block::{GameBlock, GameTotals};
use super::game_file::{GameFileError, GameFileReader, GameFileWriter};
use luctor_arena::number_range::NumberRange;
use serde::{Serialize, Serializer};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Parts that were joined.
#[derive(Debug, Serialize)]
pub struct JoinedParts {
    /// The totals of the file.
    #[serde(flatten)]
    pub totals: GameTotals,
    /// The number of blocks of the file.
    pub blocks: u64,
    /// The first part that does not fit, and why. The blocks before it are in the file. The parts behind it are not read.
    pub rejected: Option<RejectedPart>,
}

/// A part that was not joined.
#[derive(Debug, Serialize)]
pub struct RejectedPart {
    /// The file of the part.
    pub part: PathBuf,
    /// Why it was not joined; a sentence in JSON.
    #[serde(serialize_with = "write_error")]
    pub error: PartError,
}

fn write_error<S: Serializer>(error: &PartError, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(error)
}

/// A file is not the next part of a game file.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum PartError {
    #[error(transparent)]
    File(#[from] GameFileError),
    #[error("the part was made with '{found}', the file needs '{expected}'")]
    Settings { found: String, expected: String },
    #[error("the part has {found} blocks, not {expected}")]
    Incomplete { found: u64, expected: u64 },
    #[error("the part begins with block {first}, but the file ends with block {blocks}")]
    Gap { first: u64, blocks: u64 },
}

/// Appends the blocks of parts that follow each other to a file, until it has the required number of positions. Blocks that
/// the file has are left out. The file is the one that [`super::datagen::run`] makes without parts.
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
        // The rest is not needed.
        if settings.goal.is_reached(&writer) {
            break;
        }
        match read_part(path, &expected, writer.blocks()) {
            Ok(blocks) => {
                for block in blocks {
                    if settings.goal.is_reached(&writer) {
                        break;
                    }
                    writer.add(&block)?;
                }
            }
            Err(error) => {
                rejected = Some(RejectedPart { part: path.clone(), error });
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
    let Some(part) = range.and_then(|range| range.parse::<NumberRange>().ok()) else {
        return Err(PartError::Settings {
            found: header.to_owned(),
            expected: expected.to_owned(),
        });
    };
    if part.first > blocks + 1 {
        return Err(PartError::Gap { first: part.first, blocks });
    }
    let mut found = Vec::new();
    while let Some(block) = reader.next_block()? {
        found.push(block);
    }
    let count = found.len() as u64;
    if count != part.count() {
        return Err(PartError::Incomplete { found: count, expected: part.count() });
    }
    found.drain(..count.min(blocks + 1 - part.first) as usize);
    Ok(found)
}
