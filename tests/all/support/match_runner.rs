//! Runs `luctor match` in a folder of its own, and reads its games, its table, and the engines that are still running.

use crate::support::program::{disk_of, in_shell};
use crate::support::read;
use emergo_records::GameRecord;
use std::fs::{self, File};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;
use test_support::client::TIMEOUT;
use test_support::process::{comes_true, ends, example, send_signal};
use test_support::scratch::scratch_folder;

/// The program as an engine.
pub const LUCTOR: &str = env!("CARGO_BIN_EXE_luctor");
/// A quick deterministic engine without a process.
pub const GOOD: &str = "-engine cmd=internal name=good depth=1 option.Hash=1";

/// The number of a game in its match, from 0.
pub fn number(game: &GameRecord) -> u64 {
    game.match_game.as_ref().expect("a game of a match").game
}

/// The name of White (0) or Black (1).
pub fn name(game: &GameRecord, side: usize) -> &str {
    game.players[side].name.as_deref().expect("engines have names")
}

/// An engine of `examples/bad_engine.rs` with the name `bad`.
pub fn bad(habit: &str, more: &str) -> String {
    let cmd = example("bad_engine");
    let argument = format!("arg={habit}").replace(' ', "\u{a0}");
    format!("-engine cmd={cmd} {argument} name=bad depth=1 {more}")
}

/// Checks all rows at the same time. A match with a bad engine mostly waits.
pub fn at_once<T: Sync>(rows: &[T], check: impl Fn(&T) + Sync) {
    std::thread::scope(|scope| {
        for row in rows {
            scope.spawn(|| check(row));
        }
    });
}

/// The folder of a test. Its engines run in it, so that they can be found.
pub struct Scratch(pub PathBuf);

impl Scratch {
    #[track_caller]
    pub fn new(name: &str) -> Scratch {
        let folder = scratch_folder(name);
        fs::create_dir(folder.join("engines")).unwrap();
        Scratch(folder)
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub fn text(&self, name: &str) -> String {
        String::from_utf8_lossy(&fs::read(self.file(name)).unwrap_or_default()).into_owned()
    }

    /// Starts a match on the small board with `-out games.jsonl`. Blanks separate the arguments.
    pub fn begin(&self, words: &str) -> Running<'_> {
        self.begin_with(words, File::create(self.file("stderr")).unwrap().into())
    }

    pub fn begin_with(&self, words: &str, stderr: Stdio) -> Running<'_> {
        self.begin_by(Command::new(LUCTOR), words, stderr)
    }

    /// Starts a match within limits that a shell sets, such as `ulimit -n 20`.
    pub fn begin_within(&self, limits: &str, words: &str) -> Running<'_> {
        self.begin_by(in_shell(limits), words, File::create(self.file("stderr")).unwrap().into())
    }

    /// Starts a match whose files can have at most this number of blocks of 512 bytes, as on a disk that fills up.
    pub fn begin_on_full_disk(&self, blocks: u32, words: &str) -> Running<'_> {
        self.begin_within(&disk_of(blocks), words)
    }

    fn begin_by(&self, mut command: Command, words: &str, stderr: Stdio) -> Running<'_> {
        let folder = self.0.join("engines");
        let child = command
            .args(["match", "-out", "games.jsonl", "-each"])
            .arg(format!("dir={}", folder.display()))
            .args(["-variant", "emergo7"])
            // A no-break space stands for a blank within an argument.
            .args(words.split_ascii_whitespace().map(|word| word.replace('\u{a0}', " ")))
            .current_dir(&self.0)
            .stdin(Stdio::null())
            .stdout(File::create(self.file("stdout")).unwrap())
            .stderr(stderr)
            // A shell sends Ctrl-C to a process group.
            .process_group(0)
            .spawn()
            .unwrap();
        Running { child, scratch: self }
    }

    pub fn run(&self, words: &str) -> Vec<GameRecord> {
        let status = self.begin(words).end();
        assert!(status.success(), "{status}: {words}\n{}", self.text("stderr"));
        self.games()
    }

    /// Runs a match that must fail. Returns its text on standard error.
    pub fn refused(&self, words: &str) -> String {
        assert!(!self.begin(words).end().success(), "{words}");
        let said = self.text("stderr");
        assert!(!said.contains("panicked"), "{said}");
        said
    }

    /// The games, by number. The last line of a match that was killed may be incomplete.
    pub fn games(&self) -> Vec<GameRecord> {
        let text = self.text("games.jsonl");
        let complete = text.rfind('\n').map_or(0, |end| end + 1);
        let mut games = read(&text[..complete]);
        games.sort_by_key(number);
        games
    }

    /// The lines of the final table that do not depend on time.
    pub fn table(&self) -> Vec<String> {
        let timeless = |line: &&str| {
            line.contains(" W - ") || line.starts_with("pairs (") || line.starts_with("ends")
        };
        self.text("stdout").lines().filter(timeless).map(str::to_owned).collect()
    }

    /// Engines that are still running after some time.
    pub fn left_over(&self) -> Vec<String> {
        comes_true(Duration::from_secs(10), || self.engines().is_empty());
        self.engines()
    }

    pub fn signal_engines(&self, signal: &str) {
        let engines = self.engines();
        assert!(!engines.is_empty(), "no engine runs");
        for engine in engines {
            let pid = engine.split('"').nth(1).expect("engines() tells the number first");
            send_signal(signal, pid);
        }
    }

    /// The running engines, on Linux.
    pub fn engines(&self) -> Vec<String> {
        let folder = fs::canonicalize(self.0.join("engines")).unwrap();
        let Ok(processes) = fs::read_dir("/proc") else { return Vec::new() };
        processes
            .flatten()
            .filter(|process| fs::read_link(process.path().join("cwd")).is_ok_and(|p| p == folder))
            .map(|process| {
                let words = fs::read(process.path().join("cmdline")).unwrap_or_default();
                format!("{:?} {}", process.file_name(), String::from_utf8_lossy(&words))
            })
            .collect()
    }
}

pub struct Running<'a> {
    child: Child,
    scratch: &'a Scratch,
}

impl Running<'_> {
    pub fn process_id(&self) -> u32 {
        self.child.id()
    }

    pub fn end(mut self) -> ExitStatus {
        let Some(status) = ends(&mut self.child, TIMEOUT) else {
            panic!("it hangs\n{}", self.scratch.text("stderr"));
        };
        let left = self.scratch.left_over();
        assert!(left.is_empty(), "engines are left over: {left:?}");
        status
    }

    pub fn wait_for(&mut self, what: &str, mut is_there: impl FnMut(&Scratch) -> bool) {
        let comes = comes_true(TIMEOUT, || {
            is_there(self.scratch) || {
                let end = self.child.try_wait().unwrap();
                assert_eq!(end, None, "before {what}\n{}", self.scratch.text("stderr"));
                false
            }
        });
        assert!(comes, "no {what}\n{}", self.scratch.text("stderr"));
    }

    /// Waits until the match file has the header and this number of games.
    pub fn wait_for_games(&mut self, count: usize) {
        self.wait_for("games", |scratch| scratch.text("games.jsonl").lines().count() > count);
    }

    /// Waits until the match itself has used this processor time in seconds, on Linux.
    pub fn wait_for_processor_time(&mut self, seconds: f64) {
        let stat = format!("/proc/{}/stat", self.child.id());
        self.wait_for("processor time", |_| {
            let stat = fs::read_to_string(&stat).unwrap_or_default();
            // Field 14 of the line is the time in user mode in hundredths of a second. Field 2 is the name in brackets.
            let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields);
            let time = fields.split_whitespace().nth(11).and_then(|time| time.parse::<f64>().ok());
            time.is_none_or(|time| time / 100.0 >= seconds)
        });
    }

    /// Waits until the match has no pending signal, on Linux.
    pub fn wait_for_signal_handler(&mut self) {
        let status = format!("/proc/{}/status", self.child.id());
        self.wait_for("signal handler", |_| {
            let status = fs::read_to_string(&status).unwrap_or_default();
            let mut pending = status.lines().filter_map(|line| line.strip_prefix("ShdPnd:"));
            pending.all(|mask| mask.trim().chars().all(|digit| digit == '0'))
        });
    }

    /// Sends a signal to the match, or with the group `-` to its process group.
    pub fn signal(&self, signal: &str, group: &str) {
        send_signal(signal, &format!("{group}{}", self.child.id()));
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
