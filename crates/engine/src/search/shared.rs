//! What all threads of one search share.

use super::control::SearchControl;
use super::handicap::EvalErrors;
use super::late_move_reductions::Reductions;
use super::limits::Limits;
use super::params::SearchParams;
use super::table::Table;
use emergo::Blocked;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

pub(super) struct Shared<'a> {
    pub table: &'a Table,
    pub control: &'a SearchControl,
    pub limits: &'a Limits,
    pub params: &'a SearchParams,
    pub reductions: &'a Reductions,
    pub blocked: Blocked,
    /// The errors of the evaluation of a handicap.
    pub errors: Option<EvalErrors>,
    /// Best lines to find.
    pub lines: usize,
    /// Set when the main thread has finished.
    pub finished: AtomicBool,
    /// Nodes by thread, updated from time to time.
    pub nodes: Vec<NodeCounter>,
}

impl Shared<'_> {
    /// Nodes of all threads.
    pub fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|counter| counter.0.load(Ordering::Relaxed)).sum()
    }

    pub fn is_stopped(&self) -> bool {
        self.finished.load(Ordering::Relaxed) || self.control.is_stopped()
    }
}

/// The nodes of a thread, on a cache line of its own.
#[derive(Default)]
#[repr(align(64))]
pub(super) struct NodeCounter(AtomicU64);

impl NodeCounter {
    pub fn set(&self, nodes: u64) {
        self.0.store(nodes, Ordering::Relaxed);
    }
}
