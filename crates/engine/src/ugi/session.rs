//! The protocol loop. It reads lines and runs their commands. Searches, perft and bench run on the job thread, so that
//! `stop`, `isready` and `quit` are answered at any time.

use super::command::{Command, Start, parse};
use super::display::{help, list_moves};
use super::go::GoArguments;
use super::info_line::InfoFormat;
use super::job_thread::JobThread;
use super::jobs::{Jobs, SearchOutput};
use super::output::Output;
use super::query::NoGame;
use crate::ENGINE_NAME;
use crate::bench;
use crate::engine::Engine;
use crate::eval::Network;
use crate::eval::explain::explain;
use crate::options::{OPTIONS, OptionDeclaration, OptionEffect, OptionError};
use crate::perft::{PerftMethod, divide};
use crate::search::SearchControl;
use emergo::diagram::draw_game;
use emergo::notation::{Excerpt, GameMoveError, read_position};
use emergo::perft::write_divide;
use emergo::{Coordinates, Game};
use luctor_system::resources::{ResourceError, cores, start_threads};
use std::fmt::Display;
use std::io::{self, BufRead};
use std::ops::ControlFlow;

/// A session with a client.
pub struct Session {
    engine: Engine,
    output: Output,
    jobs: Jobs,
    /// `Err` from a wrong `position` line to the next game. A client that is not aware of the error then sees a finished game,
    /// not another position.
    game: Result<Game, NoGame>,
    /// Was `ugi` the last handshake? In UGI the answer `bestmove` has one argument.
    speaks_ugi: bool,
    /// Are the options that need files offered?
    has_files: bool,
}

impl Session {
    /// A session that answers on `output`.
    ///
    /// # Errors
    ///
    /// The system cannot start the thread for searches.
    pub fn new(engine: Engine, output: Output) -> Result<Session, ResourceError> {
        let jobs = Jobs::Thread(JobThread::start()?);
        Ok(Session::with_jobs(engine, output, jobs))
    }

    /// A session for a system without threads and files, such as WebAssembly. Lines are passed to [`Session::run_line`], and
    /// [`Session::step`] searches. There are no options for threads and files. Without a game even `go infinite` is answered at
    /// once.
    pub fn without_threads(engine: Engine, output: Output) -> Session {
        Session::with_jobs(engine, output, Jobs::Slices(None)).without_files()
    }

    fn with_jobs(engine: Engine, output: Output, jobs: Jobs) -> Session {
        let game = Ok(engine.fresh_game());
        Session { engine, output, jobs, game, speaks_ugi: false, has_files: true }
    }

    /// The session without the options that need files, for a client that must not choose files.
    #[must_use]
    pub fn without_files(self) -> Session {
        Session { has_files: false, ..self }
    }

    /// Continues a search for less than a second. Returns whether there is more to search. Does nothing in a session with
    /// threads.
    pub fn step(&mut self) -> bool {
        self.jobs.step()
    }

    /// Stops the search, and uses this network for its board from now on.
    pub fn set_network(&mut self, network: Network) {
        self.jobs.stop();
        self.engine.set_network(network);
    }

    /// Reads and runs commands until `quit`, the end of the input, or an error of the output.
    ///
    /// # Errors
    ///
    /// The output cannot be written. An input that cannot be read counts as ended.
    pub fn run(&mut self, mut input: impl BufRead) -> io::Result<()> {
        let mut line = Vec::new();
        while matches!(input.read_until(b'\n', &mut line), Ok(bytes) if bytes > 0) {
            if self.run_line(&line).is_break() || self.output.is_closed() {
                break;
            }
            line.clear();
        }
        self.jobs.stop();
        self.output.finish()
    }

    /// Runs a line of the client. Returns `Break` after `quit`.
    pub fn run_line(&mut self, line: &[u8]) -> ControlFlow<()> {
        let text = String::from_utf8_lossy(line);
        let text = text.trim_end();
        self.output.log_input(text);
        match parse(text) {
            Ok(Some(command)) => return self.run_command(command),
            Ok(None) => {}
            Err(error) => {
                // After a `position` line that is no command, `go` must not search an older position.
                if text.split_ascii_whitespace().next() == Some("position") {
                    self.game = Err(self.unreadable_position(error));
                } else {
                    self.output.message(error);
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn run_command(&mut self, command: Command) -> ControlFlow<()> {
        // A job ends before the messages of the next one.
        if let Command::Go { .. } | Command::GoPerft { .. } | Command::Bench(_) = command {
            self.jobs.stop();
        }
        match command {
            Command::Ugi => {
                self.speaks_ugi = true;
                self.print_identity("ugiok");
            }
            Command::Uci => {
                self.speaks_ugi = false;
                self.print_identity("uciok");
            }
            Command::IsReady => self.output.line("readyok"),
            Command::NewGame => {
                self.jobs.stop();
                self.engine.clear();
                self.game = Ok(self.engine.fresh_game());
            }
            Command::SetOption { name, value } => self.set_option(&name, &value),
            Command::Position { start, moves } => self.game = self.read_game(&start, &moves),
            Command::Go { arguments, errors } => {
                errors.iter().for_each(|error| self.output.message(error));
                self.go(&arguments);
            }
            Command::GoPerft { depth, method } => self.perft(depth, method),
            Command::Stop => self.jobs.stop(),
            Command::PonderHit => self.jobs.ponder_hit(),
            Command::Query(query) => {
                let answer = match &self.game {
                    Ok(game) => query.answer(game, self.coordinates()),
                    Err(why) => query.answer_without_game(*why),
                };
                self.output.line(&format!("response {answer}"));
            }
            Command::Quit => return ControlFlow::Break(()),
            Command::Debug => {}
            Command::Help => self.output.lines(help().lines()),
            Command::Show => {
                if let Some(game) = self.game_or_message() {
                    self.output.lines(draw_game(game, self.coordinates()).lines());
                }
            }
            Command::Eval => {
                if let Some(game) = self.game_or_message() {
                    let position = game.position();
                    let network = self.engine.networks().of(position.variant());
                    let explanation = explain(network, position);
                    self.output.lines(explanation.draw(game, self.coordinates()).lines());
                }
            }
            Command::Moves => match &self.game {
                Ok(game) => self.output.line(&list_moves(game, self.coordinates())),
                Err(_) => self.output.line("moves"),
            },
            Command::Bench(depth) => self.bench(depth.unwrap_or(bench::DEPTH)),
        }
        ControlFlow::Continue(())
    }

    fn coordinates(&self) -> Coordinates {
        self.engine.options().coordinates
    }

    /// The game. If there is none, the reason is answered.
    fn game_or_message(&self) -> Option<&Game> {
        self.game.as_ref().inspect_err(|why| self.output.message(why)).ok()
    }

    /// Prints name, author and options, and then `end`.
    fn print_identity(&self, end: &str) {
        let name = format!("id name {ENGINE_NAME}");
        let options = OPTIONS.iter().filter(|option| self.offers(option));
        let mut lines = vec![name, "id author the Luctor developers".to_owned()];
        lines.extend(options.map(OptionDeclaration::line));
        lines.push(end.to_owned());
        self.output.lines(lines);
    }

    fn offers(&self, option: &OptionDeclaration) -> bool {
        match option.effect {
            OptionEffect::Threads => self.jobs.has_thread(),
            _ => self.has_files || !option.needs_file(),
        }
    }

    fn set_option(&mut self, name: &str, value: &str) {
        if OptionDeclaration::named(name).is_some_and(|option| !self.offers(option)) {
            return self.output.message(OptionError::Unknown(Excerpt::of(name)));
        }
        let change = match self.engine.options().change(name, value) {
            Ok(change) => change,
            Err(error) => return self.output.message(error),
        };
        let effect = change.effect;
        if effect.stops_search() {
            self.jobs.stop();
        }
        if effect == OptionEffect::DebugLog {
            let path = change.options.debug_log_file.as_deref();
            if let Err(error) = self.output.set_log(path) {
                let file = Excerpt::of(value);
                return self.output.message(format!("cannot log to {file}: {error}"));
            }
        }
        if let Err(error) = self.engine.apply(change) {
            return self.output.message(error);
        }
        match (effect, &mut self.game) {
            (OptionEffect::Variant, game) => *game = Ok(self.engine.fresh_game()),
            (OptionEffect::Blocked, Ok(game)) => {
                *game = game.with_blocked_rule(self.engine.options().blocked);
            }
            _ => {}
        }
        let board = self.engine.options().variant;
        if effect == OptionEffect::Networks
            && let Err(error) = self.engine.networks().check_board(board)
        {
            self.output.message(format!("option EvalFile: {error}"));
        }
    }

    /// Sets up a position and plays moves. Moves after the end of the game are ignored.
    fn read_game(&self, start: &Start, moves: &[String]) -> Result<Game, NoGame> {
        let mut game = match start {
            Start::StartPosition => self.engine.fresh_game(),
            Start::Text(text) => match read_position(self.engine.options().variant, text) {
                Ok(read) => read.game(self.engine.options().blocked),
                Err(error) => return Err(self.unreadable_position(format!("position: {error:#}"))),
            },
        };
        let count = moves.len();
        for (number, text) in (1..).zip(moves) {
            let error = match game.read_move(self.coordinates(), text) {
                Ok(mv) => {
                    game.play(mv);
                    continue;
                }
                Err(error) => error,
            };
            let problem = format!("position: move {number} of {count}: {error}");
            if let GameMoveError::GameEnded { .. } = error {
                let text = Excerpt::of(text);
                self.output.message(format!("{problem}; the moves from {text} on are ignored"));
                break;
            }
            let side = game.position().side();
            self.output.message(format!("{problem}; {side} forfeits the game"));
            return Err(NoGame::Forfeited { winner: side.other() });
        }
        Ok(game)
    }

    /// Reports a `position` line that cannot be read. Returns why there is no game after it.
    fn unreadable_position(&self, error: impl Display) -> NoGame {
        self.output.message(format!("{error}; no game until the next position"));
        NoGame::Unreadable
    }

    fn go(&mut self, arguments: &GoArguments) {
        let Ok(game) = &self.game else {
            let (output, infinite) = (self.output.clone(), arguments.limits.infinite);
            return self.jobs.run(SearchControl::of(&arguments.limits), move |control| {
                control.wait(infinite);
                output.line("bestmove 0000");
            });
        };
        let variant = game.position().variant();
        let (limits, errors) = arguments.limits(game.position(), self.coordinates());
        if let Some(first) = errors.first() {
            let more = match errors.len() - 1 {
                0 => String::new(),
                more => format!(", and {more} more"),
            };
            self.output.message(format!("go searchmoves: {first}{more}"));
        }
        let format = InfoFormat {
            variant,
            coordinates: self.coordinates(),
            show_wdl: self.engine.options().show_wdl,
            draws: self.engine.networks().of(variant).header().draws,
            show_reply: self.engine.options().ponder && !self.speaks_ugi,
        };
        let to = SearchOutput { output: self.output.clone(), format };
        match self.engine.book_line(game, &limits) {
            Ok(Some(line)) => return to.book_line(line),
            Ok(None) => {}
            Err(problem) => self.output.message(problem),
        }
        let control = SearchControl::of(&limits);
        self.jobs.search(self.engine.search_task(game.clone(), limits), control, to);
    }

    fn perft(&mut self, depth: u32, method: PerftMethod) {
        let Some(game) = self.game_or_message() else { return };
        let position = *game.position();
        let output = self.output.clone();
        let coordinates = self.coordinates();
        self.jobs.run(SearchControl::default(), move |control| {
            if depth == 0 {
                return output.line("Nodes searched: 1");
            }
            let threads = match start_threads(cores(), "perft") {
                Ok(threads) => threads,
                Err(error) => return output.message(format!("perft: {error}")),
            };
            let Some(counts) =
                threads.install(|| divide(&position, depth, method, control.stop_flag()))
            else {
                return output.message("perft was stopped");
            };
            output.lines(write_divide(position.variant(), coordinates, &counts));
        });
    }

    fn bench(&mut self, depth: u32) {
        let output = self.output.clone();
        let networks = self.engine.networks().clone();
        self.jobs.run(SearchControl::default(), move |control| {
            let mut print = |line: &str| output.line_of_job(line, control);
            if let Err(error) = bench::run(&networks, depth, 1, control, &mut print) {
                output.message(format!("bench: {error}"));
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_is_stopped_if_its_output_is_closed() {
        for line in ["go depth 2", "bench 1"] {
            let (_, writer) = io::pipe().unwrap();
            let mut session = Session::new(Engine::new().unwrap(), Output::new(writer)).unwrap();
            assert!(session.run_line(line.as_bytes()).is_continue());
            let Jobs::Thread(thread) = &mut session.jobs else { unreachable!() };
            let (control, ended) = thread.current.take().unwrap();
            assert!(ended.recv().is_err() && control.is_stopped(), "{line}");
        }
    }
}
