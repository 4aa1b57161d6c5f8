//! Positions in JSON: as position texts.

use emergo::{Position, write_position};
use serde::Serializer;

pub(super) fn write_text<S: Serializer>(position: &Position, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(&write_position(position, 1))
}
