//! A WebSocket joined to an engine process: each text message is one line. Both live equally long. If the engine ends,
//! the socket is closed with the reason. If the page closes the socket, the engine is ended. A line that the engine must not
//! get is refused with an `info string`.

use super::engine_command::EngineCommand;
use axum::extract::ws::{CloseFrame, Message, WebSocket};
use luctor_engine::options::OPTIONS;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin};
use tokio::sync::Semaphore;
use tokio::sync::mpsc::{self, error::TrySendError};
use tokio::time::timeout;

/// Close codes. Applications may use codes from 4000.
const NOT_STARTED: u16 = 4000;
const ENDED: u16 = 4001;

/// Most bytes of the reason in a close frame.
const REASON_LENGTH: usize = 120;

/// Engine processes of one server at the same time. A page has two.
pub(crate) const MOST_ENGINES: usize = 16;

/// Lines that may wait for an engine that does not read.
const WAITING_LINES: usize = 1_024;

/// The length of the longest line for an engine, in bytes.
const LONGEST_LINE: usize = 1 << 20;

/// Time that an engine has to end after it closed its output.
const TIME_TO_END: Duration = Duration::from_secs(2);

/// Starts the engine and passes lines in both directions until one side ends.
pub(crate) async fn connect_engine(
    mut socket: WebSocket,
    command: EngineCommand,
    engines: Arc<Semaphore>,
) {
    let not_started =
        |reason: String| Some(close_frame(NOT_STARTED, &format!("cannot be started: {reason}")));
    let close = match engines.try_acquire() {
        Err(_) => not_started(format!("{MOST_ENGINES} engines are running")),
        Ok(_permit) => match command.start() {
            Err(error) => not_started(format!("{command}: {error}")),
            Ok(engine) => pass_lines(&mut socket, engine, command.is_own).await,
        },
    };
    if let Some(frame) = close {
        // The page may have closed the socket in the meantime.
        let _ = socket.send(Message::Close(Some(frame))).await;
    }
}

/// Passes lines until one side ends. Returns the reason if it was the engine.
async fn pass_lines(socket: &mut WebSocket, mut engine: Child, is_own: bool) -> Option<CloseFrame> {
    let group = ProcessGroup(engine.id());
    let (input, output, errors) =
        (engine.stdin.take()?, engine.stdout.take()?, engine.stderr.take()?);
    let input = start_writer(input);
    // The engine may write bytes that are not UTF-8, so lines are read as bytes.
    let mut lines = BufReader::new(output).split(b'\n');
    let mut errors = BufReader::new(errors).split(b'\n');
    let mut first_error = None;
    loop {
        tokio::select! {
            line = lines.next_segment() => match line {
                Ok(Some(line)) => {
                    let line = text_of(&line);
                    if !(is_own && declares_file_option(&line)) {
                        socket.send(Message::Text(line.into())).await.ok()?;
                    }
                }
                Ok(None) | Err(_) => break,
            },
            Ok(Some(line)) = errors.next_segment() => {
                log::info!("engine: {}", text_of(&line));
                first_error.get_or_insert(text_of(&line));
            }
            message = socket.recv() => match message {
                Some(Ok(Message::Text(text))) => {
                    if let Err(refusal) = queue_line(&input, &text, is_own) {
                        let message = format!("info string {refusal}; the line is ignored");
                        socket.send(Message::Text(message.into())).await.ok()?;
                    }
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            },
        }
    }
    drop(input);
    let status = timeout(TIME_TO_END, engine.wait()).await;
    drop(group);
    if first_error.is_none()
        && let Ok(Ok(Some(line))) = timeout(TIME_TO_END, errors.next_segment()).await
    {
        first_error = Some(text_of(&line));
    }
    let mut reason = match status {
        Ok(Ok(status)) => format!("stopped ({status})"),
        Ok(Err(error)) => format!("stopped ({error})"),
        Err(_) => "closed its output, and was stopped".to_owned(),
    };
    if let Some(error) = first_error {
        reason = format!("{reason}: {error}");
    }
    Some(close_frame(ENDED, &reason))
}

/// Why a line is not passed to the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
enum LineRefusal {
    #[error("the line is longer than {LONGEST_LINE} bytes")]
    TooLong,
    #[error("{WAITING_LINES} lines wait for the engine, which does not read")]
    TooMany,
    #[error("the option {0} is not available on the page")]
    FileOption(&'static str),
}

/// Queues a line for the engine. A line break inside the message becomes a space.
fn queue_line(
    input: &mpsc::Sender<String>,
    message: &str,
    is_own: bool,
) -> Result<(), LineRefusal> {
    if message.len() > LONGEST_LINE {
        return Err(LineRefusal::TooLong);
    }
    let line = message.replace(['\n', '\r'], " ");
    if is_own && let Some(option) = set_file_option(&line) {
        return Err(LineRefusal::FileOption(option));
    }
    match input.try_send(line) {
        // The end of the engine's output tells the page that the engine has ended.
        Ok(()) | Err(TrySendError::Closed(_)) => Ok(()),
        Err(TrySendError::Full(_)) => Err(LineRefusal::TooMany),
    }
}

/// The names of the options of this program that need files. A page must not read or write files.
fn file_options() -> impl Iterator<Item = &'static str> {
    OPTIONS.iter().filter(|option| option.needs_file()).map(|option| option.name)
}

/// The file option that a `setoption` line sets.
fn set_file_option(line: &str) -> Option<&'static str> {
    let words: Vec<String> = line.split_whitespace().map(str::to_ascii_lowercase).collect();
    let line = words.join(" ");
    let name = line.strip_prefix("setoption name ")?;
    file_options().find(|option| name.starts_with(&option.to_ascii_lowercase()))
}

fn declares_file_option(line: &str) -> bool {
    line.strip_prefix("option name ")
        .is_some_and(|rest| file_options().any(|option| rest.starts_with(option)))
}

fn text_of(line: &[u8]) -> String {
    String::from_utf8_lossy(line).trim_end().to_owned()
}

/// Writes lines in a task of its own: an engine that does not read must not keep the socket from being read.
fn start_writer(mut input: ChildStdin) -> mpsc::Sender<String> {
    let (sender, mut receiver) = mpsc::channel::<String>(WAITING_LINES);
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

fn close_frame(code: u16, reason: &str) -> CloseFrame {
    let end = (0..=REASON_LENGTH.min(reason.len())).rfind(|end| reason.is_char_boundary(*end));
    CloseFrame { code, reason: reason[..end.unwrap_or(0)].into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_reason_is_cut_at_a_character_boundary() {
        assert_eq!(close_frame(ENDED, "short").reason.as_str(), "short");
        let long = "ä".repeat(100);
        assert_eq!(close_frame(ENDED, &long).reason.as_str(), "ä".repeat(60));
        let odd = format!("x{}", "ä".repeat(100));
        assert_eq!(close_frame(ENDED, &odd).reason.len(), 119);
    }
}
