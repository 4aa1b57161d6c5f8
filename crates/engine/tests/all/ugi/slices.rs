//! A session without threads, which searches in slices between the lines of its client.

use luctor_engine::engine::Engine;
use luctor_engine::ugi::{Output, Session, SharedBuffer};
use test_support::client::{number, without_time};

struct Sliced {
    session: Session,
    written: SharedBuffer,
}

impl Sliced {
    fn start() -> Sliced {
        let written = SharedBuffer::default();
        let output = Output::new(written.clone());
        Sliced { session: Session::without_threads(Engine::new().unwrap(), output), written }
    }

    /// Runs a line and returns what is written at once.
    fn line(&mut self, line: &str) -> Vec<String> {
        let _ = self.session.run_line(line.as_bytes());
        self.take()
    }

    fn take(&mut self) -> Vec<String> {
        self.written.take().lines().map(str::to_owned).collect()
    }

    /// Runs a line and searches to the end.
    fn search(&mut self, line: &str) -> Vec<String> {
        let mut lines = self.line(line);
        while self.session.step() {}
        lines.extend(self.take());
        lines
    }
}

fn starts(lines: &[String], start: &str) -> bool {
    lines.iter().any(|line| line.starts_with(start))
}

#[test]
fn a_search_shorter_than_a_slice_is_the_same_as_with_a_thread() {
    for limits in ["depth 5", "nodes 20000", "mate 2", "searchmoves e5 d4 depth 3"] {
        let mut client = super::start();
        client.send("position startpos moves e4 e6 f4");
        let threaded = client.go(limits);
        client.quit();
        let mut sliced = Sliced::start();
        sliced.line("position startpos moves e4 e6 f4");
        let lines = sliced.search(&format!("go {limits}"));
        assert_eq!(lines.last().unwrap(), &format!("bestmove {}", threaded.best()), "{limits}");
        let exact = |lines: &[String]| -> Vec<String> {
            // A search that takes long reports bounds too.
            let is_exact =
                |line: &&String| line.starts_with("info depth") && !line.contains("bound ");
            lines.iter().filter(is_exact).map(|line| without_time(line)).collect()
        };
        assert_eq!(exact(&lines), exact(&threaded.infos), "{limits}");
    }
}

#[test]
fn an_endless_search_reports_each_depth_once_and_ends_by_stop() {
    let mut sliced = Sliced::start();
    assert!(sliced.line("go infinite").is_empty());
    let mut lines = Vec::new();
    for _ in 0..6 {
        assert!(sliced.session.step());
        lines.extend(sliced.take());
    }
    assert_eq!(sliced.line("isready"), ["readyok"]);
    assert!(!starts(&lines, "bestmove"));
    // A search that takes long reports bounds too.
    let exact = lines.iter().filter(|line| !line.contains("bound "));
    let depths = exact.filter_map(|line| line.split(' ').nth(2)?.parse::<u32>().ok());
    assert!(depths.clone().count() > 5 && depths.is_sorted_by(|a, b| a < b), "{lines:#?}");
    assert!(starts(&sliced.line("stop"), "bestmove "));
    assert!(!sliced.session.step() && sliced.line("stop").is_empty());
    // A search that is stopped before its first slice has a move, too.
    sliced.line("go infinite");
    assert!(starts(&sliced.line("stop"), "bestmove "));
}

#[test]
fn a_finished_search_waits_for_stop_or_ponderhit() {
    let mut sliced = Sliced::start();
    for (command, end) in [
        ("go infinite depth 2", "stop"),
        ("go ponder depth 2", "ponderhit"),
        ("go ponder movetime 1", "ponderhit"),
        ("go ponder p1time 100 p2time 100", "stop"),
    ] {
        let mut lines = sliced.line(command);
        for _ in 0..3 {
            sliced.session.step();
        }
        lines.extend(sliced.take());
        assert!(!starts(&lines, "bestmove") && starts(&lines, "info depth 2 "), "{command}");
        let last = sliced.search(end);
        assert!(starts(&last, "bestmove "), "{command} {end}: {last:?}");
    }
}

#[test]
fn limits_end_a_search_of_several_slices() {
    let mut sliced = Sliced::start();
    let lines = sliced.search("go nodes 1000000");
    let last = lines.iter().rfind(|line| line.starts_with("info depth")).unwrap();
    assert!((100_000..=1_000_000).contains(&number(last, "nodes")), "{last}");
    assert!(starts(&lines, "bestmove "));
    assert!(starts(&sliced.search("go movetime 300"), "bestmove "));
    assert!(starts(&sliced.search("go p1time 3000 p2time 3000"), "bestmove "));
    assert!(starts(&sliced.search("go depth 9"), "info depth 9 "));
}

#[test]
fn there_are_no_options_for_threads_and_files() {
    let mut sliced = Sliced::start();
    let declared = sliced.line("ugi");
    assert!(starts(&declared, "option name Hash ") && starts(&declared, "ugiok"));
    for name in ["Threads", "EvalFile", "Debug Log File", "OwnBook", "BookFile", "BookMargin"] {
        assert!(!starts(&declared, &format!("option name {name} ")));
        let answer = sliced.line(&format!("setoption name {name} value 1"));
        assert_eq!(answer, [format!("info string there is no option '{name}'")]);
    }
    assert!(sliced.line("setoption name Hash value 2").is_empty());
}

#[test]
fn without_a_position_the_answer_comes_at_once() {
    let mut sliced = Sliced::start();
    assert!(starts(&sliced.line("position fen nonsense"), "info string position: "));
    for command in ["go infinite", "go ponder", "go depth 3"] {
        assert_eq!(sliced.line(command), ["bestmove 0000"], "{command}");
    }
}
