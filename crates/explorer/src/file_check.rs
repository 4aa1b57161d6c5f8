//! A check of the length of an index before it is opened, because the store panics on a file that was cut.
// CITE: the header of a file: https://github.com/cberner/redb/blob/master/docs/design.md#database-header-64-bytes

use crate::error::IndexError;
use std::fs::File;
use std::io::Read;
use std::path::Path;

const MAGIC: &[u8; 9] = b"redb\x1A\x0A\xA9\x0D\x0A";
/// The bytes of the magic number, of flags, and of five numbers.
const HEADER_BYTES: u64 = 32;
const PAGE_SIZE: u64 = 4096;

/// Is the file as long as its header tells?
///
/// # Errors
///
/// The file cannot be read, is something else, or is too short.
pub(crate) fn check_file(path: &Path) -> Result<(), IndexError> {
    let file = File::open(path)?;
    let found = file.metadata()?.len();
    let mut header = Vec::new();
    file.take(HEADER_BYTES).read_to_end(&mut header)?;
    let Some((_, numbers)) =
        header.split_first_chunk::<12>().filter(|(start, _)| start.starts_with(MAGIC))
    else {
        return Err(IndexError::NotAnIndex);
    };
    let mut numbers = numbers
        .chunks_exact(4)
        .map(|bytes| bytes.iter().rev().fold(0_u64, |number, byte| number << 8 | u64::from(*byte)));
    let mut number = || numbers.next().ok_or(IndexError::NotAnIndex);
    let (page_size, header_pages, data_pages) = (number()?, number()?, number()?);
    let (full_regions, last_data_pages) = (number()?, number()?);
    if page_size != PAGE_SIZE {
        return Err(IndexError::NotAnIndex);
    }
    let last_region = if last_data_pages > 0 { header_pages + last_data_pages } else { 0 };
    let pages =
        full_regions.saturating_mul(header_pages + data_pages).saturating_add(1 + last_region);
    let expected = pages.saturating_mul(PAGE_SIZE);
    if found < expected {
        return Err(IndexError::Incomplete { found, expected });
    }
    Ok(())
}
