//! Sets of numbers of positions, one bit each.

/// Words of 64 numbers each, the lowest first.
pub(super) struct NumberSet(pub Vec<u64>);

impl NumberSet {
    /// An empty set for numbers below `size`.
    pub fn empty(size: usize) -> NumberSet {
        NumberSet(vec![0; size.div_ceil(64)])
    }

    pub fn has(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 != 0
    }

    pub fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    pub fn remove(&mut self, number: usize) {
        self.0[number / 64] &= !(1 << (number % 64));
    }
}

/// The numbers of the bits of a word.
pub(super) fn numbers_of_word(word: usize, mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = bits.trailing_zeros() as usize;
        bits &= bits.wrapping_sub(1);
        (bit < 64).then_some(64 * word + bit)
    })
}
