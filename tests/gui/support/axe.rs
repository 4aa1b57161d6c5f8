//! axe-core, which finds what a person with a screen reader or with weak eyes cannot use.

use super::browser::Browser;
use std::path::Path;
use test_support::skip::skip;

/// Fails with what axe-core finds: the rule, and the first element that breaks it. Without axe-core, which `scripts/page_tools`
/// installs, there is no check, unless `LUCTOR_AXE=required`.
#[track_caller]
pub fn check_with_axe(browser: &mut Browser, what: &str) {
    let file = "target/page-tools/node_modules/axe-core/axe.min.js";
    let code = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file));
    let missing = || skip("LUCTOR_AXE", "axe-core is missing: run scripts/page_tools");
    let Some(axe) = code.ok().or_else(missing) else { return };
    if !browser.is_true("window.axe") {
        browser.eval(&format!("(() => {{ {axe} }})()"));
    }
    let found = browser.eval(
        "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations \
           .map(({ id, nodes }) => `${id}: ${nodes.length} ${nodes[0].html.slice(0, 150)}`).join('\\n'))",
    );
    assert_eq!(found, "", "{what}");
}
