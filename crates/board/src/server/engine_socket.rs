//! A WebSocket joined to an engine process: each text message is one line. Both live equally long. If the engine ends,
//! the socket is closed with the reason. If the page closes the socket, the engine is ended. A line that the engine must not
//! get is refused with an `info string`.

use super::engine_command::EngineCommand;
use super::page_engine::{PageEngine, WAITING_LINES};
use axum::extract::ws::{CloseFrame, Message, WebSocket};
use std::sync::Arc;
use tokio::sync::Semaphore;

/// Close codes. Applications may use codes from 4000.
const NOT_STARTED: u16 = 4000;
const ENDED: u16 = 4001;

/// Most bytes of the reason in a close frame.
const REASON_LENGTH: usize = 120;

/// Engine processes of one server at the same time. A page has two.
pub const MAX_ENGINES: usize = 16;

/// The length of the longest line for an engine, in bytes.
const MAX_LINE_BYTES: usize = 1 << 20;

/// Starts the engine and passes lines in both directions until one side ends.
pub(crate) async fn connect_engine(
    mut socket: WebSocket,
    command: EngineCommand,
    engines: Arc<Semaphore>,
) {
    let not_started =
        |reason: String| Some(close_frame(NOT_STARTED, &format!("cannot be started: {reason}")));
    let close = match engines.try_acquire() {
        Err(_) => not_started(format!("{MAX_ENGINES} engines are running")),
        Ok(_permit) => match PageEngine::start(&command) {
            Err(error) => not_started(format!("{command}: {error}")),
            Ok(engine) => pass_lines(&mut socket, engine).await,
        },
    };
    if let Some(frame) = close {
        // The page may have closed the socket in the meantime.
        let _ = socket.send(Message::Close(Some(frame))).await;
    }
}

/// Passes lines until one side ends. Returns the reason if it was the engine.
async fn pass_lines(socket: &mut WebSocket, mut engine: PageEngine) -> Option<CloseFrame> {
    loop {
        tokio::select! {
            line = engine.next_line() => match line {
                Some(line) => socket.send(Message::Text(line.into())).await.ok()?,
                None => return Some(close_frame(ENDED, &engine.stop().await)),
            },
            message = socket.recv() => match message {
                Some(Ok(Message::Text(text))) => {
                    if let Err(refusal) = queue_line(&engine, &text) {
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
    #[error("the line is longer than {MAX_LINE_BYTES} bytes")]
    TooLong,
    #[error("{WAITING_LINES} lines wait for the engine, which does not read")]
    TooMany,
}

/// Queues a line for the engine. A line break inside the message becomes a space.
fn queue_line(engine: &PageEngine, message: &str) -> Result<(), LineRefusal> {
    if message.len() > MAX_LINE_BYTES {
        return Err(LineRefusal::TooLong);
    }
    let line = message.replace(['\n', '\r'], " ");
    if engine.queue(line) { Ok(()) } else { Err(LineRefusal::TooMany) }
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
