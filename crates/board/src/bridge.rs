//! A WebSocket and an engine process, joined line by line: a text message is a line. The socket lives as long
//! as the process: when the engine ends, the socket is closed with the reason, and when the page goes, the
//! process is ended.

use super::command::EngineCommand;
use axum::extract::ws::{CloseFrame, Message, WebSocket};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin};
use tokio::sync::mpsc;
use tokio::time::timeout;

/// The close code of a socket whose engine could not be started. Codes from 4000 are an application's own.
const NOT_STARTED: u16 = 4000;
/// The close code of a socket whose engine ended.
const ENDED: u16 = 4001;

/// What a close frame may hold, in bytes.
const REASON_LENGTH: usize = 120;

/// Lines of the engine that wait for the page, after which the engine has to wait.
const WAITING_LINES: usize = 1_024;

/// Lines in either direction are shorter than this, in bytes.
pub(super) const LONGEST_MESSAGE: usize = 1 << 20;

/// How long an engine may take to end that has closed its output, and the rest of its words to come.
const FAREWELL: Duration = Duration::from_secs(2);

/// Starts the engine and passes lines in both directions until one side ends.
///
/// `who` is what sentences call the engine.
pub(super) async fn converse(mut socket: WebSocket, who: &str, command: EngineCommand) {
    let close = match command.start() {
        Err(error) => {
            let reason = format!("{who} cannot be started: {command}: {error}");
            Some(frame(NOT_STARTED, &reason))
        }
        Ok(engine) => pass_lines(&mut socket, who, engine).await,
    };
    if let Some(frame) = close {
        // The page may have gone in the meantime; there is nobody left to tell.
        let _ = socket.send(Message::Close(Some(frame))).await;
    }
}

/// Passes lines until one side ends. Returns what to tell the page, if it is still there.
async fn pass_lines(socket: &mut WebSocket, who: &str, mut engine: Child) -> Option<CloseFrame> {
    let group = Group(engine.id());
    let (Some(input), Some(output), Some(errors)) =
        (engine.stdin.take(), engine.stdout.take(), engine.stderr.take())
    else {
        return Some(frame(NOT_STARTED, &format!("{who} has no standard input and output")));
    };
    let input = writer_of(input);
    let mut lines = lines_of(output);
    let mut complaints = lines_of(errors);
    let mut first_complaint = None;
    loop {
        tokio::select! {
            line = lines.recv() => match line {
                Some(line) => socket.send(Message::Text(line.into())).await.ok()?,
                None => break,
            },
            Some(complaint) = complaints.recv() => {
                log::info!("engine: {complaint}");
                first_complaint.get_or_insert(complaint);
            }
            message = socket.recv() => match message {
                // An engine that reads nothing for so long has ended, or hangs: it is ended.
                Some(Ok(Message::Text(text))) => {
                    if input.try_send(text.to_string()).is_err() {
                        break;
                    }
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            },
        }
    }
    drop(input);
    let status = timeout(FAREWELL, engine.wait()).await;
    let rest = async {
        while let Some(complaint) = complaints.recv().await {
            log::info!("engine: {complaint}");
            first_complaint.get_or_insert(complaint);
        }
    };
    // Whoever else holds its standard error may go on saying things.
    let _ = timeout(FAREWELL, rest).await;
    drop(group);
    let mut reason = match status {
        Ok(Ok(status)) => format!("{who} ended ({status})"),
        Ok(Err(error)) => format!("{who} ended ({error})"),
        Err(_) => format!("{who} said nothing more and was ended"),
    };
    if let Some(complaint) = first_complaint {
        reason = format!("{reason}: {complaint}");
    }
    Some(frame(ENDED, &reason))
}

/// Reads a stream on a task of its own, so that a line half read is never lost to another event.
fn lines_of(stream: impl AsyncRead + Unpin + Send + 'static) -> mpsc::Receiver<String> {
    let (sender, receiver) = mpsc::channel(WAITING_LINES);
    tokio::spawn(async move {
        let mut reader = BufReader::new(stream);
        let mut line = Vec::new();
        loop {
            let whole =
                (&mut reader).take(LONGEST_MESSAGE as u64).read_until(b'\n', &mut line).await;
            // A line without end is no line of an engine.
            if !matches!(whole, Ok(count) if count > 0 && count < LONGEST_MESSAGE) {
                break;
            }
            let text = String::from_utf8_lossy(&line).trim_end().to_owned();
            if sender.send(text).await.is_err() {
                break;
            }
            line.clear();
        }
    });
    receiver
}

/// Writes messages on a task of its own, so that an engine that does not read holds up nothing else. A message is
/// one line, whatever is in it.
fn writer_of(mut input: ChildStdin) -> mpsc::Sender<String> {
    let (sender, mut receiver) = mpsc::channel::<String>(WAITING_LINES);
    tokio::spawn(async move {
        while let Some(text) = receiver.recv().await {
            let line = text.replace(['\n', '\r'], " ") + "\n";
            if input.write_all(line.as_bytes()).await.is_err() || input.flush().await.is_err() {
                break;
            }
        }
    });
    sender
}

/// The processes of an engine: its own, and those that it started. They end with the value.
struct Group(Option<u32>);

impl Drop for Group {
    fn drop(&mut self) {
        #[cfg(unix)]
        if let Some(group) =
            self.0.and_then(|id| i32::try_from(id).ok()).and_then(rustix::process::Pid::from_raw)
        {
            // The group may be gone already.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
    }
}

fn frame(code: u16, reason: &str) -> CloseFrame {
    let end = (0..=REASON_LENGTH.min(reason.len())).rev().find(|end| reason.is_char_boundary(*end));
    CloseFrame { code, reason: reason[..end.unwrap_or(0)].into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_cut_to_what_a_close_frame_holds_between_characters() {
        assert_eq!(frame(ENDED, "short").reason.as_str(), "short");
        let long = "ä".repeat(100);
        assert_eq!(frame(ENDED, &long).reason.as_str(), "ä".repeat(60));
    }
}
