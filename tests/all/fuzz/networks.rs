//! Network files.

use super::mutation::Mutator;
use super::{POSITIONS, assert_is_a_sentence, inputs};
use emergo::{Position, read_position};
use luctor_engine::checksum::fnv1a;
use luctor_engine::eval::{Evaluator, Network};
use std::sync::Arc;

/// Bytes of the checksum at the end of a network file.
const CHECKSUM_BYTES: usize = 8;

/// Corrects the checksum of a network file. A file that is too short for one stays as it is.
fn correct_checksum(file: &mut [u8]) {
    let Some(line) = file.iter().position(|byte| *byte == b'\n') else { return };
    let Some(end) = file.len().checked_sub(CHECKSUM_BYTES).filter(|end| *end > line) else {
        return;
    };
    let checksum = fnv1a(file[..line].iter().chain(&file[line + 1..end]).copied());
    file[end..].copy_from_slice(&checksum.to_le_bytes());
}

#[test]
fn any_network_file_is_read_or_refused() {
    let good = std::fs::read("nets/emergo7.net").expect("the embedded network has a file");
    let header = good.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    let variant = Network::read(&good).expect("it is a network").header().variant;
    let positions: Vec<Position> = POSITIONS
        .iter()
        .filter_map(|text| Some(read_position(variant, text).ok()?.position))
        .collect();
    assert!(!positions.is_empty());
    let words = [
        "luctor-net",
        "variant=",
        "emergo",
        "features=",
        "scale=100000",
        "points=",
        "draws=",
        "NaN",
        "inf",
        "-0",
    ];
    let mut headers = Mutator::new(8, &[&good[..header], &good[..header / 2]], &words);
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
        correct_checksum(&mut input);
        match Network::read(&input) {
            Ok(network) => {
                read += 1;
                let network = Arc::new(network);
                if network.header().variant == variant {
                    let mut evaluator = Evaluator::new(Arc::clone(&network));
                    for position in &positions {
                        let score = evaluator.evaluate(position, 0);
                        assert_eq!(score, evaluator.evaluate(position, 5));
                        assert!(!score.is_decisive(), "{score:?}");
                        evaluated += 1;
                    }
                }
            }
            Err(error) => assert_is_a_sentence(&error),
        }
    }
    println!("{read} networks read, {evaluated} positions evaluated");
    assert!(evaluated > 0);
}
