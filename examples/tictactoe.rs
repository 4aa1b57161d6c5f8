//! An engine of another game, noughts and crosses, for the tests of `luctor match -referee none`. Position
//! texts are nine cells and the player to move, `x` or `o`. `tictactoe [HABIT]` has habits of its own.

use std::io::{self, BufRead, Write};

/// The cells in lines.
const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

struct Board {
    cells: [u8; 9],
    /// `x` is player 1.
    turn: u8,
}

impl Board {
    fn read(words: &[&str]) -> Board {
        let mut board = Board { cells: [b'.'; 9], turn: b'x' };
        if let ["fen", cells, turn, ..] = words
            && let Ok(cells) = cells.as_bytes().try_into()
        {
            (board.cells, board.turn) = (cells, turn.as_bytes()[0]);
        }
        let moves = words.iter().skip_while(|word| **word != "moves").skip(1);
        for cell in moves.filter_map(|word| word.parse::<usize>().ok()) {
            if let Some(free) = board.cells.get_mut(cell) {
                *free = board.turn;
            }
            board.turn = if board.turn == b'x' { b'o' } else { b'x' };
        }
        board
    }

    fn result(&self) -> &'static str {
        let three = |who| LINES.iter().any(|line| line.iter().all(|cell| self.cells[*cell] == who));
        match (three(b'x'), three(b'o')) {
            (true, _) => "p1win",
            (_, true) => "p2win",
            _ if !self.cells.contains(&b'.') => "draw",
            _ => "none",
        }
    }
}

fn main() {
    let habit = std::env::args().nth(1).unwrap_or_default();
    let mut board = Board::read(&[]);
    let mut out = io::stdout();
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { return };
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let result = board.result();
        let answer = match words[..] {
            ["ugi"] => "id name noughts and crosses\nugiok".to_owned(),
            ["isready"] => "readyok".to_owned(),
            ["position", ..] => {
                board = Board::read(&words[1..]);
                continue;
            }
            ["go", ..] if habit == "crash" => std::process::exit(7),
            ["go", ..] if habit == "never ends" => "bestmove 0".to_owned(),
            ["go", ..] => {
                let free = board.cells.iter().position(|cell| *cell == b'.');
                let score = if habit == "gloom" { -5000 } else { 0 };
                let cell = free.map_or("0000".to_owned(), |cell| cell.to_string());
                format!("info depth 1 score cp {score}\nbestmove {cell}")
            }
            ["query", "gameover"] if habit == "never ends" => "response false".to_owned(),
            ["query", "gameover"] => format!("response {}", result != "none"),
            ["query", "result"] if habit == "vain" && result != "none" => "response p2win".into(),
            ["query", "result"] => format!("response {result}"),
            ["query", "p1turn"] => format!("response {}", board.turn == b'x'),
            ["quit"] => return,
            _ => continue,
        };
        if writeln!(out, "{answer}").and_then(|()| out.flush()).is_err() {
            return;
        }
    }
}
