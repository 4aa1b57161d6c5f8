//! The command line of `luctor match`: one table of options, from which parsing, error messages and help are made.
//!
//! The options are those of cutechess-cli: one dash (two are accepted), followed by values or `key=value` pairs. clap cannot
//! express groups of pairs.

use crate::engine_file::{self, EngineFileError};
use crate::settings::{
    DrawRule, EngineSettings, MatchSettings, OpeningFormat, OpeningOrder, OpeningSettings,
    Protocol, ResignRule, SettingsError, SettingsWarning, Tournament,
};
use crate::sprt::{EloModel, Sprt, SprtError, SprtSettings};
use crate::suggestion::Suggestion;
use emergo::notation::Excerpt;
use std::fmt::Write;
use std::io;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use thiserror::Error;

/// The command line is wrong.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum ArgumentError {
    #[error("there is no option {0}{1}")]
    UnknownOption(Excerpt, Suggestion),
    #[error("unexpected value {0}")]
    UnexpectedValue(Excerpt),
    #[error("{option} has no key {key}{suggestion} (keys: {known})")]
    UnknownKey { option: String, key: Excerpt, suggestion: Suggestion, known: String },
    #[error("-config {path}: {error}", path = .path.display())]
    ConfigFile { path: PathBuf, error: io::Error },
    #[error("-config {path}, line {line}: a quote is not closed", path = .path.display())]
    ConfigQuote { path: PathBuf, line: usize },
    #[error("-engine conf: {0}")]
    EngineFile(#[from] EngineFileError),
    #[error("-score plays no games: it takes no engines")]
    ScoreWithEngines,
    #[error("-json is a form of -score")]
    JsonWithoutScore,
    #[error("{option}: expected {expected}, found {found}")]
    WrongValue { option: String, expected: &'static str, found: Excerpt },
    #[error("{option}: expected {expected}, found nothing")]
    MissingValue { option: String, expected: &'static str },
    #[error("-sprt: {0}")]
    Sprt(#[from] SprtError),
    #[error(transparent)]
    Settings(#[from] SettingsError),
}

/// What a command line asks for.
#[derive(Clone, Debug)]
pub enum MatchCommand {
    /// A match.
    Play(Box<MatchSettings>, Vec<SettingsWarning>),
    /// Games that are played elsewhere, for the files of a match.
    Collect(Box<MatchSettings>),
    /// The results of record files.
    Score(ScoreCommand),
}

/// The results of record files.
#[derive(Clone, Debug)]
pub struct ScoreCommand {
    /// Match files and PGN files.
    pub files: Vec<PathBuf>,
    /// The test.
    pub sprt: Option<Sprt>,
    /// How the results are printed.
    pub format: ScoreFormat,
}

/// The form of results.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum ScoreFormat {
    /// A table for people.
    #[default]
    Table,
    /// One line of JSON: [`crate::report::MatchReport`].
    Json,
}

/// The settings while the command line is read.
#[derive(Clone, Debug, Default)]
struct Draft {
    settings: MatchSettings,
    sprt: Option<SprtSettings>,
    score: Vec<PathBuf>,
    score_format: ScoreFormat,
    collects: bool,
}

/// Sets a value; `None` if the text is wrong.
type Setter<T> = fn(&mut T, &str) -> Option<()>;

/// A key of an option whose values are `key=value` pairs.
struct OptionKey<T> {
    name: &'static str,
    syntax: &'static str,
    /// What an error message says was expected.
    expected: &'static str,
    help: &'static str,
    /// The default value; empty if there is none.
    default: &'static str,
    set: Setter<T>,
}

/// An option of the command line.
struct MatchOption {
    name: &'static str,
    help: &'static str,
    values: Values,
}

enum Values {
    /// No value.
    Flag(fn(&mut Draft)),
    /// One value.
    One { syntax: &'static str, expected: &'static str, default: &'static str, set: Setter<Draft> },
    /// One file, as `FILE` or `file=FILE`.
    File(fn(&mut Draft, PathBuf)),
    /// One or more files.
    Files(fn(&mut Draft, PathBuf)),
    /// `key=value` pairs. The option itself sets the defaults of its keys.
    Keys { enable: fn(&mut Draft), keys: &'static [OptionKey<Draft>] },
    /// `key=value` pairs of one engine.
    Engine,
    /// `key=value` pairs of all engines.
    EachEngine,
}

const PATH: &str = "a file";
/// The option whose file has further options.
const CONFIG: &str = "config";
/// The file of `conf=NAME`.
const ENGINE_FILE: &str = "engines.json";
/// The clock that users of cutechess give beside another limit. It is no limit.
const INFINITE: &str = "inf";
/// The keys that set the limit of an engine.
const LIMIT_KEYS: [&str; 5] = ["tc", "st", "movetime", "nodes", "depth"];
const COUNT: &str = "a number from 1";
const MILLISECONDS: &str = "milliseconds";
const CLOCK: &str = "a time control such as 10+0.1, 2:30+1 or 40/60+0.5, in seconds";

/// All options, by section of the help.
#[rustfmt::skip]
static SECTIONS: [(&str, &[MatchOption]); 3] = [
    ("Engines", &[
        MatchOption { name: "engine", help: "an engine; at least two are needed. Without a limit it gets 100 ms per move", values: Values::Engine },
        MatchOption { name: "each", help: "settings of all engines", values: Values::EachEngine },
        MatchOption { name: "force", help: "play although an engine does not pass the checks before the first game", values: Values::Flag(|d| d.settings.force = true) },
    ]),
    ("Match", &[
        MatchOption { name: "variant", help: "the board", values: Values::One { syntax: "emergo|emergo7|hexemergo", expected: "emergo, emergo7 or hexemergo", default: "emergo", set: |d, v| set(&mut d.settings.variant, v) } },
        MatchOption { name: "blocked", help: "the result of a side with a man, but without a legal move", values: Values::One { syntax: "draw|loss", expected: "draw or loss", default: "draw", set: |d, v| set(&mut d.settings.blocked, v) } },
        MatchOption { name: "rounds", help: "rounds of each pairing, each with one opening", values: Values::One { syntax: "N", expected: "a number of rounds from 1 to 10000000", default: "1", set: |d, v| set_in(&mut d.settings.rounds, v, 1..=10_000_000) } },
        MatchOption { name: "games", help: "games of a round; 2 with swapped colours", values: Values::One { syntax: "1|2", expected: "1 or 2", default: "2", set: |d, v| set_in(&mut d.settings.games, v, 1..=2) } },
        MatchOption { name: "tournament", help: "all pairings, or the first engine against the others", values: Values::One { syntax: "round-robin|gauntlet", expected: "round-robin or gauntlet", default: "round-robin", set: |d, v| choose(&mut d.settings.tournament, v, &[("round-robin", Tournament::RoundRobin), ("gauntlet", Tournament::Gauntlet)]) } },
        MatchOption { name: "concurrency", help: "games at the same time", values: Values::One { syntax: "N", expected: "a number from 1 to 1024", default: "1", set: |d, v| set_in(&mut d.settings.concurrency, v, 1..=1024) } },
        MatchOption { name: "openings", help: "start positions of the games", values: Values::Keys { enable: |d| d.settings.openings = Some(OpeningSettings::default()), keys: &[
            OptionKey { name: "file", syntax: "FILE", expected: PATH, help: "a position text or startpos per line (.txt, .epd), or games (.pgn)", default: "", set: |d, v| { openings(d).file = v.into(); Some(()) } },
            OptionKey { name: "format", syntax: "txt|epd|pgn", expected: "txt, epd or pgn", help: "the format, instead of that of the extension", default: "", set: |d, v| { let pgn = OpeningFormat::Pgn; let lines = OpeningFormat::Positions; choose(openings(d).format.insert(lines), v, &[("txt", lines), ("epd", lines), ("pgn", pgn)]) } },
            OptionKey { name: "plies", syntax: "N", expected: COUNT, help: "plies of each game of a PGN file [default: all]", default: "", set: |d, v| { openings(d).plies = Some(number(v, 1..=usize::MAX)?); Some(()) } },
            OptionKey { name: "order", syntax: "sequential|random", expected: "random or sequential", help: "their order", default: "sequential", set: |d, v| choose(&mut openings(d).order, v, &[("random", OpeningOrder::Random), ("sequential", OpeningOrder::Sequential)]) },
            OptionKey { name: "start", syntax: "N", expected: COUNT, help: "the first opening in that order", default: "1", set: |d, v| { openings(d).start = number(v, 1..=u64::MAX)? - 1; Some(()) } },
        ] } },
        MatchOption { name: "seed", help: "random seed for the order of the openings and for nodes=MIN-MAX", values: Values::One { syntax: "N", expected: COUNT, default: "1", set: |d, v| set_in(&mut d.settings.seed, v, 1..=u64::MAX) } },
        MatchOption { name: "srand", help: "as -seed", values: Values::One { syntax: "N", expected: COUNT, default: "1", set: |d, v| set_in(&mut d.settings.seed, v, 1..=u64::MAX) } },
        MatchOption { name: "sprt", help: "stop when a sequential probability ratio test is decided", values: Values::Keys { enable: |d| d.sprt = Some(SprtSettings::default()), keys: &[
            OptionKey { name: "elo0", syntax: "ELO", expected: "a number", help: "H0: Elo <= elo0", default: "0", set: |d, v| set(&mut sprt(d).elo0, v) },
            OptionKey { name: "elo1", syntax: "ELO", expected: "a number", help: "H1: Elo >= elo1", default: "10", set: |d, v| set(&mut sprt(d).elo1, v) },
            OptionKey { name: "alpha", syntax: "P", expected: "a number", help: "probability of accepting H1 if H0 is true", default: "0.05", set: |d, v| set(&mut sprt(d).alpha, v) },
            OptionKey { name: "beta", syntax: "P", expected: "a number", help: "probability of accepting H0 if H1 is true", default: "0.05", set: |d, v| set(&mut sprt(d).beta, v) },
            OptionKey { name: "model", syntax: "logistic|normalized", expected: "logistic or normalized", help: "the kind of Elo", default: "logistic", set: |d, v| choose(&mut sprt(d).model, v, &[("logistic", EloModel::Logistic), ("normalized", EloModel::Normalized)]) },
        ] } },
        MatchOption { name: "resign", help: "a side loses by its own scores", values: Values::Keys { enable: |d| d.settings.resign = Some(ResignRule::default()), keys: &[
            OptionKey { name: "movecount", syntax: "N", expected: "a number of moves", help: "consecutive moves of the side", default: "3", set: |d, v| set(&mut resign(d).move_count, v) },
            OptionKey { name: "score", syntax: "CENTIMEN", expected: "centimen", help: "the side is behind by this score or more", default: "1000", set: |d, v| set(&mut resign(d).centimen, v) },
        ] } },
        MatchOption { name: "draw", help: "a game is drawn by the scores of both sides", values: Values::Keys { enable: |d| d.settings.draw = Some(DrawRule::default()), keys: &[
            OptionKey { name: "movenumber", syntax: "N", expected: "a number of moves", help: "moves of each side before the rule applies", default: "40", set: |d, v| set(&mut draw(d).move_number, v) },
            OptionKey { name: "movecount", syntax: "N", expected: "a number of moves", help: "consecutive moves of each side", default: "8", set: |d, v| set(&mut draw(d).move_count, v) },
            OptionKey { name: "score", syntax: "CENTIMEN", expected: "centimen", help: "the greatest distance from 0", default: "10", set: |d, v| set(&mut draw(d).centimen, v) },
        ] } },
        MatchOption { name: "maxplies", help: "a game of this length is a draw", values: Values::One { syntax: "N", expected: "a number of plies from 1 to 1000000", default: "", set: |d, v| { d.settings.max_plies = Some(number(v, 1..=1_000_000)?); Some(()) } } },
        MatchOption { name: "maxmoves", help: "a game with this number of moves of each side is a draw", values: Values::One { syntax: "N", expected: "a number of moves from 1 to 500000", default: "", set: |d, v| { d.settings.max_plies = Some(2 * number(v, 1..=500_000)?); Some(()) } } },
        MatchOption { name: "range", help: "play only these games of the match", values: Values::One { syntax: "FROM-TO", expected: "two numbers of games from 1, such as 1-16", default: "", set: |d, v| { d.settings.range = Some(v.parse().ok()?); Some(()) } } },
        MatchOption { name: "stdin", help: "stop at once when standard input ends, for a program that starts this one", values: Values::Flag(|d| d.settings.ends_with_stdin = true) },
        MatchOption { name: "wait", help: "milliseconds between two games", values: Values::One { syntax: "MS", expected: MILLISECONDS, default: "0", set: |d, v| set(&mut d.settings.wait_ms, v) } },
    ]),
    ("Records", &[
        MatchOption { name: "out", help: "write a match file: a header and one line of JSON per game", values: Values::File(|d, path| d.settings.out = Some(path)) },
        MatchOption { name: "resume", help: "continue the match of that file after any kind of stop", values: Values::Flag(|d| d.settings.resume = true) },
        MatchOption { name: "pgnout", help: "write the games as PGN; luctor show --game reads them", values: Values::File(|d, path| d.settings.pgn = Some(path)) },
        MatchOption { name: "append", help: "keep other games in these two files, and append this match", values: Values::Flag(|d| d.settings.append = true) },
        MatchOption { name: "score", help: "play nothing: print the table, and with -sprt the test, of match files and PGN files", values: Values::Files(|d, path| d.score.push(path)) },
        MatchOption { name: "json", help: "print the results of -score as a line of JSON", values: Values::Flag(|d| d.score_format = ScoreFormat::Json) },
        MatchOption { name: "collect", help: "play nothing: read games of this match from standard input, see docs/cluster.md", values: Values::Flag(|d| d.collects = true) },
        MatchOption { name: "event", help: "the Event tag of the PGN file", values: Values::One { syntax: "NAME", expected: "a name", default: "Luctor match", set: |d, v| set(&mut d.settings.event, v) } },
        MatchOption { name: "site", help: "the Site tag of the PGN file", values: Values::One { syntax: "NAME", expected: "a name", default: "", set: |d, v| { d.settings.site = Some(v.to_owned()); Some(()) } } },
        MatchOption { name: "log", help: "append all lines to and from the engines", values: Values::File(|d, path| d.settings.log = Some(path)) },
        MatchOption { name: "ratinginterval", help: "games between two reports of the score, 0 for none", values: Values::One { syntax: "N", expected: "a number of games, 0 for none", default: "10", set: |d, v| set(&mut d.settings.rating_interval, v) } },
        MatchOption { name: "quiet", help: "no reports before the table at the end", values: Values::Flag(|d| d.settings.quiet = true) },
        MatchOption { name: CONFIG, help: "read options from a file, as on the command line; lines that start with # are ignored", values: Values::File(|_, _| ()) },
        MatchOption { name: "recover", help: "accepted and ignored: failed engines are always started again", values: Values::Flag(|_| ()) },
        MatchOption { name: "repeat", help: "accepted and ignored: -games 2 repeats each opening", values: Values::Flag(|_| ()) },
    ]),
];

/// The keys of an engine.
#[rustfmt::skip]
static ENGINE_KEYS: [OptionKey<EngineSettings>; 18] = [
    OptionKey { name: "cmd", syntax: "PROGRAM|internal", expected: "a program", help: "the program with its arguments, or this program's engine without a process", default: "", set: |e, v| set(&mut e.command, v) },
    OptionKey { name: "name", syntax: "NAME", expected: "a name", help: "its name", default: "", set: |e, v| set(&mut e.name, v) },
    OptionKey { name: "path", syntax: "FILE", expected: PATH, help: "the program on this machine, if it is not that of cmd; the match stays the same", default: "", set: |e, v| { e.path = Some(v.into()); Some(()) } },
    OptionKey { name: CONF, syntax: "NAME", expected: "a name", help: "the engine of this name in engines.json, the file of cutechess", default: "", set: |_, _| None },
    OptionKey { name: "dir", syntax: "FOLDER", expected: "a folder", help: "its working directory", default: "", set: |e, v| { e.directory = Some(v.into()); Some(()) } },
    OptionKey { name: "arg", syntax: "ARGUMENT", expected: "an argument", help: "one more argument", default: "", set: |e, v| { e.arguments.push(v.to_owned()); Some(()) } },
    OptionKey { name: "proto", syntax: "ugi|uci", expected: "ugi or uci", help: "its protocol", default: "ugi", set: |e, v| choose(&mut e.protocol, v, &[("ugi", Protocol::Ugi), ("uci", Protocol::Uci)]) },
    OptionKey { name: "initstr", syntax: "LINE", expected: "a line", help: "a line that is sent first; \\n separates lines", default: "", set: |e, v| { e.init_lines.extend(v.split("\\n").map(str::to_owned)); Some(()) } },
    OptionKey { name: "stderr", syntax: "FILE", expected: PATH, help: "append its standard error to this file", default: "", set: |e, v| { e.stderr = Some(v.into()); Some(()) } },
    OptionKey { name: "tc", syntax: "[MOVES/][MIN:]SEC[+SEC]", expected: CLOCK, help: "its clock; of several limits, the last one counts", default: "", set: |e, v| if v == INFINITE { Some(()) } else { set(&mut e.limit, &format!("tc={v}")) } },
    OptionKey { name: "st", syntax: "SEC", expected: "seconds above 0", help: "seconds per move", default: "0.1", set: |e, v| set(&mut e.limit, &format!("st={v}")) },
    OptionKey { name: "movetime", syntax: "MS", expected: "milliseconds from 1", help: "milliseconds per move", default: "", set: |e, v| set(&mut e.limit, &format!("movetime={v}")) },
    OptionKey { name: "nodes", syntax: "N|MIN-MAX", expected: "a number from 1, or two such as 15000-25000", help: "nodes per move; of two, a random number between them, by -seed, so that games from one opening differ", default: "", set: |e, v| set(&mut e.limit, &format!("nodes={v}")) },
    OptionKey { name: "depth", syntax: "N", expected: COUNT, help: "depth of each search", default: "", set: |e, v| set(&mut e.limit, &format!("depth={v}")) },
    OptionKey { name: "timescale", syntax: "FACTOR", expected: "a factor from 0.01 to 100", help: "multiply its times, on a machine of another speed; the match stays the same", default: "1", set: |e, v| set(&mut e.time_scale, v) },
    OptionKey { name: "timemargin", syntax: "MS", expected: MILLISECONDS, help: "how late a move may be [default: 0; 10 with st and movetime]", default: "", set: |e, v| { e.time_margin_ms = Some(v.parse().ok()?); Some(()) } },
    OptionKey { name: "watchdog", syntax: "MS", expected: MILLISECONDS, help: "longest wait for an answer; with tc, st and movetime shorter", default: "60000", set: |e, v| set(&mut e.watchdog_ms, v) },
    OptionKey { name: OPTION, syntax: "VALUE", expected: "a value", help: "an option of the engine; cmd=internal also has params.NAME, see luctor tune --list", default: "", set: |_, _| None },
];

/// The key that copies an engine from a file.
const CONF: &str = "conf";
/// The key of the options of an engine, with any name.
const OPTION: &str = "option.NAME";
/// The beginning of that key.
const OPTION_PREFIX: &str = "option.";

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

fn set<T: FromStr>(target: &mut T, text: &str) -> Option<()> {
    *target = text.parse().ok()?;
    Some(())
}

fn number<T: FromStr + PartialOrd>(text: &str, range: RangeInclusive<T>) -> Option<T> {
    text.parse().ok().filter(|number| range.contains(number))
}

fn set_in<T: FromStr + PartialOrd>(
    target: &mut T,
    text: &str,
    range: RangeInclusive<T>,
) -> Option<()> {
    *target = number(text, range)?;
    Some(())
}

fn choose<T: Copy>(target: &mut T, text: &str, choices: &[(&str, T)]) -> Option<()> {
    *target = choices.iter().find(|(name, _)| name.eq_ignore_ascii_case(text))?.1;
    Some(())
}

/// An option of the command line with its values.
struct Group<'a> {
    name: &'a str,
    values: Vec<&'a str>,
}

/// Reads the arguments of `luctor match`.
///
/// # Errors
///
/// The first argument that is wrong, a file that cannot be read, or a contradiction.
pub fn read(words: &[String]) -> Result<MatchCommand, ArgumentError> {
    let words = with_config_files(words)?;
    let mut draft = Draft::default();
    let (mut each, mut engines, mut warnings) = (Vec::new(), Vec::new(), Vec::new());
    for Group { name, values } in groups(&words)? {
        let all = || SECTIONS.iter().flat_map(|(_, options)| *options);
        let Some(MatchOption { values: accepted, .. }) = all().find(|option| option.name == name)
        else {
            let names: Vec<String> = all().map(|option| format!("-{}", option.name)).collect();
            let name = format!("-{name}");
            let suggestion = Suggestion::of(&name, names.iter().map(String::as_str));
            return Err(ArgumentError::UnknownOption(Excerpt::of(&name), suggestion));
        };
        let option = format!("-{name}");
        match (accepted, &values[..]) {
            (Values::Engine, _) => engines.push(values),
            (Values::EachEngine, _) => {
                warnings.extend(ignored_limit("-each", &values));
                each.extend(values);
            }
            (Values::Keys { enable, keys }, pairs) => {
                enable(&mut draft);
                for text in pairs {
                    set_key(&option, keys, &mut draft, text)?;
                }
            }
            (Values::Flag(set), []) => set(&mut draft),
            (Values::One { expected, set, .. }, [value]) => {
                set(&mut draft, value).ok_or_else(|| wrong(&option, expected, value))?;
            }
            (Values::File(set), [value]) => {
                set(&mut draft, value.strip_prefix("file=").unwrap_or(value).into());
            }
            (Values::Files(set), [_, ..]) => {
                values.iter().for_each(|value| set(&mut draft, value.into()));
            }
            (Values::One { expected, .. }, []) => {
                return Err(ArgumentError::MissingValue { option, expected });
            }
            (Values::File(_) | Values::Files(_), []) => {
                return Err(ArgumentError::MissingValue { option, expected: PATH });
            }
            (Values::Flag(_), [surplus, ..])
            | (Values::One { .. } | Values::File(_), [_, surplus, ..]) => {
                return Err(ArgumentError::UnexpectedValue(Excerpt::of(surplus)));
            }
        }
    }
    let sprt = draft.sprt.map(Sprt::new).transpose()?;
    if !draft.score.is_empty() {
        return match engines.is_empty() {
            true => Ok(MatchCommand::Score(ScoreCommand {
                files: draft.score,
                sprt,
                format: draft.score_format,
            })),
            false => Err(ArgumentError::ScoreWithEngines),
        };
    }
    if draft.score_format == ScoreFormat::Json {
        return Err(ArgumentError::JsonWithoutScore);
    }
    draft.settings.sprt = sprt;
    for (index, own) in engines.into_iter().enumerate() {
        let mut engine = EngineSettings::numbered(index + 1);
        each.iter().try_for_each(|text| set_engine_key("-each", &mut engine, text))?;
        own.iter().try_for_each(|text| set_engine_key("-engine", &mut engine, text))?;
        warnings.extend(ignored_limit(&format!("engine {}", engine.name), &own));
        if !each.iter().chain(&own).any(|text| is_limit(text)) {
            warnings.push(SettingsWarning::NoLimit(engine.name.clone()));
        }
        draft.settings.engines.push(engine);
    }
    draft.settings.check()?;
    let settings = Box::new(draft.settings);
    match (draft.collects, settings.out.is_some()) {
        (true, false) => Err(SettingsError::CollectWithoutFile.into()),
        (true, true) => Ok(MatchCommand::Collect(settings)),
        (false, _) => Ok(MatchCommand::Play(settings, warnings)),
    }
}

fn is_limit(pair: &str) -> bool {
    pair.split_once('=').is_some_and(|(key, value)| LIMIT_KEYS.contains(&key) && value != INFINITE)
}

/// A warning about two limits in the same group of pairs.
fn ignored_limit(engines: &str, pairs: &[&str]) -> Option<SettingsWarning> {
    let limits: Vec<&str> = pairs.iter().copied().filter(|pair| is_limit(pair)).collect();
    let [ignored, .., used] = limits[..] else { return None };
    let [engines, ignored, used] = [engines, ignored, used].map(str::to_owned);
    Some(SettingsWarning::IgnoredLimit { engines, ignored, used })
}

/// Sets the key of a pair of an engine.
fn set_engine_key(
    option: &str,
    engine: &mut EngineSettings,
    pair: &str,
) -> Result<(), ArgumentError> {
    match pair.split_once('=') {
        Some((CONF, name)) => Ok(engine_file::load(Path::new(ENGINE_FILE), name, engine)?),
        Some((key, value)) if key.len() > OPTION_PREFIX.len() && key.starts_with(OPTION_PREFIX) => {
            engine.set_option(&key[OPTION_PREFIX.len()..], value);
            Ok(())
        }
        _ => set_key(option, &ENGINE_KEYS, engine, pair),
    }
}

/// The arguments with the words of each `-config FILE` in its place.
fn with_config_files(words: &[String]) -> Result<Vec<String>, ArgumentError> {
    let mut all = Vec::new();
    let mut is_config = false;
    for word in words {
        if std::mem::take(&mut is_config) {
            all.pop();
            let path = PathBuf::from(word.strip_prefix("file=").unwrap_or(word));
            let text = std::fs::read_to_string(&path)
                .map_err(|error| ArgumentError::ConfigFile { path: path.clone(), error })?;
            for (line, text) in (1..).zip(text.lines()) {
                if !text.trim_start().starts_with('#') {
                    all.extend(
                        shell_words::split(text)
                            .map_err(|_| ArgumentError::ConfigQuote { path: path.clone(), line })?,
                    );
                }
            }
        } else {
            is_config = word.trim_start_matches('-') == CONFIG && word.starts_with('-');
            all.push(word.clone());
        }
    }
    Ok(all)
}

fn groups(words: &[String]) -> Result<Vec<Group<'_>>, ArgumentError> {
    let mut groups: Vec<Group> = Vec::new();
    for word in words {
        let option = word.strip_prefix("--").or_else(|| word.strip_prefix('-'));
        match option.filter(|name| name.starts_with(|first: char| first.is_ascii_alphabetic())) {
            Some(name) => groups.push(Group { name, values: Vec::new() }),
            None => match groups.last_mut() {
                Some(group) => group.values.push(word),
                None => return Err(ArgumentError::UnexpectedValue(Excerpt::of(word))),
            },
        }
    }
    Ok(groups)
}

fn wrong(option: &str, expected: &'static str, found: &str) -> ArgumentError {
    ArgumentError::WrongValue { option: option.to_owned(), expected, found: Excerpt::of(found) }
}

/// Sets the key of a `key=value` pair.
fn set_key<T>(
    option: &str,
    keys: &[OptionKey<T>],
    target: &mut T,
    pair: &str,
) -> Result<(), ArgumentError> {
    let (name, value) =
        pair.split_once('=').ok_or_else(|| wrong(option, "key=value pairs", pair))?;
    let Some(key) = keys.iter().find(|key| key.name == name) else {
        let known: Vec<&str> = keys.iter().map(|key| key.name).collect();
        return Err(ArgumentError::UnknownKey {
            option: option.to_owned(),
            key: Excerpt::of(name),
            suggestion: Suggestion::of(name, known.iter().copied()),
            known: known.join(", "),
        });
    };
    (key.set)(target, value).ok_or_else(|| wrong(&format!("{option} {name}"), key.expected, value))
}

/// The help text for all options.
pub fn help() -> String {
    let mut text = String::new();
    for (title, options) in &SECTIONS {
        writeln!(text, "{title}:").expect("writing to a String cannot fail");
        for MatchOption { name, help, values } in *options {
            let option = format!("  -{name}");
            match values {
                Values::Flag(_) => add_help(&mut text, option, help, ""),
                Values::One { syntax, default, .. } => {
                    add_help(&mut text, format!("{option} {syntax}"), help, default);
                }
                Values::File(_) => add_help(&mut text, format!("{option} FILE"), help, ""),
                Values::Files(_) => add_help(&mut text, format!("{option} FILE..."), help, ""),
                Values::Keys { keys, .. } => {
                    add_help(&mut text, format!("{option} [KEY=VALUE ...]"), help, "");
                    add_key_help(&mut text, keys);
                }
                Values::Engine => add_help(&mut text, format!("{option} KEY=VALUE ..."), help, ""),
                Values::EachEngine => {
                    add_help(&mut text, format!("{option} KEY=VALUE ..."), help, "");
                    add_key_help(&mut text, &ENGINE_KEYS);
                }
            }
        }
    }
    text
}

fn add_key_help<T>(text: &mut String, keys: &[OptionKey<T>]) {
    for OptionKey { name, syntax, help, default, .. } in keys {
        add_help(text, format!("    {name}={syntax}"), help, default);
    }
}

fn add_help(text: &mut String, option: String, help: &str, default: &str) {
    let default = if default.is_empty() { "" } else { &format!(" [default: {default}]") };
    writeln!(text, "{option:<34} {help}{default}").expect("writing to a String cannot fail");
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Setting a default changes nothing.
    #[test]
    fn the_defaults_in_the_help_are_the_defaults_of_the_settings() {
        for option in SECTIONS.iter().flat_map(|(_, options)| *options) {
            let mut draft = Draft::default();
            if let Values::Keys { enable, .. } = option.values {
                enable(&mut draft);
            }
            let before = format!("{draft:?}");
            match option.values {
                Values::One { default, set, .. } if !default.is_empty() => {
                    set(&mut draft, default).unwrap();
                }
                Values::Keys { keys, .. } => {
                    for key in keys.iter().filter(|key| !key.default.is_empty()) {
                        (key.set)(&mut draft, key.default).unwrap();
                    }
                }
                _ => {}
            }
            assert_eq!(format!("{draft:?}"), before, "-{}", option.name);
        }
        for key in ENGINE_KEYS.iter().filter(|key| !key.default.is_empty()) {
            let mut engine = EngineSettings::numbered(1);
            (key.set)(&mut engine, key.default).unwrap();
            assert_eq!(engine, EngineSettings::numbered(1), "{}", key.name);
        }
    }
}
