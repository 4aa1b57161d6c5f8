//! Random games, written as the sources of games write them, are read back: MindSports, the Emergo Tutor, Zillions of
//! Games, AbstractPlay and lists of moves.

use crate::formats::{only, written};
use emergo::{
    Blocked, Coordinates, Game, Move, MoveKind, Position, Variant, read_move, write_move,
};
use emergo_records::{Format, GameRecord, ReadOptions, read_records};

use Coordinates::Oblique;

fn random_game(seed: u64, variant: Variant) -> Game {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut game = Game::new(variant, Blocked::Draw);
    while game.ending().is_none() && game.moves().len() < 120 {
        let moves = game.position().legal_moves();
        game.play(moves[random.usize(..moves.len())]);
    }
    game
}

/// The position before each move.
fn positions(game: &Game) -> Vec<(Position, Move)> {
    let mut position = *game.start();
    let step = |mv: &Move| {
        let before = position;
        position.play(*mv);
        (before, *mv)
    };
    game.moves().iter().map(step).collect()
}

fn names(variant: Variant, mv: Move) -> Vec<String> {
    mv.path(variant).map(|square| Oblique.name_of(variant, square).to_string()).collect()
}

fn read(text: &str, format: Format, variant: Variant) -> GameRecord {
    let options =
        ReadOptions { format: Some(format), variant: Some(variant), ..ReadOptions::default() };
    only(read_records(text, &options))
}

fn for_random_games(mut check: impl FnMut(Variant, &Game, u64)) {
    for variant in Variant::ALL {
        for seed in 0..20 {
            check(variant, &random_game(seed, variant), seed);
        }
    }
}

#[test]
fn mindsports_lists_are_read_back() {
    for_random_games(|variant, game, seed| {
        let mut text = String::new();
        for (ply, mv) in game.moves().iter().enumerate() {
            if ply % 2 == 0 {
                text += &format!("\n{}.", ply / 2 + 1);
            }
            let end = if mv.is_capture() && seed % 2 == 0 { "x" } else { "" };
            text += &format!(" {}{end}", names(variant, *mv).join("-"));
        }
        let record = read(&text, Format::MindSports, variant);
        assert_eq!(record.game().moves(), game.moves(), "{text}");
        assert_eq!(record.blocked, Blocked::Loss);
        if game.moves().iter().any(|mv| mv.is_capture()) {
            let report = read_records(&text, &ReadOptions::default());
            assert_eq!(report.format, Format::MindSports, "{text}");
        }
    });
}

#[test]
fn the_shorthand_of_the_tutor_is_read_back() {
    let mut short = 0;
    for_random_games(|variant, game, _| {
        let write = |(position, mv): (Position, Move)| {
            let path = names(variant, mv);
            let (from, to) = (&path[0], &path[path.len() - 1]);
            let end = if mv.is_capture() { "x" } else { "" };
            let text = match mv.kind() {
                MoveKind::Entry => from.clone(),
                _ if from[..1] == to[..1] => format!("{from}{}{end}", &to[1..]),
                _ if from[1..] == to[1..] => format!("{}{to}{end}", &from[..1]),
                _ => format!("{from}{to}{end}"),
            };
            // Two routes may have the same ends.
            match read_move(&position, Oblique, &text) {
                Ok(_) => text,
                Err(_) => write_move(variant, Oblique, mv),
            }
        };
        let words: Vec<String> = positions(game).into_iter().map(write).collect();
        short += words.iter().filter(|word| word.len() < 5 && word.len() > 2).count();
        let text = words.join(" ");
        let record = read(&text, Format::Tutor, variant);
        assert_eq!(record.game().position(), game.position(), "{text}");
    });
    assert!(short > 1_000, "{short} moves in shorthand");
}

#[test]
fn saved_games_of_zillions_are_read_back() {
    let mut shadowpieces = 0;
    for_random_games(|variant, game, _| {
        let name =
            if variant == Variant::Emergo7 { "Emergo 7x7".to_owned() } else { variant.to_string() };
        let mut lines = vec![
            "Zillions Save Game File Version 0.02 CC".to_owned(),
            "RulesFile=Emergo.zrf".to_owned(),
            format!("VariantName={name}"),
        ];
        for (ply, (position, mv)) in positions(game).into_iter().enumerate() {
            let turn = ply / 2 + 1;
            let path = names(variant, mv);
            match mv.kind() {
                MoveKind::Entry => {
                    shadowpieces += u32::from(position.entering_men() > 1);
                    lines.push(format!("{turn}. man {}", path[0]));
                    for _ in 1..position.entering_men() {
                        lines.push(format!("{turn}. partial 2 man {}", path[0].to_uppercase()));
                    }
                }
                MoveKind::Step => lines.push(format!("{turn}. GA {} - {}", path[0], path[1])),
                MoveKind::Capture => {
                    for (jump, ends) in path.windows(2).enumerate() {
                        let partial = if jump == 0 { "" } else { "partial 2 " };
                        let (from, to) = (&ends[0], &ends[1]);
                        lines.push(format!("{turn}. {partial}BYD {from} x a1 d4 {to}"));
                    }
                }
            }
        }
        let text = lines.join("\r\n");
        let record = only(read_records(&text, &ReadOptions::default()));
        assert_eq!((record.variant, record.game().moves()), (variant, game.moves()), "{text}");
    });
    assert!(shadowpieces > 3, "{shadowpieces} games with a shadowpiece");
}

#[test]
fn records_of_abstractplay_and_lists_of_moves_are_read_back() {
    for_random_games(|variant, game, _| {
        let record = GameRecord::from_game(game);
        let (text, _) = written(Format::Moves, std::slice::from_ref(&record));
        assert_eq!(read(&text, Format::Moves, variant).game().moves(), game.moves());
        if variant == Variant::Emergo {
            let (text, _) = written(Format::AbstractPlay, std::slice::from_ref(&record));
            let copy = read(&text, Format::AbstractPlay, variant);
            assert_eq!((copy.game().moves(), copy.result), (game.moves(), record.result), "{text}");
        }
    });
}

#[test]
fn the_board_and_the_coordinates_of_a_whole_game_are_certain() {
    for (variant, coordinates) in [
        (Variant::Emergo, Oblique),
        (Variant::Emergo, Coordinates::Checkerboard),
        (Variant::Emergo7, Oblique),
        (Variant::Emergo7, Coordinates::Checkerboard),
        (Variant::Hexemergo, Oblique),
    ] {
        for seed in 0..20 {
            let game = random_game(seed, variant);
            let text = |mv: &Move| write_move(variant, coordinates, *mv);
            let text = game.moves().iter().map(text).collect::<Vec<_>>().join(" ");
            let report = read_records(&text, &ReadOptions::default());
            let used = emergo_records::BoardCoordinates { variant, coordinates };
            assert_eq!(report.board, emergo_records::BoardChoice::OnlyLegal { used }, "{text}");
        }
    }
}
