//! A game as planes of numbers for a neural network, from the view of one side: the side that acts next, or its opponent.
//!
//! The shape is (planes, digits, letters): 9x9 on the board with 41 cells, 7x7 on the others. Cell e4 is at
//! `[plane, 3, 4]`. The oblique grid puts neighbours next to each other, so a convolution sees steps and jumps along
//! rows and columns, and on the hexagonal board along one diagonal too. The grid is not turned for Black: pieces have
//! no direction.

use crate::action_game::ActionGame;
use emergo::{Position, Side, Square, Variant};

/// The planes in order. `BatchBoard` in the stub file documents their values for users. Numbers of men are divided by
/// the men of a side (12 or 8). Outside of the board all planes are 0.
#[derive(Clone, Copy)]
enum Plane {
    Board,
    OwnCaps,
    OwnPrisoners,
    OpponentCaps,
    OpponentPrisoners,
    OwnHand,
    OpponentHand,
    JumpingPiece,
    CameFrom,
    OccurredBefore,
}

/// Planes, digits, letters.
pub fn shape(variant: Variant) -> [usize; 3] {
    let size = usize::from(variant.size());
    [Plane::OccurredBefore as usize + 1, size, size]
}

/// Writes the observation of a game from the view of `us` into `out`, which has as many numbers as [`shape`] says.
pub fn write(game: &ActionGame, us: Side, out: &mut [f32]) {
    let (jumps, game) = (game.partial_capture(), game.game());
    let position = jumps.map_or(*game.position(), |jumps| game.position().after(jumps));
    let mut planes = Planes::new(position.variant(), out);
    let them = us.other();
    let men = f32::from(position.variant().men());
    planes.fill(Plane::Board, 1.0);
    planes.pieces(Plane::OwnCaps, Plane::OwnPrisoners, &position, us);
    planes.pieces(Plane::OpponentCaps, Plane::OpponentPrisoners, &position, them);
    planes.fill(Plane::OwnHand, f32::from(position.hand(us)) / men);
    planes.fill(Plane::OpponentHand, f32::from(position.hand(them)) / men);
    let path: Vec<Square> = jumps.iter().flat_map(|jumps| jumps.path(position.variant())).collect();
    if let [.., came_from, at] = path[..] {
        planes.set(Plane::JumpingPiece, at, 1.0);
        planes.set(Plane::CameFrom, came_from, 1.0);
    }
    if let [earlier @ .., now] = game.keys()
        && earlier.contains(now)
    {
        planes.fill(Plane::OccurredBefore, 1.0);
    }
}

/// The observation of one game while it is written.
struct Planes<'a> {
    variant: Variant,
    size: usize,
    out: &'a mut [f32],
}

impl Planes<'_> {
    fn new(variant: Variant, out: &mut [f32]) -> Planes<'_> {
        out.fill(0.0);
        Planes { variant, size: usize::from(variant.size()), out }
    }

    fn set(&mut self, plane: Plane, cell: Square, value: f32) {
        let (letter, digit) = self.variant.letter_and_digit(cell);
        let row = plane as usize * self.size + usize::from(digit) - 1;
        self.out[row * self.size + usize::from(letter)] = value;
    }

    fn fill(&mut self, plane: Plane, value: f32) {
        if value != 0.0 {
            for cell in self.variant.cells() {
                self.set(plane, cell, value);
            }
        }
    }

    fn pieces(&mut self, caps: Plane, prisoners: Plane, position: &Position, side: Side) {
        let men = f32::from(self.variant.men());
        for cell in position.pieces(side) {
            let column = position.column(cell);
            self.set(caps, cell, f32::from(column.cap()) / men);
            self.set(prisoners, cell, f32::from(column.prisoners()) / men);
        }
    }
}
