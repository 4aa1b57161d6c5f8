//! Finds and checks many puzzles, several games or puzzles at the same time. The results do not depend on the number of threads.

use super::{CheckFailure, Finder, FinderSettings, Puzzle, Verifier};
use emergo_records::GameRecord;
use luctor_engine::eval::Networks;
use luctor_engine::interrupt::Interrupt;
use luctor_system::resources::{ResourceError, map_with_workers, start_threads};

/// Games or puzzles that are searched before their results are reported.
const BATCH: usize = 64;

/// Threads that search one game or puzzle each.
pub struct PuzzleWorkers {
    networks: Networks,
    threads: rayon::ThreadPool,
    interrupt: Interrupt,
}

impl PuzzleWorkers {
    /// Workers that finish the running games or puzzles after the first step of `interrupt`, and drop them after the
    /// second.
    ///
    /// # Errors
    ///
    /// The system refuses the threads.
    pub fn new(
        networks: Networks,
        threads: usize,
        interrupt: Interrupt,
    ) -> Result<PuzzleWorkers, ResourceError> {
        Ok(PuzzleWorkers { networks, threads: start_threads(threads, "worker")?, interrupt })
    }

    /// Was there an interrupt?
    pub fn is_interrupted(&self) -> bool {
        self.interrupt.is_finishing()
    }

    /// Finds the puzzles of games of a file, each with its number in the file. Calls `report` with those of each game in the
    /// order of the games.
    ///
    /// # Errors
    ///
    /// The first error of the games, or no memory for the searches.
    pub fn find<E: From<ResourceError>>(
        &self,
        settings: FinderSettings,
        file: &str,
        games: impl Iterator<Item = Result<(usize, GameRecord), E>>,
        report: &mut dyn FnMut(Vec<Puzzle>),
    ) -> Result<(), E> {
        let finder = || Finder::new(self.networks.clone(), settings, &self.interrupt);
        let find = |finder: &mut Finder, (number, game): &(usize, GameRecord)| {
            finder.find(game, file, *number)
        };
        self.work(games, finder, find, &mut |_, puzzles| report(puzzles))
    }

    /// Checks puzzles with this number of nodes for each search, and calls `report` with each number, counted from 1, and
    /// result in the order of the puzzles. After an interrupt some are left out.
    ///
    /// # Errors
    ///
    /// No memory for the searches.
    pub fn check(
        &self,
        nodes: u64,
        puzzles: Vec<Puzzle>,
        report: &mut dyn FnMut(usize, Puzzle, Result<(), CheckFailure>),
    ) -> Result<(), ResourceError> {
        let verifier = || Verifier::new(self.networks.clone(), nodes, &self.interrupt);
        let check = |verifier: &mut Verifier, (_, puzzle): &(usize, Puzzle)| verifier.check(puzzle);
        self.work((1..).zip(puzzles).map(Ok), verifier, check, &mut |(number, puzzle), result| {
            report(number, puzzle, result);
        })
    }

    /// Calls `work` with each item, and `report` with the results in the order of the items.
    fn work<T: Send + Sync, R: Send, W: Send, E: From<ResourceError>>(
        &self,
        mut items: impl Iterator<Item = Result<T, E>>,
        new_worker: impl Fn() -> Result<W, ResourceError> + Sync + Send,
        work: impl Fn(&mut W, &T) -> R + Sync + Send,
        report: &mut dyn FnMut(T, R),
    ) -> Result<(), E> {
        while !self.is_interrupted() {
            let batch = items.by_ref().take(BATCH).collect::<Result<Vec<T>, E>>()?;
            if batch.is_empty() {
                break;
            }
            let results = self.threads.install(|| {
                map_with_workers(batch, &new_worker, |worker, item| {
                    if self.is_interrupted() {
                        return None;
                    }
                    let result = work(worker, &item);
                    (!self.interrupt.is_aborted()).then_some((item, result))
                })
            })?;
            results.into_iter().flatten().for_each(|(item, result)| report(item, result));
        }
        Ok(())
    }
}
