//! Examples in the documents: sessions with lines that are sent (`> …`) and expected (`< …`), and their patterns.

/// A line of an example.
#[derive(Debug)]
pub enum ExampleLine<'a> {
    /// Sent to the program.
    Sent(&'a str),
    /// Expected from the program: a pattern of [`matches()`], or `…` for any number of lines.
    Expected(&'a str),
}

/// An example.
#[derive(Debug)]
pub struct Example<'a> {
    /// The number of the first line of the example in its page.
    pub first: usize,
    /// The lines.
    pub lines: Vec<ExampleLine<'a>>,
}

/// All examples of a page in this language: the word after the backticks.
///
/// # Panics
///
/// A line of an example is neither sent nor expected, or the last example has no end.
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
            Some(Example { lines, .. }) => {
                if let Some(text) = line.strip_prefix("> ") {
                    lines.push(ExampleLine::Sent(text));
                } else if let Some(text) = line.strip_prefix("< ") {
                    lines.push(ExampleLine::Expected(text));
                } else {
                    panic!("line {number} of the page is neither sent nor received: {line}");
                }
            }
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
