//! What the targets share. The checks are those of the tests with mutated inputs.

use std::path::PathBuf;

#[path = "../../tests/all/fuzz/checks.rs"]
pub mod checks;
#[path = "../../crates/engine/tests/all/ugi/protocol_lines.rs"]
pub mod protocol_lines;
#[path = "../../tests/all/bot/checks.rs"]
pub mod webhook_checks;

/// The path of a temporary file of this process. `scripts/fuzz` removes them.
pub fn scratch(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("luctor-fuzz-{}-{name}", std::process::id()))
}
