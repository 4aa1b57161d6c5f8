//! Header lines of files: words `key=value`, separated by spaces.

use std::str::FromStr;

/// The value of the first word with this key. `None` if there is none, or if it is malformed.
///
/// ```
/// use luctor_system::header::header_value;
///
/// let words = "variant=emergo nodes=5000";
/// assert_eq!(header_value(words, "nodes"), Some(5_000));
/// assert_eq!(header_value::<u64>(words, "variant"), None);
/// assert_eq!(header_value::<u64>(words, "node"), None);
/// ```
pub fn header_value<T: FromStr>(words: &str, key: &str) -> Option<T> {
    let value = words.split(' ').find_map(|word| word.strip_prefix(key)?.strip_prefix('='));
    value?.parse().ok()
}
