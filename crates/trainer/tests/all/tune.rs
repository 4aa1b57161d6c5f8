//! Tuning: SPSA finds the optimum of a known function, a run that was stopped continues with the same result, and wrong
//! choices of parameters are refused with one sentence.

use emergo::Variant;
use luctor_arena::statistics::counts::ResultCounts;
use luctor_engine::interrupt::Interrupt;
use luctor_trainer::tune::choice::{ChoiceError, ParameterChoice, choose, tunable_parameters};
use luctor_trainer::tune::spsa::{HistoryPoint, SpsaParameter, SpsaSettings};
use luctor_trainer::tune::{self, TuneGames, TuneSettings};
use std::fs::{self, File};
use std::path::Path;
use test_support::scratch::scratch_folder;

fn parameter(name: &str, start: i32, step: f64) -> SpsaParameter {
    SpsaParameter { name: name.to_owned(), start, min: 0, max: 1_000, step }
}

/// Elo lost by values at a distance from the optimum: 3 for each parameter that is a step away.
fn elo(settings: &SpsaSettings, optimum: &[f64], values: &[f64]) -> f64 {
    let of_parameter = |((parameter, optimum), value): ((&SpsaParameter, &f64), &f64)| {
        -3.0 * ((value - optimum) / parameter.step).powi(2)
    };
    settings.parameters.iter().zip(optimum).zip(values).map(of_parameter).sum()
}

#[test]
fn spsa_finds_the_optimum_of_a_known_function() {
    let parameters = [("a", 100, 10.0), ("b", 500, 40.0), ("c", 5, 0.5)]
        .map(|(n, s, step)| parameter(n, s, step));
    let optimum = [130.0, 400.0, 6.0];
    for seed in 1..=8 {
        let settings =
            SpsaSettings { seed, parameters: parameters.to_vec(), ..SpsaSettings::default() };
        let mut random = fastrand::Rng::with_seed(seed);
        let mut at = settings.start();
        let before = elo(&settings, &optimum, &at.values);
        while at.iteration < settings.iterations {
            let perturbation = settings.perturbation(&at);
            let difference = elo(&settings, &optimum, &perturbation.plus)
                - elo(&settings, &optimum, &perturbation.minus);
            let expected = 1.0 / (1.0 + 10_f64.powf(-difference / 400.0));
            let wins = (0..2 * settings.pairs).filter(|_| random.f64() < expected).count() as i64;
            at = settings.next(&at, &perturbation, 2 * wins - 2 * settings.pairs as i64);
        }
        let after = elo(&settings, &optimum, &at.values);
        assert!(before < -40.0 && after > -12.0, "seed {seed}: {before} to {after}");
    }
}

#[test]
fn values_stay_within_their_ranges() {
    let mut narrow = parameter("a", 3, 2.0);
    narrow.max = 4;
    let settings = SpsaSettings { rate: 1.0, parameters: vec![narrow], ..SpsaSettings::default() };
    let mut at = settings.start();
    while at.iteration < settings.iterations {
        let perturbation = settings.perturbation(&at);
        at = settings.next(&at, &perturbation, 16);
        for value in [perturbation.plus[0], perturbation.minus[0], at.values[0]] {
            assert!((0.0..=4.0).contains(&value), "{value}");
        }
    }
}

#[test]
fn the_two_sides_differ_by_two_steps_at_the_end() {
    let settings =
        SpsaSettings { parameters: vec![parameter("a", 500, 40.0)], ..SpsaSettings::default() };
    let at = HistoryPoint { iteration: settings.iterations - 1, ..settings.start() };
    let perturbation = settings.perturbation(&at);
    let distance = (perturbation.plus[0] - perturbation.minus[0]).abs();
    assert!((80.0..81.0).contains(&distance), "{distance}");
}

fn choices(texts: &[&str]) -> Result<Vec<SpsaParameter>, ChoiceError> {
    let choices: Result<Vec<ParameterChoice>, ChoiceError> =
        texts.iter().map(|text| text.parse()).collect();
    choose(&choices?, Variant::Emergo)
}

#[test]
fn parameters_are_chosen_by_name_or_pattern() {
    let of = |texts: &[&str]| -> Vec<(String, f64)> {
        let chosen = choices(texts).unwrap().into_iter();
        chosen.map(|parameter| (parameter.name, parameter.step)).collect()
    };
    let all = of(&["*"]);
    assert_eq!(all.len(), tunable_parameters(Variant::Emergo).len());
    assert!(!all.iter().any(|(name, _)| name.starts_with("time_")));
    // One set in place of three.
    assert_eq!(all.len(), tunable_parameters(Variant::Hexemergo).len() + 20);
    assert_eq!(
        of(&["razoring_depth", "razoring_*_no_hand", "razoring_slope_no_hand=30"]),
        [("razoring_depth".to_owned(), 0.5), ("razoring_slope_no_hand".to_owned(), 30.0)]
    );
    assert_eq!(of(&["*zoring*no_hand"]), [("razoring_slope_no_hand".to_owned(), 47.5)]);
    assert_eq!(of(&["razoring_slope_no_hand*"]).len(), 1);
}

#[test]
fn a_wrong_choice_is_refused_with_one_sentence() {
    for (text, message) in [
        ("contempt", "no search parameter has the name contempt"),
        ("", "no search parameter has the name "),
        ("x*", "no search parameter that can be tuned matches x*"),
        ("time_*", "no search parameter that can be tuned matches time_*"),
        ("a*=0", "a*=0: the step must be a number above 0, as in razoring_depth=1"),
        ("a*=x", "a*=x: the step must be a number above 0, as in razoring_depth=1"),
        ("a*=inf", "a*=inf: the step must be a number above 0, as in razoring_depth=1"),
        (
            "razoring_slope_no_hand=900",
            "the step of razoring_slope_no_hand must be at most half of its range, 475, not 900",
        ),
    ] {
        assert_eq!(choices(&[text]).unwrap_err().to_string(), message, "{text}");
    }
    for name in ["time_increment", "razoring_slope_emergo7"] {
        let reason = "has no effect in games of emergo with a fixed number of nodes on one thread";
        assert_eq!(choices(&[name]).unwrap_err().to_string(), format!("{name} {reason}"));
    }
}

/// A tuning of four iterations with fast games.
fn settings(folder: &Path) -> TuneSettings {
    let openings = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/openings/emergo7.txt");
    let parameters = ["futility_*_emergo7", "late_move_count_base_emergo7"];
    let parameters = parameters.map(|text| text.parse().unwrap());
    let parameters = choose(&parameters, Variant::Emergo7).unwrap();
    TuneSettings {
        state: folder.join("state.json"),
        games: TuneGames {
            variant: Variant::Emergo7,
            nodes: 200,
            table_mebibytes: 1,
            openings,
            network: None,
        },
        spsa: SpsaSettings { iterations: 4, pairs: 3, parameters, ..SpsaSettings::default() },
    }
}

/// Runs on some threads and interrupts after `iterations`. Returns the results of this run.
fn tune(
    settings: &TuneSettings,
    threads: usize,
    iterations: u64,
) -> (Vec<ResultCounts>, HistoryPoint) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let interrupt = Interrupt::default();
    let mut results = Vec::new();
    let last = pool.install(|| {
        tune::run(settings, &interrupt, &mut |progress| {
            results.push(progress.results);
            if progress.iteration == iterations {
                interrupt.step();
            }
        })
    });
    (results, last.unwrap())
}

#[test]
fn a_run_that_was_stopped_continues_with_the_same_result() {
    let (whole, parts) = (settings(&scratch_folder("whole")), settings(&scratch_folder("parts")));
    let (results, last) = tune(&whole, 2, u64::MAX);
    assert_eq!((results.len(), last.iteration), (4, 4));
    assert!(results.iter().all(|found| found.wins + found.draws + found.losses == 6));
    assert!(results.iter().any(|found| found.lead() != 0), "the values have an effect");

    let (first, stopped) = tune(&parts, 1, 1);
    assert_eq!((first.len(), stopped.iteration), (1, 1));
    let (second, _) = tune(&parts, 2, 3);
    let (third, continued) = tune(&parts, 1, u64::MAX);
    assert_eq!([first, second, third].concat(), results);
    assert_eq!(continued, last);
    for settings in [&whole, &parts] {
        let plot = fs::read_to_string(settings.state.with_extension("json.svg")).unwrap();
        assert!(settings.spsa.parameters.iter().all(|it| plot.contains(&it.name)), "{plot}");
    }
    assert_eq!(fs::read(&whole.state).unwrap(), fs::read(&parts.state).unwrap());
    assert_eq!(tune(&whole, 1, u64::MAX).0, [], "a finished run plays no games");
}

#[test]
fn an_interrupted_iteration_is_played_again() {
    let settings = settings(&scratch_folder("interrupted"));
    let interrupt = Interrupt::default();
    interrupt.abort();
    let last = tune::run(&settings, &interrupt, &mut |_| panic!("no iteration")).unwrap();
    assert_eq!(last.iteration, 0);
    assert_eq!(tune(&settings, 2, u64::MAX).1.iteration, 4);
}

#[test]
fn two_runs_cannot_use_one_file_and_a_plot_that_cannot_be_written_is_reported_first() {
    let settings = settings(&scratch_folder("two runs"));
    let run = || tune::run(&settings, &Interrupt::default(), &mut |_| panic!("no iteration"));
    let lock = File::create(settings.state.with_extension("json.lock")).unwrap();
    lock.lock().unwrap();
    let error = run().unwrap_err().to_string();
    assert!(error.ends_with("another process tunes with this file"), "{error}");
    drop(lock);
    fs::create_dir(settings.state.with_extension("json.svg")).unwrap();
    assert!(run().unwrap_err().to_string().contains("state.json.svg"));
}

#[test]
fn a_state_of_other_settings_or_a_damaged_state_is_refused_and_kept() {
    let settings = settings(&scratch_folder("refused"));
    tune(&settings, 2, 1);
    let state = fs::read_to_string(&settings.state).unwrap();
    let refused = |settings: &TuneSettings| {
        let before = fs::read(&settings.state).unwrap();
        let error = tune::run(settings, &Interrupt::default(), &mut |_| panic!("no iteration"));
        assert_eq!(fs::read(&settings.state).unwrap(), before);
        error.unwrap_err().to_string().replace(&settings.state.display().to_string(), "FILE")
    };
    let changed = |change: fn(&mut TuneSettings)| {
        let mut other = settings.clone();
        change(&mut other);
        refused(&other)
    };
    for (message, expected) in [
        (changed(|it| it.games.nodes = 100), "nodes is 100 here and 200 in FILE"),
        (
            changed(|it| {
                it.games.variant = Variant::Emergo;
                it.games.openings.set_file_name("emergo.txt");
            }),
            "variant is emergo here and emergo7 in FILE",
        ),
        (changed(|it| it.spsa.seed = 2), "seed is 2 here and 1 in FILE"),
        (changed(|it| it.spsa.rate = 0.02), "rate is 0.02 here and 0.01 in FILE"),
        (
            changed(|it| it.spsa.parameters[0].step = 7.0),
            "step of futility_base_emergo7 is 7.0 here and 25.0 in FILE",
        ),
        (
            changed(|it| it.spsa.parameters.truncate(1)),
            "the list of parameters is futility_base_emergo7 here and \
             futility_base_emergo7 futility_slope_emergo7 late_move_count_base_emergo7 in FILE",
        ),
    ] {
        assert_eq!(message, expected);
    }
    for (text, expected) in [
        ("", "FILE is not the state of a tuning"),
        ("[]", "FILE is not the state of a tuning"),
        (&state[..state.len() / 2], "FILE is not the state of a tuning"),
        (
            &state.replacen("\"version\":2", "\"version\":7", 1),
            "FILE has version 7 of the format, this program reads version 2",
        ),
        (
            &state.replacen("\"values\":[", "\"values\":[1.0,", 1),
            "FILE is not the state of a tuning",
        ),
    ] {
        fs::write(&settings.state, text).unwrap();
        assert_eq!(refused(&settings), expected, "{text}");
    }
}
