//! Mutated requests, signed and unsigned. A long-run test:
//! `LUCTOR_FUZZ=1000000 cargo test --features bot --test all bot::fuzz -- --nocapture`.

use super::checks::FirstBot;
use super::process::Bot;
use super::site::Site;
use luctor_bot::settings::Settings;
use luctor_bot::signature::{SignedRequest, SiteKey};
use test_support::amount::amount_from_env;
use test_support::mutation::{Mutator, corpus};

const WORDS: &str = r#""moves":|[["e4"]]|null|1e308|-0|"\u0000"|[]|{}|"verb":|"move"|e4|x|99999999999999999999|../|"gameid":|true"#;
const HEADERS: [&str; 6] = ["1800000000", "-1", "1e9", "AAAA", "nonce", "99999999999999999999"];

#[test]
fn any_request_is_answered_and_only_legal_games_are_queued() {
    let site = Site::start();
    let bot = Bot::new("fuzz", &site, "");
    let settings = Settings::read(&bot.folder.join("bot.toml")).unwrap();
    let first_bot = FirstBot::new(&settings, SiteKey::read(&site.key_text()).unwrap());
    let mut bodies = Mutator::new(1, &corpus("webhook"), WORDS.split('|'));
    let mut headers = Mutator::new(2, &HEADERS, &HEADERS);
    for _ in 0..amount_from_env("LUCTOR_FUZZ", 1000_u64) {
        let body = bodies.input();
        let [mut time, mut nonce, mut signature] = site.signed(&body).map(|(_, value)| value);
        let is_forged = bodies.happens(2);
        if is_forged {
            let field = *bodies.choose(&[0, 1, 2]);
            let text = String::from_utf8_lossy(&headers.input()).into_owned();
            *[&mut time, &mut nonce, &mut signature][field] = text;
        }
        let (timestamp, nonce, signature) = (&time, &nonce, &signature);
        let request = SignedRequest { timestamp, nonce, signature, body: &body };
        let accepted = first_bot.accepts(request);
        assert!(!(accepted && is_forged), "{:?}", String::from_utf8_lossy(&body));
    }
    first_bot.check_queue();
}

#[test]
fn any_text_is_a_key_or_refused() {
    let site = Site::start();
    let words = "ssh-ed25519 |----|:|\n|AAAA|=|é".split('|');
    let mut texts = Mutator::new(3, &[site.key_text()], words);
    let key = SiteKey::read(&site.key_text()).unwrap();
    let mut same = 0;
    for _ in 0..amount_from_env("LUCTOR_FUZZ", 1000_u64) {
        let text = texts.input();
        same += u32::from(SiteKey::read(&String::from_utf8_lossy(&text)) == Some(key.clone()));
    }
    assert!(same > 0, "some changes are in the comment");
}
