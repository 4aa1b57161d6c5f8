#![no_main]
//! Lists of moves and saved games of Zillions. The first character selects the format: `m`, `t`, `z`, `l`, or another one
//! for the format that is detected.
use emergo_records::Format;
use libfuzzer_sys::fuzz_target;
use luctor_fuzz::checks;

fuzz_target!(|input: &[u8]| {
    if let Some((selector, text)) = input.split_first() {
        let format = match selector {
            b'm' => Some(Format::MindSports),
            b't' => Some(Format::Tutor),
            b'z' => Some(Format::Zillions),
            b'l' => Some(Format::Moves),
            _ => None,
        };
        checks::records(format, text.to_vec());
    }
});
