#![no_main]
use libfuzzer_sys::fuzz_target;
use luctor_fuzz::checks;

fuzz_target!(|input: &[u8]| checks::position_text(input));
