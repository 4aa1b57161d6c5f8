//! All options of `luctor match` and the keys of their pairs, one entry each: name, value with its setting, line of the help.
//! The defaults are those of the settings, and the help takes them from there.

use self::OptionArguments::{EachEngine, Engine, Files, Flag, Keys, One};
use super::value::{
    FILE, OptionValue, choice, file, limit, number, optional, parsed, ranged, setting, value,
};
use super::words::CONFIG;
use crate::adjudication::{DrawRule, ResignRule};
use crate::number_range::NumberRange;
use crate::openings::list::{OpeningOrder, OpeningSettings};
use crate::settings::{EngineSettings, MatchSettings, Protocol, Tournament};
use crate::statistics::sprt::{EloModel, SprtSettings};
use emergo::{Blocked, Variant};
use std::path::PathBuf;

/// The settings while the command line is read.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    pub settings: MatchSettings,
    /// The settings that an engine has before its own.
    pub each: EngineSettings,
    pub each_has_limit: bool,
    /// What is probably not intended, one sentence each.
    pub warnings: Vec<String>,
    pub sprt: Option<SprtSettings>,
    pub score: Vec<PathBuf>,
    pub score_as_json: bool,
}

/// An option, or a key of an option, with its line of the help.
pub(super) struct Named<V> {
    pub name: &'static str,
    pub values: V,
    pub help: &'static str,
}

fn named<V>(name: &'static str, values: V) -> Named<V> {
    Named { name, values, help: "" }
}

impl<V> Named<V> {
    fn help(self, help: &'static str) -> Named<V> {
        Named { help, ..self }
    }
}

/// What follows an option.
pub(super) enum OptionArguments {
    /// No value.
    Flag(fn(&mut Draft)),
    /// One value.
    One(OptionValue<Draft>),
    /// One or more files.
    Files(fn(&mut Draft) -> &mut Vec<PathBuf>),
    /// `key=value` pairs. The function sets the defaults of the keys.
    Keys(fn(&mut Draft), Vec<Named<OptionValue<Draft>>>),
    /// `key=value` pairs of one engine.
    Engine,
    /// `key=value` pairs of all engines.
    EachEngine,
}

fn openings(draft: &mut Draft) -> &mut OpeningSettings {
    draft.settings.openings.get_or_insert_default()
}

fn sprt(draft: &mut Draft) -> &mut SprtSettings {
    draft.sprt.get_or_insert_default()
}

fn resign(draft: &mut Draft) -> &mut ResignRule {
    draft.settings.resign.get_or_insert_default()
}

fn draw(draft: &mut Draft) -> &mut DrawRule {
    draft.settings.draw.get_or_insert_default()
}

/// The option with the settings of all engines.
pub(super) const EACH: &str = "each";
/// The key of the options of an engine, with any name.
const OPTION: &str = "option.NAME";

/// All options, by section of the help.
pub(super) fn sections() -> [(&'static str, Vec<Named<OptionArguments>>); 3] {
    [("Engines", engine_options()), ("Match", game_options()), ("Records", record_options())]
}

fn engine_options() -> Vec<Named<OptionArguments>> {
    vec![
        named("engine", Engine).help("an engine; at least two are needed"),
        named(EACH, EachEngine).help("settings of all engines"),
        named("force", Flag(|d| d.settings.run.force = true))
            .help("play although an engine does not pass the checks before the first game"),
    ]
}

fn game_options() -> Vec<Named<OptionArguments>> {
    let range = "two numbers of games from 1, such as 1-16";
    vec![
        named("variant", One(choice(Variant::NAMES, |d| &mut d.settings.variant)))
            .help("the board"),
        named("blocked", One(choice(Blocked::NAMES, |d| &mut d.settings.blocked)))
            .help("the result of a side with a man, but without a legal move"),
        named("rounds", One(number(1..=10_000_000, |d| &mut d.settings.run.rounds)))
            .help("rounds of each pairing, each with one opening"),
        named(
            "games",
            One(OptionValue {
                syntax: "1|2".to_owned(),
                expected: "1 or 2".to_owned(),
                ..number(1..=2, |d: &mut Draft| &mut d.settings.games)
            }),
        )
        .help("games of a round; 2 with swapped colours"),
        named("tournament", One(choice(Tournament::NAMES, |d| &mut d.settings.tournament)))
            .help("all pairings, or the first engine against the others"),
        named("concurrency", One(number(1..=1024, |d| &mut d.settings.run.concurrency)))
            .help("games at the same time"),
        named(
            "openings",
            Keys(|d| d.settings.openings = Some(OpeningSettings::default()), opening_keys()),
        )
        .help("start positions of the games"),
        named("seed", One(number(1.., |d| &mut d.settings.seed)))
            .help("random seed for the order of the openings and for nodes=MIN-MAX"),
        named("sprt", Keys(|d| d.sprt = Some(SprtSettings::default()), sprt_keys()))
            .help("stop when a sequential probability ratio test is decided"),
        named("resign", Keys(|d| d.settings.resign = Some(ResignRule::default()), resign_keys()))
            .help("a side loses by its own scores"),
        named("draw", Keys(|d| d.settings.draw = Some(DrawRule::default()), draw_keys()))
            .help("a game is drawn by the scores of both sides"),
        named(
            "maxplies",
            One(ranged("a number of plies", 1..=1_000_000, |d: &mut Draft, plies| {
                d.settings.max_plies = Some(plies);
            })),
        )
        .help("a game of this length is a draw"),
        named(
            "maxmoves",
            One(ranged("a number of moves", 1..=500_000, |d: &mut Draft, moves| {
                d.settings.max_plies = Some(2 * moves);
            })),
        )
        .help("a game with this number of moves of each side is a draw"),
        named(
            "range",
            One(value("FROM-TO", range, |d: &mut Draft, v| {
                let NumberRange { first, last } = v.parse().ok()?;
                d.settings.run.range = Some(first.checked_sub(1)?..last);
                Some(())
            })),
        )
        .help("play only these games of the match"),
        named("stdin", Flag(|d| d.settings.run.ends_with_stdin = true))
            .help("stop at once when standard input ends, for a program that starts this one"),
    ]
}

fn record_options() -> Vec<Named<OptionArguments>> {
    vec![
        named("out", One(file(|d| &mut d.settings.run.out)))
            .help("write a match file: a header and one line of JSON per game"),
        named("resume", Flag(|d| d.settings.run.resume = true))
            .help("continue the match of that file after any kind of stop"),
        named("pgnout", One(file(|d| &mut d.settings.run.pgn)))
            .help("write the games as PGN; luctor show reads them"),
        named("score", Files(|d| &mut d.score)).help(
            "play nothing: print the table, and with -sprt the test, of match files and other game records; \
             - is standard input",
        ),
        named("json", Flag(|d| d.score_as_json = true))
            .help("print the results of -score as a line of JSON"),
        named("collect", Flag(|d| d.settings.run.collects = true)).help(
            "play nothing: read games of this match from standard input, see docs/matches.md",
        ),
        named("event", One(setting("NAME", "a name", |d| &mut d.settings.run.event)))
            .help("the Event tag of the PGN file"),
        named("log", One(file(|d| &mut d.settings.run.log)))
            .help("append all lines that the engines read (>) and write (<)"),
        named(
            "ratinginterval",
            One(setting("N", "a number of games, 0 for none", |d| {
                &mut d.settings.run.rating_interval
            })),
        )
        .help("games between two reports of the score, unless standard error is a terminal; 0 for none"),
        named("quiet", Flag(|d| d.settings.run.quiet = true))
            .help("no reports before the table at the end"),
        named(CONFIG, One(value("FILE", FILE, |_, _| None))).help(
            "read options from a file, as on the command line; lines that start with # are ignored",
        ),
        named("recover", Flag(|_| ()))
            .help("accepted and ignored: failed engines are always started again"),
        named("repeat", Flag(|_| ())).help("accepted and ignored: -games 2 repeats each opening"),
    ]
}

fn opening_keys() -> Vec<Named<OptionValue<Draft>>> {
    vec![
        named("file", parsed("FILE", FILE, |d: &mut Draft, v| openings(d).file = v))
            .help("games (.pgn), or a position text or startpos per line; lines that begin with # are ignored"),
        named("format", value("FORMAT", "a format", |_, _| Some(())))
            .help("accepted and ignored: the extension decides"),
        named(
            "plies",
            ranged("a number", 1.., |d: &mut Draft, plies| openings(d).plies = Some(plies)),
        )
        .help("plies of each game of a PGN file [default: all]"),
        named("order", choice(OpeningOrder::NAMES, |d| &mut openings(d).order))
            .help("the order of the openings"),
        named(
            "start",
            OptionValue::<Draft> {
                shown: Box::new(|d: &mut Draft| (openings(d).start + 1).to_string()),
                ..ranged("a number", 1.., |d: &mut Draft, start| openings(d).start = start - 1)
            },
        )
        .help("the first opening in that order"),
    ]
}

fn sprt_keys() -> Vec<Named<OptionValue<Draft>>> {
    vec![
        named("elo0", setting("ELO", "a number", |d| &mut sprt(d).elo0)).help("H0: Elo <= elo0"),
        named("elo1", setting("ELO", "a number", |d| &mut sprt(d).elo1)).help("H1: Elo >= elo1"),
        named("alpha", setting("P", "a number", |d| &mut sprt(d).alpha))
            .help("probability of accepting H1 if H0 is true"),
        named("beta", setting("P", "a number", |d| &mut sprt(d).beta))
            .help("probability of accepting H0 if H1 is true"),
        named("model", choice(EloModel::NAMES, |d| &mut sprt(d).model)).help("the kind of Elo"),
    ]
}

fn resign_keys() -> Vec<Named<OptionValue<Draft>>> {
    vec![
        named("movecount", number(1..=1000, |d| &mut resign(d).move_count))
            .help("consecutive moves of the side"),
        named("score", number(0.., |d| &mut resign(d).centimen))
            .help("the side is behind by this many centimen or more"),
    ]
}

fn draw_keys() -> Vec<Named<OptionValue<Draft>>> {
    vec![
        named("movenumber", number(0.., |d| &mut draw(d).move_number))
            .help("moves of each side before the rule applies"),
        named("movecount", number(1..=1000, |d| &mut draw(d).move_count))
            .help("consecutive moves of each side"),
        named("score", number(0.., |d| &mut draw(d).centimen))
            .help("the greatest distance from 0, in centimen"),
    ]
}

/// The keys of `-engine` and `-each`.
pub(super) fn engine_keys() -> Vec<Named<OptionValue<EngineSettings>>> {
    let clock = "a time control such as 10+0.1, 2:30+1 or 40/60+0.5, in seconds";
    let nodes = "a number from 1, or two such as 15000-25000";
    let key = named::<OptionValue<EngineSettings>>;
    vec![
        key("cmd", setting("PROGRAM|internal", "a program", |e| &mut e.command))
            .help("the program with its arguments, or this program's engine without a process"),
        key(
            "name",
            value("NAME", "a name", |e: &mut EngineSettings, text| {
                (!text.is_empty()).then(|| e.name = text.to_owned())
            }),
        )
        .help("the name of the engine"),
        key("path", optional("FILE", FILE, |e| &mut e.path)).help(
            "the program on this machine, if it is not that of cmd; the match stays the same",
        ),
        key("dir", optional("FOLDER", "a folder", |e| &mut e.directory))
            .help("its working directory, where a relative path of cmd or path begins"),
        key(
            "arg",
            parsed("ARGUMENT", "an argument", |e: &mut EngineSettings, v| e.arguments.push(v)),
        )
        .help("one more argument"),
        key("proto", choice(Protocol::NAMES, |e| &mut e.protocol)).help("its protocol"),
        key(
            "initstr",
            parsed("LINE", "a line", |e: &mut EngineSettings, v: String| {
                e.init_lines.extend(v.split("\\n").map(str::to_owned));
            }),
        )
        .help("a line that is sent first; \\n separates lines"),
        key("stderr", optional("FILE", FILE, |e| &mut e.stderr))
            .help("append its standard error to this file"),
        key("tc", limit("tc", "[MOVES/][MIN:]SEC[+SEC]", clock))
            .help("its clock; of several limits, the last one counts"),
        key("st", limit("st", "SEC", "seconds above 0")).help("seconds per move"),
        key("movetime", limit("movetime", "MS", "milliseconds from 1"))
            .help("milliseconds per move"),
        key("nodes", limit("nodes", "N|MIN-MAX", nodes)).help(
            "nodes per move; MIN-MAX: random for each move, so that games from one opening differ",
        ),
        key("depth", limit("depth", "N", "a number from 1")).help("depth of each search"),
        key("timescale", number(0.01..=100.0, |e| &mut e.time_scale))
            .help("multiply its times, on a machine of another speed; the match stays the same"),
        key("timemargin", optional("MS", "milliseconds", |e| &mut e.time_margin_ms))
            .help("how late a move may be [default: 0; 10 with st and movetime]"),
        key("watchdog", setting("MS", "milliseconds", |e| &mut e.watchdog_ms)).help(
            "longest wait for an answer; for a move with a clock or a time it is that time plus timemargin \
             plus 2 s",
        ),
        key(OPTION, value("VALUE", "a value", |_, _| None)).help(
            "an option of the engine; cmd=internal also has params.NAME, see luctor tune --list",
        ),
    ]
}
