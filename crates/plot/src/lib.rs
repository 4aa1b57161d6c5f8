//! Charts as SVG: lines, and points with errors. The legend is a line above the chart, so that it never covers a point.

use std::borrow::Cow;
use std::ops::RangeInclusive;

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
    /// The numbers of the horizontal axis: the end is above the start.
    pub x: RangeInclusive<f64>,
    /// The numbers of the vertical axis: the end is above the start.
    pub y: RangeInclusive<f64>,
    /// What is drawn, the last one on top.
    pub series: Vec<Series<'a>>,
}

/// Numbers of one kind.
#[derive(Clone, PartialEq, Debug)]
pub struct Series<'a> {
    /// The name in the legend; empty for none.
    pub name: Cow<'a, str>,
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

/// The file of one chart.
pub fn draw_chart(chart: Chart) -> String {
    draw(&LARGE, 1, &[chart])
}

/// The file of small charts side by side, with this number in each row.
pub fn draw_charts(columns: usize, charts: &[Chart]) -> String {
    draw(&SMALL, columns, charts)
}

fn draw(size: &Size, columns: usize, charts: &[Chart]) -> String {
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
    svg + "</svg>\n"
}

impl Chart<'_> {
    fn svg(&self, size: &Size) -> String {
        let &Size { width, height, font } = size;
        let has_labels = if self.x_label.is_empty() { 0.0 } else { font };
        let plot = PlotArea {
            chart: self,
            font,
            left: 4.0 * font + has_labels,
            right: width - 1.5 * font,
            top: 2.5 * font + 1.5 * has_labels,
            floor: height - 2.0 * font - 1.5 * has_labels,
        };
        let (middle, half_height) = (plot.middle(), (plot.top + plot.floor) / 2.0);
        let turned = format!(r#" transform="rotate(-90 {font} {half_height:.1})""#);
        let mut svg = vec![
            text(middle, 1.6 * font, r#" font-weight="bold""#, self.title),
            text(middle, height - 0.6 * font, "", self.x_label),
            text(font, half_height, &turned, self.y_label),
        ];
        plot.add_axes(&mut svg);
        for series in &self.series {
            plot.add_marks(series, &mut svg);
        }
        svg.push(plot.legend());
        svg.join("\n") + "\n"
    }
}

/// The rectangle of a chart between its axes, in pixels.
struct PlotArea<'a> {
    chart: &'a Chart<'a>,
    font: f64,
    left: f64,
    right: f64,
    top: f64,
    floor: f64,
}

impl PlotArea<'_> {
    fn middle(&self) -> f64 {
        (self.left + self.right) / 2.0
    }

    fn x(&self, value: f64) -> f64 {
        self.left + (self.right - self.left) * share(value, &self.chart.x)
    }

    fn y(&self, value: f64) -> f64 {
        self.floor - (self.floor - self.top) * share(value, &self.chart.y)
    }

    /// Adds the grid, the numbers of both axes, and the axes.
    fn add_axes(&self, svg: &mut Vec<String>) {
        let &PlotArea { chart, font, left, right, top, floor } = self;
        for (value, label) in axis_ticks(&chart.x, (right - left) / 44.0) {
            let x = self.x(value);
            svg.push(format!(r##"<path d="M{x:.1} {top}V{floor}" stroke="#ddd"/>"##));
            svg.push(text(x, floor + 1.2 * font, "", &label));
        }
        for (value, label) in axis_ticks(&chart.y, (floor - top) / 32.0) {
            let y = self.y(value);
            svg.push(format!(r##"<path d="M{left} {y:.1}H{right}" stroke="#ddd"/>"##));
            let attributes = r#" dominant-baseline="central" style="text-anchor:end""#;
            svg.push(text(left - 0.4 * font, y, attributes, &label));
        }
        svg.push(format!(
            r#"<path d="M{left} {top}V{floor}H{right}" fill="none" stroke="black"/>"#
        ));
    }

    fn add_marks(&self, Series { colour, marks, .. }: &Series, svg: &mut Vec<String>) {
        match marks {
            Marks::Line(points) => {
                let place = |(x, y): &(f64, f64)| format!("{:.1},{:.1}", self.x(*x), self.y(*y));
                let points = points.iter().map(place).collect::<Vec<_>>().join(" ");
                svg.push(format!(
                    r#"<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>"#
                ));
            }
            Marks::Points(points) => {
                for point in points {
                    let (x, y, bar) =
                        (self.x(point.x), self.y(point.y), point.error.unwrap_or(0.0));
                    let (least, most) = (*self.chart.y.start(), *self.chart.y.end());
                    let ends = [point.y - bar, point.y + bar];
                    let [low, high] = ends.map(|end| self.y(end.clamp(least, most)));
                    svg.push(format!(
                        r#"<path d="M{x:.1} {low:.1}V{high:.1}" stroke="{colour}" stroke-width="2"/>"#
                    ));
                    let fill = if point.error.is_some() { colour } else { "white" };
                    svg.push(format!(
                        r#"<circle cx="{x:.1}" cy="{y:.1}" r="4" fill="{fill}" stroke="{colour}" stroke-width="2"/>"#
                    ));
                }
            }
        }
    }

    /// The names of the series in one line above the chart.
    fn legend(&self) -> String {
        let named = self.chart.series.iter().filter(|series| !series.name.is_empty());
        let entry = |Series { name, colour, marks }: &Series| {
            let symbol = match marks {
                Marks::Line(_) => "\u{2501}\u{2501}",
                Marks::Points(_) => "\u{25cf}",
            };
            format!(r#"<tspan fill="{colour}" dx="14">{symbol}</tspan> {}"#, escaped(name))
        };
        let (x, y, entries) =
            (self.middle(), self.top - 0.7 * self.font, named.map(entry).collect::<String>());
        format!(r#"<text x="{x:.1}" y="{y:.1}" text-anchor="middle">{entries}</text>"#)
    }
}

/// A text whose middle is at `x`, unless its further attributes say otherwise.
fn text(x: f64, y: f64, attributes: &str, text: &str) -> String {
    let text = escaped(text);
    format!(r#"<text x="{x:.1}" y="{y:.1}" text-anchor="middle"{attributes}>{text}</text>"#)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
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
