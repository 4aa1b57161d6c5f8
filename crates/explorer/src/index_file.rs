//! The file of an index, in which each block has a checksum. The store panics on a damaged page, so it must not see one:
//! reading a damaged block is an error here.
//!
//! The file is a head and the blocks of the store. The head is a magic number, the length of the store in bytes and the
//! checksum of both. A block is the checksum of its number and content, and 4,096 bytes. A block of zeros that was never
//! written has the checksum 0. Numbers are little-endian. The head and the changing part of the first block lie in one
//! sector of the disk, so an interrupted write cannot separate them.

use crate::error::IndexError;
use luctor_engine::files::is_locked;
use luctor_engine::resources::lock;
use redb::StorageBackend;
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;
use std::sync::{Mutex, MutexGuard};

const MAGIC: &[u8; 8] = b"EmergoIx";
const CHECKSUM: usize = 4;
const HEAD: usize = MAGIC.len() + 8 + CHECKSUM;
/// Bytes of a page of the store.
const BLOCK: usize = 4096;

type Block = [u8; BLOCK];

/// The file of an index as the store sees it.
#[derive(Debug)]
pub(crate) struct IndexFile(Mutex<Blocks>);

#[derive(Debug)]
struct Blocks {
    file: File,
    /// The length of the store.
    length: u64,
    /// What a reader changes. The store writes a few blocks when it opens and closes a file.
    changed: Option<HashMap<u64, Block>>,
}

impl IndexFile {
    /// Opens a file for reading. Several readers can have it open.
    ///
    /// # Errors
    ///
    /// The file cannot be read, is something else, is too short, or is open for writing.
    pub fn read(path: &Path) -> Result<IndexFile, IndexError> {
        let file = File::open(path)?;
        if !is_locked(file.try_lock_shared())? {
            return Err(IndexError::InUse);
        }
        let length = read_head(&file)?;
        Ok(IndexFile(Mutex::new(Blocks { file, length, changed: Some(HashMap::new()) })))
    }

    /// Opens or creates a file for writing. Tells whether it is new.
    ///
    /// # Errors
    ///
    /// The file cannot be read and written, is something else, is too short, or is open elsewhere.
    pub fn write(path: &Path) -> Result<(IndexFile, bool), IndexError> {
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(path)?;
        if !is_locked(file.try_lock())? {
            return Err(IndexError::InUse);
        }
        let is_empty = file.metadata()?.len() == 0;
        let length = if is_empty { 0 } else { read_head(&file)? };
        let mut blocks = Blocks { file, length, changed: None };
        if is_empty {
            blocks.set_length(0)?;
        }
        Ok((IndexFile(Mutex::new(blocks)), length == 0))
    }

    fn blocks(&self) -> MutexGuard<'_, Blocks> {
        lock(&self.0)
    }
}

/// Reads the length of the store, for which the file is long enough.
fn read_head(file: &File) -> Result<u64, IndexError> {
    let mut head = Vec::new();
    file.take(HEAD as u64).read_to_end(&mut head)?;
    let numbers = head.strip_prefix(MAGIC).and_then(|rest| rest.split_first_chunk());
    let Some((length, sum)) = numbers else {
        return Err(IndexError::NotAnIndex);
    };
    let length = u64::from_le_bytes(*length);
    if *sum != checksum(length, MAGIC) {
        return Err(IndexError::Damaged("its first bytes were changed".to_owned()));
    }
    let (found, expected) = (file.metadata()?.len(), place(length.div_ceil(BLOCK as u64)));
    if found < expected {
        return Err(IndexError::Incomplete { found, expected });
    }
    Ok(length)
}

/// The place of a block in the file.
fn place(number: u64) -> u64 {
    HEAD as u64 + number.saturating_mul((CHECKSUM + BLOCK) as u64)
}

fn checksum(number: u64, content: &[u8]) -> [u8; CHECKSUM] {
    let mut sum = crc32fast::Hasher::new();
    sum.update(&number.to_le_bytes());
    sum.update(content);
    sum.finalize().to_le_bytes()
}

impl Blocks {
    fn block(&mut self, number: u64) -> io::Result<Block> {
        if let Some(block) = self.changed.as_ref().and_then(|changed| changed.get(&number)) {
            return Ok(*block);
        }
        let mut bytes = [0; CHECKSUM + BLOCK];
        self.file.seek(SeekFrom::Start(place(number)))?;
        match self.file.read_exact(&mut bytes) {
            // A reader extended the store by blocks that are not in the file.
            Err(error)
                if error.kind() == io::ErrorKind::UnexpectedEof && self.changed.is_some() => {}
            other => other?,
        }
        let (sum, content) = bytes.split_at(CHECKSUM);
        if sum != checksum(number, content) && bytes.iter().any(|byte| *byte != 0) {
            let place = place(number);
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                format!("the {} bytes from byte {place} on were changed", bytes.len()),
            ));
        }
        let mut block = [0; BLOCK];
        block.copy_from_slice(content);
        Ok(block)
    }

    fn put_block(&mut self, number: u64, block: &Block) -> io::Result<()> {
        if let Some(changed) = &mut self.changed {
            changed.insert(number, *block);
            return Ok(());
        }
        let bytes = [&checksum(number, block)[..], block].concat();
        self.file.seek(SeekFrom::Start(place(number)))?;
        self.file.write_all(&bytes)
    }

    /// Sets the length of the store.
    fn set_length(&mut self, length: u64) -> io::Result<()> {
        self.length = length;
        if self.changed.is_some() {
            return Ok(());
        }
        // The file is never shorter than its head tells, even if the program is killed between the two calls.
        let bytes = place(length.div_ceil(BLOCK as u64));
        if bytes > self.file.metadata()?.len() {
            self.file.set_len(bytes)?;
        }
        let head = [&MAGIC[..], &length.to_le_bytes(), &checksum(length, MAGIC)].concat();
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(&head)?;
        self.file.set_len(bytes)
    }
}

/// The parts of a range of bytes: for each block its number, and the bytes of the block and of the range that belong
/// together.
fn parts(offset: u64, length: usize) -> impl Iterator<Item = (u64, Range<usize>, Range<usize>)> {
    let mut done = 0;
    std::iter::from_fn(move || {
        let at = offset + done as u64;
        let start = (at % BLOCK as u64) as usize;
        let count = (BLOCK - start).min(length - done);
        let part = (at / BLOCK as u64, start..start + count, done..done + count);
        done += count;
        (count > 0).then_some(part)
    })
}

impl StorageBackend for IndexFile {
    fn len(&self) -> io::Result<u64> {
        Ok(self.blocks().length)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let mut blocks = self.blocks();
        for (number, in_block, in_range) in parts(offset, out.len()) {
            out[in_range].copy_from_slice(&blocks.block(number)?[in_block]);
        }
        Ok(())
    }

    fn set_len(&self, length: u64) -> io::Result<()> {
        self.blocks().set_length(length)
    }

    fn sync_data(&self) -> io::Result<()> {
        self.blocks().file.sync_data()
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let mut blocks = self.blocks();
        for (number, in_block, in_range) in parts(offset, data.len()) {
            // Of the first block the store writes only its header.
            let mut block =
                if in_block.len() == BLOCK { [0; BLOCK] } else { blocks.block(number)? };
            block[in_block].copy_from_slice(&data[in_range]);
            blocks.put_block(number, &block)?;
        }
        Ok(())
    }
}
