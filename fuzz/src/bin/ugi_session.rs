#![no_main]
//! A session with the lines of the input, except those that write files or take much memory or time. Each `go` is
//! answered by one `bestmove`.
use libfuzzer_sys::fuzz_target;
use luctor_engine::engine::Engine;
use luctor_engine::ugi::{Command, Output, Session, SharedBuffer};
use luctor_fuzz::protocol_lines::{command_of, is_harmless};

fuzz_target!(|input: &[u8]| {
    let lines = input.split_inclusive(|byte| *byte == b'\n').filter(|line| is_harmless(line));
    let lines: Vec<&[u8]> = lines.collect();
    let is_search = |line: &&&[u8]| matches!(command_of(line), Some(Command::Go { .. }));
    let searches = lines.iter().filter(is_search).count();
    let answers = SharedBuffer::default();
    let engine = Engine::new().expect("there is memory");
    let mut session =
        Session::new(engine, Output::new(answers.clone())).expect("there are threads");
    session.run(&lines.concat()[..]).expect("a slice can be read");
    let answers = answers.take();
    let found = answers.lines().filter(|line| line.starts_with("bestmove "));
    assert_eq!(found.count(), searches);
});
