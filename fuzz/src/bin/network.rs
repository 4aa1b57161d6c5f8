#![no_main]
//! The header of a network file. Its weights are those of the embedded network, changed at a place that depends on the
//! last bytes of the input, and the checksum is corrected.
use emergo::Position;
use libfuzzer_sys::fuzz_target;
use luctor_fuzz::checks;
use std::sync::LazyLock;

static POSITIONS: LazyLock<Vec<Position>> = LazyLock::new(checks::positions);
static WEIGHTS: LazyLock<&[u8]> = LazyLock::new(|| {
    let file: &[u8] = include_bytes!("../../../crates/engine/nets/emergo7.net");
    let header = file.iter().position(|byte| *byte == b'\n').expect("there is a header");
    &file[header..]
});

fuzz_target!(|input: &[u8]| {
    let (header, change) = match input.iter().position(|byte| *byte == b'\n') {
        Some(end) => (&input[..end], &input[end + 1..]),
        None => (input, &[][..]),
    };
    let mut file = [header, &WEIGHTS].concat();
    if let [low, high, new @ ..] = change
        && !new.is_empty()
    {
        let room = WEIGHTS.len().saturating_sub(new.len()).max(1);
        let at = header.len() + usize::from(u16::from_le_bytes([*low, *high])) * 37 % room;
        let end = (at + new.len()).min(file.len());
        file[at..end].copy_from_slice(&new[..end - at]);
    }
    checks::correct_network_checksum(&mut file);
    checks::network(&file, &POSITIONS);
});
