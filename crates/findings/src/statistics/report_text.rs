//! A report as text for a terminal.

use super::board_statistics::{LengthReport, StatisticsReport};
use super::columns::{Material, MaterialContribution, ResultModel, StageColumnReport};
use super::feeding::FeedingReport;
use super::least_squares::Coefficient;
use super::mean::MeanReport;
use super::openings::OpeningReport;
use super::points::PointCounts;
use super::shadowpiece::{ShadowpieceModel, ShadowpieceReport, ShadowpieceSizeReport};
use emergo::Blocked;
use luctor_system::text::{aligned, count, decimals_or_dash};
use std::fmt::Alignment::{Left, Right};

/// Openings, patterns and runs that the text shows. JSON has more of them.
const SHOWN: usize = 12;
/// Columns that were removed less often are not in the text.
const SHOWN_COLUMNS: u64 = 20;

impl StatisticsReport {
    /// The report for a terminal. It has fewer openings, patterns, runs and columns than JSON.
    pub fn text(&self) -> String {
        let StatisticsReport { variant, unfinished, white, plies, reasons, .. } = self;
        let mut text = format!("{variant}, {}", count(white.games() as usize, "game"));
        if *unfinished > 0 {
            text += &format!(", and {} without a result", count(*unfinished as usize, "game"));
        }
        if self.blocked == Blocked::Loss {
            text += ", a blocked side loses";
        }
        text += &format!("\n\nWhite's points  {}\n", points_text(white));
        if let Some(LengthReport { mean, tenth, median, nine_tenths, longest }) = plies {
            text += &format!(
                "plies           mean {mean:.0}, median {median}, first decile {tenth}, ninth decile {nine_tenths}, longest {longest}\n"
            );
        }
        let ends: Vec<String> =
            reasons.iter().map(|(reason, games)| format!("{reason} {games}")).collect();
        if !ends.is_empty() {
            text += &format!("ends            {}\n", ends.join(", "));
        }
        let opening_row = |opening: &OpeningReport| {
            let start = opening.start.iter().cloned();
            let mut name: Vec<String> = start.chain(opening.moves.iter().cloned()).collect();
            if name.is_empty() {
                name.push("start".to_owned());
            }
            (name.join(" "), points_text(&opening.white))
        };
        let openings = self.openings.iter().take(SHOWN).map(opening_row);
        add_table(&mut text, "\nOpenings, with White's points", openings);
        if self.openings.len() > SHOWN {
            text += &format!("  and {} more\n", self.openings.len() - SHOWN);
        }
        shadowpiece_text(&mut text, &self.shadowpieces);
        feeding_text(&mut text, &self.feeding);
        self.columns.iter().for_each(|columns| columns_text(&mut text, columns));
        text.push('\n');
        text
    }
}

/// Adds a table of names and values with its heading, unless it has no rows.
fn add_table(text: &mut String, heading: &str, rows: impl Iterator<Item = (String, String)>) {
    let rows: Vec<_> = rows.map(|(name, value)| [format!("  {name}"), value]).collect();
    if !rows.is_empty() {
        *text += &format!("{heading}\n{}", aligned(&rows, [Left; 2]));
    }
}

fn points_text(counts: &PointCounts) -> String {
    let [points, error] =
        [counts.points(), counts.error()].map(|number| decimals_or_dash(number, 3));
    let PointCounts { won, drawn, lost } = counts;
    format!("{points} ± {error} ({won} won, {drawn} drawn, {lost} lost)")
}

fn mean_points_text(points: &Option<MeanReport>) -> String {
    match points {
        Some(MeanReport { games, count: cases, mean, error }) => {
            let (cases, games) = (count(*cases as usize, "case"), count(*games as usize, "game"));
            format!("{mean:.3} ± {} ({cases} in {games})", decimals_or_dash(*error, 3))
        }
        None => "- (one game)".to_owned(),
    }
}

fn shadowpiece_text(text: &mut String, report: &ShadowpieceReport) {
    let ShadowpieceReport { games, white, black, sizes, points_model, score_model } = report;
    *text += &format!(
        "\nShadowpieces: White {white}, Black {black}, of {}\n",
        count(*games as usize, "game")
    );
    if sizes.is_empty() {
        return;
    }
    let mut rows = vec![["  men", "fed before", "score", "points of the owner"].map(str::to_owned)];
    for ShadowpieceSizeReport { size, owner, mean_score, mean_fed, .. } in sizes {
        let score = decimals_or_dash(*mean_score, 0);
        rows.push([size.to_string(), format!("{mean_fed:.1}"), score, points_text(owner)]);
    }
    *text += &aligned(&rows, [Right, Right, Right, Left]);
    if points_model.is_some() || score_model.is_some() {
        *text += "Change by one man more, the other numbers equal\n";
    }
    model_text(text, "points", points_model, 3);
    model_text(text, "score", score_model, 0);
}

fn estimate_text(Coefficient { value, error }: Coefficient, digits: usize) -> String {
    format!("{value:+.digits$} ± {error:.digits$}")
}

fn model_text(text: &mut String, name: &str, model: &Option<ShadowpieceModel>, digits: usize) {
    let Some(model) = model else { return };
    *text += &format!(
        "  {name:<6}  in the shadowpiece {}, of the owner on the board {}, of the opponent on the board {}\n",
        estimate_text(model.shadowpiece_man, digits),
        estimate_text(model.own_man, digits),
        estimate_text(model.opposing_man, digits)
    );
}

fn feeding_text(text: &mut String, report: &FeedingReport) {
    *text += &format!("\nFeeding: {}\n", count(report.moves as usize, "move"));
    for (name, mean) in [
        ("the winner", report.fed_by_winner),
        ("the loser", report.fed_by_loser),
        ("each side of a draw", report.fed_in_drawn_games),
    ] {
        if let Some(MeanReport { mean, error, .. }) = mean {
            let error = decimals_or_dash(error, 1);
            *text += &format!("  men fed in a game by {name}: {mean:.1} ± {error}\n");
        }
    }
    for (stage, MeanReport { count, mean, error, .. }) in &report.choices {
        let percent = 100.0 * mean;
        let error = decimals_or_dash(error.map(|error| 100.0 * error), 1);
        *text += &format!(
            "  stage {stage}: feeds in {percent:.1} ± {error} % of {count} positions with a choice\n"
        );
    }
    let patterns = report.patterns.iter().take(SHOWN).map(|pattern| {
        let captures: Vec<String> = pattern.captures.iter().map(usize::to_string).collect();
        let points = mean_points_text(&pattern.points);
        (captures.join("-"), format!("{:>5.1} %  {points}", 100.0 * pattern.share))
    });
    let heading = "Most frequent patterns: men captured by the opponent, by the feeder, and so on; the feeder's points";
    add_table(text, heading, patterns);
    let runs = report.runs.iter().take(SHOWN);
    let runs = runs.map(|run| (format!("{:>2}", run.moves), mean_points_text(&run.points)));
    add_table(text, "Feeding moves in a row, and the feeder's points", runs);
}

fn columns_text(text: &mut String, report: &StageColumnReport) {
    let StageColumnReport { stage, contributions, by_results } = report;
    let shown = contributions.iter().filter(|one| one.centimen.count >= SHOWN_COLUMNS);
    let rows = shown.map(|MaterialContribution { material, centimen }| {
        let MeanReport { count, mean, error, .. } = centimen;
        let name = match material {
            Material::Column { cap, prisoners } => format!("cap {cap}, prisoners {prisoners}"),
            Material::SingleMan { ring } => format!("single man, {ring} steps from the centre"),
            Material::ManInHand => "man in hand".to_owned(),
        };
        (name, format!("{mean:>6.0} ± {}  ({count} times)", decimals_or_dash(*error, 0)))
    });
    let heading = format!("\nWhat columns are worth, stage {stage}, in centimen by the network");
    add_table(text, &heading, rows);
    let Some(ResultModel { games, white, caps, man_in_hand }) = by_results else {
        return;
    };
    let even = ("White, with equal material".to_owned(), *white);
    let caps = (1..).zip(caps).map(|(cap, estimate)| (format!("cap of {cap}"), *estimate));
    let hand = ("man in hand".to_owned(), *man_in_hand);
    let rows = std::iter::once(even).chain(caps).chain([hand]);
    let rows = rows.filter_map(|(name, value)| Some((name, estimate_text(value?, 3))));
    let games = count(*games, "game");
    add_table(
        text,
        &format!("\nWhat columns are worth, stage {stage}, in points by the results of {games}"),
        rows,
    );
}
