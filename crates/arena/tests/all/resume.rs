//! Match files and PGN files: resuming, files that are refused, incomplete files, and the score of files.

use crate::quick_match::{self, Warnings, timeless_games};
use emergo_records::{GameRecord, ReadOptions, read_records};
use luctor_arena::files::collector::GameCollector;
use luctor_arena::files::scored_files::{self, ScoreError, ScoredFiles};
use luctor_arena::runner::run;
use luctor_arena::settings::MatchSettings;
use luctor_engine::interrupt::Interrupt;
use std::error::Error;
use std::fs;
use std::iter::successors;
use std::path::{Path, PathBuf};
use test_support::scratch::{game_file, scratch_folder};

/// The settings of a match of four games in a folder.
fn settings_in(folder: &Path, more: &str) -> MatchSettings {
    quick_match::settings(folder, &format!("-rounds 2 -out FOLDER/games.jsonl {more}"))
}

/// Runs a match in a folder. Returns its warnings, or its error with all causes.
fn play(folder: &Path, more: &str) -> Result<Vec<String>, String> {
    play_with(&settings_in(folder, more))
}

fn play_with(settings: &MatchSettings) -> Result<Vec<String>, String> {
    let mut warnings = Warnings::default();
    let played = run(settings, &Interrupt::default(), &mut warnings).map_err(|error| {
        let causes = successors(Some(&error as &dyn Error), |error| (*error).source());
        causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
    });
    played.map(|_| warnings.0)
}

/// The score of files.
fn score(files: &[PathBuf], warning: &mut dyn FnMut(&str)) -> Result<ScoredFiles, ScoreError> {
    let read = |path: &PathBuf| (path.clone(), fs::read(path).unwrap());
    scored_files::score(&files.iter().map(read).collect::<Vec<_>>(), None, warning)
}

fn games(folder: &Path) -> Vec<GameRecord> {
    let text = fs::read_to_string(folder.join("games.jsonl")).unwrap();
    let games = read_records(&text, &ReadOptions::default()).games.into_iter();
    games.map(|game| game.expect("each line is a game")).collect()
}

#[test]
fn the_error_names_the_setting_that_differs_with_both_values() {
    let folder = scratch_folder("differences");
    fs::write(folder.join("other.txt"), "1/3/5/2w4/5/3/1 b 7,8 1\n").unwrap();
    let play = |more: &str| play(&folder, &format!("-each proto=uci -resign score=500 {more}"));
    play("").unwrap();
    let file = folder.join("games.jsonl").display().to_string();
    let text = fs::read_to_string(&file).unwrap();
    for (more, difference) in [
        ("-resign score=600", "-resign score is 600 here and 500"),
        ("-blocked loss", "-blocked is loss here and draw"),
        ("-seed 9", "-seed is 9 here and 1"),
        ("-tournament gauntlet", "-tournament is gauntlet here and round-robin"),
        ("-draw score=5", "-draw is movecount=8 movenumber=40 score=5 here and not set"),
        ("-each watchdog=9", "watchdog of engine one is 9 here and 60000"),
        ("-each option.Threads=1", "option.Threads of engine one is 1 here and not set"),
        ("-openings file=DATA/openings.txt start=2", "-openings start is 2 here and 1"),
        ("-each arg=x", "arg of engine one is [\"x\"] here and []"),
        ("-engine name=three cmd=luctor", "the number of engines is 3 here and 2"),
        ("-openings file=FOLDER/other.txt", "the checksum of the openings is "),
    ] {
        let error = play(&format!("-resume {more}")).expect_err(more);
        assert!(error.contains(&format!("-resume: {difference}")), "{error}");
        assert!(error.ends_with(&format!(" in {file}")), "{error}");
        assert_eq!(fs::read_to_string(&file).unwrap(), text, "{more}");
    }
    // These settings do not decide the games.
    let same = "-rounds 3 -concurrency 2 -event x -sprt";
    let of_machine = "-each stderr=FOLDER/e timescale=2.5 path=/some/where/else";
    play(&format!("-resume {same} {of_machine}")).unwrap();
    assert_eq!(games(&folder).len(), 6);
}

#[test]
fn a_game_with_an_incomplete_line_is_played_again_and_a_game_that_occurs_twice_counts_once() {
    let folder = scratch_folder("torn");
    let file = folder.join("games.jsonl");
    let play = |more: &str| {
        let settings = settings_in(&folder, &format!("-rounds 3 {more}"));
        let end = run(&settings, &Interrupt::default(), &mut Warnings::default()).unwrap();
        let mut games = timeless_games(&file);
        games.dedup();
        (end.tally.report(), games)
    };
    let expected = play("");
    let whole = fs::read(&file).unwrap();
    let ends: Vec<usize> = (1..=whole.len()).filter(|end| whole[end - 1] == b'\n').collect();
    let [header, fourth, fifth] = [ends[0], ends[4], ends[5]];
    let cuts = [0, 1, header - 1, fourth - 1, fourth + 1, fourth + 2, (fourth + fifth) / 2];
    // A lost write may leave zeros.
    let zeros = [&whole[..fifth], &[0; 100]].concat();
    let doubled = [&whole[..fourth], &whole[header..fourth], &whole[fourth..fifth]].concat();
    for bytes in cuts.map(|cut| whole[..cut].to_vec()).into_iter().chain([zeros, doubled]) {
        fs::write(&file, &bytes).unwrap();
        assert_eq!(play("-resume"), expected, "{}", String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn a_file_that_is_not_empty_is_refused_without_resume_and_not_changed() {
    let folder = scratch_folder("not empty");
    play(&folder, "-pgnout FOLDER/games.pgn").unwrap();
    fs::write(folder.join("notes.txt"), "notes {").unwrap();
    for (more, file) in [
        ("", "games.jsonl"),
        ("-seed 2", "games.jsonl"),
        ("-out FOLDER/new.jsonl -pgnout FOLDER/games.pgn", "games.pgn"),
        ("-out FOLDER/new.jsonl -pgnout FOLDER/notes.txt", "notes.txt"),
    ] {
        let text = fs::read_to_string(folder.join(file)).unwrap();
        let error = play(&folder, more).unwrap_err();
        let expected = "is not empty: use another file, or -resume to continue its match";
        assert!(error.ends_with(&format!("{file} {expected}")), "{error}");
        assert_eq!(fs::read_to_string(folder.join(file)).unwrap(), text, "{more}");
    }
    // -resume needs -out.
    let error = play_with(&quick_match::settings(&folder, "-pgnout FOLDER/games.pgn")).unwrap_err();
    let expected = "is not empty: use another file; only a match with -out can be continued";
    assert!(error.ends_with(&format!("games.pgn {expected}")), "{error}");
}

#[test]
fn a_match_file_with_several_matches_is_refused_and_not_changed() {
    let folder = scratch_folder("several");
    let matches = ["-seed 1", "-seed 2"].map(|seed| {
        play(&folder, &format!("-out FOLDER/new.jsonl {seed}")).unwrap();
        let text = fs::read_to_string(folder.join("new.jsonl")).unwrap();
        fs::remove_file(folder.join("new.jsonl")).unwrap();
        text
    });
    fs::write(folder.join("games.jsonl"), matches.concat()).unwrap();
    for resume in ["", "-resume"] {
        let error = play(&folder, resume).unwrap_err();
        assert!(error.ends_with("games.jsonl contains several matches: use another file"));
        assert_eq!(fs::read_to_string(folder.join("games.jsonl")).unwrap(), matches.concat());
    }
}

#[test]
fn a_resumed_match_writes_its_pgn_file_again_and_refuses_other_games() {
    let folder = scratch_folder("PGN");
    let pgn = folder.join("games.pgn");
    let play = |more: &str| play(&folder, &format!("-event Zoë -pgnout FOLDER/games.pgn {more}"));
    play("").unwrap();
    let own = fs::read_to_string(&pgn).unwrap();
    let starts: Vec<usize> = own.match_indices("[Event ").map(|(start, _)| start).collect();
    assert_eq!(starts.len(), 4);
    let id = games(&folder).remove(0).match_game.unwrap().match_id;
    let other = own.replace(&id, "00ff");
    let foreign = "[Event \"club\"]\n[White \"Ann\"]\n\n1. e4 e6 *\n\n";
    let cut = |bytes: usize| own.as_bytes()[..bytes].to_vec();
    let joined = |texts: &[&str]| texts.concat().into_bytes();
    for (what, bytes, is_own) in [
        ("nothing is left", cut(0), true),
        ("an editor changed the ends of the lines", own.replace('\n', "\r\n").into(), true),
        ("only the start of the first tag is left", cut(3), true),
        ("only the start of a tag is left", cut(starts[3] + 3), true),
        ("the end is inside a character", cut(starts[3] + "[Event \"Zoë".len() - 1), true),
        ("tags are missing", cut(starts[3] + 40), true),
        ("the end is missing", cut(own.len() - 9), true),
        ("a game is missing", joined(&[&own[starts[1]..]]), true),
        ("a game is doubled", joined(&[&own, &own[starts[3]..]]), true),
        ("a game has another move", joined(&[&own.replacen("1. ", "1. d3 {x} ", 1)]), true),
        ("another match precedes", joined(&[&other, &own]), false),
        ("another match follows", joined(&[&own, &other]), false),
        ("a game of another program precedes", joined(&[foreign, &own]), false),
        ("a game of another program follows", joined(&[&own, foreign]), false),
        ("a text precedes", joined(&["notes\n", &own]), false),
        ("tags in the middle are missing", joined(&[&own[..40], "\n", &own[starts[1]..]]), false),
    ] {
        fs::write(&pgn, &bytes).unwrap();
        let resumed = play("-resume");
        let after = fs::read(&pgn).unwrap();
        if is_own {
            resumed.expect(what);
            assert_eq!(String::from_utf8(after).unwrap(), own, "{what}");
        } else {
            let error = resumed.expect_err(what);
            let expected = "contains games that the match file does not have: use another file";
            assert!(error.ends_with(&format!("games.pgn {expected}")), "{what}: {error}");
            assert!(after == bytes, "{what}");
        }
    }
    // Without the match file, its PGN file has the only copy of the games.
    fs::write(&pgn, &own).unwrap();
    fs::remove_file(folder.join("games.jsonl")).unwrap();
    let error = play("-resume").unwrap_err();
    assert!(error.contains("games.pgn contains games that the match file does not"), "{error}");
    assert_eq!(fs::read_to_string(&pgn).unwrap(), own);
}

#[test]
fn a_file_that_another_match_is_writing_is_refused() {
    let folder = scratch_folder("in use");
    let settings = settings_in(&folder, "");
    let open = || GameCollector::open(&settings, &mut |_| ());
    let first = open().unwrap();
    let error = open().err().expect("the file is in use").to_string();
    assert!(error.ends_with("another match is writing to this file"), "{error}");
    let error = play(&folder, "-out FOLDER/other.jsonl -pgnout FOLDER/games.jsonl");
    assert!(error.unwrap_err().ends_with("games.jsonl: another match is writing to this file"));
    drop(first);
    open().unwrap();
}

#[test]
fn a_file_that_is_not_a_match_file_is_refused_and_not_changed() {
    let folder = scratch_folder("not a match");
    let file = folder.join("games.jsonl");
    play(&folder, "").unwrap();
    let whole = fs::read_to_string(&file).unwrap();
    let damaged = whole.replacen("\"game\":0", "\"game\":zero", 1);
    for (text, message) in [
        ("notes", "1: not the header of a match"),
        ("notes\n", "1: not a game of a match: not a game record: "),
        ("[Event \"club\"]\n\n1. e4 *\n", "1: not a game of a match: "),
        ("{\"other\":1}", "1: not the header of a match"),
        ("{}\n", "1: not a game of a match: "),
        (whole.split_once('\n').unwrap().1, "1: a game before the header of its match"),
        (&damaged, "2: not a game of a match: "),
        ("{\"luctor_match\":3}\n", "1: the format has version 3, this program reads version 2"),
    ] {
        for more in ["", "-resume"] {
            fs::write(&file, text).unwrap();
            let error = play(&folder, more).unwrap_err();
            assert!(error.contains(&format!("games.jsonl, line {message}")), "{text:?}: {error}");
            assert_eq!(fs::read_to_string(&file).unwrap(), text, "{more}");
        }
    }
}

#[test]
fn a_file_with_only_a_header_is_used_for_a_new_match() {
    let folder = scratch_folder("only a header");
    play(&folder, "-maxplies 6").unwrap();
    let written = fs::read_to_string(folder.join("games.jsonl")).unwrap();
    for resume in ["", "-resume"] {
        fs::write(folder.join("games.jsonl"), written.lines().next().unwrap()).unwrap();
        play(&folder, &format!("-maxplies 4 {resume}")).unwrap();
        assert_eq!(games(&folder).len(), 4);
        assert!(games(&folder).iter().all(|game| game.moves.len() == 4));
    }
}

#[test]
fn the_first_header_of_the_first_file_decides_the_order_of_the_engines() {
    let folder = scratch_folder("order");
    let [one, two] = [0, 1].map(|first| {
        let more = format!("-out FOLDER/{first}.jsonl -pgnout FOLDER/{first}.pgn");
        let mut settings = settings_in(&folder, &more);
        settings.engines.swap(0, first);
        run(&settings, &Interrupt::default(), &mut Warnings::default()).unwrap();
        ["jsonl", "pgn"]
            .map(|kind| fs::read_to_string(folder.join(format!("{first}.{kind}"))).unwrap())
    });
    // Files that `cat` has joined.
    let kinds = ["jsonl", "pgn"].into_iter().zip(one.iter().zip(&two));
    for (kind, (one, two)) in kinds {
        let paths = ["12", "21"].map(|name| folder.join(format!("{name}.{kind}")));
        fs::write(&paths[0], format!("{one}{two}")).unwrap();
        fs::write(&paths[1], format!("{two}{one}")).unwrap();
        for (index, first) in ["one", "two"].into_iter().enumerate() {
            let both = [&paths[index], &paths[1 - index]].map(Clone::clone);
            for paths in [&both[..1], &both[..]] {
                let scored = score(paths, &mut |_| ()).unwrap();
                assert_eq!(scored.tally.report().engines[0].name, first, "{paths:?}");
                assert_eq!((scored.matches, scored.tally.games()), (2, 8), "{paths:?}");
            }
        }
    }
}

#[test]
fn games_without_two_names_or_a_result_are_not_counted() {
    let folder = scratch_folder("not counted");
    let files = ["one.pgn", "two.pgn"].map(|name| folder.join(name));
    fs::write(&files[0], "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e6 1-0\n").unwrap();
    for (game, counted) in [
        ("[White \"B\"]\n[Black \"A\"]\n\n1. e4 e6 0-1\n", 1),
        ("[White \"B\"]\n[Black \"A\"]\n\n1. e4 e6 *\n", 0),
        ("[White \"A\"]\n[Black \"?\"]\n\n1. e4 e6 1-0\n", 0),
        ("1. e4 e6 1-0\n", 0),
    ] {
        fs::write(&files[1], game).unwrap();
        let mut warnings = Vec::new();
        let mut score = |files| {
            let scored = score(files, &mut |warning| warnings.push(warning.to_owned()));
            scored.map(|scored| (scored.tally.games(), scored.matches))
        };
        assert_eq!(score(&files).unwrap(), (1 + counted, 0), "{game}");
        match score(&files[1..]) {
            Ok(scored) => assert_eq!((scored, counted), ((1, 0), 1), "{game}"),
            Err(error) => assert_eq!(error.to_string(), "no game of the files counts", "{game}"),
        }
        let expected = "games without two names or a result are not counted: 1";
        assert_eq!(warnings, vec![expected; if counted == 1 { 0 } else { 2 }], "{game}");
    }
}

#[test]
fn files_are_merged_by_game_number_and_the_shares_of_both_players_add_up() {
    let folder = scratch_folder("score");
    play(&folder, "-pgnout FOLDER/games.pgn -maxplies 60").unwrap();
    let text = fs::read_to_string(folder.join("games.jsonl")).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let file = |name: &str, lines: &[&str]| {
        fs::write(folder.join(name), lines.concat()).unwrap();
        folder.join(name)
    };
    // Games 2 and 3 of four are in both files. The second file has an incomplete last line.
    let first = file("first.jsonl", &lines[..4]);
    let second = file("second.jsonl", &[lines[0], lines[3], lines[2], lines[4], "{\"match\":"]);
    let table = |files: &[PathBuf]| {
        let mut warnings = Vec::new();
        let score = score(files, &mut |warning| warnings.push(warning.to_owned())).unwrap();
        assert_eq!(score.matches, 1);
        let incomplete = files.iter().filter(|path| path.ends_with("second.jsonl"));
        let warning = |path: &PathBuf| format!("{}: the last line is incomplete", path.display());
        assert_eq!(warnings, incomplete.map(warning).collect::<Vec<String>>());
        score.tally.table()
    };
    let whole = table(&[folder.join("games.jsonl")]);
    assert_eq!(table(&[first.clone(), second]), whole);
    // PGN has no duration of the games and its times are rounded.
    let timeless = |table: &str| {
        table.lines().filter(|line| !line.contains("per move")).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(timeless(&table(&[folder.join("games.pgn")])), timeless(&whole));
    // Three games: the third has no second game.
    let three = table(&[first]);
    let shares: Vec<f64> = three
        .lines()
        .filter(|line| line.starts_with("one ") || line.starts_with("two "))
        .map(|line| line.split(" D, ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap())
        .collect();
    assert_eq!(shares.iter().sum::<f64>(), 100.0, "{three}");
    assert!(three.contains("unpaired games       1; Elo and SPRT leave them out"), "{three}");
    for (path, message) in [
        ("empty.jsonl", "no game of the files counts"),
        ("bad.jsonl", "bad.jsonl"),
        ("bad.pgn", "bad.pgn"),
    ] {
        file("empty.jsonl", &[]);
        file("bad.jsonl", &["{\"moves\":1}\n"]);
        file("bad.pgn", &["[White \"A\"]\n\n1. e4 e4 *\n"]);
        let score = score(&[folder.join(path)], &mut |warning| panic!("{warning}"));
        let error = score.err().unwrap().to_string();
        assert!(error.ends_with(message), "{error}");
    }
}

#[test]
fn the_table_of_games_without_times_has_no_times() {
    let json = scratch_folder("game of no match").join("game.jsonl");
    let game = r#"{"white":"A","black":"B","result":"1-0","moves":[{"move":"e4"}]}"#;
    fs::write(&json, format!("\u{feff}{game}\n")).unwrap();
    for file in [game_file("cutegames.pgn").into(), game_file("abstractplay.json").into(), json] {
        let table = score(&[file], &mut |_| ()).unwrap().tally.table();
        assert!(table.contains("White - Black") && !table.contains("per move"), "{table}");
    }
}

#[test]
fn a_match_goes_on_if_running_games_undo_the_decision_of_its_sprt() {
    let sprt = "-sprt elo0=0 elo1=60 alpha=0.3 beta=0.3 -rounds 300 -concurrency 8";
    for seed in 1..=10 {
        let mut settings = quick_match::settings(Path::new(""), &format!("{sprt} -seed {seed}"));
        settings.max_plies = Some(100);
        for engine in &mut settings.engines {
            engine.limit = "nodes=50-100".parse().unwrap();
        }
        let end = run(&settings, &Interrupt::default(), &mut Warnings::default()).unwrap();
        assert!(end.is_finished, "seed {seed}: {} games", end.tally.games());
    }
}
