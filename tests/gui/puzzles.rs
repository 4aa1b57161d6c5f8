//! Puzzles in the page: the solution, hints, wrong moves, the choice, and the way back to the game.

use crate::browser::Browser;
use crate::{
    WIDE, finish, page, show_move_of_line, wait_for_move_list, wait_for_moves, wait_for_position,
};
use emergo::{Side, Variant};
use luctor_study::puzzle::{Goal, Puzzle, Theme, shipped_puzzles};
use serde_json::json;

/// The number of the first puzzle of the program with this property.
fn number_of(variant: Variant, fits: impl Fn(&Puzzle) -> bool) -> usize {
    1 + shipped_puzzles(variant).iter().position(fits).unwrap()
}

/// A puzzle of emergo7 without themes: White wins with two easy moves, and Black has one between them.
fn short_puzzle() -> usize {
    number_of(Variant::Emergo7, |puzzle| {
        let is_short = puzzle.length() == 2 && puzzle.solution.len() == 3;
        let is_easy = puzzle.difficulty().level() == 1 && puzzle.themes.is_empty();
        is_short && is_easy && (puzzle.solver(), puzzle.goal) == (Side::White, Goal::Win)
    })
}

fn open(browser: &mut Browser, variant: Variant, number: usize) {
    browser.click("#modes [data-mode=puzzles]");
    browser.wait_for("document.querySelector('#puzzles .task').textContent !== ''");
    browser.set("#puzzles [name=variant]", variant.name());
    browser.wait_for("document.querySelector('#puzzles .count').textContent === '250 puzzles'");
    browser.set("#puzzles [name=number]", &number.to_string());
    browser.wait_for_value(
        "document.querySelector('#puzzles').dataset.puzzle",
        format!("{variant} {number}"),
    );
}

/// The moves of the solution and of other legal moves, by the interface.
fn answer(browser: &mut Browser, question: &str) -> serde_json::Value {
    browser.eval(&format!(
        "fetch('rules', {{ method: 'POST', body: JSON.stringify({{ version: 2, question: {question} }}) }}).then((r) => r.json()).then((r) => r.answer)"
    ))
}

/// Clicks the cells of a move.
fn play(browser: &mut Browser, text: &str) {
    for cell in text.split(['-', 'x']) {
        browser.cell(cell);
    }
}

#[test]
fn a_puzzle_is_solved_with_a_hint_after_a_wrong_move() {
    let Some((server, mut browser)) = page("puzzle", &[]) else { return };
    browser.cell("e4");
    wait_for_moves(&mut browser, 1);
    let number = short_puzzle();
    open(&mut browser, Variant::Emergo7, number);
    browser.wait_for_text("#puzzles .task", "White to move and win");
    browser.wait_for_text("#puzzles .facts", "difficulty 1 · 2 moves to find");
    browser.wait_for("getComputedStyle(document.querySelector('#play')).display === 'none'");
    let attempt = format!("{{ variant: 'emergo7', number: {number}, found: [] }}");
    let solved = answer(
        &mut browser,
        &format!("{{ kind: 'solve_puzzle', attempt: {attempt}, step: {{ kind: 'give_up' }} }}"),
    );
    let solution: Vec<String> =
        serde_json::from_value(solved["state"]["solution"]["moves"].clone()).unwrap();
    let described = answer(
        &mut browser,
        &format!(
            "{{ kind: 'describe', game: {}, view: {{ layout: 'diamond', turned: false }} }}",
            solved["state"]["game"]
        ),
    );
    let position = described["position"]["text"].as_str().unwrap().to_owned();
    let legal = described["position"]["moves"].as_array().unwrap().clone();
    let wrong =
        legal.iter().map(|mv| mv["text"].as_str().unwrap()).find(|mv| *mv != solution[0]).unwrap();

    // A wrong move is refuted, and its line can be played.
    play(&mut browser, wrong);
    browser.wait_for("document.querySelector('#puzzles .feedback').textContent.includes(' is wrong: Black answers ')");
    browser.wait_for_words("#puzzles .feedback", wrong);
    wait_for_move_list(&mut browser, "");
    browser.wait_for("document.querySelectorAll('.arrows > *').length >= 4");
    show_move_of_line(&mut browser, "#puzzles .better-line", 2);
    browser.screenshot("puzzle-wrong");
    browser.cell("d4");
    browser.wait_for("document.querySelector('.square.movable')");
    wait_for_position(&mut browser, position.split(' ').next().unwrap());

    // The hints: the piece, then the end of its move.
    let path: Vec<&str> = solution[0].split(['-', 'x']).collect();
    for words in [
        format!("Move the piece on {}.", path[0]),
        format!("The move ends on {}.", path[path.len() - 1]),
    ] {
        browser.click("#puzzles .hint");
        browser.wait_for(&format!(
            "document.querySelector('#puzzles .feedback').textContent === {}",
            json!(words)
        ));
        browser.wait_for("document.querySelectorAll('.arrows > *').length >= 1");
    }

    // The answer is played by itself.
    play(&mut browser, &solution[0]);
    wait_for_moves(&mut browser, 2);
    browser.wait_for("document.querySelector('#puzzles .feedback').textContent === 'Right. 1 move left to find.'");
    play(&mut browser, &solution[2]);
    browser.wait_for("document.querySelector('#puzzles .feedback').textContent.startsWith('Solved, after 1 wrong move.')");
    wait_for_move_list(&mut browser, solution.join(" "));
    browser.wait_for("document.querySelector('#puzzles .hint').disabled");

    // The game is still there.
    browser.click("#modes [data-mode=play]");
    browser.wait_for("document.querySelectorAll('.square').length === 41");
    wait_for_moves(&mut browser, 1);
    wait_for_move_list(&mut browser, "e4");
    browser.wait_for("getComputedStyle(document.querySelector('#play')).display !== 'none'");
    finish(&server, &mut browser);
}

#[test]
fn a_puzzle_that_is_shown_late_does_not_replace_the_game() {
    let Some((server, mut browser)) = page("puzzle_late", &[]) else { return };
    browser.cell("e4");
    wait_for_moves(&mut browser, 1);
    // The answers about puzzles wait.
    browser.eval(
        "(() => { const ask = fetch; window.held = []; window.fetch = async (address, request) => { \
           if (request.body.includes('solve_puzzle')) await new Promise((answer) => held.push(answer)); \
           return ask(address, request); }; })()",
    );
    browser.click("#modes [data-mode=puzzles]");
    browser.wait_for("held.length === 1");
    browser.click("#modes [data-mode=play]");
    browser.eval("held[0]()");
    browser.wait_for("document.querySelector('#puzzles .task').textContent !== ''");
    browser.wait_for("document.body.dataset.mode === 'play'");
    wait_for_moves(&mut browser, 1);
    browser.click("#modes [data-mode=puzzles]");
    browser.wait_for("held.length === 2");
    browser.eval("held[1]()");
    browser.wait_for("document.body.dataset.mode === 'puzzles'");
    wait_for_moves(&mut browser, 0);
    // The side at the bottom is not stored.
    browser.eval("document.activeElement.blur()");
    browser.key("f");
    assert!(!browser.is_true("document.querySelector('#turned').checked"));
    browser.click("#puzzles .next");
    browser.wait_for("held.length === 3");
    browser.click("#modes [data-mode=play]");
    wait_for_moves(&mut browser, 1);
    browser.eval("held[2]()");
    browser.cell("e6");
    wait_for_moves(&mut browser, 2);
    wait_for_move_list(&mut browser, "e4 e6");
    browser.open(&server.address, WIDE, false);
    wait_for_moves(&mut browser, 2);
    finish(&server, &mut browser);
}

#[test]
fn puzzles_are_chosen_by_theme_and_difficulty_and_shown_with_their_solution() {
    let Some((server, mut browser)) = page("puzzle_choice", &[]) else { return };
    let number = number_of(Variant::Hexemergo, |puzzle| {
        let is_won_by_black = (puzzle.solver(), puzzle.goal) == (Side::Black, Goal::Win);
        is_won_by_black
            && puzzle.solution.len() >= 3
            && puzzle.themes.last() == Some(&Theme::LongestCapture)
    });
    open(&mut browser, Variant::Hexemergo, number);
    // Black solves this one, so Black is at the bottom.
    browser.wait_for(
        "document.querySelector('#puzzles .task').textContent === 'Black to move and win'",
    );
    assert!(
        browser
            .is_true("document.querySelector('#player-w .name').textContent.startsWith('Black')")
    );
    browser.click("#puzzles .solution");
    browser.wait_for("document.querySelectorAll('#puzzles .better-line button').length >= 3");
    browser.wait_for(
        "document.querySelector('#puzzles .facts').textContent.endsWith('longest capture')",
    );
    browser.click("#puzzles .again");
    browser.wait_for("!document.querySelector('#puzzles .solution').disabled");
    browser.wait_for("document.querySelectorAll('#puzzles .better-line button').length === 0");

    browser.set("#puzzles [name=theme]", "feeder");
    browser.wait_for("document.querySelector('#puzzles .count').textContent !== '250 puzzles'");
    browser.set("#puzzles [name=difficulty]", "3");
    browser.wait_for(
        "document.querySelector('#puzzles .facts').textContent.startsWith('difficulty 3')",
    );
    let number = browser.eval("document.querySelector('#puzzles [name=number]').value");
    browser.click("#puzzles .next");
    browser
        .wait_for(&format!("document.querySelector('#puzzles [name=number]').value !== {number}"));
    browser.wait_for(
        "document.querySelector('#puzzles .facts').textContent.startsWith('difficulty 3')",
    );

    // A game that is opened ends the puzzles.
    browser.paste("1. e4 e6 *");
    browser.wait_for("document.body.dataset.mode === 'play'");
    wait_for_moves(&mut browser, 2);
    wait_for_move_list(&mut browser, "e4 e6");
    for (name, size, dark) in [
        ("puzzle-light", WIDE, false),
        ("puzzle-dark", WIDE, true),
        ("puzzle-narrow", (360, 780), true),
    ] {
        browser.open(&server.address, size, dark);
        browser.wait_for("document.querySelectorAll('.square').length === 41");
        open(&mut browser, Variant::Emergo7, short_puzzle());
        browser.click("#puzzles .hint");
        browser.wait_for("document.querySelectorAll('.arrows > *').length >= 1");
        assert_eq!(browser.overflow(), 0, "{name}");
        browser.eval("scrollTo(0, 0)");
        browser.screenshot(name);
    }
    finish(&server, &mut browser);
}
