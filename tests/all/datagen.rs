//! The subcommands `datagen`, `train` and `calibrate` with the built program.

use crate::support::program::{self, Run, fails, program, refused, run};
use emergo::Variant;
use luctor_engine::eval::{Network, Networks};
use luctor_trainer::self_play::game_block::GameTotals;
use luctor_trainer::self_play::game_file::GameFileReader;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;
use test_support::scratch::scratch_folder;

/// The totals of a file by its blocks.
fn totals(path: &Path) -> GameTotals {
    let mut reader = GameFileReader::open(path).unwrap();
    let mut totals = GameTotals::default();
    while let Some(block) = reader.next_block().unwrap() {
        totals += block.totals();
    }
    totals
}

fn printed(arguments: &[&str]) -> String {
    program::printed(program().args(arguments))
}

/// A game file to train on, generated once for all tests of this file.
fn good_games() -> &'static str {
    static PATH: OnceLock<String> = OnceLock::new();
    PATH.get_or_init(|| {
        let path = scratch_folder("good games").join("emergo7.games").display().to_string();
        let size = ["--positions", "6000", "--nodes", "20"];
        let output =
            printed(&[&["datagen", "--out", &path, "--variant", "emergo7"][..], &size].concat());
        let words: Vec<&str> = output.split_whitespace().collect();
        let [games, "games,", plies, "plies,", positions, "positions"] = words[..] else {
            panic!("{output}");
        };
        let [games, plies, positions] = [games, plies, positions].map(|n| n.parse().unwrap());
        assert!(positions >= 6_000);
        assert_eq!(totals(Path::new(&path)), GameTotals { games, plies, positions });
        path
    })
}

#[test]
fn an_interrupted_run_ends_with_130() {
    let path = scratch_folder("interrupted").join("games").display().to_string();
    let datagen = ["datagen", "--out", &path, "--positions", "1000000000", "--stdin"];
    let Run { code, output, notes } = run(program().args(datagen), "");
    assert_eq!((code, &*notes), (Some(130), "interrupted: the same command continues\n"));
    assert!(output.ends_with(" positions\n"), "{output}");
}

#[test]
fn training_writes_a_network_and_plots() {
    let folder = scratch_folder("trained");
    let file = |name: &str| folder.join(name).display().to_string();
    let out = file("new.net");
    let train = ["train", good_games(), "--epochs", "2", "--seed", "2", "--out", &out];
    let Run { output, notes, .. } = run(program().args(train), "");
    assert!(notes.starts_with("emergo7: "), "{notes}");
    for start in ["epoch 1 of 2: ", "epoch 2 of 2: "] {
        assert!(notes.lines().any(|line| line.starts_with(start)), "{start}: {notes}");
    }
    // The last lines are the table of losses.
    let lines: Vec<&str> = output.lines().collect();
    let [.., head, old, new] = lines[..] else { panic!("{output}") };
    assert!(head.starts_with("validation loss"), "{output}");
    for (name, row) in [("old network", old), ("new network", new)] {
        let losses = row.strip_prefix(name).expect(name).split_whitespace();
        let losses: Vec<f64> = losses.map(|loss| loss.parse().unwrap()).collect();
        // The few validation games, of 20 nodes per move, can be lost from won positions.
        assert!(losses.len() == 2 && losses.iter().all(|loss| (0.1..10.0).contains(loss)), "{row}");
    }
    for name in ["new.loss.svg", "new.calibration.svg"] {
        let plot = fs::read_to_string(file(name)).unwrap();
        assert!(plot.contains("<svg") && plot.trim_end().ends_with("</svg>"), "{name}");
    }
    // The settings of the training: the default target, and the seed.
    let network = Network::read(&fs::read(&out).unwrap()).unwrap();
    let training = &network.header().training;
    assert!(training.contains(" lambda=0.3 seed=2 "), "{training}");
}

#[test]
fn fine_tuning_begins_with_the_old_weights_and_ends_with_the_mean_and_the_old_scale() {
    let out = scratch_folder("fine_tuned").join("new.net");
    let name = out.display().to_string();
    let trained = |rate: &str| {
        let train = ["train", good_games(), "--fine-tune", "--epochs", "1"];
        let train = [&train[..], &["--rate", rate, "--out", &name]].concat();
        let Run { output, notes, .. } = run(program().args(train), "");
        (notes + &output, Network::read(&fs::read(&out).unwrap()).unwrap())
    };
    let networks = Networks::embedded();
    let embedded = networks.of(Variant::Emergo7);
    let start = format!(" start={:016x}", embedded.fingerprint());
    let (_, same) = trained("1e-9");
    assert!(same.weights() == embedded.weights(), "weights change at a rate of almost 0");
    let (output, network) = trained("0.01");
    assert!(network.weights() != embedded.weights());
    assert_eq!(network.header().scale, embedded.header().scale);
    // The report of the epoch has the loss of the trained weights, the table that of the mean.
    let loss_after = |words: &str| output.split(words).nth(1).unwrap().split_whitespace().next();
    let [trained, mean] = ["validation loss ", "new network"].map(loss_after);
    assert!(trained.is_some() && trained != mean, "{output}");
    assert!(network.header().training.ends_with(&start), "{}", network.header().training);
}

#[test]
fn calibration_changes_the_scale_of_a_network_only() {
    let folder = scratch_folder("calibrated");
    let path = folder.join("net");
    let name = path.display().to_string();
    let embedded = Networks::embedded().of(Variant::Emergo7).to_bytes();
    fs::write(&path, &embedded).unwrap();
    let output = printed(&["calibrate", &name, good_games()]);
    let found = Network::read(&fs::read(&path).unwrap()).unwrap();
    let scale = found.header().scale;
    assert!(output.starts_with(&format!("emergo7: scale {scale}; ")), "{output}");
    let before = Network::read(&embedded).unwrap();
    assert!(scale != before.header().scale);
    assert_eq!(found.header().training, before.header().training);
    // 200 centimen are now what doubled the odds with the old scale. Both numbers are rounded.
    let doubling: f64 = output.split(' ').nth(3).unwrap().parse().unwrap();
    let right = f64::from(before.header().scale) * 200.0 / doubling;
    assert!((f64::from(scale) / right - 1.0).abs() < 0.01, "{output}");
    assert_eq!(found.weights(), Networks::embedded().of(Variant::Emergo7).weights());
    assert!(fs::read_to_string(folder.join("net.calibration.svg")).unwrap().contains("<svg"));

    // Wrong files are refused, and the network is kept.
    let calibrated = fs::read(&path).unwrap();
    let other = folder.join("emergo.games").display().to_string();
    printed(&["datagen", "--out", &other, "--positions", "1", "--nodes", "20"]);
    let table: [(&[&str], &str); 4] = [
        (&["calibrate", &name, good_games()], "no games of this network"),
        (&["calibrate", &name, &other], "the games are on emergo, the network is for emergo7"),
        (&["calibrate", good_games(), &other], "no network"),
        (&["calibrate", &name, "no such file"], "no such file"),
    ];
    for (arguments, reason) in table {
        fails(program().args(arguments), reason);
        assert!(fs::read(&path).unwrap() == calibrated, "{arguments:?}");
    }
}

#[test]
fn wrong_arguments_are_refused_with_one_message() {
    let out = scratch_folder("arguments").join("out").display().to_string();
    let games = good_games();
    let table: [(&[&str], &str); 15] = [
        (&["datagen", "--out", &out, "--variant", "chess"], "chess"),
        (&["datagen", "--out", &out, "--nodes", "0"], "--nodes"),
        (&["datagen", "--out", &out, "--blocks", "0-3"], "must be a number from 1 or a range"),
        (&["datagen", "--out", &out, "--blocks", "1-3", "--positions", "9"], "--positions"),
        (&["datagen", "--out", &out, "--plies", "6-4"], "--plies"),
        (&["datagen", "--out", &out, "--plies", "few"], "--plies"),
        (&["train", games, "--out", &out, "--epochs", "0"], "--epochs"),
        (&["train", games, "--out", &out, "--batch", "0"], "--batch"),
        (&["train", games, "--out", &out, "--rate", "0"], "--rate"),
        (&["train", games, "--out", &out, "--rate", "nan"], "--rate"),
        (&["train", games, "--out", &out, "--lambda", "1.1"], "--lambda"),
        (&["train", games, "--out", &out, "--lambda", "nan"], "--lambda"),
        (&["train", games, "--out", &out, "--without", "hands,foo"], "foo"),
        (&["train", games, "--out", games], "--out: "),
        (&["calibrate", games, games], "<NETWORK>: "),
    ];
    for (arguments, argument) in table {
        refused(program().args(arguments), "", 2, argument);
        assert!(!Path::new(&out).exists(), "{arguments:?}");
    }
}

#[test]
fn a_failure_is_one_line_with_the_path_and_the_reason() {
    let folder = scratch_folder("failures");
    let file = |name: &str| folder.join(name).display().to_string();
    let [missing, text, out] = ["missing.games", "text.games", "out.net"].map(file);
    let nowhere = file("no/such/folder");
    fs::write(&text, "Once upon a time\n").unwrap();
    let games = good_games();
    let before = fs::read(games).unwrap();
    let not_games = "not a file of self-play games";
    // An output folder that does not exist is reported before the training.
    let lost = file("no/such/new.net");
    let network = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/engine/nets/hexemergo.net");
    let table: [(Vec<&str>, &str, &str); 9] = [
        (vec!["train", games, "--epochs", "1", "--out", &lost], "no/such/new.", "No such file"),
        (vec!["train", games, &missing, "--out", &out], &missing, "No such file"),
        (
            vec!["train", games, "--compare", network, "--out", &out],
            network,
            "a network for hexemergo, but the board is emergo7",
        ),
        (vec!["train", games, "--out", folder.to_str().unwrap()], "failures", "is a folder"),
        (vec!["train", folder.to_str().unwrap(), "--out", &out], "failures", "directory"),
        (vec!["datagen", "--out", &text], &text, not_games),
        (vec!["datagen", "--out", folder.to_str().unwrap()], "failures", "directory"),
        (vec!["datagen", "--out", &nowhere], &nowhere, "No such file"),
        (vec!["datagen", "--out", games], games, "variant=emergo7"),
    ];
    for (arguments, place, reason) in table {
        let line = fails(program().args(&arguments), reason);
        assert!(line.contains(place), "{arguments:?}: {line}");
        assert!(!Path::new(&out).exists(), "{arguments:?}");
    }
    assert!(fs::read(games).unwrap() == before);
    assert_eq!(fs::read(&text).unwrap(), b"Once upon a time\n");
}

#[test]
fn joined_parts_are_reported() {
    let folder = scratch_folder("parts");
    let file = |name: &str| folder.join(name).display().to_string();
    let generate = |name: &str, more: &[&str]| {
        let path = file(name);
        let game = ["datagen", "--out", &path, "--variant", "emergo7", "--nodes", "20", "--json"];
        let line = printed(&[&game[..], more].concat());
        serde_json::from_str::<serde_json::Value>(&line).unwrap()
    };
    generate("one", &["--blocks", "1-1"]);
    generate("rest", &["--blocks", "2-3"]);
    let (one, rest) = (file("one"), file("rest"));
    let join = |parts: &[&str]| {
        generate("joined", &[&["--positions", "2000", "--parts"][..], parts].concat())
    };
    let gap = join(&[&rest, &one]);
    assert_eq!((&gap["games"], &gap["rejected"]["part"]), (&0.into(), &rest.clone().into()));
    assert_eq!(join(&[])["blocks"], 0);
    let joined = join(&[&one, &rest]);
    assert_eq!(joined["blocks"], 2);
    let GameTotals { games, plies, positions } = totals(Path::new(&file("joined")));
    for (key, total) in [("games", games), ("plies", plies), ("positions", positions)] {
        assert_eq!(joined[key], total);
    }
    let error = format!("error: {rest}: the part was made with ");
    fails(program().args(["datagen", "--out", &file("other"), "--parts", &rest]), &error);
}
