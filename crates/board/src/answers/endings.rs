//! Exact results of positions with few pieces, by tables that are solved when they are first needed.

use emergo::{Coordinates, Game, Variant};
use luctor_findings::endings::{EndingSettings, EndingTable, PositionReport};
use luctor_system::resources::lock;
use std::sync::{Arc, Mutex};

/// The tables that were needed.
#[derive(Default)]
pub(crate) struct EndingTables(Mutex<Vec<Arc<EndingTable>>>);

impl EndingTables {
    /// The exact result of a position with few pieces. `None` if it has more, or the game is over.
    pub(crate) fn lookup(&self, game: &Game) -> Option<PositionReport> {
        if game.ending().is_some() {
            return None;
        }
        let position = game.position();
        let variant = position.variant();
        let pieces = EndingTable::pieces_for(position);
        let settings =
            EndingSettings { blocked: game.blocked(), ..EndingSettings::new(variant, pieces) };
        if pieces > most_pieces(variant) || settings.covers(position).is_err() {
            return None;
        }
        self.table(settings)?.position_report(position, Coordinates::Oblique).ok()
    }

    /// The table with these settings, which are within its limits.
    fn table(&self, settings: EndingSettings) -> Option<Arc<EndingTable>> {
        let mut tables = lock(&self.0);
        if let Some(known) = tables.iter().find(|table| table.settings() == settings) {
            return Some(known.clone());
        }
        let solved = Arc::new(EndingTable::solve(settings, &mut |_| {}).ok()?);
        tables.push(solved.clone());
        Some(solved)
    }
}

/// The largest number of pieces of a table that is solved within seconds.
const fn most_pieces(variant: Variant) -> usize {
    match variant {
        Variant::Emergo7 => 3,
        Variant::Emergo | Variant::Hexemergo => 2,
    }
}
