//! A WebSocket joined to an engine process: each text message is one line. If the engine ends, the socket is closed with
//! the reason, and read until the page closes it. If the page closes the socket, the engine is ended.

use super::engine_command::EngineCommand;
use super::page_engine::PageEngine;
use axum::extract::ws::{CloseFrame, Message, WebSocket};

/// The close code when there is no engine any more. Applications may use codes from 4000.
const NO_ENGINE: u16 = 4000;

/// Most bytes of the reason in a close frame.
const REASON_LENGTH: usize = 120;

/// Starts the engine and passes lines in both directions until one side ends.
pub(crate) async fn connect_engine(mut socket: WebSocket, command: EngineCommand) {
    let close = match PageEngine::start(&command) {
        Err(error) => Some(close_frame(&format!("cannot be started: {command}: {error}"))),
        Ok(engine) => pass_lines(&mut socket, engine).await,
    };
    if let Some(frame) = close {
        // The page may have closed the socket in the meantime.
        let _ = socket.send(Message::Close(Some(frame))).await;
        // If lines of the page were not read, the system would reset the connection, and the page would not get the reason.
        while let Some(Ok(_)) = socket.recv().await {}
    }
}

/// Passes lines until one side ends. Returns the reason if it was the engine.
async fn pass_lines(socket: &mut WebSocket, mut engine: PageEngine) -> Option<CloseFrame> {
    loop {
        tokio::select! {
            line = engine.next_line() => match line {
                Some(line) => socket.send(Message::Text(line.into())).await.ok()?,
                None => return Some(close_frame(&engine.stop().await)),
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

fn close_frame(reason: &str) -> CloseFrame {
    let end = (0..=REASON_LENGTH.min(reason.len())).rfind(|end| reason.is_char_boundary(*end));
    CloseFrame { code: NO_ENGINE, reason: reason[..end.unwrap_or(0)].into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_reason_is_cut_at_a_character_boundary() {
        assert_eq!(close_frame("short").reason.as_str(), "short");
        let long = "ä".repeat(100);
        assert_eq!(close_frame(&long).reason.as_str(), "ä".repeat(60));
        let odd = format!("x{}", "ä".repeat(100));
        assert_eq!(close_frame(&odd).reason.len(), 119);
    }
}
