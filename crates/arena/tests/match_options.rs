//! The command line of `luctor match`: the settings that it sets, and its error messages.

use emergo::{Blocked, Variant};
use luctor_arena::match_options::read;
use luctor_arena::settings::{
    DrawRule, EngineProgram, EngineSettings, MatchSettings, OpeningOrder, Protocol, ResignRule,
    Tournament,
};
use luctor_arena::sprt::EloModel;
use luctor_arena::time_control::TurnLimit;
use std::path::PathBuf;
use std::time::Duration;

const TWO: &str = "-engine cmd=a name=A -engine cmd=b name=B";

fn words(text: &str) -> Vec<String> {
    text.split_ascii_whitespace().map(str::to_owned).collect()
}

fn settings(text: &str) -> MatchSettings {
    read(&words(text)).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn engine(number: usize, text: &str) -> EngineSettings {
    settings(text).engines.swap_remove(number)
}

#[test]
fn options_of_the_match_are_read() {
    type Test = fn(&MatchSettings) -> bool;
    let table: &[(&str, Test)] = &[
        ("", |s| s.rounds == 1 && s.games == 2 && s.concurrency == 1 && !s.resume),
        ("", |s| s.variant == Variant::Emergo),
        ("-rounds 500 -games 1", |s| (s.rounds, s.games) == (500, 1)),
        ("--rounds 500 --repeat", |s| s.rounds == 500),
        ("-rounds 3 -rounds 4", |s| s.rounds == 4),
        ("-concurrency 8 -seed 77", |s| (s.concurrency, s.seed) == (8, 77)),
        ("-variant hexemergo -blocked loss", |s| {
            s.variant == Variant::Hexemergo && s.blocked == Blocked::Loss
        }),
        ("-tournament gauntlet", |s| s.tournament == Tournament::Gauntlet),
        ("-maxplies 300 -ratinginterval 0", |s| s.max_plies == Some(300) && s.rating_interval == 0),
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
            s.sprt.as_ref().is_some_and(|sprt| {
                let test = sprt.settings();
                (test.elo0, test.elo1, test.alpha, test.beta) == (-5.0, 0.0, 0.1, 0.05)
            })
        }),
        ("-sprt model=Normalized", |s| {
            s.sprt.as_ref().is_some_and(|sprt| sprt.settings().model == EloModel::Normalized)
        }),
        ("-out a -pgnout b -log c -resume -recover -event d", |s| {
            let files = [&s.out, &s.pgn, &s.log].map(|file| file.as_deref()?.to_str());
            files == [Some("a"), Some("b"), Some("c")] && s.resume && s.event == "d"
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
    let external = |path: &str, arguments: &[&str]| EngineProgram::External {
        path: path.into(),
        arguments: arguments.iter().map(|text| text.to_string()).collect(),
    };
    assert_eq!(first.program(), external("a", &[]));
    assert_eq!((first.name.as_str(), second.name.as_str()), ("A", "Engine 2"));
    assert_eq!(second.program(), EngineProgram::Internal);
    assert_eq!(first.limit, TurnLimit::Nodes(5));
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
        ("proto=ugi", |e| e.protocol == Protocol::Ugi),
        ("option.A=b=c", |e| e.options == [("A".to_owned(), "b=c".to_owned())]),
        ("option.A=", |e| e.options == [("A".to_owned(), String::new())]),
    ];
    for (text, test) in table {
        let engine = engine(0, &format!("-engine cmd=a {text} -engine cmd=b"));
        assert!(test(&engine), "{text}: {engine:?}");
    }
    let spaced = ["-engine", "cmd=a -b c", "arg=d e", "-engine", "cmd=b"].map(str::to_owned);
    let engine = read(&spaced).unwrap().engines.remove(0);
    let arguments = ["-b", "c", "d e"].map(str::to_owned).to_vec();
    assert_eq!(engine.program(), EngineProgram::External { path: "a".into(), arguments });
}

#[test]
fn a_wrong_argument_is_refused_with_a_message() {
    let table = [
        ("rounds", "unexpected value 'rounds'"),
        ("-", "unexpected value '-'"),
        ("-engine cmd=a", "a match needs at least two engines, there are 1"),
        ("", "a match needs at least two engines, there are 0"),
    ];
    for (text, message) in table {
        assert_eq!(read(&words(text)).unwrap_err().to_string(), message, "{text}");
    }
    let table = [
        ("-round 5", "there is no option '-round'"),
        ("-ROUNDS 5", "there is no option '-ROUNDS'"),
        ("-rounds", "-rounds: expected a number of rounds from 1 to 10000000, found nothing"),
        ("-rounds x", "-rounds: expected a number of rounds from 1 to 10000000, found 'x'"),
        ("-rounds -5", "-rounds: expected a number of rounds from 1 to 10000000, found '-5'"),
        ("-rounds 5 6", "unexpected value '6'"),
        ("-rounds 0", "-rounds: expected a number of rounds from 1 to 10000000, found '0'"),
        ("-concurrency 0", "-concurrency: expected a number from 1 to 1024, found '0'"),
        ("-maxplies 0", "-maxplies: expected a number of plies from 1 to 1000000, found '0'"),
        ("-games 3", "-games: expected 1 or 2, found '3'"),
        ("-resume now", "unexpected value 'now'"),
        ("-resume", "-resume continues the match of a file: it needs -out"),
        ("-out", "-out: expected a file, found nothing"),
        ("-variant chess", "-variant: expected emergo, emergo7 or hexemergo, found 'chess'"),
        ("-blocked win", "-blocked: expected draw or loss, found 'win'"),
        ("-referee none", "there is no option '-referee'"),
        ("-tournament swiss", "-tournament: expected round-robin or gauntlet, found 'swiss'"),
        ("-openings", "-openings needs file=FILE"),
        ("-openings x", "-openings: expected key=value pairs, found 'x'"),
        ("-openings file=x order=up", "-openings order: expected random or sequential, found 'up'"),
        ("-openings file=x start=a", "-openings start: expected a number from 1, found 'a'"),
        ("-openings plies=8", "-openings has no key 'plies', its keys are file, order, start"),
        ("-sprt elo2=3", "-sprt has no key 'elo2', its keys are elo0, elo1, alpha, beta, model"),
        ("-sprt elo1=x", "-sprt elo1: expected a number, found 'x'"),
        ("-sprt model=bayesian", "-sprt model: expected logistic or normalized, found 'bayesian'"),
        ("-sprt -games 1", "-sprt counts pairs of games: it needs -games 2"),
        ("-sprt -engine cmd=c", "-sprt needs exactly two engines"),
        ("-resign moves=3", "-resign has no key 'moves', its keys are movecount, score"),
        ("-resign score=x", "-resign score: expected centimen, found 'x'"),
        ("-draw x=3", "-draw has no key 'x', its keys are movenumber, movecount, score"),
        ("-engine cmd=c name=A", "two engines have the name A: use name=NAME"),
        ("-engine name=C", "engine C has no cmd=PROGRAM or cmd=internal"),
        ("-engine cmd=", "engine Engine 3 has no cmd=PROGRAM or cmd=internal"),
        (
            "-each tc=0",
            "-each tc: expected a time control such as 10+0.1, 2:30+1 or 40/60+0.5, in seconds, found '0'",
        ),
        ("-each proto=xboard", "-each proto: expected ugi or uci, found 'xboard'"),
        ("-each nodes=-1", "-each nodes: expected a number from 1, found '-1'"),
        ("-each movetime=1s", "-each movetime: expected milliseconds from 1, found '1s'"),
        ("-each internal", "-each: expected key=value pairs, found 'internal'"),
        (
            "-each option.=1",
            "-each has no key 'option.', its keys are cmd, name, dir, arg, proto, initstr, stderr, \
             tc, st, movetime, nodes, depth, timemargin, watchdog, option.NAME",
        ),
    ];
    let mut wrong = Vec::new();
    for (text, message) in table {
        let found = match read(&words(&format!("{TWO} {text}"))) {
            Ok(_) => "accepted".to_owned(),
            Err(error) => error.to_string(),
        };
        if found != message {
            wrong.push(format!("{text}: {found}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
