//! The answers to `help` and `moves`.

use crate::options::OPTIONS;
use emergo::{Coordinates, Game, write_move};

const HELP: &str = "\
Commands for match managers and GUIs (specified in protocol.md):
  ugi | uci                       name and options, then ugiok or uciok
  isready                         answers readyok
  uginewgame                      clears the search and sets up the start position
  setoption name NAME value VALUE
  position startpos|fen TEXT [moves MOVE ...]
  go [p1time|wtime MS p2time|btime MS p1inc|winc MS p2inc|binc MS movestogo N |
      movetime MS | depth N | nodes N | mate N | infinite] [ponder] [searchmoves MOVE ...]
  go perft N [plain]              counts the leaves below each move
  stop | ponderhit
  query gameover | p1turn | result | fen | islegal MOVE
  query ending | duty | threats | move MOVE | why MOVE | stages MOVE
  query svg [diamond|checkerboard] [turned]
  moves                           the legal moves
  quit
Commands for people:
  show                            the board
  eval                            the score and the contribution of each piece and hand
  bench [DEPTH]                   searches fixed positions and counts nodes
  help                            this text
Options:
";

/// The text of `help`.
pub(super) fn help() -> String {
    let options: String = OPTIONS
        .iter()
        .map(|option| format!("  {:<30}  {}\n", option.name, option.purpose))
        .collect();
    format!("{HELP}{options}Moves: e4 enters, f4-e4 steps, h4xf4xd4 captures.")
}

/// The line `moves` with the legal moves in alphabetical order. A finished game has no legal moves.
pub(super) fn list_moves(game: &Game, coordinates: Coordinates) -> String {
    let moves = game.ending().is_none().then(|| game.position().legal_moves());
    let write = |mv: &_| write_move(game.position().variant(), coordinates, *mv);
    let mut texts: Vec<String> = moves.iter().flatten().map(write).collect();
    texts.sort();
    texts.insert(0, "moves".to_owned());
    texts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::HELP;
    use crate::ugi::go::ARGUMENTS;
    use crate::ugi::query::query_forms;

    const SPECIFICATION: &str = include_str!("../../../../protocol.md");

    #[test]
    fn the_help_and_the_specification_have_all_queries() {
        let lines = HELP.lines().filter_map(|line| line.strip_prefix("  query "));
        let helped: Vec<&str> = lines.flat_map(|line| line.split(" | ")).collect();
        assert_eq!(helped, query_forms());
        for form in query_forms() {
            let cell = format!("\n| `{}` |", form.replace('|', r"\|"));
            assert!(SPECIFICATION.contains(&cell), "{form}");
        }
    }

    #[test]
    fn the_help_and_the_specification_have_all_arguments_of_go() {
        let (_, rest) = HELP.split_once("\n  go [").unwrap();
        let (text, _) = rest.split_once("\n  go perft").unwrap();
        let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
        // Values are in capitals.
        let helped: Vec<&str> = words
            .filter(|word| word.starts_with(|letter: char| letter.is_ascii_lowercase()))
            .collect();
        let names = ARGUMENTS.map(|(name, _)| name.trim_start_matches("go "));
        assert_eq!(helped, names);
        let (_, rest) = SPECIFICATION.split_once("\n### go\n").unwrap();
        let (section, _) = rest.split_once("\n### ").unwrap();
        for name in names {
            let has = |text: String| section.contains(&text);
            assert!(has(format!("`{name}`")) || has(format!("`{name} ")), "{name}");
        }
    }
}
