//! Values for fuzz tests: the traits of the crate `arbitrary`.

use crate::column::Column;
use crate::game::Game;
use crate::position::Position;
use crate::rule_options::{Blocked, Repetition};
use crate::side::Side;
use crate::variant::Variant;
use arbitrary::{Arbitrary, Result, Unstructured};

macro_rules! one_of_all {
    ($($type:ident)*) => {$(
        impl<'a> Arbitrary<'a> for $type {
            fn arbitrary(u: &mut Unstructured<'a>) -> Result<$type> {
                u.choose(&$type::ALL).copied()
            }
        }
    )*};
}

one_of_all!(Blocked Repetition Side Variant);

/// A valid position. It may have fewer men than a game, and need not occur in one.
impl<'a> Arbitrary<'a> for Position {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Position> {
        let variant = Variant::arbitrary(u)?;
        let mut position = Position::without_men(variant);
        let mut left = [variant.men(); 2];
        for square in variant.cells() {
            let owner = Side::arbitrary(u)?;
            let cap = u.int_in_range(0..=left[owner.index()])?;
            if cap > 0 {
                let prisoners = u.int_in_range(0..=left[owner.other().index()])?;
                left[owner.index()] -= cap;
                left[owner.other().index()] -= prisoners;
                position.put(owner, square, Column::new(cap, prisoners));
            }
        }
        for side in Side::ALL {
            position.set_hand(side, u.int_in_range(0..=left[side.index()])?);
        }
        position.set_side(Side::arbitrary(u)?);
        Ok(position)
    }
}

/// A game from an empty board or from any valid position, with a legal move for each byte that is left.
impl<'a> Arbitrary<'a> for Game {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Game> {
        let start = match bool::arbitrary(u)? {
            true => Position::arbitrary(u)?,
            false => Position::start(Variant::arbitrary(u)?),
        };
        let game = Game::from_position(start, 1, Blocked::arbitrary(u)?);
        let mut game = game.with_repetition_rule(Repetition::arbitrary(u)?);
        while game.ending().is_none() && !u.is_empty() {
            let mv = *u.choose(&game.position().legal_moves())?;
            game.play(mv);
        }
        Ok(game)
    }
}
