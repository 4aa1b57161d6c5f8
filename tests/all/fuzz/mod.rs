//! Readers of external data get mutated inputs. They read them or refuse them with a message, and do not panic or hang. A
//! long-run test: `LUCTOR_FUZZ=10000000 cargo test fuzz -- --nocapture`. `LUCTOR_SEED=1` selects other
//! mutations.

mod books;
mod engines;
mod game_files;
mod networks;
mod records;
mod texts;

use test_support::amount::amount_from_env;
use test_support::mutation;

/// The number of inputs of a test.
fn inputs(normal: u64) -> u64 {
    amount_from_env("LUCTOR_FUZZ", normal)
}

/// Checks that a message has one line of readable length without control characters.
fn assert_is_a_sentence(error: &impl std::fmt::Display) {
    let text = error.to_string();
    assert!(!text.is_empty() && text.chars().count() < 600, "{text:?}");
    assert!(!text.chars().any(char::is_control), "{text:?}");
}

const POSITIONS: [&str; 10] = [
    "1/3/5/7/9/7/5/3/1 w 12,12 1",
    "1/3/5/3b3/9/3ww2/5/3/1 b 10,11 2",
    "1/3/5/2b4/2b1b4/2(b2w2)(w3)3/5/3/1 w 0,0",
    "1/b2/w3b/3b2w/1b1b1w3/1w1w1b1/1w1wb/3/1 w 5,5",
    "1/3/5/3b3/9/3w3/5/3/1 w 7,0 12",
    "1/3/5/7/4(w12b12)4/7/5/3/1 b 0,0",
    "1/3/5/7/5/3/1 w 8,8 1",
    "1/1w1/1b1bw/(w2b3)6/3b1/3/1 b 2,1",
    "4/5/6/7/6/5/4 w 12,12",
    "4/5/w5/1w2b2/6/1w1b1/4 b 9,10 3",
];
