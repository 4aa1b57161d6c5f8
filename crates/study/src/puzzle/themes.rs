//! The themes of a puzzle, found in the moves of its solution.

use super::Goal;
use emergo::{Game, GameResult, Move, MoveKind, Position};
use luctor_engine::score::Score;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

emergo::named! {
    serde UnknownTheme, "theme";
    /// A theme.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
    #[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
    pub enum Theme {
        /// The opponent captures two men or more that the solver offers by entries and steps.
        Feeder = "feeder",
        /// The solver captures a cap of one man and frees three prisoners or more with it.
        Decapitation = "decapitation",
        /// The solver enters the shadowpiece of two men or more.
        Shadowpiece = "shadowpiece",
        /// An unforced move of the solver is an entry.
        Entering = "entering",
        /// After an unforced move of the solver, the rule of the longest capture forbids the opponent a shorter one.
        LongestCapture = "longest-capture",
        /// A puzzle to win in which no unforced move captures, and none lets the opponent capture.
        QuietWin = "quiet-win",
        /// A puzzle to save the game in which the game ends as a draw, or the search finds a draw.
        DrawSaved = "draw-saved",
    }
}

/// The themes of a solution in the order of [`Theme::ALL`]. `last` is the score of its last unforced move.
pub(super) fn themes_of(start: &Game, solution: &[Move], goal: Goal, last: Score) -> Vec<Theme> {
    let mut found = HashSet::new();
    let mut note = |theme: Theme, holds: bool| {
        if holds {
            found.insert(theme);
        }
    };
    let solver = start.position().side();
    let mut game = start.clone();
    let mut offered = 0;
    let mut is_quiet = true;
    for (index, &mv) in solution.iter().enumerate() {
        let before = *game.position();
        game.play(mv);
        let after = game.position();
        if before.side() != solver {
            continue;
        }
        let is_entry = mv.kind() == MoveKind::Entry;
        note(Theme::Decapitation, frees_three(&before, mv));
        note(Theme::Shadowpiece, is_entry && before.entering_men() > 1);
        let reply = solution.get(index + 1).copied();
        if !mv.is_capture() {
            offered += reply.map_or(0, Move::jumps);
        }
        if before.forced_move().is_none() {
            note(Theme::Entering, is_entry);
            note(Theme::LongestCapture, forbids_shorter_capture(after));
            is_quiet &= !mv.is_capture() && !after.can_capture();
        }
    }
    let is_drawn = game.ending().is_some_and(|ending| ending.result() == GameResult::Draw);
    note(Theme::Feeder, offered >= 2);
    note(Theme::QuietWin, goal == Goal::Win && is_quiet);
    note(Theme::DrawSaved, goal == Goal::Save && (is_drawn || last == Score::DRAW));
    Theme::ALL.into_iter().filter(|theme| found.contains(theme)).collect()
}

/// Does a jump of the move capture a cap of one man over three prisoners or more?
fn frees_three(before: &Position, mv: Move) -> bool {
    if !mv.is_capture() {
        return false;
    }
    let (us, them) = (before.side(), before.side().other());
    let mut earlier = *before;
    mv.partial_moves(before.variant()).any(|part| {
        let later = before.after(part);
        let jumped = earlier.pieces(them) & later.pieces(us);
        let frees = jumped
            .map(|square| earlier.column(square))
            .any(|column| column.cap() == 1 && column.prisoners() >= 3);
        earlier = later;
        frees
    })
}

/// Does the rule of the longest capture forbid the side to move a capture?
fn forbids_shorter_capture(position: &Position) -> bool {
    let lines = position.jump_lines()[position.side().other().index()];
    let possible: u32 = lines.jumpable_pieces.iter().map(|pieces| pieces.count()).sum();
    let variant = position.variant();
    let first_jumps: HashSet<_> =
        position.legal_moves().into_iter().map(|mv| (mv.from(), mv.path(variant).nth(1))).collect();
    possible as usize > first_jumps.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use emergo::{Blocked, Coordinates, Variant, read_move, read_position};

    #[test]
    fn themes_follow_from_the_moves() {
        use Theme::*;
        let (win, draw) = (Score::centimen(900), Score::DRAW);
        let table: [(&str, &str, Goal, Score, &[Theme]); 8] = [
            (
                "1/b2/w3b/3b2w/1b1b1w3/1w1w1b1/1w1wb/3/1 w 5,5",
                "g6 g7xg5xe5xe3xc3xc5 c6 g3xe3 c6xc4",
                Goal::Win,
                win,
                &[Feeder, Decapitation, Entering, LongestCapture],
            ),
            // One offered man is no feeder.
            ("1/3/5/7/2w1(bw)4/7/5/3/1 w 0,0", "c5-d5 e5xc5", Goal::Win, win, &[]),
            (
                "1/3/5/3b3/3w5/7/5/3/1 w 3,0",
                "e3",
                Goal::Win,
                win,
                &[Shadowpiece, Entering, QuietWin],
            ),
            ("1/3/5/3b3/9/7/5/w2/1 w 1,0", "e3", Goal::Win, win, &[Entering, QuietWin]),
            ("1/3/5/3b3/9/7/5/w2/1 w 0,0", "d2-d3", Goal::Win, win, &[QuietWin]),
            ("1/3/5/3b3/9/7/5/w2/1 w 0,0", "d2-d3", Goal::Save, win, &[]),
            ("1/3/5/3b3/9/7/5/w2/1 w 0,0", "d2-d3", Goal::Save, draw, &[DrawSaved]),
            ("1/3/5/7/4(bw3)w3/3w3/5/3/1 w 0,0", "f5xd5", Goal::Win, win, &[Decapitation]),
        ];
        for (start, moves, goal, last, expected) in table {
            let start = read_position(Variant::Emergo, start).unwrap().position;
            let start = Game::from_position(start, 1, Blocked::Draw);
            let mut game = start.clone();
            for text in moves.split(' ') {
                game.play(read_move(game.position(), Coordinates::Oblique, text).unwrap());
            }
            assert_eq!(themes_of(&start, game.moves(), goal, last), expected, "{moves}");
        }
    }
}
