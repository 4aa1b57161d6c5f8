#![no_main]
use emergo_records::Format;
use libfuzzer_sys::fuzz_target;
use luctor_fuzz::checks;

fuzz_target!(|input: &[u8]| checks::records(Some(Format::Json), input.to_vec()));
