//! The results of a match for people: a line during the match, and the table at its end.

use crate::statistics::counts::{ResultCounts, Share};
use crate::statistics::elo::Estimate;
use crate::statistics::report::{EngineReport, SprtReport};
use crate::statistics::sprt::{Hypothesis, SprtSettings};
use crate::statistics::tally::Tally;
use luctor_system::text::aligned;
use std::fmt::Alignment;

type TableRow<'a> = (&'a str, String);

impl Tally {
    /// One line with the score, Elo and LLR of the first engine.
    pub fn line(&self) -> String {
        let EngineReport { name, counts } = &self.engines[0];
        let ResultCounts { wins, losses, draws } = counts;
        let (score, games, elo) = (counts.score(), counts.games(), self.estimate().logistic);
        let mut text =
            format!("{name}: {wins} - {losses} - {draws} [{score}] of {games}, Elo {elo}");
        if let Some(test) = self.sprt_report() {
            text += &format!(", {}", llr_text(&test));
        }
        text
    }

    /// The table at the end of a match, for people.
    pub fn table(&self) -> String {
        let mut rows = self.score_rows();
        if self.engines.len() == 2 {
            rows.extend(self.comparison_rows());
        }
        rows.extend(self.sprt_report().map(sprt_row));
        rows.extend(self.end_and_time_rows());
        let rows: Vec<_> = rows.into_iter().map(|(name, value)| [name.to_owned(), value]).collect();
        aligned(&rows, [Alignment::Left; 2])
    }

    /// The scores of the engines and of both sides.
    fn score_rows(&self) -> Vec<TableRow<'_>> {
        let mut rows = Vec::new();
        for (index, EngineReport { name, counts }) in self.engines.iter().enumerate() {
            let ResultCounts { wins, losses, draws } = counts;
            let estimate = match index {
                0 => self.estimate(),
                _ => Estimate::of_games(counts),
            };
            let elo = match (index, self.engines.len()) {
                (1, 2) => String::new(),
                _ => format!(", Elo {}", estimate.logistic),
            };
            let value = format!("{wins} W - {losses} L - {draws} D, {}{elo}", counts.score());
            rows.push((name.as_str(), value));
        }
        let white = self.white.score();
        let black = Share::new(1.0 - white.value());
        let points = self.white.games() as f64 * white.value();
        let other_points = self.white.games() as f64 - points;
        let value = format!("{points:.1} - {other_points:.1} points, {white} - {black}");
        rows.push(("White - Black", value));
        rows
    }

    fn comparison_rows(&self) -> Vec<TableRow<'_>> {
        let estimate = self.estimate();
        let pairs_ratio = self.pairs.pairs_ratio().map(|ratio| format!("{ratio:.2}"));
        let mut rows = vec![
            ("normalized Elo", estimate.normalized.to_string()),
            ("LOS", estimate.superiority.to_string()),
            ("draw ratio", self.engines[0].counts.draw_ratio().to_string()),
            ("pairs ratio", pairs_ratio.unwrap_or_else(|| "-".to_owned())),
            ("pairs (pentanomial)", format!("{} (0, ½, 1, 1½, 2 points)", self.pairs)),
        ];
        let unpaired = self.games() - 2 * self.pairs.pairs();
        if self.pairs.pairs() > 0 && unpaired > 0 {
            rows.push(("unpaired games", format!("{unpaired}; Elo and SPRT leave them out")));
        }
        rows
    }

    fn end_and_time_rows(&self) -> Vec<TableRow<'_>> {
        let ends = self.reasons.iter().map(|(reason, count)| format!("{reason} {count}"));
        let ends: Vec<String> = ends.collect();
        let mut rows = vec![("ends", ends.join(", "))];
        for (EngineReport { name, .. }, times) in self.engines.iter().zip(&self.thinking) {
            if let Some(mean) = times.mean_ms() {
                let text = format!("{name} {mean:.1} ms over {} moves", times.moves);
                rows.push(("time per move", text));
            }
        }
        rows.extend(self.overhead.mean_ms().map(|ms| ("overhead per move", format!("{ms:.2} ms"))));
        rows
    }
}

fn llr_text(SprtReport { llr, lower, upper, .. }: &SprtReport) -> String {
    format!("LLR {llr:.2} ({lower:.2}, {upper:.2})")
}

fn sprt_row(test: SprtReport) -> TableRow<'static> {
    let llr = llr_text(&test);
    let SprtReport { settings, accepted, .. } = test;
    let SprtSettings { elo0, elo1, model, .. } = settings;
    let verdict = match accepted {
        None => "no decision".to_owned(),
        Some(Hypothesis::H0) => format!("H0 accepted (Elo <= {elo0})"),
        Some(Hypothesis::H1) => format!("H1 accepted (Elo >= {elo1})"),
    };
    ("SPRT", format!("[{elo0}, {elo1}] {model}, {llr}: {verdict}"))
}
