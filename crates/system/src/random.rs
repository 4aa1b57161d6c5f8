//! Seeds: random ones, and those that depend on a seed and a number.

use std::hash::{BuildHasher, RandomState};
use web_time::SystemTime;

/// A random number that differs from call to call.
pub fn random_seed() -> u64 {
    // Without an operating system the keys of `RandomState` are constants, so the time is hashed.
    #[allow(clippy::disallowed_methods, reason = "a seed need not be monotonic")]
    let now = SystemTime::now();
    RandomState::new().hash_one(now)
}

/// The `index`-th random number of a seed. It is also a good seed of a generator for the `index`-th game or position.
///
/// ```
/// use luctor_system::random::splitmix64;
///
/// assert_eq!(splitmix64(0, 0), 0xE220_A839_7B1D_CDAF);
/// assert_ne!(splitmix64(0, 0), splitmix64(0, 1));
/// ```
// CITE: G. Steele, D. Lea and C. Flood, "Fast splittable pseudorandom number generators" (SplitMix64), 2014.
// https://doi.org/10.1145/2660193.2660195
#[inline]
pub fn splitmix64(seed: u64, index: u64) -> u64 {
    let state = seed.wrapping_add(index.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let mixed = (state ^ state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}
