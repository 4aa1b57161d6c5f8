//! The appearance of the page: sizes, dark and light colours.

use crate::support::browser::Browser;
use crate::support::page::*;
use crate::support::server::Server;
use serde_json::json;

/// A position with tall caps, prisoners, threats and men in hand.
const COLUMNS: &str = "1/b2/w4/3(b3w2)2w/1(bw)b3w2/1(w3b2)1w1b1/3(wb2)w/3/1 w 0,1";

/// Makes the rectangle of an element available to expressions.
pub const BOX: &str = "window.box = (selector) => $(selector).getBoundingClientRect()";

#[test]
fn the_page_fits_a_phone_is_readable_in_both_colours_and_no_frame_crosses_a_number() {
    let Some((_server, mut browser)) = page("sizes", &[]) else { return };
    check_screen(&mut browser, "start", WIDE, false);
    paste(&mut browser, "1/b2/w3b/3(b3w2)2w/1b3w3/1(w5b2)1w1b1/3w1/3/1 w 0,2");
    browser.click("#modes [data-mode=analyse]");
    browser.click("#analyse");
    browser.wait_for("$$('.lines li').length > 0");
    check_screen(&mut browser, "middle-game", WIDE, false);
    check_screen(&mut browser, "narrow", (360, 780), false);
    check_screen(&mut browser, "dark", WIDE, true);
    check_screen(&mut browser, "narrow-dark", (360, 780), true);
    show_mode(&mut browser, "play");
    check_texts_on_a_phone(&mut browser);
    check_numbers_of_columns(&mut browser);
}

/// The page is not wider than the window, and has its colours.
#[track_caller]
fn check_screen(browser: &mut Browser, name: &str, size: (u32, u32), dark: bool) {
    browser.resize(size, dark);
    if name != "start" {
        browser.hover(".lines li:first-child button");
    }
    assert_eq!(browser.overflow(), 0, "{name}");
    let is_dark =
        "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).every((part) => part < 60)";
    browser.wait_for_value(is_dark, dark);
    browser.eval("scrollTo(0, 0)");
    browser.screenshot(name);
}

/// Texts are large enough and not cut off.
fn check_texts_on_a_phone(browser: &mut Browser) {
    let fits = |browser: &mut Browser, what: &str| {
        assert_eq!(browser.overflow(), 0, "{what}");
        let cut = "$$('button, label, p, h2, legend, select') \
                     .filter((e) => e.offsetParent && !e.closest('.unseen') && e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0) \
                     .map((e) => e.textContent).join()";
        browser.wait_for_value(cut, "");
    };
    browser.resize((360, 780), false);
    paste(browser, "1/3/1(b2w4)3/3(w7b10)3/9/7/1w3/3/1 w 0,0");
    let least =
        "Math.min(...$$('.picture text').map((text) => text.getBoundingClientRect().height))";
    let least = browser.eval(least).as_f64().unwrap();
    assert!(least >= 10.0, "a text is {least} px high");
    browser.click("#set-up");
    browser.wait_for("!$('#set-up-form').hidden");
    browser.set("#set-up-form [name=hand-white]", "12");
    browser.wait_for("$('#set-up-form .fault').textContent !== ''");
    fits(browser, "set-up");
    browser.click("#set-up-form [name=give-up]");
    browser.wait_for("$('#set-up-form').hidden");
    for (button, dialog) in [("#new-game", "#new-game-dialog"), ("#save", "#save-dialog")] {
        browser.click(button);
        browser.wait_for(&format!("$('{dialog}').open"));
        fits(browser, dialog);
        browser.key("Escape");
        browser.wait_for(&format!("!$('{dialog}').open"));
    }
}

/// No number of a column is crossed by a frame.
fn check_numbers_of_columns(browser: &mut Browser) {
    paste(browser, COLUMNS);
    // The widest frame, and a number without the space above and below its digits.
    for (size, widest) in [(WIDE, 4), ((390, 844), 3)] {
        browser.resize(size, false);
        browser.wait_for("$$('.picture .count').length === 6");
        let crossed = format!(
            "$$('.picture .count').filter((count) => {{ \
               const number = count.getBoundingClientRect(); \
               const cell = count.closest('.piece').dataset.cell; \
               const frame = $(`.square[data-cell=${{cell}}]`).getBoundingClientRect(); \
               return number.top + 0.2 * number.height < frame.top + {widest} || number.bottom - 0.2 * number.height > frame.bottom - {widest} || \
                      number.left < frame.left + {widest} || number.right > frame.right - {widest}; \
             }}).map((count) => count.outerHTML).join()"
        );
        browser.wait_for_value(&crossed, "");
        let frames = "$$('.square').flatMap((square) => \
             getComputedStyle(square).boxShadow.match(/[\\d.]+(?=px inset)/g) ?? [])";
        let are_narrow = format!("{frames}.every((width) => width <= {widest})");
        assert!(browser.is_true(&format!("{frames}.length > 0 && {are_narrow}")), "{size:?}");
    }
}

#[test]
fn the_board_fills_its_place_and_a_phone_shows_it_with_task_and_buttons_without_scrolling() {
    let Some((_server, mut browser)) = page("board_size", &[]) else { return };
    browser.eval(BOX);
    check_board_and_steps_on_a_phone(&mut browser);
    check_what_is_below_the_board_of_a_phone(&mut browser);
    show_mode(&mut browser, "play");
    check_place_of_the_board(&mut browser);
}

/// The board and the buttons that step are visible in both orientations.
fn check_board_and_steps_on_a_phone(browser: &mut Browser) {
    for size in [(360, 640), (390, 844), (640, 360), (844, 390)] {
        browser.resize(size, false);
        browser.eval("scrollTo(0, 0)");
        browser.screenshot(&format!("phone-{}x{}", size.0, size.1));
        let hidden = browser.eval(
            "$$('.square, .steps button, #required').filter((part) => { \
               const { left, top, right, bottom } = part.getBoundingClientRect(); \
               return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight; \
             }).map((part) => part.outerHTML.slice(0, 80)).join()",
        );
        assert_eq!(hidden, json!(""), "{size:?}");
    }
}

/// The task, the hint, the next exercise and the lines of the engine are between the board and the buttons that step.
fn check_what_is_below_the_board_of_a_phone(browser: &mut Browser) {
    browser.resize((390, 844), false);
    for (mode, parts) in [
        ("play", &["#required", "#new-game"] as &[&str]),
        ("learn", &["#learn .task", "#learn .next"]),
        ("puzzles", &["#puzzles .task", "#puzzles .hint", "#puzzles .next"]),
        ("analyse", &["#analyse", ".lines"]),
    ] {
        show_mode(browser, mode);
        browser.wait_for(&format!("$('{}').checkVisibility()", parts[0]));
        if mode == "learn" || mode == "puzzles" {
            browser.wait_for(&format!("$('#{mode} .task').textContent"));
        }
        browser.eval("scrollTo(0, 0)");
        for part in parts {
            let is_seen = format!(
                "box('{part}').top >= box('#board').bottom && box('{part}').bottom <= box('.steps').top"
            );
            browser.wait_for(&is_seen);
        }
    }
}

/// The board is as large as its place, and the players are attached to it.
fn check_place_of_the_board(browser: &mut Browser) {
    for (size, is_large) in [
        ((1280, 800), "box('#board').height >= 640"),
        ((1920, 1080), "box('#board').height >= 900"),
        ((768, 1024), "box('#board').width === document.documentElement.clientWidth"),
        ((390, 844), "box('#board').width === document.documentElement.clientWidth"),
        ((320, 568), "box('#board').width === document.documentElement.clientWidth"),
        ((320, 256), "box('#board').height <= innerHeight"),
    ] {
        browser.resize(size, false);
        assert!(browser.is_true(is_large), "{size:?}: {}", browser.eval("box('#board').height"));
        for mode in ["play", "learn", "analyse", "puzzles"] {
            show_mode(browser, mode);
            assert_eq!(browser.overflow(), 0, "{size:?} {mode}");
        }
        let attached = "['left', 'right'].every((edge) => box('#board')[edge] === box('#player-white')[edge] && \
             box('#board')[edge] === box('#player-black')[edge]) && \
             box('#player-black').bottom === box('#board').top && box('#board').bottom === box('#player-white').top";
        assert!(browser.is_true(attached), "{size:?}");
        // The picture is as large as the board, and the hands are with the names.
        let are_in_place = "box('.picture svg').height === box('#board').height && \
             $('#player-white .hand').checkVisibility()";
        assert!(browser.is_true(are_in_place), "{size:?}");
        let edges = "Math.abs(box('header').left - box('main').left) < 1 && Math.abs(box('header').right - box('main').right) < 1 && \
             Math.abs(box('#side').right - box('main').right) < 1 && box('#table').left >= box('main').left";
        assert!(browser.is_true(edges), "{size:?}");
        show_mode(browser, "play");
    }
}

#[test]
fn nothing_jumps_when_lines_scores_and_messages_appear() {
    for (name, size) in [("shifts", WIDE), ("shifts-phone", (390, 844))] {
        let Some((_server, mut browser)) = page(name, &[]) else { return };
        browser.resize(size, false);
        // By scripts, so that no shift is excused by a recent input.
        browser.eval("$('#modes [data-mode=analyse]').click()");
        browser.wait_for("document.body.dataset.mode === 'analyse'");
        browser.wait_for("!$('#explorer').hidden");
        // After two frames the other mode is on the screen.
        browser.eval(
            "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => { \
               window.shift = 0; window.shifted = []; \
               new PerformanceObserver((list) => list.getEntries().forEach(({ value, sources }) => { \
                 shift += value; shifted.push(...sources.map(({ node }) => node?.id || node?.nodeName)); \
               })).observe({ type: 'layout-shift' }); \
               resolve(); })))",
        );
        browser.eval("$('#analyse').click()");
        browser.wait_for("$$('.lines li').length === 3");
        browser.eval("$('.square.legal').click()");
        wait_for_moves(&mut browser, 1);
        browser.wait_for("$('.square.forbidden')");
        browser.eval("$('.square.forbidden').click()");
        browser.eval("$('#copy').click()");
        browser.wait_for("!$('#notice').hidden || !$('#trouble').hidden");
        browser.wait_for("/depth \\d\\d/.test($('.search-state').textContent)");
        let shift = browser.eval("shift").as_f64().unwrap();
        let shifted = browser.eval("shifted.join()");
        assert!(shift < 0.02, "{size:?}: {shift} {shifted}");
    }
}

#[test]
fn a_theme_changes_board_and_pieces_in_light_and_dark_and_is_stored() {
    let Some((server, mut browser)) = page("themes", &[]) else { return };
    let colours = "(() => { const fill = (selector) => getComputedStyle($(selector)).fill; \
         return ['.picture .board', '.picture .cell rect', '.picture .man.white', '.hand .man.black'].map(fill).join(' '); })()";
    let mut seen = Vec::new();
    paste(&mut browser, COLUMNS);
    for dark in [false, true] {
        browser.resize(WIDE, dark);
        for theme in ["wood", "slate", "forest", "paper"] {
            browser.set("#theme", theme);
            browser.wait_for(&format!("document.documentElement.dataset.theme === '{theme}'"));
            seen.push(browser.eval(colours).as_str().unwrap().to_owned());
            browser.screenshot(&format!("theme-{theme}{}", if dark { "-dark" } else { "" }));
        }
    }
    let mut different = seen.clone();
    different.sort();
    different.dedup();
    assert_eq!(different.len(), seen.len(), "{seen:#?}");
    // Dark without a dark device.
    browser.set("#scheme", "dark");
    reload(&server, &mut browser);
    browser.wait_for("$('.picture .man.white')");
    browser.wait_for("$('#theme').value === 'paper'");
    browser.wait_for_value(colours, seen[7].as_str());
}

#[test]
fn the_click_areas_of_hexagons_do_not_overlap() {
    let Some((_server, mut browser)) = page("hexagons", &[]) else { return };
    new_game(&mut browser, "hexemergo", "white black", "1");
    browser.wait_for("$$('.square').length === 37");
    // Points just inside the edges of each cell.
    let strange = browser.eval(
        "$$('.square').flatMap((square) => { \
           square.scrollIntoView({ block: 'center' }); \
           const box = square.getBoundingClientRect(); \
           return Array.from({ length: 24 }, (_, index) => (index * Math.PI) / 12).filter((angle) => { \
             const [x, y] = [box.x + box.width * (0.5 + 0.46 * Math.cos(angle)), box.y + box.height * (0.5 + 0.46 * Math.sin(angle))]; \
             return document.elementFromPoint(x, y) !== square; \
           }).map((angle) => `${square.dataset.cell} ${angle}`); }).join()",
    );
    assert_eq!(strange, json!(""));
}

#[test]
fn an_empty_board_is_shown_before_the_page_is_loaded() {
    let Some(mut browser) = Browser::start("waiting") else { return };
    let server = Server::start(&[]);
    browser.call("Network.setBlockedURLs", json!({"urls": ["*main.js*"]}));
    browser.open(&server.address, WIDE, false);
    let width = "$('#board .waiting').getBoundingClientRect().width";
    browser.wait_for(&format!("{width} > 500"));
    for (part, visibility) in
        [("#board .waiting", "visible"), ("h1", "visible"), ("#side", "hidden")]
    {
        let shown = format!("getComputedStyle($('{part}')).visibility");
        browser.wait_for_value(&shown, visibility);
    }
    browser.screenshot("waiting");
}
