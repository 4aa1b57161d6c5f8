//! The types of the interface for the page, from those of Rust.

use emergo_records::Termination;
use luctor_board::interface::{Answer, Request, StudyMessage, StudyTask};
use std::collections::BTreeMap;
use ts_rs::{Config, TS, TypeVisitor};

/// The declarations of types and of all types that they use, by name.
struct Declarations {
    config: Config,
    by_name: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        let name = T::ident(&self.config);
        if T::output_path().is_none() || self.by_name.contains_key(&name) {
            return;
        }
        self.by_name.insert(name, declaration(T::docs(), &T::decl(&self.config)));
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

/// A declaration with the first paragraph of its documentation, one field or variant on a line.
fn declaration(docs: Option<String>, decl: &str) -> String {
    let docs = docs.unwrap_or_default();
    let docs = match docs.split_once("\n *\n") {
        Some((first, _)) => format!("{first}\n */\n"),
        None => docs,
    };
    let text = format!("{docs}export {decl}\n").replace("{ \n", "{\n").replace(", \n", ",\n");
    text.replace("/**\n * ", "/** ").replace("\n */", " */").replace("} | ", "}\n  | ")
}

fn declarations() -> String {
    let config = Config::new().with_large_int("number");
    let mut all = Declarations { config, by_name: BTreeMap::new() };
    all.visit::<Request>();
    all.visit::<Answer>();
    all.visit::<StudyTask>();
    all.visit::<StudyMessage>();
    let reasons: Vec<_> = Termination::all().map(|reason| format!("\"{reason}\"")).collect();
    let reasons = format!("export type Termination = {};\n", reasons.join(" | "));
    all.by_name.insert("Termination".to_owned(), reasons);
    let all: Vec<_> = all.by_name.into_values().collect();
    format!(
        "// Generated from the types of Rust by crates/board/tests/all/types.rs.\n\n{}",
        all.join("\n")
    )
}

/// `UPDATE_TYPES=1 cargo test -p luctor-board --all-features types` writes the file.
#[test]
fn the_types_of_the_page_are_those_of_the_interface() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/page/package/interface.d.ts");
    let generated = declarations();
    if std::env::var_os("UPDATE_TYPES").is_some() {
        std::fs::write(path, &generated).unwrap();
    }
    let written = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        written == generated,
        "{path} is stale: UPDATE_TYPES=1 cargo test -p luctor-board --all-features types"
    );
}
