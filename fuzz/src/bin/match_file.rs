#![no_main]
use libfuzzer_sys::fuzz_target;
use luctor_arena::files::collector::GameCollector;
use luctor_arena::match_options::{MatchCommand, read};
use luctor_fuzz::scratch;
use std::fs;
use test_support::mutation::assert_is_a_sentence;

/// The match of an input in fuzz/corpus.
const WORDS: &str = "-engine cmd=internal name=Ann nodes=300 -engine cmd=internal name=Bob nodes=200 \
                     -variant hexemergo -maxplies 4";

fuzz_target!(|input: &[u8]| {
    let path = scratch("match.jsonl");
    fs::write(&path, input).expect("the disk has space");
    let words = format!("{WORDS} -resume -out {}", path.display());
    let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
    let Ok(MatchCommand::Match(settings, _)) = read(&words) else {
        panic!("the words are a match");
    };
    let games = || {
        let opened = GameCollector::open(&settings, &mut |text| assert_is_a_sentence(&text));
        opened.map(|collector| collector.start().score.games)
    };
    match games() {
        Ok(found) => assert_eq!(games().expect("the file can be read again"), found),
        Err(error) => assert_is_a_sentence(&error),
    }
});
