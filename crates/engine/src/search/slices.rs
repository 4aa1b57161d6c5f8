//! A search in slices, for a program with one thread that must read its input while it searches.
//!
//! Each slice is a search with a node limit. It goes on with the iteration that the slice before did not finish, and finds
//! the results of that slice in the table. Slices grow with the search, so that few iterations take several slices. A search
//! of fewer nodes than the first slice is the same as without slices. Each slice halves the histories, as a search does at
//! its start: without that it gets less deep.

use super::control::SearchControl;
use super::info::{SearchInfo, SearchResult};
use super::limits::Limits;
use super::root::RootState;
use super::searcher::SearchTask;
use luctor_system::resources::lock;

/// Nodes of the first slices. More than the nodes of any level below full strength.
const FIRST_SLICE: u64 = 100_000;
/// Nodes of the longest slices. They limit the time until `stop` is read.
const MAX_SLICE_NODES: u64 = 400_000;

/// A search that is continued by [`SlicedSearch::step`].
pub struct SlicedSearch {
    task: SearchTask,
    control: SearchControl,
    /// What the last slice left.
    root: Option<RootState>,
    /// The result, which has the nodes of all slices.
    result: Option<SearchResult>,
    has_ended: bool,
}

/// The state of a search after a slice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SliceEnd {
    /// The search goes on.
    Unfinished,
    /// There is nothing more to search, but the result must wait for `stop` or `ponderhit`.
    Waiting,
    /// The result.
    Finished(SearchResult),
}

impl SlicedSearch {
    /// Begins a search with this control.
    pub fn new(task: SearchTask, control: SearchControl) -> SlicedSearch {
        let control = control.without_waiting();
        SlicedSearch { task, control, root: None, result: None, has_ended: false }
    }

    /// The next step returns the result.
    pub fn stop(&mut self) {
        self.control.stop();
    }

    /// The opponent played the expected move: the clock starts now.
    pub fn ponder_hit(&mut self) {
        self.control.ponder_hit();
    }

    /// Searches a slice, unless the search has ended. `on_info` is called for each line after each iteration, and
    /// for bounds.
    pub fn step(&mut self, on_info: &mut dyn FnMut(&SearchInfo)) -> SliceEnd {
        let is_stopped = self.control.is_stopped();
        // A search that is stopped before its first slice needs a move, too.
        let has_result = self.has_ended || (is_stopped && self.result.is_some());
        if !has_result {
            self.search_slice(on_info);
        }
        let waits = self.task.limits.infinite || self.control.is_pondering();
        match &self.result {
            Some(result) if is_stopped || (self.has_ended && !waits) => {
                let reported = self.root.as_ref().and_then(|root| root.reported.as_ref());
                if let Some(info) = result.final_info(reported) {
                    on_info(&info);
                }
                SliceEnd::Finished(result.clone())
            }
            _ if self.has_ended => SliceEnd::Waiting,
            _ => SliceEnd::Unfinished,
        }
    }

    fn search_slice(&mut self, on_info: &mut dyn FnMut(&SearchInfo)) {
        let SearchTask { searcher, game, limits, settings } = &self.task;
        let earlier = self.result.as_ref().map_or(0, |result| result.nodes);
        let left = limits.nodes.map_or(u64::MAX, |nodes| nodes - earlier);
        let nodes = (earlier / 4).clamp(FIRST_SLICE, MAX_SLICE_NODES).min(left);
        let limits = Limits { nodes: Some(nodes), ..limits.clone() };
        let mut on_slice_info = |info: &SearchInfo| {
            on_info(&SearchInfo { nodes: earlier + info.nodes, ..info.clone() });
        };
        let (control, root) = (&self.control, &mut self.root);
        let mut searcher = lock(searcher);
        let result =
            searcher.search_slice(game, &limits, *settings, control, root, &mut on_slice_info);
        self.has_ended = result.nodes < nodes || nodes == left;
        self.result = Some(SearchResult { nodes: earlier + result.nodes, ..result });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Clock, SearchSettings, Searcher};
    use crate::strength::{FULL, Level};
    use emergo::{Blocked, Game, Variant};
    use std::sync::{Arc, Mutex};
    use std::time::Duration;

    #[test]
    fn a_search_of_a_level_below_full_strength_ends_in_the_first_slice() {
        let highest = Level::from_skill(FULL - 1).handicap().unwrap();
        assert!(highest.nodes < FIRST_SLICE);
    }

    /// A search and its last info.
    struct Steps {
        search: SlicedSearch,
        last: Option<SearchInfo>,
    }

    impl Steps {
        fn from_start(limits: Limits) -> Steps {
            Steps::new(Game::new(Variant::Emergo, Blocked::Draw), limits)
        }

        fn new(game: Game, limits: Limits) -> Steps {
            let searcher = Arc::new(Mutex::new(Searcher::new(1).unwrap()));
            let task = SearchTask { searcher, game, limits, settings: SearchSettings::default() };
            let control = SearchControl::of(&task.limits);
            Steps { search: SlicedSearch::new(task, control), last: None }
        }

        fn step(&mut self) -> SliceEnd {
            self.search.step(&mut |info| self.last = Some(info.clone()))
        }
    }

    #[test]
    fn the_result_counts_the_nodes_and_the_time_of_all_slices() {
        let mut steps = Steps::from_start(Limits::to_nodes(350_000));
        let mut unfinished = 0;
        let result = loop {
            match steps.step() {
                SliceEnd::Finished(result) => break result,
                other => assert_eq!(other, SliceEnd::Unfinished),
            }
            unfinished += 1;
        };
        assert_eq!((unfinished, result.nodes), (3, 350_000));
        assert!(result.time >= steps.last.unwrap().time);
    }

    #[test]
    fn another_move_than_the_one_reported_is_reported_with_the_result() {
        for is_other in [false, true] {
            // The second slice finishes no iteration, so it reports nothing by itself.
            let mut steps = Steps::from_start(Limits::to_nodes(FIRST_SLICE + 1));
            assert_eq!(steps.step(), SliceEnd::Unfinished);
            if is_other {
                let root = steps.search.root.as_mut().unwrap();
                root.reported.as_mut().unwrap().line.moves.remove(0);
            }
            steps.last = None;
            let SliceEnd::Finished(result) = steps.step() else { panic!("the nodes are used up") };
            assert_eq!(result.nodes, FIRST_SLICE + 1);
            let last = steps.last.map(|last| (last.line, last.nodes, last.time));
            assert_eq!(last, is_other.then_some((result.line, result.nodes, result.time)));
        }
    }

    #[test]
    fn a_search_in_slices_is_as_deep_as_without() {
        let nodes = 1_000_000;
        let mut steps = Steps::from_start(Limits::to_nodes(nodes));
        let result = loop {
            if let SliceEnd::Finished(result) = steps.step() {
                break result;
            }
        };
        let game = Game::new(Variant::Emergo, Blocked::Draw);
        let control = SearchControl::default();
        let whole = Searcher::new(1).unwrap().search_nodes(&game, nodes, &control);
        assert!(result.depth >= whole.depth, "{result:?}\n{whole:?}");
        assert_eq!(result.nodes, nodes);
    }

    #[test]
    fn an_endless_search_gets_deeper_with_each_slice_and_keeps_its_result() {
        let mut steps = Steps::from_start(Limits { infinite: true, ..Limits::default() });
        let depths = [1, 2, 3, 4].map(|_| {
            let before = steps.search.root.as_ref().map_or(Duration::ZERO, RootState::elapsed);
            steps.last = None;
            assert_eq!(steps.step(), SliceEnd::Unfinished);
            assert!(steps.last.iter().all(|info| info.time >= before));
            steps.search.result.as_ref().unwrap().depth
        });
        assert!(depths.is_sorted() && depths[0] < depths[3], "{depths:?}");
        let nodes = steps.search.result.as_ref().unwrap().nodes;
        steps.search.stop();
        assert!(matches!(steps.step(), SliceEnd::Finished(result) if result.nodes == nodes));
    }

    #[test]
    fn while_pondering_no_clock_runs_and_a_finished_search_waits() {
        let clock = Some(Clock { time: 1, ..Clock::default() });
        for limits in [Limits::to_move_time(1), Limits { clock, ..Limits::default() }] {
            let mut steps = Steps::from_start(Limits { ponder: true, ..limits });
            assert_eq!([steps.step(), steps.step()], [SliceEnd::Unfinished, SliceEnd::Unfinished]);
            steps.search.ponder_hit();
            assert!(matches!(steps.step(), SliceEnd::Finished(_)));
        }
        // The search has pondered longer than its soft limit.
        let clock = Some(Clock { time: 60_000, ..Clock::default() });
        let mut steps = Steps::from_start(Limits { ponder: true, clock, ..Limits::default() });
        assert_eq!(steps.step(), SliceEnd::Unfinished);
        steps.search.control.advance(Duration::from_secs(10));
        steps.search.ponder_hit();
        let SliceEnd::Finished(result) = steps.step() else { panic!("the search goes on") };
        assert!(result.nodes < FIRST_SLICE + 10_000, "{result:?}");
        let mut steps = Steps::from_start(Limits { ponder: true, ..Limits::to_depth(2) });
        assert_eq!([steps.step(), steps.step()], [SliceEnd::Waiting, SliceEnd::Waiting]);
        steps.search.ponder_hit();
        assert!(matches!(steps.step(), SliceEnd::Finished(result) if result.depth == 2));
    }
}
