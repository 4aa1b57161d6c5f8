//! The signatures of the site: Ed25519 over the time, a nonce and the bytes of the body.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ed25519_dalek::{Signature, VerifyingKey};
use std::collections::HashMap;
use thiserror::Error;

/// How long before and after its time a request is accepted, in seconds.
pub const WINDOW: u64 = 5 * 60;

/// A request with the headers of its signature.
#[derive(Clone, Copy, Debug)]
pub struct SignedRequest<'a> {
    /// `X-Signature-Timestamp`: seconds since 1970.
    pub timestamp: &'a str,
    /// `X-Signature-Nonce`: a text that is used once.
    pub nonce: &'a str,
    /// `X-Signature`: the signature in base64.
    pub signature: &'a str,
    /// The bytes of the body.
    pub body: &'a [u8],
}

/// Why a request is not from the site, or not a new one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum SignatureError {
    #[error("the signature headers are missing")]
    Missing,
    #[error("the time of the signature is not a number")]
    Timestamp,
    #[error("the time of the signature is not within five minutes")]
    Expired,
    #[error("the signature is wrong")]
    Wrong,
    #[error("the request was received before")]
    Repeated,
}

/// The public key of the site.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SiteKey(VerifyingKey);

/// The begin of the binary form of a key (RFC 8709): its type and its length.
const KEY_HEADER: &[u8] = b"\0\0\0\x0bssh-ed25519\0\0\0\x20";

impl SiteKey {
    /// Reads an Ed25519 key in the form of OpenSSH (`ssh-ed25519 BASE64`), of RFC 4716 (between lines with `----`), or base64
    /// alone. `None` if the text is no such key.
    pub fn read(text: &str) -> Option<SiteKey> {
        // RFC 4716 continues header lines after a backslash.
        let text = text.replace("\\\r\n", "").replace("\\\n", "");
        // A header line has a colon, which base64 has not.
        let is_body = |line: &&str| !line.starts_with(['#', '-']) && !line.contains(':');
        let mut words = text.lines().map(str::trim).filter(is_body).flat_map(str::split_whitespace);
        let body = match words.next()? {
            "ssh-ed25519" => words.next()?.to_owned(),
            first => words.fold(first.to_owned(), |body, word| body + word),
        };
        let bytes = STANDARD.decode(body).ok()?;
        let key = bytes.strip_prefix(KEY_HEADER)?.try_into().ok()?;
        VerifyingKey::from_bytes(key).map(SiteKey).ok()
    }

    /// Checks time and signature of a request. `now` is in seconds since 1970. Returns the time.
    pub(crate) fn verify(
        &self,
        request: &SignedRequest<'_>,
        now: u64,
    ) -> Result<u64, SignatureError> {
        let timestamp: u64 = request.timestamp.parse().map_err(|_| SignatureError::Timestamp)?;
        if now.abs_diff(timestamp) > WINDOW {
            return Err(SignatureError::Expired);
        }
        let signature = STANDARD.decode(request.signature).map_err(|_| SignatureError::Wrong)?;
        let signature = Signature::from_slice(&signature).map_err(|_| SignatureError::Wrong)?;
        let mut message = format!("{}.{}.", request.timestamp, request.nonce).into_bytes();
        message.extend_from_slice(request.body);
        self.0.verify_strict(&message, &signature).map_err(|_| SignatureError::Wrong)?;
        Ok(timestamp)
    }
}

/// The nonces of the last minutes, with the times after which their requests are too old.
#[derive(Debug, Default)]
pub struct Nonces(HashMap<String, u64>);

impl Nonces {
    /// Notes the nonce of a verified request.
    pub(crate) fn use_once(
        &mut self,
        nonce: &str,
        timestamp: u64,
        now: u64,
    ) -> Result<(), SignatureError> {
        self.0.retain(|_, end| *end >= now);
        match self.0.insert(nonce.to_owned(), timestamp + WINDOW) {
            None => Ok(()),
            Some(_) => Err(SignatureError::Repeated),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ed25519_dalek::{Signer, SigningKey};

    const BODY: &str = r#"{"verb":"move"}"#;

    fn key_text(key: &SigningKey) -> String {
        STANDARD.encode([KEY_HEADER, key.verifying_key().as_bytes()].concat())
    }

    fn sign(key: &SigningKey, timestamp: u64, nonce: &str) -> String {
        STANDARD.encode(key.sign(format!("{timestamp}.{nonce}.{BODY}").as_bytes()).to_bytes())
    }

    #[test]
    fn a_key_is_read_in_each_form_and_other_texts_are_refused() {
        let signing = SigningKey::from_bytes(&[7; 32]);
        let body = key_text(&signing);
        let (first, second) = body.split_at(30);
        let key = SiteKey(signing.verifying_key());
        for text in [
            body.clone(),
            format!("ssh-ed25519 {body}"),
            format!("ssh-ed25519 {body} a comment\n"),
            format!(
                "---- BEGIN SSH2 PUBLIC KEY ----\r\nComment: \"of the site\"\r\n{first}\r\n{second}\r\n\
                 ---- END SSH2 PUBLIC KEY ----\r\n"
            ),
        ] {
            assert_eq!(SiteKey::read(&text), Some(key.clone()), "{text}");
        }
        for text in ["", "ssh-rsa AAAA", "ssh-ed25519", first, &format!("{body}AAAA"), "<html>"] {
            assert_eq!(SiteKey::read(text), None, "{text}");
        }
    }

    #[test]
    fn a_request_is_accepted_once_with_its_own_key_body_nonce_and_time() {
        let (signing, other) = (SigningKey::from_bytes(&[7; 32]), SigningKey::from_bytes(&[8; 32]));
        let key = SiteKey(signing.verifying_key());
        let now = 1_800_000_000;
        let good = sign(&signing, now, "n");
        for (timestamp, nonce, signature, body, now, expected) in [
            (now, "n", &good, BODY, now, Ok(now)),
            (now, "n", &good, BODY, now + WINDOW, Ok(now)),
            (now, "n", &good, BODY, now - WINDOW, Ok(now)),
            (now, "n", &good, BODY, now + WINDOW + 1, Err(SignatureError::Expired)),
            (now, "n", &good, BODY, now - WINDOW - 1, Err(SignatureError::Expired)),
            (now + 1, "n", &good, BODY, now, Err(SignatureError::Wrong)),
            (now, "m", &good, BODY, now, Err(SignatureError::Wrong)),
            (now, "n", &good, "{}", now, Err(SignatureError::Wrong)),
            (now, "n", &"AAAA".to_owned(), BODY, now, Err(SignatureError::Wrong)),
            (now, "n", &"?".to_owned(), BODY, now, Err(SignatureError::Wrong)),
            (now, "n", &sign(&other, now, "n"), BODY, now, Err(SignatureError::Wrong)),
        ] {
            let (timestamp, body) = (&timestamp.to_string(), body.as_bytes());
            let request = SignedRequest { timestamp, nonce, signature, body };
            assert_eq!(key.verify(&request, now), expected, "{request:?}");
        }
        let request = SignedRequest { timestamp: "1e9", nonce: "n", signature: &good, body: b"" };
        assert_eq!(key.verify(&request, now), Err(SignatureError::Timestamp));
    }

    #[test]
    fn a_nonce_is_used_once_and_forgotten_when_its_request_is_too_old() {
        let mut nonces = Nonces::default();
        assert_eq!(nonces.use_once("a", 1000, 1000), Ok(()));
        assert_eq!(nonces.use_once("a", 1000, 1000 + WINDOW), Err(SignatureError::Repeated));
        assert_eq!(nonces.use_once("b", 2000, 1001 + WINDOW), Ok(()));
        assert_eq!(nonces.0.len(), 1);
    }
}
