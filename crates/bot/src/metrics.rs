//! Figures about a running bot in the text format of Prometheus.

// CITE: https://prometheus.io/docs/instrumenting/exposition_formats/

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};

macro_rules! counters {
    ($($(#[doc = $help:literal])+ $field:ident,)+) => {
        /// What happened since the start.
        #[derive(Debug, Default)]
        pub struct Counters {
            $($(#[doc = $help])+ pub $field: Counter,)+
        }

        impl Counters {
            fn write(&self, text: &mut String) {
                $(write_figure(text, concat!(stringify!($field), "_total"), "counter", concat!($($help),+), self.$field.get());)+
            }
        }
    };
}

counters! {
    /// Requests without a valid signature, or repeated, old or too new.
    requests_refused,
    /// Signed requests that a bot cannot answer, or that are not legal.
    requests_wrong,
    /// Requests for a move.
    moves_requested,
    /// Requests for a move that was requested or sent before.
    moves_known,
    /// Accepted challenges.
    challenges_accepted,
    /// Refused challenges.
    challenges_refused,
    /// Finished searches.
    searches,
    /// The time of all searches in milliseconds.
    search_milliseconds,
    /// Moves that the site accepted.
    moves_sent,
    /// Attempts to send a move that failed.
    send_failures,
    /// Moves that were given up.
    moves_failed,
    /// Files that could not be written.
    write_failures,
}

/// A number that grows.
#[derive(Debug, Default)]
pub struct Counter(AtomicU64);

impl Counter {
    /// Adds a number.
    pub fn add(&self, number: u64) {
        self.0.fetch_add(number, Ordering::Relaxed);
    }

    /// The number.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// What is at the moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gauges {
    /// Games that have not ended.
    pub games_open: usize,
    /// Games that wait for a search or are searched.
    pub games_to_search: usize,
    /// Moves that are to be sent.
    pub moves_to_send: usize,
}

/// The text for Prometheus.
pub fn prometheus_text(counters: &Counters, gauges: &Gauges) -> String {
    let mut text = String::new();
    counters.write(&mut text);
    let Gauges { games_open, games_to_search, moves_to_send } = gauges;
    for (name, help, value) in [
        ("games_open", "Games that have not ended.", games_open),
        ("games_to_search", "Games that wait for a search or are searched.", games_to_search),
        ("moves_to_send", "Moves that are to be sent.", moves_to_send),
    ] {
        write_figure(&mut text, name, "gauge", help, *value as u64);
    }
    text
}

fn write_figure(text: &mut String, name: &str, kind: &str, help: &str, value: u64) {
    let help = help.trim();
    // Writing to a string does not fail.
    let _ = write!(
        text,
        "# HELP luctor_bot_{name} {help}\n# TYPE luctor_bot_{name} {kind}\nluctor_bot_{name} {value}\n"
    );
}
