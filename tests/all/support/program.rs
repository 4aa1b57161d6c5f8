//! The program as a process, for the tests that need one.

use std::io::{Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use test_support::client::{Client, TIMEOUT};
use test_support::process::ends;

/// The program without arguments, with all three streams in pipes.
pub fn program() -> Command {
    prepared(Command::new(env!("CARGO_BIN_EXE_luctor")))
}

fn prepared(mut command: Command) -> Command {
    command.env_remove("RUST_LOG").current_dir(env!("CARGO_TARGET_TMPDIR"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The program without arguments, within limits that a shell sets.
#[cfg(unix)]
pub fn within(limits: &str) -> Command {
    prepared(in_shell(limits))
}

/// The program without arguments, started by a shell after this command, such as `ulimit -v 100000`. The streams are those
/// of the test.
#[cfg(unix)]
pub fn in_shell(limits: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("{limits}; exec \"$@\""), "sh", env!("CARGO_BIN_EXE_luctor")]);
    // By default the allocator reserves address space for each thread, depending on the number of cores.
    command.env("MALLOC_ARENA_MAX", "1");
    command
}

/// Limits the size of files to this number of blocks of 512 bytes, as on a full disk. The trap keeps the signal from ending
/// the program. A build that measures test coverage would also write a file.
#[cfg(unix)]
pub fn disk_of(blocks: u32) -> String {
    format!("trap '' XFSZ; ulimit -f {blocks}; export LLVM_PROFILE_FILE=/dev/null")
}

/// Exit code, standard output and standard error of a run that has ended.
pub struct Run {
    pub code: Option<i32>,
    pub output: String,
    pub notes: String,
}

/// Runs a command with all three streams in pipes to its end, with this input.
pub fn run(command: &mut Command, input: &str) -> Run {
    let mut child = command.spawn().unwrap();
    // A run that ends with an error may not read its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let (ended, end) = mpsc::channel();
    thread::spawn(move || ended.send(child.wait_with_output()));
    let output = end.recv_timeout(TIMEOUT).expect("the program ends").unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { code: output.status.code(), output: text(output.stdout), notes: text(output.stderr) }
}

pub fn run_program(arguments: &[&str], input: &str) -> Run {
    run(program().args(arguments), input)
}

/// Standard output of a command that must succeed without a message.
#[track_caller]
pub fn printed(command: &mut Command) -> String {
    let run = run(command, "");
    assert_eq!((run.code, &*run.notes), (Some(0), ""), "{command:?}");
    run.output
}

/// Runs a command that must fail with this exit code, one error with these words, and no output. Returns what it says.
#[track_caller]
pub fn refused(command: &mut Command, input: &str, code: i32, words: &str) -> String {
    let run = run(command, input);
    let errors = run.notes.lines().filter(|line| line.starts_with("error: ")).count();
    let found = (run.code, &*run.output, errors);
    assert_eq!(found, (Some(code), "", 1), "{command:?}: {}", run.notes);
    // Long messages are wrapped.
    let notes = run.notes.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(notes.contains(words) && !notes.contains("panicked"), "{command:?}: {notes}");
    run.notes
}

/// Runs a command that must fail with exit code 1, no output, and one line with these words. Returns the line.
#[track_caller]
pub fn fails(command: &mut Command, words: &str) -> String {
    let notes = refused(command, "", 1, words);
    assert!(notes.starts_with("error: ") && notes.lines().count() == 1, "{command:?}: {notes}");
    notes
}

/// Waits for the end of a process, which must be a success without a message.
#[track_caller]
pub fn ends_silently(child: &mut Child, what: &str) {
    let status = wait_for_end(child);
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert_eq!((status.code(), errors.as_str()), (Some(0), ""), "{what}");
}

pub fn wait_for_end(child: &mut Child) -> ExitStatus {
    ends(child, TIMEOUT).expect("the process ends")
}

pub fn start() -> Client {
    client_of(program().spawn().expect("the program starts"))
}

/// A client of a process with all three streams in pipes. A good end has exit code 0 and nothing on standard error.
pub fn client_of(mut child: Child) -> Client {
    let input = child.stdin.take().expect("stdin is a pipe");
    let output = child.stdout.take().expect("stdout is a pipe");
    let mut stderr = child.stderr.take().expect("stderr is a pipe");
    let errors = thread::spawn(move || {
        let mut text = String::new();
        stderr.read_to_string(&mut text).expect("stderr can be read");
        text
    });
    Client::new(input, output, move || {
        let Some(status) = ends(&mut child, TIMEOUT) else {
            let _ = child.kill();
            let _ = child.wait();
            return Err("the process does not end".to_owned());
        };
        let errors = errors.join().expect("stderr can be read");
        match status.code() {
            Some(0) if errors.is_empty() => Ok(()),
            _ => Err(format!("{status}: {errors}")),
        }
    })
}
