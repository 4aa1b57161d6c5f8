//! The program within limits that a shell sets.

use std::process::Command;

/// The program, to be given arguments, behind a line for the shell: `ulimit -v 100000`.
pub fn within(limits: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("{limits}; exec \"$@\""), "sh", env!("CARGO_BIN_EXE_luctor")]);
    // Each thread that allocates takes address space of its own otherwise, more on machines with more cores.
    command.env("MALLOC_ARENA_MAX", "1");
    command
}
