//! SVG diagrams: all cells and pieces in all layouts, as one line of well-formed SVG.

use emergo::diagram::{BoardLayout, SvgStyle, cell_text, draw_svg};
use emergo::{Blocked, Coordinates, Game, Side, Square, Variant, read_move, read_position};
use std::collections::HashMap;

/// A position with tall columns, men in both hands, and a legal capture.
const MIDDLE_GAME: &str = "1/b2/w4/3b2w/1b1b1w3/1(w3b4)1w1b1/3wb/3/1 b 1,2";

fn styles() -> impl Iterator<Item = SvgStyle> {
    BoardLayout::ALL.into_iter().flat_map(|layout| {
        [false, true].into_iter().flat_map(move |turned| {
            Coordinates::ALL.map(|coordinates| SvgStyle { layout, turned, coordinates })
        })
    })
}

fn game(variant: Variant, text: &str) -> Game {
    read_position(variant, text).unwrap().game(Blocked::Draw)
}

/// The values of an attribute of all elements of a class, in order.
fn attributes(svg: &str, class: &str, attribute: &str) -> Vec<String> {
    let opening = format!("<g class=\"{class}");
    let of_element = |element: &str| {
        let start = element.find(&format!("{attribute}=\""))? + attribute.len() + 2;
        let end = start + element[start..].find('"')?;
        Some(element[start..end].to_owned())
    };
    svg.split(&opening).skip(1).filter_map(of_element).collect()
}

/// Checks that elements are closed in the reverse order in which they were opened.
fn assert_is_well_formed(svg: &str) {
    let mut open = Vec::new();
    let mut rest = svg;
    while let Some(start) = rest.find('<') {
        let end = start + rest[start..].find('>').expect("a tag ends");
        let tag = &rest[start + 1..end];
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "{svg}");
        } else if !tag.ends_with('/') {
            open.push(name);
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn a_picture_is_one_well_formed_line_with_every_cell_and_without_external_references() {
    for variant in Variant::ALL {
        for style in styles() {
            let svg = draw_svg(&Game::new(variant, Blocked::Draw), style);
            assert!(!svg.contains('\n') && svg.starts_with("<svg ") && svg.ends_with("</svg>"));
            assert_is_well_formed(&svg);
            let drawn: Vec<(String, String)> = attributes(&svg, "cell", "data-cell")
                .into_iter()
                .zip(attributes(&svg, "cell", "data-name"))
                .collect();
            let name =
                |square, coordinates: Coordinates| coordinates.name_of(variant, square).to_string();
            let expected: Vec<(String, String)> = variant
                .cells()
                .map(|square| (name(square, Coordinates::Oblique), name(square, style.coordinates)))
                .collect();
            assert_eq!(drawn, expected, "{variant} {style:?}");
            let outside = svg.replace("http://www.w3.org/2000/svg", "");
            for word in ["http", "href", "url(", "script"] {
                assert!(!outside.contains(word), "{word}");
            }
        }
    }
}

#[test]
fn every_piece_is_drawn_on_its_cell_with_all_its_men() {
    let game = game(Variant::Emergo, MIDDLE_GAME);
    let position = game.position();
    for style in styles() {
        let svg = draw_svg(&game, style);
        let places: HashMap<String, String> = attributes(&svg, "cell", "data-cell")
            .into_iter()
            .zip(attributes(&svg, "cell", "transform"))
            .collect();
        let drawn: HashMap<String, (String, String, usize)> = svg
            .split("<g class=\"piece\"")
            .skip(1)
            .map(|piece| {
                let piece = format!("<g class=\"piece\"{piece}");
                let of = |attribute| attributes(&piece, "piece", attribute)[0].clone();
                let end = piece.find("<g class=\"hand").unwrap_or(piece.len());
                let men = piece[..end].matches("<path class=\"man ").count();
                (of("data-cell"), (of("transform"), of("data-column"), men))
            })
            .collect();
        let pieces: Vec<Square> =
            Side::ALL.into_iter().flat_map(|side| position.pieces(side)).collect();
        assert_eq!(drawn.len(), pieces.len());
        for square in pieces {
            let name = Coordinates::Oblique.name_of(Variant::Emergo, square).to_string();
            let column = position.column(square);
            let men = usize::from(column.cap() + column.prisoners());
            let expected = (places[&name].clone(), cell_text(position, square), men);
            assert_eq!(drawn[&name], expected, "{name} {style:?}");
        }
    }
}

#[test]
fn cells_do_not_overlap_and_lie_inside_the_picture() {
    for variant in Variant::ALL {
        for style in styles() {
            let svg = draw_svg(&Game::new(variant, Blocked::Draw), style);
            let numbers = |text: &str| -> Vec<f64> {
                text.split(|c: char| !c.is_ascii_digit() && c != '.' && c != '-')
                    .filter_map(|number| number.parse().ok())
                    .collect()
            };
            let frame = svg.find("viewBox=\"").unwrap() + 9;
            let frame = numbers(&svg[frame..frame + svg[frame..].find('"').unwrap()]);
            let middles: Vec<Vec<f64>> =
                attributes(&svg, "cell", "transform").iter().map(|text| numbers(text)).collect();
            for (index, cell) in middles.iter().enumerate() {
                assert!(cell[0] > 30.0 && cell[0] < frame[2] - 30.0, "{variant} {style:?}");
                assert!(cell[1] > 30.0 && cell[1] < frame[3] - 30.0, "{variant} {style:?}");
                for other in &middles[..index] {
                    let distance = (cell[0] - other[0]).hypot(cell[1] - other[1]);
                    assert!(distance > 59.8, "{variant} {style:?}: {distance}");
                }
            }
        }
    }
}

#[test]
fn the_last_move_is_marked_and_a_turned_board_is_rotated_by_half_a_turn() {
    let mut game = game(Variant::Emergo, "1/b2/w3b/3b2w/1b1b1w3/1w1w1b1/1w1wb/3/1 w 5,5");
    for text in ["g6", "g7xg5xe5xe3xc3xc5"] {
        let mv = read_move(game.position(), Coordinates::Oblique, text).unwrap();
        game.play(mv);
    }
    let svg = draw_svg(&game, SvgStyle::default());
    let mut marked = attributes(&svg, "cell last", "data-cell");
    marked.sort();
    assert_eq!(marked, ["c3", "c5", "e3", "e5", "g5", "g7"]);
    let turned = draw_svg(&game, SvgStyle { turned: true, ..SvgStyle::default() });
    let place = |svg: &str, name: &str| {
        let cells = attributes(svg, "cell", "data-cell");
        let index = cells.iter().position(|cell| cell == name).unwrap();
        attributes(svg, "cell", "transform")[index].clone()
    };
    assert_eq!(place(&svg, "e1"), place(&turned, "e9"));
    assert_eq!(place(&svg, "a5"), place(&turned, "i5"));
}

#[test]
fn a_hand_is_drawn_as_single_men_or_as_the_shadowpiece() {
    let table = [
        ("w 12,12", ["White: 12 in hand", "Black: 12 in hand"]),
        ("w 1,0", ["White: 1 in hand", "Black: none in hand"]),
        ("b 0,7", ["White: none in hand", "Black: a shadowpiece of 7"]),
    ];
    for (rest, labels) in table {
        let game = game(Variant::Emergo, &format!("1/3/5/7/9/7/5/3/1 {rest}"));
        let svg = draw_svg(&game, SvgStyle::default());
        for label in labels {
            assert!(svg.contains(&format!(">{label}</text>")), "{label}: {svg}");
        }
        let men: u8 = Side::ALL.map(|side| game.position().hand(side)).into_iter().sum();
        assert_eq!(svg.matches("<path class=\"man ").count(), usize::from(men));
    }
}
