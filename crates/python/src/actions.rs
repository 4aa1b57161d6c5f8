//! The numbers of actions. An action is an entry, a step, or one jump of a capture, so a capture of several jumps is
//! several actions of the same player.
//!
//! The numbers form planes with one action for each cell: one plane of entries, then a plane of steps for each
//! direction, then a plane of jumps for each direction. Action `plane * cells + cell` starts on `cell`. Cells are
//! numbered by digit, then by letter: the order of the observation grid. Some numbers lead off the board. They are
//! never legal.
//!
//! Frozen: a trained network depends on these numbers.

use crate::convert::{parse, parse_coordinates, square_name, value_error, whole_number};
use emergo::notation::Excerpt;
use emergo::{Bitboard, Coordinates, Move, MoveKind, Position, Square, Variant};
use pyo3::prelude::*;
use std::sync::LazyLock;

/// The largest number of planes: entries, and steps and jumps in six directions.
const MAX_PLANES: usize = 1 + 2 * Variant::MAX_DIRECTIONS;

/// What an action number means. Directions are indices of [`Variant::shifts`].
pub enum Action {
    /// A man or the shadowpiece enters on a cell.
    Entry(Square),
    /// The piece on a cell steps in a direction.
    Step(Square, usize),
    /// The piece on a cell makes one jump in a direction.
    Jump(Square, usize),
}

/// The actions of one variant.
pub struct ActionSpace {
    variant: Variant,
    /// The cells in the order of their numbers.
    cells: Vec<Square>,
    /// The number of each cell, by the index of its bit.
    numbers: [u16; 64],
}

static SPACES: LazyLock<[ActionSpace; 3]> = LazyLock::new(|| Variant::ALL.map(ActionSpace::new));

impl ActionSpace {
    /// The actions of a variant.
    pub fn of(variant: Variant) -> &'static ActionSpace {
        &SPACES[variant as usize]
    }

    fn new(variant: Variant) -> ActionSpace {
        let mut cells: Vec<Square> = variant.cells().collect();
        cells.sort_by_key(|cell| {
            let (letter, digit) = variant.letter_and_digit(*cell);
            (digit, letter)
        });
        let mut numbers = [0; 64];
        for (number, cell) in cells.iter().enumerate() {
            numbers[cell.index()] = number as u16;
        }
        ActionSpace { variant, cells, numbers }
    }

    /// The number of actions: 369, 225 or 481.
    pub fn len(&self) -> usize {
        self.planes() * self.cells.len()
    }

    /// One plane of entries, and planes of steps and jumps for each direction: 9 or 13.
    fn planes(&self) -> usize {
        1 + 2 * self.directions()
    }

    fn directions(&self) -> usize {
        self.variant.shifts().len()
    }

    /// The plane of an action, and the cell on which it starts.
    fn plane_and_cell(&self, action: usize) -> Option<(usize, Square)> {
        let plane = action / self.cells.len();
        (plane < self.planes()).then(|| (plane, self.cells[action % self.cells.len()]))
    }

    fn join(&self, plane: usize, cell: Square) -> usize {
        plane * self.cells.len() + usize::from(self.numbers[cell.index()])
    }

    /// What a number means, or `None` if it is not a number of this space.
    pub fn decode(&self, action: usize) -> Option<Action> {
        let (plane, cell) = self.plane_and_cell(action)?;
        Some(match plane.checked_sub(1) {
            None => Action::Entry(cell),
            Some(way) if way < self.directions() => Action::Step(cell, way),
            Some(way) => Action::Jump(cell, way - self.directions()),
        })
    }

    /// An action as the text of a move: `e4`, `e4-e5` or `e4xe6`. `None` if the number is too large, or if the step or
    /// jump leads off the board.
    pub fn text(&self, coordinates: Coordinates, action: usize) -> Option<String> {
        let name = |cell| square_name(self.variant, coordinates, cell);
        let neighbour = |cell, way| self.variant.neighbour(cell, way);
        Some(match self.decode(action)? {
            Action::Entry(cell) => name(cell),
            Action::Step(from, way) => format!("{}-{}", name(from), name(neighbour(from, way)?)),
            Action::Jump(from, way) => {
                let to = neighbour(neighbour(from, way)?, way)?;
                format!("{}x{}", name(from), name(to))
            }
        })
    }

    /// The number of an action from its text as [`ActionSpace::text`] writes it.
    pub fn read(&self, coordinates: Coordinates, text: &str) -> Option<usize> {
        (0..self.len()).find(|action| self.text(coordinates, *action).is_some_and(|it| it == text))
    }

    /// The actions of a move: one, or one for each jump of a capture.
    pub fn actions_of(&self, mv: Move) -> Vec<usize> {
        match mv.kind() {
            MoveKind::Entry => vec![self.join(0, mv.to())],
            MoveKind::Step => {
                let way = self.variant.direction(mv.from(), mv.to());
                way.map(|way| self.join(1 + way, mv.from())).into_iter().collect()
            }
            MoveKind::Capture => jumps_of(self.variant, mv)
                .map(|(from, way)| self.join(1 + self.directions() + way, from))
                .collect(),
        }
    }
}

/// The jumps of a capture: the cell on which each starts, and its direction.
pub fn jumps_of(variant: Variant, mv: Move) -> impl Iterator<Item = (Square, usize)> {
    mv.path(variant).zip(mv.directions())
}

/// The legal actions: for each plane the cells on which one starts.
#[derive(Clone, Copy, Default)]
pub struct LegalActions {
    planes: [Bitboard; MAX_PLANES],
}

impl LegalActions {
    /// The legal actions at the start of a turn, if the side to move has no capture.
    pub fn quiet(position: &Position) -> LegalActions {
        let mut legal = LegalActions::default();
        if position.hand(position.side()) > 0 {
            legal.planes[0] = position.entry_cells();
            return legal;
        }
        let (us, empty) = (position.pieces(position.side()), position.empty());
        for (way, &shift) in position.variant().shifts().iter().enumerate() {
            legal.planes[1 + way] = us & empty.shifted(-shift);
        }
        legal
    }

    /// The next jumps of captures of which `jumps_made` jumps are made.
    pub fn jumps(variant: Variant, captures: &[Move], jumps_made: usize) -> LegalActions {
        let mut legal = LegalActions::default();
        let first_plane = 1 + variant.shifts().len();
        for (from, way) in captures.iter().filter_map(|mv| jumps_of(variant, *mv).nth(jumps_made)) {
            legal.planes[first_plane + way] |= from.bitboard();
        }
        legal
    }

    /// Is the action legal?
    #[inline]
    pub fn has(&self, space: &ActionSpace, action: usize) -> bool {
        space.plane_and_cell(action).is_some_and(|(plane, cell)| self.planes[plane].has(cell))
    }

    /// The legal actions by plane and by bit of the cell, which is not the order of their numbers.
    #[inline]
    pub fn iter<'a>(&'a self, space: &'a ActionSpace) -> impl Iterator<Item = usize> + 'a {
        let planes = self.planes.iter().enumerate();
        planes.flat_map(move |(plane, cells)| cells.map(move |cell| space.join(plane, cell)))
    }

    /// The legal action that a random number selects, each with the same probability.
    #[inline]
    pub fn random(&self, space: &ActionSpace, number: u64) -> Option<usize> {
        let count: u32 = self.planes.iter().map(|cells| cells.count()).sum();
        let mut rest = ((u128::from(number) * u128::from(count)) >> 64) as u32;
        for (plane, &cells) in self.planes.iter().enumerate() {
            let mut cells = cells;
            match rest.checked_sub(cells.count()) {
                Some(after) => rest = after,
                None => return cells.nth(rest as usize).map(|cell| space.join(plane, cell)),
            }
        }
        None
    }
}

#[doc = docs!(action_count)]
#[pyfunction]
pub fn action_count(variant: &str) -> PyResult<usize> {
    Ok(ActionSpace::of(parse(variant)?).len())
}

#[doc = docs!(action_cells)]
#[pyfunction]
#[pyo3(signature = (variant, coordinates = "oblique"))]
pub fn action_cells(variant: &str, coordinates: &str) -> PyResult<Vec<String>> {
    let variant = parse(variant)?;
    let coordinates = parse_coordinates(variant, coordinates)?;
    let cells = ActionSpace::of(variant).cells.iter();
    Ok(cells.map(|cell| square_name(variant, coordinates, *cell)).collect())
}

#[doc = docs!(action_to_text)]
#[pyfunction]
#[pyo3(signature = (variant, action, coordinates = "oblique"))]
pub fn action_to_text(
    variant: &str,
    action: &Bound<'_, PyAny>,
    coordinates: &str,
) -> PyResult<String> {
    let (variant, action) = (parse(variant)?, whole_number("action", action, 0)?);
    let coordinates = parse_coordinates(variant, coordinates)?;
    let space = ActionSpace::of(variant);
    if action >= space.len() {
        let last = space.len() - 1;
        return Err(value_error(format!("there is no action {action}: actions are 0 to {last}")));
    }
    let text = space.text(coordinates, action);
    text.ok_or_else(|| value_error(format!("action {action} leads off the board")))
}

#[doc = docs!(text_to_action)]
#[pyfunction]
#[pyo3(signature = (variant, text, coordinates = "oblique"))]
pub fn text_to_action(variant: &str, text: &str, coordinates: &str) -> PyResult<usize> {
    let variant = parse(variant)?;
    let coordinates = parse_coordinates(variant, coordinates)?;
    ActionSpace::of(variant).read(coordinates, text).ok_or_else(|| {
        let excerpt = Excerpt::of(text);
        value_error(format!("{excerpt} is not an action: write e4, e4-e5 or one jump e4xe6"))
    })
}
