//! Network files.

use super::mutation::Mutator;
use super::{checks, inputs};

#[test]
fn any_network_file_is_read_or_refused() {
    let good = std::fs::read("crates/engine/nets/emergo7.net").unwrap();
    let header = good.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    let positions = checks::positions();
    let words = "luctor-net|variant=|emergo|features=|scale=100000|draws=|NaN|inf|-0".split('|');
    let mut headers = Mutator::new(8, &[&good[..header], &good[..header / 2]], words);
    let mut weights =
        Mutator::new(10, &[&good[good.len() - 200..], &[0xff, 0x7f].repeat(100)], &["\0\u{3}"]);
    let (mut read, mut evaluated) = (0, 0);
    for number in 0..inputs(5_000) {
        // A complete file takes much longer than a header, so few inputs have one.
        let mut input = headers.input();
        match number % 64 {
            0 => input.extend_from_slice(&good[header..]),
            1 => {
                input = good.clone();
                let mutated = weights.input();
                let at = header + (number as usize * 1_009) % (good.len() - header - mutated.len());
                input[at..at + mutated.len()].copy_from_slice(&mutated);
            }
            _ => {}
        }
        checks::correct_network_checksum(&mut input);
        if let Some(positions) = checks::network(&input, &positions) {
            read += 1;
            evaluated += positions;
        }
    }
    println!("{read} networks read, {evaluated} positions evaluated");
    assert!(evaluated > 0);
}
