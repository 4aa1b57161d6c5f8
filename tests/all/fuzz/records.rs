//! Game records in all formats.

use super::mutation::{Mutator, corpus};
use super::{checks, inputs};
use emergo_records::{Format, ReadOptions, read_records};

const LIST_WORDS: &str = "1.|1...|2 |\n|\r\n|\n\n|e4|-|x|e4-c4-c6|bd4x|c45|resign|1-0|\t|White";

#[test]
fn any_text_of_a_format_is_read_or_refused() {
    let abstractplay = "{|}|[|]|\"|:|,|null|\\u0000|1e999|\"d4\"|\"move\":|\"header\":|\"players\":|resign|timeout|\n";
    let zillions = "1. |partial |partial 2 |man |e4| x | - |\r\n|VariantName=|Emergo|=";
    let json = "{|}|[|]|\"|:|,|null|\n|1e999|-1|18446744073709551616|\\u0000|\"game\":|\"result\":\"0-1\"|\"variations\":[[{\"move\":\"e4\"}]]|\"repetition\":\"unlimited\"";
    for (seed, format, texts, words) in [
        (5, Format::Json, corpus("json_lines"), json),
        (21, Format::Moves, lists('l'), LIST_WORDS),
        (22, Format::MindSports, lists('l'), LIST_WORDS),
        (23, Format::Tutor, lists('t'), LIST_WORDS),
        (24, Format::AbstractPlay, corpus("abstractplay"), abstractplay),
        (25, Format::Zillions, lists('z'), zillions),
    ] {
        println!("{}", format.name());
        let options = ReadOptions { format: Some(format), ..ReadOptions::default() };
        let is_right = |text: &String| read_records(text, &options).games.iter().all(Result::is_ok);
        assert!(texts.iter().any(is_right), "no text is right");
        mutate(seed, Some(format), &texts, words);
    }
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
