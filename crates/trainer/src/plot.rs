//! Plots as SVG: the loss by epoch and the points by score of a training, the parameters of a tuning by iteration, and
//! values with their errors. The legend is a line above the plot, so that it never covers a point.

use crate::calibration_fit::{ScoredResult, score_bins};
use crate::fit::EpochReport;
use luctor_engine::score::Calibration;
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

/// Dark enough for a white background.
const COLOURS: [&str; 3] = ["#b02030", "#00703c", "#1848b0"];
const GREY: &str = "#999";
/// The calibration plot shows scores up to this absolute value, in centimen.
const GREATEST_SCORE: i32 = 1_000;
/// Points of the calibration plot.
const SCORE_BINS: usize = 40;
/// Charts of parameters side by side.
const PARAMETER_COLUMNS: usize = 3;

/// Draws the training and validation loss by epoch, beside a network file.
///
/// # Errors
///
/// The file cannot be written.
pub fn draw_losses(network: &Path, epochs: &[EpochReport]) -> Result<(), PlotError> {
    let curve = |loss: fn(&EpochReport) -> f64| -> Vec<(f64, f64)> {
        epochs.iter().map(|epoch| (epoch.epoch as f64, loss(epoch))).collect()
    };
    let validation = curve(|epoch| epoch.validation_loss.target);
    let training = curve(|epoch| epoch.training_loss);
    let losses = || validation.iter().chain(&training).map(|(_, loss)| *loss);
    let (low, high) =
        (losses().fold(f64::INFINITY, f64::min), losses().fold(f64::NEG_INFINITY, f64::max));
    let margin = 0.05 * (high - low).max(0.001);
    let chart = Chart {
        title: "loss by epoch",
        x_label: "epoch",
        y_label: "cross-entropy, nats",
        x: 1.0..=epochs.len().max(2) as f64,
        y: low - margin..=high + margin,
        series: vec![
            Series { name: "validation", colour: COLOURS[0], marks: Marks::Line(validation) },
            Series { name: "training", colour: COLOURS[2], marks: Marks::Line(training) },
        ],
    };
    write_plot(&network.with_extension("loss.svg"), &LARGE, 1, &[chart])
}

/// Draws the points by score, and the curve of the calibration, beside a network file.
///
/// # Errors
///
/// The file cannot be written.
pub fn draw_calibration(
    network: &Path,
    title: &str,
    calibration: Calibration,
    results: &[ScoredResult],
) -> Result<(), PlotError> {
    let greatest = f64::from(GREATEST_SCORE);
    let curve = (-GREATEST_SCORE..=GREATEST_SCORE).step_by(10);
    let curve = curve.map(|score| (f64::from(score), calibration.expected(score))).collect();
    let bins = score_bins(results, SCORE_BINS);
    let shown = bins.iter().filter(|bin| bin.score.abs() <= greatest);
    let points = shown.map(|bin| PointWithError { x: bin.score, y: bin.points, error: Some(0.0) });
    let chart = Chart {
        title,
        x_label: "score, centimen",
        y_label: "points",
        x: -greatest..=greatest,
        y: 0.0..=1.0,
        series: vec![
            Series { name: "expected by score", colour: COLOURS[2], marks: Marks::Line(curve) },
            Series {
                name: "game results",
                colour: COLOURS[0],
                marks: Marks::Points(points.collect()),
            },
        ],
    };
    write_plot(&network.with_extension("calibration.svg"), &LARGE, 1, &[chart])
}

/// The values of a parameter during a tuning.
#[derive(Clone, PartialEq, Debug)]
pub struct ParameterCurve<'a> {
    /// The name of the parameter.
    pub name: &'a str,
    /// The value at the start, drawn as a grey line.
    pub start: f64,
    /// The step of the tuning. The plot shows at least one step on both sides of the start.
    pub step: f64,
    /// Iterations and values.
    pub points: Vec<(f64, f64)>,
}

/// Draws the values of each parameter by iteration, one chart for each parameter, all in one file.
///
/// # Errors
///
/// The file cannot be written.
pub fn draw_parameters(path: &Path, curves: &[ParameterCurve]) -> Result<(), PlotError> {
    let charts: Vec<Chart> = curves
        .iter()
        .map(|ParameterCurve { name, start, step, points }| {
            let values = || points.iter().map(|(_, value)| *value);
            let last = points.last().map_or(0.0, |(iteration, _)| *iteration).max(1.0);
            let low = values().fold(start - step, f64::min);
            let high = values().fold(start + step, f64::max);
            let line = |colour, points| Series { name: "", colour, marks: Marks::Line(points) };
            let start = vec![(0.0, *start), (last, *start)];
            let series = vec![line(GREY, start), line(COLOURS[0], points.clone())];
            Chart { title: name, x_label: "", y_label: "", x: 0.0..=last, y: low..=high, series }
        })
        .collect();
    write_plot(path, &SMALL, PARAMETER_COLUMNS, &charts)
}

/// The title and the axes of a chart.
#[derive(Clone, Copy, Debug)]
pub struct PointChart<'a> {
    /// The title.
    pub title: &'a str,
    /// What the horizontal axis shows.
    pub x_label: &'a str,
    /// What the vertical axis shows.
    pub y_label: &'a str,
}

/// Points of one kind, with the name in the legend.
#[derive(Clone, PartialEq, Debug)]
pub struct PointSeries<'a> {
    /// The name in the legend.
    pub name: &'a str,
    /// The points.
    pub points: Vec<PointWithError>,
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

/// Draws values with their errors. The vertical axis goes from 0 to 1.
///
/// # Errors
///
/// The file cannot be written.
pub fn draw_points(
    path: &Path,
    chart: &PointChart,
    series: &[PointSeries],
) -> Result<(), PlotError> {
    let places = || series.iter().flat_map(|series| &series.points).map(|point| point.x);
    let first = places().fold(f64::INFINITY, f64::min);
    let last = places().fold(f64::NEG_INFINITY, f64::max);
    let PointChart { title, x_label, y_label } = *chart;
    let middle = (series.len() as f64 - 1.0) / 2.0;
    let drawn = series.iter().enumerate().map(|(number, series)| {
        // Series with the same places stand beside each other.
        let shift = 0.08 * (number as f64 - middle);
        let points =
            series.points.iter().map(|point| PointWithError { x: point.x + shift, ..*point });
        let colour = COLOURS[number % COLOURS.len()];
        Series { name: series.name, colour, marks: Marks::Points(points.collect()) }
    });
    let x = if first <= last { first - 0.5..=last + 0.5 } else { 0.0..=1.0 };
    let chart = Chart { title, x_label, y_label, x, y: 0.0..=1.0, series: drawn.collect() };
    write_plot(path, &LARGE, 1, &[chart])
}

/// A chart with its axes. An empty label takes no room.
struct Chart<'a> {
    title: &'a str,
    x_label: &'a str,
    y_label: &'a str,
    x: RangeInclusive<f64>,
    y: RangeInclusive<f64>,
    series: Vec<Series<'a>>,
}

struct Series<'a> {
    /// The name in the legend; empty for none.
    name: &'a str,
    colour: &'static str,
    marks: Marks,
}

enum Marks {
    Line(Vec<(f64, f64)>),
    Points(Vec<PointWithError>),
}

/// The size of a chart and of its text, in pixels.
struct Size {
    width: f64,
    height: f64,
    font: f64,
}

const LARGE: Size = Size { width: 760.0, height: 440.0, font: 13.0 };
const SMALL: Size = Size { width: 320.0, height: 200.0, font: 11.0 };

/// Writes charts side by side, with this number in each row.
fn write_plot(path: &Path, size: &Size, columns: usize, charts: &[Chart]) -> Result<(), PlotError> {
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
