//! Statistics of results: Elo, the SPRT, and reports for other programs.
//!
//! | file | contents |
//! |---|---|
//! | `counts` | counts of games (trinomial) and of pairs of games (pentanomial) |
//! | `likelihood` | the likelihood of results |
//! | `elo` | the difference in strength, in logistic and normalized Elo |
//! | `sprt` | the sequential probability ratio test |
//! | `tally`, `table` | scores, pairs, end reasons and times of a match, and their table |
//! | `report` | the results as JSON |

pub mod counts;
pub mod elo;
pub(crate) mod likelihood;
pub mod report;
pub mod sprt;
mod table;
pub mod tally;
