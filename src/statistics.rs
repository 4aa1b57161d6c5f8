//! `luctor statistics`: statistics of many games.

use crate::output::{count, print_report};
use crate::record_files::{
    GameErrors, OpenedGames, ReadOptionsArgs, check_inputs, file_name, open_games,
};
use anyhow::{Context, Result, bail};
use clap::{Args, value_parser};
use emergo::Blocked;
use luctor_engine::eval::Networks;
use luctor_findings::statistics::{
    Coefficient, FeedingReport, GameStatistics, LengthReport, Material, MaterialContribution,
    MeanReport, OpeningReport, PointCounts, ResultModel, ShadowpieceModel, ShadowpieceReport,
    StageColumnReport, StatisticsReport, draw_plots,
};
use std::path::{Path, PathBuf};

/// Show statistics of many games: results, lengths, openings, shadowpieces, feeding, and what columns are worth.
///
/// Reads the formats of `luctor convert` except training data, whose random moves and adjudicated results mislead. There is
/// one report for each board and rule for a blocked side. Points are shares from 0 to 1; `±` is the 95 % error, `-` an
/// unknown one. Games without a result are only counted. A feeding move is a step or an entry after which the opponent can
/// capture, also if it could before.
#[derive(Args)]
pub struct StatisticsArgs {
    /// The files of games; - is standard input.
    #[arg(required = true, value_name = "GAMES")]
    files: Vec<PathBuf>,
    /// Plies of a game that are its opening; 0 is its start position. Shorter games have no opening.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = value_parser!(u8).range(0..=20))]
    opening_plies: u8,
    #[command(flatten)]
    read_options: ReadOptionsArgs,
    /// Write plots as SVG files into this folder: points by the size of the shadowpiece, and by the length of runs of
    /// feeding moves.
    #[arg(long, value_name = "FOLDER")]
    plots: Option<PathBuf>,
    /// Show what columns are worth too, by the network and by the results.
    #[arg(long)]
    values: bool,
    /// Print JSON, one object in a line for each board.
    #[arg(long)]
    json: bool,
}

/// Openings, patterns and runs that the text shows. JSON has more of them.
const SHOWN: usize = 12;
/// Columns that were removed less often are not in the text.
const SHOWN_COLUMNS: u64 = 20;

pub fn run(args: &StatisticsArgs) -> Result<()> {
    check_inputs(&args.files)?;
    if let Some(folder) = &args.plots {
        std::fs::create_dir_all(folder).with_context(|| file_name(folder))?;
    }
    let networks = args.values.then(Networks::embedded);
    let mut statistics = GameStatistics::new(args.opening_plies.into(), networks);
    let mut errors = GameErrors::default();
    for path in &args.files {
        add_file(args, path, &mut statistics, &mut errors)?;
    }
    let reports = statistics.reports();
    // The plots do not need a reader of the text, and the text does not need the plots.
    let printed =
        reports.iter().try_for_each(|report| print_report(report, args.json, report_text));
    if let Some(folder) = &args.plots {
        draw_plots(folder, &reports)?;
    }
    printed?;
    errors.finish("; those without a complete main line are not counted")
}

/// Adds the games of a file.
fn add_file(
    args: &StatisticsArgs,
    path: &Path,
    statistics: &mut GameStatistics,
    errors: &mut GameErrors,
) -> Result<()> {
    let OpenedGames { is_training_data, games } = open_games(path, &args.read_options.options())?;
    if is_training_data {
        bail!(
            "{}: games of luctor datagen begin with random moves and are often decided by score, so they have no \
             statistics; use those of luctor match",
            file_name(path)
        );
    }
    for game in games {
        if let Some(record) = game?.map_or_else(|error| errors.complete_game(path, error), Some) {
            statistics.add(&record);
        }
    }
    Ok(())
}

/// Adds a table of names and values with its heading, unless it has no rows.
fn add_table(text: &mut String, heading: &str, rows: impl Iterator<Item = (String, String)>) {
    let rows: Vec<_> = rows.collect();
    let Some(width) = rows.iter().map(|(name, _)| name.chars().count()).max() else { return };
    *text += &format!("{heading}\n");
    for (name, value) in rows {
        *text += &format!("  {name:<width$}  {value}\n");
    }
}

/// A number that may be missing.
fn optional(number: Option<f64>, digits: usize) -> String {
    number.map_or("-".to_owned(), |number| format!("{number:.digits$}"))
}

fn points_text(counts: &PointCounts) -> String {
    let [points, error] = [counts.points(), counts.error()].map(|number| optional(number, 3));
    let PointCounts { won, drawn, lost } = counts;
    format!("{points} ± {error} ({won} won, {drawn} drawn, {lost} lost)")
}

fn mean_points_text(points: &Option<MeanReport>) -> String {
    match points {
        Some(MeanReport { games, count: cases, mean, error }) => {
            let (cases, games) = (count(*cases as usize, "case"), count(*games as usize, "game"));
            format!("{mean:.3} ± {} ({cases} in {games})", optional(*error, 3))
        }
        None => "- (one game)".to_owned(),
    }
}

fn report_text(report: &StatisticsReport) -> String {
    let StatisticsReport { variant, unfinished, white, plies, reasons, .. } = report;
    let mut text = format!("{variant}, {}", count(white.games() as usize, "game"));
    if *unfinished > 0 {
        text += &format!(", and {} without a result", count(*unfinished as usize, "game"));
    }
    if report.blocked == Blocked::Loss {
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
    let openings = report.openings.iter().take(SHOWN).map(opening_row);
    add_table(&mut text, "\nOpenings, with White's points", openings);
    if report.openings.len() > SHOWN {
        text += &format!("  and {} more\n", report.openings.len() - SHOWN);
    }
    shadowpiece_text(&mut text, &report.shadowpieces);
    feeding_text(&mut text, &report.feeding);
    report.columns.iter().for_each(|columns| columns_text(&mut text, columns));
    text.push('\n');
    text
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
    *text += "  men  fed before  score  points of the owner\n";
    for size in sizes {
        let score = optional(size.mean_score, 0);
        *text += &format!(
            "  {:>3}  {:>10.1}  {score:>5}  {}\n",
            size.size,
            size.mean_fed,
            points_text(&size.owner)
        );
    }
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
            let error = optional(error, 1);
            *text += &format!("  men fed in a game by {name}: {mean:.1} ± {error}\n");
        }
    }
    for (stage, MeanReport { count, mean, error, .. }) in &report.choices {
        let percent = 100.0 * mean;
        let error = optional(error.map(|error| 100.0 * error), 1);
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
        (name, format!("{mean:>6.0} ± {}  ({count} times)", optional(*error, 0)))
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
