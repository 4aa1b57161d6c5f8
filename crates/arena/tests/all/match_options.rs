//! The command line of `luctor match`: the settings that it sets, and its error messages.

use emergo::{Blocked, Variant};
use luctor_arena::adjudication::{DrawRule, ResignRule};
use luctor_arena::match_options::{MatchCommand, help, read};
use luctor_arena::number_range::NumberRange;
use luctor_arena::openings::list::OpeningOrder;
use luctor_arena::settings::{EngineSettings, MatchSettings, Protocol, Tournament};
use luctor_arena::statistics::sprt::EloModel;
use luctor_arena::time_control::TurnLimit;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::PathBuf;
use std::time::Duration;
use test_support::scratch::scratch_folder;

const TWO: &str = "-engine cmd=a name=A -engine cmd=b name=B";

fn words(text: &str) -> Vec<String> {
    text.split_ascii_whitespace().map(str::to_owned).collect()
}

/// The settings of a match, and its warnings.
pub fn read_match(words: &[String]) -> (MatchSettings, Vec<String>) {
    match read(words) {
        Ok(MatchCommand::Match(settings, warnings)) => (*settings, warnings),
        other => panic!("{words:?}: {other:?}"),
    }
}

fn settings(text: &str) -> MatchSettings {
    read_match(&words(text)).0
}

fn engine(number: usize, text: &str) -> EngineSettings {
    settings(text).engines.swap_remove(number)
}

/// The program of an engine and its arguments.
fn program(engine: &EngineSettings) -> Vec<OsString> {
    let program = engine.program().unwrap();
    [program.get_program()].into_iter().chain(program.get_args()).map(OsStr::to_owned).collect()
}

#[test]
fn options_of_the_match_are_read() {
    type Test = fn(&MatchSettings) -> bool;
    let table: &[(&str, Test)] = &[
        ("", |s| s.run.rounds == 1 && s.games == 2 && s.run.concurrency == 1 && !s.run.resume),
        ("", |s| s.variant == Variant::Emergo),
        ("-range 3-4 -rounds 2 -stdin", |s| s.run.range == Some(2..4) && s.run.ends_with_stdin),
        ("-range 2", |s| s.run.range == Some(1..2) && !s.run.ends_with_stdin),
        ("-rounds 500 -games 1", |s| (s.run.rounds, s.games) == (500, 1)),
        ("--rounds 500 --repeat", |s| s.run.rounds == 500),
        ("-rounds 3 -rounds 4", |s| s.run.rounds == 4),
        ("-concurrency 8 -seed 77", |s| (s.run.concurrency, s.seed) == (8, 77)),
        ("-variant hexemergo -blocked loss", |s| {
            s.variant == Variant::Hexemergo && s.blocked == Blocked::Loss
        }),
        ("-tournament gauntlet", |s| s.tournament == Tournament::Gauntlet),
        ("-maxplies 300 -ratinginterval 0", |s| {
            s.max_plies == Some(300) && s.run.rating_interval == 0
        }),
        ("-resign", |s| s.resign == Some(ResignRule::default()) && s.draw.is_none()),
        ("-resign movecount=5 score=700", |s| {
            s.resign == Some(ResignRule { move_count: 5, centimen: 700 })
        }),
        ("-draw movenumber=30 score=5", |s| {
            s.draw == Some(DrawRule { move_number: 30, move_count: 8, centimen: 5 })
        }),
        ("-openings file=x.txt order=random start=3", |s| {
            s.openings.as_ref().is_some_and(|openings| {
                openings.file.as_os_str() == "x.txt"
                    && openings.order == OpeningOrder::Random
                    && openings.start == 2
            })
        }),
        ("-sprt elo0=-5 elo1=0 alpha=0.1", |s| {
            s.run.sprt.as_ref().is_some_and(|sprt| {
                let test = sprt.settings();
                (test.elo0, test.elo1, test.alpha, test.beta) == (-5.0, 0.0, 0.1, 0.05)
            })
        }),
        ("-sprt model=Normalized", |s| {
            s.run.sprt.as_ref().is_some_and(|sprt| sprt.settings().model == EloModel::Normalized)
        }),
        ("-out a -pgnout b -log c -resume -recover -event d", |s| {
            let files = [&s.run.out, &s.run.pgn, &s.run.log].map(|file| file.as_deref()?.to_str());
            files == [Some("a"), Some("b"), Some("c")] && s.run.resume && s.run.event == "d"
        }),
        ("-pgnout file=b -force -quiet", |s| {
            s.run.pgn == Some(PathBuf::from("b")) && s.run.force && s.run.quiet
        }),
        ("-maxmoves 30", |s| s.max_plies == Some(60)),
        ("-openings file=x format=pgn plies=6", |s| {
            s.openings.as_ref().is_some_and(|openings| openings.plies == Some(6))
        }),
    ];
    for (text, test) in table {
        let settings = settings(&format!("{TWO} {text}"));
        assert!(test(&settings), "{text}: {settings:?}");
    }
}

#[test]
fn an_engine_has_the_settings_of_each_and_its_own_settings() {
    let text = "-engine cmd=a name=A nodes=5 option.hash=2 -each tc=40/2:30+0.5 option.Hash=1 \
                timemargin=20 -engine cmd=internal -each watchdog=1000 proto=uci";
    let [first, second] = [engine(0, text), engine(1, text)];
    assert_eq!(program(&first), ["a"]);
    assert_eq!((first.name.as_str(), second.name.as_str()), ("A", "Engine 2"));
    assert!(second.program().is_none());
    assert_eq!(first.limit, TurnLimit::Nodes(NumberRange::exactly(5)));
    let (time, increment) = (Duration::from_secs(150), Duration::from_millis(500));
    assert_eq!(second.limit, TurnLimit::Clock { moves: Some(40), time, increment });
    assert_eq!(first.options, [("hash".to_owned(), "2".to_owned())]);
    assert_eq!(second.options, [("Hash".to_owned(), "1".to_owned())]);
    assert_eq!(first.protocol, Protocol::Uci);
    assert_eq!((first.time_margin_ms, first.watchdog_ms), (Some(20), 1000));
    assert_eq!(first.time_margin(), Duration::from_millis(20));
}

#[test]
fn keys_of_an_engine_are_read() {
    type Test = fn(&EngineSettings) -> bool;
    let table: &[(&str, Test)] = &[
        ("", |e| e.limit == TurnLimit::MoveTime(Duration::from_millis(100))),
        ("st=0.25", |e| e.limit == TurnLimit::MoveTime(Duration::from_millis(250))),
        ("movetime=30", |e| e.limit == TurnLimit::MoveTime(Duration::from_millis(30))),
        ("depth=7", |e| e.limit == TurnLimit::Depth(7)),
        ("arg=-x arg=y=z dir=d", |e| e.arguments == ["-x", "y=z"] && e.directory.is_some()),
        ("initstr=one\\ntwo", |e| e.init_lines == ["one", "two"]),
        ("stderr=file", |e| e.stderr == Some(PathBuf::from("file"))),
        ("", |e| e.time_scale == 1.0),
        ("timescale=0.01", |e| e.time_scale == 0.01),
        ("timescale=100", |e| e.time_scale == 100.0),
        ("proto=ugi", |e| e.protocol == Protocol::Ugi),
        ("option.A=b=c", |e| e.options == [("A".to_owned(), "b=c".to_owned())]),
        ("option.A=", |e| e.options == [("A".to_owned(), String::new())]),
    ];
    for (text, test) in table {
        let engine = engine(0, &format!("-engine cmd=a {text} -engine cmd=b"));
        assert!(test(&engine), "{text}: {engine:?}");
    }
    let spaced = ["-engine", "cmd=a -b c", "arg=d e", "-engine", "cmd=b"].map(str::to_owned);
    assert_eq!(program(&read_match(&spaced).0.engines[0]), ["a", "-b", "c", "d e"]);
    let folder = std::env::current_dir().unwrap();
    for (command, expected) in [
        ("./a", folder.join("d/a")),
        ("a", PathBuf::from("a")),
        ("/b/a", PathBuf::from("/b/a")),
        ("a path=b/c", folder.join("d/b/c")),
    ] {
        let engine = engine(0, &format!("-engine cmd={command} dir=d -engine cmd=b"));
        assert_eq!(program(&engine), [expected]);
    }
}

#[test]
fn a_wrong_argument_is_refused_with_a_message() {
    let refused = |text: &str| read(&words(text)).expect_err(text).to_string();
    for (text, message) in [
        ("rounds", "unexpected value 'rounds'"),
        ("-", "unexpected value '-'"),
        ("-engine cmd=a", "a match needs at least two engines, there are 1"),
        ("", "a match needs at least two engines, there are 0"),
        ("-score a -json -pgnout b", "-score plays no games: it takes no -pgnout"),
    ] {
        assert_eq!(refused(text), message, "{text}");
    }
    for (text, message) in [
        ("-round 5", "there is no option '-round', did you mean -rounds?"),
        ("-ROUNDS 5", "there is no option '-ROUNDS', did you mean -rounds?"),
        ("-pgn x", "there is no option '-pgn', did you mean -pgnout?"),
        ("-xyz 5", "there is no option '-xyz'"),
        ("-config", "-config: expected a file, found nothing"),
        ("-config no/such/file", "-config no/such/file: No such file or directory (os error 2)"),
        ("-json", "-json is a form of -score"),
        ("-collect", "-collect writes the games to a file: it needs -out"),
        ("-range 0-1", "-range: expected two numbers of games from 1, such as 1-16, found '0-1'"),
        ("-range 3-2", "-range: expected two numbers of games from 1, such as 1-16, found '3-2'"),
        ("-rounds 2 -range 3-5", "-range ends with game 5, the match has 4"),
        ("-each timescale=nan", "-each timescale: expected a number from 0.01 to 100, found 'nan'"),
        (
            "-each timescale=0.009",
            "-each timescale: expected a number from 0.01 to 100, found '0.009'",
        ),
        (
            "-each timescale=100.1",
            "-each timescale: expected a number from 0.01 to 100, found '100.1'",
        ),
        ("-rounds -5", "-rounds: expected a number from 1 to 10000000, found '-5'"),
        ("-each name=", "-each name: expected a name, found ''"),
        ("-score x", "-score plays no games: it takes no -engine"),
        ("-score", "-score: expected a file, found nothing"),
        ("-each option.Hash", "-each: expected key=value pairs, found 'option.Hash'"),
        ("-rounds", "-rounds: expected a number from 1 to 10000000, found nothing"),
        ("-rounds x", "-rounds: expected a number from 1 to 10000000, found 'x'"),
        ("-rounds 5 6", "unexpected value '6'"),
        ("-rounds 0", "-rounds: expected a number from 1 to 10000000, found '0'"),
        ("-seed 0", "-seed: expected a number from 1, found '0'"),
        ("-maxplies 0", "-maxplies: expected a number of plies from 1 to 1000000, found '0'"),
        ("-games 3", "-games: expected 1 or 2, found '3'"),
        ("-resume now", "unexpected value 'now'"),
        ("-resume", "-resume continues the match of a file: it needs -out"),
        ("-out", "-out: expected a file, found nothing"),
        (
            "-out new.jsonl -pgnout ./new.jsonl",
            "-out, -pgnout, -log and the file of -openings must be different",
        ),
        (
            "-openings file=new.txt -log new.txt",
            "-out, -pgnout, -log and the file of -openings must be different",
        ),
        ("-variant chess", "-variant: expected emergo, emergo7 or hexemergo, found 'chess'"),
        ("-blocked win", "-blocked: expected draw or loss, found 'win'"),
        ("-referee none", "there is no option '-referee', did you mean -recover?"),
        ("-tournament swiss", "-tournament: expected round-robin or gauntlet, found 'swiss'"),
        ("-openings", "-openings needs file=FILE"),
        ("-openings x", "-openings: expected key=value pairs, found 'x'"),
        ("-openings file=x order=up", "-openings order: expected sequential or random, found 'up'"),
        ("-openings file=x start=a", "-openings start: expected a number from 1, found 'a'"),
        (
            "-openings plys=8",
            "-openings has no key 'plys', did you mean plies? (keys: file, format, plies, order, start)",
        ),
        ("-sprt elo1=x", "-sprt elo1: expected a number, found 'x'"),
        ("-sprt model=bayesian", "-sprt model: expected logistic or normalized, found 'bayesian'"),
        ("-sprt -games 1", "-sprt counts pairs of games: it needs -games 2"),
        ("-sprt -engine cmd=c", "-sprt needs exactly two engines"),
        ("-resign score=-500", "-resign score: expected a number from 0, found '-500'"),
        ("-draw x=3", "-draw has no key 'x' (keys: movenumber, movecount, score)"),
        ("-engine cmd=c name=A", "two engines have the name A: use name=NAME"),
        ("-engine cmd=c name=", "-engine name: expected a name, found ''"),
        ("-engine cmd=c name=?", "name=?: game records read this as an unknown player"),
        ("-engine name=C", "engine C has no cmd=PROGRAM or cmd=internal"),
        ("-engine cmd=", "engine Engine 3 has no cmd=PROGRAM or cmd=internal"),
        (
            "-each tc=0",
            "-each tc: expected a time control such as 10+0.1, 2:30+1 or 40/60+0.5, in seconds, found '0'",
        ),
        ("-each proto=xboard", "-each proto: expected ugi or uci, found 'xboard'"),
        ("-each movetime=1s", "-each movetime: expected milliseconds from 1, found '1s'"),
        ("-each internal", "-each: expected key=value pairs, found 'internal'"),
    ] {
        assert_eq!(refused(&format!("{TWO} {text}")), message, "{text}");
    }
    let message = refused("-each option.=1");
    let expected = "-each has no key 'option.', did you mean option.NAME? (keys: cmd, name, ";
    assert!(message.starts_with(expected), "{message}");
}

#[test]
fn options_of_a_file_are_read() {
    let file = scratch_folder("config file").join("match.txt");
    fs::write(
        &file,
        "\u{feff}# engines\n-engine cmd=a 'name=A B'\n\n-engine cmd=b name=\"C\" depth=3\n-each nodes=7 -rounds 9\n",
    )
    .unwrap();
    let config = format!("file={}", file.display());
    let spaced = ["-rounds", "2", "-config", &config, "-seed", "4"].map(str::to_owned);
    let settings = read_match(&spaced).0;
    let names: Vec<&str> = settings.engines.iter().map(|engine| &*engine.name).collect();
    assert_eq!((names, settings.run.rounds, settings.seed), (vec!["A B", "C"], 9, 4));
    let limits = [TurnLimit::Nodes(NumberRange::exactly(7)), TurnLimit::Depth(3)];
    assert_eq!([settings.engines[0].limit, settings.engines[1].limit], limits);
    for (text, message) in [
        ("\n-engine 'cmd=a", "2: a quote is not closed"),
        ("-rounds 3\n--config other.txt\n", "2: a config file cannot have -config"),
        ("\n-round 3", "2: there is no option '-round', did you mean -rounds?"),
        ("-seed 1\n-games\n3", "2: -games: expected 1 or 2, found '3'"),
        ("\n-engine st=0", "2: -engine st: expected seconds above 0, found '0'"),
        ("\n-each st=0", "2: -each st: expected seconds above 0, found '0'"),
    ] {
        fs::write(&file, text).unwrap();
        let error = read(&spaced).unwrap_err().to_string();
        let message = format!("-config {}, line {message}", file.display());
        assert_eq!(error, message, "{text}");
    }
    fs::write(&file, "x").unwrap();
    let error = read(&["-config".to_owned(), config]).unwrap_err().to_string();
    assert!(error.ends_with("match.txt, line 1: unexpected value 'x'"), "{error}");
}

/// The help takes a default from the settings.
#[test]
fn the_help_shows_the_defaults() {
    let help = help();
    for line in [
        "                                   the board [default: emergo]",
        "  -rounds N                        rounds of each pairing, each with one opening [default: 1]",
        "  -games 1|2                       games of a round; 2 with swapped colours [default: 2]",
        "    start=N                        the first opening in that order [default: 1]",
        "    elo1=ELO                       H1: Elo >= elo1 [default: 10]",
        "    model=logistic|normalized      the kind of Elo [default: logistic]",
        "    movenumber=N                   moves of each side before the rule applies [default: 40]",
        "    st=SEC                         seconds per move [default: 0.1]",
        "    movetime=MS                    milliseconds per move",
        "    name=NAME                      the name of the engine",
    ] {
        assert!(help.lines().any(|found| found == line), "{line}\n{help}");
    }
    assert!(help.lines().all(|line| line.len() <= 100), "{help}");
    assert!(help.contains("  -variant emergo|emergo7|hexemergo\n     "), "{help}");
}

#[test]
fn a_limit_that_is_ignored_and_a_missing_limit_are_reported() {
    let ignored =
        "engine A: nodes=100 is ignored, because tc=1+0.01 follows; an engine has one limit";
    let none = "engine B has no limit: it gets st=0.1";
    for (text, expected) in [
        ("-engine cmd=a name=A nodes=100 tc=1+0.01 -engine cmd=b name=B st=1", vec![ignored]),
        ("-engine cmd=a name=A nodes=100 -engine cmd=b name=B", vec![none]),
        ("-collect -out x -engine cmd=a name=A nodes=100 -engine cmd=b name=B", vec![none]),
        ("-engine cmd=a name=A nodes=100 -engine cmd=b name=B -each tc=1", vec![]),
        ("-engine cmd=a -engine cmd=b -each tc=inf nodes=100", vec![]),
        ("-engine cmd=a name=A -engine cmd=b name=B -each tc=1 -each nodes=5", vec![]),
        (
            "-engine cmd=a -engine cmd=b -each tc=1 nodes=5",
            vec!["-each: tc=1 is ignored, because nodes=5 follows; an engine has one limit"],
        ),
    ] {
        assert_eq!(read_match(&words(text)).1, expected, "{text}");
    }
}

#[test]
fn a_match_that_measures_nothing_is_reported() {
    let equal = "engines A and B are equal: same program, options and limit";
    let mirrored = "equal engines with a limit of nodes or depth can play both games of a pair alike; \
                    such a pair is a draw";
    let start = "only the start position for 9 rounds: with limits of nodes or depth, the games of a \
                 repeated opening can be equal; use -openings";
    let few = "only 3 openings for 9 rounds: with limits of nodes or depth, the games of a repeated \
               opening can be equal; use -openings";
    let no_openings = "all games begin at the start of the variant: use -openings";
    for (text, openings, expected) in [
        ("-each tc=1 -engine cmd=a name=A -engine cmd=a name=B", 3, vec![equal]),
        ("-each tc=1 -engine cmd=a name=A option.x=1 -engine cmd=a name=B", 3, vec![]),
        ("-each nodes=5 -engine cmd=a name=A -engine cmd=a name=B", 9, vec![equal, mirrored]),
        ("-each nodes=5 -engine cmd=a name=A -engine cmd=b name=B", 0, vec![start]),
        ("-each nodes=5 -engine cmd=a name=A -engine cmd=b name=B", 3, vec![few]),
        ("-each nodes=5 -engine cmd=a name=A -engine cmd=b name=B", 9, vec![]),
        ("-each tc=5 -engine cmd=a name=A -engine cmd=b name=B", 0, vec![no_openings]),
        ("-engine cmd=a name=A nodes=5 -engine cmd=b name=B tc=5", 3, vec![]),
    ] {
        let settings = settings(&format!("{text} -rounds 9"));
        assert_eq!(settings.warnings(openings), expected, "{text}");
    }
}
