//! Plain UCT: one tree per move, UCB1, one new node per playout, random playouts to the end of the game, and the most
//! visited move is played. It knows only the rules, including the third occurrence.

// CITE: L. Kocsis and C. Szepesvari, "Bandit based Monte-Carlo planning", 2006. https://www.chessprogramming.org/UCT

use super::Player;
use emergo::{Ending, Game, Key, Move, MoveList, Position, Side};
use fastrand::Rng;
use std::ops::Range;
use std::time::{Duration, Instant};

/// The limit of a move.
#[derive(Clone, Copy)]
pub enum Budget {
    Playouts(u64),
    Time(Duration),
}

/// The exploration constant of UCB1, for points from 0 to 1.
const EXPLORATION: f32 = 0.4;

/// A longer playout counts as a draw.
const PLAYOUT_PLIES: usize = 300;

/// Playouts between two checks of the clock.
const CLOCK_INTERVAL: u64 = 32;

/// The result of a game for White in half points: 0, 1 or 2.
#[derive(Clone, Copy, PartialEq, Eq)]
struct HalfPoints(u8);

impl HalfPoints {
    const DRAW: HalfPoints = HalfPoints(1);

    fn of(ending: Option<Ending>) -> HalfPoints {
        match ending.and_then(|ending| ending.winner) {
            Some(Side::White) => HalfPoints(2),
            Some(Side::Black) => HalfPoints(0),
            None => HalfPoints::DRAW,
        }
    }

    fn to(self, side: Side) -> u32 {
        u32::from(match side {
            Side::White => self.0,
            Side::Black => 2 - self.0,
        })
    }
}

#[derive(Clone, Copy)]
struct Node {
    /// The move that leads here. That of the root has no meaning.
    mv: Move,
    visits: u32,
    /// Half points of the side that played the move.
    half_points: u32,
    /// Index of the first child. There are no children before the second visit.
    first_child: u32,
    children: u16,
    /// How the game ended, if it ends here.
    end: Option<HalfPoints>,
}

impl Node {
    fn new(mv: Move) -> Node {
        Node { mv, visits: 0, half_points: 0, first_child: 0, children: 0, end: None }
    }

    fn children(&self) -> Range<usize> {
        let first = self.first_child as usize;
        first..first + usize::from(self.children)
    }
}

/// A UCT player.
pub struct Uct {
    budget: Budget,
    random: Rng,
    /// The tree: the root is first, and the children of a node are adjacent.
    nodes: Vec<Node>,
    /// Indices of the nodes from the root to the leaf.
    path: Vec<usize>,
    /// Keys of the game since its last irreversible move, then of the path.
    keys: Vec<Key>,
    moves: MoveList,
    /// Playouts of all moves, and their time.
    pub playouts: u64,
    pub thinking: Duration,
}

impl Uct {
    pub fn new(budget: Budget, seed: u64) -> Uct {
        Uct {
            budget,
            random: Rng::with_seed(seed),
            nodes: Vec::new(),
            path: Vec::new(),
            keys: Vec::new(),
            moves: MoveList::new(),
            playouts: 0,
            thinking: Duration::ZERO,
        }
    }

    fn is_spent(&self, playouts: u64, started: Instant) -> bool {
        match self.budget {
            Budget::Playouts(most) => playouts >= most,
            Budget::Time(most) => {
                playouts.is_multiple_of(CLOCK_INTERVAL) && started.elapsed() >= most
            }
        }
    }

    /// Descends to an unvisited node or the end of a game, determines its result, and updates all nodes on the path.
    fn visit(&mut self, game: &Game) {
        let mut pos = *game.position();
        self.keys.truncate(game.keys().len());
        self.path.clear();
        let mut at = 0;
        let result = loop {
            self.path.push(at);
            let node = self.nodes[at];
            if let Some(result) = node.end {
                break result;
            }
            if node.visits == 0 && at != 0 {
                let occurrences = self.keys.iter().filter(|key| **key == pos.key()).count();
                if occurrences >= 3 {
                    self.nodes[at].end = Some(HalfPoints::DRAW);
                    break HalfPoints::DRAW;
                }
                break self.play_out(pos, game);
            }
            if node.children == 0 {
                self.expand(at, &pos);
            }
            let Some(child) = self.select(at) else {
                let result = HalfPoints::of(pos.ending(game.blocked()));
                self.nodes[at].end = Some(result);
                break result;
            };
            at = child;
            pos.play(self.nodes[at].mv);
            self.keys.push(pos.key());
        };
        let mut mover = game.position().side().other();
        for &at in &self.path {
            self.nodes[at].visits += 1;
            self.nodes[at].half_points += result.to(mover);
            mover = mover.other();
        }
    }

    /// Adds the children of a node in random order, in which they are first visited.
    fn expand(&mut self, at: usize, pos: &Position) {
        pos.legal_moves_into(&mut self.moves);
        for last in (1..self.moves.len()).rev() {
            self.moves.swap(last, self.random.usize(..=last));
        }
        self.nodes[at].first_child = self.nodes.len() as u32;
        self.nodes[at].children = self.moves.len() as u16;
        self.nodes.extend(self.moves.iter().map(|mv| Node::new(*mv)));
    }

    /// The child with the highest upper confidence bound.
    fn select(&self, at: usize) -> Option<usize> {
        let node = &self.nodes[at];
        let exploration = EXPLORATION * (node.visits.max(1) as f32).ln().sqrt();
        let mut best = None;
        let mut highest = f32::NEG_INFINITY;
        for index in node.children() {
            let child = &self.nodes[index];
            if child.visits == 0 {
                return Some(index);
            }
            let visits = child.visits as f32;
            let bound = child.half_points as f32 / (2.0 * visits) + exploration / visits.sqrt();
            if bound > highest {
                highest = bound;
                best = Some(index);
            }
        }
        best
    }

    fn play_out(&mut self, mut pos: Position, game: &Game) -> HalfPoints {
        for _ in 0..PLAYOUT_PLIES {
            pos.legal_moves_into(&mut self.moves);
            if self.moves.is_empty() {
                return HalfPoints::of(pos.ending(game.blocked()));
            }
            let index = self.random.usize(..self.moves.len());
            pos.play(self.moves[index]);
        }
        HalfPoints::DRAW
    }
}

impl Player for Uct {
    fn choose(&mut self, game: &Game) -> Move {
        let started = Instant::now();
        game.position().legal_moves_into(&mut self.moves);
        let only = self.moves[0];
        if self.moves.len() == 1 {
            return only;
        }
        self.nodes.clear();
        self.nodes.push(Node::new(only));
        self.keys.clear();
        self.keys.extend_from_slice(game.keys());
        let mut playouts = 0;
        while playouts == 0 || !self.is_spent(playouts, started) {
            self.visit(game);
            playouts += 1;
        }
        self.playouts += playouts;
        self.thinking += started.elapsed();
        let children = &self.nodes[self.nodes[0].children()];
        children.iter().max_by_key(|child| child.visits).expect("the root has moves").mv
    }
}
