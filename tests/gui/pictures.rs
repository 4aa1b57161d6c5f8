//! Pictures of a position, and animations of a game.

use crate::support::browser::Browser;
use crate::support::luctor;
use crate::support::page::*;
use serde_json::{Value, json};
use std::path::Path;

/// Downloads a picture of this kind, by its place in the choice.
fn save(browser: &mut Browser, kind: usize) {
    browser.click("#picture");
    browser.click(&format!("#choice button[value='{kind}']"));
}

/// The kinds that the page offers.
fn kinds(browser: &mut Browser) -> Value {
    browser.click("#picture");
    browser.wait_for("$('#choice').open");
    let words = browser.eval("$$('#choice .choices button').map((b) => b.textContent)");
    browser.key("Escape");
    browser.wait_for("!$('#choice').open");
    words
}

/// Keeps the PNG and GIF files that the page downloads in `saved`.
fn keep_files(browser: &mut Browser) {
    browser.eval(
        "(() => { const create = URL.createObjectURL; \
           URL.createObjectURL = (file) => { if (!file.type.includes('svg')) window.saved = file; return create.call(URL, file); }; })()",
    );
}

/// The size, the number of frames and their milliseconds, as the browser decodes the animation.
const DECODED: &str = "(async () => { \
    const decoder = new ImageDecoder({ data: await saved.arrayBuffer(), type: saved.type }); \
    await decoder.tracks.ready; \
    await decoder.completed; \
    const frames = []; \
    for (let frameIndex = 0; frameIndex < decoder.tracks.selectedTrack.frameCount; frameIndex += 1) \
      frames.push((await decoder.decode({ frameIndex })).image); \
    return { width: frames[0].displayWidth, times: frames.map((frame) => frame.duration / 1000), \
             loops: decoder.tracks.selectedTrack.repetitionCount === Infinity }; })()";

/// The expression for the milliseconds of the frames.
fn times() -> String {
    format!("{DECODED}.then(({{ times }}) => times)")
}

#[test]
fn a_game_is_saved_as_animation_and_a_position_as_png_and_as_the_diagram_of_the_command_line() {
    let Some((_server, mut browser)) = page("pictures", &[]) else { return };
    keep_files(&mut browser);
    // Without moves there is nothing to animate.
    assert_eq!(kinds(&mut browser).as_array().unwrap().len(), 2);
    browser.paste("1. e4 e6 2. d4 d6 *");
    wait_for_moves(&mut browser, 4);
    save(&mut browser, 1);
    browser.wait_for_text("#announcement", "Saved: emergo.png");
    let size =
        "createImageBitmap(saved).then(({ width, height }) => [saved.type, width, height > width])";
    browser.wait_for_value(size, json!(["image/png", 1024, true]));
    save(&mut browser, 2);
    browser.wait_for_text("#announcement", "Saved: emergo.gif");
    let animation = json!({"width": 480, "times": [1000, 1000, 1000, 1000, 3000], "loops": true});
    assert_eq!(browser.eval(DECODED), animation);
    // From the position on the board.
    browser.click("#move-list [data-ply='3']");
    browser.wait_for_text("#move-list [aria-current]", "d4");
    assert_eq!(kinds(&mut browser).as_array().unwrap().len(), 4);
    save(&mut browser, 3);
    browser.wait_for_value(&times(), json!([1000, 3000]));
    // A capture jump by jump.
    browser.paste(
        "[Variant \"emergo\"]\n[SetUp \"1\"]\n[FEN \"1/3/5/3b3/3bw4/1b5/4w/3/1 w 0,0 1\"]\n\n1. e5xc5xc3 *\n",
    );
    wait_for_moves(&mut browser, 1);
    save(&mut browser, 2);
    browser.wait_for_value(&times(), json!([1000, 400, 3000]));
    // The diagram.
    let position = "1/b2/w3b/3b2w/1b1b1w3/1(w3b4)1w1b1/3wb/3/1 b 0,1";
    paste(&mut browser, position);
    browser.set("#layout", "checkerboard");
    browser.click("#flip");
    browser.wait_for("$('.picture rect.light')");
    browser.wait_for("$('.square[data-cell=e1]').getBoundingClientRect().x > 300");
    save(&mut browser, 0);
    let picture = browser.downloaded("emergo.svg");
    let view = ["--layout", "checkerboard", "--turned", "--coordinates", "checkerboard"];
    let show = [&["show", "--svg", "--position", position], &view[..]].concat();
    assert_eq!(picture, luctor(Path::new("."), &show).trim_end());
}
