//! The program within limits that a shell sets.

use std::process::Command;

/// The program without arguments, started by a shell after this command, such as `ulimit -v 100000`.
pub fn within(limits: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("{limits}; exec \"$@\""), "sh", env!("CARGO_BIN_EXE_luctor")]);
    // By default the allocator reserves address space for each thread, depending on the number of cores.
    command.env("MALLOC_ARENA_MAX", "1");
    command
}
