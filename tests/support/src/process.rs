//! Processes: what they hold, from /proc, and when something comes true. Where /proc does not exist, the numbers are 0.

use std::fs;
use std::process::{Child, Command, ExitStatus};
use std::time::{Duration, Instant};

/// Resident memory in KiB.
pub fn resident_kib(pid: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
}

/// Open files and sockets.
pub fn open_handles(pid: u32) -> usize {
    fs::read_dir(format!("/proc/{pid}/fd")).map_or(0, Iterator::count)
}

/// Sends a signal, such as `-INT`, to a process, or with a minus in front to a process group.
///
/// # Panics
///
/// There is no such process.
pub fn send_signal(signal: &str, target: &str) {
    let sent = Command::new("kill").args([signal, "--", target]).status();
    assert!(sent.expect("kill runs").success(), "{signal} to {target}");
}

/// Waits until something is true. Returns whether that is before the timeout.
pub fn comes_true(timeout: Duration, mut is_true: impl FnMut() -> bool) -> bool {
    let started = Instant::now();
    while !is_true() {
        if started.elapsed() > timeout {
            return false;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    true
}

/// The end of a process, if it comes before the timeout.
pub fn ends(child: &mut Child, timeout: Duration) -> Option<ExitStatus> {
    let mut end = None;
    comes_true(timeout, || {
        end = child.try_wait().expect("a child can be waited for");
        end.is_some()
    });
    end
}

/// An example's program, which `cargo test` has built beside the tests.
pub fn example(name: &str) -> String {
    let test = std::env::current_exe().unwrap();
    let program = test.parent().unwrap().parent().unwrap().join("examples").join(name);
    assert!(program.exists(), "{} is missing: cargo build --examples", program.display());
    program.display().to_string()
}
