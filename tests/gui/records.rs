//! Games and pictures as files.

use crate::support::browser::Browser;
use crate::support::luctor;
use crate::support::page::*;
use emergo::{Blocked, EndReason, GameResult, Side, write_position};
use emergo_records::{GameRecord, Termination, json as match_lines};
use serde_json::json;
use std::path::{Path, PathBuf};
use test_support::scratch::{game_file, scratch_folder, scratch_path};

/// The record of the only line of a text.
fn read(saved: &str) -> GameRecord {
    assert_eq!(saved.lines().count(), 1, "{saved}");
    match_lines::read_line(saved).unwrap()
}

#[test]
fn a_game_is_saved_as_a_line_of_json_and_loaded_again() {
    let Some((_server, mut browser)) = page("save_json", &[]) else { return };
    // A game that is not finished has no result.
    enter(&mut browser, &["e4"]);
    let saved = save(&mut browser, "json", "emergo.jsonl");
    let game = read(&saved);
    assert_eq!((game.result, game.moves.len()), (None, 1));

    // Ended by the rules. Black moves first, and the engine reports a score.
    let start = "1/3/5/2w4/2w1w4/2(w2b2)(b3)3/5/3/1 b 0,0 1";
    paste(&mut browser, start);
    browser.set("#engine-plays", "black");
    browser.wait_for_text("#outcome", "0-1, White has no piece left");
    let saved = save(&mut browser, "json", "emergo.jsonl");
    let game = read(&saved);
    assert_eq!(
        (game.result, game.reason),
        (Some(GameResult::BlackWins), Some(EndReason::NoMen.into()))
    );
    let opening = game.start.map(|start| write_position(&start.position, start.turn));
    assert_eq!(opening.as_deref(), Some(start));
    assert_eq!(game.first_side(), Side::Black);
    assert_eq!(game.players[0].name.as_deref(), Some("Person"));
    let black = game.players[1].name.as_deref().unwrap();
    assert!(black.starts_with("Luctor"), "{black}");
    assert!(saved.contains(r#""move":"e4xc4xc6xe6xe4xc4""#), "{saved}");
    let evaluation = game.moves[0].info.evaluation.unwrap();
    assert!(evaluation.centimen() > 0 && game.moves[0].time.is_some(), "{saved}");
    let end = game.game();
    let end = write_position(end.position(), end.turn());
    assert_eq!(end, "1/3/5/7/9/1(b3w5)(b2)4/5/3/1 w 0,0 2");

    // The same game is loaded, also after an error, and saved as the same line.
    new_game(&mut browser, "hexemergo", "white black", "1");
    browser.eval("(File.prototype.arrayBuffer = () => Promise.reject(new Error('no file')), true)");
    browser.choose_file("#file", &browser.download_path("emergo.jsonl"));
    browser.wait_for_text("#trouble .sentence", "No file");
    browser.eval("delete File.prototype.arrayBuffer");
    browser.errors.clear();
    browser.choose_file("#file", &browser.download_path("emergo.jsonl"));
    wait_for_moves(&mut browser, 1);
    browser.wait_for_text("#outcome", "0-1, White has no piece left");
    assert_eq!(save(&mut browser, "json", "emergo.jsonl"), saved);

    // Ended by resignation, on another board, with the rule that a blocked side loses.
    browser.set("#new-game-dialog [name=blocked]", "loss");
    new_game(&mut browser, "emergo7", "white black", "1");
    enter(&mut browser, &["d3"]);
    resign(&mut browser);
    browser.wait_for_text("#outcome", "1-0, Black resigned");
    let game = read(&save(&mut browser, "json", "emergo7.jsonl"));
    assert_eq!((game.reason, game.start), (Some(Termination::Resignation), None));
    assert_eq!(game.blocked, Blocked::Loss);

    // A resignation that is not saved is not lost without a question.
    new_game(&mut browser, "emergo", "white black", "1");
    enter(&mut browser, &["e4"]);
    save(&mut browser, "json", "emergo.jsonl");
    resign(&mut browser);
    browser.wait_for_text("#outcome", "1-0, Black resigned");
    browser.click("#new-game");
    browser.wait_for("$('#new-game-dialog .loss').checkVisibility()");
}

#[test]
fn a_game_is_saved_as_pgn_and_files_of_the_match_runner_are_loaded() {
    let Some((_server, mut browser)) = page("save", &[]) else { return };
    enter(&mut browser, &["e4", "e6", "d4", "d6"]);
    wait_for_moves(&mut browser, 4);
    let saved = save(&mut browser, "pgn", "emergo.pgn");
    assert!(
        saved.contains("[Variant \"emergo\"]\n") && saved.contains("1. e4 e6 2. d4 d6 *"),
        "{saved}"
    );
    let file = browser.download_path("emergo.pgn");
    let shown = luctor(file.parent().unwrap(), &["show", "emergo.pgn"]);
    assert!(shown.contains("position: 1/3/5/2bb3/9/2ww3/5/3/1 w 10,10 3"), "{shown}");

    new_game(&mut browser, "hexemergo", "white black", "1");
    wait_for_moves(&mut browser, 0);
    browser.choose_file("#file", &file);
    wait_for_move_list(&mut browser, "e4 e6 d4 d6");
    browser.wait_for("$$('.square').length === 41");

    // Files of the match runner: PGN and JSON, several games to choose from, scores in the graph.
    let folder = scratch_folder("match");
    let words = "match -engine cmd=internal name=A -engine cmd=internal name=B -each depth=2 -rounds 1 \
                 -variant emergo7 -out games.jsonl -pgnout games.pgn";
    luctor(&folder, &words.split(' ').collect::<Vec<_>>());
    for name in ["games.pgn", "games.jsonl"] {
        browser.choose_file("#file", &folder.join(name));
        browser.click("#games-dialog .games button:nth-child(2)");
        browser.wait_for("$$('.square').length === 25");
        browser.wait_for_text("#player-white .name", "White: B");
        browser.wait_for("$('#outcome').textContent !== ''");
        browser.wait_for("$('#graph .white-part')");
        new_game(&mut browser, "emergo", "white black", "1");
    }

    // A game that cannot be read is reported, and the current game stays.
    let bad = folder.join("bad.pgn");
    std::fs::write(&bad, "[Event \"x\"]\n\n1. e5 e4 *\n").unwrap();
    browser.choose_file("#file", &bad);
    wait_for_trouble(&mut browser, "may not be on the centre");
    wait_for_moves(&mut browser, 0);
    // Of a game with an illegal move the moves before it are shown, and the game can be continued.
    std::fs::write(&bad, "[Event \"x\"]\n\n1. e4 e4 1-0\n").unwrap();
    browser.choose_file("#file", &bad);
    wait_for_trouble(&mut browser, "Line 3: Move 1... e4: e4 is not vacant");
    wait_for_moves(&mut browser, 1);
    browser.cell("e6");
    wait_for_moves(&mut browser, 2);
}

#[test]
fn a_loaded_game_keeps_its_players_until_the_engine_plays_in_it() {
    let Some((_server, mut browser)) = page("new_players", &[]) else { return };
    open_text(&mut browser, "[White \"Anna\"]\n[Black \"Ben\"]\n\n1. e4 e6 2. d5 1-0");
    for (side, white) in [("black", "You"), ("", "Anna"), ("black", "You")] {
        browser.set("#engine-plays", side);
        browser.wait_for_text("#player-white .name", format!("White: {white}"));
    }
    let kept = |saved: &str| saved.contains("[White \"Anna\"]") && saved.contains("2. d5 1-0");
    let saved = save(&mut browser, "pgn", "emergo.pgn");
    assert!(kept(&saved), "{saved}");
    // A move of the game that is played again changes nothing.
    browser.page_key("Home");
    browser.choose("e4");
    wait_for_column(&mut browser, "e4", "w");
    let saved = save(&mut browser, "pgn", "emergo.pgn");
    assert!(kept(&saved), "{saved}");
    browser.page_key("Home");
    browser.choose("d4");
    wait_for_moves(&mut browser, 5);
    let saved = save(&mut browser, "pgn", "emergo.pgn");
    for part in ["[White \"Person\"]", "[Result \"*\"]", "1. d4 (1. e4 e6 2. d5)"] {
        assert!(saved.contains(part), "{part}: {saved}");
    }
}

fn wait_for_trouble(browser: &mut Browser, words: &str) {
    browser.wait_for_words("#trouble .sentence", words);
}

/// Waits until the page shows how a text was read.
fn wait_for_source(browser: &mut Browser, words: &str) {
    browser.wait_for(&format!(
        "!$('#source').hidden && \
           $('#source .sentence').textContent === {}",
        json!(words)
    ));
}

#[test]
fn files_of_all_formats_are_opened_by_drag_and_drop() {
    let Some((_server, mut browser)) = page("formats", &[]) else { return };
    let oblique = "Read as emergo in oblique coordinates: all moves are legal there only.";
    let checkerboard =
        "Read as emergo in checkerboard coordinates: all moves are legal there only.";
    let hexagonal = "Read as hexemergo in oblique coordinates: all moves are legal there only.";
    // The file, the number of the game to choose, its moves, and how it was read.
    let table = [
        ("abstractplay.json", Some(2), 61, "AbstractPlay, 3 games.".to_owned()),
        ("match.jsonl", Some(1), 95, "match lines, 4 games.".to_owned()),
        ("mindsports.txt", None, 153, format!("MindSports, 1 game. {oblique}")),
        ("moves.txt", Some(3), 153, format!("list of moves, 3 games. {oblique}")),
        ("moves_checkerboard.txt", None, 72, format!("list of moves, 1 game. {checkerboard}")),
        ("tutor.txt", None, 95, format!("shorthand of the Emergo Tutor, 1 game. {hexagonal}")),
        ("zillions.zsg", None, 153, "Zillions of Games, 1 game.".to_owned()),
        ("cutegames.pgn", Some(2), 59, "PGN, 3 games.".to_owned()),
    ];
    for (name, number, plies, words) in table {
        browser.drop_file("#board", Path::new(&game_file(name)));
        let note = format!("{name}: {words}");
        if let Some(number) = number {
            browser.wait_for("$('#games-dialog').open");
            browser.wait_for_text("#games-dialog .note", note.as_str());
            browser.click(&format!("#games-dialog .games button:nth-child({number})"));
        }
        wait_for_source(&mut browser, &note);
        wait_for_moves(&mut browser, plies);
    }
    // A text in Latin-1.
    browser.drop_file("#board", Path::new(&game_file("latin1.pgn")));
    browser.click("#games-dialog .games button:nth-child(1)");
    browser.wait_for("$('#player-white .name').textContent.startsWith('White: ')");
    // Another game hides how the last one was read.
    new_game(&mut browser, "emergo", "white black", "1");
    browser.wait_for("$('#source').hidden");
}

/// The text that is selected in the field for pasted texts.
const SELECTED: &str = "(({ value, selectionStart, selectionEnd }) => value.slice(selectionStart, selectionEnd))($('#paste-dialog textarea'))";

#[test]
fn games_and_positions_are_pasted_and_the_wrong_part_of_a_text_is_selected_in_its_field() {
    let Some((_server, mut browser)) = page("paste", &[]) else { return };
    paste_with_the_keyboard_and_in_the_dialog(&mut browser);
    correct_a_text_with_an_error(&mut browser);
    continue_after_a_third_repetition(&mut browser);
}

/// Games and positions are pasted with the keyboard and in the dialog.
fn paste_with_the_keyboard_and_in_the_dialog(browser: &mut Browser) {
    // The moves are legal in both systems of coordinates: the page says so, and offers the others.
    browser.paste("1. e3 e7 2. c3 g7");
    wait_for_move_list(browser, "e3 e7 c3 g7");
    let note = browser.text("#source .sentence");
    assert!(
        note.starts_with(
            "The text: list of moves, 1 game. Read as emergo in oblique coordinates. \
             The moves are also legal as emergo in checkerboard coordinates"
        ),
        "{note}"
    );
    browser.click("#source .others button:nth-child(1)");
    browser.wait_for("$('#move-list button').textContent !== 'e3'");
    wait_for_source(browser, "The text: list of moves, 1 game.");
    browser.set("#language", "nl");
    wait_for_source(browser, "De tekst: lijst van zetten, 1 partij.");
    browser.set("#language", "en");
    wait_for_move_list(browser, "f4 d6 e3 e7");

    browser.paste("[White \"Ann\"]\n[Variant \"emergo7\"]\n\n1. d3! d5 {a mirror} 1-0\n");
    browser.wait_for_text("#player-white .name", "White: Ann");
    wait_for_moves(browser, 2);
    wait_for_source(browser, "The text: PGN, 1 game.");
    browser.paste("1/3/5/7/9/4w2/5/3/1 b 11,12 1");
    wait_for_position(browser, "1/3/5/7/9/4w2/5/3/1");
    wait_for_moves(browser, 0);
    // A text with an error comes into the field.
    browser.paste("what is this?");
    browser.wait_for_text(
        "#paste-dialog .fault",
        "The text cannot be read. Line 1: Move 1. what: This is not a move. Moves look like e4, f4-e4 or h4xf4xd4.",
    );
    browser.wait_for("$('#paste-dialog textarea').value === 'what is this?'");
    browser.key("Escape");

    // The dialog reads the same texts, and a field takes what is pasted itself.
    browser.click("#paste");
    browser.paste("1. e4 e6 2. f4");
    browser.wait_for("$('#paste-dialog textarea').value === '1. e4 e6 2. f4'");
    browser.click("#paste-dialog button[value=set]");
    wait_for_moves(browser, 3);
}

/// A pasted text with an error stays in its field with the wrong part selected.
fn correct_a_text_with_an_error(browser: &mut Browser) {
    let text = "[White \"Ann\"]\n\n1. e4 e6 2. d4 d6\n3. f4 f6 4. c9 c6\n";
    open_text(browser, text);
    let field = "$('#paste-dialog textarea')";
    browser.wait_for_text(
        "#paste-dialog .fault",
        "The text cannot be read. Line 4: Move 4. c9: The board has no square c9.",
    );
    browser.wait_for_value(SELECTED, "c9");
    browser.screenshot("paste-error");
    browser.wait_for_value(&format!("{field}.value"), text);
    // The moves before it can be shown.
    browser.click("#paste-dialog button[value=moves]");
    wait_for_moves(browser, 6);
    // A corrected text is opened. The field has other line ends than the pasted text.
    browser.paste(&text.replace('\n', "\r\n"));
    browser.wait_for("$('#paste-dialog').open");
    browser.wait_for_words("#paste-dialog .fault", "Line 4");
    browser.wait_for_value(SELECTED, "c9");
    browser.set("#paste-dialog textarea", &text.replace("c9", "c4"));
    browser.click("#paste-dialog button[value=set]");
    wait_for_moves(browser, 8);
    browser.wait_for("!$('dialog[open]')");
    // A position, too.
    browser.paste("1/3/5/7/9/4z2/5/3/1 w 12,12");
    browser.wait_for_words("#paste-dialog .fault", "The position cannot be set up.");
    browser.wait_for_value(SELECTED, "z");
    browser.key("Escape");
    browser.wait_for("!$('dialog[open]')");
}

/// On AbstractPlay a third repetition is no draw, and the engine is asked about the last position without the moves before.
fn continue_after_a_third_repetition(browser: &mut Browser) {
    let cycle = r#"{"move":"e5-d5"},{"move":"h5-g5"},{"move":"d5-e5"},{"move":"g5-h5"}"#;
    let start = "1/3/5/7/4w2b1/7/5/3/1 w 0,0 1";
    browser.paste(&format!(
        r#"{{"repetition":"unlimited","opening":"{start}","moves":[{cycle},{cycle},{{"move":"e5-d5"}}]}}"#
    ));
    wait_for_moves(browser, 9);
    browser.wait_for_text("#required", "Black's turn: move a piece");
    browser.click("#modes [data-mode=analyse]");
    browser.click("#analyse");
    browser.wait_for("$$('#analysis .lines li').length > 0");
}

/// A file of more than a megabyte with 1,000 games of 14 plies, whose reading shows a dialog.
pub fn many_games(name: &str) -> PathBuf {
    let moves = "1. e4 e6 2. d4 d6 3. f4 f6 4. c4 c6 5. g4 g6 6. d3 d7 7. e3 e7";
    let comment = "a long comment ".repeat(70);
    let results = ["1-0", "0-1", "1/2-1/2", "*"];
    let text: String = (1..=1_000)
        .map(|number| {
            let result = results[number % 4];
            format!(
                "[Event \"Test\"]\n[Date \"2024.{:02}.07\"]\n[White \"Player {number}\"]\n[Black \"Somebody\"]\n[Result \"{result}\"]\n\n\
                 {moves} {{{comment}}} {result}\n\n",
                1 + number % 12
            )
        })
        .collect();
    let file = scratch_path(name);
    std::fs::write(&file, text).unwrap();
    file
}

#[test]
fn a_file_of_1000_games_is_read_and_searched() {
    let Some((_server, mut browser)) = page("many_games", &[]) else { return };
    let file = many_games("many.pgn");
    assert!(std::fs::metadata(&file).unwrap().len() > 1 << 20);
    load_many_games(&mut browser, &file);
}

/// Loads a file of `many_games`, and opens one of its games by the list.
pub fn load_many_games(browser: &mut Browser, file: &Path) {
    browser.eval(
        "(() => { const dialog = $('#reading-dialog'); window.wasReading = false; \
           new MutationObserver(() => (wasReading ||= dialog.open)).observe(dialog, { attributeFilter: ['open'] }); })()",
    );
    browser.choose_file("#file", file);
    browser.wait_for("wasReading");
    browser.wait_for("$('#games-dialog').open");
    browser.wait_for("!$('#reading-dialog').open");
    browser.wait_for_text(
        "#games-dialog .found",
        "All games. 800 more are not shown: search for them.",
    );
    browser.wait_for_value("$$('#games-dialog .games button').length", 200);
    browser.set("#games-dialog [name=result]", "1-0");
    browser.wait_for_text(
        "#games-dialog .found",
        "250 games fit. 50 more are not shown: search for them.",
    );
    browser.set("#games-dialog [name=result]", "");
    // With the keyboard alone: the field, the list, and back.
    browser.eval("$('#games-dialog [name=words]').focus()");
    browser.call("Input.insertText", json!({"text": "somebody 77"}));
    browser.wait_for_text("#games-dialog .found", "19 games fit.");
    browser.screenshot("games");
    let focused = "document.activeElement.textContent";
    browser.key("ArrowDown");
    browser.wait_for_value(focused, "77. Player 77 – Somebody, 0-1, 2024.06.07, 14 moves");
    browser.key("ArrowDown");
    browser.wait_for_value(focused, "177. Player 177 – Somebody, 0-1, 2024.10.07, 14 moves");
    browser.key("ArrowUp");
    browser.key("ArrowUp");
    browser.wait_for("document.activeElement.name === 'words'");
    browser.call("Input.insertText", json!({"text": "0"}));
    browser.wait_for_text("#games-dialog .found", "1 game fits.");
    browser.key("Enter");
    wait_for_moves(browser, 14);
    browser.wait_for_text("#player-white .name", "White: Player 770");
    // Another game of the same file.
    browser.click("#source .others button");
    browser.click("#games-dialog .games button:nth-child(3)");
    browser.wait_for_text("#player-white .name", "White: Player 3");
}

#[test]
fn a_file_that_is_too_large_or_no_record_is_refused_with_a_sentence() {
    let Some((_server, mut browser)) = page("refused_files", &[]) else { return };
    enter(&mut browser, &["e4"]);
    let folder = scratch_folder("refused");
    let large = folder.join("large.pgn");
    std::fs::write(&large, "1. e4 e6 *\n".repeat((20 << 20) / 11)).unwrap();
    browser.choose_file("#file", &large);
    wait_for_trouble(&mut browser, "arge.pgn has 20 MB. The page reads at most 16 MB");
    let mut bytes = vec![0; 20_000];
    fastrand::Rng::with_seed(1).fill(&mut bytes);
    let random = folder.join("random.pgn");
    std::fs::write(&random, bytes).unwrap();
    browser.choose_file("#file", &random);
    wait_for_trouble(&mut browser, "andom.pgn cannot be read. Line ");
    browser.wait_for("!$('dialog[open]')");
    wait_for_move_list(&mut browser, "e4");
}
