//! Sets of numbers of positions, one bit each.

use super::combinatorics::bits;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Words of 64 numbers each, the lowest first. Several threads can add numbers.
pub(super) struct NumberSet(Vec<AtomicU64>);

impl NumberSet {
    /// An empty set for numbers below `size`.
    pub fn empty(size: usize) -> NumberSet {
        NumberSet((0..size.div_ceil(64)).map(|_| AtomicU64::new(0)).collect())
    }

    /// The numbers below `size` for which `is_member` holds.
    pub fn of(size: usize, is_member: impl Fn(usize) -> bool + Sync) -> NumberSet {
        let words = (0..size.div_ceil(64)).into_par_iter().map(|word| {
            let numbers = 64 * word..size.min(64 * word + 64);
            let with = |bits, number| bits | u64::from(is_member(number)) << (number % 64);
            AtomicU64::new(numbers.fold(0, with))
        });
        NumberSet(words.collect())
    }

    pub fn has(&self, number: usize) -> bool {
        self.0[number / 64].load(Relaxed) >> (number % 64) & 1 != 0
    }

    pub fn insert(&self, number: usize) {
        self.0[number / 64].fetch_or(1 << (number % 64), Relaxed);
    }

    pub fn remove(&self, number: usize) {
        self.0[number / 64].fetch_and(!(1 << (number % 64)), Relaxed);
    }

    /// The numbers in this set or in another one of the same size: an iterator for each word.
    pub fn words_with(
        &self,
        other: &NumberSet,
    ) -> impl ParallelIterator<Item = impl Iterator<Item = usize>> {
        let words = self.0.par_iter().zip(&other.0).enumerate();
        words.map(|(word, (one, other))| {
            bits(one.load(Relaxed) | other.load(Relaxed)).map(move |bit| 64 * word + bit)
        })
    }
}
