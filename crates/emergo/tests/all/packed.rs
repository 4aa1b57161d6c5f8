//! Packed positions.

use crate::support::{parse_position, perft_positions, position_of_pieces, position_text, random};
use emergo::{Coordinates, PackedPositionError, Position, PositionError, Side, Variant};
use std::collections::HashSet;

use PackedPositionError::{Malformed, Size};
use Variant::{Emergo, Emergo7, Hexemergo};

#[test]
fn every_position_is_unpacked_as_it_was() {
    let random_positions = Variant::ALL.into_iter().flat_map(|variant| {
        (0..2000).map(move |seed| {
            parse_position(variant, &random::position_text(&mut random::rng(seed), variant))
        })
    });
    let of_games = Variant::ALL.into_iter().flat_map(|variant| {
        (0..20).flat_map(move |seed| random::game_positions(&mut random::rng(seed), variant, 150))
    });
    let positions: Vec<Position> =
        perft_positions().into_iter().chain(random_positions).chain(of_games).collect();
    let mut texts = HashSet::new();
    let mut packs = HashSet::new();
    for position in positions {
        let (variant, text) = (position.variant(), position_text(&position));
        let packed = position.pack();
        assert_eq!(packed.as_bytes().len(), variant.packed_size(), "{variant} {text}");
        assert_eq!(Position::unpack(variant, packed.as_bytes()), Ok(position), "{variant} {text}");
        texts.insert((variant, text));
        packs.insert((variant, packed));
    }
    assert!(texts.len() > 7000, "{}", texts.len());
    assert_eq!(packs.len(), texts.len(), "different positions have different bytes");
}

#[test]
fn the_bytes_of_a_position_never_change() {
    // Side to move, two hands, cells, and men with two bits each, from the lowest bit.
    for (variant, pieces, side_and_hands, expected) in [
        (Emergo, "", "w 12,12", "98 01 00 00 00 00 00 00 00 00 00 00 00"),
        (Emergo7, "", "w 8,8", "10 01 00 00 00 00 00 00 00"),
        (Hexemergo, "", "b 0,12", "81 01 00 00 00 00 00 00 00 00 00 00"),
        // The first cell is bit 9. The men begin with bit 50 on this board.
        (Emergo, "e1:w", "w 0,0", "00 02 00 00 00 00 00 00 00 00 00 00 00"),
        (Emergo, "a5:b", "w 0,0", "00 00 00 00 00 20 04 00 00 00 00 00 00"),
        // From bit 34: the owners black, black, white, and after each but the last a man below.
        (Emergo7, "d1:(b2w)", "b 0,0", "01 02 00 00 3C 00 00 00 00"),
        // Bits 9 (a1) and 45 (g7), then from bit 46 white, black.
        (Hexemergo, "a1:w g7:b", "w 0,0", "00 02 00 00 00 20 01 00 00 00 00 00"),
    ] {
        let position = position_of_pieces(variant, pieces, side_and_hands);
        let packed = position.pack();
        let bytes = packed.as_bytes().iter().map(|byte| format!("{byte:02X}"));
        let found = bytes.collect::<Vec<_>>().join(" ");
        assert_eq!(found, expected, "{variant} {pieces} {side_and_hands}");
    }
}

#[test]
fn cells_are_packed_from_the_bottom_row_to_the_top_and_from_left_to_right() {
    for (variant, coordinates, expected) in [
        (Emergo, Coordinates::Checkerboard, "a1 c1 e1 g1 i1 b2 d2 f2 h2 a3 c3"),
        (Emergo7, Coordinates::Checkerboard, "a1 c1 e1 g1 b2 d2 f2 a3 c3"),
        (Hexemergo, Coordinates::Oblique, "a1 b1 c1 d1 a2 b2 c2 d2 e2 a3"),
    ] {
        let names = variant.cells().map(|cell| coordinates.name_of(variant, cell).to_string());
        let first: Vec<String> = names.take(expected.split(' ').count()).collect();
        assert_eq!(first.join(" "), expected, "{variant}");
    }
}

#[test]
fn bytes_that_no_position_has_are_refused() {
    let good = position_of_pieces(Emergo7, "d1:(b3)", "b 5,5").pack();
    let good = good.as_bytes();
    // Changes one bit of the good bytes.
    let changed = |bit: usize| {
        let mut bytes = good.to_vec();
        bytes[bit / 8] ^= 1 << (bit % 8);
        bytes
    };
    let too_many =
        PositionError::TooManyMen { side: Side::White, on_board: 0, in_hand: 13, limit: 8 };
    let mut endless = good.to_vec();
    endless[4..].fill(0xFF);
    for (name, bytes, expected) in [
        ("nothing", Vec::new(), Size { found: 0, expected: 9 }),
        ("a byte less", good[..8].to_vec(), Size { found: 8, expected: 9 }),
        ("a byte more", [good, &[0]].concat(), Size { found: 10, expected: 9 }),
        ("too many men in hand", changed(4), PackedPositionError::Position(too_many)),
        ("owners that alternate", changed(36), Malformed),
        ("a bit behind the last man", changed(40), Malformed),
        ("the last bit", changed(71), Malformed),
        ("a column without an end", endless, Malformed),
    ] {
        assert_eq!(Position::unpack(Emergo7, &bytes), Err(expected), "{name}");
    }
    assert!(Position::unpack(Emergo7, good).is_ok());
    let sentence = Size { found: 8, expected: 9 }.to_string();
    assert_eq!(sentence, "a packed position has 9 bytes, not 8");
}

#[test]
fn any_bytes_are_the_packed_form_of_the_position_that_they_unpack_to() {
    let mut read = 0;
    for variant in Variant::ALL {
        let mut rng = random::rng(17);
        let seeds: Vec<Vec<u8>> = (0..50)
            .flat_map(|_| random::game_positions(&mut rng, variant, 60))
            .map(|position| position.pack().as_bytes().to_vec())
            .collect();
        for _ in 0..20_000 {
            let mut bytes = rng.choice(&seeds).unwrap().clone();
            for _ in 0..rng.usize(..4) {
                let byte = rng.usize(..bytes.len());
                bytes[byte] ^= 1 << rng.u8(..8);
            }
            if let Ok(position) = Position::unpack(variant, &bytes) {
                assert_eq!(parse_position(variant, &position_text(&position)), position);
                assert_eq!(position.pack().as_bytes(), bytes);
                read += 1;
            }
        }
    }
    assert!(read > 15_000, "{read}");
}
