#![no_main]
//! The checksum is corrected unless the input begins with `!`.
use libfuzzer_sys::fuzz_target;
use luctor_fuzz::checks;

fuzz_target!(|input: &[u8]| {
    checks::book(&match input.strip_prefix(b"!") {
        Some(rest) => rest.to_vec(),
        None => checks::with_book_checksum(input.to_vec()),
    });
});
