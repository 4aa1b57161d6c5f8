//! A WebSocket joined to an engine process: each text message is one line. Both live equally long. If the engine ends,
//! the socket is closed with the reason. If the page closes the socket, the engine is ended.

use super::engine_command::EngineCommand;
use super::page_engine::PageEngine;
use axum::extract::ws::{CloseFrame, Message, WebSocket};

/// Close codes. Applications may use codes from 4000.
const NOT_STARTED: u16 = 4000;
const ENDED: u16 = 4001;

/// Most bytes of the reason in a close frame.
const REASON_LENGTH: usize = 120;

/// Starts the engine and passes lines in both directions until one side ends.
pub(crate) async fn connect_engine(mut socket: WebSocket, command: EngineCommand) {
    let close = match PageEngine::start(&command) {
        Err(error) => {
            let reason = format!("cannot be started: {command}: {error}");
            Some(close_frame(NOT_STARTED, &reason))
        }
        Ok(engine) => pass_lines(&mut socket, engine).await,
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
                // A message is one line.
                Some(Ok(Message::Text(text))) => engine.send(text.replace(['\n', '\r'], " ")),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            },
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
