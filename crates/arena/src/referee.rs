//! One game: asks the players for their moves, holds them to the rules and to their time, and says how it
//! ended. By the project's rules, or with the engines themselves as judges.

use super::limit::PlayerClock;
use super::player::{Answer, Claim, Fault, Player, Question};
use super::settings::{Adjudication, MatchSettings};
use crate::pgn::is_move_word;
use crate::record::{PlayedMove, milliseconds};
use emergo::notation::{Excerpt, read_move, write_move, write_position};
use emergo::{Coordinates, Game, GameResult, Side};
use std::time::Duration;

/// How a game went.
#[derive(Clone, PartialEq, Debug)]
pub struct Course {
    /// The moves.
    pub moves: Vec<PlayedMove>,
    /// Who won.
    pub result: GameResult,
    /// Why, in one or two words.
    pub reason: String,
    /// What happened, where there is more to say.
    pub detail: String,
    /// The position at the end; of another game the last one known, with the moves.
    pub end: String,
    /// Did Black begin?
    pub black_first: bool,
    /// Which players failed, and so have to be started again.
    pub failed: [bool; 2],
}

/// A game to be played.
pub struct GameSetup<'a> {
    /// The match.
    pub settings: &'a MatchSettings,
    /// The position text to begin with.
    pub opening: Option<&'a str>,
    /// White's and Black's clocks.
    pub clocks: [PlayerClock; 2],
    /// How much later than their time their moves may come.
    pub margins: [Duration; 2],
}

/// A player with its side, for one game.
pub type Seats<'a> = [&'a mut dyn Player; 2];

struct Progress<'a> {
    setup: GameSetup<'a>,
    first: Side,
    moves: Vec<PlayedMove>,
    texts: Vec<String>,
}

impl<'a> Progress<'a> {
    fn question(&self, side: Side) -> Question<'_> {
        Question { start: self.setup.opening, moves: &self.texts, side, clocks: &self.setup.clocks }
    }

    /// Takes a move's time off the clock, and notes the move.
    fn note(&mut self, side: Side, text: String, answer: &Answer) -> Result<(), Fault> {
        let index = side.index();
        let clock = &mut self.setup.clocks[index];
        let budget = clock.budget();
        if !clock.spend(answer.taken, self.setup.margins[index]) {
            let (taken, had) = (answer.taken, budget.unwrap_or_default());
            let (taken, had) = (milliseconds(taken), milliseconds(had));
            return Err(Fault::TimeLoss(format!("{taken:.1} ms taken, {had:.1} ms left")));
        }
        self.texts.push(text.clone());
        let ms = milliseconds(answer.taken);
        self.moves.push(PlayedMove { text, opinion: answer.opinion, ms });
        Ok(())
    }

    fn ends(self, winner: Option<Side>, reason: &str, detail: String, end: String) -> Course {
        Course {
            moves: self.moves,
            result: GameResult::from_winner(winner),
            reason: reason.to_owned(),
            detail,
            end,
            black_first: self.first == Side::Black,
            failed: [false; 2],
        }
    }

    /// The game is lost by the side that failed.
    fn fails(self, side: Side, fault: &Fault, end: String) -> Course {
        let detail = format!("{side}: {}", fault.detail());
        let mut course = self.ends(Some(side.other()), fault.reason(), detail, end);
        // Whoever was only wrong or slow may play on; the others are in an unknown state.
        course.failed[side.index()] =
            !matches!(fault, Fault::WrongClaim(_) | Fault::IllegalMove(_));
        course
    }

    /// Do the scores say that the game is over? The winner and the reason.
    fn adjudicated(&self) -> Option<(Option<Side>, &'static str)> {
        let settings = self.setup.settings;
        if let Some(rule) = settings.resign {
            for side in Side::ALL {
                let hopeless = |score: i32| score <= -rule.score;
                if self.agree(&rule, Some(side), hopeless) {
                    return Some((Some(side.other()), "resignation"));
                }
            }
        }
        if let Some(rule) = settings.draw
            && self.agree(&rule, None, |score| score.abs() <= rule.score)
        {
            return Some((None, "draw by score"));
        }
        (self.moves.len() >= settings.ply_limit()).then_some((None, "too long"))
    }

    /// Did the last scores of one side, or of both, all fit a rule?
    fn agree(&self, rule: &Adjudication, side: Option<Side>, fits: impl Fn(i32) -> bool) -> bool {
        let played = self.moves.len();
        let of_side = |index: usize| {
            let mover = if index.is_multiple_of(2) { self.first } else { self.first.other() };
            side.is_none_or(|side| side == mover)
        };
        let wanted = rule.moves as usize * if side.is_none() { 2 } else { 1 };
        let last: Vec<usize> =
            (0..played).rev().filter(|index| of_side(*index)).take(wanted).collect();
        let long_enough = played >= 2 * rule.from_move as usize && last.len() == wanted;
        wanted > 0
            && long_enough
            && last.iter().all(|index| self.moves[*index].opinion.value().is_some_and(&fits))
    }
}

/// Plays a game by the rules. `game` is at its opening.
///
/// # Errors
///
/// Only [`Fault::Aborted`]: everything else is a result.
pub fn play(setup: GameSetup, mut game: Game, seats: &mut Seats) -> Result<Course, Fault> {
    let variant = game.position().variant();
    let first = game.position().side();
    let mut progress = Progress { setup, first, moves: Vec::new(), texts: Vec::new() };
    let end = |game: &Game| write_position(game.position(), game.turn());
    for side in Side::ALL {
        if let Err(fault) = seats[side.index()].begin() {
            return fail(progress, side, fault, end(&game));
        }
    }
    loop {
        if let Some(ending) = game.ending() {
            let result = GameResult::from_winner(ending.winner);
            let end = end(&game);
            return match check_claims(&progress, result, &game, seats)? {
                None => Ok(progress.ends(ending.winner, ending.reason.name(), String::new(), end)),
                Some((side, fault)) => Ok(progress.fails(side, &fault, end)),
            };
        }
        if let Some((winner, reason)) = progress.adjudicated() {
            return Ok(progress.ends(winner, reason, String::new(), end(&game)));
        }
        let side = game.position().side();
        let answer = match seats[side.index()].choose(&progress.question(side)) {
            Ok(answer) => answer,
            Err(fault) => return fail(progress, side, fault, end(&game)),
        };
        let mv = match read_move(game.position(), Coordinates::Oblique, &answer.text) {
            Ok(mv) => mv,
            Err(_) if answer.text == "0000" => {
                let fault = Fault::WrongClaim("it says that the game has ended".to_owned());
                return fail(progress, side, fault, end(&game));
            }
            Err(error) => {
                return fail(progress, side, Fault::IllegalMove(error.to_string()), end(&game));
            }
        };
        let text = write_move(variant, Coordinates::Oblique, mv);
        if let Err(fault) = progress.note(side, text, &answer) {
            return fail(progress, side, fault, end(&game));
        }
        game.play(mv);
    }
}

fn fail(progress: Progress, side: Side, fault: Fault, end: String) -> Result<Course, Fault> {
    match fault {
        Fault::Aborted => Err(Fault::Aborted),
        fault => Ok(progress.fails(side, &fault, end)),
    }
}

/// Who, asked about the end of a finished game, does not know it.
fn check_claims(
    progress: &Progress,
    result: GameResult,
    game: &Game,
    seats: &mut Seats,
) -> Result<Option<(Side, Fault)>, Fault> {
    let side = game.position().side();
    let expected = claim_word(result);
    for seat in Side::ALL {
        match seats[seat.index()].claim(&progress.question(side)) {
            Ok(Some(claim)) if !claim.over || claim.result != expected => {
                let said = format!("{claim}, but it is {expected}");
                return Ok(Some((seat, Fault::WrongClaim(said))));
            }
            Ok(_) => {}
            Err(Fault::Aborted) => return Err(Fault::Aborted),
            Err(fault) => return Ok(Some((seat, fault))),
        }
    }
    Ok(None)
}

fn claim_word(result: GameResult) -> &'static str {
    match result {
        GameResult::WhiteWins => "p1win",
        GameResult::BlackWins => "p2win",
        GameResult::Draw => "draw",
    }
}

/// Plays a game of which only the engines know the rules: it has ended when the side to move says so, and
/// both have to agree on the result.
///
/// # Errors
///
/// Only [`Fault::Aborted`].
pub fn play_unrefereed(setup: GameSetup, seats: &mut Seats) -> Result<Course, Fault> {
    let first = Side::White;
    let mut progress = Progress { setup, first, moves: Vec::new(), texts: Vec::new() };
    let end = |progress: &Progress| {
        let start = progress.setup.opening.unwrap_or("startpos");
        format!("{start} moves {}", progress.texts.join(" "))
    };
    for side in Side::ALL {
        if let Err(fault) = seats[side.index()].begin() {
            let end = end(&progress);
            return fail(progress, side, fault, end);
        }
    }
    let mut side = match seats[0].is_white_to_move(&progress.question(Side::White)) {
        Ok(true) => Side::White,
        Ok(false) => Side::Black,
        Err(fault) => {
            let end = end(&progress);
            return fail(progress, Side::White, fault, end);
        }
    };
    progress.first = side;
    loop {
        if let Some((winner, reason)) = progress.adjudicated() {
            let end = end(&progress);
            return Ok(progress.ends(winner, reason, String::new(), end));
        }
        let step = match seats[side.index()].claim(&progress.question(side)) {
            Ok(None) => Err(Fault::WrongClaim("it does not answer query".to_owned())),
            Ok(Some(claim)) if claim.over => {
                let end = end(&progress);
                return match seats[side.other().index()].claim(&progress.question(side)) {
                    Ok(Some(other)) if other == claim => Ok(agreed(progress, &claim, end)),
                    Ok(other) => {
                        let other = other.map_or("nothing".to_owned(), |claim| claim.to_string());
                        let detail = format!("{side} says {claim}, {} says {other}", side.other());
                        Ok(progress.ends(None, "disagreement", detail, end))
                    }
                    Err(fault) => fail(progress, side.other(), fault, end),
                };
            }
            Ok(Some(_)) => seats[side.index()].choose(&progress.question(side)),
            Err(fault) => Err(fault),
        };
        let noted = step.and_then(|answer| {
            let text = answer.text.clone();
            if text == "0000" {
                return Err(Fault::WrongClaim("it has no move in a game that goes on".to_owned()));
            }
            // The other engine and the records are given it as it is.
            if !is_move_word(&text) {
                let said = format!("{} is no word for a move", Excerpt::of(&text));
                return Err(Fault::IllegalMove(said));
            }
            progress.note(side, text, &answer)
        });
        if let Err(fault) = noted {
            let end = end(&progress);
            return fail(progress, side, fault, end);
        }
        side = side.other();
    }
}

fn agreed(progress: Progress, claim: &Claim, end: String) -> Course {
    let winner = match claim.result.as_str() {
        "p1win" => Some(Side::White),
        "p2win" => Some(Side::Black),
        "draw" => None,
        _ => return progress.ends(None, "disagreement", format!("both say {claim}"), end),
    };
    progress.ends(winner, "by the engines", String::new(), end)
}
