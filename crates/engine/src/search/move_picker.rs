//! Move ordering: hands out the moves of a node, best first. The move of the transposition table comes first, then
//! captures by the material that they leave, or quiet moves by killers and history.
//!
//! All legal moves are generated at once, because the majority rule needs all captures. They are sorted only as far as
//! they are asked for. The root moves are sorted in root.rs.

// CITE: Move ordering. https://www.chessprogramming.org/Move_Ordering

use super::history::{History, PieceTo, QuietMove};
use super::material;
use super::symmetry::EntrySymmetries;
use emergo::{Key, Move, MoveHash, Position};

/// A move with its place in the order.
#[derive(Clone, Copy, Debug)]
pub(super) struct PickedMove {
    pub mv: Move,
    /// What the histories need, `None` of a capture.
    pub quiet: Option<QuietMove>,
    pub history: i32,
    order: i32,
}

/// Memory for the moves of one ply, used again from node to node.
#[derive(Default)]
pub(super) struct MoveBuffer {
    generated: Vec<Move>,
    moves: Vec<PickedMove>,
    /// Keys of the positions after captures.
    results: Vec<Key>,
}

impl MoveBuffer {
    /// Lists the captures of a position that has some. Returns the capture if it is the only one.
    #[inline]
    pub fn list_captures(&mut self, pos: &Position) -> Option<Move> {
        pos.legal_moves_into(&mut self.generated);
        match self.generated[..] {
            [only] => Some(only),
            _ => None,
        }
    }
}

/// Which moves a picker hands out.
pub(super) enum MoveSet {
    /// All captures that [`MoveBuffer::list_captures`] has listed.
    Captures,
    /// All steps or entries of a position without captures.
    Quiets,
    /// Those of the steps or entries that feed.
    Feeds,
}

/// What the order of moves depends on besides the position.
pub(super) struct OrderingContext<'a> {
    pub history: &'a History,
    /// The killers of the ply.
    pub killers: [Option<Move>; 2],
    /// The move before this node.
    pub previous: Option<PieceTo>,
    pub table_move: Option<MoveHash>,
    /// See [`EntrySymmetries::of`].
    pub symmetry_pieces: i32,
}

pub(super) struct MovePicker {
    buffer: MoveBuffer,
    next: usize,
}

const TABLE_MOVE: i32 = 1 << 30;
const KILLER: i32 = 1 << 20;

impl MovePicker {
    /// The moves of `pos` in this set. Left out are captures with the same result as another one, and entries that
    /// are symmetric to another one.
    pub fn new(
        pos: &Position,
        set: MoveSet,
        mut buffer: MoveBuffer,
        ordering: &OrderingContext,
    ) -> MovePicker {
        buffer.moves.clear();
        match set {
            MoveSet::Captures => order_captures(pos, &mut buffer, ordering.table_move),
            MoveSet::Quiets => {
                pos.for_each_quiet_move(quiet_adder(pos, &mut buffer, ordering));
            }
            MoveSet::Feeds => {
                let mut add = quiet_adder(pos, &mut buffer, ordering);
                pos.for_each_feeding_move(|mv| add(mv, true));
            }
        }
        MovePicker { buffer, next: 0 }
    }

    /// The number of moves, equal captures counted once.
    pub fn len(&self) -> usize {
        self.buffer.moves.len()
    }

    /// Is one of the remaining moves feeding?
    pub fn has_feeds(&self) -> bool {
        let rest = &self.buffer.moves[self.next..];
        rest.iter().any(|picked| picked.quiet.is_some_and(|quiet| quiet.feeds))
    }

    /// The best of the remaining moves, with the number of moves before it.
    #[inline]
    pub fn next(&mut self) -> Option<(usize, PickedMove)> {
        let rest = &mut self.buffer.moves[self.next..];
        let (mut best, mut order) = (0, rest.first()?.order);
        for (index, picked) in rest.iter().enumerate() {
            if picked.order > order {
                (best, order) = (index, picked.order);
            }
        }
        rest.swap(0, best);
        self.next += 1;
        Some((self.next - 1, rest[0]))
    }

    /// The quiet moves handed out before the last one.
    pub fn quiets_before_last(&self) -> impl Iterator<Item = QuietMove> {
        let tried = &self.buffer.moves[..self.next.saturating_sub(1)];
        tried.iter().filter_map(|picked| picked.quiet)
    }

    pub fn into_buffer(self) -> MoveBuffer {
        self.buffer
    }
}

/// A function that adds a quiet move of `pos` to the buffer, with its place in the order. Its second argument tells whether
/// the move feeds.
#[inline]
fn quiet_adder(
    pos: &Position,
    buffer: &mut MoveBuffer,
    ordering: &OrderingContext,
) -> impl FnMut(Move, bool) {
    let side = pos.side();
    let table_move = ordering.table_move;
    let killers = ordering.killers;
    let symmetries = EntrySymmetries::of(pos, ordering.symmetry_pieces);
    move |mv, feeds| {
        if symmetries.has_earlier(mv, |_| true) {
            return;
        }
        let quiet = QuietMove { mv, feeds, piece_to: PieceTo::of(pos, mv) };
        let value = ordering.history.value(side, quiet, ordering.previous);
        let order = if Some(mv.short_hash()) == table_move {
            TABLE_MOVE
        } else if killers[0] == Some(mv) {
            KILLER + 1
        } else if killers[1] == Some(mv) {
            KILLER
        } else {
            value
        };
        buffer.moves.push(PickedMove { mv, quiet: Some(quiet), history: value, order });
    }
}

/// Orders captures by the material that they leave.
fn order_captures(pos: &Position, buffer: &mut MoveBuffer, table_move: Option<MoveHash>) {
    buffer.results.clear();
    for &mv in &buffer.generated {
        let after = pos.after(mv);
        if buffer.results.contains(&after.key()) {
            continue;
        }
        buffer.results.push(after.key());
        let is_table_move = Some(mv.short_hash()) == table_move;
        let order = if is_table_move { TABLE_MOVE } else { -material::balance(&after) };
        buffer.moves.push(PickedMove { mv, quiet: None, history: 0, order });
    }
}
