//! Plots of a training and of a tuning: the loss by epoch, the points by score, and the parameters by iteration.

use crate::data::score_curve::{ScoredResult, score_bins};
use crate::training::fit::EpochReport;
use crate::tune::spsa::{HistoryPoint, SpsaParameter};
use luctor_engine::score::Score;
use luctor_plot::{COLOURS, Chart, GREY, Marks, PointWithError, Series, draw_chart, draw_charts};
use luctor_system::files::{FileError, replace_file};
use std::path::Path;

/// The calibration plot shows scores up to this absolute value, in centimen.
const MAX_SCORE: i32 = 1_000;
/// Points of the calibration plot.
const SCORE_BINS: usize = 40;
/// Charts of parameters side by side.
const PARAMETER_COLUMNS: usize = 3;

fn line(name: &'static str, colour: &'static str, points: Vec<(f64, f64)>) -> Series<'static> {
    Series { name: name.into(), colour, marks: Marks::Line(points) }
}

/// Draws the training and validation loss by epoch, beside a network file.
pub fn draw_losses(network: &Path, epochs: &[EpochReport]) -> Result<(), FileError> {
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
            line("validation", COLOURS[0], validation),
            line("training", COLOURS[2], training),
        ],
    };
    replace_file(&network.with_extension("loss.svg"), draw_chart(chart).as_bytes())
}

/// Draws the points by score, and what scores should be worth, beside a network file.
pub fn draw_calibration(
    network: &Path,
    title: &str,
    results: &[ScoredResult],
) -> Result<(), FileError> {
    let greatest = f64::from(MAX_SCORE);
    let curve = (-MAX_SCORE..=MAX_SCORE).step_by(10);
    let curve =
        curve.map(|score| (f64::from(score), Score::centimen(score).expected_points())).collect();
    let bins = score_bins(results, SCORE_BINS);
    let shown = bins.iter().filter(|bin| bin.score.abs() <= greatest);
    let points = shown.map(|bin| PointWithError { x: bin.score, y: bin.points, error: None });
    let chart = Chart {
        title,
        x_label: "score, centimen",
        y_label: "points",
        x: -greatest..=greatest,
        y: 0.0..=1.0,
        series: vec![
            line("expected by score", COLOURS[2], curve),
            Series {
                name: "game results".into(),
                colour: COLOURS[0],
                marks: Marks::Points(points.collect()),
            },
        ],
    };
    replace_file(&network.with_extension("calibration.svg"), draw_chart(chart).as_bytes())
}

/// Draws the values of each parameter by iteration, one chart for each parameter, all in one file. The start is a grey line, and a
/// chart shows at least one step on both sides of it.
pub fn draw_parameters(
    path: &Path,
    parameters: &[SpsaParameter],
    history: &[&HistoryPoint],
) -> Result<(), FileError> {
    let charts = parameters.iter().enumerate().map(|(index, parameter)| {
        let &SpsaParameter { start, step, .. } = parameter;
        let start = f64::from(start);
        let points = history.iter().map(|point| (point.iteration as f64, point.values[index]));
        let points: Vec<(f64, f64)> = points.collect();
        let values = || points.iter().map(|(_, value)| *value);
        let last = points.last().map_or(0.0, |(iteration, _)| *iteration).max(1.0);
        let low = values().fold(start - step, f64::min);
        let high = values().fold(start + step, f64::max);
        let grey = line("", GREY, vec![(0.0, start), (last, start)]);
        let series = vec![grey, line("", COLOURS[0], points)];
        let title = &parameter.name;
        Chart { title, x_label: "", y_label: "", x: 0.0..=last, y: low..=high, series }
    });
    let svg = draw_charts(PARAMETER_COLUMNS, &charts.collect::<Vec<_>>());
    replace_file(path, svg.as_bytes())
}
