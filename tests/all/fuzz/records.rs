//! Game records in all formats.

use super::{checks, inputs, mutation::Mutator};
use emergo_records::{Format, ReadOptions, json, read_records};

const LISTS: [&str; 8] = [
    "1. f4 e3 2. c5 e5 3. e4 g4 4. e4-e6 g4-e4 5. d5 f5 6. f7 d7\n",
    "  White   Black\r\n1. f4     e3\r\n2. c5     e5\r\n3. e4     g4\r\n4. e4-e6x g4xe4x\r\n",
    "f4 e3 c5 e5 e4 g4 e4xe6 g4xe4\ne3 e6 f4\n\ne3 e7 f4 resign\n",
    "1/3/5/2b4/2b1b4/2(b2w2)(w3)3/5/3/1 w 0,0\ne4-c4-c6-e6-e4-c4x 1-0\n",
    "d4\nf6\nc5\ng5\n",
    "c3 c5 b2\nd5 e4, f5",
    "1. e4 e6 1-0 1. e4 d6 * 1.\u{2026} e4\u{2013}e5",
    "1/3/5/7/9/3b3/5/1b1/w b 0,0\n1... e4-e3\n",
];

const LIST_WORDS: &str = "1.|1...|2 |\n|\r\n|\n\n|e4|-|x|e4-c4-c6|bd4x|c45|resign|1-0|\t|White";

#[test]
fn any_list_of_moves_is_read_or_refused() {
    check_reader(21, Format::Moves, &LISTS, LIST_WORDS);
}

#[test]
fn any_mindsports_list_is_read_or_refused() {
    check_reader(22, Format::MindSports, &LISTS, LIST_WORDS);
}

#[test]
fn any_list_in_the_shorthand_of_the_tutor_is_read_or_refused() {
    let lists = [
        "1 c3  e5\n2 b1  f6\n3 c34 ef6\n",
        "4/5/6/1w5/1b4/5/4 w 0,0\nb42x",
        "4/5/6/3b3/2w3/5/4 w 0,0\nc3e5x 1-0",
        "4/5/6/1w5/6/5/4 w 0,0\nbc4 draw",
    ];
    check_reader(23, Format::Tutor, &lists, LIST_WORDS);
}

#[test]
fn any_record_of_abstractplay_is_read_or_refused() {
    let records = [
        r#"[{"header":{"game":{"name":"Emergo"},"site":{"name":"Abstract Play","gameid":"emergo#1"},"date-start":"2026-01-10T09:15:00.000Z","players":[{"name":"a","userid":"1","is_ai":false,"result":1},{"name":"b","result":0}],"event":"x","round":"2"},"moves":[["d4","f6"],["c5","g5"],["e7xc5","resign"]]}]"#,
        r#"{"header":{"game":{"name":"Emergo"},"players":[]},"moves":[["D4","f 6*"],[{"move":"c5","sequence":1,"result":[]},null],[null,"g5"]]}"#,
        "[{\"header\":{\"game\":{\"name\":\"Emergo\"},\"players\":[{\"result\":0},{\"result\":0}]},\"moves\":[]},\n{\"header\":{},\"moves\":[[\"d4\"]]}]",
    ];
    let words = "{|}|[|]|\"|:|,|null|\\u0000|1e999|\"d4\"|\"move\":|\"header\":|\"players\":|resign|timeout|\n";
    check_reader(24, Format::AbstractPlay, &records, words);
}

#[test]
fn any_saved_game_of_zillions_is_read_or_refused() {
    let games = [
        "Zillions Save Game File Version 0.02 CC\r\nRulesFile=Emergo.zrf\r\nVariantName=Emergo\r\n1. man f4\r\n1. man e3\r\n2. man c5\r\n2. man e5\r\n3. man e4\r\n3. man g4\r\n4. GA e4 x e5 GB e5 - e6\r\n4. BYD g4 x f4 GA f4 - e4\r\n",
        "VariantName=Hexemergo\n1. man D5\n1. partial 2 man d5\n",
        "RulesFile=x\n1. man a5\n1. partial 2 man a5\n2. GA d2 x d3 GB d3 - d4\n",
    ];
    let words = "1. |partial |partial 2 |man |e4| x | - |\r\n|VariantName=|Emergo|=";
    check_reader(25, Format::Zillions, &games, words);
}

#[test]
fn any_text_is_read_in_the_format_that_is_detected() {
    let (json, zillions) = ("[{\"header\":{}}]", "Zillions Save Game File\n");
    let texts = [LISTS[0], LISTS[3], PGN[0], PGN[2], LINES[0], json, zillions];
    let words = "{|[|(|\u{feff}|{\"|Zillions Save Game File|$1|e4-c4|c45|\n";
    mutate(26, None, &texts, words);
}

/// Reads mutated texts in a format.
fn check_reader(seed: u64, format: Format, texts: &[&str], words: &str) {
    let options = ReadOptions { format: Some(format), ..ReadOptions::default() };
    let read = |text: &str| read_records(text, &options);
    assert!(
        texts.iter().any(|text| read(text).games.iter().all(Result::is_ok)),
        "no text is right"
    );
    mutate(seed, Some(format), texts, words);
}

fn mutate(seed: u64, format: Option<Format>, texts: &[&str], words: &str) {
    let mut mutator = Mutator::new(seed, texts, words.split('|'));
    for _ in 0..inputs(2_000) {
        checks::records(format, mutator.input());
    }
}

const PGN: [&str; 4] = [
    "[Event \"x\"]\n[Variant \"emergo\"]\n[Result \"*\"]\n\n1. e4 {+0.35/12 0.104s n=5} e6 2. d4 d6 *\n\n",
    "[Event \"y\"]\n[Variant \"emergo7\"]\n[Round \"1.2\"]\n[Match \"00ff\"]\n\n1. d3 d5 0-1\n\n[Event \"z\"]\n[Variant \"hexemergo\"]\n\n1. d5 d3 1/2-1/2\n",
    "[FEN \"1/b2/w3b/3b2w/1b1b1w3/1w1w1b1/1w1wb/3/1 w 5,5 7\"]\n[SetUp \"1\"]\n\n7. g6 g7xg5xe5xe3xc3xc5 {-M3/12 1s} 8. c6 g3xe3 ; end\n9. c6xc4 1-0",
    "1. e4! (1. e3 $5 (1. e2 {low}) 1... e6) (1. d4) 1... e6 * {behind}",
];

#[test]
fn any_pgn_is_read_or_refused() {
    let words = "[|]|{|}|\"|\\|;|\n\n|1.|1...|1-0|*|[FEN \"|[Variant \"|e4|x|[Event |[Match \"00ff\"]|[GameDuration \"00:00:01.5\"]|n=5|/7";
    let mut mutator = Mutator::new(4, &PGN, words.split('|'));
    for _ in 0..inputs(4_000) {
        checks::pgn(&mutator.input());
    }
}

const LINES: [&str; 2] = [
    "{\"match\":\"00ff\",\"game\":1,\"pair\":0,\"variant\":\"emergo\",\"white\":\"a\",\"black\":\"b\",\"limits\":[\"0.1 s a move\",\"0.1 s a move\"],\"opening\":\"1/3/5/3b3/9/3ww2/5/3/1 b 10,11 2\",\"black_first\":true,\"moves\":[{\"move\":\"e5\",\"score\":-167,\"depth\":8,\"nodes\":48386,\"ms\":90.21},{\"move\":\"e1\",\"mate\":3,\"ms\":91.0}],\"result\":\"1-0\",\"reason\":\"resignation\",\"end\":\"1/3/5/3b3/9/3ww2/5/3/1 b 10,11 2\",\"date\":\"2026.11.21\"}\n",
    "{\"match\":\"00ff\",\"game\":0,\"pair\":0,\"variant\":\"emergo7\",\"white\":\"a\",\"black\":\"b\",\"limits\":[\"\",\"\"],\"moves\":[],\"result\":\"1/2-1/2\",\"reason\":\"x\",\"end\":\"\",\"date\":\"\"}\n",
];

#[test]
fn any_line_of_a_match_is_read_or_refused() {
    let words = "{|}|[|]|\"|:|,|null|\n|1e999|-1|18446744073709551616|\\u0000|\"game\":|\"result\":\"0-1\"|\"variations\":[[{\"move\":\"e4\"}]]|\"repetition\":\"unlimited\"";
    for seed in LINES {
        assert!(json::read_games(seed).all(|read| read.is_ok()), "the seeds are games");
    }
    let mut mutator = Mutator::new(5, &LINES, words.split('|'));
    for _ in 0..inputs(4_000) {
        checks::json_lines(&mutator.input());
    }
}
