//! The moves of a node, best first: the table's move, then captures by what they leave on the board, or
//! quiet moves by killers and history. All legal moves are made at once (the majority rule needs them all),
//! and sorted only as far as they are asked for.

use super::history::{Footprint, History, QuietMove};
use super::symmetry::EntrySymmetries;
use crate::eval::material;
use emergo::{Key, Move, MoveHash, MoveKind, MoveList, Position};

/// A move with its place in the order and, of a quiet one, what the histories need.
#[derive(Clone, Copy, Debug)]
pub(super) struct PickedMove {
    pub mv: Move,
    pub quiet: Option<QuietMove>,
    pub history: i32,
    order: i32,
}

/// Memory for the moves of one ply, kept from node to node.
#[derive(Default)]
pub(super) struct MoveBuffer {
    generated: MoveList,
    moves: Vec<PickedMove>,
    /// Keys of the positions that captures lead to.
    results: Vec<Key>,
}

impl MoveBuffer {
    /// The capture that is forced, if there is no other, in a position that has some.
    #[inline]
    pub fn only_capture(&mut self, pos: &Position) -> Option<Move> {
        pos.legal_moves_into(&mut self.generated);
        match self.generated[..] {
            [only] => Some(only),
            _ => None,
        }
    }
}

/// Which moves a node looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wanted {
    /// All captures, there being some.
    Captures,
    /// All steps or entries, there being nothing to capture.
    Quiets,
    /// Of these the feeding ones.
    Feeds,
}

impl Wanted {
    /// All legal moves.
    #[inline]
    pub fn all(phase: MoveKind) -> Wanted {
        match phase {
            MoveKind::Capture => Wanted::Captures,
            MoveKind::Entry | MoveKind::Step => Wanted::Quiets,
        }
    }
}

/// Hands out the moves of a node.
pub(super) struct Picker {
    buffer: MoveBuffer,
    next: usize,
}

const TABLE_MOVE: i32 = 1 << 30;
const KILLER: i32 = 1 << 20;

impl Picker {
    /// The moves of `pos` that are wanted. Captures with the same result as another are left out, and
    /// entries on a nearly empty board that are images of another.
    pub fn new(
        pos: &Position,
        wanted: Wanted,
        mut buffer: MoveBuffer,
        history: &History,
        (ply, before): (usize, Option<Footprint>),
        table: Option<MoveHash>,
    ) -> Picker {
        buffer.moves.clear();
        if wanted == Wanted::Captures {
            order_captures(pos, &mut buffer, table);
            return Picker { buffer, next: 0 };
        }
        let killers = history.killers(ply);
        let twins = EntrySymmetries::of(pos);
        pos.for_each_quiet_move(|mv, feeds| {
            if wanted == Wanted::Feeds && !feeds || twins.has_earlier(mv) {
                return;
            }
            let quiet = QuietMove { mv, feeds, footprint: Footprint::of(pos, mv) };
            let value = history.value(pos, quiet, before);
            let order = if Some(mv.short_hash()) == table {
                TABLE_MOVE
            } else if killers[0] == Some(mv) {
                KILLER + 1
            } else if killers[1] == Some(mv) {
                KILLER
            } else {
                value
            };
            buffer.moves.push(PickedMove { mv, quiet: Some(quiet), history: value, order });
        });
        Picker { buffer, next: 0 }
    }

    /// Moves of the node, equal captures counted once.
    pub fn len(&self) -> usize {
        self.buffer.moves.len()
    }

    /// The best of the moves not yet handed out, with the number of those before it.
    #[inline]
    pub fn next(&mut self) -> Option<(usize, PickedMove)> {
        let rest = &mut self.buffer.moves[self.next..];
        let best =
            (0..rest.len()).max_by_key(|index| (rest[*index].order, std::cmp::Reverse(*index)))?;
        rest.swap(0, best);
        self.next += 1;
        Some((self.next - 1, rest[0]))
    }

    /// The quiet moves handed out before the last one, into `quiets`.
    pub fn quiets_before_last(&self, quiets: &mut Vec<QuietMove>) {
        let tried = &self.buffer.moves[..self.next.saturating_sub(1)];
        quiets.clear();
        quiets.extend(tried.iter().filter_map(|picked| picked.quiet));
    }

    /// Gives the memory back.
    pub fn into_buffer(self) -> MoveBuffer {
        self.buffer
    }
}

/// Captures by the material they leave, which is exact enough for an order.
fn order_captures(pos: &Position, buffer: &mut MoveBuffer, table: Option<MoveHash>) {
    let quiet = None;
    pos.legal_moves_into(&mut buffer.generated);
    if let [only] = buffer.generated[..] {
        buffer.moves.push(PickedMove { mv: only, quiet, history: 0, order: 0 });
        return;
    }
    buffer.results.clear();
    for &mv in &buffer.generated {
        let after = pos.after(mv);
        if buffer.results.contains(&after.key()) {
            continue;
        }
        buffer.results.push(after.key());
        let order =
            if Some(mv.short_hash()) == table { TABLE_MOVE } else { -material::balance(&after) };
        buffer.moves.push(PickedMove { mv, quiet, history: 0, order });
    }
}
