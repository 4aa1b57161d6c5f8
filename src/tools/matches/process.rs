//! A program that speaks UGI or UCI as a player. Whatever it does, nothing here waits for ever: every wait
//! has a deadline, lines are cut, a flood fills a channel of fixed size and then the pipe, and a program that
//! failed is killed.

use super::interruption::Interruption;
use super::limit::{PlayerClock, TurnLimit};
use super::player::{Answer, Claim, Fault, Opinion, Player, Question};
use super::pulse::Pulse;
use super::settings::{EngineKind, EngineSettings, Protocol};
use super::traffic::TrafficLog;
use super::wait::{WAITING_LINES, Wait};
use crate::rules::notation::Excerpt;
use crate::rules::{Blocked, Variant};
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Bytes of a line that are kept.
const LONGEST_LINE: u64 = 64 << 10;
/// Characters of the answer to a query that are kept.
const LONGEST_ANSWER: usize = 100;
/// For a program to end after `quit`.
const FAREWELL: Duration = Duration::from_millis(300);

/// A running program.
pub struct ProcessPlayer {
    child: Child,
    commands: Option<SyncSender<String>>,
    lines: Receiver<String>,
    complaints: Arc<Mutex<String>>,
    settings: EngineSettings,
    log: TrafficLog,
    interruption: Interruption,
    pulse: Pulse,
}

/// The rules a program is told, if it has the options for them.
#[derive(Clone, Copy, Debug)]
pub struct GameRules {
    /// The board.
    pub variant: Variant,
    /// The reading of a blocked position.
    pub blocked: Blocked,
}

impl ProcessPlayer {
    /// Starts the program, greets it, and sets its options.
    ///
    /// # Errors
    ///
    /// It does not start, or does not introduce itself in time.
    pub fn start(
        settings: &EngineSettings,
        rules: Option<GameRules>,
        log: TrafficLog,
        interruption: Interruption,
        pulse: Pulse,
    ) -> Result<ProcessPlayer, Fault> {
        let EngineKind::Process(program) = &settings.kind else {
            return Err(Fault::NoStart(format!("{} has no program", settings.name)));
        };
        let mut command = Command::new(program);
        command.args(&settings.command_arguments).args(&settings.arguments);
        // A Ctrl-C on the terminal is for the match, not for its engines; and what a program has started can
        // be ended with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        if let Some(directory) = &settings.directory {
            command.current_dir(directory);
        }
        let stderr = settings.stderr.as_ref().map(|path| {
            let opened = std::fs::File::options().append(true).create(true).open(path);
            opened.map_err(|error| Fault::NoStart(format!("stderr={}: {error}", path.display())))
        });
        let stderr_file = stderr.transpose()?;
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command
            .spawn()
            .map_err(|error| Fault::NoStart(format!("{}: {error}", program.display())))?;
        let (sender, lines) = sync_channel(WAITING_LINES);
        if let Some(stdout) = child.stdout.take() {
            std::thread::spawn(move || pass_lines(BufReader::new(stdout), &sender));
        }
        let (commands, to_write) = sync_channel(WAITING_LINES);
        if let Some(stdin) = child.stdin.take() {
            std::thread::spawn(move || write_lines(stdin, &to_write));
        }
        let complaints = Arc::new(Mutex::new(String::new()));
        if let Some(stderr) = child.stderr.take() {
            let last = Arc::clone(&complaints);
            std::thread::spawn(move || keep_complaints(BufReader::new(stderr), &last, stderr_file));
        }
        let mut player = ProcessPlayer {
            commands: Some(commands),
            child,
            lines,
            complaints,
            settings: settings.clone(),
            log,
            interruption,
            pulse,
        };
        player.introduce(rules).map_err(|fault| match fault {
            Fault::Aborted => Fault::Aborted,
            other => Fault::NoStart(other.detail().to_owned()),
        })?;
        Ok(player)
    }

    fn introduce(&mut self, rules: Option<GameRules>) -> Result<(), Fault> {
        for line in self.settings.greeting.clone() {
            self.send(&line)?;
        }
        let (greeting, ending) = match self.settings.protocol {
            Protocol::Ugi => ("ugi", "ugiok"),
            Protocol::Uci => ("uci", "uciok"),
        };
        self.send(greeting)?;
        let mut wait = self.wait(self.settings.watchdog);
        let mut declared = String::new();
        loop {
            let line = self.line_within(&mut wait, greeting)?;
            if line == ending {
                break;
            }
            if let Some(option) = line.strip_prefix("option name ") {
                // Of a flood, so much as any program could mean.
                if declared.len() < 1 << 20 {
                    declared.push_str(&option.to_ascii_lowercase());
                    declared.push('\n');
                }
            }
        }
        let knows = |name: &str| {
            let start = format!("{} type ", name.to_ascii_lowercase());
            declared.lines().any(|option| option.starts_with(&start))
        };
        let mut options = Vec::new();
        if let Some(rules) = rules {
            for (name, value) in [
                ("UCI_Variant", rules.variant.name()),
                ("Blocked", rules.blocked.name()),
                ("Coordinates", "oblique"),
            ] {
                if knows(name) {
                    options.push((name.to_owned(), value.to_owned()));
                }
            }
        }
        options.extend(self.settings.options.iter().cloned());
        for (name, value) in options {
            self.send(&format!("setoption name {name} value {value}"))?;
        }
        self.be_ready()
    }

    fn be_ready(&mut self) -> Result<(), Fault> {
        self.send("isready")?;
        let mut wait = self.wait(self.settings.watchdog);
        while self.line_within(&mut wait, "isready")? != "readyok" {}
        Ok(())
    }

    fn send(&mut self, line: &str) -> Result<(), Fault> {
        self.log.note(&self.settings.name, '<', line);
        let sent = self.commands.as_ref().map(|commands| commands.try_send(line.to_owned()));
        match sent {
            Some(Ok(())) => Ok(()),
            Some(Err(TrySendError::Full(_))) => {
                Err(Fault::Hang("it does not read what it is sent".to_owned()))
            }
            Some(Err(TrySendError::Disconnected(_))) | None => Err(self.crash()),
        }
    }

    /// A wait that begins now.
    fn wait(&self, patience: Duration) -> Wait {
        Wait::new(self.pulse.stopwatch(), patience)
    }

    /// The next line. Fails with a hang if there is none within the wait, which `what` did not answer.
    fn line_within(&mut self, wait: &mut Wait, what: &str) -> Result<String, Fault> {
        loop {
            if self.interruption.is_aborted() {
                return Err(Fault::Aborted);
            }
            match wait.receive(&self.lines) {
                Ok(Some(line)) => {
                    self.log.note(&self.settings.name, '>', &line);
                    return Ok(line);
                }
                Ok(None) => {}
                Err(RecvTimeoutError::Timeout) => {
                    return Err(Fault::Hang(format!("no answer to {what} in time")));
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.crash()),
            }
        }
    }

    /// What is known of a program that has gone.
    fn crash(&mut self) -> Fault {
        // Its last words may still be on the way.
        std::thread::sleep(Duration::from_millis(20));
        let status = match self.child.try_wait() {
            Ok(Some(status)) => status.to_string(),
            _ => "it closed its output".to_owned(),
        };
        let complaints = self.complaints.lock().unwrap_or_else(PoisonError::into_inner);
        let last = complaints.lines().last().map(|line| format!(", {}", Excerpt::of(line)));
        Fault::Crash(format!("{status}{}", last.unwrap_or_default()))
    }

    fn set_position(&mut self, question: &Question) -> Result<(), Fault> {
        let mut line = match question.start {
            None => "position startpos".to_owned(),
            Some(text) => format!("position fen {text}"),
        };
        if !question.moves.is_empty() {
            line.push_str(" moves");
        }
        for mv in question.moves {
            line.push(' ');
            line.push_str(mv);
        }
        self.send(&line)
    }

    fn ask(&mut self, question: &str) -> Result<Option<String>, Fault> {
        self.send(&format!("query {question}"))?;
        // One that does not know the question answers this.
        self.send("isready")?;
        let mut wait = self.wait(self.settings.watchdog);
        let mut answer = None;
        loop {
            let line = self.line_within(&mut wait, "query")?;
            if line == "readyok" {
                return Ok(answer);
            }
            if let Some(text) = line.strip_prefix("response ") {
                answer = Some(text.trim().chars().take(LONGEST_ANSWER).collect());
            }
        }
    }
}

impl Player for ProcessPlayer {
    fn begin(&mut self) -> Result<(), Fault> {
        let line = match self.settings.protocol {
            Protocol::Ugi => "uginewgame",
            Protocol::Uci => "ucinewgame",
        };
        self.send(line)?;
        self.be_ready()
    }

    fn choose(&mut self, question: &Question) -> Result<Answer, Fault> {
        self.set_position(question)?;
        // Whatever the program still had to say belongs to the past.
        self.be_ready()?;
        let clock = question.clocks[question.side.index()];
        let line = go_line(question.clocks, &clock, self.settings.protocol);
        let margin = self.settings.time_margin();
        // Late moves are waited for a little, to tell a slow program from one that hangs.
        let patience = match clock.budget() {
            Some(budget) => budget + margin + Duration::from_secs(2),
            None => self.settings.watchdog,
        };
        let patience = patience.max(Duration::from_millis(1));
        self.send(&line)?;
        let mut wait = self.wait(patience);
        let mut opinion = Opinion::default();
        loop {
            let line = match self.line_within(&mut wait, "go") {
                Err(Fault::Hang(_)) => {
                    let seconds = patience.as_secs_f64();
                    return Err(Fault::Hang(format!("no bestmove within {seconds:.1} s")));
                }
                other => other?,
            };
            let mut words = line.split_ascii_whitespace();
            match words.next() {
                Some("info") => read_info(words, &mut opinion),
                Some("bestmove") => {
                    let text = words.next().unwrap_or("0000").to_owned();
                    let taken = wait.watch.cost(clock.budget());
                    return Ok(Answer { text, opinion, taken });
                }
                _ => {}
            }
        }
    }

    fn is_alive(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    fn claim(&mut self, question: &Question) -> Result<Option<Claim>, Fault> {
        self.set_position(question)?;
        let (over, result) = (self.ask("gameover")?, self.ask("result")?);
        Ok(match (over, result) {
            (Some(over), Some(result)) => Some(Claim { over: over == "true", result }),
            _ => None,
        })
    }

    fn is_white_to_move(&mut self, question: &Question) -> Result<bool, Fault> {
        self.set_position(question)?;
        Ok(self.ask("p1turn")?.as_deref() != Some("false"))
    }
}

impl Drop for ProcessPlayer {
    fn drop(&mut self) {
        if !self.interruption.is_aborted() {
            let _ = self.send("quit");
            self.commands = None;
            let deadline = Instant::now() + FAREWELL;
            while Instant::now() < deadline {
                if matches!(self.child.try_wait(), Ok(Some(_))) {
                    break;
                }
                std::thread::sleep(Duration::from_millis(2));
            }
        }
        // It may have gone by itself in between.
        self.kill_group();
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl ProcessPlayer {
    /// Ends what the program may have started and left behind.
    #[cfg(unix)]
    fn kill_group(&self) {
        use rustix::process::{Pid, Signal, kill_process_group};
        if let Some(group) = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw) {
            let _ = kill_process_group(group, Signal::KILL);
        }
    }

    #[cfg(not(unix))]
    fn kill_group(&self) {}
}

fn go_line(clocks: &[PlayerClock; 2], mover: &PlayerClock, protocol: Protocol) -> String {
    match mover.limit() {
        TurnLimit::MoveTime(time) => format!("go movetime {}", time.as_millis()),
        TurnLimit::Nodes(nodes) => format!("go nodes {nodes}"),
        TurnLimit::Depth(depth) => format!("go depth {depth}"),
        TurnLimit::Clock { .. } => {
            let mut line = "go".to_owned();
            // Who plays without a clock against one with it is shown the mover's.
            let left = |clock: &PlayerClock| clock.left().or(mover.left()).unwrap_or(0);
            let players = match protocol {
                Protocol::Ugi => ["p1", "p2"],
                Protocol::Uci => ["w", "b"],
            };
            for (player, clock) in players.into_iter().zip(clocks) {
                write!(line, " {player}time {}", left(clock)).expect("a String takes everything");
            }
            for (player, clock) in players.into_iter().zip(clocks) {
                write!(line, " {player}inc {}", clock.increment())
                    .expect("a String takes everything");
            }
            if let Some(moves) = mover.moves_left() {
                write!(line, " movestogo {moves}").expect("a String takes everything");
            }
            line
        }
    }
}

/// Takes what an `info` line says of the best line.
fn read_info<'a>(mut words: impl Iterator<Item = &'a str>, opinion: &mut Opinion) {
    let mut read = *opinion;
    while let Some(word) = words.next() {
        match word {
            "depth" => read.depth = words.next().and_then(|word| word.parse().ok()),
            "nodes" => read.nodes = words.next().and_then(|word| word.parse().ok()),
            "multipv" if words.next() != Some("1") => return,
            "score" => {
                let (kind, number) =
                    (words.next(), words.next().and_then(|word| word.parse().ok()));
                // No score of sense is beyond this, and numbers within can be negated and written.
                let number = number.map(|number: i32| number.clamp(-100_000, 100_000));
                match kind {
                    Some("cp") => (read.score, read.mate) = (number, None),
                    Some("mate") => (read.score, read.mate) = (None, number),
                    _ => return,
                }
            }
            "pv" | "string" => break,
            _ => {}
        }
    }
    *opinion = read;
}

/// Writes lines, so that a program that does not read stops this thread and no other.
fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if writeln!(stdin, "{line}").and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

/// Reads a line, or the first [`LONGEST_LINE`] bytes of one. `false` at the end.
fn read_line(reader: &mut impl BufRead, bytes: &mut Vec<u8>) -> bool {
    bytes.clear();
    let read = reader.by_ref().take(LONGEST_LINE).read_until(b'\n', bytes);
    matches!(read, Ok(count) if count > 0)
}

/// Passes lines on until the program or the receiver has gone. Long ones are cut.
fn pass_lines(mut reader: impl BufRead, sender: &SyncSender<String>) {
    let mut bytes = Vec::new();
    loop {
        if !read_line(&mut reader, &mut bytes) {
            return;
        }
        let line = String::from_utf8_lossy(&bytes).trim_end().to_owned();
        if sender.send(line).is_err() {
            return;
        }
    }
}

/// Keeps the last lines of standard error in memory, and all of it in a file if one is wanted.
fn keep_complaints(
    mut reader: impl BufRead,
    last: &Mutex<String>,
    mut file: Option<std::fs::File>,
) {
    const KEPT: usize = 4096;
    let mut bytes = Vec::new();
    loop {
        if !read_line(&mut reader, &mut bytes) {
            return;
        }
        if let Some(open) = &mut file
            && open.write_all(&bytes).is_err()
        {
            file = None;
        }
        let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
        last.push_str(&String::from_utf8_lossy(&bytes));
        if last.len() > KEPT {
            let cut = (last.len() - KEPT..).find(|index| last.is_char_boundary(*index));
            last.drain(..cut.unwrap_or(0));
        }
    }
}
