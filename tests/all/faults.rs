//! Faults of the system: full disks, closed streams, too little memory, too few threads. The program reports each fault with
//! its place, or ends without a message if its reader is gone, and does not lose existing data.
#![cfg(unix)]

use crate::support::program::{
    Run, client_of, disk_of, ends_silently, fails, program, refused, run, start, wait_for_end,
    within,
};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::Command;
use test_support::client::Client;
use test_support::scratch::scratch_folder;
use test_support::skip::skip;

const FULL: &str = "/dev/full";

/// Is there a device that is always full?
pub fn has_full_device() -> bool {
    Path::new(FULL).exists() || skip("LUCTOR_FAULTS", "there is no /dev/full").unwrap_or(false)
}

/// A client of the program within limits that a shell sets.
#[cfg(target_os = "linux")]
fn start_within(limits: &str) -> Client {
    client_of(within(limits).spawn().expect("the program starts"))
}

/// The arguments of a short match without warnings. Its opening is written to `folder`.
fn quick_match(folder: &Path) -> Vec<String> {
    let list = folder.join("openings.txt");
    fs::write(&list, "1/3/5/7/5/3/1 w 8,8\n").unwrap();
    let engines = "-engine cmd=internal name=a option.Hash=1 -engine cmd=internal name=b option.Hash=2 -each depth=1";
    let more = "-variant emergo7 -maxplies 4 -ratinginterval 0 -openings";
    let words = format!("match {engines} {more}");
    let mut words: Vec<String> = words.split(' ').map(str::to_owned).collect();
    words.push(format!("file={}", list.display()));
    words
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn a_full_standard_output_is_reported() {
    if !has_full_device() {
        return;
    }
    let folder = scratch_folder("full stdout");
    let games = folder.join("few.games").display().to_string();
    for arguments in [
        words("perft 3"),
        words("bench 2"),
        words("openings --variant emergo7 --count 2 --nodes 10 --margin 10000 --threads 1"),
        [words("datagen --positions 0 --out"), vec![games]].concat(),
        quick_match(&folder),
    ] {
        let full = File::options().write(true).open(FULL).unwrap();
        refused(program().args(&arguments).stdout(full), "", 1, "standard output: No space left");
    }
    // The engine ends if it cannot answer, before its input ends.
    let full = File::options().write(true).open(FULL).unwrap();
    let mut engine = program().stdout(full).spawn().unwrap();
    engine.stdin.as_mut().unwrap().write_all(b"ugi\n").unwrap();
    assert_eq!(wait_for_end(&mut engine).code(), Some(1));
    let mut message = String::new();
    engine.stderr.unwrap().read_to_string(&mut message).unwrap();
    assert!(message.starts_with("error: standard output: No space left"), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
}

#[test]
fn a_closed_standard_output_ends_commands_without_a_message() {
    let folder = scratch_folder("gone");
    for arguments in [
        words("perft 6"),
        words("bench 3"),
        words("go"),
        words("--help"),
        words("openings --variant emergo7 --count 40 --nodes 10 --margin 10000"),
        quick_match(&folder),
    ] {
        for lines in [0, 1] {
            let mut child = program().args(&arguments).spawn().unwrap();
            let mut reader = BufReader::new(child.stdout.take().unwrap());
            for _ in 0..lines {
                reader.read_line(&mut String::new()).unwrap();
            }
            drop(reader);
            ends_silently(&mut child, &arguments.join(" "));
        }
    }
}

#[test]
fn files_are_complete_although_standard_output_is_closed() {
    let folder = scratch_folder("closed_stdout");
    let file = |name: &str| folder.join(name).display().to_string();
    let (games, pgn) = (file("games.pgn"), file("analysed.pgn"));
    fs::write(&games, "[Variant \"emergo\"]\n\n1. e4 e6 *\n\n".repeat(3)).unwrap();
    let succeeds = |arguments: &str| {
        let (_, closed) = io::pipe().unwrap();
        let run = run(program().args(words(arguments)).stdout(closed), "");
        assert_eq!(run.code, Some(0), "{arguments}: {}", run.notes);
    };
    let analyse = format!("analyse {games} --depth 1 --threads 1 --pgn {pgn}");
    let html = cfg!(feature = "gui").then(|| format!("{analyse} --html -"));
    for arguments in [format!("{analyse} --json"), analyse].into_iter().chain(html) {
        succeeds(&arguments);
        let written = fs::read_to_string(&pgn).unwrap();
        assert_eq!(written.matches("[Annotator").count(), 3, "{arguments}: {written}");
        fs::remove_file(&pgn).unwrap();
    }
    succeeds(&format!("statistics {games} --plots {}", file("plots")));
    assert!(fs::read_dir(file("plots")).unwrap().count() > 0);
}

#[test]
fn the_exit_code_does_not_need_standard_error() {
    if !has_full_device() {
        return;
    }
    let missing = "show /no/such/file";
    for (arguments, code) in [(missing, 1), ("perft 99", 2), ("match -engine cmd=x", 2)] {
        let full = File::options().write(true).open(FULL).unwrap();
        let run = run(program().args(words(arguments)).stderr(full), "");
        assert_eq!(run.code, Some(code), "{arguments}");
    }
}

#[test]
fn without_standard_input_the_engine_ends_with_success() {
    for closed in ["exec <&-", "exec </dev/null"] {
        let Run { code, output, notes } = run(&mut within(closed), "");
        assert_eq!((code, &*output, &*notes), (Some(0), "", ""), "{closed}");
    }
}

#[test]
fn a_debug_log_on_a_full_disk_ends_with_one_message_and_the_engine_continues() {
    if !has_full_device() {
        return;
    }
    let mut client = start();
    client.send(&format!("setoption name Debug Log File value {FULL}"));
    let lines = client.settle();
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(
        lines[0].starts_with("info string the debug log ends here: No space left"),
        "{lines:?}"
    );
    let search = client.go("depth 3");
    assert_eq!((search.messages.len(), search.answer.len()), (0, 1), "{search:?}");
    client.quit();
}

// Few systems enforce a limit of the address space.
#[cfg(target_os = "linux")]
#[test]
fn a_table_beyond_the_memory_is_refused_and_the_old_size_is_kept() {
    let mut client = start_within("ulimit -v 400000");
    for huge in ["1024", "33554432"] {
        let message = client.refused(&format!("setoption name Hash value {huge}"));
        let expected = format!("cannot allocate a table of {huge} MiB; the old size is kept");
        assert_eq!(message, expected);
        assert_eq!(client.go("depth 3").answer.len(), 1);
    }
    // There is no memory for two of these tables at the same time.
    for size in [200, 201] {
        client.tell(&format!("setoption name Hash value {size}"));
        assert_eq!(client.go("depth 3").answer.len(), 1);
    }
    client.quit();
}

#[cfg(target_os = "linux")]
#[test]
fn threads_that_cannot_be_started_are_refused_and_the_old_ones_are_kept() {
    // About ten threads with stacks of 1 GiB fit. Behind the last one there is room for small allocations.
    let limits = "ulimit -v 12000000; export RUST_MIN_STACK=1073741824";
    let mut client = start_within(limits);
    client.tell("setoption name Threads value 2");
    for _ in 0..2 {
        let message = client.refused("setoption name Threads value 256");
        assert!(message.starts_with("cannot start 255 threads: "), "{message}");
        assert_eq!(client.go("depth 3").answer.len(), 1);
    }
    client.quit();
    let perft = ["perft", "3", "--threads", "250"];
    fails(within(limits).args(perft), "error: cannot start 250 threads: ");
}

#[cfg(target_os = "linux")]
#[test]
fn an_engine_without_a_thread_for_searches_fails_to_start() {
    // A stack as large as the address space.
    let stack = (1_u64 << 47).to_string();
    fails(program().env("RUST_MIN_STACK", stack), "error: cannot start the search thread: ");
}

/// A file of games to train on.
fn games_in(folder: &Path) -> String {
    let games = folder.join("emergo7.games").display().to_string();
    let made = words("datagen --variant emergo7 --positions 3000 --nodes 5 --out");
    assert_eq!(run(program().args(made).arg(&games), "").code, Some(0));
    games
}

#[test]
fn datagen_continues_a_file_that_was_cut_by_a_full_disk() {
    let folder = scratch_folder("datagen");
    let [whole, torn] = ["whole.games", "torn.games"].map(|name| folder.join(name));
    let made = words("datagen --variant emergo7 --positions 2000 --nodes 5 --threads 2 --out");
    assert_eq!(run(program().args(&made).arg(&whole), "").code, Some(0));
    let length = fs::metadata(&whole).unwrap().len();
    for blocks in [1, 3] {
        assert!(u64::from(blocks) * 512 < length, "{length} bytes do not fill the disk");
        let full = &disk_of(blocks);
        fails(within(full).args(&made).arg(&torn), "torn.games: File too large");
    }
    assert_eq!(run(program().args(&made).arg(&torn), "").code, Some(0));
    assert!(fs::read(&torn).unwrap() == fs::read(&whole).unwrap());
    if has_full_device() {
        let datagen = ["datagen", "--out", FULL, "--positions", "10"];
        fails(program().args(datagen), "/dev/full: No space left");
    }
}

#[test]
fn a_network_that_does_not_fit_on_the_disk_leaves_the_old_one() {
    let folder = scratch_folder("train");
    let games = games_in(&folder);
    let net = folder.join("new.net");
    fs::write(&net, "the old network").unwrap();
    let train = words("train --epochs 1 --out");
    let full = disk_of(16);
    let Run { code, notes, .. } = run(within(&full).args(&train).arg(&net).arg(&games), "");
    let is_told = notes.contains("new.net: cannot be written: File too large");
    assert!(code == Some(1) && is_told, "{notes}");
    assert_eq!(fs::read(&net).unwrap(), b"the old network");
    let mut left: Vec<_> =
        fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["emergo7.games", "new.net"]);
    // The new network replaces only a regular file. The test uses a pipe and not a device, because it would replace the
    // device if it failed.
    let pipe = folder.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    fails(program().args(&train).arg(&pipe).arg(&games), "pipe: is not a regular file");
}
