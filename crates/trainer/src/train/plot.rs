//! Pictures of training: the loss by epoch, and points by score.

use super::fit::Epoch;
use luctor_engine::score::Calibration;
use plotters::prelude::*;
use std::path::Path;

/// Why a picture was not drawn.
type PlotError = Box<dyn std::error::Error + Send + Sync>;

const SIZE: (u32, u32) = (760, 440);
/// Of the models, in their order; all dark enough for a white ground.
const COLOURS: [RGBColor; 3] = [RGBColor(176, 32, 48), RGBColor(0, 112, 60), RGBColor(24, 72, 176)];

/// Draws the loss of each model by epoch, in training and held out, as SVG.
///
/// # Errors
///
/// The file can't be written.
pub fn draw_losses(path: &Path, models: &[(&str, &[Epoch])]) -> Result<(), PlotError> {
    let root = SVGBackend::new(path, SIZE).into_drawing_area();
    root.fill(&WHITE).map_err(of_drawing)?;
    let epochs = models.iter().map(|(_, epochs)| epochs.len()).max().unwrap_or(1);
    let all = models.iter().flat_map(|(_, epochs)| epochs.iter());
    let losses: Vec<f64> = all.flat_map(|epoch| [epoch.training, epoch.held_out.target]).collect();
    let low = losses.iter().copied().fold(f64::INFINITY, f64::min);
    let high = losses.iter().copied().fold(0.0, f64::max);
    let margin = (high - low).max(0.001) * 0.05;
    let mut chart = ChartBuilder::on(&root)
        .caption("loss by epoch", ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(56)
        .build_cartesian_2d(1.0..epochs.max(2) as f64, low - margin..high + margin)
        .map_err(of_drawing)?;
    chart
        .configure_mesh()
        .x_desc("epoch")
        .y_desc("cross-entropy, nats")
        .light_line_style(TRANSPARENT)
        .draw()
        .map_err(of_drawing)?;
    for (number, (name, epochs)) in models.iter().enumerate() {
        let colour = COLOURS[number % COLOURS.len()].to_rgba();
        let held_out = epochs.iter().map(|epoch| (epoch.number as f64, epoch.held_out.target));
        chart
            .draw_series(LineSeries::new(held_out, colour.stroke_width(2)))
            .map_err(of_drawing)?
            .label(format!("{name}, held out"))
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2)));
        let training = epochs.iter().map(|epoch| (epoch.number as f64, epoch.training));
        chart
            .draw_series(DashedLineSeries::new(training, 5, 4, colour.into()))
            .map_err(of_drawing)?
            .label(format!("{name}, training"))
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.mix(0.4)));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.3))
        .draw()
        .map_err(of_drawing)?;
    root.present().map_err(of_drawing)
}

/// Draws the points made by score against those expected, as SVG. A class is its mean score, expected and
/// made points, and size.
///
/// # Errors
///
/// The file can't be written.
pub fn draw_calibration(
    path: &Path,
    title: &str,
    calibration: Calibration,
    classes: &[(f64, f64, f64, usize)],
) -> Result<(), PlotError> {
    const REACH: i32 = 1_000;
    let root = SVGBackend::new(path, SIZE).into_drawing_area();
    root.fill(&WHITE).map_err(of_drawing)?;
    let mut chart = ChartBuilder::on(&root)
        .caption(title, ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(56)
        .build_cartesian_2d(f64::from(-REACH)..f64::from(REACH), 0.0..1.0)
        .map_err(of_drawing)?;
    chart
        .configure_mesh()
        .x_desc("score, centimen")
        .y_desc("points made")
        .light_line_style(TRANSPARENT)
        .draw()
        .map_err(of_drawing)?;
    let curve =
        (-REACH..=REACH).step_by(10).map(|score| (f64::from(score), calibration.expected(score)));
    chart
        .draw_series(LineSeries::new(curve, BLUE.stroke_width(2)))
        .map_err(of_drawing)?
        .label("expected by the score")
        .legend(|(x, y)| PathElement::new([(x, y), (x + 18, y)], BLUE.stroke_width(2)));
    let made = classes.iter().filter(|class| class.0.abs() <= f64::from(REACH));
    chart
        .draw_series(made.map(|class| Circle::new((class.0, class.2), 4, RED.filled())))
        .map_err(of_drawing)?
        .label("made in held-out games")
        .legend(|(x, y)| Circle::new((x + 9, y), 4, RED.filled()));
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.3))
        .draw()
        .map_err(of_drawing)?;
    root.present().map_err(of_drawing)
}

fn of_drawing<E: std::error::Error + Send + Sync>(error: DrawingAreaErrorKind<E>) -> PlotError {
    error.to_string().into()
}
