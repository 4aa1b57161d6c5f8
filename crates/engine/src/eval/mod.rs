//! Evaluation: a small neural network for each board, trained on games of the engine and embedded in the program.
//!
//! | file | contents |
//! |---|---|
//! | `features` | the inputs of the network: [`features::FeatureSet`], [`features::FeatureState`], output buckets |
//! | `feature_maps` | maps between features, for training |
//! | `triples` | the inputs for pieces in contact |
//! | `network`, `network_file` | weights, SCReLU output; reading and writing of a network |
//! | `networks` | [`Networks`]: the embedded network of each board, or one from a file |
//! | `evaluator` | [`Evaluator`]: the score of a position, from accumulators that are updated from position to position |
//! | `explain` | the contribution of each piece to the score, for people |
//!
//! The network was trained on positions in which the side to move cannot capture. Captures are left to the search.

mod evaluator;
pub mod explain;
pub mod feature_maps;
pub mod features;
pub mod network;
mod network_file;
mod networks;
mod triples;

pub use evaluator::Evaluator;
pub use network::Network;
pub use network_file::NetworkError;
pub use networks::Networks;
