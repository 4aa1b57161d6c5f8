//! Which engines play a game, with which colours, from which opening: a pure function of its number.

use super::settings::{MatchSettings, OpeningOrder, Tournament};

/// The place of a game in its match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slot {
    /// The number of the game, from 0.
    pub game: u64,
    /// The number of its pair, from 0: games of a pair have the same engines and opening.
    pub pair: u64,
    /// The index of the engine that plays White.
    pub white: usize,
    /// The index of the engine that plays Black.
    pub black: usize,
    /// The index of the opening in its file; `None` is the start of the game.
    pub opening: Option<usize>,
}

/// All games of a match, by number.
#[derive(Clone, Debug)]
pub struct Schedule {
    pairings: Vec<(usize, usize)>,
    rounds: u64,
    games: u64,
    /// Openings in the order in which they are played.
    order: Vec<usize>,
    start: u64,
}

impl Schedule {
    /// The schedule of a match whose file has `openings` openings.
    pub fn new(settings: &MatchSettings, openings: usize) -> Schedule {
        let mut order: Vec<usize> = (0..openings).collect();
        let mut start = 0;
        if let Some(chosen) = &settings.openings {
            start = chosen.start;
            if chosen.order == OpeningOrder::Random {
                fastrand::Rng::with_seed(settings.seed).shuffle(&mut order);
            }
        }
        Schedule {
            pairings: pairings(settings.tournament, settings.engines.len()),
            rounds: settings.rounds,
            games: settings.games,
            order,
            start,
        }
    }

    /// Games in all.
    pub fn len(&self) -> u64 {
        self.rounds * self.games * self.pairings.len() as u64
    }

    /// Is there no game at all?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The place of the game with this number, which is below [`Schedule::len`]. All pairings of a round
    /// have the same opening; colours are swapped within a pair, and without pairs from round to round.
    pub fn slot(&self, game: u64) -> Slot {
        let pair = game / self.games;
        let pairings = self.pairings.len() as u64;
        let (round, pairing) = (pair / pairings, pair % pairings);
        let (first, second) = self.pairings[pairing as usize];
        let swapped = if self.games == 1 { round % 2 == 1 } else { game % self.games == 1 };
        let (white, black) = if swapped { (second, first) } else { (first, second) };
        let count = self.order.len() as u64;
        let opening = (count > 0).then(|| self.order[((self.start + round) % count) as usize]);
        Slot { game, pair, white, black, opening }
    }
}

fn pairings(tournament: Tournament, engines: usize) -> Vec<(usize, usize)> {
    let first = match tournament {
        Tournament::RoundRobin => engines,
        Tournament::Gauntlet => engines.min(1),
    };
    (0..first).flat_map(|one| (one + 1..engines).map(move |other| (one, other))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{EngineSettings, Openings};

    fn settings(engines: usize, rounds: u64, games: u64) -> MatchSettings {
        MatchSettings {
            engines: (1..=engines).map(EngineSettings::numbered).collect(),
            rounds,
            games,
            ..MatchSettings::default()
        }
    }

    fn all(schedule: &Schedule) -> Vec<Slot> {
        (0..schedule.len()).map(|game| schedule.slot(game)).collect()
    }

    #[test]
    fn a_pair_has_one_opening_and_both_colours() {
        for (engines, games) in [(2, 2), (4, 2)] {
            let schedule = Schedule::new(&settings(engines, 5, games), 3);
            for pair in all(&schedule).chunks(2) {
                assert_eq!(pair[0].pair, pair[1].pair);
                assert_eq!(pair[0].opening, pair[1].opening);
                assert_eq!((pair[0].white, pair[0].black), (pair[1].black, pair[1].white));
            }
        }
    }

    #[test]
    fn everybody_plays_everybody_equally_often_with_both_colours() {
        let schedule = Schedule::new(&settings(4, 3, 2), 0);
        assert_eq!(schedule.len(), 6 * 3 * 2);
        for white in 0..4 {
            for black in (0..4).filter(|black| *black != white) {
                let games = all(&schedule);
                let met = games.iter().filter(|slot| (slot.white, slot.black) == (white, black));
                assert_eq!(met.count(), 3, "{white} against {black}");
            }
        }
    }

    #[test]
    fn in_a_gauntlet_the_first_plays_all_games() {
        let settings = MatchSettings { tournament: Tournament::Gauntlet, ..settings(4, 2, 2) };
        let games = all(&Schedule::new(&settings, 0));
        assert_eq!(games.len(), 3 * 2 * 2);
        assert!(games.iter().all(|slot| slot.white == 0 || slot.black == 0));
    }

    #[test]
    fn single_games_swap_colours_from_round_to_round() {
        let games = all(&Schedule::new(&settings(2, 4, 1), 0));
        assert_eq!(games.iter().map(|slot| slot.white).collect::<Vec<_>>(), [0, 1, 0, 1]);
    }

    #[test]
    fn openings_come_in_order_from_the_start_and_again_when_all_are_played() {
        let mut settings = settings(2, 5, 2);
        settings.openings = Some(Openings { start: 2, ..Openings::default() });
        let games = all(&Schedule::new(&settings, 3));
        let openings: Vec<_> = games.iter().step_by(2).map(|slot| slot.opening.unwrap()).collect();
        assert_eq!(openings, [2, 0, 1, 2, 0]);
    }

    #[test]
    fn a_random_order_plays_each_opening_once_and_depends_on_the_seed_alone() {
        let mut settings = settings(2, 50, 2);
        settings.openings = Some(Openings { order: OpeningOrder::Random, ..Openings::default() });
        let order = |seed| {
            let settings = MatchSettings { seed, ..settings.clone() };
            let games = all(&Schedule::new(&settings, 50));
            games.iter().step_by(2).map(|slot| slot.opening.unwrap()).collect::<Vec<_>>()
        };
        let mut sorted = order(7);
        assert_eq!(order(7), sorted);
        assert_ne!(order(8), sorted);
        sorted.sort_unstable();
        assert_eq!(sorted, (0..50).collect::<Vec<_>>());
    }
}
