//! The page of `luctor analyse --html`, opened from a file.

use crate::WIDE;
use crate::browser::Browser;
use crate::client::program;
use std::path::Path;

#[test]
fn the_report_of_two_games_works_from_a_file_without_requests() {
    let Some(mut browser) = Browser::start("report") else { return };
    let data =
        |name: &str| format!("{}/crates/records/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("report.html");
    let (mindsports, tutor) = (data("mindsports.txt"), data("tutor.txt"));
    let run = program()
        .args(["analyse", &mindsports, &tutor, "--nodes", "400", "--hash", "4", "--html"])
        .arg(&out)
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let address = format!("file://{}", out.display());
    for (size, dark) in [(WIDE, false), ((360, 780), true)] {
        browser.open(&address, size, dark);
        browser.wait_for("document.querySelectorAll('#moves [data-ply]').length > 20");
        assert_eq!(browser.overflow(), 0, "{size:?}");
        browser.screenshot(if dark { "report-narrow-dark" } else { "report" });
    }
    browser.open(&address, WIDE, false);
    let current = "(document.querySelector('#moves .current')?.dataset.ply ?? '0')";
    let pieces = "document.querySelectorAll('#picture .piece').length";
    browser.wait_for_value(pieces, 0);
    for (key, ply) in [("ArrowRight", "1"), ("ArrowRight", "2"), ("ArrowLeft", "1"), ("Home", "0")]
    {
        browser.key(key);
        browser.wait_for_value(current, ply);
    }
    browser.click("#moves [data-ply='2']");
    browser.wait_for_value(pieces, 2);
    browser.click("[data-go=next]");
    browser.wait_for("document.querySelector('#moves .current .mark')");
    // A move of the better line is played from the position before the error.
    let line = "document.querySelector('#moves [data-line]').dataset.line";
    browser.eval("document.querySelector('#moves [data-line]').scrollIntoView({block: 'center'})");
    browser.click("#moves [data-line]");
    let shown = "document.querySelector('#moves .current').dataset.line";
    browser.wait_for(&format!("{line} === {shown}"));
    browser.wait_for_words("#note", "Better line, move 1 of");
    browser.key("ArrowLeft");
    browser.wait_for(&format!("{current} === {line}.split('.')[0]"));
    browser.click("#graph");
    browser.set("#games", "1");
    browser.wait_for_value(current, "0");
    assert!(browser.errors.is_empty(), "{:#?}", browser.errors);
    assert!(browser.requests.iter().all(|request| *request == address), "{:?}", browser.requests);
}
