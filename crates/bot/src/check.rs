//! Tries everything that can be tried before the bots are registered: the folder, secrets, the key of the site, tokens, the
//! list of games, a search, and the address from outside.

use crate::client::SiteClient;
use crate::error::BotError;
use crate::history::site_text;
use crate::http;
use crate::player::find_move;
use crate::queue::Queue;
use crate::service::listen;
use crate::settings::{BotSettings, Settings};
use crate::site_key::KeptKey;
use crate::store::Store;
use crate::webhook::{Webhook, router};
use emergo::{Blocked, Game, Variant};
use luctor_engine::search::Searcher;
use std::fmt::Display;
use std::sync::Arc;
use std::time::Instant;
use tokio::runtime::Runtime;
use ureq::Agent;

/// Checks settings that were read. After each check it calls `report` with what was checked, and what was found or is wrong.
pub fn check(settings: &Settings, report: &mut dyn FnMut(&str, Result<String, String>)) {
    let agent = http::agent();
    let store = Store::open(settings);
    let state = match &store {
        Ok(_) => Ok(settings.state.display().to_string()),
        Err(BotError::Locked(_)) => Ok("luctor bot is running".to_owned()),
        Err(error) => fail(error),
    };
    report("folder of games", state);
    let key = KeptKey::new(&agent, settings).and_then(|key| key.renew().map(|()| key));
    report("key of the site", key.as_ref().map(|_| "read".to_owned()).or_else(fail));
    for bot in &settings.bots {
        let client = SiteClient::new(&agent, &settings.site, bot).or_else(fail);
        let client = client.and_then(|client| client.token().map(|_| client).or_else(fail));
        let token = client.as_ref().map(|_| "given".to_owned()).map_err(String::clone);
        report(&format!("{}: access token", bot.name), token);
        if let Ok(client) = client {
            let games =
                client.current_games().map(|games| format!("{} games on the site", games.len()));
            report(&format!("{}: list of games", bot.name), games.or_else(fail));
        }
    }
    for bot in &settings.bots {
        report(&format!("{}: search", bot.name), first_move(settings, bot));
    }
    let Some(public) = &settings.public_url else {
        let message = "not checked, because public_url is not set".to_owned();
        return report("address from outside", Ok(message));
    };
    // If the program is running, it answers. If not, this does.
    let server = match (store, key) {
        (Ok(store), Ok(key)) => match start_server(settings, store, key) {
            Ok(server) => Some(server),
            Err(error) => return report("server", Err(error)),
        },
        (Err(BotError::Locked(_)), _) => None,
        // Reported above.
        _ => return,
    };
    for bot in &settings.bots {
        let address = format!("{}{}", public.trim_end_matches('/'), bot.path());
        report(&format!("{}: {address}", bot.name), ask_outside(&agent, &address));
    }
    if let Some(server) = server {
        server.shutdown_background();
    }
}

fn fail<T>(error: impl Display) -> Result<T, String> {
    Err(error.to_string())
}

fn first_move(settings: &Settings, bot: &BotSettings) -> Result<String, String> {
    let mut searcher = Searcher::new(settings.hash).or_else(fail)?;
    let game = Game::new(Variant::Emergo, Blocked::Draw);
    let start = Instant::now();
    let mv = find_move(&mut searcher, bot, "", &game).ok_or("no move")?;
    Ok(format!("{} after {:.1} s", site_text(mv), start.elapsed().as_secs_f64()))
}

fn start_server(settings: &Settings, store: Store, key: KeptKey) -> Result<Runtime, String> {
    let queue = Arc::new(Queue::new(store, 1.0));
    let router = router(&Arc::new(Webhook::new(queue, key)), &settings.bots);
    let runtime = Runtime::new().or_else(fail)?;
    let listener = listen(&runtime, settings).or_else(fail)?;
    runtime.spawn(axum::serve(listener, router).into_future());
    Ok(runtime)
}

/// A bot must answer a ping, and refuse a request without a signature.
fn ask_outside(agent: &Agent, address: &str) -> Result<String, String> {
    let ping = agent.get(address).call().or_else(fail)?.status().as_u16();
    let unsigned = agent.post(address).send("{}").or_else(fail)?.status().as_u16();
    match (ping, unsigned) {
        (200, 401) => Ok("answers, and refuses a request without a signature".to_owned()),
        (200, status) => {
            Err(format!("answers {status}, not 401, to a request without a signature"))
        }
        (status, _) => Err(format!("answers {status}, not 200")),
    }
}
