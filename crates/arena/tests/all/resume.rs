//! Match files and PGN files: resuming, several matches in a file, incomplete files, and the score of files.

use crate::quick_match::{self, Warnings, timeless_games};
use emergo_records::{GameRecord, ReadOptions, json, pgn, read_records};
use luctor_arena::files::match_file::MatchHeader;
use luctor_arena::files::open_match::open_match_file;
use luctor_arena::files::scored_files::score;
use luctor_arena::runner::run;
use luctor_arena::settings::MatchSettings;
use luctor_engine::interrupt::Interrupt;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use test_support::scratch::scratch_folder;

/// The settings of a match of four games in a folder.
fn settings_in(folder: &Path, more: &str) -> MatchSettings {
    quick_match::settings(folder, &format!("-rounds 2 -out FOLDER/games.jsonl {more}"))
}

/// Runs a match in a folder. Returns its warnings, or its error with all causes.
fn play(folder: &Path, more: &str) -> Result<Vec<String>, String> {
    let settings = settings_in(folder, more);
    let mut warnings = Warnings::default();
    match run(&settings, &Interrupt::default(), &mut warnings) {
        Ok(_) => Ok(warnings.0),
        Err(error) => {
            let mut text = error.to_string();
            let mut cause = error.source();
            while let Some(error) = cause {
                text = format!("{text}: {error}");
                cause = error.source();
            }
            Err(text)
        }
    }
}

fn games(folder: &Path) -> Vec<GameRecord> {
    let text = fs::read_to_string(folder.join("games.jsonl")).unwrap();
    json::read_games(&text).map(|game| game.expect("each line is a game")).collect()
}

#[test]
fn a_match_file_with_a_wrong_line_is_refused() {
    let folder = scratch_folder("wrong line");
    play(&folder, "").unwrap();
    let file = folder.join("games.jsonl");
    let text = fs::read_to_string(&file).unwrap();
    let damaged = text.replacen("\"game\":0", "\"game\":zero", 1);
    let version_3 = "{\"luctor_match\":3,\"anything\":1}\n";
    for (text, message, has_cause) in [
        (text.split_once('\n').unwrap().1, "1: a game before the header of its match", false),
        (&damaged, "2: not a game of a match", true),
        (version_3, "1: the format has version 3, this program reads version 2", false),
    ] {
        fs::write(&file, text).unwrap();
        let error = play(&folder, "-resume").unwrap_err();
        let found =
            error.split_once("games.jsonl, line ").and_then(|(_, line)| line.strip_prefix(message));
        assert_eq!(found.map(|cause| !cause.is_empty()), Some(has_cause), "{error}");
    }
}

#[test]
fn the_error_names_the_setting_that_differs_with_both_values() {
    let folder = scratch_folder("differences");
    fs::write(folder.join("other.txt"), "1/3/5/2w4/5/3/1 b 7,8 1\n").unwrap();
    play(&folder, "-each proto=uci -resign score=500").unwrap();
    let file = folder.join("games.jsonl").display().to_string();
    let text = fs::read_to_string(&file).unwrap();
    for (more, difference) in [
        ("-resign score=600", "-resign score is 600 here and 500"),
        ("-resign score=500 -blocked loss", "-blocked is loss here and draw"),
        ("-resign score=500 -seed 9", "-seed is 9 here and 1"),
        ("-resign score=500 -tournament gauntlet", "-tournament is gauntlet here and round-robin"),
        ("-resign score=500 -each watchdog=9", "watchdog of engine one is 9 here and 60000"),
        (
            "-resign score=500 -each option.Threads=1",
            "option.Threads of engine one is 1 here and not set",
        ),
        (
            "-resign score=500 -openings file=DATA/openings.txt start=2",
            "-openings start is 1 here and 0",
        ),
        ("-resign score=500 -each arg=x", "arg of engine one is [\"x\"] here and []"),
        (
            "-resign score=500 -engine name=three cmd=luctor",
            "the number of engines is 3 here and 2",
        ),
        ("-resign score=500 -openings file=FOLDER/other.txt", "the checksum of the openings is "),
    ] {
        let error = play(&folder, &format!("-resume -each proto=uci {more}")).expect_err(more);
        assert!(error.contains(&format!("-resume: {difference}")), "{error}");
        assert!(error.ends_with(&format!(" in {file}")), "{error}");
        assert_eq!(fs::read_to_string(&file).unwrap(), text, "{more}");
    }
    // These settings do not decide the games.
    let same =
        "-resign score=500 -each proto=uci stderr=FOLDER/e -rounds 3 -concurrency 2 -event x -sprt";
    play(&folder, &format!("-resume {same}")).unwrap();
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
fn a_file_with_games_of_another_match_is_refused_unless_they_are_kept() {
    for (name, pgn, file) in
        [("other match", "", "games.jsonl"), ("other PGN", "-pgnout FOLDER/all.pgn", "all.pgn")]
    {
        let folder = scratch_folder(name);
        // The second match has its own match file if the PGN file is shared.
        let out = |number: usize| match pgn {
            "" => "FOLDER/games.jsonl".to_owned(),
            _ => format!("FOLDER/{number}.jsonl"),
        };
        let play = |seed: usize, more: &str| {
            play(&folder, &format!("-out {} {pgn} -seed {seed} {more}", out(seed)))
        };
        play(1, "").unwrap();
        let first = fs::read_to_string(folder.join(file)).unwrap();
        let error = play(2, "").unwrap_err();
        assert!(error.ends_with(&format!("{file} contains other games: use another file, or -append to keep them and add this match")), "{error}");
        assert_eq!(fs::read_to_string(folder.join(file)).unwrap(), first);
        play(2, "-append").unwrap();
        let both = fs::read_to_string(folder.join(file)).unwrap();
        assert!(both.starts_with(&first), "{both}");
        let records = read_records(&both, &ReadOptions::default());
        assert_eq!((records.games.len(), records.games.iter().flatten().count()), (8, 8));
        let error = play(2, "-append").unwrap_err();
        assert!(error.contains("contains this match: use another file, or -resume"), "{error}");
        // Both matches can be resumed.
        for seed in [1, 2] {
            play(seed, "-resume").unwrap_err();
            play(seed, "-resume -append").unwrap();
            assert_eq!(fs::read_to_string(folder.join(file)).unwrap(), both);
        }
    }
}

#[test]
fn each_game_of_a_resumed_match_is_once_in_the_pgn_file_and_other_games_stay() {
    let folder = scratch_folder("shared PGN");
    let pgn = folder.join("all.pgn");
    let foreign = "[Event \"club\"]\n[White \"Ann\"]\n\n1. e4 e6 *";
    fs::write(&pgn, foreign).unwrap();
    play(&folder, "-pgnout FOLDER/all.pgn -append").unwrap();
    let written = fs::read_to_string(&pgn).unwrap();
    let own = written.strip_prefix(foreign).unwrap().strip_prefix("\n\n").unwrap();
    let starts: Vec<usize> = own.match_indices("[Event ").map(|(start, _)| start).collect();
    assert_eq!(starts.len(), 4);
    let other = own.replace(&match_id(own), "00ff");
    for (what, text, kept) in [
        ("a game is missing", own[starts[1]..].to_owned(), ""),
        ("a game is doubled", format!("{own}{}", &own[starts[3]..]), ""),
        ("a game has another move", own.replacen("1. ", "1. d3 {x} ", 1), ""),
        ("the end is missing", own[..own.len() - 9].to_owned(), ""),
        ("only the start of a tag is left", own[..starts[3] + 3].to_owned(), ""),
        ("tags are missing", own[..starts[3] + 40].to_owned(), ""),
        ("another match precedes", format!("{other}{own}"), &other[..]),
        ("another match follows", format!("{own}{other}"), &other[..]),
        (
            "another match follows without its last line end",
            format!("{own}{}", other.trim_end()),
            &other[..],
        ),
    ] {
        fs::write(&pgn, format!("{foreign}\n\n{text}")).unwrap();
        play(&folder, "-pgnout FOLDER/all.pgn -append -resume").unwrap();
        let repaired = fs::read_to_string(&pgn).unwrap();
        let sorted = |text: &str| {
            let games = pgn::read_games(text).map(|game| pgn::write_game(&game.unwrap()));
            let mut games: Vec<String> = games.collect();
            games.sort();
            games
        };
        assert_eq!(sorted(&repaired), sorted(&format!("{foreign}\n\n{kept}{own}")), "{what}");
        assert!(repaired.starts_with(foreign), "{what}: {repaired}");
    }
}

#[test]
fn games_of_a_pgn_file_without_their_match_file_are_not_removed() {
    let folder = scratch_folder("PGN alone");
    play(&folder, "-pgnout FOLDER/games.pgn").unwrap();
    let pgn = fs::read_to_string(folder.join("games.pgn")).unwrap();
    fs::remove_file(folder.join("games.jsonl")).unwrap();
    let error = play(&folder, "-pgnout FOLDER/games.pgn -resume").unwrap_err();
    assert!(error.contains("games of this match, but the match file has none"), "{error}");
    assert_eq!(fs::read_to_string(folder.join("games.pgn")).unwrap(), pgn);
}

/// The identifier in the first game of a PGN text.
fn match_id(text: &str) -> String {
    let game = pgn::read_games(text).next().unwrap().unwrap();
    game.match_game.unwrap().match_id
}

#[test]
fn an_incomplete_pgn_file_is_repaired_before_a_match_is_appended() {
    let game = "[Event \"club\"]\n[White \"Zoë\"]\n\n1. e4 {good move} e6 2. d4 1-0\n\n";
    let first = game.replace("Zoë", "Ann");
    for (what, end, kept) in [
        ("complete", "", 2),
        ("no line ends", "\n\n", 2),
        ("no result", "1-0\n\n", 2),
        ("inside a comment", "move} e6 2. d4 1-0\n\n", 1),
        ("inside a tag", "oë\"]\n\n1. e4 {good move} e6 2. d4 1-0\n\n", 1),
        ("inside a character", "\u{ab}\"]\n\n1. e4 {good move} e6 2. d4 1-0\n\n", 1),
        (
            "inside the first tag",
            "nt \"club\"]\n[White \"Zoë\"]\n\n1. e4 {good move} e6 2. d4 1-0\n\n",
            1,
        ),
    ] {
        let folder = scratch_folder("torn PGN");
        let mut bytes = [first.as_bytes(), game.as_bytes()].concat();
        // The end of `inside a character` is the second byte of `ë`.
        let length = if what == "inside a character" { end.len() - 1 } else { end.len() };
        bytes.truncate(bytes.len() - length);
        fs::write(folder.join("all.pgn"), bytes).unwrap();
        play(&folder, "-pgnout FOLDER/all.pgn -append").unwrap();
        let text = fs::read_to_string(folder.join("all.pgn")).unwrap();
        let games: Vec<_> = pgn::read_games(&text).map(Result::unwrap).collect();
        assert_eq!(games.len(), kept + 4, "{what}: {text}");
        assert!(text.starts_with(&first), "{what}: {text}");
        assert!(games[..kept].iter().all(|game| game.match_game.is_none()), "{what}");
    }
}

#[test]
fn a_text_that_is_not_pgn_is_never_removed() {
    let folder = scratch_folder("notes");
    let (file, text) = (folder.join("notes.txt"), "notes {");
    fs::write(&file, text).unwrap();
    play(&folder, "-pgnout FOLDER/notes.txt").unwrap_err();
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
    play(&folder, "-pgnout FOLDER/notes.txt -append").unwrap();
    assert!(fs::read_to_string(&file).unwrap().starts_with(text));
}

#[test]
fn a_file_that_another_match_is_writing_is_refused() {
    let folder = scratch_folder("in use");
    let settings = settings_in(&folder, "");
    let path = folder.join("games.jsonl");
    let header = || MatchHeader::new(&settings, &[]);
    let open = || open_match_file(&path, &settings, header(), &mut |_| ()).map(|(file, _)| file);
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
    for text in ["notes", "notes\n", "[Event \"club\"]\n\n1. e4 *\n", "{\"other\":1}", "{}\n"] {
        for more in ["", "-resume", "-append", "-append -resume"] {
            fs::write(&file, text).unwrap();
            let error = play(&folder, more).unwrap_err();
            assert!(error.contains("games.jsonl, line 1: not "), "{text:?} {more}: {error}");
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
    let error = play(&folder, "-maxplies 4").unwrap_err();
    let expected = "games.jsonl contains this match: use another file, or -resume with";
    assert!(error.contains(expected), "{error}");
}

#[test]
fn the_first_header_of_the_first_file_decides_the_order_of_the_engines() {
    let folder = scratch_folder("order");
    for (file, order, difference) in
        [("12", [0, 1], "-seed is 9 here and 1"), ("21", [1, 0], " of engine ")]
    {
        for first in order {
            let more = format!("-out FOLDER/{file}.jsonl -pgnout FOLDER/{file}.pgn -append");
            let mut settings = settings_in(&folder, &more);
            settings.engines.swap(0, first);
            run(&settings, &Interrupt::default(), &mut Warnings::default()).unwrap();
        }
        let error = play(&folder, &format!("-out FOLDER/{file}.jsonl -resume -seed 9"));
        let error = error.unwrap_err();
        assert!(error.contains(difference), "{error}");
    }
    for (files, first) in [(["12", "21"], "one"), (["21", "12"], "two")] {
        for kind in ["jsonl", "pgn"] {
            let paths = files.map(|file| folder.join(format!("{file}.{kind}")));
            for paths in [&paths[..1], &paths[..]] {
                let report = score(paths, None, &mut |_| ()).unwrap().tally.report();
                assert_eq!(report.engines[0].name, first, "{paths:?}");
            }
        }
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
        let score = score(files, None, &mut |warning| warnings.push(warning.to_owned())).unwrap();
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
    assert!(
        three.contains("unfinished pairs      1; Elo and SPRT leave out their games"),
        "{three}"
    );
    for (path, message) in [
        ("empty.jsonl", "the files have no games"),
        ("no.jsonl", "no.jsonl: No such file or directory (os error 2)"),
        ("bad.jsonl", "bad.jsonl, line 1"),
        ("bad.pgn", "bad.pgn"),
    ] {
        file("empty.jsonl", &[]);
        file("bad.jsonl", &["{\"moves\":1}\n"]);
        file("bad.pgn", &["1. a1 *\n"]);
        let score = score(&[folder.join(path)], None, &mut |warning| panic!("{warning}"));
        let error = score.err().unwrap().to_string();
        assert!(error.ends_with(message), "{error}");
    }
}
