//! What the targets share. The checks are those of the tests with mutated inputs.

use std::path::PathBuf;

#[path = "../../tests/all/fuzz/checks.rs"]
pub mod checks;
#[path = "../../crates/engine/tests/all/ugi/protocol_lines.rs"]
pub mod protocol_lines;

/// The path of a file of this process.
pub fn scratch(name: &str) -> PathBuf {
    let memory = PathBuf::from("/dev/shm");
    let folder = if memory.is_dir() { memory } else { std::env::temp_dir() };
    folder.join(format!("luctor-fuzz-{}-{name}", std::process::id()))
}
