//! The help text of the options of `luctor match`.

use super::table::{Draft, Named, OptionArguments, engine_keys, sections};
use super::value::OptionValue;
use luctor_system::text::wrapped;

/// The help text for all options.
pub fn help() -> String {
    let mut text = String::new();
    for (title, options) in sections() {
        text += &format!("{title}:\n");
        for Named { name, values, help } in options {
            // With the defaults of its keys.
            let mut draft = Draft::default();
            let (syntax, default) = match &values {
                OptionArguments::Flag(_) => (String::new(), String::new()),
                OptionArguments::One(value) => (value.syntax.clone(), (value.shown)(&mut draft)),
                OptionArguments::Files(_) => ("FILE...".to_owned(), String::new()),
                OptionArguments::Keys(..) => ("[KEY=VALUE ...]".to_owned(), String::new()),
                OptionArguments::Engine | OptionArguments::EachEngine => {
                    ("KEY=VALUE ...".to_owned(), String::new())
                }
            };
            add_help(&mut text, &format!("  -{name} {syntax}"), help, &default);
            match values {
                OptionArguments::Keys(_, keys) => add_key_help(&mut text, &keys, &mut draft),
                OptionArguments::EachEngine => {
                    add_key_help(&mut text, &engine_keys(), &mut draft.each);
                }
                _ => {}
            }
        }
    }
    text
}

fn add_key_help<T>(text: &mut String, keys: &[Named<OptionValue<T>>], target: &mut T) {
    for Named { name, values: OptionValue { syntax, shown, .. }, help } in keys {
        add_help(text, &format!("    {name}={syntax}"), help, &shown(target));
    }
}

/// Adds an option with its help, in lines of at most 100 characters.
fn add_help(text: &mut String, mut option: &str, help: &str, default: &str) {
    const COLUMN: usize = 35;
    const WIDTH: usize = 100;
    let default = if default.is_empty() { "" } else { &format!(" [default: {default}]") };
    if option.len() >= COLUMN - 1 {
        *text += &format!("{option}\n");
        option = "";
    }
    for line in wrapped(&format!("{help}{default}"), WIDTH - COLUMN) {
        *text += &format!("{option:<COLUMN$}{line}\n");
        option = "";
    }
}
