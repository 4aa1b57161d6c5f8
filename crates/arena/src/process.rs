//! A program as the peer of a conversation. Whatever it does, nothing here waits for ever: every wait has a deadline,
//! lines are cut, a flood fills a channel of fixed size and then the pipe, and a program that failed is killed.

use super::conversation::{LONGEST_LINE, Peer, lines};
use super::player::Fault;
use super::settings::{EngineKind, EngineSettings};
use super::wait::{WAITING_LINES, Wait};
use emergo::notation::Excerpt;
use luctor_engine::search::has_room_for_threads;
use luctor_engine::search::interrupt::Interrupt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// For a program to end after `quit`.
const FAREWELL: Duration = Duration::from_millis(300);

/// A running program, ended with the value.
pub struct Process {
    child: Child,
    commands: Option<SyncSender<String>>,
    lines: Receiver<String>,
    complaints: Arc<Mutex<String>>,
    interrupt: Interrupt,
}

impl Process {
    /// Threads that a process takes here: one for each stream.
    pub const THREADS: usize = 3;

    /// Starts the program.
    ///
    /// # Errors
    ///
    /// It does not start, its file for complaints can't be opened, or the machine has no room for it.
    pub fn start(settings: &EngineSettings, interrupt: Interrupt) -> Result<Process, Fault> {
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
            let opened = File::options().append(true).create(true).open(path);
            opened.map_err(|error| no_start(&error, format!("stderr={}: {error}", path.display())))
        });
        let stderr_file = stderr.transpose()?;
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Before there is a program that would have to be ended again.
        if !has_room_for_threads(Process::THREADS) {
            return Err(Fault::Shortage("no memory for threads to hear it".to_owned()));
        }
        let child = command
            .spawn()
            .map_err(|error| no_start(&error, format!("{}: {error}", program.display())))?;
        let (to_pass, lines) = sync_channel(WAITING_LINES);
        let (commands, to_write) = sync_channel(WAITING_LINES);
        let (commands, complaints) = (Some(commands), Arc::default());
        let mut process = Process { child, commands, lines, complaints, interrupt };
        process
            .listen(to_pass, to_write, stderr_file)
            .map_err(|error| Fault::Shortage(format!("no thread to hear it: {error}")))?;
        Ok(process)
    }

    /// Starts the threads.
    fn listen(
        &mut self,
        to_pass: SyncSender<String>,
        to_write: Receiver<String>,
        stderr_file: Option<File>,
    ) -> io::Result<()> {
        let begin = thread::Builder::new;
        if let Some(stdout) = self.child.stdout.take() {
            begin().spawn(move || {
                // Until the program or the receiver has gone.
                lines(BufReader::new(stdout)).try_for_each(|line| to_pass.send(line).ok())
            })?;
        }
        if let Some(stdin) = self.child.stdin.take() {
            begin().spawn(move || write_lines(stdin, &to_write))?;
        }
        if let Some(stderr) = self.child.stderr.take() {
            let last = Arc::clone(&self.complaints);
            begin().spawn(move || keep_complaints(BufReader::new(stderr), &last, stderr_file))?;
        }
        Ok(())
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
}

impl Peer for Process {
    fn send(&mut self, line: &str) -> Result<(), Fault> {
        if self.interrupt.is_aborted() {
            return Err(Fault::Aborted);
        }
        let sent = self.commands.as_ref().map(|commands| commands.try_send(line.to_owned()));
        match sent {
            Some(Ok(())) => Ok(()),
            Some(Err(TrySendError::Full(_))) => {
                Err(Fault::Hang("it does not read what it is sent".to_owned()))
            }
            Some(Err(TrySendError::Disconnected(_))) | None => Err(self.crash()),
        }
    }

    fn receive(&mut self, wait: &mut Wait) -> Result<Option<String>, Fault> {
        loop {
            if self.interrupt.is_aborted() {
                return Err(Fault::Aborted);
            }
            match wait.receive(&self.lines) {
                Ok(Some(line)) => return Ok(Some(line)),
                Ok(None) => {}
                Err(RecvTimeoutError::Timeout) => return Ok(None),
                Err(RecvTimeoutError::Disconnected) => return Err(self.crash()),
            }
        }
    }

    fn is_alive(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.interrupt.is_aborted() {
            // The end of its input is a farewell too.
            self.commands = None;
            self.child.stdin = None;
            let deadline = Instant::now() + FAREWELL;
            while Instant::now() < deadline && self.is_alive() {
                thread::sleep(Duration::from_millis(2));
            }
        }
        // It may have gone by itself in between.
        self.kill_group();
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Process {
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

/// Why a program did not start: whose fault that is.
fn no_start(error: &io::Error, detail: String) -> Fault {
    if is_shortage(error) { Fault::Shortage(detail) } else { Fault::NoStart(detail) }
}

/// Is it processes, memory or open files that the machine has no more of?
#[cfg(unix)]
fn is_shortage(error: &io::Error) -> bool {
    use rustix::io::Errno;
    let shortages = [Errno::AGAIN, Errno::NOMEM, Errno::MFILE, Errno::NFILE];
    Errno::from_io_error(error).is_some_and(|error| shortages.contains(&error))
}

#[cfg(not(unix))]
fn is_shortage(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::OutOfMemory | io::ErrorKind::WouldBlock)
}

/// Writes lines, so that a program that does not read stops this thread and no other.
fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if writeln!(stdin, "{line}").and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

/// Keeps the last lines of standard error in memory, and all of it in a file if one is wanted.
fn keep_complaints(mut reader: impl BufRead, last: &Mutex<String>, mut file: Option<File>) {
    const KEPT: usize = 4096;
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let read = reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes);
        if !matches!(read, Ok(count) if count > 0) {
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
