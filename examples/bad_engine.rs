//! An engine that does one thing wrong, for the tests of `luctor match`. `bad_engine HABIT [N]` plays random moves, and
//! misbehaves from its N-th move of a game on, by default from the first one. `slow` is slow at this move only.

use emergo::{Blocked, Coordinates, Game, Variant, read_move, read_position, write_move};
use luctor_engine::ugi::result_word;
use std::io::{self, BufRead, Write};
use std::process::exit;
use std::time::Duration;

/// The process ends after this time, so that a failed test leaves nothing behind.
const LIFETIME: Duration = Duration::from_secs(100);

struct BadEngine {
    habit: String,
    /// The first move of a game with the misbehaviour, from 1.
    from: usize,
    variant: Variant,
    game: Game,
    /// Its moves in this game.
    moves: usize,
    random: u64,
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let habit = arguments.next().unwrap_or_else(|| "none".to_owned());
    let from = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(1);
    std::thread::spawn(|| {
        std::thread::sleep(LIFETIME);
        exit(9);
    });
    let game = Game::new(Variant::default(), Blocked::Draw);
    let variant = Variant::default();
    BadEngine { habit, from, variant, game, moves: 0, random: 0x9E37_79B9_7F4A_7C15 }.run();
}

/// Writes a line. Ends the process if standard output is closed.
fn send(text: impl AsRef<[u8]>) {
    let mut out = io::stdout().lock();
    let line = [text.as_ref(), b"\n"].concat();
    if out.write_all(&line).and_then(|()| out.flush()).is_err() {
        exit(1);
    }
}

fn sleep_forever() -> ! {
    loop {
        std::thread::sleep(LIFETIME);
    }
}

impl BadEngine {
    fn is(&self, habit: &str) -> bool {
        self.habit == habit
    }

    fn run(&mut self) {
        match self.habit.as_str() {
            "exit at start" => {
                eprintln!("no weights found");
                exit(3);
            }
            "reads nothing" => sleep_forever(),
            // The starts are counted in the working directory.
            "second start fails" | "only the first start succeeds" => {
                let starts = std::fs::read("starts").unwrap_or_default().len();
                std::fs::write("starts", vec![b'x'; starts + 1]).expect("a file can be written");
                if starts == 1 || starts > 1 && self.is("only the first start succeeds") {
                    eprintln!("start {} fails", starts + 1);
                    exit(3);
                }
            }
            "flood at start" => loop {
                send("info string line");
            },
            _ => {}
        }
        for line in io::stdin().lock().lines() {
            let Ok(line) = line else { break };
            let words: Vec<&str> = line.split_ascii_whitespace().collect();
            match words[..] {
                ["ugi"] if self.is("no ugiok") => {}
                ["uci"] if self.is("ugi only") => {}
                ["ugi" | "uci"] => {
                    send("id name bad engine");
                    send("option name UCI_Variant type combo default emergo var emergo7");
                    send("option name Level type spin default 1 min 1 max 9");
                    send(format!("{}ok", words[0]));
                }
                ["isready"] => send("readyok"),
                ["uginewgame" | "ucinewgame"] => self.moves = 0,
                ["setoption", "name", "UCI_Variant", "value", name] => {
                    self.variant = name.parse().unwrap_or_default();
                }
                ["setoption", "name", "Level", "value", level]
                    if !level.parse().is_ok_and(|level| (1..=9).contains(&level)) =>
                {
                    send("info string Level takes a number from 1 to 9");
                }
                ["query", "islegal", text] => self.answer_is_legal(text),
                ["position", ..] => self.set_position(&words[1..]),
                ["go", ..] => self.go(),
                ["query", question] => self.answer(question),
                ["quit"] if self.is("ignores quit") => sleep_forever(),
                ["quit"] => return,
                _ => {}
            }
        }
        if self.is("ignores quit") {
            sleep_forever();
        }
    }

    fn set_position(&mut self, words: &[&str]) {
        let split = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        self.game = match words[..split] {
            ["fen", ..] => {
                let read = read_position(self.variant, &words[1..split].join(" "));
                read.unwrap_or_else(|error| panic!("{error}")).game(Blocked::Draw)
            }
            _ => Game::new(self.variant, Blocked::Draw),
        };
        for text in words.iter().skip(split + 1) {
            let mv = read_move(self.game.position(), Coordinates::Oblique, text);
            self.game.play(mv.unwrap_or_else(|error| panic!("{error}")));
        }
    }

    fn go(&mut self) {
        self.moves += 1;
        if self.moves >= self.from {
            self.misbehave();
        }
        let mut moves = Vec::new();
        self.game.position().legal_moves_into(&mut moves);
        // A generator by G. Marsaglia, "Xorshift RNGs", J. Stat. Software 8 (2003).
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        match moves.is_empty() {
            true => send("bestmove 0000"),
            false => {
                let chosen = moves[(self.random % moves.len() as u64) as usize];
                send(format!("bestmove {}", self.text(chosen)));
            }
        }
        if self.is("two answers") {
            send("bestmove a1");
            send("readyok");
        }
    }

    /// Does the wrong thing. Ends the process, or does not return, if no move follows.
    fn misbehave(&mut self) {
        match self.habit.as_str() {
            "crash" | "second start fails" | "only the first start succeeds" => {
                eprintln!("out of memory");
                exit(7);
            }
            "abort" => std::process::abort(),
            "stderr and crash" => {
                for number in 0..20_000 {
                    eprintln!("line {number}");
                }
                eprint!("last words \u{1b}[31m");
                exit(7);
            }
            "hang" => loop {
                // It still reads, and ends at the end of its input.
                let mut line = String::new();
                if io::stdin().lock().read_line(&mut line).is_ok_and(|count| count == 0) {
                    exit(0);
                }
            },
            "hang for ever" => sleep_forever(),
            "flood of bytes" => loop {
                if io::stdout().write_all(&[b'x'; 4096]).is_err() {
                    exit(1);
                }
            },
            "flood of lines" => loop {
                send("info depth 1 score cp 12 nodes 3 pv a1");
            },
            "many lines" => {
                for depth in 1..20_000 {
                    send(format!("info depth {depth} score cp 12"));
                }
            }
            "huge line" => send(vec![b'x'; 5 << 20]),
            "garbage and a move" => {
                send((0..=255).cycle().take(10_000).collect::<Vec<u8>>());
                send(b"info depth \xFF\xFE score cp\x00 nodes -1 multipv");
                send("info depth 99999999999 score mate 99999999999999");
            }
            "garbage for a move" => send(b"bestmove \x1B[31m\xFF\xFE\x00"),
            "least scores" => send(format!("info depth 1 score cp {}", i32::MIN)),
            "least mates" => send(format!("info depth 1 score mate {}", i32::MIN)),
            "low scores" => send("info depth 1 score cp -9999"),
            "zero scores" => send("info depth 1 score cp 0"),
            "illegal move" => {
                let is_illegal = |text: &&str| {
                    read_move(self.game.position(), Coordinates::Oblique, text).is_err()
                };
                if let Some(text) = ["d4", "a1", "g7", "c3"].iter().find(|text| is_illegal(text)) {
                    send(format!("bestmove {text}"));
                }
            }
            "unknown move" => send("bestmove xyzzy"),
            "bestmove alone" => send("bestmove"),
            "bestmove 0000" => send("bestmove 0000"),
            "slow" if self.moves == self.from => std::thread::sleep(Duration::from_millis(700)),
            _ => {}
        }
    }

    fn answer_is_legal(&self, text: &str) {
        if self.is("no answers") {
            return;
        }
        let is_legal = read_move(self.game.position(), Coordinates::Oblique, text).is_ok();
        let is_wrong = match self.habit.as_str() {
            "legal centre" => text == "d4",
            "illegal entry" => text == "d5",
            _ => false,
        };
        send(format!("response {}", is_legal != is_wrong));
    }

    fn answer(&self, question: &str) {
        let ending = self.game.ending();
        let result = ending.map_or("none", |ending| result_word(ending.result()));
        match question {
            _ if self.is("crash at the end") && ending.is_some() => exit(7),
            _ if self.is("hang at the end") && ending.is_some() => sleep_forever(),
            _ if self.is("no answers") => {}
            "gameover" if self.is("wrong gameover") => send("response false"),
            "gameover" => send(format!("response {}", ending.is_some())),
            "result" if self.is("control characters") => {
                send(format!("response \u{1b}[31m\u{7}{}", "x".repeat(3000)));
            }
            "result" if self.is("wrong result") => {
                send(format!("response {}", if result == "draw" { "p1win" } else { "draw" }));
            }
            "result" => send(format!("response {result}")),
            _ => send("response"),
        }
    }

    fn text(&self, mv: emergo::Move) -> String {
        write_move(self.variant, Coordinates::Oblique, mv)
    }
}
