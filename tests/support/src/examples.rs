//! Examples in the documents: sessions with lines that are sent (`> …`) and expected (`< …`), and their patterns.

use crate::client::Client;

/// An example.
#[derive(Debug)]
pub struct Example<'a> {
    /// The number of the first line of the example in its page.
    pub first: usize,
    lines: Vec<&'a str>,
}

impl Example<'_> {
    /// Sends lines to a program and expects the others from it: patterns of [`matches()`], or `…` for any number of lines.
    /// `before` is called before a line is sent if the example has all answers to the previous one.
    ///
    /// # Panics
    ///
    /// A line is neither sent nor expected, or the program answers something else.
    pub fn run(&self, client: &mut Client, before: impl Fn(&mut Client, &str)) {
        let mut any_number = false;
        for (number, line) in (self.first..).zip(&self.lines) {
            match line.split_at_checked(2) {
                Some(("> ", text)) => {
                    if !any_number {
                        before(client, &format!("before line {number}: {text}"));
                    }
                    client.send(text);
                }
                Some(("< ", "…")) => any_number = true,
                Some(("< ", pattern)) => loop {
                    let answer = client.line();
                    if matches(&answer, pattern) {
                        any_number = false;
                        break;
                    }
                    // A `bestmove` is the last line of its search: no line after it can match.
                    let is_skipped = any_number && !answer.starts_with("bestmove");
                    assert!(is_skipped, "line {number}: expected {pattern:?}, got {answer:?}");
                },
                _ => panic!("line {number} of the page is neither sent nor received: {line}"),
            }
        }
    }
}

/// All examples of a page in this language: the word after the backticks.
///
/// # Panics
///
/// The last example has no end.
pub fn examples<'a>(page: &'a str, language: &str) -> Vec<Example<'a>> {
    let begin = format!("```{language}");
    let mut examples = Vec::new();
    let mut current: Option<Example> = None;
    for (number, line) in (1..).zip(page.lines()) {
        match &mut current {
            None if line == begin => {
                current = Some(Example { first: number + 1, lines: Vec::new() });
            }
            None => {}
            Some(_) if line == "```" => examples.extend(current.take()),
            Some(Example { lines, .. }) => lines.push(line),
        }
    }
    assert!(current.is_none(), "the last example has no end");
    examples
}

/// Does the text match the pattern, in which `…` stands for any text?
pub fn matches(text: &str, pattern: &str) -> bool {
    let mut parts = pattern.split('…');
    let Some(mut rest) = parts.next().and_then(|first| text.strip_prefix(first)) else {
        return false;
    };
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        match rest.find(part) {
            Some(index) => rest = &rest[index + part.len()..],
            None => return false,
        }
    }
    rest.is_empty()
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn a_pattern_matches_the_whole_text() {
        for (text, pattern, expected) in [
            ("readyok", "readyok", true),
            ("readyok ", "readyok", false),
            ("info depth 1 time 3 pv e4", "info depth 1 … pv …", true),
            ("info depth 12 time 3", "info depth 1 …", false),
            ("bestmove e4", "bestmove … ponder …", false),
        ] {
            assert_eq!(matches(text, pattern), expected, "{text:?} against {pattern:?}");
        }
    }
}
