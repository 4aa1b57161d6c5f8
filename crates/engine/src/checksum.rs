//! FNV-1a, to tell a whole file from a torn or altered one. No defence against malice.

/// The 64-bit FNV-1a hash of some bytes (Fowler, Noll, Vo; draft-eastlake-fnv).
pub fn fnv1a(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}
