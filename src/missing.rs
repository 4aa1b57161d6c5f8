//! What this build does not contain.

use anyhow::{Error, anyhow};

// The arguments of a subcommand that this build does not contain. They are not read.
#[derive(clap::Args)]
pub struct MissingArgs {
    #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
    _words: Vec<String>,
}

/// The error of a command that needs a feature, which adds `what`.
pub fn missing(what: &str, feature: &str) -> Error {
    anyhow!(
        "this build does not contain {what}: build with `cargo build --release --features {feature}`, or install with \
         `cargo install --path . --features {feature}`"
    )
}
