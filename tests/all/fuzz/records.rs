//! Game records in all formats.

use super::mutation::{Mutator, corpus};
use super::{checks, inputs};
use emergo_records::{Format, ReadOptions, read_records};

const LIST_WORDS: &str = "1.|1...|2 |\n|\r\n|\n\n|e4|-|x|e4-c4-c6|bd4x|c45|resign|1-0|\t|White";

#[test]
fn any_list_of_moves_is_read_or_refused() {
    check_reader(21, Format::Moves, &lists('l'), LIST_WORDS);
}

#[test]
fn any_mindsports_list_is_read_or_refused() {
    check_reader(22, Format::MindSports, &lists('l'), LIST_WORDS);
}

#[test]
fn any_list_in_the_shorthand_of_the_tutor_is_read_or_refused() {
    check_reader(23, Format::Tutor, &lists('t'), LIST_WORDS);
}

#[test]
fn any_record_of_abstractplay_is_read_or_refused() {
    let words = "{|}|[|]|\"|:|,|null|\\u0000|1e999|\"d4\"|\"move\":|\"header\":|\"players\":|resign|timeout|\n";
    check_reader(24, Format::AbstractPlay, &corpus("abstractplay"), words);
}

#[test]
fn any_saved_game_of_zillions_is_read_or_refused() {
    let words = "1. |partial |partial 2 |man |e4| x | - |\r\n|VariantName=|Emergo|=";
    check_reader(25, Format::Zillions, &lists('z'), words);
}

#[test]
fn any_text_is_read_in_the_format_that_is_detected() {
    let words = "{|[|(|\u{feff}|{\"|Zillions Save Game File|$1|e4-c4|c45|\n";
    mutate(26, None, &lists('?'), words);
}

/// The texts of the target `move_lists` with a selector in front.
fn lists(selector: char) -> Vec<String> {
    let texts = corpus("move_lists");
    texts.iter().filter_map(|text| text.strip_prefix(selector)).map(str::to_owned).collect()
}

/// Reads mutated texts in a format.
fn check_reader(seed: u64, format: Format, texts: &[String], words: &str) {
    let options = ReadOptions { format: Some(format), ..ReadOptions::default() };
    let read = |text: &str| read_records(text, &options);
    assert!(
        texts.iter().any(|text| read(text).games.iter().all(Result::is_ok)),
        "no text is right"
    );
    mutate(seed, Some(format), texts, words);
}

fn mutate(seed: u64, format: Option<Format>, texts: &[String], words: &str) {
    let mut mutator = Mutator::new(seed, texts, words.split('|'));
    for _ in 0..inputs(2_000) {
        checks::records(format, mutator.input());
    }
}

#[test]
fn any_pgn_is_read_or_refused() {
    let words = "[|]|{|}|\"|\\|;|\n\n|1.|1...|1-0|*|[FEN \"|[Variant \"|e4|x|[Event |[Match \"00ff\"]|[GameDuration \"00:00:01.5\"]|n=5|/7";
    let mut mutator = Mutator::new(4, &corpus("pgn"), words.split('|'));
    for _ in 0..inputs(4_000) {
        checks::pgn(&mutator.input());
    }
}

#[test]
fn any_line_of_a_match_is_read_or_refused() {
    let words = "{|}|[|]|\"|:|,|null|\n|1e999|-1|18446744073709551616|\\u0000|\"game\":|\"result\":\"0-1\"|\"variations\":[[{\"move\":\"e4\"}]]|\"repetition\":\"unlimited\"";
    let lines = corpus("json_lines");
    check_reader(5, Format::Json, &lines, words);
}
