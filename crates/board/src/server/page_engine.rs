//! A running engine: lines for its input, lines from its output, and why it stopped.

use super::engine_command::EngineCommand;
use std::io;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Split};
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout};
use tokio::sync::mpsc;
use tokio::time::timeout;

/// Time that an engine has to end after it closed its output.
const TIME_TO_END: Duration = Duration::from_secs(2);

/// An engine process. Dropping the value ends it.
pub(crate) struct PageEngine {
    // Before the child, so that it is dropped first, while the number of the group is certainly its own.
    group: ProcessGroup,
    child: Child,
    input: mpsc::UnboundedSender<String>,
    // The engine may write bytes that are not UTF-8, so lines are read as bytes.
    output: Split<BufReader<ChildStdout>>,
    errors: Split<BufReader<ChildStderr>>,
    first_error: Option<String>,
}

impl PageEngine {
    /// Starts an engine.
    ///
    /// # Errors
    ///
    /// The system cannot start the program.
    pub(crate) fn start(command: &EngineCommand) -> io::Result<PageEngine> {
        let mut child = command.start()?;
        let streams = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(output), Some(errors)) = streams else {
            return Err(io::Error::other("the process has no pipes"));
        };
        Ok(PageEngine {
            group: ProcessGroup(child.id()),
            child,
            input: start_writer(input),
            output: BufReader::new(output).split(b'\n'),
            errors: BufReader::new(errors).split(b'\n'),
            first_error: None,
        })
    }

    /// Sends a line to the engine. It waits if the engine does not read.
    pub(crate) fn send(&self, line: String) {
        // The end of the engine's output tells the page that the engine has ended.
        let _ = self.input.send(line);
    }

    /// Waits for the next line of the output. `None` is its end. A caller that stops waiting loses no line.
    pub(crate) async fn next_line(&mut self) -> Option<String> {
        loop {
            tokio::select! {
                line = self.output.next_segment() => return line.ok().flatten().map(|line| text_of(&line)),
                Ok(Some(line)) = self.errors.next_segment() => {
                    self.first_error.get_or_insert(text_of(&line));
                }
            }
        }
    }

    /// Ends an engine whose output has ended. Returns how it stopped, with the first line of its errors.
    pub(crate) async fn stop(self) -> String {
        let PageEngine { mut child, group, input, mut errors, mut first_error, .. } = self;
        drop(input);
        let status = timeout(TIME_TO_END, child.wait()).await;
        drop(group);
        if first_error.is_none()
            && let Ok(Ok(Some(line))) = timeout(TIME_TO_END, errors.next_segment()).await
        {
            first_error = Some(text_of(&line));
        }
        let reason = match status {
            Ok(Ok(status)) => format!("stopped ({status})"),
            Ok(Err(error)) => format!("stopped ({error})"),
            Err(_) => "closed its output, and was stopped".to_owned(),
        };
        match first_error {
            Some(error) => format!("{reason}: {error}"),
            None => reason,
        }
    }
}

fn text_of(line: &[u8]) -> String {
    String::from_utf8_lossy(line).trim_end().to_owned()
}

/// Writes lines in a task of its own: an engine that does not read must not keep the socket from being read.
fn start_writer(mut input: ChildStdin) -> mpsc::UnboundedSender<String> {
    let (sender, mut receiver) = mpsc::unbounded_channel::<String>();
    tokio::spawn(async move {
        while let Some(line) = receiver.recv().await {
            let line = line + "\n";
            if input.write_all(line.as_bytes()).await.is_err() || input.flush().await.is_err() {
                break;
            }
        }
    });
    sender
}

/// The process group of an engine: a wrapper script and the engine that it started. Dropping the value ends them.
#[cfg_attr(not(unix), expect(dead_code, reason = "other systems have no process groups"))]
struct ProcessGroup(Option<u32>);

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        #[cfg(unix)]
        if let Some(group) =
            self.0.and_then(|id| i32::try_from(id).ok()).and_then(rustix::process::Pid::from_raw)
        {
            // The group may have ended already.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
    }
}
