//! Plots of the statistics, one series for each board and rule for a blocked side.

use super::{MeanReport, RunReport, ShadowpieceSizeReport, StatisticsReport};
use emergo::Blocked;
use luctor_plot::{COLOURS, Chart, Marks, PointWithError, Series, draw_chart};
use luctor_system::files::{FileError, replace_file};
use std::path::Path;

/// Points of fewer games are left out.
const MIN_GAMES: u64 = 10;

/// A plot of points, from 0 to 1, by a number.
struct Plot {
    file: &'static str,
    title: &'static str,
    x_label: &'static str,
    /// The points for each number, and how many games they are of.
    points: fn(&StatisticsReport) -> Vec<(PointWithError, u64)>,
}

const PLOTS: [Plot; 2] = [
    Plot {
        file: "shadowpieces.svg",
        title: "points of the owner by the size of the shadowpiece",
        x_label: "men of the shadowpiece",
        points: |report| {
            let point = |size: &ShadowpieceSizeReport| {
                let (x, error) = (size.size.into(), size.owner.error());
                Some((PointWithError { x, y: size.owner.points()?, error }, size.owner.games()))
            };
            report.shadowpieces.sizes.iter().filter_map(point).collect()
        },
    },
    Plot {
        file: "feeding-runs.svg",
        title: "points of the feeder by feeding moves in a row",
        x_label: "feeding moves in a row",
        points: |report| {
            let point = |run: &RunReport| {
                let MeanReport { games, mean, error, .. } = run.points?;
                Some((PointWithError { x: run.moves as f64, y: mean, error }, games))
            };
            report.feeding.runs.iter().filter_map(point).collect()
        },
    },
];

/// Draws the points by the size of the shadowpiece (`shadowpieces.svg`), and by the length of runs of feeding moves
/// (`feeding-runs.svg`), into a folder. Points of fewer than ten games are left out.
///
/// # Errors
///
/// A file cannot be written.
pub fn draw_plots(folder: &Path, reports: &[StatisticsReport]) -> Result<(), FileError> {
    PLOTS.iter().try_for_each(|plot| {
        let svg = draw_chart(plot.chart(reports));
        replace_file(&folder.join(plot.file), svg.as_bytes())
    })
}

impl Plot {
    fn chart<'a>(&'a self, reports: &'a [StatisticsReport]) -> Chart<'a> {
        let points = |report: &StatisticsReport| -> Vec<PointWithError> {
            let points = (self.points)(report).into_iter();
            points.filter(|(_, games)| *games >= MIN_GAMES).map(|(point, _)| point).collect()
        };
        let boards: Vec<Vec<PointWithError>> = reports.iter().map(points).collect();
        let places = || boards.iter().flatten().map(|point| point.x);
        let first = places().fold(f64::INFINITY, f64::min);
        let last = places().fold(f64::NEG_INFINITY, f64::max);
        let x = if first <= last { first - 0.5..=last + 0.5 } else { 0.0..=1.0 };
        let middle = (boards.len() as f64 - 1.0) / 2.0;
        let series = boards.into_iter().zip(reports).enumerate();
        let series = series.map(|(number, (mut points, report))| {
            // Boards with the same places stand beside each other.
            let shift = 0.08 * (number as f64 - middle);
            points.iter_mut().for_each(|point| point.x += shift);
            let colour = COLOURS[number % COLOURS.len()];
            let name = match report.blocked {
                Blocked::Draw => report.variant.name().into(),
                Blocked::Loss => format!("{}, a blocked side loses", report.variant).into(),
            };
            Series { name, colour, marks: Marks::Points(points) }
        });
        let Plot { title, x_label, .. } = *self;
        Chart { title, x_label, y_label: "points", x, y: 0.0..=1.0, series: series.collect() }
    }
}
