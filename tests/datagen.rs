//! Games of self-play for training: the same whoever makes them, legal, and gone on with after any stop; and
//! the subcommands `datagen`, `train` and `calibrate`.

mod client;

use client::{PATIENCE, program, wait_for_end};
use emergo::GameResult;
use emergo::{Blocked, Game, Side, Variant};
use luctor_engine::eval::{Network, Networks};
use luctor_engine::search::interrupt::Interrupt;
use luctor_trainer::datagen::{self, DatagenSettings};
use luctor_trainer::gamefile::{Contents, GameFileReader, RecordedGame};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// A folder of a test's own, empty.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("datagen").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Two blocks of quick games, those of the small board being shorter.
fn settings(variant: Variant, out: &Path) -> DatagenSettings {
    let out = out.to_owned();
    let positions = if variant == Variant::Emergo7 { 1_000 } else { 2_800 };
    DatagenSettings { variant, positions, nodes: 12, plies: (4, 12), seed: 1, out }
}

fn make(settings: &DatagenSettings, threads: usize) -> Contents {
    make_unless(settings, threads, &Interrupt::default())
}

fn make_unless(settings: &DatagenSettings, threads: usize, interrupt: &Interrupt) -> Contents {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| datagen::run(settings, interrupt)).unwrap()
}

/// All games of a file, and how many blocks they fill.
fn games(path: &Path) -> (Vec<RecordedGame>, u64) {
    let mut reader = GameFileReader::open(path).unwrap();
    let mut games = Vec::new();
    while let Some(more) = reader.next_games().unwrap() {
        games.extend(more);
    }
    (games, reader.blocks_read())
}

#[test]
fn games_do_not_depend_on_threads_or_stops_but_on_the_seed() {
    for variant in Variant::ALL {
        let folder = scratch(&format!("same {variant}"));
        let at_once = settings(variant, &folder.join("one thread"));
        let contents = make(&at_once, 1);
        assert!(contents.positions >= at_once.positions, "{variant}: {contents:?}");
        let expected = fs::read(&at_once.out).unwrap();
        let (found, blocks) = games(&at_once.out);
        assert!(blocks >= 2, "{variant}: one block alone has no order");
        assert_eq!(found.len() as u64, contents.games);

        let two_threads = settings(variant, &folder.join("two threads"));
        assert_eq!(make(&two_threads, 2), contents, "{variant}");
        assert!(fs::read(&two_threads.out).unwrap() == expected, "{variant}: threads make others");

        let out = folder.join("two runs");
        let first = DatagenSettings { positions: 1, ..settings(variant, &out) };
        let few = make(&first, 2);
        assert!(few.games > 0 && few.games < contents.games, "{variant}: {few:?}");
        assert_eq!(make(&settings(variant, &out), 2), contents, "{variant}");
        assert!(fs::read(&out).unwrap() == expected, "{variant}: two runs make others");
        // There is enough: nothing is added, nor taken away when fewer are wanted.
        assert_eq!(make(&first, 1), contents, "{variant}");
        assert!(fs::read(&out).unwrap() == expected, "{variant}");

        let seeded = DatagenSettings { seed: 2, out: folder.join("other seed"), ..first };
        make(&seeded, 1);
        let (other, _) = games(&seeded.out);
        let same = found.iter().filter(|game| other.contains(game)).count();
        assert_eq!(same, 0, "{variant}: games of another seed");
    }
}

#[test]
fn games_follow_the_rules_and_end_as_they_say() {
    let mut ended = 0;
    let mut decided = 0;
    for (variant, plies) in [
        (Variant::Emergo, (4, 12)),
        (Variant::Emergo7, (5, 5)),
        (Variant::Emergo7, (0, 3)),
        (Variant::Hexemergo, (8, 9)),
    ] {
        let out = scratch(&format!("rules {variant} {}", plies.0)).join("games");
        let settings = DatagenSettings { plies, ..settings(variant, &out) };
        make(&settings, 2);
        let (games, _) = games(&out);
        let mut openings = Vec::new();
        for (number, recorded) in games.iter().enumerate() {
            let what = format!("{variant}, game {number}");
            let mut game = Game::new(variant, Blocked::Draw);
            let mut opening = None;
            for (ply, recorded) in recorded.plies.iter().enumerate() {
                assert_eq!(game.ending(), None, "{what} goes on after its end at ply {ply}");
                let moves = game.position().legal_moves();
                assert!(moves.contains(&recorded.played), "{what}, ply {ply}");
                match recorded.searched {
                    Some(searched) => {
                        opening.get_or_insert(ply);
                        assert!(moves.contains(&searched.best), "{what}, ply {ply}");
                        assert!(moves.len() > 1, "{what}, ply {ply}: nothing to search");
                    }
                    // A random move, or the only one.
                    None => assert!(opening.is_none() || moves.len() == 1, "{what}, ply {ply}"),
                }
                // Later moves are the search's.
                assert!(ply < 40 || moves.len() == 1 || !recorded.is_random(), "{what}, ply {ply}");
                game.play(recorded.played);
            }
            openings.push(opening.expect("a game has a searched ply"));
            let length = recorded.plies.len();
            if let Some(ending) = game.ending() {
                ended += 1;
                assert_eq!(
                    recorded.result,
                    GameResult::from_winner(ending.winner),
                    "{what}: {ending}"
                );
            } else if length < 400 {
                decided += 1;
                assert!(is_decided(recorded), "{what} stops after {length} plies");
            } else {
                assert_eq!((length, recorded.result), (400, GameResult::Draw), "{what}");
            }
        }
        // A forced move lengthens a part without search, which is rare so early.
        let (least, most) = plies;
        assert!(openings.iter().all(|opening| *opening >= least), "{variant}: {openings:?}");
        let longer = openings.iter().filter(|opening| **opening > most).count();
        assert!(longer * 5 < openings.len(), "{variant}: {openings:?}");
        for length in least..=most {
            assert!(openings.contains(&length), "{variant}: no opening of {length} plies");
        }
    }
    assert!(ended > 10 && decided > 10, "{ended} games ended, {decided} were decided");
}

/// Have the last searches said for six plies that the winner is far ahead?
fn is_decided(game: &RecordedGame) -> bool {
    let sides = [Side::White, Side::Black].into_iter().cycle();
    let scores: Vec<i32> = game
        .plies
        .iter()
        .zip(sides)
        .filter_map(|(ply, side)| Some((ply.searched?.score.value(), side)))
        .map(|(score, side)| if side == Side::White { score } else { -score })
        .collect();
    let mut last = scores.iter().rev().take(6);
    match game.result {
        GameResult::WhiteWins => last.len() == 6 && last.all(|score| *score >= 1_500),
        GameResult::BlackWins => last.len() == 6 && last.all(|score| *score <= -1_500),
        GameResult::Draw => false,
    }
}

#[test]
fn an_interrupted_run_leaves_a_file_that_can_be_gone_on_with() {
    for variant in Variant::ALL {
        let folder = scratch(&format!("interrupted {variant}"));
        let stopped = Interrupt::default();
        stopped.step();
        let wanted = DatagenSettings { positions: 1, ..settings(variant, &folder.join("games")) };
        assert_eq!(make_unless(&wanted, 2, &stopped), Contents::default(), "{variant}");
        assert_eq!(games(&wanted.out), (Vec::new(), 0), "{variant}");
        let contents = make(&wanted, 2);
        let whole = fs::read(&wanted.out).unwrap();

        // Of a file with games, too.
        let more = DatagenSettings { positions: 1_000_000, ..wanted };
        assert_eq!(make_unless(&more, 2, &stopped), contents, "{variant}");
        assert!(fs::read(&more.out).unwrap() == whole, "{variant}");
    }
}

fn run(arguments: &[&str]) -> Output {
    program().args(arguments).stdin(Stdio::null()).output().expect("the program starts")
}

/// What a run printed that went well and had nothing to complain about.
fn printed(arguments: &[&str]) -> String {
    let output = run(arguments);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), errors.as_str()), (Some(0), ""), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// A file of games to train on, made once for all tests here.
fn good_games() -> &'static str {
    static PATH: OnceLock<String> = OnceLock::new();
    PATH.get_or_init(|| {
        let path = scratch("good games").join("emergo7.games").display().to_string();
        let told = printed(&[
            "datagen",
            &path,
            "--variant",
            "emergo7",
            "--positions",
            "6000",
            "--nodes",
            "20",
        ]);
        let words: Vec<&str> = told.split_whitespace().collect();
        let [games, "games,", plies, "plies,", positions, "positions"] = words[..] else {
            panic!("{told}");
        };
        let [games, plies, positions] = [games, plies, positions].map(|n| n.parse().unwrap());
        assert!(positions >= 6_000);
        let mut contents = Contents::default();
        let mut reader = GameFileReader::open(Path::new(&path)).unwrap();
        while let Some(block) = reader.next_block().unwrap() {
            contents += block.contents();
        }
        assert_eq!(contents, Contents { games, plies, positions });
        path
    })
}

#[test]
fn a_network_is_trained_and_comes_with_its_pictures() {
    let folder = scratch("trained");
    let file = |name: &str| folder.join(name).display().to_string();
    let out = file("new.net");
    let told = printed(&["train", good_games(), "--epochs", "2", "--out", &out]);
    let lines: Vec<&str> = told.lines().collect();
    assert!(lines[0].starts_with("emergo7: "), "{told}");
    for (model, epochs) in [("material", 6), ("linear", 6), ("network", 2)] {
        for epoch in 1..=epochs {
            let begins = format!("{model} {epoch} of {epochs}: ");
            assert!(lines.iter().any(|line| line.starts_with(&begins)), "{begins}: {told}");
        }
    }
    // The table is the end, and its losses are some of those that a model can have.
    let [.., head, material, linear, network] = lines[..] else { panic!("{told}") };
    assert!(head.starts_with("held-out loss"), "{told}");
    for (name, row) in [("material", material), ("linear", linear), ("network", network)] {
        let words: Vec<&str> = row.split_whitespace().collect();
        assert_eq!((words.len(), words[0]), (4, name), "{told}");
        assert!(words[1].parse::<u32>().unwrap() > 0, "{told}");
        for loss in &words[2..] {
            assert!((0.1..1.0).contains(&loss.parse::<f64>().unwrap()), "{told}");
        }
    }
    for name in ["new.loss.svg", "new.calibration.svg"] {
        let picture = fs::read_to_string(file(name)).unwrap();
        assert!(picture.contains("<svg") && picture.trim_end().ends_with("</svg>"), "{name}");
    }
    assert!(fs::read_to_string(file("new.terms.txt")).unwrap().lines().count() > 20);
    assert!(fs::metadata(&out).unwrap().len() > 100_000);

    // The same arguments make the same network on one thread, with or without the other models.
    let again = file("again.net");
    let alone = ["train", good_games(), "--epochs", "2", "--network-only", "--threads", "1"];
    let told = printed(&[&alone[..], &["--out", &again]].concat());
    assert!(!told.contains("material") && told.contains("\nnetwork "), "{told}");
    assert!(!folder.join("again.terms.txt").exists());
    assert!(fs::read(&again).unwrap() == fs::read(&out).unwrap(), "another network");
    let other = file("other.net");
    printed(&[&alone[..], &["--seed", "2", "--out", &other]].concat());
    assert!(fs::read(&other).unwrap() != fs::read(&out).unwrap(), "another seed, the same network");
}

#[test]
fn a_network_learns_what_its_scores_mean_and_evaluates_as_before() {
    let folder = scratch("calibrated");
    let path = folder.join("net");
    let name = path.display().to_string();
    let embedded = Networks::embedded().of(Variant::Emergo7).to_bytes();
    fs::write(&path, &embedded).unwrap();
    let told = printed(&["calibrate", &name, good_games()]);
    let found = Network::read(&fs::read(&path).unwrap()).unwrap();
    let points = found.header().calibration.points();
    assert!(told.starts_with(&format!("emergo7: {points} centimen ahead")), "{told}");
    assert!(
        points > 1.0 && points != Network::read(&embedded).unwrap().header().calibration.points()
    );
    assert_eq!(found.weights(), Networks::embedded().of(Variant::Emergo7).weights());
    assert!(fs::read_to_string(folder.join("net.calibration.svg")).unwrap().contains("<svg"));

    // What does not fit is refused, and the network stays as it is.
    let calibrated = fs::read(&path).unwrap();
    let other = folder.join("emergo.games").display().to_string();
    printed(&["datagen", &other, "--positions", "1", "--nodes", "20"]);
    let table: [(&[&str], &str); 4] = [
        (&["calibrate", &name, &other], "its games are of emergo"),
        (&["calibrate", &name, &name], "is a file of games"),
        (&["calibrate", good_games(), &other], "no network"),
        (&["calibrate", &name, "no such file"], "no such file"),
    ];
    for (arguments, reason) in table {
        let output = run(arguments);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {errors}");
        assert!(errors.starts_with("error: ") && errors.lines().count() == 1, "{errors}");
        assert!(errors.contains(reason), "{arguments:?}: {errors}");
        assert!(fs::read(&path).unwrap() == calibrated, "{arguments:?}");
    }
}

#[test]
fn wrong_arguments_are_refused_in_one_sentence() {
    let out = scratch("arguments").join("out").display().to_string();
    let games = good_games();
    let table: [(&[&str], &str); 22] = [
        (&["datagen"], "OUT"),
        (&["datagen", &out, "more"], "more"),
        (&["datagen", &out, "--variant", "chess"], "chess"),
        (&["datagen", &out, "--positions", "many"], "many"),
        (&["datagen", &out, "--positions", "-1"], "-1"),
        (&["datagen", &out, "--nodes", "0"], "--nodes"),
        (&["datagen", &out, "--plies", "6-4"], "--plies"),
        (&["datagen", &out, "--plies", "few"], "--plies"),
        (&["datagen", &out, "--seed", "x"], "--seed"),
        (&["datagen", &out, "--threads", "0"], "--threads"),
        (&["train", "--out", &out], "GAMES"),
        (&["train", games], "--out"),
        (&["train", games, "--out", &out, "--epochs", "0"], "--epochs"),
        (&["train", games, "--out", &out, "--batch", "0"], "--batch"),
        (&["train", games, "--out", &out, "--rate", "0"], "--rate"),
        (&["train", games, "--out", &out, "--rate", "nan"], "--rate"),
        (&["train", games, "--out", &out, "--rate", "inf"], "--rate"),
        (&["train", games, "--out", &out, "--search", "2"], "--search"),
        (&["train", games, "--out", &out, "--search", "nan"], "--search"),
        (&["train", games, "--out", &out, "--without", "foo"], "foo"),
        (&["train", games, "--out", &out, "--without", "hands,foo"], "foo"),
        (&["train", games, "--out", &out, "--threads", "1025"], "1025"),
    ];
    for (arguments, culprit) in table {
        let output = run(arguments);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
        assert_eq!(output.stdout, b"", "{arguments:?}");
        assert!(errors.starts_with("error: ") && !errors.contains("panicked"), "{errors}");
        assert_eq!(errors.matches("error: ").count(), 1, "{arguments:?}: {errors}");
        assert!(errors.contains(culprit), "{arguments:?}: {errors}");
        assert!(!Path::new(&out).exists(), "{arguments:?}");
    }
}

#[test]
fn a_failure_is_told_in_one_line_with_its_place() {
    let folder = scratch("failures");
    let file = |name: &str| folder.join(name).display().to_string();
    let [missing, text, few, other, out] =
        ["missing.games", "text.games", "few.games", "other.games", "out.net"].map(file);
    let nowhere = file("no/such/folder");
    fs::write(&text, "Once upon a time\n").unwrap();
    printed(&["datagen", &few, "--variant", "emergo7", "--positions", "0"]);
    printed(&["datagen", &other, "--positions", "1", "--nodes", "20"]);
    let games = good_games();
    let before = fs::read(games).unwrap();
    let no_file = "no file of self-play games";
    let variant = ["--variant", "emergo7"];
    let table: [(Vec<&str>, &str, &str); 15] = [
        (vec!["train", &missing, "--out", &out], &missing, "No such file"),
        (vec!["train", games, &missing, "--out", &out], &missing, "No such file"),
        (vec!["train", &text, "--out", &out], &text, no_file),
        (vec!["train", games, &text, "--out", &out], &text, no_file),
        (vec!["train", games, &other, "--out", &out], &other, "games of emergo"),
        (vec!["train", &few, "--out", &out], "too few games", "0 held out"),
        (vec!["train", games, "--out", games], games, "is a file of games"),
        (vec!["train", games, "--out", folder.to_str().unwrap()], "failures", "is a folder"),
        (vec!["train", folder.to_str().unwrap(), "--out", &out], "failures", "directory"),
        (vec!["datagen", &text], &text, no_file),
        (vec!["datagen", folder.to_str().unwrap()], "failures", "directory"),
        (vec!["datagen", &nowhere], &nowhere, "No such file"),
        (vec!["datagen", games], games, "variant=emergo7"),
        (
            [&["datagen", games, "--nodes", "20", "--seed", "3"][..], &variant].concat(),
            games,
            "seed=3",
        ),
        ([&["datagen", games, "--nodes", "21"][..], &variant].concat(), games, "nodes=21"),
    ];
    for (arguments, place, reason) in table {
        let output = run(&arguments);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {errors}");
        assert_eq!(output.stdout, b"", "{arguments:?}");
        assert!(errors.starts_with("error: ") && errors.lines().count() == 1, "{errors}");
        assert!(errors.contains(place) && errors.contains(reason), "{arguments:?}: {errors}");
        assert!(!Path::new(&out).exists(), "{arguments:?}");
    }
    assert!(fs::read(games).unwrap() == before);
    assert_eq!(fs::read(&text).unwrap(), b"Once upon a time\n");

    // What there is of an output folder that is not there is told too.
    let lost = file("no/such/new.net");
    let output = run(&["train", games, "--epochs", "1", "--out", &lost]);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.starts_with("error: ") && errors.lines().count() == 1, "{errors}");
    assert!(errors.contains("no/such/new.") && errors.contains("No such file"), "{errors}");
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(!told.contains("held-out loss"), "a table of a network that is not there: {told}");
}

#[cfg(unix)]
#[test]
fn a_killed_run_goes_on_from_whole_blocks() {
    let folder = scratch("killed");
    let path = folder.join("games");
    let name = path.display().to_string();
    let arguments = ["datagen", &name, "--variant", "emergo7", "--nodes", "20", "--seed", "7"];
    for size in [2_000, 12_000, 30_000] {
        let mut child = program()
            .args(arguments)
            .args(["--positions", "1000000000"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let started = Instant::now();
        while fs::metadata(&path).map_or(0, |file| file.len()) < size {
            if let Some(status) = child.try_wait().unwrap() {
                panic!("{status} before the file had {size} bytes");
            }
            assert!(started.elapsed() < PATIENCE, "the file does not grow");
            std::thread::sleep(Duration::from_millis(1));
        }
        // A Child is killed by SIGKILL.
        child.kill().unwrap();
        assert!(!wait_for_end(&mut child, PATIENCE).success());
    }
    let (before, blocks) = games(&path);
    assert!(blocks >= 3);
    // What a kill in the middle of a block would have left.
    let torn = fs::read(&path).unwrap();
    fs::write(&path, &torn[..torn.len() - 10]).unwrap();
    printed(&[&arguments[..], &["--positions", "1"]].concat());
    let (after, left) = games(&path);
    assert!(left == blocks - 1 || left == blocks, "{blocks} blocks before, {left} after");
    assert_eq!(after[..], before[..after.len()]);

    // The whole of it is what an undisturbed run makes.
    let undisturbed = folder.join("undisturbed");
    let positions = games_positions(&path).to_string();
    let other = undisturbed.display().to_string();
    let mut arguments = [&arguments[..], &["--positions", &positions]].concat();
    arguments[1] = &other;
    printed(&arguments);
    assert!(fs::read(&undisturbed).unwrap() == fs::read(&path).unwrap(), "other games");
}

fn games_positions(path: &Path) -> u64 {
    let mut reader = GameFileReader::open(path).unwrap();
    let mut positions = 0;
    while let Some(block) = reader.next_block().unwrap() {
        positions += block.contents().positions;
    }
    positions
}
