//! Plots as SVG: the loss by epoch and the points by score of a training, the parameters of a tuning by iteration, and
//! values with their errors.

use crate::calibration_fit::{ScoreBin, ScoredResult, score_bins};
use crate::fit::EpochReport;
use luctor_engine::score::Calibration;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a plot was not written.
#[derive(Debug, Error)]
#[error("cannot write {}", path.display())]
pub struct PlotError {
    path: PathBuf,
    source: DrawingError,
}

type DrawingError = DrawingAreaErrorKind<io::Error>;

/// Width and height in pixels.
const SIZE: (u32, u32) = (760, 440);
/// Width and height of the chart of a parameter, in pixels.
const PARAMETER_SIZE: (u32, u32) = (320, 200);
/// Charts of parameters side by side.
const PARAMETER_COLUMNS: usize = 3;
/// One colour per model, dark enough for a white background.
const COLOURS: [RGBColor; 3] = [RGBColor(176, 32, 48), RGBColor(0, 112, 60), RGBColor(24, 72, 176)];
/// The calibration plot shows scores up to this absolute value, in centimen.
const GREATEST_SCORE: i32 = 1_000;
/// Points of the calibration plot.
const SCORE_BINS: usize = 40;

/// The epochs of a model.
#[derive(Clone, Copy, Debug)]
pub struct LossCurve<'a> {
    /// The name in the legend.
    pub name: &'a str,
    /// The epochs.
    pub epochs: &'a [EpochReport],
}

/// Draws the training and validation loss of each model by epoch, beside a network file.
///
/// # Errors
///
/// The file cannot be written.
pub fn draw_losses(network: &Path, curves: &[LossCurve]) -> Result<(), PlotError> {
    let path = network.with_extension("loss.svg");
    losses_chart(&path, curves).map_err(|source| PlotError { path, source })
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
    let path = network.with_extension("calibration.svg");
    let bins = score_bins(results, calibration, SCORE_BINS);
    calibration_chart(&path, title, calibration, &bins).map_err(|source| PlotError { path, source })
}

/// The values of a parameter during a tuning.
#[derive(Clone, PartialEq, Debug)]
pub struct ParameterCurve<'a> {
    /// The name of the parameter.
    pub name: &'a str,
    /// The value at the start, drawn as a thin line.
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
    parameter_charts(path, curves).map_err(|source| PlotError { path: path.to_owned(), source })
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
    points_chart(path, chart, series).map_err(|source| PlotError { path: path.to_owned(), source })
}

fn points_chart(
    path: &Path,
    chart: &PointChart,
    series: &[PointSeries],
) -> Result<(), DrawingError> {
    let root = SVGBackend::new(path, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let places = || series.iter().flat_map(|series| &series.points).map(|point| point.x);
    let first = places().fold(f64::INFINITY, f64::min);
    let last = places().fold(f64::NEG_INFINITY, f64::max);
    // Room for the legend on the right.
    let room = 0.2 * (last - first);
    let range = if first <= last { first - 0.5..last + 0.5 + room } else { 0.0..1.0 };
    let labels = (range.end - range.start) as usize + 1;
    let mut context = ChartBuilder::on(&root)
        .caption(chart.title, ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(56)
        .build_cartesian_2d(range, 0.0..1.0)?;
    context
        .configure_mesh()
        .x_desc(chart.x_label)
        .y_desc(chart.y_label)
        .x_labels(labels)
        .x_label_formatter(&|x| if *x <= last { format!("{x:.0}") } else { String::new() })
        .light_line_style(TRANSPARENT)
        .draw()?;
    for (number, PointSeries { name, points }) in series.iter().enumerate() {
        let colour = COLOURS[number % COLOURS.len()];
        // Series with the same places stand beside each other.
        let shift = 0.08 * (number as f64 - (series.len() as f64 - 1.0) / 2.0);
        let bars = points.iter().filter_map(|PointWithError { x, y, error }| {
            let (low, high) = ((y - (*error)?).max(0.0), (y + (*error)?).min(1.0));
            Some(PathElement::new([(x + shift, low), (x + shift, high)], colour.stroke_width(2)))
        });
        context.draw_series(bars)?;
        let circles = points.iter().map(|PointWithError { x, y, error }| {
            let style = if error.is_some() { colour.filled() } else { colour.stroke_width(2) };
            Circle::new((x + shift, *y), 4, style)
        });
        context
            .draw_series(circles)?
            .label(*name)
            .legend(move |(x, y)| Circle::new((x + 9, y), 4, colour.filled()));
    }
    draw_legend(&mut context, SeriesLabelPosition::MiddleRight)?;
    root.present()
}

/// Draws the names of the series in a box.
fn draw_legend<'a>(
    chart: &mut ChartContext<'a, SVGBackend<'a>, Cartesian2d<RangedCoordf64, RangedCoordf64>>,
    position: SeriesLabelPosition,
) -> Result<(), DrawingError> {
    chart
        .configure_series_labels()
        .position(position)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.3))
        .draw()
}

fn losses_chart(path: &Path, curves: &[LossCurve]) -> Result<(), DrawingError> {
    let root = SVGBackend::new(path, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let epochs = curves.iter().map(|curve| curve.epochs.len()).max().unwrap_or(1);
    let losses: Vec<f64> = curves
        .iter()
        .flat_map(|curve| curve.epochs)
        .flat_map(|epoch| [epoch.training_loss, epoch.validation_loss.target])
        .collect();
    let low = losses.iter().copied().fold(f64::INFINITY, f64::min);
    let high = losses.iter().copied().fold(0.0, f64::max);
    let margin = (high - low).max(0.001) * 0.05;
    let mut chart = ChartBuilder::on(&root)
        .caption("loss by epoch", ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(56)
        .build_cartesian_2d(1.0..epochs.max(2) as f64, low - margin..high + margin)?;
    chart
        .configure_mesh()
        .x_desc("epoch")
        .y_desc("cross-entropy, nats")
        .light_line_style(TRANSPARENT)
        .draw()?;
    for (number, LossCurve { name, epochs }) in curves.iter().enumerate() {
        let colour = COLOURS[number % COLOURS.len()].to_rgba();
        let validation =
            epochs.iter().map(|epoch| (epoch.epoch as f64, epoch.validation_loss.target));
        chart
            .draw_series(LineSeries::new(validation, colour.stroke_width(2)))?
            .label(format!("{name}, validation"))
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2)));
        let training = epochs.iter().map(|epoch| (epoch.epoch as f64, epoch.training_loss));
        chart
            .draw_series(DashedLineSeries::new(training, 5, 4, colour.into()))?
            .label(format!("{name}, training"))
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.mix(0.4)));
    }
    draw_legend(&mut chart, SeriesLabelPosition::UpperRight)?;
    root.present()
}

fn parameter_charts(path: &Path, curves: &[ParameterCurve]) -> Result<(), DrawingError> {
    let rows = curves.len().div_ceil(PARAMETER_COLUMNS).max(1);
    let (width, height) = PARAMETER_SIZE;
    let size = (width * PARAMETER_COLUMNS as u32, height * rows as u32);
    let root = SVGBackend::new(path, size).into_drawing_area();
    root.fill(&WHITE)?;
    for (area, curve) in root.split_evenly((rows, PARAMETER_COLUMNS)).iter().zip(curves) {
        let ParameterCurve { name, start, step, points } = curve;
        let values = || points.iter().map(|(_, value)| *value);
        let low = values().fold(start - step, f64::min);
        let high = values().fold(start + step, f64::max);
        let last = points.last().map_or(0.0, |(iteration, _)| *iteration).max(1.0);
        let mut chart = ChartBuilder::on(area)
            .caption(name, ("sans-serif", 14))
            .margin(8)
            .x_label_area_size(20)
            .y_label_area_size(44)
            .build_cartesian_2d(0.0..last, low..high)?;
        chart.configure_mesh().x_labels(4).y_labels(5).light_line_style(TRANSPARENT).draw()?;
        chart.draw_series(LineSeries::new([(0.0, *start), (last, *start)], BLACK.mix(0.4)))?;
        let colour = COLOURS[0].stroke_width(2);
        chart.draw_series(LineSeries::new(points.iter().copied(), colour))?;
    }
    root.present()
}

fn calibration_chart(
    path: &Path,
    title: &str,
    calibration: Calibration,
    bins: &[ScoreBin],
) -> Result<(), DrawingError> {
    let root = SVGBackend::new(path, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .caption(title, ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(56)
        .build_cartesian_2d(f64::from(-GREATEST_SCORE)..f64::from(GREATEST_SCORE), 0.0..1.0)?;
    chart
        .configure_mesh()
        .x_desc("score, centimen")
        .y_desc("points")
        .light_line_style(TRANSPARENT)
        .draw()?;
    let curve = (-GREATEST_SCORE..=GREATEST_SCORE)
        .step_by(10)
        .map(|score| (f64::from(score), calibration.expected(score)));
    chart
        .draw_series(LineSeries::new(curve, BLUE.stroke_width(2)))?
        .label("expected by score")
        .legend(|(x, y)| PathElement::new([(x, y), (x + 18, y)], BLUE.stroke_width(2)));
    let made = bins.iter().filter(|bin| bin.score.abs() <= f64::from(GREATEST_SCORE));
    chart
        .draw_series(made.map(|bin| Circle::new((bin.score, bin.points), 4, RED.filled())))?
        .label("game results")
        .legend(|(x, y)| Circle::new((x + 9, y), 4, RED.filled()));
    draw_legend(&mut chart, SeriesLabelPosition::UpperLeft)?;
    root.present()
}
