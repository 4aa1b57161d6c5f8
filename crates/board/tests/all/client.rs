//! A client of the JSON interface.

use emergo::{Blocked, Repetition, Variant};
use luctor_board::interface::{
    Answer, GameText, LibraryQuestion, PictureView, PositionData, Request, RulesAnswer,
    RulesQuestion, StudyMessage, StudyTask,
};
use luctor_board::study::{SearchResources, study};
use luctor_board::{Library, answer};
use luctor_engine::eval::Networks;
use luctor_engine::interrupt::Interrupt;

/// The answer of the rules.
pub fn ask_rules(question: RulesQuestion) -> Answer {
    answer(&Request::Rules(question))
}

/// The answer of a library.
pub fn ask_library(question: LibraryQuestion, library: &Library) -> Answer {
    library.answer(&Request::Library(question))
}

/// The messages about a task.
pub fn messages(task: StudyTask) -> Vec<StudyMessage> {
    let mut messages = Vec::new();
    study(&task, study_resources(), &Interrupt::default(), &mut |message| messages.push(message));
    messages
}

pub fn study_resources() -> SearchResources {
    SearchResources { networks: Networks::embedded(), threads: 1, table_mebibytes: 4 }
}

/// A game with moves that are separated by blanks.
pub fn game(variant: Variant, start: Option<&str>, moves: &str) -> GameText {
    let moves = moves.split_whitespace().map(str::to_owned).collect();
    let start = start.map(str::to_owned);
    GameText { variant, blocked: Blocked::Draw, repetition: Repetition::Draw, start, moves }
}

/// The position of a game.
pub fn describe(game: GameText) -> PositionData {
    match ask_rules(RulesQuestion::Describe { game, view: PictureView::default() }) {
        Answer::Rules(RulesAnswer::Position { position }) => *position,
        other => panic!("no position: {other:?}"),
    }
}
