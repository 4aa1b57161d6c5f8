//! A client of the protocol, for the tests: starts the program, sends lines, reads lines with a deadline,
//! and ends the process when it goes.

// Every test file uses a part of it.
#![allow(dead_code)]

#[path = "../shell/mod.rs"]
mod shell;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Whoever is silent for so long hangs. No statement on speed: the machine may be busy with other work.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// What has to happen at once takes no longer than this, even on a busy machine.
pub const AT_ONCE: Duration = Duration::from_secs(10);

/// The program, to be given arguments, with all three streams in pipes.
pub fn program() -> Command {
    prepared(Command::new(env!("CARGO_BIN_EXE_luctor")))
}

fn prepared(mut command: Command) -> Command {
    command.env_remove("RUST_LOG").current_dir(env!("CARGO_TARGET_TMPDIR"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The program, to be given arguments, within limits that a shell sets.
#[cfg(unix)]
pub fn within(limits: &str) -> Command {
    prepared(shell::within(limits))
}

/// Waits for the end of a process.
pub fn wait_for_end(child: &mut Child, patience: Duration) -> ExitStatus {
    ends(child, patience).expect("the process ends")
}

/// The end of a process, if it comes before the patience is over.
pub fn ends(child: &mut Child, patience: Duration) -> Option<ExitStatus> {
    let started = Instant::now();
    loop {
        match child.try_wait().expect("a child can be waited for") {
            Some(status) => return Some(status),
            None if started.elapsed() > patience => return None,
            None => std::thread::sleep(Duration::from_millis(2)),
        }
    }
}

/// A conversation with the program.
pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
    errors: Option<JoinHandle<String>>,
    /// What was sent last, for messages.
    last: String,
}

/// What a search said.
#[derive(Debug)]
pub struct Search {
    /// The `info` lines, without `info string`.
    pub reports: Vec<String>,
    /// The texts of `info string`.
    pub messages: Vec<String>,
    /// The words behind `bestmove`.
    pub answer: Vec<String>,
}

impl Search {
    /// The move to play.
    pub fn best(&self) -> &str {
        &self.answer[0]
    }

    /// The last `info` line.
    pub fn last(&self) -> &str {
        self.reports.last().expect("a search says at least one line")
    }
}

/// The word behind the word `name` in an `info` line.
pub fn field<'a>(report: &'a str, name: &str) -> &'a str {
    let mut words = report.split(' ').skip_while(|word| *word != name).skip(1);
    words.next().unwrap_or_else(|| panic!("no {name} in {report:?}"))
}

/// A field that is a number.
pub fn number(report: &str, name: &str) -> i64 {
    field(report, name).parse().unwrap_or_else(|_| panic!("{name} is no number in {report:?}"))
}

/// The moves behind `pv`, which end the line.
pub fn line_of_play(report: &str) -> Vec<&str> {
    let (_, moves) = report.split_once(" pv ").unwrap_or_else(|| panic!("no pv in {report:?}"));
    moves.split(' ').collect()
}

impl Client {
    /// Starts the program without arguments.
    pub fn start() -> Client {
        Client::of(program())
    }

    /// Starts the program within limits that a shell sets.
    #[cfg(unix)]
    pub fn start_within(limits: &str) -> Client {
        Client::of(within(limits))
    }

    fn of(mut command: Command) -> Client {
        let mut child = command.spawn().expect("the program starts");
        let input = child.stdin.take();
        let stdout = child.stdout.take().expect("stdout is a pipe");
        let mut stderr = child.stderr.take().expect("stderr is a pipe");
        let (sender, output) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(stdout).split(b'\n') {
                let line = line.expect("stdout can be read");
                let line = String::from_utf8(line).expect("the program writes UTF-8");
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let errors = std::thread::spawn(move || {
            let mut text = String::new();
            stderr.read_to_string(&mut text).expect("stderr can be read");
            text
        });
        Client { child, input, output, errors: Some(errors), last: "nothing".to_owned() }
    }

    /// The number of the process.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Sends bytes as they are.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let beginning = &bytes[..bytes.len().min(200)];
        self.last = String::from_utf8_lossy(beginning).trim_end().to_owned();
        let input = self.input.as_mut().expect("the input is open");
        if let Err(error) = input.write_all(bytes).and_then(|()| input.flush()) {
            panic!("the program took no input ({error}): {:?}", self.last);
        }
    }

    /// The next line. No line may end with a blank: some clients compare lines as they are.
    pub fn line(&mut self) -> String {
        match self.output.recv_timeout(PATIENCE) {
            Ok(line) => {
                assert_eq!(line, line.trim_end(), "blanks at the end, after {:?}", self.last);
                line
            }
            Err(RecvTimeoutError::Timeout) => panic!("no answer to {:?}", self.last),
            Err(RecvTimeoutError::Disconnected) => {
                let errors = self.errors.take().and_then(|thread| thread.join().ok());
                panic!("the program ended after {:?}: {errors:?}", self.last)
            }
        }
    }

    /// The lines up to the first that begins with this word, that one included.
    pub fn lines_until(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.line());
            if lines[lines.len() - 1].split(' ').next() == Some(word) {
                return lines;
            }
        }
    }

    /// Sends a line and reads up to the first line that begins with the word `until`.
    pub fn ask(&mut self, line: &str, until: &str) -> Vec<String> {
        self.send(line);
        self.lines_until(until)
    }

    /// Everything said up to now: what comes before the answer to `isready`.
    pub fn settle(&mut self) -> Vec<String> {
        let last = self.last.clone();
        let mut lines = self.ask("isready", "readyok");
        self.last = last;
        assert_eq!(lines.pop().as_deref(), Some("readyok"), "after {:?}", self.last);
        lines
    }

    /// Sends a line that has no answer.
    pub fn tell(&mut self, line: &str) {
        self.send(line);
        assert_eq!(self.settle(), [""; 0], "{line:?} has no answer");
    }

    /// Sends a line that is answered by nothing but one message, and returns its text.
    pub fn refused(&mut self, line: &str) -> String {
        self.send_bytes(format!("{line}\n").as_bytes());
        let lines = self.settle();
        match &lines[..] {
            [one] if one.starts_with("info string ") => one["info string ".len()..].to_owned(),
            _ => panic!("{:?} was answered by {lines:?}", self.last),
        }
    }

    /// The answer to `query`, while nothing else is going on.
    pub fn query(&mut self, question: &str) -> String {
        self.send(&format!("query {question}"));
        let line = self.line();
        let answer = line.strip_prefix("response ");
        answer.unwrap_or_else(|| panic!("query {question}: {line:?}")).to_owned()
    }

    /// Reads what a search says, up to its end.
    pub fn search(&mut self) -> Search {
        let mut search = Search { reports: Vec::new(), messages: Vec::new(), answer: Vec::new() };
        loop {
            let line = self.line();
            if let Some(message) = line.strip_prefix("info string ") {
                search.messages.push(message.to_owned());
            } else if line.starts_with("info ") {
                search.reports.push(line);
            } else if let Some(words) = line.strip_prefix("bestmove ") {
                search.answer = words.split(' ').map(str::to_owned).collect();
                return search;
            } else {
                panic!("{:?}: unexpected {line:?}", self.last);
            }
        }
    }

    /// A search that ends by itself, with nothing said behind its `bestmove`.
    pub fn go(&mut self, arguments: &str) -> Search {
        self.send(&format!("go {arguments}"));
        let search = self.search();
        assert_eq!(self.settle(), [""; 0], "behind the bestmove of go {arguments}");
        search
    }

    /// Ends the input.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Waits for the end of the process, which must be a good one, without a word on stderr. What was still
    /// said on stdout is returned.
    pub fn ends_well(&mut self) -> Vec<String> {
        let status = wait_for_end(&mut self.child, AT_ONCE);
        assert_eq!(status.code(), Some(0), "after {:?}", self.last);
        let errors = self.errors.take().expect("the process is ended once");
        assert_eq!(errors.join().expect("stderr can be read"), "", "after {:?}", self.last);
        self.output.iter().collect()
    }

    /// Sends `quit` and waits for the end.
    pub fn quit(mut self) -> Vec<String> {
        self.send("quit");
        self.ends_well()
    }
}

impl Drop for Client {
    /// A program whose client has gone has to end, whatever it is at.
    fn drop(&mut self) {
        self.input = None;
        let status = ends(&mut self.child, AT_ONCE);
        if status.is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
        let well = status.is_some_and(|status| status.success());
        assert!(well || std::thread::panicking(), "{status:?} without a client, {:?}", self.last);
    }
}
