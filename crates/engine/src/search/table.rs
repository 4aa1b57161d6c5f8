//! The transposition table, shared by all threads without locks and without unsafe code.
//!
//! An entry is two atomic words: the data, and the key combined with the data by exclusive or. If two threads write an
//! entry at the same time, its words do not match any key. Four entries share a cache line.
//!
//! A new entry replaces the entry of its position. Without one it replaces the entry of its bucket with the least depth, where
//! each search since the entry was stored counts as [`AGE_PLIES`] less.

// CITE: R. Hyatt and T. Mann, "A lockless transposition-table implementation for parallel search", ICGA Journal 2002.
// https://www.chessprogramming.org/Shared_Hash_Table#Lock-less

use super::window::{Bound, Window};
use crate::score::Score;
use emergo::{Key, MoveHash};
use luctor_system::resources::ResourceError;
use rayon::ThreadPool;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

const ENTRIES: usize = 4;
const BUCKETS_PER_MEBIBYTE: usize = (1 << 20) / size_of::<Bucket>();
/// Ages are counted modulo this.
const AGES: u8 = 64;
/// Plies of depth that an entry loses with each search, when the entry to replace is chosen.
// CITE: replacement by depth and age, as in Stockfish. https://github.com/official-stockfish/Stockfish/blob/master/src/tt.cpp
const AGE_PLIES: i32 = 4;
/// The stored form of "no static score".
const NO_STATIC: i16 = i16::MIN;

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; ENTRIES]);

/// What the table stores of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TableEntry {
    /// The score, from the view of the node.
    pub score: Score,
    /// How the score relates to the true one.
    pub bound: Bound,
    /// The searched depth, 0 for quiescence.
    pub depth: i32,
    pub best_move: Option<MoveHash>,
    /// The static score, if the position was evaluated.
    pub static_score: Option<Score>,
}

impl TableEntry {
    /// Is the stored score enough for a node with this window?
    #[inline]
    pub fn is_enough_for(&self, window: Window) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= window.beta,
            Bound::Upper => self.score <= window.alpha,
        }
    }
}

pub(super) struct Table {
    buckets: Vec<Bucket>,
    age: AtomicU8,
}

impl Table {
    /// An empty table of `mebibytes` MiB, at least 1. The threads of `pool` help to write it.
    pub fn new(mebibytes: u64, pool: Option<&ThreadPool>) -> Result<Table, ResourceError> {
        let mebibytes = mebibytes.max(1);
        let count = usize::try_from(mebibytes).unwrap_or(usize::MAX);
        let count = count.saturating_mul(BUCKETS_PER_MEBIBYTE);
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).map_err(|_| ResourceError::Memory { mebibytes })?;
        match pool {
            Some(pool) => pool.install(|| {
                buckets.par_extend((0..count).into_par_iter().map(|_| Bucket::default()));
            }),
            None => buckets.resize_with(count, Bucket::default),
        }
        Ok(Table { buckets, age: AtomicU8::new(0) })
    }

    /// A table of one bucket, of less than a MiB.
    pub fn smallest() -> Table {
        Table { buckets: vec![Bucket::default()], age: AtomicU8::new(0) }
    }

    /// Removes all entries. The threads of `pool` help.
    pub fn clear(&mut self, pool: Option<&ThreadPool>) {
        let clear = |bucket: &mut Bucket| *bucket = Bucket::default();
        match pool {
            Some(pool) => pool.install(|| self.buckets.par_iter_mut().for_each(clear)),
            None => self.buckets.iter_mut().for_each(clear),
        }
        *self.age.get_mut() = 0;
    }

    /// The size in MiB.
    pub fn mebibytes(&self) -> u64 {
        (self.buckets.len() / BUCKETS_PER_MEBIBYTE) as u64
    }

    /// Begins a new search: all entries are older than those that follow.
    pub fn begin_search(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    /// Thousandths of the table used by the current search, from a sample.
    pub fn permille_used(&self) -> u32 {
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let age = self.age.load(Ordering::Relaxed);
        let used = sample
            .iter()
            .flat_map(|bucket| &bucket.0)
            .map(|slot| Data(slot.data.load(Ordering::Relaxed)))
            .filter(|data| data.0 != 0 && data.age() == age)
            .count();
        (used * 1000 / (sample.len() * ENTRIES)) as u32
    }

    #[inline]
    fn bucket(&self, key: Key) -> &Bucket {
        // CITE: D. Lemire, "Fast random integer generation in an interval", 2019. https://arxiv.org/abs/1805.10941
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// The entry of the position with this key, `ply` plies from the root.
    #[inline]
    pub fn probe(&self, key: Key, ply: usize) -> Option<TableEntry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let found = slot.check.load(Ordering::Relaxed) ^ data == key && data != 0;
            found.then(|| Data(data).entry(ply))
        })
    }

    /// Stores an entry. An entry of the same position and the same search is kept if it is more than `keep_depth` plies
    /// deeper and the new score is not exact.
    #[inline]
    pub fn store(&self, key: Key, ply: usize, entry: TableEntry, keep_depth: i32) {
        let age = self.age.load(Ordering::Relaxed);
        let bucket = &self.bucket(key).0;
        let mut replaced = &bucket[0];
        let mut least = i32::MAX;
        for slot in bucket {
            let data = slot.data.load(Ordering::Relaxed);
            let old = Data(data);
            if slot.check.load(Ordering::Relaxed) ^ data == key {
                let keep = entry.bound != Bound::Exact
                    && old.age() == age
                    && old.depth() > entry.depth + keep_depth;
                if keep {
                    return;
                }
                let best_move = entry.best_move.or(old.best_move());
                return slot.write(key, Data::new(TableEntry { best_move, ..entry }, ply, age));
            }
            let searches = if data == 0 { AGES } else { (age + AGES - old.age()) % AGES };
            let value = old.depth() - AGE_PLIES * i32::from(searches);
            if value < least {
                (replaced, least) = (slot, value);
            }
        }
        replaced.write(key, Data::new(entry, ply, age));
    }
}

impl Slot {
    #[inline]
    fn write(&self, key: Key, data: Data) {
        self.data.store(data.0, Ordering::Relaxed);
        self.check.store(key ^ data.0, Ordering::Relaxed);
    }
}

/// The data word: score, static score and best move of 16 bits each, then depth in 8, bound in 2, age in 6.
#[derive(Clone, Copy)]
struct Data(u64);

impl Data {
    #[inline]
    fn new(entry: TableEntry, ply: usize, age: u8) -> Data {
        let score = entry.score.to_table(ply) as u16;
        let static_score =
            entry.static_score.map_or(NO_STATIC, |score| score.value() as i16) as u16;
        let best_move = entry.best_move.map_or(0, MoveHash::bits);
        let depth = entry.depth.clamp(0, 255) as u64;
        Data(
            u64::from(score)
                | u64::from(static_score) << 16
                | u64::from(best_move) << 32
                | depth << 48
                | (entry.bound as u64 + 1) << 56
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
    fn best_move(self) -> Option<MoveHash> {
        MoveHash::from_bits((self.0 >> 32) as u16)
    }

    #[inline]
    fn entry(self, ply: usize) -> TableEntry {
        let static_score = (self.0 >> 16) as i16;
        TableEntry {
            score: Score::from_table(self.0 as i16, ply),
            bound: match self.0 >> 56 & 3 {
                1 => Bound::Upper,
                2 => Bound::Exact,
                _ => Bound::Lower,
            },
            depth: self.depth(),
            best_move: self.best_move(),
            static_score: (static_score != NO_STATIC)
                .then(|| Score::centimen(i32::from(static_score))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luctor_system::random::splitmix64;

    /// Buckets of the tests' tables: [`derived`] keys differ in their upper two bits.
    const BUCKETS: usize = 4;
    const KEEP_DEPTH: i32 = 3;

    /// An empty table, small enough for Miri.
    fn small_table() -> Table {
        let buckets = (0..BUCKETS).map(|_| Bucket::default()).collect();
        Table { buckets, age: AtomicU8::new(0) }
    }

    fn entry(score: i32, depth: i32) -> TableEntry {
        TableEntry {
            score: Score::centimen(score),
            bound: Bound::Lower,
            depth,
            best_move: MoveHash::from_bits(4711),
            static_score: Some(Score::centimen(-7)),
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "slow")]
    fn a_table_has_the_size_that_was_asked_for() {
        for mebibytes in [1, 3] {
            assert_eq!(Table::new(mebibytes, None).unwrap().mebibytes(), mebibytes);
        }
    }

    #[test]
    fn a_much_deeper_entry_of_the_same_search_is_kept_unless_the_new_score_is_exact() {
        for (bound, depth, new_search, is_kept) in [
            (Bound::Lower, 5, false, true),
            (Bound::Lower, 6, false, false),
            (Bound::Exact, 5, false, false),
            (Bound::Lower, 5, true, false),
        ] {
            let table = small_table();
            let (old, new) = (entry(10, 9), TableEntry { bound, ..entry(20, depth) });
            table.store(5, 0, old, KEEP_DEPTH);
            if new_search {
                table.begin_search();
            }
            table.store(5, 0, new, KEEP_DEPTH);
            let expected = if is_kept { old } else { new };
            assert_eq!(table.probe(5, 0), Some(expected), "{bound:?} {depth} {new_search}");
        }
    }

    #[test]
    fn the_used_part_of_the_table_is_counted_in_thousandths() {
        let table = small_table();
        for key in [5, 6] {
            table.store(key, 0, entry(10, 9), KEEP_DEPTH);
        }
        assert_eq!(table.permille_used(), 2 * 1000 / (BUCKETS * ENTRIES) as u32);
    }

    #[test]
    fn a_stored_entry_is_found() {
        let table = small_table();
        assert_eq!(table.probe(5, 0), None);
        table.store(5, 0, entry(-120, 9), KEEP_DEPTH);
        assert_eq!(table.probe(5, 0), Some(entry(-120, 9)));
        assert_eq!(table.probe(6, 0), None);
    }

    #[test]
    fn an_entry_mixed_by_two_writers_is_not_found() {
        let table = small_table();
        table.store(5, 0, entry(1, 1), KEEP_DEPTH);
        let other = Data::new(entry(2, 2), 0, 0);
        table.bucket(5).0[0].data.store(other.0, Ordering::Relaxed);
        assert_eq!(table.probe(5, 0), None);
    }

    /// A key of one of four buckets and its entry, both computed from a number.
    fn derived(number: u64) -> (Key, TableEntry) {
        let mixed = splitmix64(0, number);
        let bound = [Bound::Exact, Bound::Lower, Bound::Upper][(mixed % 3) as usize];
        let entry = TableEntry {
            score: Score::centimen((mixed >> 8 & 0xFFF) as i32 - 2048),
            bound,
            depth: (mixed >> 20 & 63) as i32,
            best_move: MoveHash::from_bits((mixed >> 32 & 0x7FFF) as u16 | 1),
            static_score: Some(Score::centimen((mixed >> 40 & 0xFFF) as i32 - 2048)),
        };
        ((number % 4) << 62 | mixed >> 14, entry)
    }

    #[test]
    fn threads_that_write_the_same_buckets_read_only_whole_entries() {
        const THREADS: u64 = 8;
        const KEYS: u64 = 64;
        let rounds: u64 = if cfg!(miri) { 100 } else { 200_000 };
        let table = small_table();
        let (hits, mixed) = (AtomicU64::new(0), AtomicU64::new(0));
        let keys: Vec<Key> = (0..KEYS).map(|number| derived(number).0).collect();
        std::thread::scope(|scope| {
            for thread in 0..THREADS {
                let (table, hits, mixed, keys) = (&table, &hits, &mixed, &keys);
                scope.spawn(move || {
                    let mut random = thread;
                    for round in 0..rounds {
                        random = derived(random ^ round).0 >> 3;
                        let (key, entry) = derived(random % KEYS);
                        if random & 64 == 0 {
                            table.store(key, 0, entry, KEEP_DEPTH);
                        } else if let Some(found) = table.probe(key, 0) {
                            assert_eq!(found, entry, "an entry of another position");
                            hits.fetch_add(1, Ordering::Relaxed);
                        }
                        if thread == 0 && round % 64 == 0 {
                            table.begin_search();
                        }
                        // Counts how often the check word was needed.
                        for slot in &table.bucket(key).0 {
                            let data = slot.data.load(Ordering::Relaxed);
                            let owner = slot.check.load(Ordering::Relaxed) ^ data;
                            if data != 0 && !keys.contains(&owner) {
                                mixed.fetch_add(1, Ordering::Relaxed);
                            }
                        }
                    }
                });
            }
        });
        let [hits, mixed] = [hits, mixed].map(AtomicU64::into_inner);
        println!("{} rounds, {hits} hits, {mixed} mixed entries", THREADS * rounds);
        // The keys are four times as many as the entries, so most are not found.
        assert!(hits > 0 && hits < THREADS * rounds / 2);
    }

    #[test]
    fn a_full_bucket_replaces_the_entry_with_the_least_depth_and_an_old_one_counts_as_less_deep() {
        let table = small_table();
        for (key, depth) in [(1, 7), (2, 3), (3, 5), (4, 9)] {
            table.store(key, 0, entry(0, depth), KEEP_DEPTH);
        }
        let keys_after = |key: Key, depth: i32, is_new_search: bool| -> Vec<Key> {
            if is_new_search {
                table.begin_search();
            }
            table.store(key, 0, entry(0, depth), KEEP_DEPTH);
            (1..10).filter(|key| table.probe(*key, 0).is_some()).collect()
        };
        for (key, depth, is_new_search, expected) in [
            (5, 1, false, [1, 3, 4, 5]),
            (6, 1, true, [1, 3, 4, 6]),
            (7, 5, false, [1, 3, 4, 7]),
            (8, 5, false, [1, 4, 7, 8]),
            (9, 2, true, [4, 7, 8, 9]),
        ] {
            assert_eq!(keys_after(key, depth, is_new_search), expected, "{key}");
        }
    }

    #[test]
    fn a_cleared_table_is_empty() {
        let mut table = small_table();
        table.store(5, 0, entry(1, 1), KEEP_DEPTH);
        assert!(table.permille_used() > 0);
        table.clear(None);
        assert_eq!(table.probe(5, 0), None);
        assert_eq!(table.permille_used(), 0);
    }

    #[test]
    fn a_table_larger_than_any_memory_is_refused() {
        for mebibytes in [u64::MAX, u64::MAX >> 20, 1 << 40, 1 << 25] {
            let error = Table::new(mebibytes, None).err().unwrap();
            assert_eq!(error, ResourceError::Memory { mebibytes });
        }
    }
}
