//! `luctor batch`: answers queries in JSON lines.

use crate::arguments::{NetworkArgs, TABLE_SIZES, THREADS, ThreadsArgs, number, usage_error};
use crate::output::print_json;
use anyhow::{Context, Result};
use clap::Args;
use emergo::Variant;
use luctor_batch::{Batch, BatchSettings, MAX_LINE_BYTES, Reply};
use std::io::{self, BufRead, BufReader, Read};
use std::sync::mpsc::{Sender, channel};
use std::thread::Builder;

/// Search many positions: queries and answers as JSON lines.
///
/// Reads queries from standard input, and prints answers on standard output as they are ready. docs/batch.md explains the
/// lines. After the end of the input it answers the queries that are left. Example:
/// `{"id":"a","moves":["e4","e6"],"turns":[0,1,2],"nodes":100000}`
#[derive(Args)]
pub struct BatchArgs {
    #[command(flatten)]
    threads: ThreadsArgs,
    /// Threads of each search. With one thread and a limit of nodes or depth, equal queries have equal answers.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = number::<usize>(THREADS))]
    threads_per_search: usize,
    /// Size of the transposition table of each search in MiB.
    #[arg(long, default_value_t = 16, value_name = "MIB", value_parser = number::<u64>(TABLE_SIZES))]
    hash: u64,
    #[command(flatten)]
    network: NetworkArgs,
}

impl BatchArgs {
    fn settings(&self) -> Result<BatchSettings> {
        let threads = self.threads.count();
        let threads_per_search = self.threads_per_search;
        if threads_per_search > threads {
            let message = format!("{threads_per_search} is more than the {threads} of --threads");
            usage_error("--threads-per-search", &message);
        }
        Ok(BatchSettings {
            searches: threads / threads_per_search,
            threads_per_search,
            table_mebibytes: self.hash,
            networks: self.network.networks(&Variant::ALL)?,
        })
    }
}

enum Event {
    Line(Vec<u8>),
    EndOfInput(io::Result<()>),
    Reply(Reply),
}

pub fn run(args: &BatchArgs) -> Result<()> {
    let (sender, events) = channel();
    let replies = sender.clone();
    let mut batch = Some(Batch::new(&args.settings()?, move |reply| {
        // The receiver is gone if the output failed.
        let _ = replies.send(Event::Reply(reply));
    })?);
    Builder::new().name("input".to_owned()).spawn(move || {
        let end = read_lines(BufReader::new(io::stdin()), &sender);
        let _ = sender.send(Event::EndOfInput(end));
    })?;
    // The events end when the input and all searches have ended.
    let mut input = Ok(());
    for event in events {
        match event {
            Event::Line(line) => {
                if let Some(batch) = &batch {
                    batch.handle_line(&line);
                }
            }
            Event::EndOfInput(end) => {
                input = end;
                batch = None;
            }
            Event::Reply(reply) => print_json(&reply)?,
        }
    }
    input.context("standard input")
}

/// Sends all lines. Of a longer line than the longest request it sends the beginning.
fn read_lines(mut input: impl BufRead, events: &Sender<Event>) -> io::Result<()> {
    let limit = MAX_LINE_BYTES as u64 + 2;
    loop {
        let mut line = Vec::new();
        if input.by_ref().take(limit).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        if line.last() == Some(&b'\n') {
            line.pop();
        } else if line.len() as u64 == limit {
            input.skip_until(b'\n')?;
        }
        if events.send(Event::Line(line)).is_err() {
            return Ok(());
        }
    }
}
