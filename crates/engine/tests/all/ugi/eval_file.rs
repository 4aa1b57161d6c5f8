//! The option EvalFile and the command `eval`.

use super::start;
use crate::network::embedded;
use emergo::diagram::{cell_text, draw_cells};
use emergo::{Coordinates, Position, Side, Variant};
use luctor_engine::eval::{Evaluator, Network};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use test_support::client::{Client, number};
use test_support::parse_position;
use test_support::scratch::scratch_path;

/// A position in which White steps, one in which a side is about to enter its shadowpiece, and one with a capture.
const POSITIONS: [(Variant, &str); 5] = [
    (Variant::Emergo, "1/b2/w3b/3b2w/1b3w3/1w1w1b1/1w1wb/3/1 w 5,5"),
    (Variant::Emergo, "1/(bw2)2/3(bw2)1/6w/6(w2b)1(wb2)/5(w2)1/5/3/1 b 0,1"),
    (Variant::Emergo7, "b/2w/(bw)3b/b3w2/3b1/w2/w b 0,2"),
    (Variant::Hexemergo, "4/1w3/2b3/1w5/3w2/1(bw)3/3b w 3,2"),
    (Variant::Hexemergo, "4/1w3/2b3/3b3/3w2/1(bw)3/3b w 3,2"),
];

/// The embedded network with the opposite sign of its output.
fn negated(variant: Variant) -> Network {
    let mut weights = embedded(variant).weights();
    let outputs = weights.output_weights.iter_mut().chain(&mut weights.output_biases);
    outputs.for_each(|weight| *weight = -*weight);
    Network::quantised(embedded(variant).header().clone(), &weights)
}

/// The negated network in a file.
fn negated_file(variant: Variant, name: &str) -> PathBuf {
    let path = scratch_path(name);
    std::fs::write(&path, negated(variant).to_bytes()).unwrap();
    path
}

fn set_up(client: &mut Client, variant: Variant, text: &str) -> Position {
    client.tell(&format!("setoption name UCI_Variant value {variant}"));
    client.tell(&format!("position fen {text}"));
    parse_position(variant, text)
}

fn load(client: &mut Client, path: &Path) {
    client.tell(&format!("setoption name EvalFile value {}", path.display()));
}

/// All lines of `eval`.
fn evaluation(client: &mut Client) -> Vec<String> {
    client.ask("eval", "evaluation")
}

/// The score in the last line of `eval`.
fn evaluated(client: &mut Client) -> i32 {
    number(&evaluation(client).pop().unwrap(), "evaluation") as i32
}

fn score(network: &Arc<Network>, position: &Position) -> i32 {
    Evaluator::new(Arc::clone(network)).evaluate(position, 0).value()
}

/// The contribution of a piece or hand as `eval` writes it: the score with it minus the score without it, for White.
fn contribution(network: &Arc<Network>, position: &Position, rest: &Position) -> String {
    let difference = score(network, position) - score(network, rest);
    let white = if position.side() == Side::White { difference } else { -difference };
    let doubtful = rest.can_capture() && !position.can_capture();
    format!("{white:+}{}", if doubtful { "?" } else { "" })
}

/// Compares the drawing with contributions that are computed here.
fn assert_drawn(lines: &[String], network: &Arc<Network>, position: &Position) {
    let mut expected = draw_cells(position.variant(), Coordinates::Oblique, |square| {
        let contribution = |_| contribution(network, position, &position.without(square));
        cell_text(position, square) + &position.owner(square).map_or(String::new(), contribution)
    });
    for side in Side::ALL.into_iter().filter(|side| position.hand(*side) > 0) {
        let contribution = contribution(network, position, &position.with_hand(side, 0));
        expected += &format!("{side}'s hand of {}: {contribution}\n", position.hand(side));
    }
    let (score, side) = (score(network, position), position.side());
    expected += &format!("evaluation {score} for {side} to move");
    if position.can_capture() {
        expected += ", before the mandatory capture";
    }
    assert_eq!(lines.join("\n"), expected);
}

#[test]
fn eval_draws_the_contribution_of_every_piece_and_hand() {
    let mut client = start();
    let (mut pieces, mut hands, mut captures) = (0, 0, 0);
    for (variant, text) in POSITIONS {
        let position = set_up(&mut client, variant, text);
        let lines = evaluation(&mut client);
        assert_drawn(&lines, &embedded(variant), &position);
        pieces += position.occupied().count();
        hands += Side::ALL.iter().filter(|side| position.hand(**side) > 0).count();
        captures += usize::from(position.can_capture());
    }
    assert!(pieces > 30 && hands > 5 && captures > 0, "{pieces} {hands} {captures}");
    client.tell("position startpos");
    let start = Position::start(Variant::Hexemergo);
    assert_drawn(&evaluation(&mut client), &embedded(Variant::Hexemergo), &start);
    client.tell("setoption name UCI_Variant value emergo");
    client.tell("position fen 1/3/5/7/4w4/7/5/3/1 b 0,0");
    let last = client.ask("eval", "no").pop();
    assert_eq!(last.unwrap(), "no evaluation: the game has ended: White wins (no men left)");
    client.quit();
}

#[test]
fn a_network_from_a_file_evaluates_its_board_until_the_option_is_emptied() {
    for (variant, text) in POSITIONS {
        let path = negated_file(variant, &format!("taken back, {variant}.net"));
        let other = Arc::new(negated(variant));
        let mut client = start();
        let position = set_up(&mut client, variant, text);
        let drawn = evaluation(&mut client);
        let searched = client.go("depth 5").without_times();
        load(&mut client, &path);
        let drawn_by_file = evaluation(&mut client);
        assert_drawn(&drawn_by_file, &other, &position);
        assert_ne!(drawn_by_file, drawn, "{text}");
        let searched_by_file = client.go("depth 5").without_times();
        assert_ne!(searched_by_file, searched, "{text}");
        // Entries of the table that used the other network are cleared too.
        client.tell("setoption name evalfile value <empty>");
        assert_eq!(evaluation(&mut client), drawn, "{text}");
        assert_eq!(client.go("depth 5").without_times(), searched, "{text}");
        load(&mut client, &path);
        assert_eq!(client.go("depth 5").without_times(), searched_by_file, "{text}");
        client.tell("uginewgame");
        client.tell(&format!("position fen {text}"));
        assert_eq!(evaluation(&mut client), drawn_by_file, "a new game keeps the network");
        assert_eq!(client.go("depth 5").without_times(), searched_by_file, "{text}");
        client.quit();
    }
}

#[test]
fn a_network_is_used_for_its_own_board_and_the_last_one_counts() {
    let boards = [POSITIONS[2], POSITIONS[0]];
    let files = boards.map(|(board, _)| negated_file(board, &format!("own board, {board}.net")));
    let scores = boards.map(|(board, text)| {
        let position = parse_position(board, text);
        [embedded(board), Arc::new(negated(board))].map(|network| score(&network, &position))
    });
    assert!(scores.iter().all(|[own, negated]| own != negated), "{scores:?}");
    let mut client = start();
    for loaded in [0, 1, 0] {
        // Here the board is the large one.
        match loaded {
            0 => {
                let line = format!("setoption name EvalFile value {}", files[0].display());
                let expected = "option EvalFile: a network for emergo7, but the board is emergo";
                assert_eq!(client.refused(&line), expected);
            }
            _ => load(&mut client, &files[loaded]),
        }
        for (at, (board, text)) in boards.into_iter().enumerate() {
            set_up(&mut client, board, text);
            let expected = scores[at][usize::from(at == loaded)];
            assert_eq!(evaluated(&mut client), expected, "{board} by {:?}", files[loaded]);
        }
    }
    client.quit();
}

#[test]
fn a_bad_file_is_refused_with_a_message_and_changes_nothing() {
    let (variant, text) = POSITIONS[0];
    let good = negated(variant).to_bytes();
    let mut damaged = good.clone();
    damaged[good.len() / 2] ^= 4;
    let write = |name: &str, bytes: &[u8]| {
        let path = scratch_path(name);
        std::fs::write(&path, bytes).unwrap();
        path
    };
    // Each with a part of the message.
    let paths = [
        (write("text.net", b"The quick brown fox\njumps over the lazy dog.\n"), "first line"),
        (write("cut.net", &good[..good.len() / 2]), "bytes"),
        (write("damaged.net", &damaged), "checksum"),
        (scratch_path("missing.net"), "No such file"),
        (PathBuf::from("/"), "not a file"),
    ];

    let network = negated_file(variant, "kept.net");
    let mut client = start();
    set_up(&mut client, variant, text);
    // A bad file replaces neither the embedded network nor one from a file.
    for file in [None, Some(&network)] {
        if let Some(path) = file {
            load(&mut client, path);
        }
        let drawn = evaluation(&mut client);
        let searches = |client: &mut Client, count: usize| -> Vec<Vec<String>> {
            (0..count).map(|_| client.go("depth 4").without_times()).collect()
        };
        let afresh = |client: &mut Client| {
            client.tell("uginewgame");
            client.tell(&format!("position fen {text}"));
        };
        afresh(&mut client);
        let undisturbed = searches(&mut client, 3);
        afresh(&mut client);
        assert_eq!(searches(&mut client, 2), undisturbed[..2]);
        for (path, reason) in &paths {
            let path = path.display().to_string();
            let message = client.refused(&format!("setoption name EvalFile value {path}"));
            assert!(message.contains("EvalFile"), "{message}");
            assert!(message.contains(&path), "{message}");
            assert!(message.contains(reason), "{message} without {reason}");
            assert!(message.len() < path.len() + 200, "{message}");
            assert_eq!(evaluation(&mut client), drawn, "{path}");
        }
        // The table is kept too. With an empty table the search would equal the first one.
        assert_ne!(undisturbed[0], undisturbed[2]);
        assert_eq!(searches(&mut client, 1), undisturbed[2..]);
    }
    client.quit();
}

#[test]
fn a_file_set_during_a_search_ends_it_with_one_answer() {
    let (variant, text) = POSITIONS[0];
    let path = negated_file(variant, "during a search.net");
    let missing = scratch_path("missing during a search.net");
    let mut client = start();
    let position = set_up(&mut client, variant, text);
    for (value, network) in [
        (path.as_path(), Arc::new(negated(variant))),
        (missing.as_path(), Arc::new(negated(variant))),
        (Path::new("<empty>"), embedded(variant)),
    ] {
        for go in ["go infinite", "go ponder depth 3", "go depth 150"] {
            client.send(go);
            client.send(&format!("setoption name EvalFile value {}", value.display()));
            let search = client.search();
            assert_eq!(search.answer.len(), 1, "{go}");
            let behind = client.settle();
            let messages = search.messages.iter().cloned().chain(behind).collect::<Vec<_>>();
            let refused = usize::from(value == missing);
            assert_eq!(messages.len(), refused, "{go}: {messages:?}");
            assert_eq!(evaluated(&mut client), score(&network, &position), "{go}");
            assert_eq!(client.go("depth 2").answer.len(), 1, "{go}");
        }
    }
    client.quit();
}
