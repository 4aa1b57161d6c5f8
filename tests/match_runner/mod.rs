//! Runs `luctor match` in a folder of its own: a match from beginning to end or under way, its games, its
//! table, and the engines it leaves behind.
#![allow(dead_code, reason = "not every test needs all of it")]

#[path = "../shell/mod.rs"]
mod shell;

use luctor_arena::record::GameRecord;
use std::fs::{self, File};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// Nothing here takes nearly as long, unless it hangs.
pub const HANG: Duration = Duration::from_secs(60);

/// A good engine without a process, quick and the same every time.
pub const GOOD: &str = "-engine cmd=internal name=good depth=1 option.Hash=1";

/// An example's program, which `cargo test` has built beside the tests.
pub fn example(name: &str) -> String {
    let test = std::env::current_exe().unwrap();
    let program = test.parent().unwrap().parent().unwrap().join("examples").join(name);
    assert!(program.exists(), "{} is missing: cargo build --examples", program.display());
    program.display().to_string()
}

pub fn bad(habit: &str, more: &str) -> String {
    let cmd = example("bad_engine");
    let argument = format!("arg={habit}").replace(' ', "\u{a0}");
    format!("-engine cmd={cmd} {argument} name=bad depth=1 {more}")
}

/// A folder of a test's own, in which its engines run, so that they can be found.
pub struct Scratch(pub PathBuf);

impl Scratch {
    pub fn new(name: &str) -> Scratch {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("matches").join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("engines")).unwrap();
        Scratch(folder)
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub fn text(&self, name: &str) -> String {
        String::from_utf8_lossy(&fs::read(self.file(name)).unwrap_or_default()).into_owned()
    }

    /// A match on the small board, its words apart by blanks and `-out games.jsonl` added, under way.
    pub fn begin(&self, words: &str) -> Running<'_> {
        self.begin_with(words, File::create(self.file("stderr")).unwrap().into())
    }

    pub fn begin_with(&self, words: &str, stderr: Stdio) -> Running<'_> {
        self.begin_by(Command::new(env!("CARGO_BIN_EXE_luctor")), words, stderr)
    }

    /// A match within limits that a shell sets: `ulimit -n 20`.
    pub fn begin_within(&self, limits: &str, words: &str) -> Running<'_> {
        self.begin_by(
            shell::within(limits),
            words,
            File::create(self.file("stderr")).unwrap().into(),
        )
    }

    /// A match whose files can be no longer than so many blocks of 512 bytes, as on a disk that fills up.
    pub fn begin_on_full_disk(&self, blocks: u32, words: &str) -> Running<'_> {
        // Without the trap the signal of this limit would end the program.
        self.begin_within(&format!("trap '' XFSZ; ulimit -f {blocks}"), words)
    }

    fn begin_by(&self, mut command: Command, words: &str, stderr: Stdio) -> Running<'_> {
        let folder = self.0.join("engines");
        let child = command
            .args(["match", "-out", "games.jsonl", "-each"])
            .arg(format!("dir={}", folder.display()))
            .args(["-variant", "emergo7"])
            // A blank within a word is written as one that is not broken.
            .args(words.split_ascii_whitespace().map(|word| word.replace('\u{a0}', " ")))
            .current_dir(&self.0)
            .stdin(Stdio::null())
            .stdout(File::create(self.file("stdout")).unwrap())
            .stderr(stderr)
            // As a shell does, which sends Ctrl-C to all of a job.
            .process_group(0)
            .spawn()
            .unwrap();
        Running { child, scratch: self }
    }

    /// A match from beginning to end.
    pub fn run(&self, words: &str) -> Vec<GameRecord> {
        let status = self.begin(words).end();
        assert!(status.success(), "{status}: {words}\n{}", self.text("stderr"));
        self.games()
    }

    /// A match that is refused: what it says.
    pub fn refused(&self, words: &str) -> String {
        assert!(!self.begin(words).end().success(), "{words}");
        let said = self.text("stderr");
        assert!(!said.contains("panicked"), "{said}");
        said
    }

    /// The games, in their order.
    pub fn games(&self) -> Vec<GameRecord> {
        let mut games: Vec<GameRecord> = self
            .text("games.jsonl")
            .lines()
            .map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}")))
            .collect();
        games.sort_by_key(|game| game.game);
        games
    }

    /// The lines of the final table that do not depend on time.
    pub fn table(&self) -> Vec<String> {
        let timeless = |line: &&str| {
            line.contains(" W - ") || line.starts_with("pairs (") || line.starts_with("ends")
        };
        self.text("stdout").lines().filter(timeless).map(str::to_owned).collect()
    }

    /// Engines still there a little later.
    pub fn left_over(&self) -> Vec<String> {
        let deadline = Instant::now() + Duration::from_secs(10);
        loop {
            let left = self.engines();
            if left.is_empty() || Instant::now() > deadline {
                return left;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Sends a signal to every engine that runs.
    pub fn signal_engines(&self, signal: &str) {
        let engines = self.engines();
        assert!(!engines.is_empty(), "no engine runs");
        for engine in engines {
            let pid = engine.split('"').nth(1).expect("engines() tells the number first");
            assert!(Command::new("kill").args([signal, pid]).status().unwrap().success());
        }
    }

    /// Engines that run, which only Linux tells in this way.
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

/// A match under way.
pub struct Running<'a> {
    child: Child,
    scratch: &'a Scratch,
}

impl Running<'_> {
    pub fn end(mut self) -> ExitStatus {
        let deadline = Instant::now() + HANG;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                let left = self.scratch.left_over();
                assert!(left.is_empty(), "engines are left over: {left:?}");
                return status;
            }
            assert!(Instant::now() < deadline, "it hangs\n{}", self.scratch.text("stderr"));
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    pub fn wait_for(&mut self, what: &str, mut is_there: impl FnMut(&Scratch) -> bool) {
        let deadline = Instant::now() + HANG;
        while !is_there(self.scratch) {
            assert!(Instant::now() < deadline, "no {what}\n{}", self.scratch.text("stderr"));
            if let Some(status) = self.child.try_wait().unwrap() {
                panic!("{status} before {what}\n{}", self.scratch.text("stderr"));
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    pub fn wait_for_games(&mut self, count: usize) {
        self.wait_for("games", |scratch| scratch.text("games.jsonl").lines().count() >= count);
    }

    /// Sends a signal: to the match, or with `-` before its number to its engines as well.
    pub fn signal(&self, signal: &str, group: &str) {
        let target = format!("{group}{}", self.child.id());
        let status = Command::new("kill").args([signal, "--", &target]).status().unwrap();
        assert!(status.success());
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
