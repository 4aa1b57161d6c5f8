//! The files of the page.

/// A debug build reads them when they are asked for, so that a changed page needs no new build.
#[derive(rust_embed::Embed)]
#[folder = "src/page"]
#[include = "*.html"]
#[include = "*.css"]
#[include = "*.js"]
#[include = "*.svg"]
pub(crate) struct Page;

/// The text of a file that the page has.
pub(crate) fn file(name: &str) -> String {
    let file = Page::get(name).unwrap_or_else(|| panic!("the page has no file {name}"));
    String::from_utf8(file.data.into_owned()).expect("the files of the page are text")
}
