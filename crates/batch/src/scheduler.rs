//! The queue of searches, and the threads that take them.

use crate::error::RequestError;
use crate::query::{BatchQuery, BatchRequest, RequestLine};
use crate::reply::{BatchAnswer, Reply};
use crate::search::TurnSearch;
use luctor_engine::eval::Networks;
use luctor_engine::interrupt::Interrupt;
use luctor_engine::search::Searcher;
use luctor_system::resources::{NOT_POISONED, ResourceError, lock};
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::Builder;

/// What a [`Batch`] needs.
#[derive(Clone, Debug)]
pub struct BatchSettings {
    /// Searches at a time, at least 1.
    pub searches: usize,
    /// Threads of each search, at least 1.
    pub threads_per_search: usize,
    /// The table of each search, in MiB.
    pub table_mebibytes: u64,
    /// The networks that evaluate.
    pub networks: Networks,
}

/// Answers requests. Dropping it means that no request follows: the queue is finished, then the threads end and drop
/// the output.
///
/// ```
/// use luctor_engine::eval::Networks;
/// use luctor_batch::{Batch, BatchSettings, Reply};
/// use std::sync::mpsc::channel;
///
/// let (sender, replies) = channel();
/// let networks = Networks::embedded();
/// let settings = BatchSettings { searches: 1, threads_per_search: 1, table_mebibytes: 1, networks };
/// let batch = Batch::new(&settings, move |reply| {
///     // The receiver lives longer than the batch.
///     let _ = sender.send(reply);
/// })?;
/// batch.handle_line(br#"{"id":"a","moves":["e4","e6"],"depth":3}"#);
/// drop(batch);
/// let replies: Vec<Reply> = replies.iter().collect();
/// assert!(matches!(&replies[..], [Reply::Answer(answer)] if answer.is_final && answer.turn == 2));
/// # Ok::<(), luctor_system::resources::ResourceError>(())
/// ```
pub struct Batch(Arc<SharedQueue>);

struct SharedQueue {
    state: Mutex<QueueState>,
    changed: Condvar,
    networks: Networks,
    output: Box<dyn Fn(Reply) + Send + Sync>,
}

#[derive(Default)]
struct QueueState {
    /// Searches that have not started.
    queue: BTreeMap<JobKey, SearchJob>,
    /// The queries without a final answer to each turn, by their names.
    queries: HashMap<String, ActiveQuery>,
    /// The number of searches so far.
    jobs: u64,
    is_closed: bool,
}

/// The order of searches: by priority, then as they came.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct JobKey {
    priority: Reverse<i64>,
    number: u64,
}

struct SearchJob {
    query: Arc<BatchQuery>,
    /// The index of the turn in the query.
    turn: usize,
    /// That of the query.
    interrupt: Interrupt,
}

struct ActiveQuery {
    jobs: Vec<JobKey>,
    unanswered: usize,
    interrupt: Interrupt,
}

impl Batch {
    /// Starts the threads. `output` gets all replies, from any thread.
    ///
    /// # Errors
    ///
    /// The system refuses the memory of the tables or the threads.
    pub fn new(
        settings: &BatchSettings,
        output: impl Fn(Reply) + Send + Sync + 'static,
    ) -> Result<Batch, ResourceError> {
        let shared = Arc::new(SharedQueue {
            state: Mutex::new(QueueState::default()),
            changed: Condvar::new(),
            networks: settings.networks.clone(),
            output: Box::new(output),
        });
        let batch = Batch(shared);
        let count = settings.searches;
        for number in 1..=count {
            let mut searcher = Searcher::with_networks(
                settings.table_mebibytes,
                settings.threads_per_search,
                settings.networks.clone(),
            )?;
            let shared = Arc::clone(&batch.0);
            Builder::new()
                .name(format!("search {number}"))
                .spawn(move || shared.search_all(&mut searcher))
                .map_err(|error| ResourceError::Threads { count, reason: error.to_string() })?;
        }
        Ok(batch)
    }

    /// Reads a line, without or with its line break, and answers or queues its request. Blank lines are ignored.
    pub fn handle_line(&self, line: &[u8]) {
        let Some(RequestLine { request, id, unknown_fields }) = RequestLine::read(line) else {
            return;
        };
        for field in unknown_fields {
            let warning = "unknown field".to_owned();
            (self.0.output)(Reply::Warning { warning, field, id: id.clone() });
        }
        let done = request.and_then(|request| match request {
            BatchRequest::Query(query) => self.add(*query),
            BatchRequest::Cancel { id, cancel } => {
                self.cancel(id, cancel);
                Ok(())
            }
        });
        if let Err(error) = done {
            let reply = Reply::Error { error: error.to_string(), field: error.field, id };
            (self.0.output)(reply);
        }
    }

    fn add(&self, query: BatchQuery) -> Result<(), RequestError> {
        let board = query.game.position().variant();
        if let Err(error) = self.0.networks.check_board(board) {
            return Err(RequestError::new("variant", error.to_string()));
        }
        let mut state = self.0.state();
        if state.queries.contains_key(&query.id) {
            return Err(RequestError::new("id", "a query with this id is running"));
        }
        let query = Arc::new(query);
        let (mut jobs, unanswered) = (Vec::new(), query.turns.len());
        let interrupt = Interrupt::default();
        for turn in 0..unanswered {
            let key = JobKey { priority: Reverse(query.priority), number: state.jobs };
            let (query, interrupt) = (Arc::clone(&query), interrupt.clone());
            state.queue.insert(key, SearchJob { query, turn, interrupt });
            state.jobs += 1;
            jobs.push(key);
        }
        let active = ActiveQuery { jobs, unanswered, interrupt };
        state.queries.insert(query.id.clone(), active);
        drop(state);
        self.0.changed.notify_all();
        Ok(())
    }

    /// Ends a query. Searches that have not started are answered here, running ones by their threads.
    fn cancel(&self, id: String, cancel: String) {
        let mut state = self.0.state();
        let mut removed = Vec::new();
        let mut turns = 0;
        let QueueState { queue, queries, .. } = &mut *state;
        if let Some(active) = queries.get(&cancel) {
            turns = active.unanswered;
            active.interrupt.abort();
            removed.extend(active.jobs.iter().filter_map(|job| queue.remove(job)));
            state.finish(&cancel, removed.len());
        }
        drop(state);
        (self.0.output)(Reply::Cancel { id, action: "cancel", cancel, turns });
        for SearchJob { query, turn, .. } in removed {
            let search = TurnSearch::new(&query, &query.turns[turn], &self.0.networks);
            let answer = search.unsearched();
            (self.0.output)(Reply::Answer(Box::new(BatchAnswer { cancelled: true, ..answer })));
        }
    }
}

impl Drop for Batch {
    fn drop(&mut self) {
        self.0.state().is_closed = true;
        self.0.changed.notify_all();
    }
}

impl QueueState {
    /// Counts turns of a query as answered. After the last one, its name is free.
    fn finish(&mut self, id: &str, turns: usize) {
        if let Some(active) = self.queries.get_mut(id) {
            active.unanswered -= turns;
            if active.unanswered == 0 {
                self.queries.remove(id);
            }
        }
    }
}

impl SharedQueue {
    fn state(&self) -> MutexGuard<'_, QueueState> {
        lock(&self.state)
    }

    /// Takes searches from the queue until there are no more requests.
    fn search_all(&self, searcher: &mut Searcher) {
        while let Some(SearchJob { query, turn, interrupt }) = self.next_job() {
            let search = TurnSearch::new(&query, &query.turns[turn], &self.networks);
            let report = |answer| (self.output)(Reply::Answer(Box::new(answer)));
            let mut answer = search.run(searcher, &interrupt.new_search(), &mut { report });
            let mut state = self.state();
            // A cancel request comes before this or does not find the search.
            answer.cancelled = interrupt.is_aborted();
            state.finish(&query.id, 1);
            drop(state);
            report(answer);
        }
    }

    /// Waits for a search. `None` if no more will come.
    fn next_job(&self) -> Option<SearchJob> {
        let waits = |state: &mut QueueState| state.queue.is_empty() && !state.is_closed;
        let mut state = self.changed.wait_while(self.state(), waits).expect(NOT_POISONED);
        state.queue.pop_first().map(|(_, job)| job)
    }
}
