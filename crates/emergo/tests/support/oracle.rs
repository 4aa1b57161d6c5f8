//! A second, slow implementation of the rules for comparison. It follows the text of the rules and does not use the crate
//! emergo. A column is a list of men. Each jump of a capture is made on a copy of the board.

use std::collections::BTreeMap;
use std::fmt::Write;

/// Letter and digit of the oblique coordinates.
pub type Cell = (char, i32);

/// A change of letter and digit.
type Step = (i32, i32);

/// A man, or the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Man {
    White,
    Black,
}

impl Man {
    fn other(self) -> Man {
        match self {
            Man::White => Man::Black,
            Man::Black => Man::White,
        }
    }

    fn letter(self) -> char {
        match self {
            Man::White => 'w',
            Man::Black => 'b',
        }
    }

    fn of_letter(letter: char) -> Option<Man> {
        [Man::White, Man::Black].into_iter().find(|man| man.letter() == letter)
    }
}

/// The end of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The side to move has no piece and no man in hand.
    Loss,
    /// The side to move has a piece or a man in hand, but no legal move.
    Blocked,
}

/// A board and its rules.
#[derive(Clone, Copy, Debug)]
struct Board {
    letters: &'static str,
    centre: Cell,
    men: u32,
    steps: &'static [Step],
    contains: fn(letter: i32, digit: i32) -> bool,
}

impl Board {
    fn of(variant: &str) -> Board {
        match variant {
            "emergo" => Board {
                letters: "abcdefghi",
                centre: ('e', 5),
                men: 12,
                steps: &[(1, 0), (-1, 0), (0, 1), (0, -1)],
                contains: |letter, digit| (letter - 'e' as i32).abs() + (digit - 5).abs() <= 4,
            },
            "emergo7" => Board {
                letters: "abcdefg",
                centre: ('d', 4),
                men: 8,
                steps: &[(1, 0), (-1, 0), (0, 1), (0, -1)],
                contains: |letter, digit| (letter - 'd' as i32).abs() + (digit - 4).abs() <= 3,
            },
            "hexemergo" => Board {
                letters: "abcdefg",
                centre: ('d', 4),
                men: 12,
                steps: &[(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)],
                contains: |letter, digit| {
                    // The hexagon is a part of the square with seven letters and seven digits.
                    (letter - 'a' as i32) >= 0
                        && (letter - 'g' as i32) <= 0
                        && (1..=7).contains(&digit)
                        && ((letter - 'd' as i32) - (digit - 4)).abs() <= 3
                },
            },
            _ => panic!("no board {variant}"),
        }
    }

    fn has(&self, cell: Cell) -> bool {
        (self.contains)(cell.0 as i32, cell.1)
    }

    /// The cells with a digit in the order of their letters.
    fn line(&self, digit: i32) -> impl Iterator<Item = Cell> + '_ {
        self.letters.chars().map(move |letter| (letter, digit)).filter(|cell| self.has(*cell))
    }

    fn digits(&self) -> impl DoubleEndedIterator<Item = i32> {
        1..=self.letters.len() as i32
    }

    fn cells(&self) -> Vec<Cell> {
        self.digits().flat_map(|digit| self.line(digit)).collect()
    }

    fn beyond(&self, cell: Cell, step: Step) -> Option<Cell> {
        let letter = char::from_u32((cell.0 as i32 + step.0) as u32)?;
        let cell = (letter, cell.1 + step.1);
        self.has(cell).then_some(cell)
    }
}

fn name(cell: Cell) -> String {
    format!("{}{}", cell.0, cell.1)
}

/// A position.
#[derive(Clone, Debug)]
pub struct Oracle {
    board: Board,
    /// The men on each occupied cell, the top man last.
    columns: BTreeMap<Cell, Vec<Man>>,
    white_hand: u32,
    black_hand: u32,
    side: Man,
}

impl Oracle {
    /// Reads a position text as the crate emergo writes it, with or without the turn.
    pub fn read(variant: &str, text: &str) -> Oracle {
        let board = Board::of(variant);
        let fields: Vec<&str> = text.split(' ').collect();
        let mut columns = BTreeMap::new();
        for (digit, line) in board.digits().rev().zip(fields[0].split('/')) {
            let mut cells = board.line(digit);
            let mut rest = line;
            while let Some(first) = rest.chars().next() {
                let length = match first {
                    '(' => rest.find(')').unwrap() + 1,
                    _ => rest.chars().take_while(char::is_ascii_digit).count().max(1),
                };
                let (token, behind) = rest.split_at(length);
                rest = behind;
                if let Ok(empty) = token.parse::<usize>() {
                    cells.by_ref().take(empty).for_each(drop);
                } else {
                    columns.insert(cells.next().unwrap(), read_column(token));
                }
            }
        }
        let (white, black) = fields[2].split_once(',').unwrap();
        Oracle {
            board,
            columns,
            white_hand: white.parse().unwrap(),
            black_hand: black.parse().unwrap(),
            side: Man::of_letter(fields[1].chars().next().unwrap()).unwrap(),
        }
    }

    /// The position text without the turn.
    pub fn text(&self) -> String {
        let lines: Vec<String> =
            self.board.digits().rev().map(|digit| self.line_text(digit)).collect();
        let side = self.side.letter();
        format!("{} {side} {},{}", lines.join("/"), self.white_hand, self.black_hand)
    }

    fn line_text(&self, digit: i32) -> String {
        let mut text = String::new();
        let mut empty = 0;
        for cell in self.board.line(digit) {
            match self.columns.get(&cell) {
                None => empty += 1,
                Some(men) => {
                    if empty > 0 {
                        write!(text, "{empty}").unwrap();
                    }
                    empty = 0;
                    text += &column_text(men);
                }
            }
        }
        if empty > 0 {
            write!(text, "{empty}").unwrap();
        }
        text
    }

    fn owner(&self, cell: Cell) -> Option<Man> {
        self.columns.get(&cell).and_then(|men| men.last()).copied()
    }

    fn is_empty(&self, cell: Cell) -> bool {
        self.board.has(cell) && !self.columns.contains_key(&cell)
    }

    fn hand(&mut self, side: Man) -> &mut u32 {
        match side {
            Man::White => &mut self.white_hand,
            Man::Black => &mut self.black_hand,
        }
    }

    fn men_in_hand(&self, side: Man) -> u32 {
        self.clone().hand(side).to_owned()
    }

    fn pieces(&self, side: Man) -> Vec<Cell> {
        let cells = self.board.cells().into_iter();
        cells.filter(|cell| self.owner(*cell) == Some(side)).collect()
    }

    /// All legal moves in full, sorted.
    pub fn legal_moves(&self) -> Vec<String> {
        let captures = self.captures(self.side);
        let mut moves = if !captures.is_empty() {
            let longest = captures.iter().map(Vec::len).max().unwrap();
            captures
                .iter()
                .filter(|route| route.len() == longest)
                .map(|route| route.iter().map(|cell| name(*cell)).collect::<Vec<_>>().join("x"))
                .collect()
        } else if self.men_in_hand(self.side) > 0 {
            self.entries()
        } else {
            self.steps()
        };
        moves.sort();
        moves
    }

    /// All routes of the pieces of a side that cannot continue, as lists of cells.
    fn captures(&self, side: Man) -> Vec<Vec<Cell>> {
        let mut routes = Vec::new();
        for cell in self.pieces(side) {
            self.follow(&[cell], None, &mut routes);
        }
        routes
    }

    fn follow(&self, route: &[Cell], last: Option<Step>, routes: &mut Vec<Vec<Cell>>) {
        let at = *route.last().unwrap();
        let mut continues = false;
        for step in self.board.steps {
            let straight_back = last.is_some_and(|last| (-last.0, -last.1) == *step);
            if straight_back {
                continue;
            }
            if let Some((landing, after)) = self.jumped(at, *step) {
                continues = true;
                let longer = [route, &[landing]].concat();
                after.follow(&longer, Some(*step), routes);
            }
        }
        if !continues && route.len() > 1 {
            routes.push(route.to_vec());
        }
    }

    /// The landing cell and the board after a jump of the piece on a cell, if the jump is possible.
    fn jumped(&self, from: Cell, step: Step) -> Option<(Cell, Oracle)> {
        let over = self.board.beyond(from, step)?;
        let landing = self.board.beyond(over, step)?;
        let mover = self.owner(from)?;
        if self.owner(over) != Some(mover.other()) || !self.is_empty(landing) {
            return None;
        }
        let mut board = self.clone();
        let mut piece = board.columns.remove(&from).unwrap();
        let jumped = board.columns.get_mut(&over).unwrap();
        let prisoner = jumped.pop().unwrap();
        if jumped.is_empty() {
            board.columns.remove(&over);
        }
        piece.insert(0, prisoner);
        board.columns.insert(landing, piece);
        Some((landing, board))
    }

    fn entries(&self) -> Vec<String> {
        let attacked = !self.captures(self.side.other()).is_empty();
        let first = self.side == Man::White && self.white_hand == self.board.men;
        let cells = self.board.cells().into_iter();
        cells
            .filter(|cell| self.is_empty(*cell))
            .filter(|cell| !(first && *cell == self.board.centre))
            .filter(|cell| {
                let entered = self.entered(*cell);
                let captures = entered.captures(self.side.other());
                // The first jump goes over the cell between the first two cells of the route.
                let fed = captures.iter().any(|route| midway(route[0], route[1]) == *cell);
                attacked || !fed
            })
            .map(name)
            .collect()
    }

    /// The board after an entry of a man or the shadowpiece on a cell.
    fn entered(&self, cell: Cell) -> Oracle {
        let mut board = self.clone();
        let side = self.side;
        let men = if self.men_in_hand(side.other()) == 0 { self.men_in_hand(side) } else { 1 };
        for _ in 0..men {
            *board.hand(side) -= 1;
            board.columns.entry(cell).or_default().push(side);
        }
        board
    }

    fn steps(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for from in self.pieces(self.side) {
            for step in self.board.steps {
                if let Some(to) = self.board.beyond(from, *step).filter(|to| self.is_empty(*to)) {
                    moves.push(format!("{}-{}", name(from), name(to)));
                }
            }
        }
        moves
    }

    /// Plays a legal move, given by its text.
    pub fn play(&mut self, text: &str) {
        let cells: Vec<Cell> = text.split(['-', 'x']).map(read_cell).collect();
        if text.contains('x') {
            for jump in cells.windows(2) {
                let step = ((jump[1].0 as i32 - jump[0].0 as i32) / 2, (jump[1].1 - jump[0].1) / 2);
                let (landing, after) = self.jumped(jump[0], step).unwrap();
                assert_eq!(landing, jump[1], "{text}");
                *self = after;
            }
        } else if let [from, to] = cells[..] {
            let men = self.columns.remove(&from).unwrap();
            self.columns.insert(to, men);
        } else {
            *self = self.entered(cells[0]);
        }
        self.side = self.side.other();
    }

    /// The end of the game in this position, without repetition.
    pub fn end(&self) -> Option<End> {
        if self.pieces(self.side).is_empty() && self.men_in_hand(self.side) == 0 {
            Some(End::Loss)
        } else if self.legal_moves().is_empty() {
            Some(End::Blocked)
        } else {
            None
        }
    }
}

fn midway(one: Cell, other: Cell) -> Cell {
    (char::from_u32((one.0 as u32 + other.0 as u32) / 2).unwrap(), (one.1 + other.1) / 2)
}

fn read_cell(name: &str) -> Cell {
    let mut characters = name.chars();
    let letter = characters.next().unwrap();
    (letter, characters.as_str().parse().unwrap())
}

/// The men of a column such as `w` or `(b2w3)` from the bottom to the top.
fn read_column(token: &str) -> Vec<Man> {
    let mut top_down = Vec::new();
    let mut rest = token.trim_matches(['(', ')']).chars().peekable();
    while let Some(letter) = rest.next() {
        let man = Man::of_letter(letter).unwrap();
        let mut count = String::new();
        while let Some(digit) = rest.next_if(char::is_ascii_digit) {
            count.push(digit);
        }
        let count = if count.is_empty() { 1 } else { count.parse().unwrap() };
        top_down.extend(std::iter::repeat_n(man, count));
    }
    top_down.reverse();
    top_down
}

fn column_text(men: &[Man]) -> String {
    let mut text = String::new();
    for run in men.chunk_by(|one, other| one == other).rev() {
        text.push(run[0].letter());
        if run.len() > 1 {
            write!(text, "{}", run.len()).unwrap();
        }
    }
    if men.len() > 1 { format!("({text})") } else { text }
}
