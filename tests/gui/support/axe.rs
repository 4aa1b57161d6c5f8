//! axe-core, which finds what a person with a screen reader or with weak eyes cannot use.

use super::browser::Browser;
use std::path::Path;
use test_support::skip::skip;

/// axe-core, which `scripts/page_tools` installs. Without it the test is skipped, unless `LUCTOR_AXE=required`.
pub fn axe() -> Option<String> {
    let file = "target/page-tools/node_modules/axe-core/axe.min.js";
    let code = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file));
    code.ok().or_else(|| skip("LUCTOR_AXE", "axe-core is missing: run scripts/page_tools"))
}

/// What axe-core finds: the rule, and the first element that breaks it.
pub fn violations(browser: &mut Browser, axe: &str) -> String {
    if !browser.is_true("window.axe") {
        browser.eval(&format!("(() => {{ {axe} }})()"));
    }
    let found = browser.eval(
        "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations \
           .map(({ id, nodes }) => `${id}: ${nodes.length} ${nodes[0].html.slice(0, 150)}`).join('\\n'))",
    );
    found.as_str().unwrap().to_owned()
}
