//! Makes the macro `docs!` from the stub file, which has the documentation for users: `docs!(Board.push)` is the text of
//! `Board.push`. So editors, which read the stub file, and `help()`, which asks the library, have the same text.

use std::path::Path;
use std::{env, fs, io};

const STUB: &str = "python/emergo/emergo_native.pyi";

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed={STUB}");
    let stub = fs::read_to_string(STUB)?;
    let (mut class, mut item) = ("", String::new());
    let mut arms = String::new();
    // Code and its text take turns. The first text is that of the module.
    let parts: Vec<&str> = stub.split("\"\"\"").skip(2).collect();
    for [code, text] in parts.as_chunks().0 {
        for line in code.lines() {
            if let Some(name) = name(line, "class ") {
                (class, item) = (name, name.to_owned());
            } else if let Some(name) = name(line, "def ") {
                (class, item) = ("", name.to_owned());
            } else if let Some(name) = name(line, "    def ").or(name(line, "    "))
                && !class.is_empty()
            {
                item = format!("{class}.{name}");
            }
        }
        let indent = code.rsplit('\n').next().unwrap_or_default();
        let text = text.replace(&format!("\n{indent}"), "\n").replace("\\\\", "\\");
        arms += &format!("    ({item}) => {{ {:?} }};\n", text.trim_end());
    }
    let file = Path::new(&env::var("OUT_DIR").map_err(io::Error::other)?).join("docs.rs");
    fs::write(file, format!("macro_rules! docs {{\n{arms}}}\n"))
}

/// The name after the start of a line.
fn name<'a>(line: &'a str, start: &str) -> Option<&'a str> {
    let rest = line.strip_prefix(start)?;
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_')?;
    (end > 0).then(|| &rest[..end])
}
