//! Where the public key of the site comes from: the environment, a file, or the site. The key of the site is kept in the
//! folder of the bots, for a start while the site cannot be reached.

use crate::client::{self, ClientError};
use crate::settings::{Settings, SettingsError, read_file};
use crate::signature::{KeyError, SignatureError, SignatureHeaders, SiteKey};
use crate::store::write_durably;
use std::env;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use thiserror::Error;
use ureq::Agent;

/// The environment variable that the site's own bot uses.
pub const KEY_VARIABLE: &str = "AP_BOT_PUBLIC_KEY";
/// The key is asked for again after a wrong signature, but not more often than this.
const LEAST_AGE: Duration = Duration::from_secs(600);

/// Why there is no key.
#[derive(Debug, Error)]
pub enum SiteKeyError {
    /// The text is not a key.
    #[error("the public key of the site: {place}: {cause}")]
    Key {
        /// Where the text is from.
        place: String,
        /// The error.
        cause: KeyError,
    },
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] SettingsError),
    /// The site does not give its key, and none is kept.
    #[error("the public key of the site: {address}: {cause}")]
    Site {
        /// The address of the key.
        address: String,
        /// The error.
        cause: ClientError,
    },
}

/// The key of the site, which is renewed if the site changes it.
pub struct KeptKey {
    key: Mutex<KnownKey>,
    renewal: Option<Renewal>,
}

#[derive(Clone)]
struct KnownKey {
    key: SiteKey,
    /// When the site was asked last.
    asked: Option<Instant>,
}

/// How the key is asked for.
struct Renewal {
    agent: Agent,
    address: String,
    kept: PathBuf,
}

impl KeptKey {
    /// Gets the key.
    ///
    /// # Errors
    ///
    /// There is none.
    pub fn new(agent: &Agent, settings: &Settings) -> Result<KeptKey, SiteKeyError> {
        if let Ok(text) = env::var(KEY_VARIABLE) {
            return read_key(&text, KEY_VARIABLE).map(KeptKey::fixed);
        }
        if let Some(path) = &settings.site.key_file {
            return read_key(&read_file(path)?, &path.display().to_string()).map(KeptKey::fixed);
        }
        let renewal = Renewal {
            agent: agent.clone(),
            address: settings.site.key_url.clone(),
            kept: settings.state.join("site-key.txt"),
        };
        match renewal.fetch() {
            Ok(key) => Ok(KeptKey::of(key, Some(Instant::now()), Some(renewal))),
            Err(error) => {
                let kept = read_file(&renewal.kept).ok().and_then(|text| SiteKey::read(&text).ok());
                let key = kept.ok_or(error)?;
                log::warn!("{}: no answer: the kept key is used", renewal.address);
                Ok(KeptKey::of(key, None, Some(renewal)))
            }
        }
    }

    /// A key that is not renewed.
    pub fn fixed(key: SiteKey) -> KeptKey {
        KeptKey::of(key, None, None)
    }

    fn of(key: SiteKey, asked: Option<Instant>, renewal: Option<Renewal>) -> KeptKey {
        KeptKey { key: Mutex::new(KnownKey { key, asked }), renewal }
    }

    /// As [`SiteKey::verify`]. After a wrong signature it asks the site for a new key.
    ///
    /// # Errors
    ///
    /// As [`SiteKey::verify`].
    pub fn verify(
        &self,
        headers: &SignatureHeaders<'_>,
        body: &[u8],
        now: u64,
    ) -> Result<u64, SignatureError> {
        let known = self.lock().clone();
        let verified = known.key.verify(headers, body, now);
        let may_ask = known.asked.is_none_or(|asked| asked.elapsed() > LEAST_AGE);
        match &self.renewal {
            Some(renewal) if verified == Err(SignatureError::Wrong) && may_ask => {
                self.lock().asked = Some(Instant::now());
                match renewal.fetch() {
                    Ok(key) => self.lock().key = key,
                    Err(error) => log::warn!("{error}"),
                }
                self.lock().clone().key.verify(headers, body, now)
            }
            _ => verified,
        }
    }

    fn lock(&self) -> MutexGuard<'_, KnownKey> {
        self.key.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Renewal {
    fn fetch(&self) -> Result<SiteKey, SiteKeyError> {
        let error = |cause| SiteKeyError::Site { address: self.address.clone(), cause };
        let text = client::get(&self.agent, &self.address).map_err(error)?;
        let key = read_key(&text, &self.address)?;
        if let Err(error) = write_durably(&self.kept, text.as_bytes()) {
            log::warn!("{}: {error}", self.kept.display());
        }
        Ok(key)
    }
}

fn read_key(text: &str, place: &str) -> Result<SiteKey, SiteKeyError> {
    SiteKey::read(text).map_err(|cause| SiteKeyError::Key { place: place.to_owned(), cause })
}
