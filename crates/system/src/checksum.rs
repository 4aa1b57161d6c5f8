//! FNV-1a, to detect damaged files and to compare texts. It does not protect against intent.

/// The 64-bit FNV-1a hash of some bytes.
// CITE: G. Fowler, L. Noll and K.-P. Vo, FNV. https://datatracker.ietf.org/doc/draft-eastlake-fnv/
pub fn fnv1a(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}

/// The hash of a text as 16 hexadecimal digits.
pub fn fnv1a_text(text: &str) -> String {
    format!("{:016x}", fnv1a(text.bytes()))
}
