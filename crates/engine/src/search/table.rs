//! The transposition table: shared by all threads without locks and without unsafe code. An entry is two
//! atomic words, the data and the key combined with the data by exclusive or, so that an entry torn by two
//! writers belongs to no position (Hyatt and Mann, "A lockless transposition-table implementation for
//! parallel search", 2002). Four entries share a cache line.
//!
//! A new entry takes the place of the oldest by searches; of entries of the same search, always that of the first of its
//! bucket. To let the shallowest go instead, as is usual, cost 6 to 16 % more nodes to depths 10 to 13 with a table of 1
//! MiB (geometric mean over the bench's positions), and changed nothing where the table is large: what was
//! found deep, and long ago, is seldom asked for again.

use super::report::Bound;
use super::threads::{cores, with_all_threads};
use super::window::Window;
use crate::score::Score;
use emergo::{Key, MoveHash};
use rayon::prelude::*;
use std::fmt;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

const ENTRIES: usize = 4;
const MEBIBYTE: u64 = 1 << 20;
/// Ages count modulo this.
const AGES: u8 = 64;
/// No static score: the side to move has a capture, or nobody asked.
const NO_STATIC: i16 = i16::MIN;

#[derive(Default)]
struct Entry {
    check: AtomicU64,
    data: AtomicU64,
}

#[derive(Default)]
#[repr(align(64))]
struct Bucket([Entry; ENTRIES]);

/// What the table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableEntry {
    /// The score, from the node's view.
    pub score: Score,
    /// What the score says.
    pub bound: Bound,
    /// The depth it was searched to, 0 for quiescence.
    pub depth: i32,
    /// The best move.
    pub tag: Option<MoveHash>,
    /// The evaluation, where one was made.
    pub static_score: Option<Score>,
}

impl TableEntry {
    /// Does what the table knows decide the question of this window?
    #[inline]
    pub(super) fn cuts(&self, window: Window) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= window.beta,
            Bound::Upper => self.score <= window.alpha,
        }
    }
}

/// The table.
pub struct Table {
    buckets: Vec<Bucket>,
    age: AtomicU8,
}

/// The machine has not so much memory to give.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutOfMemory {
    /// Asked for, in MiB.
    pub wanted: u64,
    /// To be had, in MiB, if that is known.
    pub available: Option<u64>,
}

impl fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no memory for a table of {} MiB", self.wanted)?;
        match self.available {
            Some(available) => write!(f, ", {available} MiB are available"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for OutOfMemory {}

/// Buckets that take longer to write than threads to start: 64 MiB of them.
const MANY: usize = (64 << 20) / size_of::<Bucket>();

/// Does work on so many buckets on all cores. `None` where that does not pay, or there are no threads.
fn on_all_cores(buckets: usize, work: impl FnOnce() + Send) -> Option<()> {
    let pays = buckets >= MANY && cores() > 1;
    pays.then(|| with_all_threads("table", work)).flatten()
}

impl Table {
    /// An empty table of at most `mebibytes` MiB, at least 1.
    ///
    /// # Errors
    ///
    /// The machine has not so much memory: then nothing was taken.
    pub fn new(mebibytes: u64) -> Result<Table, OutOfMemory> {
        let wanted = mebibytes.max(1);
        let available = available_memory().map(|bytes| bytes / MEBIBYTE);
        let refusal = OutOfMemory { wanted, available };
        // An allocation that the system only promises would end the process when it is used.
        if available.is_some_and(|available| wanted > available) {
            return Err(refusal);
        }
        let bytes = wanted.checked_mul(MEBIBYTE).ok_or(refusal)?;
        let count = usize::try_from(bytes).map_err(|_| refusal)? / size_of::<Bucket>();
        let mut buckets = Vec::new();
        // What is free says nothing where the system refuses all the same, by a limit of the process.
        let refused = OutOfMemory { wanted, available: None };
        buckets.try_reserve_exact(count).map_err(|_| refused)?;
        let empty = |_| Bucket::default();
        on_all_cores(count, || buckets.par_extend((0..count).into_par_iter().map(empty)))
            .unwrap_or_else(|| buckets.extend((0..count).map(empty)));
        Ok(Table { buckets, age: AtomicU8::new(0) })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        let forget = |bucket: &mut Bucket| *bucket = Bucket::default();
        on_all_cores(self.buckets.len(), || self.buckets.par_iter_mut().for_each(forget))
            .unwrap_or_else(|| self.buckets.iter_mut().for_each(forget));
        *self.age.get_mut() = 0;
    }

    /// The size in MiB.
    pub fn mebibytes(&self) -> u64 {
        (self.buckets.len() * size_of::<Bucket>()) as u64 / MEBIBYTE
    }

    /// Makes what is in the table older: to be called once a search.
    pub fn grow_older(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    /// Thousandths of the table used by the search under way, from a sample.
    pub fn permille_used(&self) -> u32 {
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let age = self.age.load(Ordering::Relaxed);
        let used = sample
            .iter()
            .flat_map(|bucket| &bucket.0)
            .map(|entry| Data(entry.data.load(Ordering::Relaxed)))
            .filter(|data| data.0 != 0 && data.age() == age)
            .count();
        (used * 1000 / (sample.len() * ENTRIES)) as u32
    }

    #[inline]
    fn bucket(&self, key: Key) -> &Bucket {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// What is known of the position with this key, `ply` plies from the root.
    #[inline]
    pub fn probe(&self, key: Key, ply: usize) -> Option<TableEntry> {
        self.bucket(key).0.iter().find_map(|entry| {
            let data = entry.data.load(Ordering::Relaxed);
            let found = entry.check.load(Ordering::Relaxed) ^ data == key && data != 0;
            found.then(|| Data(data).hit(ply))
        })
    }

    /// Remembers a position, in place of what is known of it, or of something older of its bucket; where all is of
    /// this search, of the first entry: see the module.
    #[inline]
    pub fn store(&self, key: Key, ply: usize, hit: TableEntry) {
        let age = self.age.load(Ordering::Relaxed);
        let bucket = &self.bucket(key).0;
        let mut victim = &bucket[0];
        let mut most = 0;
        for entry in bucket {
            let data = entry.data.load(Ordering::Relaxed);
            let old = Data(data);
            if entry.check.load(Ordering::Relaxed) ^ data == key {
                let keep =
                    hit.bound != Bound::Exact && old.age() == age && old.depth() > hit.depth + 3;
                if keep {
                    return;
                }
                let tag = hit.tag.or(old.tag());
                return entry.write(key, Data::new(TableEntry { tag, ..hit }, ply, age));
            }
            let years = if data == 0 { AGES } else { (age + AGES - old.age()) % AGES };
            if years > most {
                (victim, most) = (entry, years);
            }
        }
        victim.write(key, Data::new(hit, ply, age));
    }
}

impl Entry {
    #[inline]
    fn write(&self, key: Key, data: Data) {
        self.data.store(data.0, Ordering::Relaxed);
        self.check.store(key ^ data.0, Ordering::Relaxed);
    }
}

/// The data word: score, static score and move tag of 16 bits each, then depth in 8, bound in 2, age in 6.
#[derive(Clone, Copy)]
struct Data(u64);

impl Data {
    #[inline]
    fn new(hit: TableEntry, ply: usize, age: u8) -> Data {
        let score = hit.score.to_table(ply) as u16;
        let static_score = hit.static_score.map_or(NO_STATIC, |score| score.value() as i16) as u16;
        let tag = hit.tag.map_or(0, MoveHash::bits);
        let depth = hit.depth.clamp(0, 255) as u64;
        Data(
            u64::from(score)
                | u64::from(static_score) << 16
                | u64::from(tag) << 32
                | depth << 48
                | (hit.bound as u64 + 1) << 56
                | u64::from(age) << 58,
        )
    }

    #[inline]
    fn age(self) -> u8 {
        (self.0 >> 58) as u8
    }

    #[inline]
    fn depth(self) -> i32 {
        (self.0 >> 48 & 255) as i32
    }

    #[inline]
    fn tag(self) -> Option<MoveHash> {
        MoveHash::from_bits((self.0 >> 32) as u16)
    }

    #[inline]
    fn hit(self, ply: usize) -> TableEntry {
        let static_score = (self.0 >> 16) as i16;
        TableEntry {
            score: Score::from_table(self.0 as i16, ply),
            bound: match self.0 >> 56 & 3 {
                1 => Bound::Exact,
                2 => Bound::Lower,
                _ => Bound::Upper,
            },
            depth: self.depth(),
            tag: self.tag(),
            static_score: (static_score != NO_STATIC)
                .then(|| Score::centimen(i32::from(static_score))),
        }
    }
}

/// Memory that can be taken without driving the machine into its end, in bytes; `None` where the system
/// does not tell.
fn available_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes.saturating_mul(1024).min(control_group_memory().unwrap_or(u64::MAX)))
}

/// What the control group of a container still allows, in bytes.
fn control_group_memory() -> Option<u64> {
    let read = |name: &str| -> Option<u64> {
        std::fs::read_to_string(format!("/sys/fs/cgroup/{name}")).ok()?.trim().parse().ok()
    };
    Some(read("memory.max")?.saturating_sub(read("memory.current")?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Buckets of the tests' tables: [`derived`] keys differ in their upper two bits.
    const BUCKETS: usize = 4;

    /// An empty table that is smaller than any for use, and made on this thread alone, for Miri to follow.
    fn small_table() -> Table {
        let buckets = (0..BUCKETS).map(|_| Bucket::default()).collect();
        Table { buckets, age: AtomicU8::new(0) }
    }

    fn hit(score: i32, depth: i32) -> TableEntry {
        TableEntry {
            score: Score::centimen(score),
            bound: Bound::Lower,
            depth,
            tag: MoveHash::from_bits(4711),
            static_score: Some(Score::centimen(-7)),
        }
    }

    #[test]
    fn what_was_stored_is_found_again() {
        let table = small_table();
        assert_eq!(table.probe(5, 0), None);
        table.store(5, 0, hit(-120, 9));
        assert_eq!(table.probe(5, 0), Some(hit(-120, 9)));
        assert_eq!(table.probe(6, 0), None);
    }

    #[test]
    fn an_entry_torn_by_two_writers_belongs_to_nobody() {
        let table = small_table();
        table.store(5, 0, hit(1, 1));
        let other = Data::new(hit(2, 2), 0, 0);
        table.bucket(5).0[0].data.store(other.0, Ordering::Relaxed);
        assert_eq!(table.probe(5, 0), None);
    }

    /// A key of one of four buckets, and what the table is to know of it: all follows from the key.
    fn derived(number: u64) -> (Key, TableEntry) {
        // The mixer of D. Lea and others, "Fast splittable pseudorandom number generators" (2014).
        let mut mixed = number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^= mixed >> 31;
        let bound = [Bound::Exact, Bound::Lower, Bound::Upper][(mixed % 3) as usize];
        let hit = TableEntry {
            score: Score::centimen((mixed >> 8 & 0xFFF) as i32 - 2048),
            bound,
            depth: (mixed >> 20 & 63) as i32,
            tag: MoveHash::from_bits((mixed >> 32 & 0x7FFF) as u16 | 1),
            static_score: Some(Score::centimen((mixed >> 40 & 0xFFF) as i32 - 2048)),
        };
        ((number % 4) << 62 | mixed >> 14, hit)
    }

    #[test]
    fn no_mixture_of_two_entries_words_is_an_entry() {
        // Words are read and written whole, so whatever threads do, a reader has the data of one entry and the check
        // word of one: of all pairs here no two different ones make a key that anybody asks for.
        let positions = if cfg!(miri) { 30 } else { 1_000 };
        let entries: Vec<(Key, u64)> = (0..positions)
            .map(derived)
            .flat_map(|(key, hit)| [0, 1, 63].map(|age| (key, Data::new(hit, 0, age).0)))
            .collect();
        let keys: std::collections::HashSet<Key> = entries.iter().map(|(key, _)| *key).collect();
        for (key, data) in &entries {
            for (_, other) in entries.iter().filter(|(_, other)| other != data) {
                assert!(!keys.contains(&(key ^ data ^ other)));
            }
        }
    }

    #[test]
    fn threads_that_write_the_same_buckets_read_nothing_but_what_was_written() {
        const THREADS: u64 = 8;
        const KEYS: u64 = 64;
        let rounds: u64 = if cfg!(miri) { 100 } else { 200_000 };
        let table = small_table();
        let (hits, torn) = (AtomicU64::new(0), AtomicU64::new(0));
        let keys: Vec<Key> = (0..KEYS).map(|number| derived(number).0).collect();
        std::thread::scope(|scope| {
            for thread in 0..THREADS {
                let (table, hits, torn, keys) = (&table, &hits, &torn, &keys);
                scope.spawn(move || {
                    let mut chance = thread;
                    for round in 0..rounds {
                        chance = derived(chance ^ round).0 >> 3;
                        let (key, hit) = derived(chance % KEYS);
                        if chance & 64 == 0 {
                            table.store(key, 0, hit);
                        } else if let Some(found) = table.probe(key, 0) {
                            assert_eq!(found, hit, "an entry of another position");
                            hits.fetch_add(1, Ordering::Relaxed);
                        }
                        if thread == 0 && round % 64 == 0 {
                            table.grow_older();
                        }
                        // How often the check word was needed.
                        for entry in &table.bucket(key).0 {
                            let data = entry.data.load(Ordering::Relaxed);
                            let owner = entry.check.load(Ordering::Relaxed) ^ data;
                            if data != 0 && !keys.contains(&owner) {
                                torn.fetch_add(1, Ordering::Relaxed);
                            }
                        }
                    }
                });
            }
        });
        let [hits, torn] = [hits, torn].map(AtomicU64::into_inner);
        println!("{} turns, {hits} hits, {torn} torn entries seen, none taken", THREADS * rounds);
        // The keys are four times as many as the entries, so most are not found.
        assert!(hits > 0 && hits < THREADS * rounds / 2);
    }

    #[test]
    fn the_oldest_of_a_full_bucket_goes_first_and_else_the_first() {
        let table = small_table();
        let known = |keys: &[Key]| -> Vec<Key> {
            keys.iter().copied().filter(|key| table.probe(*key, 0).is_some()).collect()
        };
        for (key, depth) in [(1, 7), (2, 3), (3, 5), (4, 9)] {
            table.store(key, 0, hit(0, depth));
        }
        table.store(5, 0, hit(0, 1));
        assert_eq!(known(&[1, 2, 3, 4, 5]), [2, 3, 4, 5]);
        table.grow_older();
        table.store(3, 0, hit(0, 5));
        for key in [6, 7, 8] {
            table.store(key, 0, hit(0, 1));
        }
        assert_eq!(known(&[2, 3, 4, 5, 6, 7, 8]), [3, 6, 7, 8]);
    }

    #[test]
    fn clearing_forgets() {
        let mut table = small_table();
        table.store(5, 0, hit(1, 1));
        assert!(table.permille_used() > 0);
        table.clear();
        assert_eq!(table.probe(5, 0), None);
        assert_eq!(table.permille_used(), 0);
    }

    #[test]
    fn a_table_that_no_machine_can_hold_is_refused() {
        for wanted in [u64::MAX, u64::MAX / MEBIBYTE, 1 << 40] {
            let error = Table::new(wanted).err().unwrap();
            assert_eq!(error.wanted, wanted);
            assert!(error.to_string().starts_with("no memory for a table of"));
        }
    }
}
