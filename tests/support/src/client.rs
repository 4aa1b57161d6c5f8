//! A client of the protocol: sends lines to an engine and reads lines with a timeout. The engine is a process or a session
//! in the same process.

use std::io::{BufRead, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// If an engine sends nothing for this time, it hangs. The machine may be busy with other work.
pub const TIMEOUT: Duration = Duration::from_secs(60);

/// Waits for the end of an engine and returns why it was not a good end.
type Finish = Box<dyn FnOnce() -> Result<(), String>>;

/// A client with an engine.
pub struct Client {
    input: Option<Box<dyn Write>>,
    output: Receiver<String>,
    finish: Option<Finish>,
    /// The last line sent, for messages.
    last: String,
}

/// The answer to a `go`.
#[derive(Debug)]
pub struct Search {
    /// The `info` lines, without `info string`.
    pub infos: Vec<String>,
    /// The texts of `info string`.
    pub messages: Vec<String>,
    /// The words after `bestmove`.
    pub answer: Vec<String>,
}

impl Search {
    /// The best move.
    pub fn best(&self) -> &str {
        &self.answer[0]
    }

    /// The last `info` line.
    pub fn last(&self) -> &str {
        self.infos.last().expect("a search has at least one info line")
    }

    /// The `info` lines without the fields that depend on the time, and the words after `bestmove` in one line.
    pub fn without_times(&self) -> Vec<String> {
        let infos = self.infos.iter().map(|info| without_time(info));
        infos.chain([self.answer.join(" ")]).collect()
    }
}

/// The word after the word `name` in an `info` line.
pub fn field<'a>(info: &'a str, name: &str) -> &'a str {
    let mut words = info.split(' ').skip_while(|word| *word != name).skip(1);
    words.next().unwrap_or_else(|| panic!("no {name} in {info:?}"))
}

/// An `info` line without the fields that depend on the time.
pub fn without_time(info: &str) -> String {
    let mut words = info.split(' ');
    let mut kept = Vec::new();
    while let Some(word) = words.next() {
        match word {
            "time" | "nps" => drop(words.next()),
            _ => kept.push(word),
        }
    }
    kept.join(" ")
}

/// A field that is a number.
pub fn number(info: &str, name: &str) -> i64 {
    field(info, name).parse().unwrap_or_else(|_| panic!("{name} is not a number in {info:?}"))
}

/// The moves after `pv`, which end the line.
pub fn line_of_play(info: &str) -> Vec<&str> {
    let (_, moves) = info.split_once(" pv ").unwrap_or_else(|| panic!("no pv in {info:?}"));
    moves.split(' ').collect()
}

impl Client {
    /// A client of an engine with these streams. `finish` waits for the end of the engine after its input was closed or
    /// `quit` was sent, and returns an error if the engine failed.
    pub fn new(
        input: impl Write + 'static,
        output: impl Read + Send + 'static,
        finish: impl FnOnce() -> Result<(), String> + 'static,
    ) -> Client {
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).split(b'\n') {
                let line = line.expect("the output can be read");
                let line = String::from_utf8(line).expect("the engine writes UTF-8");
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Client {
            input: Some(Box::new(input)),
            output: lines,
            finish: Some(Box::new(finish)),
            last: "nothing".to_owned(),
        }
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
            panic!("the engine cannot be written to ({error}): {:?}", self.last);
        }
    }

    /// The next line. No line may end with a blank, because some clients compare lines as they are.
    pub fn line(&mut self) -> String {
        match self.output.recv_timeout(TIMEOUT) {
            Ok(line) => {
                assert_eq!(line, line.trim_end(), "blanks at the end, after {:?}", self.last);
                line
            }
            Err(RecvTimeoutError::Timeout) => panic!("no answer to {:?}", self.last),
            Err(RecvTimeoutError::Disconnected) => {
                let end = self.finish.take().map(|finish| finish());
                panic!("the engine ended after {:?}: {end:?}", self.last)
            }
        }
    }

    /// The lines up to and including the first one that begins with this word.
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

    /// All lines that the engine sends before its answer to `isready`.
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

    /// Sends a line that is answered only by one `info string`, and returns its text.
    pub fn refused(&mut self, line: &(impl AsRef<[u8]> + ?Sized)) -> String {
        self.send_bytes(&[line.as_ref(), b"\n"].concat());
        let lines = self.settle();
        match &lines[..] {
            [one] if one.starts_with("info string ") => one["info string ".len()..].to_owned(),
            _ => panic!("{:?} was answered by {lines:?}", self.last),
        }
    }

    /// The answer to a `query` while no search is running.
    pub fn query(&mut self, question: &str) -> String {
        self.send(&format!("query {question}"));
        let line = self.line();
        let answer = line.strip_prefix("response ");
        answer.unwrap_or_else(|| panic!("query {question}: {line:?}")).to_owned()
    }

    /// Reads the output of a search up to its `bestmove`.
    pub fn search(&mut self) -> Search {
        let mut search = Search { infos: Vec::new(), messages: Vec::new(), answer: Vec::new() };
        loop {
            let line = self.line();
            if let Some(message) = line.strip_prefix("info string ") {
                search.messages.push(message.to_owned());
            } else if line.starts_with("info ") {
                search.infos.push(line);
            } else if let Some(words) = line.strip_prefix("bestmove ") {
                search.answer = words.split(' ').map(str::to_owned).collect();
                return search;
            } else {
                panic!("{:?}: unexpected {line:?}", self.last);
            }
        }
    }

    /// A search that ends by itself. No line may follow its `bestmove`.
    pub fn go(&mut self, arguments: &str) -> Search {
        self.send(&format!("go {arguments}"));
        let search = self.search();
        assert_eq!(self.settle(), [""; 0], "after the bestmove of go {arguments}");
        search
    }

    /// Closes the input.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Waits for a good end of the engine, and returns the rest of its output.
    pub fn wait_for_end(&mut self) -> Vec<String> {
        let finish = self.finish.take().expect("the engine ends once");
        if let Err(error) = finish() {
            panic!("after {:?}: {error}", self.last);
        }
        self.output.iter().collect()
    }

    /// Sends `quit` and waits for a good end of the engine.
    pub fn quit(mut self) -> Vec<String> {
        self.send("quit");
        self.wait_for_end()
    }
}

impl Drop for Client {
    /// An engine must end when its input is closed, whatever it is doing.
    fn drop(&mut self) {
        self.input = None;
        if let Some(Err(error)) = self.finish.take().map(|finish| finish()) {
            assert!(std::thread::panicking(), "without a client, after {:?}: {error}", self.last);
        }
    }
}
