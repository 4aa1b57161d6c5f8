//! The words of `luctor match`, which are cutechess-cli's: options with one dash (two are taken as well),
//! followed by plain values or `key=value` pairs. clap cannot express that form, so it is read here, into
//! plain settings that know nothing of text.

use super::limit::{LimitError, TurnLimit};
use super::settings::{
    Adjudication, EngineKind, EngineSettings, MatchSettings, OpeningOrder, Openings, Protocol,
    Referee, Tournament,
};
use super::sprt::{EloModel, Sprt, SprtError, SprtSettings};
use emergo::notation::Excerpt;
use std::fmt;
use std::num::{NonZeroU32, NonZeroU64};
use std::path::PathBuf;
use std::time::Duration;

/// Why the words are no match.
#[derive(Clone, PartialEq, Debug)]
pub enum ArgumentError {
    /// There is no such option.
    UnknownOption(Excerpt),
    /// A value where an option has to stand.
    Stray(Excerpt),
    /// An option does not know this key.
    UnknownKey {
        /// The option.
        option: &'static str,
        /// What was given.
        key: Excerpt,
        /// The keys it knows.
        known: &'static str,
    },
    /// An option wants something else.
    Value {
        /// The option or key.
        option: String,
        /// What it wants.
        wants: &'static str,
        /// What was given, if anything.
        found: Option<Excerpt>,
    },
    /// A time control can't be read.
    Limit(LimitError),
    /// The parameters of the SPRT make no test.
    Sprt(SprtError),
    /// What was said does not fit together.
    Whole(String),
}

impl fmt::Display for ArgumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArgumentError::UnknownOption(option) => write!(f, "there is no option {option}"),
            ArgumentError::Stray(value) => write!(f, "{value} belongs to no option"),
            ArgumentError::UnknownKey { option, key, known } => {
                write!(f, "{option} has no key {key}: it knows {known}")
            }
            ArgumentError::Value { option, wants, found: Some(found) } => {
                write!(f, "{option} wants {wants}, not {found}")
            }
            ArgumentError::Value { option, wants, found: None } => {
                write!(f, "{option} wants {wants}, but got nothing")
            }
            ArgumentError::Limit(error) => error.fmt(f),
            ArgumentError::Sprt(error) => write!(f, "-sprt: {error}"),
            ArgumentError::Whole(sentence) => f.write_str(sentence),
        }
    }
}

impl std::error::Error for ArgumentError {}

impl From<LimitError> for ArgumentError {
    fn from(error: LimitError) -> ArgumentError {
        ArgumentError::Limit(error)
    }
}

/// Rounds of a match at most.
const MOST_ROUNDS: u64 = 10_000_000;

/// An option with the values up to the next one.
struct Group<'a> {
    name: &'a str,
    values: Vec<&'a str>,
}

const ENGINE_KEYS: &str = "cmd, name, dir, arg, proto, initstr, stderr, tc, st, movetime, nodes, depth, \
                           timemargin, watchdog and option.NAME";

/// Reads the words behind `luctor match`.
///
/// # Errors
///
/// Says which word is wrong, and why.
pub fn read(words: &[String]) -> Result<MatchSettings, ArgumentError> {
    let groups = group(words)?;
    let mut settings = MatchSettings::default();
    let mut each = Vec::new();
    let mut engines = Vec::new();
    for group in &groups {
        match group.name {
            "engine" => engines.push(group.values.clone()),
            "each" => each.extend(group.values.iter().copied()),
            _ => apply(&mut settings, group)?,
        }
    }
    for (index, values) in engines.iter().enumerate() {
        let mut engine = EngineSettings::numbered(index + 1);
        for value in each.iter().chain(values) {
            set_engine("-engine", &mut engine, value)?;
        }
        settings.engines.push(engine);
    }
    settings.check().map_err(ArgumentError::Whole)?;
    Ok(settings)
}

fn group(words: &[String]) -> Result<Vec<Group<'_>>, ArgumentError> {
    let mut groups: Vec<Group> = Vec::new();
    for word in words {
        let option = word.strip_prefix("--").or_else(|| word.strip_prefix('-'));
        match option.filter(|name| name.starts_with(|first: char| first.is_ascii_alphabetic())) {
            Some(name) => groups.push(Group { name, values: Vec::new() }),
            None => match groups.last_mut() {
                Some(group) => group.values.push(word),
                None => return Err(ArgumentError::Stray(Excerpt::of(word))),
            },
        }
    }
    Ok(groups)
}

fn apply(settings: &mut MatchSettings, group: &Group) -> Result<(), ArgumentError> {
    let number = |wants, most| one_number(group, wants, most);
    match group.name {
        "rounds" => settings.rounds = number("a number of rounds from 1 to 10000000", MOST_ROUNDS)?,
        "games" => settings.games = number("1 or 2 games a round", 2)?,
        "concurrency" => {
            settings.concurrency = number("games at a time, from 1 to 1024", 1024)? as usize
        }
        "seed" => settings.seed = number("a number from 1", u64::MAX)?,
        "maxplies" => {
            settings.max_plies =
                Some(number("a number of plies from 1 to 1000000", 1_000_000)? as usize)
        }
        "ratinginterval" => {
            let text = one(group, "a number of games, 0 for none")?;
            settings.rating_interval = text
                .parse()
                .map_err(|_| wrong(group.name, "a number of games, 0 for none", Some(&text)))?;
        }
        "variant" => {
            let text = one(group, "emergo, emergo7 or hexemergo")?;
            settings.variant = text
                .parse()
                .map_err(|_| wrong(group.name, "emergo, emergo7 or hexemergo", Some(&text)))?;
        }
        "blocked" => {
            let text = one(group, "draw or loss")?;
            settings.blocked =
                text.parse().map_err(|_| wrong(group.name, "draw or loss", Some(&text)))?;
        }
        "referee" => {
            settings.referee = match one(group, "rules or none")? {
                "rules" => Referee::Rules,
                "none" => Referee::Engines,
                other => return Err(wrong(group.name, "rules or none", Some(&other))),
            }
        }
        "tournament" => {
            settings.tournament = match one(group, "round-robin or gauntlet")? {
                "round-robin" => Tournament::RoundRobin,
                "gauntlet" => Tournament::Gauntlet,
                other => return Err(wrong(group.name, "round-robin or gauntlet", Some(&other))),
            }
        }
        "openings" => set_openings(settings, group)?,
        "sprt" => set_sprt(settings, group)?,
        "resign" | "draw" => set_adjudication(settings, group)?,
        "pgnout" => settings.pgn = Some(path(group)?),
        "out" => settings.out = Some(path(group)?),
        "log" => settings.log = Some(path(group)?),
        "event" => settings.event = one(group, "a name")?.to_owned(),
        "resume" => none(group).map(|()| settings.resume = true)?,
        // What cutechess-cli has to be told is always so here.
        "recover" | "repeat" => none(group)?,
        other => return Err(ArgumentError::UnknownOption(Excerpt::of(&format!("-{other}")))),
    }
    Ok(())
}

fn wrong(option: &str, wants: &'static str, found: Option<&&str>) -> ArgumentError {
    let found = found.map(|text| Excerpt::of(text));
    ArgumentError::Value { option: format!("-{option}"), wants, found }
}

fn one<'a>(group: &Group<'a>, wants: &'static str) -> Result<&'a str, ArgumentError> {
    match group.values[..] {
        [value] => Ok(value),
        [] => Err(wrong(group.name, wants, None)),
        [_, surplus, ..] => Err(ArgumentError::Stray(Excerpt::of(surplus))),
    }
}

fn none(group: &Group) -> Result<(), ArgumentError> {
    match group.values.first() {
        None => Ok(()),
        Some(surplus) => Err(ArgumentError::Stray(Excerpt::of(surplus))),
    }
}

fn path(group: &Group) -> Result<PathBuf, ArgumentError> {
    one(group, "a file").map(PathBuf::from)
}

/// A number from 1 to `most`.
fn one_number(group: &Group, wants: &'static str, most: u64) -> Result<u64, ArgumentError> {
    let text = one(group, wants)?;
    let number = text.parse().ok().filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| wrong(group.name, wants, Some(&text)))
}

/// A `key=value` pair.
fn pair<'a>(option: &str, text: &'a str) -> Result<(&'a str, &'a str), ArgumentError> {
    text.split_once('=').ok_or_else(|| wrong(option, "key=value pairs", Some(&text)))
}

fn parse<T: std::str::FromStr>(
    (option, key): (&str, &str),
    wants: &'static str,
    value: &str,
) -> Result<T, ArgumentError> {
    let found = Some(Excerpt::of(value));
    value.parse().map_err(|_| ArgumentError::Value {
        option: format!("{option} {key}"),
        wants,
        found,
    })
}

fn set_engine(
    option: &'static str,
    engine: &mut EngineSettings,
    text: &str,
) -> Result<(), ArgumentError> {
    // `engine=internal` may stand alone among the pairs.
    let (key, value) = pair("engine", text)?;
    let milliseconds =
        |value: &str| parse::<u32>((option, key), "milliseconds", value).map(u64::from);
    match key {
        "cmd" if value == "internal" => engine.kind = EngineKind::Internal,
        "engine" if value == "internal" => engine.kind = EngineKind::Internal,
        "cmd" => engine.set_command(value),
        "dir" => engine.directory = Some(PathBuf::from(value)),
        "arg" => engine.arguments.push(value.to_owned()),
        "name" => engine.name = value.to_owned(),
        "initstr" => engine.greeting.extend(value.split("\\n").map(str::to_owned)),
        "stderr" => engine.stderr = Some(PathBuf::from(value)),
        "timemargin" => engine.margin = Some(Duration::from_millis(milliseconds(value)?)),
        "watchdog" => engine.watchdog = Duration::from_millis(milliseconds(value)?),
        "proto" => {
            engine.protocol = match value {
                "ugi" => Protocol::Ugi,
                "uci" => Protocol::Uci,
                _ => return Err(wrong("engine proto", "ugi or uci", Some(&value))),
            }
        }
        "tc" => engine.limit = TurnLimit::clock(value)?,
        "st" => engine.limit = TurnLimit::seconds(value)?,
        "movetime" => {
            let time: NonZeroU32 = parse((option, key), "milliseconds from 1", value)?;
            engine.limit = TurnLimit::MoveTime(Duration::from_millis(time.get().into()));
        }
        "nodes" => {
            let nodes: NonZeroU64 = parse((option, key), "a number from 1", value)?;
            engine.limit = TurnLimit::Nodes(nodes.get());
        }
        "depth" => {
            let depth: NonZeroU32 = parse((option, key), "a number from 1", value)?;
            engine.limit = TurnLimit::Depth(depth.get());
        }
        _ => match key.strip_prefix("option.") {
            Some(name) if !name.is_empty() => {
                engine.options.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
                engine.options.push((name.to_owned(), value.to_owned()));
            }
            _ => {
                let key = Excerpt::of(key);
                return Err(ArgumentError::UnknownKey { option, key, known: ENGINE_KEYS });
            }
        },
    }
    Ok(())
}

fn set_openings(settings: &mut MatchSettings, group: &Group) -> Result<(), ArgumentError> {
    let mut openings = Openings::default();
    let mut file = None;
    for text in &group.values {
        let (key, value) = pair("openings", text)?;
        match key {
            "file" => file = Some(PathBuf::from(value)),
            "order" => {
                openings.order = match value {
                    "random" => OpeningOrder::Random,
                    "sequential" => OpeningOrder::Sequential,
                    _ => return Err(wrong("openings order", "random or sequential", Some(&value))),
                }
            }
            "start" => {
                openings.start =
                    parse::<u64>(("-openings", "start"), "a number from 1", value)?.max(1) - 1;
            }
            _ => {
                let key = Excerpt::of(key);
                let known = "file, order and start";
                return Err(ArgumentError::UnknownKey { option: "-openings", key, known });
            }
        }
    }
    openings.file = file.ok_or_else(|| wrong("openings", "file=FILE", None))?;
    settings.openings = Some(openings);
    Ok(())
}

fn set_sprt(settings: &mut MatchSettings, group: &Group) -> Result<(), ArgumentError> {
    let mut test =
        SprtSettings { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, model: EloModel::default() };
    for text in &group.values {
        let (key, value) = pair("sprt", text)?;
        let target = match key {
            "elo0" => &mut test.elo0,
            "elo1" => &mut test.elo1,
            "alpha" => &mut test.alpha,
            "beta" => &mut test.beta,
            "model" => {
                test.model = value.parse().map_err(ArgumentError::Sprt)?;
                continue;
            }
            _ => {
                let key = Excerpt::of(key);
                let known = "elo0, elo1, alpha, beta and model";
                return Err(ArgumentError::UnknownKey { option: "-sprt", key, known });
            }
        };
        *target = parse(("-sprt", key), "a number", value)?;
    }
    settings.sprt = Some(Sprt::new(test).map_err(ArgumentError::Sprt)?);
    Ok(())
}

fn set_adjudication(settings: &mut MatchSettings, group: &Group) -> Result<(), ArgumentError> {
    let resign = group.name == "resign";
    let option = if resign { "-resign" } else { "-draw" };
    let mut rule = if resign { Adjudication::RESIGN } else { Adjudication::DRAW };
    for text in &group.values {
        let (key, value) = pair(group.name, text)?;
        match key {
            "movecount" => rule.moves = parse((option, key), "a number of moves", value)?,
            "score" => rule.score = parse((option, key), "centimen", value)?,
            "movenumber" if !resign => rule.from_move = parse((option, key), "a move", value)?,
            _ => {
                let key = Excerpt::of(key);
                let known =
                    if resign { "movecount and score" } else { "movenumber, movecount and score" };
                return Err(ArgumentError::UnknownKey { option, key, known });
            }
        }
    }
    *(if resign { &mut settings.resign } else { &mut settings.draw }) = Some(rule);
    Ok(())
}
