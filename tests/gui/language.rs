//! The languages of the page.

use crate::support::page::*;
use serde_json::json;

#[test]
fn the_language_of_the_browser_selects_and_a_setting_changes_it() {
    let Some((server, mut browser)) = page("language", &[]) else { return };
    browser.wait_for_text("#new-game", "New game");
    browser.eval("localStorage.setItem('luctor.settings', 'bad')");
    reload(&server, &mut browser);
    browser.wait_for("!$('#notice').hidden");
    browser.set("#language", "nl");
    browser.wait_for_text("#required", "Wit is aan zet: zet een schijf in");
    assert!(browser.is_true("$('#notice').hidden"), "it is in the other language");
    browser.wait_for_text("#new-game", "Nieuw spel");
    browser.wait_for_value("document.documentElement.lang", "nl");
    browser.open(&server.address, WIDE, false);
    browser.wait_for_text("#required", "Wit is aan zet: zet een schijf in");
    browser.eval("localStorage.clear()");
    let language = json!({"userAgent": "test", "acceptLanguage": "nl-BE,en"});
    browser.call("Emulation.setUserAgentOverride", language);
    browser.open(&server.address, WIDE, false);
    browser.wait_for_text("#required", "Wit is aan zet: zet een schijf in");
}
