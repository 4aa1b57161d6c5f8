//! The running program: the server, the threads that search and send, and what is done from time to time.

use crate::client::SiteClient;
use crate::error::BotError;
use crate::games_list::{compare, compare_all};
use crate::http;
use crate::player::search_all;
use crate::queue::Queue;
use crate::settings::Settings;
use crate::site_key::KeptKey;
use crate::store::Store;
use crate::webhook::{Webhook, router};
use luctor_engine::search::Searcher;
use std::collections::BTreeMap;
use std::env;
use std::sync::Arc;
use std::thread::Builder;
use std::time::Instant;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

/// Moves that are sent at the same time.
const SENDERS: usize = 4;
/// Seconds between two attempts to write files that could not be written.
const SAVE_PAUSE: u32 = 5;
/// Seconds between two comparisons with the list of games.
const LIST_PAUSE: u32 = 600;
/// The same after a comparison that failed.
const SHORT_LIST_PAUSE: u32 = 60;

/// The bots by name.
pub(crate) type Clients = BTreeMap<String, SiteClient>;

/// Plays until the process ends. Everything is on disk at any time, so nothing is to be finished then.
///
/// # Errors
///
/// A part cannot start.
pub fn run(settings: &Settings) -> Result<(), BotError> {
    let agent = http::agent();
    let mut clients = BTreeMap::new();
    for bot in &settings.bots {
        clients.insert(bot.name.clone(), SiteClient::new(&agent, &settings.site, bot)?);
    }
    let clients = Arc::new(clients);
    // Tests shorten all pauses.
    let time_scale = env::var("LUCTOR_BOT_TIME_SCALE").ok().and_then(|text| text.parse().ok());
    let time_scale = time_scale.filter(|scale| (0.0..=1.0).contains(scale)).unwrap_or(1.0);
    let queue = Arc::new(Queue::new(Store::open(settings)?, time_scale));
    let webhook = Arc::new(Webhook::new(Arc::clone(&queue), KeptKey::new(&agent, settings)?));
    let runtime = Runtime::new()?;
    let listener = listen(&runtime, settings)?;

    for number in 1..=settings.threads {
        let mut searcher = Searcher::new(settings.hash)?;
        let (queue, clients) = (Arc::clone(&queue), Arc::clone(&clients));
        let search = move || search_all(&queue, &clients, &mut searcher);
        Builder::new().name(format!("search {number}")).spawn(search)?;
    }
    for number in 1..=SENDERS {
        let (queue, clients) = (Arc::clone(&queue), Arc::clone(&clients));
        Builder::new().name(format!("send {number}")).spawn(move || send_all(&queue, &clients))?;
    }
    Builder::new().name("compare".to_owned()).spawn(move || save_and_compare(&queue, &clients))?;

    for bot in &settings.bots {
        log::info!("{}: http://{}{}", bot.name, settings.listen, bot.path());
    }
    let server = axum::serve(listener, router(&webhook, &settings.bots)).into_future();
    let failed = |cause| BotError::Listen { address: settings.listen, cause };
    runtime.block_on(server).map_err(failed)
}

/// Opens the address of the server.
pub(crate) fn listen(runtime: &Runtime, settings: &Settings) -> Result<TcpListener, BotError> {
    let address = settings.listen;
    let error = |cause| BotError::Listen { address, cause };
    runtime.block_on(TcpListener::bind(address)).map_err(error)
}

/// Sends moves as they are found. Does not return.
fn send_all(queue: &Queue, clients: &Clients) {
    loop {
        let task = queue.next_send();
        let client = &clients[&task.key.bot];
        // The site does not refuse an old move that is legal in a newer position.
        if task.may_have_arrived
            && let Err(error) = compare(queue, client, &task.key)
        {
            queue.send_later(task, &error);
        } else if queue.is_current(&task) {
            let answer = client.send_move(&task.key.game, &task.mv);
            queue.finish_send(task, answer);
        }
    }
}

/// Writes what could not be written, and compares the games with the list of the site. Does not return.
fn save_and_compare(queue: &Queue, clients: &Clients) {
    let mut next_comparison = Instant::now();
    loop {
        if let Err(error) = queue.save_all() {
            log::error!("{error}");
        }
        if Instant::now() >= next_comparison {
            let mut pause = LIST_PAUSE;
            for client in clients.values() {
                if let Err(error) = compare_all(queue, client) {
                    log::warn!("{}: the list of games: {error}", client.bot.name);
                    pause = SHORT_LIST_PAUSE;
                }
            }
            next_comparison = Instant::now() + queue.seconds(pause);
        }
        std::thread::sleep(queue.seconds(SAVE_PAUSE));
    }
}
