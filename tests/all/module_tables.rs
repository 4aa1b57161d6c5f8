//! The order of modules that `lib.rs` and `mod.rs` of some crates promise.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The modules in the rows of the table in the documentation of a file. There are none without a table of modules.
fn table_rows(source: &str) -> Vec<Vec<&str>> {
    let cells = source.lines().filter_map(|line| line.strip_prefix("//! | ")?.split(" | ").next());
    cells
        .skip_while(|cell| !["file", "files", "module"].contains(cell))
        .skip(1)
        .map(|cell| {
            cell.split('`').skip(1).step_by(2).map(|name| name.trim_start_matches("mod@")).collect()
        })
        .collect()
}

/// The modules in the paragraphs of `mod` items.
fn paragraphs(source: &str) -> Vec<Vec<&str>> {
    source.split("\n\n").map(|paragraph| modules(paragraph).collect()).collect()
}

/// The modules of the `mod` items.
fn modules(source: &str) -> impl Iterator<Item = &str> {
    let items = source.lines().filter(|line| !line.starts_with([' ', '/']));
    items.filter_map(|line| line.split_once("mod ")?.1.strip_suffix(';'))
}

/// The files of a module.
fn files(folder: &Path, module: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.join(format!("{module}.rs")), folder.join(module)];
    while let Some(path) = open.pop() {
        match fs::read_dir(&path) {
            Ok(entries) => open.extend(entries.map(|entry| entry.unwrap().path())),
            Err(_) if path.is_file() => found.push(path),
            Err(_) => {}
        }
    }
    assert!(!found.is_empty(), "{module} in {}", folder.display());
    found
}

fn source_of(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

#[test]
fn modules_use_only_modules_of_their_row_and_above() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates");
    for (file, prefix, has_table) in [
        ("emergo/src/lib.rs", "crate::", false),
        ("engine/src/lib.rs", "crate::", true),
        ("engine/src/search/mod.rs", "super::", true),
    ] {
        let file = crates.join(file);
        let folder = file.parent().unwrap();
        let source = source_of(&file);
        let rows = if has_table { table_rows(&source) } else { paragraphs(&source) };
        let listed: BTreeSet<&str> = rows.concat().into_iter().collect();
        assert_eq!(listed, modules(&source).collect(), "{}", file.display());
        let row_of = |module: &str| rows.iter().position(|row| row.contains(&module));
        let (mut uses, mut wrong) = (0, Vec::new());
        for module in rows.concat() {
            for path in files(folder, module) {
                // A macro for other crates uses public paths.
                let text = source_of(&path).replace("$crate::", "");
                let code = text.split("#[cfg(test)]").next().unwrap_or_default();
                let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
                for used in lines.flat_map(|line| line.split(prefix).skip(1)) {
                    let name = used.split(|letter| !matches!(letter, 'a'..='z' | '_')).next();
                    let Some(row) = row_of(name.unwrap_or_default()) else { continue };
                    uses += 1;
                    if Some(row) > row_of(module) {
                        wrong.push(format!("{} uses {used}", path.display()));
                    }
                }
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
        assert!(uses > 20, "{uses} uses in {}", folder.display());
    }
}
