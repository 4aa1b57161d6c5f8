//! The stages of a game.

use crate::support::parse_position;
use emergo::{Stage, Variant};

#[test]
fn hands_and_pieces_define_the_stage() {
    for (variant, text, expected) in [
        (Variant::Emergo, "1/3/5/7/4w2b1/7/5/3/1 w 0,1", Stage::Entering),
        (Variant::Emergo, "1/3/5/2b4/2b1b4/2(b2w2)(w3)3/5/3/1 w 0,0", Stage::End),
        (Variant::Emergo, "1/3/1www1/2b4/2b1b4/2(b2w2)(w3)3/5/3/1 w 0,0", Stage::Middle),
        (Variant::Emergo7, "1/3/1w1b1/2(w3b2)4/1b3/3/1 w 0,0", Stage::End),
        (Variant::Emergo7, "1/3/1w1b1/2(w3b2)4/1b1b1/3/1 w 0,0", Stage::Middle),
    ] {
        assert_eq!(Stage::of(&parse_position(variant, text)), expected, "{text}");
    }
}
