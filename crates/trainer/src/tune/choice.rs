//! Which search parameters are tuned, and their steps.

use super::spsa::SpsaParameter;
use emergo::Variant;
use luctor_engine::search::{ParamEntry, SearchParams};
use std::str::FromStr;
use thiserror::Error;

/// Parameters without an effect in games with a fixed number of nodes on one thread.
const WITHOUT_EFFECT: [&str; 4] =
    ["time_*", "thread_vote_offset", "max_depth", "mate_depth_per_move"];
/// The default step is the range divided by this.
const STEPS_IN_RANGE: f64 = 20.0;
/// The smallest default step. Smaller ones are mostly lost in the rounding of the values.
const MIN_STEP: f64 = 0.5;

/// A pattern of parameter names, with a step for all of them or their default steps: `razoring_depth=1`, `reduction_*`.
#[derive(Clone, PartialEq, Debug)]
pub struct ParameterChoice {
    pattern: String,
    step: Option<f64>,
}

/// Parameters cannot be chosen in this way.
#[derive(Clone, PartialEq, Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum ChoiceError {
    #[error("{text}: the step must be a number above 0, as in razoring_depth=1")]
    NotAStep { text: String },
    #[error("no search parameter has the name {0}")]
    UnknownName(String),
    #[error("no search parameter that can be tuned matches {0}")]
    NoMatch(String),
    #[error(
        "{name} has no effect in games of {variant} with a fixed number of nodes on one thread"
    )]
    WithoutEffect { name: String, variant: Variant },
    #[error("the step of {name} must be at most half of its range, {most}, not {step}")]
    StepTooLarge { name: &'static str, step: f64, most: f64 },
}

impl FromStr for ParameterChoice {
    type Err = ChoiceError;

    fn from_str(text: &str) -> Result<ParameterChoice, ChoiceError> {
        let Some((pattern, step)) = text.split_once('=') else {
            return Ok(ParameterChoice { pattern: text.to_owned(), step: None });
        };
        let step = step.parse().ok().filter(|step: &f64| step.is_finite() && *step > 0.0);
        match step {
            Some(step) => Ok(ParameterChoice { pattern: pattern.to_owned(), step: Some(step) }),
            None => Err(ChoiceError::NotAStep { text: text.to_owned() }),
        }
    }
}

/// All parameters that can be tuned on a board, with their default steps.
pub fn tunable_parameters(variant: Variant) -> Vec<(ParamEntry, f64)> {
    let entries = SearchParams::entries().into_iter();
    entries
        .filter(|entry| entry.boards.contains(&variant))
        .filter(|entry| !WITHOUT_EFFECT.iter().any(|pattern| matches(pattern, entry.name)))
        .map(|entry| {
            let step = f64::from(entry.max - entry.min) / STEPS_IN_RANGE;
            (entry, step.max(MIN_STEP))
        })
        .collect()
}

/// The chosen parameters for a board, in the order in which the engine lists them. Their start values are the defaults of
/// the engine. If several choices match a parameter, the last one that sets a step decides.
///
/// # Errors
///
/// A choice matches no parameter that can be tuned, or its step is too large.
pub fn choose(
    choices: &[ParameterChoice],
    variant: Variant,
) -> Result<Vec<SpsaParameter>, ChoiceError> {
    let tunable = tunable_parameters(variant);
    for ParameterChoice { pattern, .. } in choices {
        if !tunable.iter().any(|(entry, _)| matches(pattern, entry.name)) {
            return Err(match pattern {
                pattern if pattern.contains('*') => ChoiceError::NoMatch(pattern.clone()),
                name if SearchParams::entries().iter().any(|it| it.name == name) => {
                    ChoiceError::WithoutEffect { name: name.clone(), variant }
                }
                name => ChoiceError::UnknownName(name.clone()),
            });
        }
    }
    let mut chosen = Vec::new();
    for (entry, default_step) in tunable {
        let of_entry = || choices.iter().filter(|choice| matches(&choice.pattern, entry.name));
        if of_entry().next().is_none() {
            continue;
        }
        let step = of_entry().rev().find_map(|choice| choice.step).unwrap_or(default_step);
        let most = f64::from(entry.max - entry.min) / 2.0;
        if step > most {
            return Err(ChoiceError::StepTooLarge { name: entry.name, step, most });
        }
        let ParamEntry { name, default, min, max, .. } = entry;
        chosen.push(SpsaParameter { name: name.to_owned(), start: default, min, max, step });
    }
    Ok(chosen)
}

/// Whether a name matches a pattern, in which `*` stands for any text.
fn matches(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((head, tail)) => name.strip_prefix(head).is_some_and(|rest| {
            rest.char_indices().any(|(at, _)| matches(tail, &rest[at..])) || matches(tail, "")
        }),
    }
}
