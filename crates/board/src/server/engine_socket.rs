//! A WebSocket joined to an engine process: each text message is one line. Both live equally long. If the engine ends,
//! the socket is closed with the reason. If the page closes the socket, the engine is ended. A line that the engine must not
//! get is refused with an `info string`.

use super::engine_command::EngineCommand;
use super::page_engine::{PageEngine, WAITING_LINES};
use axum::extract::ws::{CloseFrame, Message, WebSocket};
use luctor_engine::options::OPTIONS;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// Close codes. Applications may use codes from 4000.
const NOT_STARTED: u16 = 4000;
const ENDED: u16 = 4001;

/// Most bytes of the reason in a close frame.
const REASON_LENGTH: usize = 120;

/// Engine processes of one server at the same time. A page has two.
pub const MOST_ENGINES: usize = 16;

/// The length of the longest line for an engine, in bytes.
const LONGEST_LINE: usize = 1 << 20;

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
        Ok(_permit) => match PageEngine::start(&command) {
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
async fn pass_lines(
    socket: &mut WebSocket,
    mut engine: PageEngine,
    is_own: bool,
) -> Option<CloseFrame> {
    loop {
        tokio::select! {
            line = engine.next_line() => match line {
                Some(line) if is_own && declares_file_option(&line) => {}
                Some(line) => socket.send(Message::Text(line.into())).await.ok()?,
                None => return Some(close_frame(ENDED, &engine.stop().await)),
            },
            message = socket.recv() => match message {
                Some(Ok(Message::Text(text))) => {
                    if let Err(refusal) = queue_line(&engine, &text, is_own) {
                        let message = format!("info string {refusal}; the line is ignored");
                        socket.send(Message::Text(message.into())).await.ok()?;
                    }
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            },
        }
    }
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
fn queue_line(engine: &PageEngine, message: &str, is_own: bool) -> Result<(), LineRefusal> {
    if message.len() > LONGEST_LINE {
        return Err(LineRefusal::TooLong);
    }
    let line = message.replace(['\n', '\r'], " ");
    if is_own && let Some(option) = file_option_set_by(&line) {
        return Err(LineRefusal::FileOption(option));
    }
    if engine.queue(line) { Ok(()) } else { Err(LineRefusal::TooMany) }
}

/// The names of the options of this program that need files. A page must not read or write files, so it neither sees nor
/// sets them.
fn file_options() -> impl Iterator<Item = &'static str> {
    OPTIONS.iter().filter(|option| option.needs_file()).map(|option| option.name)
}

/// The file option that a `setoption` line sets.
fn file_option_set_by(line: &str) -> Option<&'static str> {
    let words: Vec<String> = line.split_whitespace().map(str::to_ascii_lowercase).collect();
    let line = words.join(" ");
    let name = line.strip_prefix("setoption name ")?;
    file_options().find(|option| name.starts_with(&option.to_ascii_lowercase()))
}

fn declares_file_option(line: &str) -> bool {
    line.strip_prefix("option name ")
        .is_some_and(|rest| file_options().any(|option| rest.starts_with(option)))
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
