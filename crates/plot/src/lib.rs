//! Charts as SVG files: lines, and points with errors. The legend is a line above the chart, so that it never covers a point.

use std::fmt::Write;
use std::io;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a plot was not written.
#[derive(Debug, Error)]
#[error("cannot write {}", path.display())]
pub struct PlotError {
    path: PathBuf,
    source: io::Error,
}

/// Colours of series, dark enough for a white background.
pub const COLOURS: [&str; 3] = ["#b02030", "#00703c", "#1848b0"];
/// The colour of a series that only shows where others begin.
pub const GREY: &str = "#999";

/// A chart with its axes. An empty label takes no room.
#[derive(Clone, PartialEq, Debug)]
pub struct Chart<'a> {
    /// The title.
    pub title: &'a str,
    /// What the horizontal axis shows.
    pub x_label: &'a str,
    /// What the vertical axis shows.
    pub y_label: &'a str,
    /// The horizontal axis.
    pub x: RangeInclusive<f64>,
    /// The vertical axis.
    pub y: RangeInclusive<f64>,
    /// What is drawn, the last one on top.
    pub series: Vec<Series<'a>>,
}

/// Numbers of one kind.
#[derive(Clone, PartialEq, Debug)]
pub struct Series<'a> {
    /// The name in the legend; empty for none.
    pub name: &'a str,
    /// A colour of SVG, such as one of [`COLOURS`].
    pub colour: &'static str,
    /// The numbers.
    pub marks: Marks,
}

/// How the numbers of a series are drawn.
#[derive(Clone, PartialEq, Debug)]
pub enum Marks {
    /// A line through these places.
    Line(Vec<(f64, f64)>),
    /// Single points.
    Points(Vec<PointWithError>),
}

/// A value with its error, drawn as a bar from `y - error` to `y + error`. A value without an error is an open circle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PointWithError {
    /// The place on the horizontal axis.
    pub x: f64,
    /// The value.
    pub y: f64,
    /// The error. `None` if it is unknown.
    pub error: Option<f64>,
}

/// The size of a chart and of its text, in pixels.
struct Size {
    width: f64,
    height: f64,
    font: f64,
}

const LARGE: Size = Size { width: 760.0, height: 440.0, font: 13.0 };
const SMALL: Size = Size { width: 320.0, height: 200.0, font: 11.0 };

/// Writes one chart.
///
/// # Errors
///
/// The file cannot be written.
pub fn write_chart(path: &Path, chart: Chart) -> Result<(), PlotError> {
    write(path, &LARGE, 1, &[chart])
}

/// Writes small charts side by side, with this number in each row.
///
/// # Errors
///
/// The file cannot be written.
pub fn write_charts(path: &Path, columns: usize, charts: &[Chart]) -> Result<(), PlotError> {
    write(path, &SMALL, columns, charts)
}

fn write(path: &Path, size: &Size, columns: usize, charts: &[Chart]) -> Result<(), PlotError> {
    let (width, height) = (
        size.width * columns.min(charts.len()).max(1) as f64,
        size.height * charts.len().div_ceil(columns).max(1) as f64,
    );
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="{}">
<rect width="100%" height="100%" fill="white"/>
"#,
        size.font
    );
    for (index, chart) in charts.iter().enumerate() {
        let left = size.width * (index % columns) as f64;
        let top = size.height * (index / columns) as f64;
        svg += &format!("<g transform=\"translate({left},{top})\">\n{}</g>\n", chart.svg(size));
    }
    svg += "</svg>\n";
    std::fs::write(path, svg).map_err(|source| PlotError { path: path.to_owned(), source })
}

impl Chart<'_> {
    fn svg(&self, size: &Size) -> String {
        let &Size { width, height, font } = size;
        let has_labels = if self.x_label.is_empty() { 0.0 } else { font };
        let (left, end) = (4.0 * font + has_labels, width - 1.5 * font);
        let (top, floor) = (2.5 * font + 1.5 * has_labels, height - 2.0 * font - 1.5 * has_labels);
        let middle = (left + end) / 2.0;
        let x = |value: f64| left + (end - left) * share(value, &self.x);
        let y = |value: f64| floor - (floor - top) * share(value, &self.y);
        let mut svg = String::new();
        let mut add = |element: String| svg += &(element + "\n");
        let text = |x: f64, y: f64, more: &str, text: &str| {
            let text = text.replace('&', "&amp;").replace('<', "&lt;");
            format!(r#"<text x="{x:.1}" y="{y:.1}" text-anchor="middle"{more}>{text}</text>"#)
        };
        add(text(middle, 1.6 * font, r#" font-weight="bold""#, self.title));
        add(text(middle, height - 0.6 * font, "", self.x_label));
        let turned = format!(r#" transform="rotate(-90 {font} {0:.1})""#, (top + floor) / 2.0);
        add(text(font, (top + floor) / 2.0, &turned, self.y_label));
        for (value, label) in axis_ticks(&self.x, (end - left) / 44.0) {
            let x = x(value);
            add(format!(r##"<path d="M{x:.1} {top}V{floor}" stroke="#ddd"/>"##));
            add(text(x, floor + 1.2 * font, "", &label));
        }
        for (value, label) in axis_ticks(&self.y, (floor - top) / 32.0) {
            let y = y(value);
            add(format!(r##"<path d="M{left} {y:.1}H{end}" stroke="#ddd"/>"##));
            let more = r#" dominant-baseline="central" style="text-anchor:end""#;
            add(text(left - 0.4 * font, y, more, &label));
        }
        add(format!(r#"<path d="M{left} {top}V{floor}H{end}" fill="none" stroke="black"/>"#));
        let mut legend = String::new();
        for Series { name, colour, marks } in &self.series {
            let symbol = match marks {
                Marks::Line(points) => {
                    let place = |(px, py): &(f64, f64)| format!("{:.1},{:.1}", x(*px), y(*py));
                    let points: Vec<String> = points.iter().map(place).collect();
                    let points = points.join(" ");
                    add(format!(
                        r#"<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>"#
                    ));
                    "\u{2501}\u{2501}"
                }
                Marks::Points(points) => {
                    for point in points {
                        let (x, bar) = (x(point.x), point.error.unwrap_or(0.0));
                        let ends = [point.y - bar, point.y + bar];
                        let [low, high] =
                            ends.map(|end| y(end.clamp(*self.y.start(), *self.y.end())));
                        add(format!(
                            r#"<path d="M{x:.1} {low:.1}V{high:.1}" stroke="{colour}" stroke-width="2"/>"#
                        ));
                        let fill = if point.error.is_some() { colour } else { "white" };
                        let y = y(point.y);
                        add(format!(
                            r#"<circle cx="{x:.1}" cy="{y:.1}" r="4" fill="{fill}" stroke="{colour}" stroke-width="2"/>"#
                        ));
                    }
                    "\u{25cf}"
                }
            };
            if !name.is_empty() {
                write!(legend, r#"<tspan fill="{colour}" dx="14">{symbol}</tspan> {name}"#)
                    .expect("writing to a String cannot fail");
            }
        }
        let y = top - 0.7 * font;
        add(format!(r#"<text x="{middle:.1}" y="{y:.1}" text-anchor="middle">{legend}</text>"#));
        svg
    }
}

/// The place of a value in a range, from 0 to 1.
fn share(value: f64, range: &RangeInclusive<f64>) -> f64 {
    (value - range.start()) / (range.end() - range.start())
}

/// Round numbers in a range and their texts, at most about `most`.
fn axis_ticks(range: &RangeInclusive<f64>, most: f64) -> Vec<(f64, String)> {
    let least = (range.end() - range.start()) / most;
    let power = 10f64.powf(least.log10().floor());
    let step = [1.0, 2.0, 5.0].map(|factor| factor * power);
    let step = step.into_iter().find(|step| *step >= least).unwrap_or(10.0 * power);
    let digits = (-step.log10().floor()).max(0.0) as usize;
    let numbers = (range.start() / step).ceil() as i64..=(range.end() / step).floor() as i64;
    numbers.map(|number| number as f64 * step).map(|at| (at, format!("{at:.digits$}"))).collect()
}
