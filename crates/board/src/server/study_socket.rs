//! A WebSocket for one [`StudyTask`](crate::interface::StudyTask): the first message is the request, the server sends
//! the messages of the study, then it closes the socket. If the page closes the socket, the study stops.

use crate::study::{SearchResources, study_json};
use axum::extract::ws::{Message, WebSocket};
use luctor_engine::eval::Networks;
use luctor_engine::interrupt::Interrupt;
use luctor_system::resources::cores;
use std::sync::Arc;
use tokio::sync::{Semaphore, mpsc};

/// The table of the search in MiB.
const TABLE_MEBIBYTES: u64 = 64;

/// Studies of one server at the same time. Others wait.
pub(crate) const MAX_STUDIES: usize = 2;

/// Answers the request of a socket.
pub(crate) async fn connect_study(mut socket: WebSocket, studies: Arc<Semaphore>) {
    let Some(Ok(Message::Text(request))) = socket.recv().await else { return };
    let Ok(permit) = studies.acquire_owned().await else { return };
    let (sender, mut messages) = mpsc::unbounded_channel::<String>();
    let interrupt = Interrupt::default();
    let _stop = StopOnDrop(interrupt.clone());
    let resources = SearchResources {
        networks: Networks::embedded(),
        threads: cores(),
        table_mebibytes: TABLE_MEBIBYTES,
    };
    tokio::task::spawn_blocking(move || {
        let _permit = permit;
        // The socket may be closed while a message is written.
        study_json(&request, resources, &interrupt, &mut |message| drop(sender.send(message)));
    });
    loop {
        tokio::select! {
            message = messages.recv() => {
                let Some(message) = message else { break };
                if socket.send(Message::Text(message.into())).await.is_err() {
                    return;
                }
            }
            received = socket.recv() => if let None | Some(Ok(Message::Close(_)) | Err(_)) = received {
                return;
            },
        }
    }
    let _ = socket.send(Message::Close(None)).await;
}

/// Stops the study when its socket is closed or the server ends.
struct StopOnDrop(Interrupt);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}
