//! What engines say to the match runner: whatever it is, the game ends with a result, and its records can be read.

use crate::mutation::Mutator;
use crate::{assert_is_a_sentence, inputs};
use emergo::{
    Blocked, Coordinates, Game, MoveList, Side, Variant, read_move, write_move, write_position,
};
use luctor_arena::conversation::{Conversation, GameRules, Peer, lines};
use luctor_arena::limit::PlayerClock;
use luctor_arena::player::{Fault, Player};
use luctor_arena::pulse::Pulse;
use luctor_arena::record::GameRecord;
use luctor_arena::referee::{Course, GameSetup, play, play_unrefereed};
use luctor_arena::settings::{Adjudication, EngineSettings, MatchSettings, Referee};
use luctor_arena::traffic::TrafficLog;
use luctor_arena::wait::Wait;
use luctor_arena::{pgn, record};
use std::cell::Cell;
use std::collections::{BTreeMap, HashSet, VecDeque};
use std::rc::Rc;

/// What engines say beside their answers.
const CHATTER: [&str; 8] = [
    "info depth 12 seldepth 20 multipv 1 score cp 35 nodes 48386 nps 3000000 hashfull 12 time 90 pv e5 e3",
    "info depth 3 score mate -4 nodes 10",
    "info depth 5 multipv 2 score cp -900",
    "info depth 1 score cp -1500",
    "info string a word to the wise",
    "option name Hash type spin default 16 min 1 max 4096",
    "id name Babbler",
    "",
];

/// Answers that nobody asked for.
const NONSENSE: [&str; 8] = [
    "bestmove e4 ponder e5",
    "bestmove 0000",
    "bestmove",
    "readyok",
    "ugiok",
    "response true",
    "response p1win",
    "response 1/3/5/7/9/7/5/3/1 w 12,12 1",
];

const WORDS: [&str; 20] = [
    " ",
    "\n",
    "\r",
    "\t",
    "bestmove ",
    "readyok",
    "response ",
    "info ",
    " depth ",
    " score cp ",
    " score mate ",
    " multipv 1",
    " nodes ",
    "-2147483648",
    "99999999999999999999",
    "1-0",
    "{",
    "[Event \"",
    "\u{1b}[2J",
    "\u{fffd}",
];

/// Lines of engines in every run, in which all that can happen does.
const USUAL: u64 = 40_000;

/// An engine that knows the rules, plays any move, and says more than it is asked.
struct Babbler {
    chatter: Mutator,
    nonsense: Mutator,
    /// An answer is spoilt, or followed by one that nobody asked for, once in so many times.
    rarely: u32,
    /// What it thinks of every position.
    score: i32,
    game: Game,
    waiting: VecDeque<String>,
    said: Rc<Cell<u64>>,
}

impl Babbler {
    fn new(number: u64, variant: Variant, said: &Rc<Cell<u64>>) -> Babbler {
        let mut nonsense = Mutator::new(2 * number + 1, &NONSENSE, &WORDS);
        Babbler {
            chatter: Mutator::new(2 * number, &CHATTER, &WORDS),
            rarely: *nonsense.choose(&[10, 100, 1_000, 10_000]),
            score: *nonsense.choose(&[3, 3, 3, -1_500]),
            nonsense,
            game: Game::new(variant, Blocked::Draw),
            waiting: VecDeque::new(),
            said: Rc::clone(said),
        }
    }

    /// Takes a `position` line, up to what cannot be played.
    fn set_up(&mut self, line: &str) {
        let variant = self.game.position().variant();
        let (start, moves) = line.split_once(" moves").unwrap_or((line, ""));
        let text = start.strip_prefix("position fen ");
        self.game = MatchSettings { variant, ..MatchSettings::default() }.game(text);
        for word in moves.split_ascii_whitespace() {
            match read_move(self.game.position(), Coordinates::Oblique, word) {
                Ok(mv) => self.game.play(mv),
                Err(_) => break,
            }
        }
    }

    fn any_move(&mut self) -> String {
        let mut moves = MoveList::new();
        self.game.position().legal_moves_into(&mut moves);
        if moves.is_empty() {
            return "0000".to_owned();
        }
        let mv = *self.chatter.choose(&moves);
        write_move(self.game.position().variant(), Coordinates::Oblique, mv)
    }

    /// What an engine without faults would say.
    fn answers(&mut self, line: &str) -> Vec<String> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let ending = self.game.ending();
        match words[..] {
            ["ugi"] => ["id name Babbler", "option name Blocked type combo", "ugiok"]
                .map(str::to_owned)
                .to_vec(),
            ["isready"] => vec!["readyok".to_owned()],
            ["go", ..] => {
                let info = format!("info depth 1 score cp {}", self.score);
                vec![info, format!("bestmove {}", self.any_move())]
            }
            ["query", "gameover"] => vec![format!("response {}", ending.is_some())],
            ["query", "result"] => vec![format!(
                "response {}",
                match ending.map(|ending| ending.winner) {
                    None => "none",
                    Some(None) => "draw",
                    Some(Some(Side::White)) => "p1win",
                    Some(Some(Side::Black)) => "p2win",
                }
            )],
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

impl Peer for Babbler {
    fn send(&mut self, line: &str) -> Result<(), Fault> {
        assert!(!line.contains(['\n', '\r']), "{line:?} is more than a line");
        let mut bytes = Vec::new();
        for answer in self.answers(line) {
            if self.chatter.happens(3) {
                bytes.extend(self.chatter.input());
                bytes.push(b'\n');
            }
            if self.nonsense.happens(self.rarely) {
                bytes.extend(self.nonsense.input());
                bytes.push(b'\n');
            }
            let mut answer = answer.into_bytes();
            if self.nonsense.happens(self.rarely) {
                self.nonsense.mutate(&mut answer);
            }
            bytes.extend(answer);
            bytes.push(b'\n');
        }
        let before = self.waiting.len();
        self.waiting.extend(lines(&bytes[..]));
        self.said.set(self.said.get() + (self.waiting.len() - before) as u64);
        Ok(())
    }

    fn receive(&mut self, _: &mut Wait) -> Result<Option<String>, Fault> {
        Ok(self.waiting.pop_front())
    }

    fn is_alive(&mut self) -> bool {
        true
    }
}

/// The game as both of its records would keep it, read back.
fn check_records(course: Course, opening: Option<&str>, settings: &MatchSettings, number: u64) {
    assert!(!course.reason.is_empty());
    if !course.detail.is_empty() {
        assert_is_a_sentence(&course.detail);
    }
    let game = GameRecord {
        fingerprint: "00ff".to_owned(),
        game: number,
        pair: number / 2,
        variant: settings.variant.name().to_owned(),
        white: "A".to_owned(),
        black: "B".to_owned(),
        limits: ["0.1 s a move", "0.1 s a move"].map(str::to_owned),
        opening: opening.map(str::to_owned),
        black_first: course.black_first,
        moves: course.moves,
        result: course.result,
        reason: course.reason,
        detail: course.detail,
        end: course.end,
        date: String::new(),
        wall_ms: 0.0,
    };
    let line = serde_json::to_string(&game).unwrap() + "\n";
    let (games, whole) = record::read_games(line.as_bytes(), "00ff").unwrap();
    assert_eq!((games.get(&number), whole), (Some(&game), line.len()));

    let text = pgn::write_game(&game, "fuzz");
    let found = pgn::games_of_match(text.as_bytes(), "00ff").unwrap();
    assert_eq!(found, (HashSet::from([number]), text.len()), "{text}");
    match (pgn::read_game(&text, 1), settings.referee) {
        (Ok(read), _) => {
            assert_eq!(read.result, Some(game.result), "{text}");
            assert_eq!(read.game.moves().len(), game.moves.len(), "{text}");
            if settings.referee == Referee::Rules {
                let end = write_position(read.game.position(), read.game.turn());
                assert_eq!(end, game.end, "{text}");
            }
        }
        // Moves of another game.
        (Err(pgn::PgnError::Move { ply, .. }), Referee::Engines) => {
            assert!((1..=game.moves.len()).contains(&ply), "{text}");
        }
        (Err(error), _) => panic!("{error}: {text}"),
    }
}

#[test]
fn whatever_engines_say_the_game_ends_with_records_that_can_be_read() {
    let openings = [
        None,
        Some("1/b2/w3b/3b2w/1b1b1w3/1w1w1b1/1w1wb/3/1 w 5,5"),
        Some("4/5/w5/1w2b2/6/1w1b1/4 b 9,10 3"),
    ];
    let said = Rc::new(Cell::new(0));
    let (pulse, engine) = (Pulse::start(), EngineSettings::numbered(1));
    let mut reasons: BTreeMap<String, u64> = BTreeMap::new();
    let wanted = inputs(USUAL);
    let mut number = 0_u64;
    while said.get() < wanted {
        number += 1;
        let opening = openings[number as usize % 3];
        let settings = MatchSettings {
            variant: if number % 3 == 2 { Variant::Hexemergo } else { Variant::Emergo },
            referee: if number.is_multiple_of(4) { Referee::Engines } else { Referee::Rules },
            resign: number.is_multiple_of(5).then_some(Adjudication::RESIGN),
            draw: number.is_multiple_of(7).then_some(Adjudication::DRAW),
            max_plies: Some(200),
            ..MatchSettings::default()
        };
        let (variant, blocked) = (settings.variant, settings.blocked);
        let start = |side: Side| {
            let babbler = Babbler::new(2 * number + side.index() as u64, variant, &said);
            let log = TrafficLog::open(None).expect("no file is opened");
            let rules = Some(GameRules { variant, blocked });
            Conversation::begin(babbler, &engine, rules, log, pulse.clone())
        };
        let players = (start(Side::White), start(Side::Black));
        let (Ok(mut white), Ok(mut black)) = players else {
            *reasons.entry("no start".to_owned()).or_default() += 1;
            continue;
        };
        let setup = GameSetup {
            settings: &settings,
            opening,
            clocks: [PlayerClock::new(engine.limit); 2],
            margins: [engine.time_margin(); 2],
        };
        let mut seats: [&mut dyn Player; 2] = [&mut white, &mut black];
        let course = match settings.referee {
            Referee::Engines => play_unrefereed(setup, &mut seats),
            Referee::Rules => play(setup, settings.game(opening), &mut seats),
        };
        let course = course.expect("nobody stops the match");
        *reasons.entry(course.reason.clone()).or_default() += 1;
        check_records(course, opening, &settings, number);
    }
    println!("{} lines of engines in {number} games: {reasons:?}", said.get());
    if wanted < USUAL {
        return;
    }
    let usual = ["no men left", "by the engines", "resignation"];
    let faults = ["illegal move", "hang", "wrong claim", "no start"];
    for reason in usual.iter().chain(&faults) {
        assert!(reasons.contains_key(*reason), "no game ended by {reason}: {reasons:?}");
    }
}
