//! The connections of the server. Every program of the machine can connect, so connections without a complete header are
//! closed, and their number is limited. A socket to an engine does not count.

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// Connections that are served at the same time. More of them wait.
const MOST_CONNECTIONS: usize = 64;

/// Time from the start of a connection, or from the last answer on it, to a complete header.
const TIME_FOR_HEADER: Duration = Duration::from_secs(5);

/// Pause after a connection that cannot be accepted, for example because too many files are open.
const PAUSE_AFTER_ERROR: Duration = Duration::from_millis(100);

/// Serves connections. It does not return.
pub(crate) async fn serve_connections(listener: TcpListener, router: Router) {
    let permits = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(TIME_FOR_HEADER);
    // The semaphore is not closed.
    while let Ok(permit) = permits.clone().acquire_owned().await {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                log::warn!("a connection cannot be accepted: {error}");
                tokio::time::sleep(PAUSE_AFTER_ERROR).await;
                continue;
            }
        };
        // Messages are short, and a client waits for each: do not delay them.
        if let Err(error) = stream.set_nodelay(true) {
            log::debug!("TCP_NODELAY: {error}");
        }
        let service = TowerToHyperService::new(router.clone());
        let connection = http.serve_connection(TokioIo::new(stream), service).with_upgrades();
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                log::debug!("connection: {error}");
            }
            drop(permit);
        });
    }
}
