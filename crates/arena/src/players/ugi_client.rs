//! The runner's side of UGI and UCI: the handshake, positions, `go`, `query`, and their replies.
//!
//! A [`LineTransport`] carries the lines: a process, or a test in memory. Unknown lines are ignored. A missing reply is an error.

use crate::engine_failure::{NotScored, PlayerError};
use crate::players::player::{EndClaim, EngineCheck, PlayRequest, Player, PlayerMove};
use crate::players::reply_timer::ReplyTimer;
use crate::players::traffic_log::TrafficLog;
use crate::settings::{EngineSettings, MatchSettings, Protocol};
use crate::suggestion::suggestion;
use crate::time_control::{PlayerClock, TurnLimit};
use emergo::notation::Excerpt;
use emergo::{Blocked, Coordinates, Position, Variant, write_move, write_position};
use emergo_records::{Evaluation, MoveInfo, Termination};
use std::time::Duration;

/// Declared options that are kept.
const MAX_OPTIONS: usize = 10_000;
/// Characters of an answer that are kept.
const MAX_ANSWER_CHARACTERS: usize = 200;
/// How long the runner waits for a move after its time has ended. A move within this wait loses on time. An engine that
/// sends no move within this wait is treated as hanging.
const LATE_MOVE_TIME: Duration = Duration::from_secs(2);

/// Carries lines to and from an engine.
pub trait LineTransport {
    /// Sends a line.
    ///
    /// # Errors
    ///
    /// The engine has ended, or does not read, or the match is being stopped.
    fn send(&mut self, line: &str) -> Result<(), PlayerError>;

    /// The next line without its end; `None` if the time is over.
    ///
    /// # Errors
    ///
    /// The engine has ended, or the match is being stopped.
    fn receive(&mut self, timer: &mut ReplyTimer) -> Result<Option<String>, PlayerError>;

    /// Whether the engine is still running.
    fn is_alive(&mut self) -> bool;
}

/// An engine that speaks UGI or UCI.
pub struct UgiClient<T: LineTransport> {
    transport: T,
    settings: EngineSettings,
    log: TrafficLog,
    check: EngineCheck,
}

impl<T: LineTransport> UgiClient<T> {
    /// Performs the handshake and sets the options of an engine of a match.
    ///
    /// # Errors
    ///
    /// The engine does not start ([`NotScored::NotStarted`]), or the match is being stopped.
    pub fn connect(
        transport: T,
        settings: &MatchSettings,
        engine: &EngineSettings,
        log: TrafficLog,
    ) -> Result<UgiClient<T>, NotScored> {
        let check = EngineCheck::default();
        let mut client = UgiClient { transport, settings: engine.clone(), log, check };
        client.handshake(settings).map_err(|error| match error {
            PlayerError::Loses { reason: Termination::Crash, detail } => {
                NotScored::NotStarted(format!("it ended before it was ready ({detail})"))
            }
            PlayerError::Loses { detail, .. } => NotScored::NotStarted(detail),
            PlayerError::NotScored(error) => error,
        })?;
        Ok(client)
    }

    fn handshake(&mut self, settings: &MatchSettings) -> Result<(), PlayerError> {
        for line in self.settings.init_lines.clone() {
            self.send(&line)?;
        }
        let greeting = self.settings.protocol.name();
        self.send(greeting)?;
        let mut declared = Vec::new();
        self.read_until(&format!("{greeting}ok"), greeting, self.settings.watchdog(), |line| {
            let option =
                line.strip_prefix("option name ").and_then(|line| line.split_once(" type "));
            if let Some((name, _)) = option
                && declared.len() < MAX_OPTIONS
            {
                declared.push(name.to_owned());
            }
        })?;
        // What the engine prints unasked after its start is not an answer to an option.
        self.wait_until_ready(self.settings.watchdog())?;
        let is_declared =
            |name: &str| declared.iter().any(|declared| declared.eq_ignore_ascii_case(name));
        let rules = [
            ("UCI_Variant", settings.variant.name()),
            ("Blocked", settings.blocked.name()),
            ("Coordinates", "oblique"),
        ];
        for (name, value) in rules {
            if is_declared(name) {
                self.set_option(name, value)?;
            } else if name == "Blocked" && value != Blocked::default().name() {
                let problem = format!("it has no option Blocked for -blocked {value}");
                self.check.problems.push(problem);
            } else if name == "UCI_Variant" && value != Variant::default().name() {
                // It may be an engine for this board only.
                let warning = format!("it has no option UCI_Variant for -variant {value}");
                self.check.warnings.push(warning);
            }
        }
        for (name, value) in self.settings.options.clone() {
            let rule = rules.iter().find(|(rule, _)| rule.eq_ignore_ascii_case(&name));
            let rejection = match rule {
                Some((rule, of_match)) if !value.eq_ignore_ascii_case(of_match) => {
                    format!("the match sets option {rule} to {of_match}")
                }
                _ if is_declared(&name) => {
                    self.set_option(&name, &value)?;
                    continue;
                }
                _ => {
                    let suggestion = suggestion(&name, declared.iter().map(String::as_str));
                    format!("it has no option {}{suggestion}", Excerpt::of(&name))
                }
            };
            self.check.problems.push(rejection);
        }
        Ok(())
    }

    /// Sets an option. An `info string` before the next `readyok` means that the engine rejects the value.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), PlayerError> {
        self.send(&format!("setoption name {name} value {value}"))?;
        self.send("isready")?;
        let mut rejections = Vec::new();
        self.read_until("readyok", "setoption", self.settings.watchdog(), |line| {
            if let Some(text) = line.strip_prefix("info string ") {
                let text = text.chars().filter(|character| !character.is_control());
                let text: String = text.take(MAX_ANSWER_CHARACTERS).collect();
                rejections.push(format!("option.{name}={value} is answered by: {text}"));
            }
        })?;
        self.check.problems.extend(rejections);
        Ok(())
    }

    fn wait_until_ready(&mut self, timeout: Duration) -> Result<(), PlayerError> {
        self.send("isready")?;
        self.read_until("readyok", "isready", timeout, |_| ())
    }

    /// The longest wait for an answer during a game: no longer than for a move.
    fn answer_timeout(&self) -> Duration {
        self.move_timeout(&self.settings.clock()).min(self.settings.watchdog())
    }

    fn move_timeout(&self, clock: &PlayerClock) -> Duration {
        match clock.budget() {
            Some(budget) => budget + self.settings.time_margin() + LATE_MOVE_TIME,
            None => self.settings.watchdog(),
        }
    }

    fn send(&mut self, line: &str) -> Result<(), PlayerError> {
        self.log.add(&self.settings.name, '>', line);
        self.transport.send(line)
    }

    fn receive(&mut self, timer: &mut ReplyTimer) -> Result<Option<String>, PlayerError> {
        let line = self.transport.receive(timer)?;
        if let Some(line) = &line {
            self.log.add(&self.settings.name, '<', line);
        }
        Ok(line)
    }

    /// Reads the answer to a request: takes each line before `end`. If the time is over, the engine loses with
    /// [`Termination::Hang`].
    fn read_until(
        &mut self,
        end: &str,
        request: &str,
        timeout: Duration,
        mut take: impl FnMut(&str),
    ) -> Result<(), PlayerError> {
        let mut timer = ReplyTimer::start(timeout);
        while let Some(line) = self.receive(&mut timer)? {
            if line == end {
                return Ok(());
            }
            take(&line);
        }
        Err(PlayerError::loses(Termination::Hang, format!("no answer to {request} in time")))
    }

    fn set_position(&mut self, request: &PlayRequest) -> Result<(), PlayerError> {
        let game = request.game;
        let variant = game.start().variant();
        let mut line = if *game.start() == Position::start(variant) {
            "position startpos".to_owned()
        } else {
            format!("position fen {}", write_position(game.start(), game.first_turn()))
        };
        if !game.moves().is_empty() {
            line.push_str(" moves");
        }
        for mv in game.moves() {
            line.push(' ');
            line.push_str(&write_move(variant, Coordinates::Oblique, *mv));
        }
        self.send(&line)
    }

    fn query(&mut self, question: &str) -> Result<Option<String>, PlayerError> {
        self.send(&format!("query {question}"))?;
        // An engine that does not support the query answers this.
        self.send("isready")?;
        let mut answer = None;
        self.read_until("readyok", "query", self.answer_timeout(), |line| {
            if let Some(text) = line.strip_prefix("response ") {
                answer = Some(text.trim().chars().take(MAX_ANSWER_CHARACTERS).collect());
            }
        })?;
        Ok(answer)
    }
}

impl<T: LineTransport> Player for UgiClient<T> {
    fn start_check(&self) -> &EngineCheck {
        &self.check
    }

    fn are_legal(
        &mut self,
        request: &PlayRequest,
        moves: &[String],
    ) -> Result<Option<Vec<bool>>, PlayerError> {
        self.set_position(request)?;
        let mut answers = Vec::new();
        for text in moves {
            match self.query(&format!("islegal {text}"))?.as_deref() {
                Some(answer @ ("true" | "false")) => answers.push(answer == "true"),
                _ => return Ok(None),
            }
        }
        Ok(Some(answers))
    }

    fn new_game(&mut self) -> Result<(), PlayerError> {
        self.send(&format!("{}newgame", self.settings.protocol))?;
        self.wait_until_ready(self.settings.watchdog())
    }

    fn choose_move(&mut self, request: &PlayRequest) -> Result<PlayerMove, PlayerError> {
        self.set_position(request)?;
        // Replies to earlier commands come before `readyok` and are ignored.
        self.wait_until_ready(self.answer_timeout())?;
        let clock = request.clocks[request.side().index()];
        let timeout = self.move_timeout(&clock);
        self.send(&go_line(request, &clock, self.settings.protocol))?;
        let mut timer = ReplyTimer::start(timeout);
        let mut info = MoveInfo::default();
        loop {
            let Some(line) = self.receive(&mut timer)? else {
                let detail = format!("no bestmove within {:.1} s", timeout.as_secs_f64());
                return Err(PlayerError::loses(Termination::Hang, detail));
            };
            let mut words = line.split_ascii_whitespace();
            match words.next() {
                Some("info") => read_info(words, &mut info),
                Some("bestmove") => {
                    let text = words.next().ok_or_else(|| {
                        PlayerError::loses(Termination::IllegalMove, "bestmove without a move")
                    })?;
                    let (text, taken) = (text.to_owned(), timer.elapsed());
                    return Ok(PlayerMove { text, info, taken });
                }
                _ => {}
            }
        }
    }

    fn is_alive(&mut self) -> bool {
        self.transport.is_alive()
    }

    fn end_claim(&mut self, request: &PlayRequest) -> Result<Option<EndClaim>, PlayerError> {
        self.set_position(request)?;
        let (over, result) = (self.query("gameover")?, self.query("result")?);
        Ok(over.zip(result).map(|(over, result)| EndClaim { over: over == "true", result }))
    }
}

impl<T: LineTransport> Drop for UgiClient<T> {
    fn drop(&mut self) {
        let _ = self.send("quit");
    }
}

fn go_line(request: &PlayRequest, mover: &PlayerClock, protocol: Protocol) -> String {
    match mover.limit() {
        TurnLimit::MoveTime(time) => format!("go movetime {}", time.as_millis()),
        TurnLimit::Nodes(range) => format!("go nodes {}", request.nodes(range)),
        TurnLimit::Depth(depth) => format!("go depth {depth}"),
        TurnLimit::Clock { .. } => {
            let [first, second] = match protocol {
                Protocol::Ugi => ["p1", "p2"],
                Protocol::Uci => ["w", "b"],
            };
            // If the opponent has no clock, its time is the mover's.
            let [time1, time2] =
                request.clocks.map(|clock| clock.left().or(mover.left()).unwrap_or(0));
            let [inc1, inc2] = request.clocks.map(|clock| clock.increment());
            let moves = mover.moves_left().map(|moves| format!(" movestogo {moves}"));
            format!(
                "go {first}time {time1} {second}time {time2} {first}inc {inc1} {second}inc {inc2}{}",
                moves.unwrap_or_default()
            )
        }
    }
}

/// Reads the evaluation of the best line from an `info` line.
fn read_info<'a>(mut words: impl Iterator<Item = &'a str>, info: &mut MoveInfo) {
    let mut read = *info;
    while let Some(word) = words.next() {
        match word {
            "depth" => read.depth = words.next().and_then(|word| word.parse().ok()),
            // The depth is that of an iteration that is not finished.
            "currmove" => return,
            "nodes" => read.nodes = words.next().and_then(|word| word.parse().ok()),
            "multipv" if words.next() != Some("1") => return,
            "score" => {
                let kind = words.next();
                // Limited, so that the number can be negated.
                let number = words.next().and_then(|word| word.parse::<i32>().ok());
                let number = number.map(|number| number.clamp(-100_000, 100_000));
                read.evaluation = match kind {
                    Some("cp") => number.map(Evaluation::Centimen),
                    Some("mate") => number.map(Evaluation::Mate),
                    _ => return,
                };
            }
            "pv" | "string" => break,
            _ => {}
        }
    }
    *info = read;
}

#[cfg(test)]
#[path = "../../tests/unit/ugi_client.rs"]
mod tests;
