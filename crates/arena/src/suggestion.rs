//! The nearest known name for an error message about an unknown one.

/// Below this similarity, two names have little in common.
const MIN_SIMILARITY: f64 = 0.7;

/// The end of a sentence with the name that is most similar to a word, in upper or lower case, by the measure of Jaro and
/// Winkler: `, did you mean -rounds?`, or nothing.
pub(crate) fn suggestion<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    let word = word.to_lowercase();
    let similarity = |name: &str| strsim::jaro_winkler(&word, &name.to_lowercase());
    let similar = names.into_iter().map(|name| (similarity(name), name));
    let similar = similar.filter(|(similarity, _)| *similarity >= MIN_SIMILARITY);
    let nearest = similar.max_by(|one, other| one.0.total_cmp(&other.0));
    nearest.map_or_else(String::new, |(_, name)| format!(", did you mean {name}?"))
}
