//! Makes the macro `docs!` from the stub file, which has the documentation for users: `docs!(Board.push)` is the text of
//! `Board.push`. So editors, which read the stub file, and `help()`, which asks the library, have the same text.

use std::path::Path;
use std::{env, fs, io};

const STUB: &str = "python/emergo/emergo_native.pyi";
const QUOTES: &str = "\"\"\"";

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed={STUB}");
    let stub = fs::read_to_string(STUB)?;
    let (mut class, mut item) = ("", String::new());
    let mut arms = String::new();
    let mut lines = stub.lines();
    while let Some(line) = lines.next() {
        let code = line.trim_start();
        let indent = line.len() - code.len();
        if let Some(text) = code.strip_prefix(QUOTES) {
            let mut text = text.to_owned();
            while !text.ends_with(QUOTES) {
                let line = lines.next().ok_or_else(|| io::Error::other("an open text"))?;
                text += "\n";
                text += line.get(indent..).unwrap_or_default();
            }
            let text = text.trim_end_matches(QUOTES).trim_end().replace("\\\\", "\\");
            if !item.is_empty() {
                arms += &format!("    ({}) => {{ {text:?} }};\n", std::mem::take(&mut item));
            }
        } else if let Some(name) = name(code, "class ", indent == 0) {
            (class, item) = (name, name.to_owned());
        } else if let Some(name) = name(code, "def ", indent == 0) {
            (class, item) = ("", name.to_owned());
        } else if let Some(name) = name(code, "def ", true).or(name(code, "", indent == 4))
            && !class.is_empty()
        {
            item = format!("{class}.{name}");
        }
    }
    let file = Path::new(&env::var("OUT_DIR").map_err(io::Error::other)?).join("docs.rs");
    fs::write(file, format!("macro_rules! docs {{\n{arms}}}\n"))
}

/// The name after a keyword, at the start of a line.
fn name<'a>(code: &'a str, keyword: &str, is_here: bool) -> Option<&'a str> {
    let rest = code.strip_prefix(keyword).filter(|_| is_here)?;
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_')?;
    (end > 0).then(|| &rest[..end])
}
