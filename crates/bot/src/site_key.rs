//! Where the public key of the site comes from: the environment, or the site. The key of the site is kept in the folder of
//! the bots, so that a start does not wait for the site.

use crate::error::BotError;
use crate::http::answer;
use crate::settings::{Settings, read_file};
use crate::signature::{SignatureError, SignedRequest, SiteKey};
use luctor_system::files::replace_file;
use luctor_system::resources::lock;
use std::env;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use ureq::Agent;

/// The environment variable that the site's own bot uses.
pub const KEY_VARIABLE: &str = "AP_BOT_PUBLIC_KEY";
/// The key is asked for again after a wrong signature, but not more often than this.
const MIN_KEY_AGE: Duration = Duration::from_secs(600);

/// The key of the site, which is renewed if the site changes it.
pub struct KeptKey {
    known: Mutex<KnownKey>,
    source: Option<Source>,
}

#[derive(Clone)]
struct KnownKey {
    key: SiteKey,
    /// When the site was asked last.
    asked: Option<Instant>,
}

/// The site, and the file in which its key is kept.
struct Source {
    agent: Agent,
    address: String,
    kept: PathBuf,
}

impl KeptKey {
    /// The key of the environment, or the one that is kept. The site is asked only if there is none.
    pub(crate) fn new(agent: &Agent, settings: &Settings) -> Result<KeptKey, BotError> {
        if let Ok(text) = env::var(KEY_VARIABLE) {
            return read_key(&text, KEY_VARIABLE).map(KeptKey::fixed);
        }
        let source = Source {
            agent: agent.clone(),
            address: settings.site.key_url.clone(),
            kept: settings.state.join("site-key.txt"),
        };
        let kept = read_file(&source.kept).ok().and_then(|text| SiteKey::read(&text));
        let known = match kept {
            Some(key) => KnownKey { key, asked: None },
            None => KnownKey { key: source.fetch()?, asked: Some(Instant::now()) },
        };
        Ok(KeptKey { known: Mutex::new(known), source: Some(source) })
    }

    /// A key that is not renewed.
    pub fn fixed(key: SiteKey) -> KeptKey {
        KeptKey { known: Mutex::new(KnownKey { key, asked: None }), source: None }
    }

    /// Asks the site for its key, if it comes from there.
    pub(crate) fn renew(&self) -> Result<(), BotError> {
        let Some(source) = &self.source else { return Ok(()) };
        lock(&self.known).asked = Some(Instant::now());
        let key = source.fetch()?;
        lock(&self.known).key = key;
        Ok(())
    }

    /// As [`SiteKey::verify`]. After a wrong signature it asks the site for a new key.
    pub(crate) fn verify(
        &self,
        request: &SignedRequest<'_>,
        now: u64,
    ) -> Result<u64, SignatureError> {
        let KnownKey { key, asked } = lock(&self.known).clone();
        let verified = key.verify(request, now);
        if verified != Err(SignatureError::Wrong)
            || asked.is_some_and(|asked| asked.elapsed() < MIN_KEY_AGE)
        {
            return verified;
        }
        if let Err(error) = self.renew() {
            log::warn!("{error}");
        }
        let key = lock(&self.known).key.clone();
        key.verify(request, now)
    }
}

impl Source {
    fn fetch(&self) -> Result<SiteKey, BotError> {
        let error = |cause| BotError::Site { address: self.address.clone(), cause };
        let text = answer(self.agent.get(&self.address).call()).map_err(error)?;
        let key = read_key(&text, &self.address)?;
        if let Err(error) = replace_file(&self.kept, text.as_bytes()) {
            log::warn!("{error}");
        }
        Ok(key)
    }
}

fn read_key(text: &str, place: &str) -> Result<SiteKey, BotError> {
    SiteKey::read(text).ok_or_else(|| BotError::Key { place: place.to_owned() })
}
