//! A stand-in for the site: it signs requests, gives tokens, keeps games and clocks, and checks each move by the slow rule
//! book. As the real site, it asks for each move once, wraps its answers, and makes forced moves by itself.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ed25519_dalek::{Signer, SigningKey};
use fastrand::Rng;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicU16, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use test_support::coordinates::on_checkerboard;
use test_support::http::{Message, answer, request};
use test_support::oracle::Oracle;

pub const SCOPE: &str = "test/communicate";

#[derive(PartialEq, Eq, Debug)]
pub struct Account {
    pub path: &'static str,
    pub client: &'static str,
    pub secret: &'static str,
}

pub static CLUB: Account =
    Account { path: "/club", client: "bot-client", secret: "the-secret-of-the-bot" };
pub static BEGINNER: Account =
    Account { path: "/beginner", client: "beginner-client", secret: "the-secret-of-the-beginner" };

/// Games end after this number of plies: the opponent resigns.
const MAX_GAME_PLIES: usize = 40;

/// What the site does wrong, each once in a number of requests for a move; 0 is never.
#[derive(Clone, Copy, Default)]
pub struct Faults {
    /// It answers 500 and does nothing.
    pub error: u32,
    /// It answers 429 and does nothing.
    pub busy: u32,
    /// It does not accept the token.
    pub token: u32,
    /// It answers 200 and something that is not JSON, and does nothing.
    pub garbage: u32,
    /// It answers 200 and an empty object, and does nothing.
    pub empty: u32,
    /// It closes the connection and does nothing.
    pub closed: u32,
    /// It makes the move and closes the connection.
    pub lost: u32,
    /// It makes the move and answers after a while.
    pub slow: u32,
    /// It makes the move after a while, also if the bot has closed the connection.
    pub late: u32,
}

/// An attempt of the bot to move.
#[derive(Clone, Debug)]
pub struct Attempt {
    pub time: Instant,
    pub game: String,
    /// The number of moves before it.
    pub plies: usize,
    pub mv: String,
    pub outcome: Outcome,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    Made,
    /// Made, but the bot got no answer.
    MadeUnheard,
    /// Not made, by a fault of the site.
    Fault,
    NotYourTurn,
    /// The token is that of another bot.
    NotYourGame,
    /// The bot is to move, but got no request.
    Unasked,
    Illegal,
    Late,
    NoGame,
}

pub struct SiteGame {
    rules: Oracle,
    /// In checkerboard coordinates.
    pub moves: Vec<String>,
    account: &'static Account,
    /// 0 if the bot plays White.
    side: usize,
    pub over: bool,
    /// Moves that the site made because there was no other.
    pub forced: usize,
    winner: Vec<usize>,
    /// Was the bot asked for this move, or did it look the game up?
    asked: bool,
    looked_up: bool,
    pub clock: Duration,
    since: Instant,
}

impl SiteGame {
    /// The legal moves in the coordinates of the rule book, and in those of the site.
    pub fn legal(&self) -> Vec<(String, String)> {
        let moves = self.rules.legal_moves().into_iter();
        moves.map(|mv| (mv.clone(), on_checkerboard(9, &mv))).collect()
    }

    fn is_bots_turn(&self) -> bool {
        !self.over && self.moves.len() % 2 == self.side
    }

    fn rounds(&self) -> Vec<&[String]> {
        self.moves.chunks(2).collect()
    }

    fn play(&mut self, oblique: &str) {
        self.rules.play(oblique);
        self.moves.push(on_checkerboard(9, oblique));
        (self.asked, self.looked_up) = (false, false);
        self.since = Instant::now();
        if let Some(end) = self.rules.end() {
            self.over = true;
            let mover = self.moves.len() % 2;
            self.winner = match end {
                test_support::oracle::End::Loss => vec![2 - mover],
                test_support::oracle::End::Blocked => vec![1, 2],
            };
        } else if self.moves.len() >= MAX_GAME_PLIES && !self.is_bots_turn() {
            self.over = true;
            self.winner = vec![self.side + 1];
        }
    }

    /// Moves until the bot has a choice or the game is over. The opponent moves at random.
    fn continue_to_bot(&mut self, rng: &mut Rng) {
        while !self.over {
            let legal = self.legal();
            self.forced += usize::from(legal.len() == 1);
            let index = match legal.len() {
                1 => 0,
                _ if self.is_bots_turn() => return,
                moves => rng.usize(..moves),
            };
            self.play(&legal[index].0);
        }
    }

    fn json(&self, id: &str) -> Value {
        let mut stack = vec![json!({ "currplayer": 1 })];
        stack.extend(self.moves.iter().map(|mv| json!({ "lastmove": mv })));
        let time = self.clock.as_millis() as f64;
        let players = [0, 1].map(|side| match side == self.side {
            true => json!({ "id": self.account.client, "name": "Luctor", "time": time }),
            false => json!({ "id": "somebody", "name": "A. Person", "time": time }),
        });
        let to_move = if self.over { String::new() } else { (self.moves.len() % 2).to_string() };
        json!({
            "id": id, "metaGame": "emergo", "players": players, "toMove": to_move, "winner": self.winner,
            "numMoves": self.moves.len(), "state": json!({ "game": "emergo", "stack": stack }).to_string(),
        })
    }
}

/// A challenge of a player.
pub fn challenge() -> Value {
    json!({
        "verb": "challenge", "metaGame": "emergo", "variants": [], "clockStart": 72, "clockInc": 24, "clockMax": 168,
        "challengers": ["somebody"], "a field of the future": 1,
    })
}

/// The request for a move in a game with these moves.
pub fn move_request(id: &str, hours: f64, moves: &Value) -> Value {
    json!({
        "verb": "move", "metaGame": "emergo", "variants": [], "gameid": id, "clockCurr": hours, "numPlayers": 2,
        "moves": moves, "context": {},
    })
}

#[derive(Default)]
pub struct State {
    pub games: HashMap<String, SiteGame>,
    pub attempts: Vec<Attempt>,
    pub faults: Faults,
    /// The good tokens, each with its bot.
    pub tokens: HashMap<String, &'static Account>,
    pub tokens_given: usize,
    /// Seconds that a token is good for.
    pub token_seconds: u64,
    /// Requests for a move that the bot did not answer with 202.
    pub unheard: usize,
    pub key_requests: usize,
    /// Does the site not answer requests for its key?
    pub key_hangs: bool,
    /// Does the opponent wait for [`Site::reply`]?
    pub opponent_waits: bool,
    rng: Rng,
}

/// The site, on a port of this machine.
pub struct Site {
    pub port: u16,
    /// The port of the bot.
    pub bot: AtomicU16,
    key: Mutex<SigningKey>,
    nonce: AtomicU64,
    state: Mutex<State>,
    changed: Condvar,
}

impl Site {
    pub fn start() -> Arc<Site> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let site = Arc::new(Site {
            port: listener.local_addr().unwrap().port(),
            bot: AtomicU16::new(0),
            key: Mutex::new(SigningKey::from_bytes(&[9; 32])),
            nonce: AtomicU64::new(0),
            state: Mutex::new(State {
                token_seconds: 3600,
                rng: Rng::with_seed(4),
                ..State::default()
            }),
            changed: Condvar::new(),
        });
        let server = Arc::clone(&site);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let site = Arc::clone(&server);
                thread::spawn(move || site.serve(&stream));
            }
        });
        site
    }

    pub fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }

    pub fn wait(&self, what: &str, mut is_true: impl FnMut(&State) -> bool) {
        let start = Instant::now();
        let mut state = self.state();
        while !is_true(&state) {
            assert!(
                start.elapsed() < Duration::from_secs(3_600),
                "{what}: {:?}",
                state.attempts.last()
            );
            state = self.changed.wait_timeout(state, Duration::from_millis(50)).unwrap().0;
        }
    }

    /// Signs with another key from now on.
    pub fn change_key(&self) {
        *self.key.lock().unwrap() = SigningKey::from_bytes(&[10; 32]);
    }

    /// The headers of a request with this body, signed now.
    pub fn signed(&self, body: &[u8]) -> [(&'static str, String); 3] {
        #[allow(clippy::disallowed_methods, reason = "the time of the signature")]
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
        let time = now.as_secs().to_string();
        let nonce = format!("nonce-{}", self.nonce.fetch_add(1, Ordering::Relaxed));
        let message = [format!("{time}.{nonce}.").as_bytes(), body].concat();
        let signature = STANDARD.encode(self.key.lock().unwrap().sign(&message).to_bytes());
        // The names of headers are not case sensitive.
        [("x-signature-timestamp", time), ("X-Signature-Nonce", nonce), ("X-SIGNATURE", signature)]
    }

    /// Sends a signed request to a path of the bot.
    pub fn post(&self, path: &str, body: &[u8]) -> std::io::Result<Message> {
        let headers = self.signed(body);
        request(self.bot.load(Ordering::Relaxed), "POST", path, &headers, body)
    }

    /// Asks the first bot for a move in a game with these moves. Returns the status of the answer.
    pub fn post_moves(&self, id: &str, moves: &Value) -> u16 {
        self.post("/club", move_request(id, 48.0, moves).to_string().as_bytes()).unwrap().status()
    }

    /// Challenges the bot. Returns whether it accepts.
    pub fn challenge(&self) -> bool {
        self.post("/club", challenge().to_string().as_bytes()).unwrap().status() == 200
    }

    /// Begins a game, and asks the bot for its first move. The bot plays side 0 (White) or 1 (Black).
    pub fn begin(self: &Arc<Site>, id: &str, side: usize) {
        self.create(id, side, &CLUB);
        self.ask(id);
    }

    /// Begins a game, and sends no request to the bot.
    pub fn create(&self, id: &str, side: usize, account: &'static Account) {
        let mut game = SiteGame {
            rules: Oracle::read("emergo", "1/3/5/7/9/7/5/3/1 w 12,12"),
            moves: Vec::new(),
            account,
            side,
            over: false,
            forced: 0,
            winner: Vec::new(),
            asked: false,
            looked_up: false,
            clock: Duration::from_secs(48 * 3600),
            since: Instant::now(),
        };
        let mut state = self.state();
        game.continue_to_bot(&mut state.rng);
        state.games.insert(id.to_owned(), game);
    }

    /// The opponent moves, and the bot is asked for the next move.
    pub fn reply(self: &Arc<Site>, id: &str) {
        let mut state = self.state();
        let State { games, rng, .. } = &mut *state;
        games.get_mut(id).unwrap().continue_to_bot(rng);
        drop(state);
        self.ask(id);
    }

    /// The opponent ends a game, for example because the bot has no time.
    pub fn end(&self, id: &str) {
        let mut state = self.state();
        let game = state.games.get_mut(id).unwrap();
        (game.over, game.winner) = (true, vec![2 - game.side]);
    }

    pub fn move_request(&self, id: &str) -> Value {
        let game = &self.state().games[id];
        move_request(id, (game.clock.as_secs_f64() / 3600.0).round(), &json!(game.rounds()))
    }

    /// Asks the bot for a move, once, if it is to move.
    pub fn ask(self: &Arc<Site>, id: &str) {
        let (body, plies, path) = {
            let mut state = self.state();
            let game = state.games.get_mut(id).unwrap();
            if !game.is_bots_turn() {
                return;
            }
            game.asked = true;
            let (plies, path) = (game.moves.len(), game.account.path);
            drop(state);
            (self.move_request(id).to_string(), plies, path)
        };
        let (site, id) = (Arc::clone(self), id.to_owned());
        thread::spawn(move || {
            let answer = site.post(path, body.as_bytes());
            let mut state = site.state();
            if !answer.as_ref().is_ok_and(|answer| answer.status() == 202) {
                state.unheard += 1;
            }
            // After another error the bot may know the request.
            if answer.is_err_and(|error| error.kind() == std::io::ErrorKind::ConnectionRefused) {
                let game = state.games.get_mut(&id).unwrap();
                game.asked &= game.moves.len() != plies;
            }
        });
    }

    fn serve(self: &Arc<Site>, stream: &TcpStream) {
        let Ok(message) = Message::read(stream) else { return };
        let path = message.target().split('?').next().unwrap_or_default().to_owned();
        let reply = match path.as_str() {
            "/key" => {
                self.state().key_requests += 1;
                self.wait("the key is sent", |state| !state.key_hangs);
                Some((200, self.key_text()))
            }
            "/token" => Some(self.give_token(message.text())),
            "/move" => self.make_move(&message),
            "/query" => Some(self.query(message.target())),
            _ => Some((404, String::new())),
        };
        if let Some((status, body)) = reply {
            // The bot may have been killed.
            let _ = answer(stream, status, &body);
        }
        self.changed.notify_all();
    }

    /// The key in the form of the site.
    pub fn key_text(&self) -> String {
        let key = self.key.lock().unwrap().verifying_key();
        let bytes = [b"\0\0\0\x0bssh-ed25519\0\0\0\x20".as_slice(), key.as_bytes()].concat();
        let body = STANDARD.encode(bytes);
        let (first, second) = body.split_at(64);
        let comment = "Comment: \"Outgoing Requests\"";
        format!(
            "---- BEGIN SSH2 PUBLIC KEY ----\n{comment}\n{first}\n{second}\n---- END SSH2 PUBLIC KEY ----\n"
        )
    }

    fn give_token(&self, form: &str) -> (u16, String) {
        let mut fields: Vec<&str> = form.split('&').collect();
        fields.sort_unstable();
        let scope = SCOPE.replace('/', "%2F");
        let account = [&CLUB, &BEGINNER].into_iter().find(|account| {
            let Account { client, secret, .. } = account;
            fields
                == [
                    format!("client_id={client}"),
                    format!("client_secret={secret}"),
                    "grant_type=client_credentials".to_owned(),
                    format!("scope={scope}"),
                ]
        });
        let Some(account) = account else {
            return (400, json!({ "error": "invalid_client" }).to_string());
        };
        let mut state = self.state();
        state.tokens_given += 1;
        let token = format!("token-{}", state.tokens_given);
        state.tokens.retain(|_, other| *other != account);
        state.tokens.insert(token.clone(), account);
        let seconds = state.token_seconds;
        let body = json!({ "access_token": token, "expires_in": seconds, "token_type": "Bearer" });
        (200, body.to_string())
    }

    /// Answers to a move; `None` closes the connection.
    fn make_move(self: &Arc<Site>, message: &Message) -> Option<(u16, String)> {
        let mut state = self.state();
        let bearer = message.header("authorization").and_then(|text| text.strip_prefix("Bearer "));
        let unauthorized = (401, json!({ "message": "Unauthorized" }).to_string());
        let Some(account) = bearer.and_then(|token| state.tokens.get(token).copied()) else {
            return Some(unauthorized);
        };
        // The gateway of the site refuses a content type with parameters.
        assert_eq!(message.header("content-type"), Some("application/json"));
        let body: Value = serde_json::from_str(message.text()).unwrap();
        assert_eq!((&body["verb"], &body["metaGame"]), (&json!("move"), &json!("emergo")));
        let (id, mv) = (
            body["gameid"].as_str().unwrap().to_owned(),
            body["move"].as_str().unwrap().to_owned(),
        );
        let faults = state.faults;
        let happens = |rng: &mut Rng, once_in: u32| once_in > 0 && rng.u32(..once_in) == 0;
        let plies = state.games.get(&id).map_or(0, |game| game.moves.len());
        let (time, game) = (Instant::now(), id.clone());
        let mut attempt = Attempt { time, game, plies, mv: mv.clone(), outcome: Outcome::Fault };
        let replies = [
            (faults.error, Some((500, "oops".to_owned()))),
            (faults.busy, Some((429, json!({ "message": "Too Many Requests" }).to_string()))),
            (faults.token, Some(unauthorized)),
            (faults.garbage, Some((200, "<html>".to_owned()))),
            (faults.empty, Some((200, "{}".to_owned()))),
            (faults.closed, None),
        ];
        let fault = replies.into_iter().find(|(once_in, _)| happens(&mut state.rng, *once_in));
        if let Some((_, reply)) = fault {
            // The site forgets the token.
            if matches!(reply, Some((401, _))) {
                state.tokens.clear();
            }
            state.attempts.push(attempt);
            return reply;
        }
        if happens(&mut state.rng, faults.late) {
            drop(state);
            thread::sleep(Duration::from_millis(50));
            state = self.state();
            attempt.plies = state.games.get(&id).map_or(0, |game| game.moves.len());
        }
        let is_lost = happens(&mut state.rng, faults.lost);
        let is_slow = happens(&mut state.rng, faults.slow);
        let outcome = match state.games.get_mut(&id) {
            None => Outcome::NoGame,
            Some(game) if game.account != account => Outcome::NotYourGame,
            Some(game) if !game.is_bots_turn() => Outcome::NotYourTurn,
            Some(game) if !(game.asked || game.looked_up) => Outcome::Unasked,
            Some(game) => match game.legal().iter().find(|(_, text)| *text == mv) {
                None => Outcome::Illegal,
                Some(_) if game.since.elapsed() > game.clock => Outcome::Late,
                Some((oblique, _)) => {
                    game.play(oblique);
                    if is_lost { Outcome::MadeUnheard } else { Outcome::Made }
                }
            },
        };
        attempt.outcome = outcome;
        state.attempts.push(attempt);
        if !matches!(outcome, Outcome::Made | Outcome::MadeUnheard) {
            let body = json!({ "message": format!("{outcome:?}") }).to_string();
            return Some((
                200,
                json!({ "statusCode": 500, "body": body, "headers": {} }).to_string(),
            ));
        }
        let waits = state.opponent_waits;
        drop(state);
        // The request for the next move may overtake the answer.
        if !waits {
            self.reply(&id);
        }
        let body = self.state().games[&id].json(&id).to_string();
        if is_slow {
            thread::sleep(Duration::from_millis(100));
        }
        (!is_lost)
            .then(|| (200, json!({ "statusCode": 200, "body": body, "headers": {} }).to_string()))
    }

    /// The public list of games, or one game.
    fn query(&self, target: &str) -> (u16, String) {
        let query = target.split_once('?').map_or("", |(_, query)| query);
        let field = |name: &str| {
            let mut fields = query.split('&').filter_map(|field| field.split_once('='));
            fields.find(|(key, _)| *key == name).map(|(_, value)| value)
        };
        assert_eq!(field("metaGame"), Some("emergo"));
        let mut state = self.state();
        match (field("query"), field("type"), field("id")) {
            (Some("games"), Some("current"), None) => {
                let games = state.games.iter().filter(|(_, game)| !game.over);
                (200, json!(games.map(|(id, game)| game.json(id)).collect::<Vec<_>>()).to_string())
            }
            (Some("get_game"), None, Some(id)) => match state.games.get_mut(id) {
                Some(game) => {
                    game.looked_up = true;
                    (200, json!({ "game": game.json(id), "comments": [] }).to_string())
                }
                None => (500, json!({ "message": "Unable to get game" }).to_string()),
            },
            _ => panic!("{target}"),
        }
    }
}
