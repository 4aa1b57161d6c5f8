//! What a webhook must do with any request. The target of [fuzz](../../../fuzz) uses these checks, too.

use luctor_bot::bot_game::Status;
use luctor_bot::queue::Queue;
use luctor_bot::request::SiteRequest;
use luctor_bot::settings::Settings;
use luctor_bot::signature::{SignedRequest, SiteKey};
use luctor_bot::site_key::KeptKey;
use luctor_bot::store::Store;
use luctor_bot::webhook::Webhook;
use std::sync::Arc;
use test_support::mutation::assert_is_a_sentence;

/// The webhook of the first bot.
pub struct FirstBot<'a> {
    settings: &'a Settings,
    queue: Arc<Queue>,
    webhook: Webhook,
}

impl FirstBot<'_> {
    pub fn new(settings: &Settings, key: SiteKey) -> FirstBot<'_> {
        let store = Store::open(settings).expect("the disk has space");
        let queue = Arc::new(Queue::new(store, 1.0));
        let webhook = Webhook::new(Arc::clone(&queue), KeptKey::fixed(key));
        FirstBot { settings, queue, webhook }
    }

    /// Is the request accepted? Then it is about Emergo. If not, there is a message.
    pub fn accepts(&self, request: SignedRequest<'_>) -> bool {
        match self.webhook.answer(&self.settings.bots[0], Some(request)) {
            Ok(_) => {
                let request = serde_json::from_slice::<SiteRequest>(request.body);
                assert!(request.is_ok_and(|request| request.is_emergo()));
                true
            }
            Err(error) => {
                assert_is_a_sentence(&error);
                false
            }
        }
    }

    /// Only games with legal moves wait for a search.
    pub fn check_queue(&self) {
        for (key, game) in self.queue.games(&self.settings.bots[0].name) {
            let (_, error) = game.moves.replay_legal_part();
            assert_eq!(error.is_none(), matches!(game.status, Status::Search), "{key}: {game:?}");
        }
    }
}
