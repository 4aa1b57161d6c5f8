//! `Move`: a move on the board of a variant. It does not know a position.

use crate::actions::ActionSpace;
use crate::convert::{illegal_move, parse, parse_coordinates, square_name};
use emergo::notation::parse_move;
use emergo::{Coordinates, MoveKind, Variant, write_move};
use pyo3::prelude::*;

#[doc = docs!(Move)]
#[pyclass(module = "emergo", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    pub variant: Variant,
    pub mv: emergo::Move,
}

impl Move {
    fn name(&self, square: emergo::Square) -> String {
        square_name(self.variant, Coordinates::Oblique, square)
    }

    /// The text in the coordinates of the rules.
    pub fn oblique(&self) -> String {
        write_move(self.variant, Coordinates::Oblique, self.mv)
    }
}

#[pymethods]
impl Move {
    #[new]
    #[pyo3(signature = (text, variant = "emergo", coordinates = "oblique"))]
    fn new(text: &str, variant: &str, coordinates: &str) -> PyResult<Move> {
        let variant = parse(variant)?;
        let mv = parse_move(variant, parse_coordinates(variant, coordinates)?, text)
            .map_err(illegal_move)?;
        Ok(Move { variant, mv })
    }

    #[doc = docs!(Move.variant)]
    #[getter]
    fn variant(&self) -> &'static str {
        self.variant.name()
    }

    #[doc = docs!(Move.kind)]
    #[getter]
    fn kind(&self) -> &'static str {
        self.mv.kind().name()
    }

    #[doc = docs!(Move.from_square)]
    #[getter(from_square)]
    fn origin(&self) -> Option<String> {
        (self.mv.kind() != MoveKind::Entry).then(|| self.name(self.mv.from()))
    }

    #[doc = docs!(Move.to_square)]
    #[getter(to_square)]
    fn target(&self) -> String {
        self.name(self.mv.to())
    }

    #[doc = docs!(Move.captured)]
    #[getter]
    fn captured(&self) -> usize {
        self.mv.jumps()
    }

    #[doc = docs!(Move.path)]
    #[pyo3(signature = (coordinates = "oblique"))]
    fn path(&self, coordinates: &str) -> PyResult<Vec<String>> {
        let coordinates = parse_coordinates(self.variant, coordinates)?;
        let path = self.mv.path(self.variant);
        Ok(path.map(|square| square_name(self.variant, coordinates, square)).collect())
    }

    #[doc = docs!(Move.text)]
    #[pyo3(signature = (coordinates = "oblique"))]
    fn text(&self, coordinates: &str) -> PyResult<String> {
        Ok(write_move(self.variant, parse_coordinates(self.variant, coordinates)?, self.mv))
    }

    #[doc = docs!(Move.actions)]
    fn actions(&self) -> Vec<usize> {
        ActionSpace::of(self.variant).actions_of(self.mv)
    }

    fn __str__(&self) -> String {
        self.oblique()
    }

    fn __repr__(&self) -> String {
        match self.variant {
            Variant::Emergo => format!("Move('{}')", self.oblique()),
            variant => format!("Move('{}', '{variant}')", self.oblique()),
        }
    }

    fn __getnewargs__(&self) -> (String, &'static str) {
        (self.oblique(), self.variant.name())
    }
}
