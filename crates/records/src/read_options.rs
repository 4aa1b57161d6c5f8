//! What the caller of a reader knows about a text.

use crate::Format;
use emergo::{Blocked, Coordinates, Variant};
use serde::{Deserialize, Serialize};

/// What the caller knows about a text. Everything is optional.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct ReadOptions {
    /// The format. `None` detects it.
    pub format: Option<Format>,
    /// The coordinates of games that do not name theirs: PGN without the tag `Coordinates`, lists of moves, and the
    /// formats of other programs.
    pub coordinates: Option<Coordinates>,
    /// The board of games that do not name theirs.
    pub variant: Option<Variant>,
    /// The rule for a blocked side of games that do not name theirs, except JSON. `None` is the rule of the format.
    pub blocked: Option<Blocked>,
}
