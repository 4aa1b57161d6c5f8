//! Charts as they are written.

use luctor_plot::{COLOURS, Chart, GREY, Marks, PointWithError, Series, draw_chart, draw_charts};

fn chart<'a>(title: &'a str, series: Vec<Series<'a>>) -> Chart<'a> {
    Chart { title, x_label: "x", y_label: "y", x: 0.0..=1.0, y: 0.0..=1.0, series }
}

#[test]
fn marks_lie_between_the_ends_of_the_axes() {
    let line = Marks::Line(vec![(0.0, 0.0), (1.0, 1.0)]);
    let points = Marks::Points(vec![
        PointWithError { x: 0.0, y: 0.0, error: None },
        PointWithError { x: 1.0, y: 1.0, error: Some(2.0) },
    ]);
    let series = [("", GREY, line.clone()), ("line", COLOURS[0], line), ("points", "red", points)];
    let series = series.map(|(name, colour, marks)| Series { name: name.into(), colour, marks });
    let svg = draw_chart(chart("title", series.into()));
    for (expected, count) in [
        (r#"<path d="M65 52V394.5H740.5" fill="none" stroke="black"/>"#, 1),
        (r#"<text x="740.5" y="410.1" text-anchor="middle">1.0</text>"#, 1),
        (r#"<polyline points="65.0,394.5 740.5,52.0""#, 2),
        (r#"<circle cx="65.0" cy="394.5" r="4" fill="white" stroke="red""#, 1),
        (r#"<circle cx="740.5" cy="52.0" r="4" fill="red" stroke="red""#, 1),
        // The bar of an error ends with the axis.
        (r#"<path d="M740.5 394.5V52.0" stroke="red""#, 1),
        // A series without a name is not in the legend.
        ("<tspan ", 2),
    ] {
        assert_eq!(svg.matches(expected).count(), count, "{expected}\n{svg}");
    }
}

#[test]
fn charts_stand_in_rows_and_their_texts_are_escaped() {
    let series = Series { name: "<&>".into(), colour: GREY, marks: Marks::Line(Vec::new()) };
    let charts = ["<&>"; 3].map(|title| chart(title, vec![series.clone()]));
    let svg = draw_charts(2, &charts);
    for expected in ["0 0 640 400", "translate(0,0)", "translate(320,0)", "translate(0,200)"] {
        assert!(svg.contains(expected), "{expected}\n{svg}");
    }
    assert_eq!((svg.matches("&lt;&amp;>").count(), svg.matches("<&").count()), (6, 0), "{svg}");
}
