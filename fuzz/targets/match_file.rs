#![no_main]
use libfuzzer_sys::fuzz_target;
use luctor_arena::files::match_file::MatchHeader;
use luctor_arena::files::open_match::open_match_file;
use luctor_arena::settings::{MatchSettings, RunSettings};
use luctor_fuzz::scratch;
use std::fs;
use test_support::mutation::assert_is_a_sentence;

fuzz_target!(|input: &[u8]| {
    let path = scratch("match.jsonl");
    fs::write(&path, input).expect("the disk has space");
    let run = RunSettings { resume: true, ..RunSettings::default() };
    let settings = MatchSettings { run, ..MatchSettings::default() };
    let open = || {
        let header = MatchHeader::new(&settings, &[]);
        open_match_file(&path, &settings, header, &mut |text| assert_is_a_sentence(&text))
    };
    match open() {
        Ok((mut file, stored)) => {
            let games: Vec<_> = stored.games.into_values().collect();
            file.append_games(&games).expect("the disk has space");
            drop(file);
            let again = open().map(|(_, again)| again.games.len());
            assert!(games.is_empty() || again.is_ok(), "{again:?}");
        }
        Err(error) => assert_is_a_sentence(&error),
    }
});
