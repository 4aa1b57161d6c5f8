//! What is said between the runner and an engine, in UGI or UCI: greeting, positions, questions, and what the answers
//! mean. How the lines come and go is the business of a [`Peer`]: a process, or a test. An engine may say anything; what
//! is not understood is passed over, and what is missing is a fault.

use super::limit::{PlayerClock, TurnLimit};
use super::player::{Answer, Claim, Fault, Player, Question};
use super::pulse::Pulse;
use super::settings::{EngineSettings, Protocol};
use super::traffic::TrafficLog;
use super::wait::Wait;
use crate::record::Opinion;
use emergo::{Blocked, Variant};
use std::fmt::Write as _;
use std::io::{BufRead, Read};
use std::time::Duration;

/// Bytes of a line that are kept.
pub(super) const LONGEST_LINE: u64 = 64 << 10;
/// Characters of the answer to a query that are kept.
const LONGEST_ANSWER: usize = 100;

/// Whoever is at the other end of the lines.
pub trait Peer {
    /// Sends a line.
    ///
    /// # Errors
    ///
    /// It has gone, or does not read, or the match is being stopped.
    fn send(&mut self, line: &str) -> Result<(), Fault>;

    /// The next line, without its end; `None` if there is none within the wait.
    ///
    /// # Errors
    ///
    /// It has gone, or the match is being stopped.
    fn receive(&mut self, wait: &mut Wait) -> Result<Option<String>, Fault>;

    /// Is it still there?
    fn is_alive(&mut self) -> bool;
}

/// The rules a program is told, if it has the options for them.
#[derive(Clone, Copy, Debug)]
pub struct GameRules {
    /// The board.
    pub variant: Variant,
    /// The reading of a blocked position.
    pub blocked: Blocked,
}

/// A player at the other end of a protocol.
pub struct Conversation<P: Peer> {
    peer: P,
    settings: EngineSettings,
    log: TrafficLog,
    pulse: Pulse,
}

impl<P: Peer> Conversation<P> {
    /// Greets the peer, and sets its options; those of the rules only where it has them.
    ///
    /// # Errors
    ///
    /// It does not introduce itself in time.
    pub fn begin(
        peer: P,
        settings: &EngineSettings,
        rules: Option<GameRules>,
        log: TrafficLog,
        pulse: Pulse,
    ) -> Result<Conversation<P>, Fault> {
        let mut conversation = Conversation { peer, settings: settings.clone(), log, pulse };
        conversation.introduce(rules).map_err(|fault| match fault {
            Fault::Aborted => Fault::Aborted,
            other => Fault::NoStart(other.detail().to_owned()),
        })?;
        Ok(conversation)
    }

    fn introduce(&mut self, rules: Option<GameRules>) -> Result<(), Fault> {
        for line in self.settings.greeting.clone() {
            self.send(&line)?;
        }
        let (greeting, ending) = match self.settings.protocol {
            Protocol::Ugi => ("ugi", "ugiok"),
            Protocol::Uci => ("uci", "uciok"),
        };
        self.send(greeting)?;
        let mut wait = self.wait(self.settings.watchdog);
        let mut declared = String::new();
        loop {
            let line = self.line(&mut wait, greeting)?;
            if line == ending {
                break;
            }
            if let Some(option) = line.strip_prefix("option name ") {
                // Of a flood, so much as any program could mean.
                if declared.len() < 1 << 20 {
                    declared.push_str(&option.to_ascii_lowercase());
                    declared.push('\n');
                }
            }
        }
        let knows = |name: &str| {
            let start = format!("{} type ", name.to_ascii_lowercase());
            declared.lines().any(|option| option.starts_with(&start))
        };
        let mut options = Vec::new();
        if let Some(rules) = rules {
            for (name, value) in [
                ("UCI_Variant", rules.variant.name()),
                ("Blocked", rules.blocked.name()),
                ("Coordinates", "oblique"),
            ] {
                if knows(name) {
                    options.push((name.to_owned(), value.to_owned()));
                }
            }
        }
        options.extend(self.settings.options.iter().cloned());
        for (name, value) in options {
            self.send(&format!("setoption name {name} value {value}"))?;
        }
        self.be_ready()
    }

    fn be_ready(&mut self) -> Result<(), Fault> {
        self.send("isready")?;
        let mut wait = self.wait(self.settings.watchdog);
        while self.line(&mut wait, "isready")? != "readyok" {}
        Ok(())
    }

    fn send(&mut self, line: &str) -> Result<(), Fault> {
        self.log.note(&self.settings.name, '<', line);
        self.peer.send(line)
    }

    /// A wait that begins now.
    fn wait(&self, patience: Duration) -> Wait {
        Wait::new(self.pulse.stopwatch(), patience)
    }

    /// The next line, if there is one within the wait.
    fn next_line(&mut self, wait: &mut Wait) -> Result<Option<String>, Fault> {
        let line = self.peer.receive(wait)?;
        if let Some(line) = &line {
            self.log.note(&self.settings.name, '>', line);
        }
        Ok(line)
    }

    /// The next line. Fails with a hang if there is none within the wait, which `what` did not answer.
    fn line(&mut self, wait: &mut Wait, what: &str) -> Result<String, Fault> {
        self.next_line(wait)?.ok_or_else(|| Fault::Hang(format!("no answer to {what} in time")))
    }

    fn set_position(&mut self, question: &Question) -> Result<(), Fault> {
        let mut line = match question.start {
            None => "position startpos".to_owned(),
            Some(text) => format!("position fen {text}"),
        };
        if !question.moves.is_empty() {
            line.push_str(" moves");
        }
        for mv in question.moves {
            line.push(' ');
            line.push_str(mv);
        }
        self.send(&line)
    }

    fn ask(&mut self, question: &str) -> Result<Option<String>, Fault> {
        self.send(&format!("query {question}"))?;
        // One that does not know the question answers this.
        self.send("isready")?;
        let mut wait = self.wait(self.settings.watchdog);
        let mut answer = None;
        loop {
            let line = self.line(&mut wait, "query")?;
            if line == "readyok" {
                return Ok(answer);
            }
            if let Some(text) = line.strip_prefix("response ") {
                answer = Some(text.trim().chars().take(LONGEST_ANSWER).collect());
            }
        }
    }
}

impl<P: Peer> Player for Conversation<P> {
    fn begin(&mut self) -> Result<(), Fault> {
        let line = match self.settings.protocol {
            Protocol::Ugi => "uginewgame",
            Protocol::Uci => "ucinewgame",
        };
        self.send(line)?;
        self.be_ready()
    }

    fn choose(&mut self, question: &Question) -> Result<Answer, Fault> {
        self.set_position(question)?;
        // Whatever the program still had to say belongs to the past.
        self.be_ready()?;
        let clock = question.clocks[question.side.index()];
        let line = go_line(question.clocks, &clock, self.settings.protocol);
        let margin = self.settings.time_margin();
        // Late moves are waited for a little, to tell a slow program from one that hangs.
        let patience = match clock.budget() {
            Some(budget) => budget + margin + Duration::from_secs(2),
            None => self.settings.watchdog,
        };
        let patience = patience.max(Duration::from_millis(1));
        self.send(&line)?;
        let mut wait = self.wait(patience);
        let mut opinion = Opinion::default();
        loop {
            let Some(line) = self.next_line(&mut wait)? else {
                let seconds = patience.as_secs_f64();
                return Err(Fault::Hang(format!("no bestmove within {seconds:.1} s")));
            };
            let mut words = line.split_ascii_whitespace();
            match words.next() {
                Some("info") => read_info(words, &mut opinion),
                Some("bestmove") => {
                    let text = words.next().unwrap_or("0000").to_owned();
                    let taken = wait.cost(clock.budget());
                    return Ok(Answer { text, opinion, taken });
                }
                _ => {}
            }
        }
    }

    fn is_alive(&mut self) -> bool {
        self.peer.is_alive()
    }

    fn claim(&mut self, question: &Question) -> Result<Option<Claim>, Fault> {
        self.set_position(question)?;
        let (over, result) = (self.ask("gameover")?, self.ask("result")?);
        Ok(match (over, result) {
            (Some(over), Some(result)) => Some(Claim { over: over == "true", result }),
            _ => None,
        })
    }

    fn is_white_to_move(&mut self, question: &Question) -> Result<bool, Fault> {
        self.set_position(question)?;
        Ok(self.ask("p1turn")?.as_deref() != Some("false"))
    }
}

impl<P: Peer> Drop for Conversation<P> {
    fn drop(&mut self) {
        let _ = self.send("quit");
    }
}

/// The lines of a stream, without blanks at their ends; bytes that are no text are replaced. What is beyond
/// [`LONGEST_LINE`] is left out: each piece of it of that length is an empty line, by which a flood is held back like any other.
pub fn lines(mut reader: impl BufRead) -> impl Iterator<Item = String> {
    let mut bytes = Vec::new();
    let mut goes_on = false;
    std::iter::from_fn(move || {
        bytes.clear();
        let count = reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes).ok()?;
        let is_rest = std::mem::replace(&mut goes_on, bytes.last() != Some(&b'\n'));
        let text = if is_rest { "".into() } else { String::from_utf8_lossy(&bytes) };
        (count > 0).then(|| text.trim_end().to_owned())
    })
}

fn go_line(clocks: &[PlayerClock; 2], mover: &PlayerClock, protocol: Protocol) -> String {
    match mover.limit() {
        TurnLimit::MoveTime(time) => format!("go movetime {}", time.as_millis()),
        TurnLimit::Nodes(nodes) => format!("go nodes {nodes}"),
        TurnLimit::Depth(depth) => format!("go depth {depth}"),
        TurnLimit::Clock { .. } => {
            let mut line = "go".to_owned();
            // Who plays without a clock against one with it is shown the mover's.
            let left = |clock: &PlayerClock| clock.left().or(mover.left()).unwrap_or(0);
            let players = match protocol {
                Protocol::Ugi => ["p1", "p2"],
                Protocol::Uci => ["w", "b"],
            };
            for (player, clock) in players.into_iter().zip(clocks) {
                write!(line, " {player}time {}", left(clock)).expect("a String takes everything");
            }
            for (player, clock) in players.into_iter().zip(clocks) {
                write!(line, " {player}inc {}", clock.increment())
                    .expect("a String takes everything");
            }
            if let Some(moves) = mover.moves_left() {
                write!(line, " movestogo {moves}").expect("a String takes everything");
            }
            line
        }
    }
}

/// Takes what an `info` line says of the best line.
fn read_info<'a>(mut words: impl Iterator<Item = &'a str>, opinion: &mut Opinion) {
    let mut read = *opinion;
    while let Some(word) = words.next() {
        match word {
            "depth" => read.depth = words.next().and_then(|word| word.parse().ok()),
            "nodes" => read.nodes = words.next().and_then(|word| word.parse().ok()),
            "multipv" if words.next() != Some("1") => return,
            "score" => {
                let (kind, number) =
                    (words.next(), words.next().and_then(|word| word.parse().ok()));
                // No score of sense is beyond this, and numbers within can be negated and written.
                let number = number.map(|number: i32| number.clamp(-100_000, 100_000));
                match kind {
                    Some("cp") => (read.score, read.mate) = (number, None),
                    Some("mate") => (read.score, read.mate) = (None, number),
                    _ => return,
                }
            }
            "pv" | "string" => break,
            _ => {}
        }
    }
    *opinion = read;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_is_lines_of_text_and_of_a_flood_the_beginning() {
        let limit = LONGEST_LINE as usize;
        let flood = [b"info ".to_vec(), vec![b'x'; 3 * limit], b" bestmove e4".to_vec()].concat();
        let stream = [&b"id name A \r\n\n\xff1\n"[..], &flood, b"\nreadyok\nbestmove"].concat();
        let said: Vec<String> = lines(&stream[..]).collect();
        let beginning = format!("info {}", "x".repeat(limit - 5));
        let begun = ["id name A", "", "\u{fffd}1", &beginning, "", "", "", "readyok", "bestmove"];
        assert_eq!(said, begun);
    }

    #[test]
    fn what_an_engine_thinks_is_read_from_its_best_line() {
        let opinion = |score, mate, depth, nodes| Opinion { score, mate, depth, nodes };
        let table = [
            ("depth 3 score cp -7 nodes 9 pv e4", opinion(Some(-7), None, Some(3), Some(9))),
            ("score mate -2 depth 5", opinion(None, Some(-2), Some(5), None)),
            ("score cp 2147483647", opinion(Some(100_000), None, None, None)),
            ("score mate -2147483648", opinion(None, Some(-100_000), None, None)),
            ("depth 9 multipv 1 score cp 1", opinion(Some(1), None, Some(9), None)),
            ("depth 9 multipv 2 score cp 1", Opinion::default()),
            ("string depth 9", Opinion::default()),
            ("depth x score", Opinion::default()),
            ("pv e4 depth 9", Opinion::default()),
        ];
        for (line, expected) in table {
            let mut read = Opinion::default();
            read_info(line.split_ascii_whitespace(), &mut read);
            assert_eq!(read, expected, "{line}");
        }
    }
}
