//! An engine as a child process: starting it, its three streams, and ending it.
//!
//! No call blocks for ever. Each stream has a thread. Lines are cut to a maximum length. A flood of lines fills a channel of
//! fixed size and then the pipe. A process that failed is killed.

use crate::engine_failure::{NotScored, PlayerError};
use crate::players::reply_timer::{QUEUED_LINES, ReplyTimer};
use crate::players::ugi_client::LineTransport;
use crate::settings::EngineSettings;
use emergo::notation::Excerpt;
use emergo_records::Termination;
use luctor_engine::interrupt::Interrupt;
use luctor_system::resources::lock;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// Bytes of a line that are kept.
const MAX_LINE_BYTES: u64 = 64 << 10;
/// The time in which a process may end after `quit` before it is killed.
const QUIT_TIMEOUT: Duration = Duration::from_millis(300);
/// The time in which the last lines of standard error may arrive after the process ended. Another process may hold it open.
const STDERR_TIMEOUT: Duration = Duration::from_secs(1);

/// A running engine process. It is ended when the value is dropped.
pub struct EngineProcess {
    child: Child,
    commands: Option<SyncSender<String>>,
    replies: Receiver<String>,
    stderr: Arc<Mutex<StderrTail>>,
    interrupt: Interrupt,
}

/// What is kept of standard error.
#[derive(Default)]
struct StderrTail {
    last_line: String,
    is_closed: bool,
}

impl EngineProcess {
    /// Starts the program of an engine. Fails if it cannot be started, its file for standard error cannot be opened, or the
    /// machine lacks memory, threads or files.
    pub fn start(
        settings: &EngineSettings,
        mut command: Command,
        interrupt: Interrupt,
    ) -> Result<EngineProcess, NotScored> {
        let failed = |what: &str, file: &Path, error: io::Error| {
            NotScored::NotStarted(format!("cannot {what} {}: {error}", file.display()))
        };
        // The terminal sends Ctrl-C to a process group. It is meant for the runner, which ends the engines itself.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        if let Some(directory) = &settings.directory {
            if !directory.is_dir() {
                let message = format!("dir={} is not a folder", directory.display());
                return Err(NotScored::NotStarted(message));
            }
            command.current_dir(directory);
        }
        let open = |path: &Path| {
            let opened = File::options().append(true).create(true).open(path);
            opened.map_err(|error| failed("open", path, error))
        };
        let stderr_file = settings.stderr.as_deref().map(open).transpose()?;
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn();
        let path = Path::new(command.get_program());
        let child = child.map_err(|error| failed("start", path, error))?;
        let (send_reply, replies) = sync_channel(QUEUED_LINES);
        let (commands, commands_to_write) = sync_channel(QUEUED_LINES);
        let (commands, stderr) = (Some(commands), Arc::default());
        let mut process = EngineProcess { child, commands, replies, stderr, interrupt };
        process.start_threads(send_reply, commands_to_write, stderr_file).map_err(|error| {
            NotScored::NotStarted(format!("a thread for its output cannot be started: {error}"))
        })?;
        Ok(process)
    }

    fn start_threads(
        &mut self,
        send_reply: SyncSender<String>,
        commands: Receiver<String>,
        stderr_file: Option<File>,
    ) -> io::Result<()> {
        let thread = thread::Builder::new;
        if let Some(stdout) = self.child.stdout.take() {
            thread().spawn(move || {
                lines(BufReader::new(stdout)).try_for_each(|line| send_reply.send(line).ok())
            })?;
        }
        if let Some(mut stdin) = self.child.stdin.take() {
            // A process that does not read blocks this thread only.
            let mut write = move |line: String| stdin.write_all((line + "\n").as_bytes());
            thread().spawn(move || commands.into_iter().try_for_each(&mut write))?;
        }
        if let Some(stderr) = self.child.stderr.take() {
            let tail = Arc::clone(&self.stderr);
            thread().spawn(move || keep_stderr(BufReader::new(stderr), &tail, stderr_file))?;
        }
        Ok(())
    }

    fn wait_until(&mut self, timeout: Duration, mut done: impl FnMut(&mut EngineProcess) -> bool) {
        let deadline = Instant::now() + timeout;
        while !done(self) && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// The error of a process that ended: its exit status and its last line on standard error.
    fn crash(&mut self) -> PlayerError {
        self.wait_until(STDERR_TIMEOUT, |process| {
            !process.is_alive() && lock(&process.stderr).is_closed
        });
        let status = match self.child.try_wait() {
            Ok(Some(status)) => status.to_string(),
            _ => "it closed its output".to_owned(),
        };
        let detail = match lock(&self.stderr).last_line.as_str() {
            "" => status,
            line => format!("{status}, {}", Excerpt::of(line)),
        };
        PlayerError::loses(Termination::Crash, detail)
    }

    /// Kills the processes that the engine started and left behind.
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

impl LineTransport for EngineProcess {
    fn send(&mut self, line: &str) -> Result<(), PlayerError> {
        if self.interrupt.is_aborted() {
            return Err(NotScored::Aborted.into());
        }
        let sent = self.commands.as_ref().map(|commands| commands.try_send(line.to_owned()));
        match sent {
            Some(Ok(())) => Ok(()),
            Some(Err(TrySendError::Full(_))) => {
                Err(PlayerError::loses(Termination::Hang, "it does not read its input"))
            }
            Some(Err(TrySendError::Disconnected(_))) | None => Err(self.crash()),
        }
    }

    fn receive(&mut self, timer: &mut ReplyTimer) -> Result<Option<String>, PlayerError> {
        loop {
            if self.interrupt.is_aborted() {
                return Err(NotScored::Aborted.into());
            }
            match timer.receive(&self.replies) {
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

impl Drop for EngineProcess {
    fn drop(&mut self) {
        if !self.interrupt.is_aborted() {
            // An engine also ends at the end of its input.
            self.commands = None;
            self.wait_until(QUIT_TIMEOUT, |process| !process.is_alive());
        }
        // The process may have ended already.
        self.kill_group();
        let _ = self.child.kill();
        let _ = self.child.wait();
        // The program may end after this, and the file would lack the last lines.
        self.wait_until(STDERR_TIMEOUT, |process| lock(&process.stderr).is_closed);
    }
}

/// Keeps the last line of standard error in memory, and all of it in a file.
fn keep_stderr(reader: impl BufRead, tail: &Mutex<StderrTail>, mut file: Option<File>) {
    for bytes in line_parts(reader) {
        if file.as_mut().is_some_and(|file| file.write_all(&bytes).is_err()) {
            file = None;
        }
        lock(tail).last_line = String::from_utf8_lossy(&bytes).trim_end().to_owned();
    }
    lock(tail).is_closed = true;
}

/// The lines of a stream without trailing blanks. Invalid UTF-8 is replaced. Only the first 64 KiB of a line are kept. Each
/// further 64 KiB become an empty line, so that the channel also holds back a line without end.
pub fn lines(reader: impl BufRead) -> impl Iterator<Item = String> {
    let mut continues = false;
    line_parts(reader).map(move |bytes| {
        let is_rest = std::mem::replace(&mut continues, bytes.last() != Some(&b'\n'));
        let text = if is_rest { "".into() } else { String::from_utf8_lossy(&bytes) };
        text.trim_end().to_owned()
    })
}

/// The bytes of a stream, a line or 64 KiB of a longer line at a time.
fn line_parts(mut reader: impl BufRead) -> impl Iterator<Item = Vec<u8>> {
    std::iter::from_fn(move || {
        let mut bytes = Vec::new();
        let count = reader.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes).ok()?;
        (count > 0).then_some(bytes)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_is_split_into_lines_and_the_rest_of_a_long_line_is_dropped() {
        let limit = MAX_LINE_BYTES as usize;
        let flood = [b"info ".to_vec(), vec![b'x'; 3 * limit], b" bestmove e4".to_vec()].concat();
        let stream = [&b"id name A \r\n\n\xff1\n"[..], &flood, b"\nreadyok\nbestmove"].concat();
        let read: Vec<String> = lines(&stream[..]).collect();
        let start = format!("info {}", "x".repeat(limit - 5));
        let expected = ["id name A", "", "\u{fffd}1", &start, "", "", "", "readyok", "bestmove"];
        assert_eq!(read, expected);
    }
}
