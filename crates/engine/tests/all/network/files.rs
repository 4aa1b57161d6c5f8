//! Network files: a written network is read unchanged, and other bytes are refused with the reason.

use super::{embedded, evaluate, random_network};
use emergo::{Position, Variant};
use luctor_engine::eval::features::{FeatureSet, OUTPUT_BUCKETS};
use luctor_engine::eval::network::{HIDDEN, NetworkHeader, OUTPUT_LIMIT};
use luctor_engine::eval::{Network, NetworkError, Networks};
use luctor_system::checksum::fnv1a;
use std::sync::Arc;
use test_support::random;
use test_support::scratch::scratch_path;

/// The length of the header with its line break.
fn header_length(bytes: &[u8]) -> usize {
    bytes.iter().position(|byte| *byte == b'\n').expect("a header") + 1
}

/// The file with another header.
fn with_header(bytes: &[u8], change: impl Fn(&str) -> String) -> Vec<u8> {
    let (header, weights) = bytes.split_at(header_length(bytes));
    let header = change(std::str::from_utf8(header).expect("a header is text"));
    [header.as_bytes(), weights].concat()
}

/// The file with one word of its header, `key=…`, replaced.
fn with_word(bytes: &[u8], key: &str, word: &str) -> Vec<u8> {
    with_header(bytes, |header| {
        let words = header.trim_end_matches('\n').split(' ');
        let is_it = |found: &&str| found.split_once('=').is_some_and(|(name, _)| name == key);
        assert_eq!(words.clone().filter(is_it).count(), 1, "{key} is in {header:?}");
        let words = words.map(|found| if is_it(&found) { word } else { found });
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        words.join(" ") + "\n"
    })
}

#[test]
fn a_written_network_is_read_unchanged() {
    for variant in Variant::ALL {
        let random_weights = random_network(&mut random::rng(2), variant, 0.2);
        let mut without_training = random_weights.clone();
        without_training.set_header(NetworkHeader {
            training: String::new(),
            ..random_weights.header().clone()
        });
        for network in [(*embedded(variant)).clone(), random_weights, without_training] {
            let bytes = network.to_bytes();
            let again = Network::read(&bytes).unwrap();
            assert_eq!(again.header(), network.header());
            assert_eq!(again.weights(), network.weights());
            assert_eq!(again.to_bytes(), bytes);
        }
    }
}

#[test]
fn quantising_the_weights_of_a_network_changes_nothing() {
    for variant in Variant::ALL {
        let network = embedded(variant);
        let again = Network::quantised(network.header().clone(), &network.weights());
        assert_eq!(again.weights().feature_weights, network.weights().feature_weights, "{variant}");
        assert_eq!(again.weights().feature_biases, network.weights().feature_biases, "{variant}");
        assert_eq!(again.weights().output_weights, network.weights().output_weights, "{variant}");
        let biases = network.weights().output_biases;
        for (again, bias) in again.weights().output_biases.iter().zip(biases) {
            // Integers of 32 bits lose a few as f32.
            assert!(
                (again - bias).abs() <= 1e-6 * bias.abs().max(1.0),
                "{variant}: {again} {bias}"
            );
        }
    }
}

#[test]
fn a_file_cut_or_lengthened_anywhere_is_refused() {
    let bytes = embedded(Variant::Emergo7).to_bytes();
    let first = header_length(&bytes);
    for length in 0..first {
        assert_eq!(Network::read(&bytes[..length]).unwrap_err(), NetworkError::Header, "{length}");
    }
    let expected = bytes.len() - first;
    let mut rng = random::rng(4);
    let lengths = (0..200).map(|_| rng.usize(0..expected));
    for found in lengths.chain([0, 1, expected - 8, expected - 1]) {
        let error = Network::read(&bytes[..first + found]).unwrap_err();
        assert_eq!(error, NetworkError::Length { found, expected });
    }
    for more in [1, 2, 64, 4_096] {
        let longer = [&bytes[..], &vec![0; more]].concat();
        let error = Network::read(&longer).unwrap_err();
        assert_eq!(error, NetworkError::Length { found: expected + more, expected });
    }
}

#[test]
fn a_flipped_bit_of_the_weights_is_detected() {
    let mut bytes = embedded(Variant::Emergo7).to_bytes();
    let (first, end) = (header_length(&bytes), bytes.len());
    let mut rng = random::rng(6);
    let places = (0..60).map(|_| rng.usize(first..end));
    for at in places.collect::<Vec<_>>().into_iter().chain([first, end - 9, end - 8, end - 1]) {
        let bit = 1 << rng.u32(..8);
        bytes[at] ^= bit;
        assert_eq!(Network::read(&bytes).unwrap_err(), NetworkError::Checksum, "{at} {bit}");
        bytes[at] ^= bit;
    }
    assert!(Network::read(&bytes).is_ok());
}

#[test]
fn a_header_that_does_not_fit_is_refused_with_its_reason() {
    use NetworkError::{Shape, Word};
    let variant = Variant::Emergo7;
    let bytes = embedded(variant).to_bytes();
    let features = FeatureSet::new(variant).size();
    for (key, expected) in [("features", features), ("hidden", HIDDEN), ("buckets", OUTPUT_BUCKETS)]
    {
        for found in [0, 1, expected - 1, expected + 1, 2 * expected, usize::MAX] {
            let error =
                Network::read(&with_word(&bytes, key, &format!("{key}={found}"))).unwrap_err();
            assert_eq!(error, Shape { key, found, expected }, "{key}={found}");
            let message = error.to_string();
            assert!(message.contains(&format!("{key}={found}")), "{message}");
            assert!(message.contains(&expected.to_string()), "{message}");
        }
    }
    let keys = ["variant", "features", "hidden", "buckets", "scale", "draws"];
    for key in keys {
        for word in ["", &format!("{key}="), &format!("{key}=x"), key, &format!("{key}=-1")] {
            let error = Network::read(&with_word(&bytes, key, word)).unwrap_err();
            assert_eq!(error, Word(key), "{word:?} for {key}");
            assert!(error.to_string().contains(key), "{error}");
        }
    }
    for word in [
        "variant=chess",
        "hidden=1e3",
        "features=99999999999999999999999",
        "scale=0",
        "scale=NaN",
        "scale=inf",
        "scale=1e9",
        "draws=2.5",
        "draws=NaN",
        "draws=-inf",
    ] {
        let (key, _) = word.split_once('=').unwrap();
        let error = Network::read(&with_word(&bytes, key, word)).unwrap_err();
        assert!(matches!(error, Word(found) if found == key), "{word}: {error:?}");
    }
    // The weights of another board do not fit, even with the header of that board.
    for other in [Variant::Emergo, Variant::Hexemergo] {
        let renamed = with_word(&bytes, "variant", &format!("variant={other}"));
        let expected = FeatureSet::new(other).size();
        let error = Network::read(&renamed).unwrap_err();
        assert_eq!(error, Shape { key: "features", found: features, expected });
        let renamed = with_word(&renamed, "features", &format!("features={expected}"));
        let error = Network::read(&renamed).unwrap_err();
        assert!(matches!(error, NetworkError::Length { .. }), "{error:?}");
    }
}

#[test]
fn bytes_without_a_header_are_refused() {
    let bytes = embedded(Variant::Emergo7).to_bytes();
    let weights = &bytes[header_length(&bytes)..];
    let other_version = with_header(&bytes, |header| header.replacen(" 3 ", " 2 ", 1));
    let longest = vec![b'a'; 1 << 16];
    let broken = [b"luctor-net 3 variant=\xff\xfe\n", weights].concat();
    let texts: [&[u8]; 8] = [
        b"",
        b"\n",
        b"luctor-net",
        b"luctor-games 1 variant=emergo\n",
        &other_version,
        weights,
        &longest,
        &broken,
    ];
    for bytes in texts {
        let beginning = String::from_utf8_lossy(&bytes[..bytes.len().min(40)]).into_owned();
        assert_eq!(Network::read(bytes).unwrap_err(), NetworkError::Header, "{beginning:?}");
    }
    assert_eq!(Network::read(b"luctor-net 3 \n").unwrap_err(), NetworkError::Word("variant"));
}

/// A file in which all output weights have this value, with a valid checksum. All hidden units are 1.
fn with_output_weights(variant: Variant, value: i16) -> Vec<u8> {
    let mut weights = Network::zero(variant).weights();
    weights.feature_biases.fill(1.0);
    let header = embedded(variant).header().clone();
    let mut bytes = Network::quantised(header, &weights).to_bytes();
    let end = bytes.len() - 8 - 4 * OUTPUT_BUCKETS;
    for weight in bytes[end - 4 * HIDDEN * OUTPUT_BUCKETS..end].chunks_exact_mut(2) {
        weight.copy_from_slice(&value.to_le_bytes());
    }
    correct_checksum(&mut bytes);
    bytes
}

/// Writes the checksum that belongs to header and weights.
fn correct_checksum(bytes: &mut [u8]) {
    let (first, checked) = (header_length(bytes), bytes.len() - 8);
    let checksum = fnv1a(bytes[..first - 1].iter().chain(&bytes[first..checked]).copied());
    bytes[checked..].copy_from_slice(&checksum.to_le_bytes());
}

#[test]
fn output_weights_beyond_the_limit_are_refused() {
    for variant in Variant::ALL {
        for value in [i16::MAX, i16::MIN, OUTPUT_LIMIT + 1, -OUTPUT_LIMIT - 1] {
            let error = Network::read(&with_output_weights(variant, value)).unwrap_err();
            assert_eq!(error, NetworkError::OutputWeight, "{variant} {value}");
        }
        for value in [OUTPUT_LIMIT, -OUTPUT_LIMIT] {
            let network = Network::read(&with_output_weights(variant, value)).unwrap();
            let score = evaluate(&Arc::new(network), &Position::start(variant)).value();
            assert_eq!(score.signum(), i32::from(value.signum()), "{variant} {value}: {score}");
        }
    }
}

#[test]
fn a_header_with_a_changed_byte_is_refused() {
    let mut bytes = embedded(Variant::Emergo7).to_bytes();
    let mut rng = random::rng(7);
    for at in 0..header_length(&bytes) {
        let change = rng.u8(1..);
        bytes[at] ^= change;
        assert!(Network::read(&bytes).is_err(), "{change} at {at}");
        bytes[at] ^= change;
    }
}

#[test]
fn a_file_replaces_the_network_of_its_board_only() {
    let mut rng = random::rng(8);
    for variant in Variant::ALL {
        let random_weights = random_network(&mut rng, variant, 0.1);
        let path = scratch_path(&format!("network of {variant}.net"));
        std::fs::write(&path, random_weights.to_bytes()).unwrap();
        let networks = Networks::with_file(Some(&path), &Variant::ALL).unwrap();
        for board in Variant::ALL {
            let expected =
                if board == variant { random_weights.clone() } else { (*embedded(board)).clone() };
            assert_eq!(networks.of(board).to_bytes(), expected.to_bytes(), "{variant} {board}");
        }
        std::fs::remove_file(&path).unwrap();
        let error = Networks::with_file(Some(&path), &Variant::ALL).unwrap_err().to_string();
        assert!(error.contains(&path.display().to_string()), "{error}");
    }
    let networks = Networks::with_file(None, &Variant::ALL).unwrap();
    let board = *rng.choice(&Variant::ALL).unwrap();
    assert_eq!(networks.of(board).to_bytes(), embedded(board).to_bytes());
}
