//! Random numbers that need not be repeated.

use std::hash::{BuildHasher, RandomState};
use web_time::SystemTime;

/// A random number that differs from call to call.
pub(crate) fn random_seed() -> u64 {
    // Without an operating system the keys of `RandomState` are constants, so the time is hashed.
    #[allow(clippy::disallowed_methods, reason = "a seed need not be monotonic")]
    let now = SystemTime::now();
    RandomState::new().hash_one(now)
}
