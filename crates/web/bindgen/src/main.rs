//! Makes a JavaScript module of a WebAssembly file, as `wasm-bindgen --target web` does. The program of wasm-bindgen also has a
//! test server, which takes most of its time to build.

use anyhow::{Result, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [input, folder, name] = &arguments[..] else {
        bail!("usage: luctor-bindgen INPUT.wasm FOLDER NAME");
    };
    Bindgen::new()
        .web(true)?
        .input_path(input)
        .out_name(name)
        .typescript(false)
        .remove_name_section(true)
        .generate(folder)
}
