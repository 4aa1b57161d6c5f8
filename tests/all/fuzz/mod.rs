//! Readers of external data get mutated inputs. They read them or refuse them with a message, and do not panic or hang. A
//! long-run test: `LUCTOR_FUZZ=10000000 cargo test fuzz -- --nocapture`. `LUCTOR_SEED=1` selects other
//! mutations. [fuzz](../../../fuzz) has targets that are guided by coverage, and inputs for both.

mod books;
mod checks;
mod engines;
mod networks;
mod records;
mod texts;

use test_support::amount::amount_from_env;
use test_support::mutation;

fn inputs(normal: u64) -> u64 {
    amount_from_env("LUCTOR_FUZZ", normal)
}
