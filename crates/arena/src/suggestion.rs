//! The nearest known name for an error message about an unknown one.

use std::fmt;

/// Reads as the end of a sentence: `, did you mean -rounds?`, or nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suggestion(Option<String>);

impl Suggestion {
    /// The name that is most similar to a word, in upper or lower case, by the measure of Jaro and Winkler.
    pub fn of<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Suggestion {
        /// Below this similarity, two names have little in common.
        const LEAST: f64 = 0.7;
        let word = word.to_lowercase();
        let similarity = |name: &str| strsim::jaro_winkler(&word, &name.to_lowercase());
        let similar = names.into_iter().map(|name| (similarity(name), name));
        let similar = similar.filter(|(similarity, _)| *similarity >= LEAST);
        let nearest = similar.max_by(|one, other| one.0.total_cmp(&other.0));
        Suggestion(nearest.map(|(_, name)| name.to_owned()))
    }
}

impl fmt::Display for Suggestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.as_ref().map_or(Ok(()), |name| write!(f, ", did you mean {name}?"))
    }
}
