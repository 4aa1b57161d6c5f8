//! Random sequences of commands, sent without waiting, are answered as a model of the engine predicts. The model uses the
//! rules of the library, so the test is about the protocol.

use super::start;
use emergo::notation::{read_move, write_move, write_position};
use emergo::{Blocked, Coordinates, Game, Move, Side, Variant};
use fastrand::Rng;
use luctor_engine::ugi::result_word;
use std::collections::VecDeque;

/// The state of the engine, and the answers that it still has to send.
struct Model {
    variant: Variant,
    coordinates: Coordinates,
    blocked: Blocked,
    ponder: bool,
    /// Without a game: the answer to `query result`.
    game: Result<Game, &'static str>,
    /// Expected answers in order.
    answers: VecDeque<String>,
    /// Searches without `bestmove` so far, in order.
    searches: VecDeque<RunningSearch>,
    messages: usize,
}

/// A search and the state of the engine at its `go`.
struct RunningSearch {
    /// `None` without a game.
    game: Option<Game>,
    coordinates: Coordinates,
    ponder: bool,
}

impl Model {
    fn new() -> Model {
        Model {
            variant: Variant::Emergo,
            coordinates: Coordinates::Oblique,
            blocked: Blocked::Draw,
            ponder: false,
            game: Ok(Game::new(Variant::Emergo, Blocked::Draw)),
            answers: VecDeque::new(),
            searches: VecDeque::new(),
            messages: 0,
        }
    }

    fn legal(game: &Game) -> Vec<Move> {
        if game.ending().is_none() { game.position().legal_moves() } else { Vec::new() }
    }

    /// A `position` command with random moves, sometimes with an illegal move at the end.
    fn position(&mut self, random: &mut Rng) -> String {
        let (mut line, mut game) = match &self.game {
            Ok(game) if random.bool() => {
                let (position, turn) = (*game.position(), game.turn());
                let text = write_position(&position, turn);
                let game = Game::from_position(position, turn, self.blocked);
                (format!("position fen {text}"), game)
            }
            _ => ("position startpos".to_owned(), Game::new(self.variant, self.blocked)),
        };
        line.push_str(" moves");
        for _ in 0..random.u32(..60) {
            let legal = Model::legal(&game);
            let Some(mv) = random.choice(&legal) else { break };
            line.push(' ');
            line.push_str(&write_move(self.variant, self.coordinates, *mv));
            game.play(*mv);
        }
        if random.u32(..5) == 0 {
            line.push_str(" 0000");
            self.messages += 1;
            if game.ending().is_none() {
                let white_loses = game.position().side() == Side::White;
                self.game = Err(if white_loses { "p2win" } else { "p1win" });
                return line;
            }
        }
        self.game = Ok(game);
        line
    }

    /// The next command.
    fn command(&mut self, random: &mut Rng) -> String {
        match random.u32(..20) {
            0 => {
                self.answers.push_back("readyok".to_owned());
                "isready".to_owned()
            }
            1..=3 => self.position(random),
            4..=6 => self.query(random),
            7 => {
                let legal = self.game.as_ref().map_or_else(|_| Vec::new(), Model::legal);
                let write = |mv: &Move| write_move(self.variant, self.coordinates, *mv);
                let mut texts: Vec<String> = legal.iter().map(write).collect();
                texts.sort();
                texts.insert(0, "moves".to_owned());
                self.answers.push_back(texts.join(" "));
                "moves".to_owned()
            }
            8..=11 => {
                self.searches.push_back(RunningSearch {
                    game: self.game.clone().ok(),
                    coordinates: self.coordinates,
                    ponder: self.ponder,
                });
                let limits = [
                    "infinite",
                    "ponder",
                    "ponder depth 3",
                    "depth 1",
                    "depth 4",
                    "nodes 500",
                    "movetime 3",
                    "p1time 30 p2time 30",
                    "p1time 0 p2time -9",
                    "",
                ];
                format!("go {}", random.choice(limits).unwrap())
            }
            12..=13 => "stop".to_owned(),
            14 => "ponderhit".to_owned(),
            15 => {
                self.game = Ok(Game::new(self.variant, self.blocked));
                "uginewgame".to_owned()
            }
            16 => {
                self.messages += 1;
                let lines = ["fly", "position fen 1/2/3 w 1,1", "query x", "setoption name x"];
                let line = random.choice(lines).unwrap();
                if line.starts_with("position") {
                    self.game = Err("none");
                }
                line.to_owned()
            }
            _ => self.option(random),
        }
    }

    fn query(&mut self, random: &mut Rng) -> String {
        let game = self.game.as_ref().ok();
        let is_over = game.is_none_or(|game| game.ending().is_some());
        let (question, answer) = match random.u32(..6) {
            0 => ("gameover".to_owned(), is_over.to_string()),
            1 => ("p1turn".to_owned(), {
                let is_white = game.is_some_and(|game| game.position().side() == Side::White);
                is_white.to_string()
            }),
            2 => {
                let word =
                    |game: &Game| game.ending().map_or("none", |end| result_word(end.result()));
                let result = self.game.as_ref().map_or_else(|result| *result, word);
                ("result".to_owned(), result.to_owned())
            }
            3 => {
                let text = game.map(|game| write_position(game.position(), game.turn()));
                ("fen".to_owned(), text.unwrap_or("none".to_owned()))
            }
            _ => {
                let square = self.variant.cells().collect::<Vec<_>>();
                let square = random.choice(square).unwrap();
                let text = self.coordinates.name_of(self.variant, square).to_string();
                let legal = |game: &Game| game.read_move(self.coordinates, &text).is_ok();
                (format!("islegal {text}"), game.is_some_and(legal).to_string())
            }
        };
        self.answers.push_back(format!("response {answer}"));
        format!("query {question}")
    }

    fn option(&mut self, random: &mut Rng) -> String {
        let (name, value) = match random.u32(..8) {
            0 | 1 => {
                self.variant = *random.choice(&Variant::ALL).unwrap();
                self.game = Ok(Game::new(self.variant, self.blocked));
                ("UCI_Variant", self.variant.to_string())
            }
            2 => {
                self.coordinates = *random.choice(&Coordinates::ALL).unwrap();
                ("Coordinates", self.coordinates.to_string())
            }
            3 => {
                self.blocked = *random.choice(&Blocked::ALL).unwrap();
                self.game = self.game.clone().map(|game| game.with_blocked_rule(self.blocked));
                ("Blocked", self.blocked.to_string())
            }
            4 => {
                self.ponder = random.bool();
                ("Ponder", self.ponder.to_string())
            }
            5 => ("MultiPV", random.u32(1..4).to_string()),
            6 => ("Hash", random.u32(1..4).to_string()),
            _ => ("Threads", random.u32(1..3).to_string()),
        };
        format!("setoption name {name} value {value}")
    }

    /// Checks all lines since the last call.
    fn check(&mut self, lines: &[String]) {
        let mut messages = 0;
        for line in lines {
            if line.starts_with("info string ") {
                messages += 1;
            } else if let Some(words) = line.strip_prefix("bestmove ") {
                let search = self.searches.pop_front().expect("no bestmove without a go");
                check_answer(words, search);
            } else if !line.starts_with("info ") {
                assert_eq!(Some(line), self.answers.pop_front().as_ref());
            }
        }
        assert_eq!(messages, self.messages);
        assert!(self.answers.is_empty(), "no answer {:?}", self.answers);
        assert!(self.searches.is_empty(), "{} searches without bestmove", self.searches.len());
        self.messages = 0;
    }
}

fn check_answer(words: &str, search: RunningSearch) {
    let RunningSearch { game, coordinates, ponder } = search;
    let Some(mut game) = game.filter(|game| game.ending().is_none()) else {
        assert_eq!(words, "0000");
        return;
    };
    let words: Vec<&str> = words.split(' ').collect();
    let moves = match words[..] {
        [best] => vec![best],
        [best, "ponder", answer] if ponder => vec![best, answer],
        _ => panic!("bestmove {words:?}"),
    };
    for text in moves {
        assert_eq!(game.ending(), None, "{words:?}");
        let mv = read_move(game.position(), coordinates, text).expect("a legal move");
        game.play(mv);
    }
}

#[test]
fn random_commands_are_answered_as_the_model_predicts() {
    let mut client = start();
    let mut model = Model::new();
    for seed in 0..60 {
        let mut random = Rng::with_seed(seed);
        let mut lines: Vec<String> =
            std::iter::repeat_with(|| model.command(&mut random)).take(40).collect();
        lines.push("stop".to_owned());
        lines.push("isready".to_owned());
        client.send_bytes((lines.join("\n") + "\n").as_bytes());
        model.answers.push_back("readyok".to_owned());
        let ready = lines.iter().filter(|line| *line == "isready").count();
        let mut answers = Vec::new();
        for _ in 0..ready {
            answers.extend(client.lines_until("readyok"));
        }
        let result =
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| model.check(&answers)));
        assert!(result.is_ok(), "seed {seed}\nsent {lines:#?}\nreceived {answers:#?}");
    }
    client.quit();
}
