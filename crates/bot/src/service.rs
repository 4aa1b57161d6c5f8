//! The running program: the server, the threads that search and send, and what is done from time to time.

use crate::client::{self, SiteClient};
use crate::games_list::GamesList;
use crate::player::search_all;
use crate::queue::Queue;
use crate::settings::{BotSettings, Settings, SettingsError};
use crate::site_key::{KeptKey, SiteKeyError};
use crate::store::{Store, StoreError};
use crate::webhook::{Webhook, router};
use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use luctor_engine::search::{ResourceError, Searcher};
use std::collections::HashMap;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::thread::Builder;
use std::time::{Duration, Instant};
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

/// Moves that are sent at the same time.
const SENDERS: usize = 4;
/// The pause between two attempts to write files that could not be written.
const SAVE_PAUSE: Duration = Duration::from_secs(5);
/// The pause between two looks at the list of games.
const LIST_PAUSE: Duration = Duration::from_secs(1800);
/// The same while a bot has refused a challenge because of too many games.
const BUSY_PAUSE: Duration = Duration::from_secs(60);

/// Longest time until the end of a header.
const LONGEST_HEADER: Duration = Duration::from_secs(10);

/// Why the program cannot start or go on.
#[derive(Debug, Error)]
pub enum ServiceError {
    /// The settings or a secret.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The folder of games.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The key of the site.
    #[error(transparent)]
    Key(#[from] SiteKeyError),
    /// Memory or threads.
    #[error(transparent)]
    Resources(#[from] ResourceError),
    /// The address is not available.
    #[error("cannot listen on {address}: {cause}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The error.
        cause: io::Error,
    },
    /// The system refuses a thread, or the server failed.
    #[error("the server failed")]
    Serve(#[from] io::Error),
}

/// Plays until Ctrl-C or SIGTERM. Everything is on disk at any time, so nothing is finished then.
///
/// # Errors
///
/// A part cannot start, or the server fails.
pub fn run(settings: &Settings) -> Result<(), ServiceError> {
    let agent = client::agent();
    let bots = Arc::new(settings.bots.clone());
    let mut clients = HashMap::new();
    for bot in bots.iter() {
        clients.insert(bot.name.clone(), SiteClient::new(&agent, &settings.site, bot)?);
    }
    let names = bots.iter().map(|bot| bot.name.as_str());
    let store = Store::open(&settings.state, names)?;
    let first_pause = Duration::from_secs_f64(settings.site.retry_seconds);
    let queue = Arc::new(Queue::new(store, first_pause));
    let webhook = Arc::new(Webhook::new(Arc::clone(&queue), KeptKey::new(&agent, settings)?));
    let runtime = Runtime::new()?;
    let listener = listen(&runtime, settings)?;

    for number in 1..=settings.threads {
        let mut searcher = Searcher::new(settings.hash, 1)?;
        let (queue, bots) = (Arc::clone(&queue), Arc::clone(&bots));
        let search = move || search_all(&queue, &bots, &mut searcher);
        Builder::new().name(format!("search {number}")).spawn(search)?;
    }
    let list = settings.site.games_url.as_ref().map(|address| GamesList::new(&agent, address));
    let sender =
        Arc::new(Sender { queue: Arc::clone(&queue), bots: Arc::clone(&bots), clients, list });
    for number in 1..=SENDERS {
        let sender = Arc::clone(&sender);
        Builder::new().name(format!("send {number}")).spawn(move || sender.send_all())?;
    }
    Builder::new().name("keeper".to_owned()).spawn(move || sender.keep_in_step())?;

    for bot in bots.iter() {
        log::info!("{}: http://{}{}", bot.name, settings.listen, bot.path());
    }
    runtime.block_on(async {
        tokio::select! {
            () = serve(listener, router(&webhook, &bots)) => Ok(()),
            ended = end_signal() => ended,
        }
    })?;
    log::info!("stopped");
    // Requests that are being answered are on disk or were not answered.
    runtime.shutdown_background();
    Ok(())
}

/// Opens the address of the server.
pub(crate) fn listen(runtime: &Runtime, settings: &Settings) -> Result<TcpListener, ServiceError> {
    let address = settings.listen;
    let error = |cause| ServiceError::Listen { address, cause };
    runtime.block_on(TcpListener::bind(address)).map_err(error)
}

/// Serves connections. One that does not send a header for a while is closed.
pub(crate) async fn serve(listener: TcpListener, router: Router) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(LONGEST_HEADER);
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(http.serve_connection(TokioIo::new(stream), service));
    }
}

/// What talks to the site on its own account.
struct Sender {
    queue: Arc<Queue>,
    bots: Arc<Vec<BotSettings>>,
    /// By the name of the bot.
    clients: HashMap<String, SiteClient>,
    list: Option<GamesList>,
}

impl Sender {
    /// Sends moves as they are found. Does not return.
    fn send_all(&self) {
        loop {
            let task = self.queue.next_send();
            let key = &task.key;
            let bot = self.bots.iter().find(|bot| bot.name == key.bot);
            let (Some(bot), Some(client)) = (bot, self.clients.get(&key.bot)) else { continue };
            // The site does not refuse an old move that is legal in a newer position.
            if let Some(list) = self.list.as_ref().filter(|_| task.may_have_arrived()) {
                if let Err(error) = list.compare(&self.queue, bot, &key.game) {
                    self.queue.send_later(task, &error);
                    continue;
                }
                if !self.queue.is_current(&task) {
                    continue;
                }
            }
            let answer = client.send_move(&key.game, &task.mv);
            self.queue.finish_send(task, answer);
        }
    }

    /// Writes what could not be written, and compares the games with the list of the site. Does not return.
    fn keep_in_step(&self) {
        let (mut listed, mut failures) = (None::<Instant>, 0_u32);
        loop {
            self.queue.save_again();
            let pause = match failures {
                0 if self.queue.is_busy() => BUSY_PAUSE,
                0 => LIST_PAUSE,
                _ => LIST_PAUSE.min(SAVE_PAUSE * 2_u32.saturating_pow(failures)),
            };
            if let Some(list) = &self.list
                && listed.is_none_or(|time| time.elapsed() >= pause)
            {
                listed = Some(Instant::now());
                failures = match list.compare_all(&self.queue, &self.bots) {
                    Ok(()) => 0,
                    Err(error) => {
                        log::warn!("the list of games: {error}");
                        failures + 1
                    }
                };
            }
            std::thread::sleep(SAVE_PAUSE);
        }
    }
}

/// Waits for a signal that ends the program.
async fn end_signal() -> io::Result<()> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut terminate = signal(SignalKind::terminate())?;
        tokio::select! {
            interrupted = tokio::signal::ctrl_c() => interrupted,
            _ = terminate.recv() => Ok(()),
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await
}
