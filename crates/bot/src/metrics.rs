//! Figures about a running bot in the text format of Prometheus.

// CITE: https://prometheus.io/docs/instrumenting/exposition_formats/

use crate::bot_game::Status;
use crate::queue::Queue;
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

/// The text for Prometheus.
pub fn prometheus_text(queue: &Queue) -> String {
    let mut text = String::new();
    queue.counters.write(&mut text);
    let statuses = queue.statuses();
    let count = |has: fn(&Status) -> bool| statuses.iter().filter(|status| has(status)).count();
    let to_search = count(|status| *status == Status::Search);
    let to_send = count(|status| matches!(status, Status::Send(_)));
    let failed = count(|status| matches!(status, Status::Failed(_)));
    for (name, help, value) in [
        ("games_open", "Games that have not ended.", statuses.len()),
        ("games_to_search", "Games that wait for a search or are searched.", to_search),
        ("moves_to_send", "Moves that are to be sent.", to_send),
        ("games_failed", "Games in which the bot is to move and cannot.", failed),
    ] {
        write_figure(&mut text, name, "gauge", help, value as u64);
    }
    text
}

fn write_figure(text: &mut String, name: &str, kind: &str, help: &str, value: u64) {
    let (name, help) = (format!("luctor_bot_{name}"), help.trim());
    *text += &format!("# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}\n");
}
