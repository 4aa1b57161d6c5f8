#![no_main]
//! Signed requests of the site, one for each line of the input.
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ed25519_dalek::{Signer, SigningKey};
use libfuzzer_sys::fuzz_target;
use luctor_bot::settings::Settings;
use luctor_bot::signature::{SignedRequest, SiteKey};
use luctor_fuzz::scratch;
use luctor_fuzz::webhook_checks::FirstBot;
use std::fs;
use std::sync::LazyLock;
use std::time::{SystemTime, UNIX_EPOCH};

static KEY: LazyLock<SigningKey> = LazyLock::new(|| SigningKey::from_bytes(&[7; 32]));
static SETTINGS: LazyLock<Settings> = LazyLock::new(|| {
    let path = scratch("bot.toml");
    let text = r#"
        state = "STATE"
        [site]
        token_url = "http://127.0.0.1:9/token"
        scope = "scope"
        move_url = "http://127.0.0.1:9/move"
        games_url = "http://127.0.0.1:9/games"
        [[bot]]
        name = "club"
        client_id = "id"
        secret_env = "SECRET"
        "#;
    let text = text.replace("STATE", &scratch("bot").display().to_string());
    fs::write(&path, text).expect("the disk has space");
    Settings::read(&path).expect("the settings are right")
});

fn site_key() -> SiteKey {
    let bytes =
        [b"\0\0\0\x0bssh-ed25519\0\0\0\x20".as_slice(), KEY.verifying_key().as_bytes()].concat();
    let text = format!(
        "---- BEGIN SSH2 PUBLIC KEY ----\n{}\n---- END SSH2 PUBLIC KEY ----\n",
        STANDARD.encode(bytes)
    );
    SiteKey::read(&text).expect("it is a key")
}

fuzz_target!(|input: &[u8]| {
    let _ = fs::remove_dir_all(&SETTINGS.state);
    let first_bot = FirstBot::new(&SETTINGS, site_key());
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("it is after 1970").as_secs();
    for (number, body) in input.split(|byte| *byte == b'\n').enumerate().take(8) {
        let (timestamp, nonce) = (now.to_string(), number.to_string());
        let signed = [format!("{timestamp}.{nonce}.").as_bytes(), body].concat();
        let signature = STANDARD.encode(KEY.sign(&signed).to_bytes());
        let (timestamp, nonce, signature) = (&timestamp, &nonce, &signature);
        first_bot.accepts(SignedRequest { timestamp, nonce, signature, body });
    }
    first_bot.check_queue();
});
