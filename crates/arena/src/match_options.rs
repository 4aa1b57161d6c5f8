//! The command line of `luctor match`: one table of options, from which parsing, error messages and help are made.
//!
//! The options are those of cutechess-cli: one dash (two are accepted), followed by values or `key=value` pairs. clap cannot
//! express groups of pairs. The defaults are those of the settings, and the help takes them from there.

use crate::number_range::NumberRange;
use crate::settings::{
    DrawRule, EngineSettings, MatchSettings, OpeningFormat, OpeningOrder, OpeningSettings,
    Protocol, ResignRule, SettingsError, SettingsWarning, Tournament,
};
use crate::sprt::{EloModel, Sprt, SprtError, SprtSettings};
use crate::suggestion::Suggestion;
use crate::time_control::TurnLimit;
use emergo::notation::Excerpt;
use emergo::{Blocked, Variant};
use std::fmt::Display;
use std::io;
use std::ops::Bound::Included;
use std::ops::RangeBounds;
use std::path::PathBuf;
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
    #[error("-config {path}, line {line}: a config file cannot have -config", path = .path.display())]
    NestedConfig { path: PathBuf, line: usize },
    #[error("-score plays no games: it takes no engines")]
    ScoreWithEngines,
    #[error("-json is a form of -score")]
    JsonWithoutScore,
    #[error("{option}: expected {expected}, found {found}")]
    WrongValue { option: String, expected: String, found: Excerpt },
    #[error("{option}: expected {expected}, found nothing")]
    MissingValue { option: String, expected: String },
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

/// An option, or a key of an option, with its line of the help.
struct Named<V> {
    name: &'static str,
    values: V,
    help: &'static str,
}

impl<V> Named<V> {
    fn new(name: &'static str, values: V) -> Named<V> {
        Named { name, values, help: "" }
    }

    fn help(self, help: &'static str) -> Named<V> {
        Named { help, ..self }
    }
}

/// What follows an option.
enum Values {
    /// No value.
    Flag(fn(&mut Draft)),
    /// One value.
    One(Value<Draft>),
    /// One file, as `FILE` or `file=FILE`.
    File(fn(&mut Draft) -> &mut Option<PathBuf>),
    /// One or more files.
    Files(fn(&mut Draft) -> &mut Vec<PathBuf>),
    /// `key=value` pairs. The function sets the defaults of the keys.
    Keys(fn(&mut Draft), Vec<Named<Value<Draft>>>),
    /// `key=value` pairs of one engine.
    Engine,
    /// `key=value` pairs of all engines.
    EachEngine,
}

/// Sets a value of `T` from a text; `None` if the text is wrong.
type Setter<T> = Box<dyn Fn(&mut T, &str) -> Option<()>>;

/// What a value may be, and what it sets.
struct Value<T> {
    /// The value in the help.
    syntax: String,
    /// What an error message says was expected.
    expected: String,
    /// The present value, which the help shows as the default; empty if there is none.
    shown: Box<dyn Fn(&mut T) -> String>,
    set: Setter<T>,
}

/// A value with a setter of its own.
fn value<T: 'static>(
    syntax: &str,
    expected: &str,
    set: fn(&mut T, &str) -> Option<()>,
) -> Value<T> {
    let shown = Box::new(|_: &mut T| String::new());
    Value { syntax: syntax.to_owned(), expected: expected.to_owned(), shown, set: Box::new(set) }
}

/// A setting without a default.
fn optional<T: 'static, V: FromStr + 'static>(
    syntax: &str,
    expected: &str,
    setting: fn(&mut T) -> &mut Option<V>,
) -> Value<T> {
    Value {
        set: Box::new(move |target, text| {
            *setting(target) = Some(text.parse().ok()?);
            Some(())
        }),
        ..value(syntax, expected, |_, _| None)
    }
}

/// A setting of any type that can be read and printed.
fn setting<T: 'static, V: FromStr + Display + 'static>(
    syntax: &str,
    expected: &str,
    setting: fn(&mut T) -> &mut V,
) -> Value<T> {
    Value {
        shown: Box::new(move |target| setting(target).to_string()),
        set: Box::new(move |target, text| {
            *setting(target) = text.parse().ok()?;
            Some(())
        }),
        ..value(syntax, expected, |_, _| None)
    }
}

/// A number of a range, which begins with a number.
fn number<T: 'static, N: FromStr + Display + PartialOrd + 'static>(
    range: impl RangeBounds<N> + 'static,
    number: fn(&mut T) -> &mut N,
) -> Value<T> {
    let expected = match (range.start_bound(), range.end_bound()) {
        (Included(first), Included(last)) => format!("a number from {first} to {last}"),
        (Included(first), _) => format!("a number from {first}"),
        _ => "a number".to_owned(),
    };
    Value {
        set: Box::new(move |target, text| {
            *number(target) = within(text, &range)?;
            Some(())
        }),
        ..setting("N", &expected, number)
    }
}

/// One of several names.
fn choice<T: 'static, V: PartialEq + Copy + 'static, const N: usize>(
    choices: [(&'static str, V); N],
    setting: fn(&mut T) -> &mut V,
) -> Value<T> {
    let names = choices.map(|(name, _)| name);
    let (first, last) = names.split_at(N - 1);
    Value {
        shown: Box::new(move |target| {
            let chosen = choices.iter().find(|(_, value)| setting(target) == value);
            chosen.map_or("", |(name, _)| name).to_owned()
        }),
        set: Box::new(move |target, text| {
            let chosen = choices.iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
            *setting(target) = chosen?.1;
            Some(())
        }),
        ..value(&names.join("|"), &format!("{} or {}", first.join(", "), last.concat()), |_, _| {
            None
        })
    }
}

/// A limit of an engine, as [`TurnLimit`] reads it behind `key=`.
fn limit(key: &'static str, syntax: &str, expected: &str) -> Value<EngineSettings> {
    Value {
        shown: Box::new(move |engine| {
            let limit = String::from(engine.limit);
            limit.strip_prefix(&format!("{key}=")).unwrap_or_default().to_owned()
        }),
        set: Box::new(move |engine, text| {
            engine.limit = format!("{key}={text}").parse().ok()?;
            Some(())
        }),
        ..value(syntax, expected, |_, _| None)
    }
}

fn within<N: FromStr + PartialOrd>(text: &str, range: &impl RangeBounds<N>) -> Option<N> {
    text.parse().ok().filter(|number| range.contains(number))
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

const FILE: &str = "a file";
/// The option whose file has further options.
const CONFIG: &str = "config";
/// The clock that users of cutechess give beside another limit. It is no limit.
const INFINITE: &str = "inf";
/// The key of the options of an engine, with any name.
const OPTION: &str = "option.NAME";
/// The beginning of that key.
const OPTION_PREFIX: &str = "option.";

/// All options, by section of the help.
fn sections() -> [(&'static str, Vec<Named<Values>>); 3] {
    use Values::{EachEngine, Engine, File, Files, Flag, Keys, One};
    let option = Named::new;
    let variants = Variant::ALL.map(|variant| (variant.name(), variant));
    let blocked = Blocked::ALL.map(|blocked| (blocked.name(), blocked));
    let engines = vec![
        option("engine", Engine).help("an engine; at least two are needed"),
        option("each", EachEngine).help("settings of all engines"),
        option("force", Flag(|d| d.settings.force = true))
            .help("play although an engine does not pass the checks before the first game"),
    ];
    let games = vec![
        option("variant", One(choice(variants, |d| &mut d.settings.variant))).help("the board"),
        option("blocked", One(choice(blocked, |d| &mut d.settings.blocked)))
            .help("the result of a side with a man, but without a legal move"),
        option("rounds", One(number(1..=10_000_000, |d| &mut d.settings.rounds)))
            .help("rounds of each pairing, each with one opening"),
        option("games", One(choice([("1", 1), ("2", 2)], |d| &mut d.settings.games)))
            .help("games of a round; 2 with swapped colours"),
        option("tournament", One(choice(TOURNAMENTS, |d| &mut d.settings.tournament)))
            .help("all pairings, or the first engine against the others"),
        option("concurrency", One(number(1..=1024, |d| &mut d.settings.concurrency)))
            .help("games at the same time"),
        option(
            "openings",
            Keys(|d| d.settings.openings = Some(OpeningSettings::default()), opening_keys()),
        )
        .help("start positions of the games"),
        option("seed", One(number(1.., |d| &mut d.settings.seed)))
            .help("random seed for the order of the openings and for nodes=MIN-MAX"),
        option("sprt", Keys(|d| d.sprt = Some(SprtSettings::default()), sprt_keys()))
            .help("stop when a sequential probability ratio test is decided"),
        option("resign", Keys(|d| d.settings.resign = Some(ResignRule::default()), resign_keys()))
            .help("a side loses by its own scores"),
        option("draw", Keys(|d| d.settings.draw = Some(DrawRule::default()), draw_keys()))
            .help("a game is drawn by the scores of both sides"),
        option(
            "maxplies",
            One(value("N", "a number of plies from 1 to 1000000", |d, v| {
                d.settings.max_plies = Some(within(v, &(1..=1_000_000))?);
                Some(())
            })),
        )
        .help("a game of this length is a draw"),
        option(
            "maxmoves",
            One(value("N", "a number of moves from 1 to 500000", |d, v| {
                d.settings.max_plies = Some(2 * within(v, &(1..=500_000))?);
                Some(())
            })),
        )
        .help("a game with this number of moves of each side is a draw"),
        option(
            "range",
            One(value("FROM-TO", "two numbers of games from 1, such as 1-16", |d, v| {
                let NumberRange { first, last } = v.parse().ok()?;
                d.settings.range = Some(first.checked_sub(1)?..last);
                Some(())
            })),
        )
        .help("play only these games of the match"),
        option("stdin", Flag(|d| d.settings.ends_with_stdin = true))
            .help("stop at once when standard input ends, for a program that starts this one"),
    ];
    let records = vec![
        option("out", File(|d| &mut d.settings.out))
            .help("write a match file: a header and one line of JSON per game"),
        option("resume", Flag(|d| d.settings.resume = true))
            .help("continue the match of that file after any kind of stop"),
        option("pgnout", File(|d| &mut d.settings.pgn))
            .help("write the games as PGN; luctor show --game reads them"),
        option("append", Flag(|d| d.settings.append = true))
            .help("keep other games in these two files, and append this match"),
        option("score", Files(|d| &mut d.score)).help(
            "play nothing: print the table, and with -sprt the test, of match files and PGN files",
        ),
        option("json", Flag(|d| d.score_format = ScoreFormat::Json))
            .help("print the results of -score as a line of JSON"),
        option("collect", Flag(|d| d.collects = true)).help(
            "play nothing: read games of this match from standard input, see docs/cluster.md",
        ),
        option("event", One(setting("NAME", "a name", |d| &mut d.settings.event)))
            .help("the Event tag of the PGN file"),
        option("log", File(|d| &mut d.settings.log))
            .help("append all lines to and from the engines"),
        option(
            "ratinginterval",
            One(setting("N", "a number of games, 0 for none", |d| &mut d.settings.rating_interval)),
        )
        .help("games between two reports of the score, 0 for none"),
        option("quiet", Flag(|d| d.settings.quiet = true))
            .help("no reports before the table at the end"),
        option(CONFIG, One(value("FILE", FILE, |_, _| None))).help(
            "read options from a file, as on the command line; lines that start with # are ignored",
        ),
        option("recover", Flag(|_| ()))
            .help("accepted and ignored: failed engines are always started again"),
        option("repeat", Flag(|_| ())).help("accepted and ignored: -games 2 repeats each opening"),
    ];
    [("Engines", engines), ("Match", games), ("Records", records)]
}

const TOURNAMENTS: [(&str, Tournament); 2] =
    [("round-robin", Tournament::RoundRobin), ("gauntlet", Tournament::Gauntlet)];

fn opening_keys() -> Vec<Named<Value<Draft>>> {
    let formats = [
        ("txt", Some(OpeningFormat::Positions)),
        ("epd", Some(OpeningFormat::Positions)),
        ("pgn", Some(OpeningFormat::Pgn)),
    ];
    let orders = [("sequential", OpeningOrder::Sequential), ("random", OpeningOrder::Random)];
    let key = Named::new;
    vec![
        key(
            "file",
            value("FILE", FILE, |d, v| {
                openings(d).file = v.into();
                Some(())
            }),
        )
        .help("a position text or startpos per line (.txt, .epd), or games (.pgn)"),
        key("format", choice(formats, |d| &mut openings(d).format))
            .help("the format, instead of that of the extension"),
        key(
            "plies",
            value("N", "a number from 1", |d, v| {
                openings(d).plies = Some(within(v, &(1..))?);
                Some(())
            }),
        )
        .help("plies of each game of a PGN file [default: all]"),
        key("order", choice(orders, |d| &mut openings(d).order)).help("their order"),
        key(
            "start",
            Value {
                shown: Box::new(|d: &mut Draft| (openings(d).start + 1).to_string()),
                ..value("N", "a number from 1", |d, v| {
                    openings(d).start = within(v, &(1..))? - 1;
                    Some(())
                })
            },
        )
        .help("the first opening in that order"),
    ]
}

fn sprt_keys() -> Vec<Named<Value<Draft>>> {
    let models = [EloModel::Logistic, EloModel::Normalized].map(|model| (model.name(), model));
    let key = Named::new;
    vec![
        key("elo0", setting("ELO", "a number", |d| &mut sprt(d).elo0)).help("H0: Elo <= elo0"),
        key("elo1", setting("ELO", "a number", |d| &mut sprt(d).elo1)).help("H1: Elo >= elo1"),
        key("alpha", setting("P", "a number", |d| &mut sprt(d).alpha))
            .help("probability of accepting H1 if H0 is true"),
        key("beta", setting("P", "a number", |d| &mut sprt(d).beta))
            .help("probability of accepting H0 if H1 is true"),
        key("model", choice(models, |d| &mut sprt(d).model)).help("the kind of Elo"),
    ]
}

fn resign_keys() -> Vec<Named<Value<Draft>>> {
    let key = Named::new;
    vec![
        key("movecount", setting("N", "a number of moves", |d| &mut resign(d).move_count))
            .help("consecutive moves of the side"),
        key("score", setting("CENTIMEN", "centimen", |d| &mut resign(d).centimen))
            .help("the side is behind by this score or more"),
    ]
}

fn draw_keys() -> Vec<Named<Value<Draft>>> {
    let key = Named::new;
    vec![
        key("movenumber", setting("N", "a number of moves", |d| &mut draw(d).move_number))
            .help("moves of each side before the rule applies"),
        key("movecount", setting("N", "a number of moves", |d| &mut draw(d).move_count))
            .help("consecutive moves of each side"),
        key("score", setting("CENTIMEN", "centimen", |d| &mut draw(d).centimen))
            .help("the greatest distance from 0"),
    ]
}

fn engine_keys() -> Vec<Named<Value<EngineSettings>>> {
    let clock = "a time control such as 10+0.1, 2:30+1 or 40/60+0.5, in seconds";
    let nodes = "a number from 1, or two such as 15000-25000";
    let protocols = [("ugi", Protocol::Ugi), ("uci", Protocol::Uci)];
    let key = Named::<Value<EngineSettings>>::new;
    vec![
        key("cmd", setting("PROGRAM|internal", "a program", |e| &mut e.command))
            .help("the program with its arguments, or this program's engine without a process"),
        key(
            "name",
            value("NAME", "a name", |e, v| {
                e.name = v.to_owned();
                Some(())
            }),
        )
        .help("its name"),
        key("path", optional("FILE", FILE, |e| &mut e.path)).help(
            "the program on this machine, if it is not that of cmd; the match stays the same",
        ),
        key("dir", optional("FOLDER", "a folder", |e| &mut e.directory))
            .help("its working directory"),
        key(
            "arg",
            value("ARGUMENT", "an argument", |e, v| {
                e.arguments.push(v.to_owned());
                Some(())
            }),
        )
        .help("one more argument"),
        key("proto", choice(protocols, |e| &mut e.protocol)).help("its protocol"),
        key(
            "initstr",
            value("LINE", "a line", |e, v| {
                e.init_lines.extend(v.split("\\n").map(str::to_owned));
                Some(())
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
            "nodes per move; of two, a random number between them, by -seed, so that games from \
             one opening differ",
        ),
        key("depth", limit("depth", "N", "a number from 1")).help("depth of each search"),
        key("timescale", setting("FACTOR", "a factor from 0.01 to 100", |e| &mut e.time_scale))
            .help("multiply its times, on a machine of another speed; the match stays the same"),
        key("timemargin", optional("MS", "milliseconds", |e| &mut e.time_margin_ms))
            .help("how late a move may be [default: 0; 10 with st and movetime]"),
        key("watchdog", setting("MS", "milliseconds", |e| &mut e.watchdog_ms))
            .help("longest wait for an answer; with tc, st and movetime shorter"),
        key(OPTION, value("VALUE", "a value", |_, _| None)).help(
            "an option of the engine; cmd=internal also has params.NAME, see luctor tune --list",
        ),
    ]
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
    let sections = sections();
    let options = || sections.iter().flat_map(|(_, options)| options);
    let engine_keys = engine_keys();
    let mut draft = Draft::default();
    let (mut each, mut engines, mut warnings) = (Vec::new(), Vec::new(), Vec::new());
    for Group { name, values } in groups(&words)? {
        let Some(Named { values: accepted, .. }) = options().find(|option| option.name == name)
        else {
            let names: Vec<String> = options().map(|option| format!("-{}", option.name)).collect();
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
            (Values::Keys(enable, keys), pairs) => {
                enable(&mut draft);
                for text in pairs {
                    set_key(&option, keys, &mut draft, text)?;
                }
            }
            (Values::Flag(set), []) => set(&mut draft),
            (Values::One(Value { expected, set, .. }), [value]) => {
                set(&mut draft, value).ok_or_else(|| wrong(&option, expected, value))?;
            }
            (Values::File(file), [value]) => {
                *file(&mut draft) = Some(file_name(value));
            }
            (Values::Files(files), [_, ..]) => {
                files(&mut draft).extend(values.iter().map(PathBuf::from));
            }
            (Values::One(Value { expected, .. }), []) => {
                return Err(ArgumentError::MissingValue { option, expected: expected.clone() });
            }
            (Values::File(_) | Values::Files(_), []) => {
                return Err(ArgumentError::MissingValue { option, expected: FILE.to_owned() });
            }
            (Values::Flag(_), [surplus, ..])
            | (Values::One(_) | Values::File(_), [_, surplus, ..]) => {
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
        for (option, pairs) in [("-each", &each), ("-engine", &own)] {
            for text in pairs {
                set_engine_key(option, &engine_keys, &mut engine, text)?;
            }
        }
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
    pair.parse::<TurnLimit>().is_ok()
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
    keys: &[Named<Value<EngineSettings>>],
    engine: &mut EngineSettings,
    pair: &str,
) -> Result<(), ArgumentError> {
    match pair.split_once('=') {
        Some(("tc", INFINITE)) => Ok(()),
        Some((key, value)) if key.len() > OPTION_PREFIX.len() && key.starts_with(OPTION_PREFIX) => {
            engine.set_option(&key[OPTION_PREFIX.len()..], value);
            Ok(())
        }
        _ => set_key(option, keys, engine, pair),
    }
}

fn file_name(text: &str) -> PathBuf {
    text.strip_prefix("file=").unwrap_or(text).into()
}

/// The arguments with the words of each `-config FILE` in its place.
fn with_config_files(words: &[String]) -> Result<Vec<String>, ArgumentError> {
    let mut all = Vec::new();
    let mut is_config = false;
    for word in words {
        if std::mem::take(&mut is_config) {
            all.pop();
            let path = file_name(word);
            let text = std::fs::read_to_string(&path)
                .map_err(|error| ArgumentError::ConfigFile { path: path.clone(), error })?;
            for (line, text) in (1..).zip(text.lines()) {
                if text.trim_start().starts_with('#') {
                    continue;
                }
                let words = shell_words::split(text)
                    .map_err(|_| ArgumentError::ConfigQuote { path: path.clone(), line })?;
                if words.iter().any(|word| option_name(word) == Some(CONFIG)) {
                    return Err(ArgumentError::NestedConfig { path, line });
                }
                all.extend(words);
            }
        } else {
            is_config = option_name(word) == Some(CONFIG);
            all.push(word.clone());
        }
    }
    Ok(all)
}

/// The name of an option, which begins with one or two dashes. A number such as -5 is a value.
fn option_name(word: &str) -> Option<&str> {
    let name = word.strip_prefix("--").or_else(|| word.strip_prefix('-'))?;
    Some(name).filter(|name| name.starts_with(|first: char| first.is_ascii_alphabetic()))
}

fn groups(words: &[String]) -> Result<Vec<Group<'_>>, ArgumentError> {
    let mut groups: Vec<Group> = Vec::new();
    for word in words {
        match option_name(word) {
            Some(name) => groups.push(Group { name, values: Vec::new() }),
            None => match groups.last_mut() {
                Some(group) => group.values.push(word),
                None => return Err(ArgumentError::UnexpectedValue(Excerpt::of(word))),
            },
        }
    }
    Ok(groups)
}

fn wrong(option: &str, expected: &str, found: &str) -> ArgumentError {
    let (option, expected) = (option.to_owned(), expected.to_owned());
    ArgumentError::WrongValue { option, expected, found: Excerpt::of(found) }
}

/// Sets the key of a `key=value` pair.
fn set_key<T>(
    option: &str,
    keys: &[Named<Value<T>>],
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
    let Value { expected, set, .. } = &key.values;
    set(target, value).ok_or_else(|| wrong(&format!("{option} {name}"), expected, value))
}

/// The help text for all options.
pub fn help() -> String {
    let mut text = String::new();
    for (title, options) in sections() {
        text += &format!("{title}:\n");
        for Named { name, values, help } in options {
            // With the defaults of its keys.
            let mut draft = Draft::default();
            let (syntax, default) = match &values {
                Values::Flag(_) => (String::new(), String::new()),
                Values::One(value) => (value.syntax.clone(), (value.shown)(&mut draft)),
                Values::File(_) => ("FILE".to_owned(), String::new()),
                Values::Files(_) => ("FILE...".to_owned(), String::new()),
                Values::Keys(..) => ("[KEY=VALUE ...]".to_owned(), String::new()),
                Values::Engine | Values::EachEngine => ("KEY=VALUE ...".to_owned(), String::new()),
            };
            add_help(&mut text, &format!("  -{name} {syntax}"), help, &default);
            match values {
                Values::Keys(_, keys) => add_key_help(&mut text, &keys, &mut draft),
                Values::EachEngine => {
                    // An engine has a name by its number, which is no default.
                    add_key_help(&mut text, &engine_keys(), &mut EngineSettings::numbered(1));
                }
                _ => {}
            }
        }
    }
    text
}

fn add_key_help<T>(text: &mut String, keys: &[Named<Value<T>>], target: &mut T) {
    for Named { name, values: Value { syntax, shown, .. }, help } in keys {
        add_help(text, &format!("    {name}={syntax}"), help, &shown(target));
    }
}

/// Adds an option with its help, in lines of at most 100 characters.
fn add_help(text: &mut String, option: &str, help: &str, default: &str) {
    const COLUMN: usize = 35;
    const WIDTH: usize = 100;
    let default = if default.is_empty() { "" } else { &format!(" [default: {default}]") };
    let mut line = format!("{option:<0$}", COLUMN - 1);
    for word in format!("{help}{default}").split(' ') {
        if line.len() + 1 + word.len() > WIDTH {
            text.push_str(&(line + "\n"));
            line = " ".repeat(COLUMN - 1);
        }
        line = line + " " + word;
    }
    text.push_str(&(line + "\n"));
}
