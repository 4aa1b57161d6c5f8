//! The page of `luctor analyse --html`, opened from a file.

use crate::support::axe::check_with_axe;
use crate::support::browser::Browser;
use crate::support::luctor;
use crate::support::page::*;
use std::path::Path;
use test_support::scratch::{game_file, scratch_path};

#[test]
fn the_report_of_two_games_works_from_a_file_without_requests() {
    let Some(mut browser) = Browser::start("report") else { return };
    let out = scratch_path("report.html");
    let (mindsports, tutor) = (game_file("mindsports.txt"), game_file("tutor.txt"));
    let limits = ["--depth", "4", "--hash", "4"];
    let files = [mindsports.as_str(), &tutor, "--html", out.to_str().unwrap()];
    luctor(Path::new("."), &[&["analyse"], &files[..], &limits].concat());
    let address = format!("file://{}", out.display());
    let current = "($('#move-list [aria-current]')?.dataset.ply ?? '0')";
    browser.open(&address, WIDE, false);
    browser.wait_for("$$('#move-list [data-ply]').length > 20");
    browser.wait_for("$$('#report .whole').length === 2");
    for (size, dark) in [(WIDE, false), ((360, 780), true)] {
        browser.resize(size, dark);
        assert_eq!(browser.overflow(), 0, "{size:?}");
        check_with_axe(&mut browser, &format!("{size:?}"));
        if dark {
            browser.screenshot("report-narrow-dark");
        }
    }
    browser.resize(WIDE, false);
    wait_for_pieces(&mut browser, 0);
    browser.wait_for("$$('.square').length === 41");
    for (key, ply) in [("ArrowRight", "1"), ("ArrowRight", "2"), ("ArrowLeft", "1"), ("Home", "0")]
    {
        browser.key(key);
        browser.wait_for_value(current, ply);
        wait_for_pieces(&mut browser, ply.parse().unwrap());
    }
    // A marked move shows the position before it with the better line.
    let marked = "$('#move-list button:has(.error-sign)').dataset.ply";
    browser.click("#move-list button:has(.error-sign)");
    browser.wait_for(&format!("Number({current}) === Number({marked}) - 1"));
    browser.wait_for("$$('.arrows > *').length > 0");
    browser.screenshot("report");
    let arrowless = "$$('.arrows > *').length === 0";
    let shown = |number: usize| format!("$('.better-line li:nth-child({number}) [aria-current]')");
    browser.click(".better-line li:nth-child(2) button");
    browser.wait_for(&shown(2));
    browser.wait_for(arrowless);
    browser.key("ArrowLeft");
    browser.wait_for(&shown(1));
    // The next mark is behind the one that is judged.
    let next = format!(
        "$$('#move-list button:is(:has(.error-sign), :has(.good-sign))')\
         .map((button) => Number(button.dataset.ply)).find((ply) => ply > Number({marked}))"
    );
    browser.click(".next-mark");
    let judged = "$('#move-list .judged')?.dataset.ply";
    browser.wait_for(&format!("Number({judged} ?? {current}) === {next}"));
    browser.wait_for_text(".summary th:nth-of-type(3)", "mean loss");
    browser.wait_for_words(".made-by", ", depth 4. ");
    let loss = ".summary .whole td:nth-of-type(3)";
    browser.wait_for(&format!("/^0\\.\\d{{3}}$/.test($('{loss}').textContent)"));
    browser.click("#graph");
    browser.wait_for(&format!("Number({current}) > Number({marked})"));
    browser.set("header select", "1");
    browser.wait_for_value(current, "0");
    browser.wait_for("document.title === $('h1').textContent");
    // A game with a variation: the file has the main line.
    let varied = Path::new(env!("CARGO_TARGET_TMPDIR")).join("varied.pgn");
    std::fs::write(&varied, "[Termination \"resignation\"]\n\n1. e4 (1. d4) e6 1-0\n").unwrap();
    let files = [varied.to_str().unwrap(), "--html", out.to_str().unwrap()];
    luctor(Path::new("."), &[&["analyse"], &files[..], &limits].concat());
    browser.open("about:blank", WIDE, false);
    browser.open(&address, WIDE, false);
    wait_for_moves(&mut browser, 2);
    browser.click("#move-list [data-ply='2']");
    wait_for_pieces(&mut browser, 2);
    browser.wait_for_text("#outcome", "1-0, Black resigned");
    assert!(browser.errors.is_empty(), "{:#?}", browser.errors);
    let is_inside = |request: &String| *request == address || request.starts_with("data:");
    assert!(browser.requests.iter().all(is_inside), "{:?}", browser.requests);
}
