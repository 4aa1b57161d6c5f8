//! The types of the interface for the page and of the JSON of the program, from those of Rust.

use emergo_records::Termination;
use luctor_arena::statistics::report::MatchReport;
use luctor_board::interface::{Answer, Request, StudyMessage, StudyTask};
use luctor_explorer::ExplorerAnswer;
use luctor_explorer::book::LinesReport;
use luctor_findings::endings::{ComparisonReport, EndingReport, PositionReport, WholeGameReport};
use luctor_findings::statistics::StatisticsReport;
use luctor_study::GameReport;
use std::collections::BTreeMap;
use std::path::Path;
use ts_rs::{Config, TS, TypeVisitor};

/// The declarations of types and of all types that they use, by name.
struct Declarations {
    config: Config,
    by_name: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if T::output_path().is_none() {
            return;
        }
        let name = T::ident(&self.config);
        if self.by_name.contains_key(&name) {
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
    let text = text.replace("`None`", "`null`").replace("/**\n * ", "/** ");
    text.replace("\n */", " */").replace("} | ", "}\n  | ")
}

impl Declarations {
    fn new() -> Declarations {
        let config = Config::new().with_large_int("number");
        Declarations { config, by_name: BTreeMap::new() }
    }

    /// Compares the declarations with a file, or writes it.
    fn check(self, path: &str) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        let all: Vec<_> = self.by_name.into_values().collect();
        let head = "// Generated from the types of Rust by crates/board/tests/all/types.rs.";
        let generated = format!("{head}\n\n{}", all.join("\n"));
        if std::env::var_os("UPDATE_TYPES").is_some() {
            std::fs::write(&path, &generated).unwrap();
        }
        let written = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            written == generated,
            "{} is stale: UPDATE_TYPES=1 cargo test -p luctor-board --all-features types",
            path.display()
        );
    }
}

/// `UPDATE_TYPES=1 cargo test -p luctor-board --all-features types` writes the file.
#[test]
fn the_types_of_the_page_are_those_of_the_interface() {
    let mut all = Declarations::new();
    all.visit::<Request>();
    all.visit::<Answer>();
    all.visit::<StudyTask>();
    all.visit::<StudyMessage>();
    let reasons: Vec<_> = Termination::all().map(|reason| format!("\"{reason}\"")).collect();
    let reasons = format!("export type Termination = {};\n", reasons.join(" | "));
    all.by_name.insert("Termination".to_owned(), reasons);
    all.check("src/page/package/interface.d.ts");
}

/// The same command writes this file.
#[test]
fn the_types_in_the_documents_are_those_of_the_reports() {
    let mut all = Declarations::new();
    all.visit::<ComparisonReport>();
    all.visit::<EndingReport>();
    all.visit::<ExplorerAnswer>();
    all.visit::<GameReport>();
    all.visit::<LinesReport>();
    all.visit::<MatchReport>();
    all.visit::<PositionReport>();
    all.visit::<StatisticsReport>();
    all.visit::<WholeGameReport>();
    all.check("../../docs/json.d.ts");
}
