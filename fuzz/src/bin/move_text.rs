#![no_main]
//! The first byte of the input selects a position.
use emergo::Position;
use libfuzzer_sys::fuzz_target;
use luctor_fuzz::checks;
use std::sync::LazyLock;

static POSITIONS: LazyLock<Vec<Position>> = LazyLock::new(checks::positions);

fuzz_target!(|input: &[u8]| {
    if let Some((number, text)) = input.split_first() {
        checks::move_text(&POSITIONS[usize::from(*number) % POSITIONS.len()], text);
    }
});
