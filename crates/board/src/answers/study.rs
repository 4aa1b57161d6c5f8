//! Requests that take a search: the report on a game, the refutation of a wrong move in a puzzle, the comparison of a
//! move with the best one, and how a position goes on.
//!
//! One request has any number of messages about its progress and one last message. The same function answers in a thread
//! of the server and in a Worker of a browser. To cancel a request, the client closes its socket or ends its Worker.

use super::describe::move_text;
use super::game_text::{next_move, replay};
use super::puzzles::resume;
use crate::interface::{GameText, PuzzleAttempt, Refusal, StudyMessage, StudyTask};
use emergo::{Game, Move};
use emergo_records::GameRecord;
use luctor_engine::eval::Networks;
use luctor_engine::interrupt::Interrupt;
use luctor_engine::search::Searcher;
pub use luctor_study::SearchResources;
use luctor_study::{Mark, MoveLine, MoveSearcher, PositionLimit, annotate};
use luctor_system::resources::ResourceError;

/// Nodes of the search after a single move.
const MOVE_NODES: u64 = 200_000;

/// Answers a request in JSON. Calls `send` with each message in JSON. After an interrupt there is no last message.
pub fn study_json(
    request: &str,
    resources: SearchResources,
    interrupt: &Interrupt,
    send: &mut dyn FnMut(String),
) {
    let mut send = |message: StudyMessage| {
        send(serde_json::to_string(&message).expect("all keys of a message are strings"));
    };
    match serde_json::from_str::<StudyTask>(request) {
        Ok(task) => study(&task, resources, interrupt, &mut send),
        Err(error) => send(refused(Refusal::BadRequest { message: error.to_string() })),
    }
}

/// Carries out a task. Calls `send` with each message. After an interrupt there is no last message.
pub fn study(
    task: &StudyTask,
    resources: SearchResources,
    interrupt: &Interrupt,
    send: &mut dyn FnMut(StudyMessage),
) {
    let searcher = || move_searcher(resources.networks.clone(), interrupt);
    let last = match task {
        StudyTask::Annotate { record, limit } => report(record, *limit, resources, interrupt, send),
        StudyTask::Refute { attempt, text } => {
            searcher().and_then(|searcher| refutation(attempt, text, searcher)).map(Some)
        }
        StudyTask::Compare { game, text, best } => {
            searcher().and_then(|searcher| comparison(game, text, best, searcher)).map(Some)
        }
        StudyTask::PlayOut { game } => {
            searcher().and_then(|searcher| playout(game, searcher)).map(Some)
        }
    };
    if !interrupt.is_aborted()
        && let Some(message) = last.unwrap_or_else(|refusal| Some(refused(refusal)))
    {
        send(message);
    }
}

fn refused(refusal: Refusal) -> StudyMessage {
    StudyMessage::Refused { refusal }
}

fn no_resources(error: ResourceError) -> Refusal {
    Refusal::Resources { message: error.to_string() }
}

/// The report on a game, or `None` after an interrupt.
fn report(
    record: &GameRecord,
    limit: PositionLimit,
    resources: SearchResources,
    interrupt: &Interrupt,
    send: &mut dyn FnMut(StudyMessage),
) -> Result<Option<StudyMessage>, Refusal> {
    let mut searcher =
        Searcher::with_networks(resources.table_mebibytes, resources.threads, resources.networks)
            .map_err(no_resources)?;
    let total = record.moves.len() + 1;
    let mut done = 0;
    let mut position_done = || {
        done += 1;
        send(StudyMessage::Progress { done, total });
    };
    let report = annotate(record, &mut searcher, limit, interrupt, &mut position_done);
    Ok(report.map(|report| StudyMessage::Report { report: Box::new(report) }))
}

fn move_searcher(networks: Networks, interrupt: &Interrupt) -> Result<MoveSearcher, Refusal> {
    let mut searcher = MoveSearcher::new(networks, MOVE_NODES).map_err(no_resources)?;
    searcher.interrupt = interrupt.clone();
    Ok(searcher)
}

fn refutation(
    attempt: &PuzzleAttempt,
    mv: &str,
    mut searcher: MoveSearcher,
) -> Result<StudyMessage, Refusal> {
    let attempt = resume(attempt)?;
    let game = attempt.game();
    let mv = next_move(game, mv)?;
    let MoveLine { line, expected } = searcher.search(game, mv);
    Ok(StudyMessage::Refutation {
        line: write_line(game, &line),
        expected,
        reaches_goal: attempt.puzzle().goal.is_reached(expected),
        ending: game.after(&[mv]).ending(),
    })
}

fn comparison(
    game: &GameText,
    mv: &str,
    best: &str,
    mut searcher: MoveSearcher,
) -> Result<StudyMessage, Refusal> {
    let game = replay(game)?;
    let [mv, best] = [next_move(&game, mv)?, next_move(&game, best)?];
    let MoveLine { line, expected } = searcher.search(&game, mv);
    let best_expected = searcher.search(&game, best).expected;
    Ok(StudyMessage::Comparison {
        line: write_line(&game, &line),
        expected,
        best_expected,
        mark: Mark::of_loss(best_expected - expected),
        ending: game.after(&[mv]).ending(),
    })
}

fn playout(game: &GameText, mut searcher: MoveSearcher) -> Result<StudyMessage, Refusal> {
    let game = replay(game)?;
    let playout = searcher.play_out(&game);
    Ok(StudyMessage::Playout {
        line: write_line(&game, &playout.line),
        expected: playout.expected,
        ending: game.after(&playout.line).ending(),
    })
}

/// The texts of a line that follows a game.
fn write_line(game: &Game, line: &[Move]) -> Vec<String> {
    line.iter().map(|mv| move_text(game.position().variant(), *mv)).collect()
}
