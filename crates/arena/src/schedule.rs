//! The schedule: which engines play a game, with which colours and opening, as a function of the number of the game.

use crate::openings::list::OpeningOrder;
use crate::settings::MatchSettings;
use emergo::notation::PositionText;

/// A game of the schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScheduledGame {
    /// The number of the game, from 0.
    pub game: u64,
    /// The number of its pair, from 0. The games of a pair have the same engines and opening.
    pub pair: u64,
    /// The indices of the engines that play White and Black.
    pub engines: [usize; 2],
    /// The opening; `None` for the start of the variant.
    pub opening: Option<PositionText>,
}

/// All games of a match, by number, and their openings.
#[derive(Clone, Debug)]
pub struct Schedule {
    pairings: Vec<[usize; 2]>,
    game_count: u64,
    /// Games of a pairing in each round.
    games: u64,
    /// The openings in the order in which they are played; none for the start of the variant.
    openings: Vec<PositionText>,
}

impl Schedule {
    /// The schedule of a match with these openings, or at the start of the variant without openings.
    pub fn new(settings: &MatchSettings, mut openings: Vec<PositionText>) -> Schedule {
        if let Some(chosen) = &settings.openings {
            if chosen.order == OpeningOrder::Random {
                fastrand::Rng::with_seed(settings.seed).shuffle(&mut openings);
            }
            if !openings.is_empty() {
                let start = chosen.start % openings.len() as u64;
                openings.rotate_left(start as usize);
            }
        }
        Schedule {
            pairings: settings.tournament.pairings(settings.engines.len()),
            game_count: settings.game_count(),
            games: settings.games,
            openings,
        }
    }

    /// The number of games.
    pub fn game_count(&self) -> u64 {
        self.game_count
    }

    /// The game with this number, which is below [`Schedule::game_count`]. All pairings of a round have the same opening. Colours
    /// are swapped within a pair, and without pairs from round to round.
    pub fn game(&self, game: u64) -> ScheduledGame {
        let pair = game / self.games;
        let pairings = self.pairings.len() as u64;
        let (round, pairing) = (pair / pairings, pair % pairings);
        let mut engines = self.pairings[pairing as usize];
        let number = if self.games == 1 { round } else { game };
        if number % 2 == 1 {
            engines.reverse();
        }
        // None without openings.
        let opening = round.checked_rem(self.openings.len() as u64);
        let opening = opening.map(|index| self.openings[index as usize]);
        ScheduledGame { game, pair, engines, opening }
    }
}
