//! The start of the page while the rules do not answer.

use crate::support::browser::Browser;
use crate::support::page::*;

/// Are the parts and the buttons that need the rules locked?
pub const LOCKED: &str = "['#modes', '#play', '#moves', '#analysis', '#settings'].every((part) => $(part).inert) && \
     ['#load', '#save', '#paste', '#share', '#set-up', '#copy', '#picture'].every((button) => $(button).disabled)";
/// Is none of them locked?
const OPEN: &str = "!$('[inert]') && !$('#tools > .row button:disabled')";

/// Opens a page that fails with a sentence, by a script that runs before it.
pub fn open_without_rules(browser: &mut Browser, address: &str, script: &str, sentence: &str) {
    let added = browser.before_the_page(script);
    browser.open("about:blank#", WIDE, false);
    browser.open(address, WIDE, false);
    browser.wait_for_text("#trouble .sentence", sentence);
    browser.wait_for(LOCKED);
    browser.call("Page.removeScriptToEvaluateOnNewDocument", added);
    // The console has the error, too.
    browser.errors.clear();
}

#[test]
fn without_the_rules_the_buttons_are_locked_until_the_rules_answer() {
    let Some((server, mut browser)) = browser_and_server("no_rules", &[]) else { return };
    open_without_rules(
        &mut browser,
        &server.address,
        "window.ask = fetch; window.fetch = () => Promise.reject(new TypeError('Failed to fetch'))",
        "There is no connection to Luctor. Is it still running?",
    );
    browser.screenshot("no-rules");
    browser.eval("(window.fetch = ask, true)");
    browser.click("#trouble .again");
    browser.wait_for("$$('.square').length === 41");
    browser.wait_for(OPEN);
    choose_the_board(&mut browser);
    enter(&mut browser, &["e4"]);
}
