//! Random lines from engines to the match runner: each game ends with a result, and its records can be read.

use super::inputs;
use super::mutation::Mutator;
use crate::support::read;
use emergo::notation::PositionText;
use emergo::{
    Blocked, Coordinates, EndReason, Game, GameResult, Side, Variant, read_move, read_position,
    write_move,
};
use emergo_records::{GameRecord, MatchGame, Termination, json, pgn};
use luctor_arena::adjudication::{DrawRule, ResignRule};
use luctor_arena::engine_failure::PlayerError;
use luctor_arena::players::engine_process::lines;
use luctor_arena::players::player::Player;
use luctor_arena::players::reply_timer::ReplyTimer;
use luctor_arena::players::traffic_log::TrafficLog;
use luctor_arena::players::ugi_client::{LineTransport, UgiClient};
use luctor_arena::referee::{RefereedGame, play};
use luctor_arena::schedule::ScheduledGame;
use luctor_arena::settings::{EngineSettings, MatchSettings};
use luctor_engine::ugi::result_word;
use std::cell::Cell;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;
use test_support::mutation::assert_is_a_sentence;

/// Lines that engines send besides their answers.
const EXTRA_LINES: [&str; 8] = [
    "info depth 12 seldepth 20 multipv 1 score cp 35 nodes 48386 nps 3000000 hashfull 12 time 90 pv e5 e3",
    "info depth 3 score mate -4 nodes 10",
    "info depth 5 multipv 2 score cp -900",
    "info depth 1 score cp -1500",
    "info string some text",
    "option name Hash type spin default 16 min 1 max 4096",
    "id name RandomEngine",
    "",
];

/// Answers without a question.
const UNEXPECTED_ANSWERS: [&str; 8] = [
    "bestmove e4 ponder e5",
    "bestmove 0000",
    "bestmove",
    "readyok",
    "ugiok",
    "response true",
    "response p1win",
    "response 1/3/5/7/9/7/5/3/1 w 12,12 1",
];

const WORDS: &str = " |\n|\r|\t|bestmove |readyok|response |info | depth | score cp | score mate | multipv 1| nodes \
    |-2147483648|99999999999999999999|1-0|{|[Event \"|\u{1b}[2J|\u{fffd}";

/// Lines of engines in a normal run. All end reasons occur in it.
const USUAL: u64 = 40_000;

/// An engine that plays random legal moves and sends random lines besides its answers.
struct RandomEngine {
    extra_lines: Mutator,
    unexpected: Mutator,
    /// An answer is mutated, or an unexpected answer is added, once in this number of answers.
    rarely: u32,
    /// Its score for each position.
    score: i32,
    game: Game,
    waiting: VecDeque<String>,
    lines_sent: Rc<Cell<u64>>,
}

impl RandomEngine {
    fn new(number: u64, variant: Variant, lines_sent: &Rc<Cell<u64>>) -> RandomEngine {
        let mut unexpected = Mutator::new(2 * number + 1, &UNEXPECTED_ANSWERS, WORDS.split('|'));
        RandomEngine {
            extra_lines: Mutator::new(2 * number, &EXTRA_LINES, WORDS.split('|')),
            rarely: *unexpected.choose(&[10, 100, 1_000, 10_000]),
            score: *unexpected.choose(&[3, 3, 3, -1_500]),
            unexpected,
            game: Game::new(variant, Blocked::Draw),
            waiting: VecDeque::new(),
            lines_sent: Rc::clone(lines_sent),
        }
    }

    /// Reads a `position` line up to the first illegal move.
    fn set_up(&mut self, line: &str) {
        let variant = self.game.position().variant();
        let (start, moves) = line.split_once(" moves").unwrap_or((line, ""));
        let text = start.strip_prefix("position fen ");
        let read = text.and_then(|text| read_position(variant, text).ok());
        self.game = MatchSettings { variant, ..MatchSettings::default() }.game(read);
        for word in moves.split_ascii_whitespace() {
            match read_move(self.game.position(), Coordinates::Oblique, word) {
                Ok(mv) => self.game.play(mv),
                Err(_) => break,
            }
        }
    }

    fn any_move(&mut self) -> String {
        let mut moves = Vec::new();
        self.game.position().legal_moves_into(&mut moves);
        if moves.is_empty() {
            return "0000".to_owned();
        }
        let mv = *self.extra_lines.choose(&moves);
        write_move(self.game.position().variant(), Coordinates::Oblique, mv)
    }

    /// The correct answers.
    fn answers(&mut self, line: &str) -> Vec<String> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let ending = self.game.ending();
        match words[..] {
            ["ugi"] => ["id name RandomEngine", "option name Blocked type combo", "ugiok"]
                .map(str::to_owned)
                .to_vec(),
            ["isready"] => vec!["readyok".to_owned()],
            ["go", ..] => {
                let info = format!("info depth 1 score cp {}", self.score);
                vec![info, format!("bestmove {}", self.any_move())]
            }
            ["query", "gameover"] => vec![format!("response {}", ending.is_some())],
            ["query", "result"] => {
                let result = ending.map_or("none", |ending| result_word(ending.result()));
                vec![format!("response {result}")]
            }
            ["query", "p1turn"] => {
                vec![format!("response {}", self.game.position().side() == Side::White)]
            }
            ["position", ..] => {
                self.set_up(line);
                Vec::new()
            }
            _ => Vec::new(),
        }
    }
}

impl LineTransport for RandomEngine {
    fn send(&mut self, line: &str) -> Result<(), PlayerError> {
        assert!(!line.contains(['\n', '\r']), "{line:?} is more than a line");
        let mut bytes = Vec::new();
        for answer in self.answers(line) {
            if self.extra_lines.happens(3) {
                bytes.extend(self.extra_lines.input());
                bytes.push(b'\n');
            }
            if self.unexpected.happens(self.rarely) {
                bytes.extend(self.unexpected.input());
                bytes.push(b'\n');
            }
            let mut answer = answer.into_bytes();
            if self.unexpected.happens(self.rarely) {
                self.unexpected.mutate(&mut answer);
            }
            bytes.extend(answer);
            bytes.push(b'\n');
        }
        let before = self.waiting.len();
        self.waiting.extend(lines(&bytes[..]));
        self.lines_sent.set(self.lines_sent.get() + (self.waiting.len() - before) as u64);
        Ok(())
    }

    fn receive(&mut self, _: &mut ReplyTimer) -> Result<Option<String>, PlayerError> {
        Ok(self.waiting.pop_front())
    }

    fn is_alive(&mut self) -> bool {
        true
    }
}

/// Both records of the game can be read again.
fn check_records(played: RefereedGame, start: Option<PositionText>, variant: Variant, game: u64) {
    if !played.detail.is_empty() {
        assert_is_a_sentence(&played.detail);
    }
    let record = GameRecord {
        variant,
        start,
        match_game: Some(MatchGame { match_id: "00ff".to_owned(), game, pair: game / 2 }),
        moves: played.moves,
        result: Some(GameResult::from_winner(played.ending.winner)),
        reason: Some(played.ending.reason),
        detail: played.detail,
        ..GameRecord::default()
    };
    let line = json::write_line(&record);
    assert_eq!(json::read_line(&line).unwrap(), record, "{line}");

    let text = pgn::write_game(&record);
    assert!(!text.contains("\n[Event "), "{text}");
    let read = read(&text).remove(0);
    assert_eq!(read.match_game, record.match_game, "{text}");
    assert_eq!((read.result, read.reason), (record.result, record.reason), "{text}");
    assert_eq!(read.game().moves(), record.game().moves(), "{text}");
}

#[test]
fn a_game_with_any_lines_of_the_engines_ends_with_records_that_can_be_read() {
    let openings = [
        None,
        Some("1/b2/w3b/3b2w/1b1b1w3/1w1w1b1/1w1wb/3/1 w 5,5"),
        Some("4/5/w5/1w2b2/6/1w1b1/4 b 9,10 3"),
    ];
    let lines_sent = Rc::new(Cell::new(0));
    let mut reasons: BTreeMap<Termination, u64> = BTreeMap::new();
    let required = inputs(USUAL);
    let (mut number, mut failed_starts) = (0_u64, 0_u64);
    while lines_sent.get() < required {
        number += 1;
        let settings = MatchSettings {
            engines: vec![EngineSettings::default()],
            variant: if number % 3 == 2 { Variant::Hexemergo } else { Variant::Emergo },
            resign: number.is_multiple_of(5).then(ResignRule::default),
            draw: number.is_multiple_of(7).then(DrawRule::default),
            max_plies: Some(200),
            ..MatchSettings::default()
        };
        let variant = settings.variant;
        let opening = openings[number as usize % 3]
            .map(|text| read_position(variant, text).expect("the openings are positions"));
        let start = |side: Side| {
            let transport =
                RandomEngine::new(2 * number + side.index() as u64, variant, &lines_sent);
            let log = TrafficLog::open(None).expect("no file is opened");
            UgiClient::connect(transport, &settings, &settings.engines[0], log)
        };
        let players = (start(Side::White), start(Side::Black));
        let (Ok(mut white), Ok(mut black)) = players else {
            failed_starts += 1;
            continue;
        };
        let game = ScheduledGame { game: number, pair: number / 2, engines: [0, 0], opening };
        let players: [&mut dyn Player; 2] = [&mut white, &mut black];
        let played = play(&settings, game, players).expect("the match is not stopped");
        *reasons.entry(played.ending.reason).or_default() += 1;
        check_records(played, opening, variant, number);
    }
    println!(
        "{} lines of engines in {number} games, {failed_starts} failed starts: {reasons:?}",
        lines_sent.get()
    );
    if required < USUAL {
        return;
    }
    for reason in [
        Termination::Rules(EndReason::NoMen),
        Termination::Resignation,
        Termination::IllegalMove,
        Termination::Hang,
        Termination::WrongClaim,
    ] {
        assert!(reasons.contains_key(&reason), "no game ended by {reason}: {reasons:?}");
    }
    assert!(failed_starts > 0);
}
