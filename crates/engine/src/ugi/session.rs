//! The protocol loop: reads lines, answers them, and runs one job (a search, a perft, a bench) at a time on
//! a thread of its own, so that `stop`, `isready` and `quit` are heard at any time.

use super::command::{Command, Start, parse};
use super::go::GoArguments;
use super::output::Output;
use super::report::{Style, info_line};
use crate::bench;
use crate::engine::Engine;
use crate::eval::explain::{PieceContribution, explain};
use crate::options::{self, OptionName};
use crate::perft::divide;
use crate::search::{Clock, Limits, SearchControl, has_room_for_threads, with_all_threads};
use emergo::diagram::{cell_text, draw_cells, draw_game};
use emergo::notation::{self, Excerpt, read_move, read_position, write_move};
use emergo::perft::MAX_DEPTH;
use emergo::{Coordinates, Move, MoveList, Side};
use std::fmt::Write;
use std::io::{self, BufRead, Read};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

/// A line longer than this is not read to its end: no real one is, and memory is finite.
const LONGEST_LINE: u64 = 64 << 20;

/// A job on its own thread.
struct Job {
    signal: Arc<SearchControl>,
    thread: JoinHandle<()>,
}

/// Ends the process when its thread panics: a client is better off with an engine that has crashed than with
/// one that never answers.
struct EndOnPanic;

impl Drop for EndOnPanic {
    fn drop(&mut self) {
        if std::thread::panicking() {
            std::process::abort();
        }
    }
}

/// A conversation with a client.
pub struct Session {
    engine: Engine,
    output: Output,
    job: Option<Job>,
    lines: u64,
}

/// Does the conversation go on?
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    GoOn,
    End,
}

impl Session {
    /// A conversation that answers on `output`.
    pub fn new(engine: Engine, output: Output) -> Session {
        Session { engine, output, job: None, lines: 0 }
    }

    /// Reads and answers until `quit`, the end of input, or a client that no longer listens.
    pub fn run(&mut self, mut input: impl BufRead) {
        let mut line = Vec::new();
        loop {
            line.clear();
            let read = input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
            if !matches!(read, Ok(count) if count > 0) {
                break;
            }
            self.lines += 1;
            let whole = line.ends_with(b"\n") || (line.len() as u64) < LONGEST_LINE;
            let flow = if whole {
                self.take_line(&line)
            } else {
                self.complain(&format!("longer than {LONGEST_LINE} bytes, left out"));
                if skip_line(&mut input).is_err() { Flow::End } else { Flow::GoOn }
            };
            if flow == Flow::End || self.output.is_closed() {
                break;
            }
        }
        self.stop_job();
        self.output.finish();
    }

    fn take_line(&mut self, line: &[u8]) -> Flow {
        match std::str::from_utf8(line) {
            Ok(text) => {
                let text = text.trim_end();
                self.output.note_input(text);
                match parse(text) {
                    Ok(Some(command)) => return self.obey(command),
                    Ok(None) => {}
                    Err(error) => self.output.message(&error.to_string()),
                }
            }
            Err(error) => {
                self.complain(&format!(
                    "not UTF-8 from byte {} on, left out",
                    error.valid_up_to() + 1
                ));
            }
        }
        Flow::GoOn
    }

    /// A message about the line that was read last.
    fn complain(&self, what: &str) {
        self.output.message(&format!("line {}: {what}", self.lines));
    }

    fn obey(&mut self, command: Command) -> Flow {
        match command {
            Command::Ugi => self.introduce("ugiok"),
            Command::Uci => self.introduce("uciok"),
            Command::IsReady => self.output.line("readyok"),
            Command::NewGame => {
                self.stop_job();
                self.engine.new_game();
            }
            Command::SetOption { name, value } => self.set_option(&name, &value),
            Command::Position { start, moves } => self.set_position(&start, &moves),
            Command::Go(arguments, errors) => {
                for error in &errors {
                    self.output.message(&error.to_string());
                }
                self.go(&arguments, !errors.is_empty());
            }
            Command::Stop => self.stop_job(),
            Command::PonderHit => {
                if let Some(job) = &self.job {
                    job.signal.ponder_hit();
                }
            }
            Command::Query(query) => {
                let answer = query.answer(self.engine.game(), self.coordinates());
                self.output.line(&format!("response {answer}"));
            }
            Command::Quit => return Flow::End,
            Command::Debug => {}
            Command::Help => self.output.lines(HELP.lines()),
            Command::Show => self.output.lines(self.drawing().lines()),
            Command::Eval => self.output.lines(self.evaluation().lines()),
            Command::Moves => self.output.line(&self.legal_moves()),
            Command::Bench(depth) => self.bench(depth),
        }
        Flow::GoOn
    }

    fn coordinates(&self) -> Coordinates {
        self.engine.options().coordinates()
    }

    fn write(&self, mv: Move) -> String {
        write_move(self.engine.game().position().variant(), self.coordinates(), mv)
    }

    fn introduce(&self, ending: &str) {
        let declarations: Vec<String> = options::TABLE.iter().map(|option| option.line()).collect();
        let name = concat!("id name Luctor ", env!("CARGO_PKG_VERSION"));
        let head = [name, "id author the Luctor developers"];
        let options = declarations.iter().map(String::as_str);
        self.output.lines(head.into_iter().chain(options).chain([ending]));
    }

    fn set_option(&mut self, name: &str, value: &str) {
        match self.engine.options().clone().set(name, value) {
            Err(error) => return self.output.message(&error.to_string()),
            // Whatever belongs to the search cannot be changed under its feet.
            Ok(
                OptionName::Hash
                | OptionName::Threads
                | OptionName::ClearHash
                | OptionName::EvalFile,
            ) => self.stop_job(),
            Ok(_) => {}
        }
        let previous_log = self.engine.options().debug_log_file().map(str::to_owned);
        match self.engine.set_option(name, value) {
            Err(error) => self.output.message(&error.to_string()),
            Ok(OptionName::Variant | OptionName::Coordinates) => {
                let variant = self.engine.options().variant();
                if self.coordinates() != self.coordinates().for_variant(variant) {
                    self.output.message(&format!(
                        "{variant} has no checkerboard coordinates: squares have their oblique names"
                    ));
                }
            }
            Ok(OptionName::DebugLogFile) => {
                let path = self.engine.options().debug_log_file();
                if let Err(error) = self.output.set_log(path) {
                    let file = Excerpt::of(path.unwrap_or_default());
                    self.output.message(&format!("cannot log to {file}: {error}"));
                    let previous = previous_log.unwrap_or_default();
                    if let Err(error) = self.engine.set_option(name, &previous) {
                        self.output.message(&error.to_string());
                    }
                }
            }
            Ok(_) => {}
        }
    }

    /// Sets up a position and plays its moves. A text that can't be read changes nothing; an illegal move
    /// forfeits the game; what comes after the end of the game is left out.
    fn set_position(&mut self, start: &Start, moves: &[String]) {
        let mut game = match start {
            Start::StartPosition => self.engine.fresh_game(),
            Start::Text(text) => match read_position(self.engine.options().variant(), text) {
                Ok(read) => self.engine.game_from(read.position, read.turn),
                Err(error) => {
                    self.output.message(&format!("position: {error}; the old position is kept"));
                    return;
                }
            },
        };
        for (index, text) in moves.iter().enumerate() {
            if let Some(ending) = game.ending() {
                self.output.message(&format!(
                    "position: the game has ended before move {} of {}: {ending}; the moves from {} on are left out",
                    index + 1, moves.len(), Excerpt::of(text)
                ));
                break;
            }
            match read_move(game.position(), self.coordinates(), text) {
                Ok(mv) => game.play(mv),
                Err(error) => {
                    self.output.message(&format!(
                        "position: move {} of {}: {error}; {} forfeits",
                        index + 1,
                        moves.len(),
                        game.position().side()
                    ));
                    game.forfeit();
                    break;
                }
            }
        }
        self.engine.set_game(game);
    }

    fn go(&mut self, arguments: &GoArguments, misread: bool) {
        self.stop_job();
        if let Some(depth) = arguments.perft {
            return self.perft(depth);
        }
        if arguments.perft_misread && !arguments.has_limit() {
            return;
        }
        let mut limits = self.limits(arguments);
        if misread && !arguments.has_limit() && !arguments.ponder && !arguments.infinite {
            // Something was meant to end the search: better a quick answer than none.
            limits = Limits { depth: Some(1), infinite: false, ..limits };
        }
        let signal = Arc::new(SearchControl::new(limits.ponder));
        let task = self.engine.search_task(limits);
        let output = self.output.clone();
        let names_answer = self.engine.options().ponder();
        let style = Style {
            variant: self.engine.game().position().variant(),
            coordinates: self.coordinates(),
            show_wdl: self.engine.options().show_wdl(),
            calibration: self.engine.network().header().calibration,
        };
        self.start_job(signal, move |signal| {
            let outcome = task.run(signal, &mut |report| output.line(&info_line(report, style)));
            let write = |mv| write_move(style.variant, style.coordinates, mv);
            match (outcome.best_move(), outcome.ponder_move()) {
                (None, _) => {
                    let score = outcome.line.score;
                    output.lines([format!("info depth 0 score {score}").as_str(), "bestmove 0000"]);
                }
                (Some(best), Some(answer)) if names_answer => {
                    output.line(&format!("bestmove {} ponder {}", write(best), write(answer)));
                }
                (Some(best), _) => output.line(&format!("bestmove {}", write(best))),
            }
        });
    }

    fn limits(&self, arguments: &GoArguments) -> Limits {
        let game = self.engine.game();
        let mut search_moves = Vec::new();
        let mut refused = Vec::new();
        for text in &arguments.search_moves {
            match read_move(game.position(), self.coordinates(), text) {
                Ok(mv) => search_moves.push(mv),
                Err(error) => refused.push(error),
            }
        }
        if let Some(first) = refused.first() {
            let more = match refused.len() - 1 {
                0 => String::new(),
                more => format!(", and {more} more"),
            };
            self.output.message(&format!("go searchmoves: {first}{more}"));
        }
        let us = game.position().side().index();
        let clock = arguments.clock_of(us).map(|(time, increment)| Clock {
            time,
            increment,
            moves_to_go: arguments.moves_to_go.filter(|moves| *moves > 0),
        });
        Limits {
            depth: arguments.depth,
            nodes: arguments.nodes,
            move_time: arguments.move_time,
            clock,
            mate: arguments.mate,
            // Without any limit, only `stop` ends the search.
            infinite: arguments.infinite || !arguments.has_limit() && !arguments.ponder,
            ponder: arguments.ponder,
            search_moves,
        }
    }

    fn perft(&mut self, depth: u32) {
        if depth > MAX_DEPTH {
            return self
                .output
                .message(&format!("go perft wants at most {MAX_DEPTH} plies, not {depth}"));
        }
        let position = *self.engine.game().position();
        let output = self.output.clone();
        let coordinates = self.coordinates();
        self.start_job(Arc::new(SearchControl::new(false)), move |signal| {
            if depth == 0 {
                return output.line("Nodes searched: 1");
            }
            let count = || divide(&position, depth, signal.stop_flag());
            let counts = match with_all_threads("perft", count) {
                None => return output.message("perft: the machine cannot start the threads"),
                Some(None) => return output.message("perft was stopped"),
                Some(Some(counts)) => counts,
            };
            let lines = notation::write_divide(position.variant(), coordinates, &counts);
            output.lines(lines.iter().map(String::as_str));
        });
    }

    fn bench(&mut self, depth: Option<u32>) {
        self.stop_job();
        let output = self.output.clone();
        self.start_job(Arc::new(SearchControl::new(false)), move |signal| {
            let depth = depth.unwrap_or(bench::DEPTH);
            if let Err(error) = bench::run(depth, 1, signal, &mut |line| output.line(line)) {
                output.message(&format!("bench: {error}"));
            }
        });
    }

    fn start_job(
        &mut self,
        signal: Arc<SearchControl>,
        work: impl FnOnce(&SearchControl) + Send + 'static,
    ) {
        self.stop_job();
        let shared = Arc::clone(&signal);
        // A thread that does not start would take the work with it.
        let work = Arc::new(Mutex::new(Some(work)));
        let taken = Arc::clone(&work);
        let run = move || {
            let _guard = EndOnPanic;
            if let Some(work) = take(&taken) {
                work(&shared);
            }
        };
        let spawned = match has_room_for_threads(1) {
            true => std::thread::Builder::new().spawn(run),
            false => Err(io::ErrorKind::OutOfMemory.into()),
        };
        match spawned {
            Ok(thread) => self.job = Some(Job { signal, thread }),
            Err(error) => {
                self.output.message(&format!("cannot start a thread: {error}"));
                // An answer at once: nobody could stop it here, and none would leave the client waiting.
                signal.stop();
                if let Some(work) = take(&work) {
                    work(&signal);
                }
            }
        }
    }

    /// Ends the job under way, if there is one, and waits for its last word.
    fn stop_job(&mut self) {
        if let Some(job) = self.job.take() {
            job.signal.stop();
            // A job that panics ends the process, so there is no other result.
            let _ = job.thread.join();
        }
    }

    /// `moves` and the legal moves in alphabetical order; of an ended game there are none.
    fn legal_moves(&self) -> String {
        let game = self.engine.game();
        let mut moves = MoveList::new();
        if game.ending().is_none() {
            game.position().legal_moves_into(&mut moves);
        }
        let mut texts: Vec<String> = moves.iter().map(|mv| self.write(*mv)).collect();
        texts.sort();
        texts.insert(0, "moves".to_owned());
        texts.join(" ")
    }

    fn drawing(&self) -> String {
        draw_game(self.engine.game(), self.coordinates())
    }

    /// The board with what each piece is worth, from White's view.
    fn evaluation(&self) -> String {
        let position = self.engine.game().position();
        let explanation = explain(self.engine.network(), position);
        let text = |worth: &PieceContribution| {
            format!("{:+}{}", worth.white, if worth.doubtful { "?" } else { "" })
        };
        let mut lines = draw_cells(position.variant(), self.coordinates(), |square| {
            let worth = explanation.pieces.iter().find(|(piece, _)| *piece == square);
            let worth = worth.map_or(String::new(), |(_, worth)| text(worth));
            cell_text(position, square) + &worth
        });
        for (side, worth) in Side::ALL.into_iter().zip(&explanation.hands) {
            if let Some(worth) = worth {
                let men = position.hand(side);
                writeln!(lines, "{side}'s hand of {men}: {}", text(worth))
                    .expect("a String takes everything");
            }
        }
        let (score, side) = (explanation.score.value(), position.side());
        write!(lines, "evaluation {score} for {side} to move").expect("a String takes everything");
        if position.can_capture() {
            lines.push_str(", before the capture that is due");
        }
        lines
    }
}

fn take<T>(shared: &Mutex<Option<T>>) -> Option<T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner).take()
}

/// Reads and forgets the rest of a line.
fn skip_line(input: &mut impl BufRead) -> std::io::Result<()> {
    loop {
        let chunk = input.fill_buf()?;
        let end = chunk.iter().position(|byte| *byte == b'\n');
        let count = end.map_or(chunk.len(), |index| index + 1);
        input.consume(count);
        if end.is_some() || count == 0 {
            return Ok(());
        }
    }
}

const HELP: &str = "\
For match managers and GUIs (UGI; UCI names work too; all of it is in protocol.md):
  ugi | uci                       name, options, then ugiok or uciok
  isready                         answers readyok
  uginewgame                      forget what was searched, set up the start
  setoption name NAME value VALUE
  position startpos|fen TEXT [moves MOVE ...]
  go [p1time MS p2time MS p1inc MS p2inc MS movestogo N | movetime MS | depth N |
      nodes N | mate N | infinite] [ponder] [searchmoves MOVE ...]
  go perft N                      count the leaves below each move
  stop, ponderhit
  query gameover | p1turn | result | fen | islegal MOVE
  query ending | duty | threats | move MOVE | why MOVE | stages MOVE | svg [diamond|checkerboard] [turned]
  quit
For people:
  show                            the board
  moves                           the legal moves
  eval                            the score, and what each piece and hand is worth to it
  bench [DEPTH]                   search known positions, count nodes
  help
Moves: e4 enters, f4-e4 steps, h4xf4xd4 captures.";
