//! Games by clicks: moves, captures with a choice, clocks, and the ends of games.

use crate::support::browser::{Browser, clipboard};
use crate::support::page::*;
use serde_json::json;

/// Plays the person's side by clicks until the game ends.
pub fn play_to_the_end(browser: &mut Browser) {
    let mut clicks = 0;
    loop {
        // A marked cell, the next cell of a capture first. The engine moves in between.
        let choice = "($('.square.next') ?? $('.square.legal') ?? \
                      $('.square.movable'))?.dataset.cell ?? null";
        browser.wait_for(&format!("$('#outcome').textContent !== '' || ({choice}) !== null"));
        if !browser.text("#outcome").is_empty() {
            break;
        }
        if let Some(cell) = browser.eval(choice).as_str() {
            browser.cell(cell);
        }
        clicks += 1;
        assert!(clicks < 1_000, "the game does not end");
    }
}

#[test]
fn a_whole_game_is_played_by_clicks_against_the_engine() {
    let Some((_server, mut browser)) = page("whole_game", &[]) else { return };
    new_game(&mut browser, "emergo7", "white", "0.02");
    play_to_the_end(&mut browser);
    let outcome = browser.text("#outcome");
    assert!(
        ["1-0, ", "0-1, ", "1/2-1/2, "].iter().any(|head| outcome.starts_with(head)),
        "{outcome}"
    );
    let moves = moves(&mut browser);
    assert!(moves.split(' ').count() > 12, "{moves}: {outcome}");
    // A click asks for the report.
    browser.click("#study-game");
    browser.wait_for("document.body.dataset.mode === 'analyse'");
    browser.wait_for("!$('#game-progress').hidden");
}

#[test]
fn the_end_of_a_game_offers_a_rematch_the_next_level_and_a_report() {
    let Some((_server, mut browser)) = page("end_panel", &[]) else { return };
    // A level that has a next one.
    start_game(&mut browser, "emergo7", &[("seconds", "0.02"), ("level", "2")]);
    browser.wait_for_text("#required", "Your turn: enter a man");
    browser.wait_for("$('#end').hidden");
    browser.choose("d3");
    wait_for_moves(&mut browser, 2);
    resign(&mut browser);
    browser.wait_for("$('#end').checkVisibility()");
    browser.wait_for_text("#end .result", "You lose");
    browser.wait_for_text("#end .reason", "White resigned");
    // The result is the largest text of the page.
    let size = |selector: &str| format!("parseFloat(getComputedStyle($('{selector}')).fontSize)");
    assert!(browser.is_true(&format!("{} > 1.5 * {}", size("#end .result"), size("h1"))));
    browser.screenshot("end");
    // An earlier position is not the end.
    browser.page_key("ArrowLeft");
    browser.wait_for("$('#end').hidden");
    browser.key("ArrowRight");
    browser.wait_for("$('#end').checkVisibility()");
    // The same level with the other colour.
    browser.click("#end .rematch");
    wait_for_moves(&mut browser, 1);
    browser.wait_for_text("#required", "Your turn: enter a man");
    browser.wait_for("$('#engine-plays').value === 'white'");
    let level = "JSON.parse(localStorage['luctor.settings']).value.level";
    browser.wait_for(&format!("{level} === 2"));
    browser.click(".square.legal");
    wait_for_moves(&mut browser, 3);
    resign(&mut browser);
    browser.wait_for_text("#end .reason", "Black resigned");
    browser.wait_for_text("#end .next-level", "Next level: Student");
    browser.click("#end .next-level");
    wait_for_moves(&mut browser, 1);
    browser.wait_for(&format!("{level} === 3"));
    browser.wait_for("$('#engine-plays').value === 'white'");
    // The panel can be closed.
    browser.wait_for("$('.square.legal')");
    resign(&mut browser);
    browser.wait_for("$('#end').checkVisibility()");
    browser.click("#end .dismiss");
    browser.wait_for("$('#end').hidden");
    // A rematch has the rules of the last game.
    browser.eval("location.hash = 'v=emergo7&r=unlimited'");
    browser.click("#confirm [value=yes]");
    browser.wait_for("document.body.dataset.mode === 'analyse'");
    show_mode(&mut browser, "play");
    browser.set("#engine-plays", "black");
    browser.choose("d3");
    wait_for_moves(&mut browser, 2);
    resign(&mut browser);
    browser.click("#end .rematch");
    wait_for_moves(&mut browser, 1);
    let link = shared_link(&mut browser, "game");
    assert!(link.contains("r=unlimited"), "{link}");
}

#[test]
fn a_move_is_shown_jump_by_jump_unless_the_person_wants_it_fast_or_without_motion() {
    let Some((_server, mut browser)) = page("motion", &[]) else { return };
    browser.animates = true;
    browser.resize(WIDE, false);
    capture_jump_by_jump(&mut browser);
    new_game(&mut browser, "emergo", "white black", "1");
    step_forward(&mut browser);
    new_game(&mut browser, "emergo", "white black", "1");
    take_the_top_man_along(&mut browser);
}

/// A capture is shown jump by jump, and its position can be copied.
fn capture_jump_by_jump(browser: &mut Browser) {
    paste(browser, "1/3/5/2b4/2b1b4/2(b2w2)(w3)3/5/3/1 w 0,0");
    // Records each slide with the cells of its ends, and then the cell and the column of the capturing piece.
    browser.eval(
        "(() => { window.seen = []; \
           const cellAt = (transform) => { const [x, y] = transform.match(/-?[\\d.]+/g).map(Number); \
             return $$('.picture g.cell').find((cell) => { \
               const [a, b] = cell.getAttribute('transform').match(/-?[\\d.]+/g).map(Number); \
               return Math.abs(a - x) < 1 && Math.abs(b - y) < 1; })?.dataset.cell; }; \
           window.animate ??= Element.prototype.animate; \
           Element.prototype.animate = function (frames, timing) { \
             const slide = animate.call(this, frames, timing); \
             const ends = [frames[0], frames.at(-1)].map((frame) => cellAt(frame.transform)); \
             if (ends[0] === ends[1] || !this.dataset.cell) return slide; \
             seen.push(`${this.dataset.column} slides ${ends.join('-')}`); \
             slide.finished.then(() => seen.push('slid')); \
             return slide; }; \
           new MutationObserver(() => { \
             const piece = $$('.picture g.piece').find(p => p.dataset.column.startsWith('w3')); \
             if (piece) seen.push(`${piece.dataset.cell} ${piece.dataset.column}`); \
           }).observe($('.picture'), { childList: true }); })()",
    );
    browser.choose("e4");
    browser.wait_for_text("#outcome", "1-0, Black has no piece left");
    let seen = browser.eval("seen.filter((state, index) => state !== seen[index - 1]).join(', ')");
    let stages = [
        ("w3", "e4-c4", "c4 w3b"),
        ("w3b", "c4-c6", "c6 w3b2"),
        ("w3b2", "c6-e6", "e6 w3b3"),
        ("w3b3", "e6-e4", "e4 w3b4"),
        ("w3b4", "e4-c4", "c4 w3b5"),
    ];
    let expected: Vec<String> = stages
        .iter()
        .map(|(column, cells, shown)| format!("{column} slides {cells}, slid, {shown}"))
        .collect();
    assert_eq!(seen, json!(expected.join(", ")));

    let _clipboard = clipboard();
    browser.allow_clipboard();
    browser.click("#copy");
    wait_for_announcement(browser, "Copied");
    let copied = browser.eval("navigator.clipboard.readText()");
    assert_eq!(copied, json!("1/3/5/7/9/1(w3b5)(w2)4/5/3/1 b 0,0 1"));
}

/// Stepping forward shows the move, and is fast if the person chooses it.
fn step_forward(browser: &mut Browser) {
    paste(browser, "1/3/5/7/2w1b4/7/5/3/1 w 0,0");
    browser.cell("c5");
    browser.cell("c6");
    wait_for_moves(browser, 1);
    browser.wait_for("$('.square[data-cell=e5].movable')");
    browser.eval(
        "(() => { window.seen = []; window.animate ??= Element.prototype.animate; \
           Element.prototype.animate = function (frames, timing) { \
             if (this.matches('.piece')) seen.push(timing.duration); return animate.call(this, frames, timing); }; })()",
    );
    for (is_fast, durations) in [("true", json!([70])), ("false", json!([70, 220]))] {
        browser.set("#fast", is_fast);
        browser.page_key("ArrowLeft");
        browser.wait_for("$('.square[data-cell=c5].movable')");
        browser.key("ArrowRight");
        browser.wait_for("$('.square[data-cell=e5].movable')");
        browser.wait_for_value("seen", durations);
        wait_for_column(browser, "c6", "w");
    }
}

/// A jump takes the top man along, and a column that is free turns over. Nothing moves for a person who asked for reduced motion.
fn take_the_top_man_along(browser: &mut Browser) {
    // The piece on e4 jumps over the black man on e5, who holds two white prisoners.
    let position = "1/3/5/7/4(bw2)4/3w3/5/1b1/1 w 0,0";
    let record = "window.motion = []; window.animate ??= Element.prototype.animate; \
         Element.prototype.animate = function (frames, ...rest) { \
           motion.push([this.getAttribute('class'), this.dataset.cell ?? '', frames.length, frames[0].transform.includes('scaleY(-1)')].join(' ')); \
           return animate.call(this, frames, ...rest); }";
    paste(browser, position);
    browser.eval(record);
    browser.cell("e4");
    wait_for_column(browser, "e5", "w2");
    wait_for_column(browser, "e6", "wb");
    browser.wait_for_value("motion.join()", "piece e4 3 false,taken  3 false,piece e5 3 true");
    // A man that enters comes from the hand.
    new_game(browser, "emergo", "white black", "1");
    browser.wait_for("!$('.piece[data-cell]')");
    browser.wait_for("$('.square.legal[data-cell=e4]')");
    browser.eval(record);
    browser.cell("e4");
    browser.wait_for_value("motion.join()", "piece e4 2 false");
    // A person who asked for reduced motion sees the positions only.
    browser.animates = false;
    browser.resize(WIDE, false);
    new_game(browser, "emergo", "white black", "1");
    paste(browser, position);
    browser.eval(record);
    browser.cell("e4");
    wait_for_column(browser, "e6", "wb");
    browser.wait_for_value("motion.join()", "");
}

#[test]
fn an_ambiguous_capture_is_entered_square_by_square_or_chosen_from_a_list() {
    let Some((_server, mut browser)) = page("choice", &[]) else { return };
    // Two routes from e7 to g7 over the same men.
    let routes = ["e7xc7xc5xe5xe7xg7", "e7xe5xc5xc7xe7xg7"];
    paste(&mut browser, "1/3/1bwb1/1(b2)1b3/3(b2)5/3b3/5/w2/b w 0,0");
    browser.cell("e7");
    browser.wait_for("$('.square[data-cell=g7].end')");
    browser.wait_for("$$('.arrows polyline').length > 1");
    browser.cell("g7");
    browser.wait_for("$('#choice').open");
    let offered = "$$('#choice .choices button').map(b => b.textContent).sort()";
    browser.wait_for_value(offered, json!(routes));
    let second = browser.text("#choice .choices button:nth-child(2)");
    browser.click("#choice .choices button:nth-child(2)");
    wait_for_move_list(&mut browser, second);
    // The first route again, square by square. The capture that is left is played to its end.
    browser.click("#take-back");
    browser.wait_for("$('#take-back').disabled");
    for cell in ["e7", "c7"] {
        browser.choose(cell);
    }
    browser.wait_for_text("#move-list [aria-current]", routes[0]);
}

#[test]
fn a_shadowpiece_is_entered_as_one_column() {
    let Some((_server, mut browser)) = page("shadowpiece", &[]) else { return };
    paste(&mut browser, "1/3/5/3b3/9/3w3/5/3/1 w 7,0");
    browser.wait_for_text("#required", "White's turn: enter the shadowpiece of 7");
    browser.wait_for("$('#player-white .hand').ariaLabel === 'White: a shadowpiece of 7'");
    browser.cell("e2");
    wait_for_moves(&mut browser, 1);
    browser.wait_for("$('.picture g.piece[data-cell=e2]')");
    wait_for_column(&mut browser, "e2", "w7");
    let label = browser.eval("$('.square[data-cell=e2]').getAttribute('aria-label')");
    assert!(label.as_str().unwrap().starts_with("e2: White, a column of 7"), "{label}");
}

#[test]
fn an_illegal_click_is_refused_with_one_reason_that_is_shown_and_announced_and_changes_nothing() {
    let Some((_server, mut browser)) = page("illegal", &[]) else { return };
    // White's first entry may not be on the centre. The cell is marked, and hovering and clicking show the rule.
    browser.wait_for("$('.square[data-cell=e5]').classList.contains('forbidden')");
    browser.hover(".square[data-cell=e5]");
    browser.wait_for_words("#reason", "first entry");
    browser.cell("e5");
    let said = "$('#announcement').textContent";
    browser.wait_for(&format!("{said}.includes('first entry')"));
    browser.wait_for(&format!("$('#reason').textContent === {said}"));
    let shown = "$$('p, span, div, li').filter((part) => \
         part.children.length === 0 && part.textContent.includes('first entry') && \
         part.checkVisibility({ visibilityProperty: true }) && part.getBoundingClientRect().width > 1).map(({ id }) => id).join()";
    browser.wait_for_value(shown, "reason");
    wait_for_move_list(&mut browser, "");
    // The feeding rule and other refused clicks.
    paste(&mut browser, "1/3/5/7/3wb4/7/5/3/1 w 5,5");
    let table = [
        ("1/3/5/3b3/9/7/5/3/1 w 5,5", "e5", "could jump a piece entering on e5"),
        ("1/3/5/3b3/9/3w3/5/3/1 w 5,5", "e4", "e4 is not vacant"),
        ("1/3/5/3b3/3w5/7/5/3/1 w 0,0", "e6", "The piece on e6 is Black's."),
        ("1/3/5/3b3/3w5/7/5/3/1 w 0,0", "a5", "There is no piece on a5: choose one of White's."),
    ];
    for (position, cell, sentence) in table {
        paste(&mut browser, position);
        browser.cell(cell);
        browser.wait_for_words("#reason", sentence);
        wait_for_move_list(&mut browser, "");
    }
    // On the checkerboard the reasons use the other names of the cells.
    browser.set("#layout", "checkerboard");
    paste(&mut browser, "1/3/5/3b3/9/3w3/5/3/1 w 5,5");
    browser.wait_for("$('.picture rect.light')");
    let name = browser.eval("$('.square[data-cell=e4]').ariaLabel.split(':')[0]");
    assert_ne!(name, "e4");
    browser.cell("e4");
    let sentence = format!("{} is not vacant", name.as_str().unwrap());
    browser.wait_for(&format!("$('#reason').textContent.startsWith({})", json!(sentence)));
}

#[test]
fn moves_can_be_played_on_all_boards_in_both_layouts() {
    let Some((_server, mut browser)) = page("boards", &[]) else { return };
    for (variant, layout, cell) in [
        ("emergo", "checkerboard", "d5"),
        ("emergo7", "diamond", "d3"),
        ("hexemergo", "diamond", "d5"),
    ] {
        browser.set("#layout", layout);
        new_game(&mut browser, variant, "white", "0.05");
        browser.choose(cell);
        wait_for_moves(&mut browser, 2);
        browser.screenshot(&format!("{variant}-{layout}"));
    }
    browser.wait_for("$('#layout').disabled");
}

#[test]
fn a_move_in_an_earlier_position_stops_the_search_of_the_engine() {
    let Some((server, mut browser)) = page("while_thinking", &[]) else { return };
    new_game(&mut browser, "emergo", "white", "30");
    browser.cell("e4");
    browser.wait_for("!$('#move-now.unused')");
    browser.page_key("ArrowLeft");
    browser.choose("d4");
    browser.wait_for_text("#move-list [aria-current]", "d4");
    browser.wait_for("!$('#move-now.unused')");
    // A position that cannot be set up changes neither the game nor the search.
    open_text(&mut browser, "1/3/5/7/9/7/5/3/1 w 13,12");
    browser.wait_for_words("#paste-dialog .fault", "The position cannot be set up.");
    browser.key("Escape");
    browser.wait_for("!$('#move-now.unused')");
    // The score of the engine is hidden, unless the person asks for it.
    browser.wait_for_text("#player-black .thinking", "thinking");
    browser.set("#scores", "true");
    browser.wait_for("$('#player-black .thinking').textContent.startsWith('thinking: ')");
    browser.click("#move-now");
    wait_for_moves(&mut browser, 3);
    assert!(moves(&mut browser).starts_with("d4 e4 "), "the first move stays as a variation");
    browser.wait_for_text("#outcome", "");
    // A variation of Analysis is not the game in Play, also if the page is opened there again.
    for is_opened_again in [false, true] {
        show_mode(&mut browser, "analyse");
        browser.page_key("Home");
        wait_for_pieces(&mut browser, 0);
        enter(&mut browser, &["c4"]);
        if is_opened_again {
            reload(&server, &mut browser);
        } else {
            show_mode(&mut browser, "play");
        }
        wait_for_pieces(&mut browser, 2);
        wait_for_column(&mut browser, "d4", "w");
    }
    // The person loses the game while a variation is shown.
    browser.click("#move-list .variation button");
    browser.wait_for("!$('#move-now.unused')");
    resign(&mut browser);
    browser.wait_for_text("#end .result", "You lose");
    wait_for_column(&mut browser, "d4", "w");
    let saved = save(&mut browser, "pgn", "emergo.pgn");
    assert!(saved.contains("[Result \"0-1\"]") && saved.contains("1. d4 (1. e4)"), "{saved}");
}

#[test]
fn the_engine_plays_on_in_another_variation_that_is_chosen_while_it_thinks() {
    let Some((_server, mut browser)) = page("other_variation", &[]) else { return };
    new_game(&mut browser, "emergo", "white", "30");
    browser.cell("e4");
    browser.wait_for("!$('#move-now.unused')");
    browser.click("#take-back");
    browser.choose("d4");
    browser.wait_for_text("#move-list [aria-current]", "d4");
    browser.wait_for("!$('#move-now.unused')");
    browser.click("#move-list .variation button");
    browser.wait_for_text("#move-list [aria-current]", "e4");
    wait_for_column(&mut browser, "e4", "w");
    browser.wait_for("!$('#move-now.unused')");
    browser.click("#move-now");
    wait_for_moves(&mut browser, 3);
    browser.wait_for("$('.square.legal')");
    browser.wait_for("$('#move-now.unused')");
}

#[test]
fn the_engine_answers_a_move_during_which_the_person_looks_back() {
    let Some((_server, mut browser)) = page("look_back", &[]) else { return };
    new_game(&mut browser, "emergo", "white", "0.05");
    browser.wait_for("$('.square[data-cell=e4].legal')");
    click_and_look_back(&mut browser, "e4");
    wait_for_moves(&mut browser, 2);
    wait_for_pieces(&mut browser, 0);
}

#[test]
fn an_earlier_position_stays_on_the_board_when_the_engine_moves() {
    let Some((_server, mut browser)) = page("browsing", &[]) else { return };
    // Entering a time selects it.
    let clock = [("minutes", "10"), ("increment", "0")];
    start_game(
        &mut browser,
        "emergo",
        &[&[("person", "white"), ("level", "7")], &clock[..]].concat(),
    );
    browser.wait_for("$('#player-white .clock.running')");
    browser.cell("e4");
    browser.wait_for("!$('#move-now.unused')");
    browser.page_key("ArrowLeft");
    wait_for_pieces(&mut browser, 0);
    // Only the engine's clock runs.
    browser.wait_for("$('#player-black .clock.running')");
    assert!(!browser.is_true("$('#player-white .clock.running')"));
    let seen = json!(browser.text("#player-black .clock"));
    browser.wait_for(&format!(
        "$('#player-black .clock').textContent !== {seen} || $$('#move-list button').length === 2"
    ));
    browser.eval("$('#move-now').click()");
    wait_for_moves(&mut browser, 2);
    browser.wait_for("!$('#news').hidden");
    let told = browser.text("#news .sentence");
    assert!(told.starts_with("Black enters ") && told.ends_with("earlier position."), "{told}");
    wait_for_pieces(&mut browser, 0);
    browser.wait_for("$('[data-step=back]').disabled");
    // The person's clock runs while an earlier position is shown.
    browser.wait_for("$('#player-white .clock.running')");
    browser.click("#news button");
    wait_for_pieces(&mut browser, 2);
    browser.wait_for("$('#news').hidden");
    browser.wait_for("$('#player-white .clock.running')");
    // A comment that is being written stays with its move.
    browser.click(".square.legal");
    browser.wait_for("!$('#move-now.unused')");
    browser.click("#notes summary");
    browser.click("#comment");
    browser.key("a");
    browser.eval("$('#move-now').click()");
    wait_for_moves(&mut browser, 4);
    browser.key("b");
    browser.wait_for_value("$$('#move-list .comment').map((one) => one.textContent).join()", "ab");
    browser.eval("$('#comment').blur()");
    browser.wait_for_value("$('#comment').value", "");
}

#[test]
fn two_engines_play_on_while_the_start_is_shown() {
    let Some((_server, mut browser)) = page("watching", &[]) else { return };
    new_game(&mut browser, "emergo7", "", "0.2");
    browser.wait_for("$$('#move-list button').length >= 2");
    browser.page_key("Home");
    wait_for_pieces(&mut browser, 0);
    browser.wait_for("$$('#move-list button').length >= 6");
    wait_for_pieces(&mut browser, 0);
    browser.wait_for("!$('#news').hidden");
    browser.set("#engine-plays", "");
    browser.key("End");
    browser.wait_for("$('#news').hidden");
}

#[test]
fn a_game_is_taken_back_resigned_and_lost_on_time() {
    let Some((server, mut browser)) = page("ends", &[]) else { return };
    new_game(&mut browser, "emergo", "white", "0.02");
    browser.cell("e4");
    wait_for_moves(&mut browser, 2);
    wait_for_pieces(&mut browser, 2);
    browser.click("#take-back");
    wait_for_pieces(&mut browser, 0);
    browser.click("#redo");
    wait_for_pieces(&mut browser, 2);
    browser.page_key("u");
    wait_for_pieces(&mut browser, 0);
    browser.cell("e3");
    wait_for_moves(&mut browser, 4);
    resign(&mut browser);
    browser.wait_for_text("#outcome", "0-1, White resigned");
    browser.click("#end .dismiss");
    // The pointer is not on the board.
    browser.hover("h1");
    browser.eval("$('.square[data-cell=d4]').click()");
    browser.wait_for_text("#reason", "The game has ended.");
    browser.page_key("u");
    browser.wait_for_text("#reason", "");

    // Less time than the dialog offers.
    let minutes = "$('#new-game-dialog [name=minutes]')";
    browser.eval(&format!("Object.assign({minutes}, {{ min: 0.01, step: 0.01 }})"));
    let clock = [("person", "white"), ("minutes", "0.05"), ("increment", "0")];
    start_game(&mut browser, "emergo", &clock);
    browser.cell("e4");
    browser.wait_for_text("#outcome", "0-1, White's time is up");
    // The game goes on without clocks, also after a reload.
    browser.click("#take-back");
    wait_for_pieces(&mut browser, 0);
    reload(&server, &mut browser);
    browser.cell("e4");
    wait_for_moves(&mut browser, 2);
    assert_eq!(browser.eval("$('#player-white .clock').hidden"), true);

    // A variation goes on without clocks, too.
    browser.eval(&format!("Object.assign({minutes}, {{ min: 0.01, step: 0.01 }})"));
    start_game(&mut browser, "emergo", &clock);
    browser.cell("e4");
    browser.wait_for_text("#outcome", "0-1, White's time is up");
    browser.page_key("Home");
    browser.choose("d4");
    wait_for_moves(&mut browser, 4);
    browser.wait_for_text("#outcome", "");
    assert_eq!(browser.eval("$('#player-white .clock').hidden"), true);
}

#[test]
fn the_strength_of_the_engine_can_be_limited() {
    let Some((server, mut browser)) = page("strength", &[]) else { return };
    browser.click("#new-game");
    browser.wait_for("!$('#new-game-dialog [name=level]').disabled");
    let levels = "$$('#new-game-dialog [name=level] option').length";
    browser.wait_for_value(levels, 8);
    let level = "$('#new-game-dialog [name=level]').selectedOptions[0].text";
    browser.wait_for_value(level, "Beginner");
    browser.set("#new-game-dialog [name=level]", "2");
    browser.wait_for_words("#new-game-dialog output", "Elo ");
    browser.set("#new-game-dialog [name=person]", "black");
    browser.set("#new-game-dialog [name=seconds]", "600");
    browser.click("#new-game-dialog button[value=start]");
    // With 600 seconds a move, only a limited engine moves before the timeout of the test.
    wait_for_moves(&mut browser, 1);
    browser.wait_for("$('#turned').checked");
    browser.wait_for_words("#player-black .name", ", Casual player");
    // The level is also that of a game that goes on after a reload, and of a side that the engine takes over.
    reload(&server, &mut browser);
    wait_for_moves(&mut browser, 1);
    browser.wait_for_words("#player-black .name", ", Casual player");
    browser.click(".square.legal");
    wait_for_moves(&mut browser, 3);
    browser.set("#engine-plays", "black");
    wait_for_moves(&mut browser, 4);
    assert!(save(&mut browser, "pgn", "emergo.pgn").contains(", Casual player\"]"));
}

#[test]
fn a_side_that_the_engine_takes_over_has_no_marks_and_is_stored_at_once() {
    let Some((_server, mut browser)) = page("take_over", &[]) else { return };
    new_game(&mut browser, "emergo7", "white black", "600");
    browser.wait_for("$('.square.legal')");
    browser.set("#engine-plays", "white");
    browser.wait_for_text("#player-white .thinking", "thinking");
    browser.wait_for("!$('.square.legal')");
    browser.wait_for_value("JSON.parse(localStorage['luctor.game']).value.engineSides", ["white"]);
    browser.click("#move-now");
    wait_for_moves(&mut browser, 1);
}

#[test]
fn move_now_counts_before_the_search_has_begun() {
    let Some((_server, mut browser)) = page("move_now", &[]) else { return };
    new_game(&mut browser, "emergo7", "white", "600");
    browser.wait_for("$('.square.legal')");
    // The engine gets the position some messages after the page shows that it thinks.
    browser.eval(
        "new MutationObserver((_, observer) => {
           if ($('#player-black .thinking').textContent !== 'thinking') return;
           observer.disconnect();
           $('#move-now').click();
         }).observe($('#player-black'), {childList: true, subtree: true, characterData: true})",
    );
    browser.click(".square.legal");
    wait_for_moves(&mut browser, 2);
}

#[test]
fn a_preset_of_the_clock_sets_the_time_and_the_increment() {
    let Some((_server, mut browser)) = page("presets", &[]) else { return };
    let time = "$('#new-game-dialog form').elements.time.value";
    let more = "$('#new-game-dialog details').open";
    browser.click("#new-game");
    browser.wait_for_value(time, "move");
    for (preset, kind, minutes, increment) in
        [("3+2", "clock", "3", "2"), ("none", "move", "3", "2"), ("5+3", "clock", "5", "3")]
    {
        browser.set("#new-game-dialog [name=preset]", preset);
        browser.wait_for_value(time, kind);
        for (field, value) in [("minutes", minutes), ("increment", increment)] {
            let field = format!("$('#new-game-dialog [name={field}]').value");
            browser.wait_for_value(&field, value);
        }
        browser.wait_for(&format!("!({more})"));
    }
    browser.set("#new-game-dialog [name=preset]", "own");
    browser.wait_for(more);
    // A number that is refused is not hidden.
    browser.eval(&format!("{more} = false"));
    browser.set("#new-game-dialog [name=seconds]", "0");
    browser.click("#new-game-dialog button[value=start]");
    browser.wait_for(more);
    browser.set("#new-game-dialog [name=seconds]", "1");
    browser.set("#new-game-dialog [name=preset]", "5+3");
    browser.set("#new-game-dialog [name=person]", "white black");
    browser.click("#new-game-dialog button[value=start]");
    browser.wait_for("$('#player-white .clock.running')");
    browser.wait_for_text("#player-black .clock", "5:00");
    browser.cell("e4");
    browser.wait_for("$('#player-black .clock.running')");
    // A move adds the increment to what is left.
    browser.wait_for("/^5:0[123]$/.test($('#player-white .clock').textContent)");
}
