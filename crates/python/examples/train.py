"""Trains a small policy network against random play, with numpy alone.

    python train.py                       # emergo7: a minute on one core
    python train.py --variant emergo --iterations 200

The method is REINFORCE (Williams 1992, https://doi.org/10.1007/BF00992696): play a batch of games,
then raise the probability of the actions of games that were won and lower that of the others. The
learner is White in half of the games. All games are played at once by ``emergo.BatchBoard``, and
the network sees all positions of a ply at once.
"""

import argparse
from dataclasses import dataclass

import emergo
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]
MAX_ACTIONS = 400  # of a game; a longer one counts as a draw


class Policy:
    """Observation -> one hidden layer -> a logit for each action. Trained by Adam."""

    def __init__(self, inputs: int, hidden: int, actions: int, rng: np.random.Generator) -> None:
        scale = np.sqrt(2 / inputs)
        self.weights: list[Floats] = [
            rng.normal(0, scale, (inputs, hidden)).astype(np.float32),
            np.zeros(hidden, np.float32),
            np.zeros((hidden, actions), np.float32),  # all legal actions are equal at first
            np.zeros(actions, np.float32),
        ]
        self.means = [np.zeros_like(weight) for weight in self.weights]
        self.squares = [np.zeros_like(weight) for weight in self.weights]
        self.steps = 0

    def probabilities(self, inputs: Floats, legal: npt.NDArray[np.bool_]) -> tuple[Floats, Floats]:
        """The hidden layer, and the probability of each action, 0 if it is not legal."""
        w1, b1, w2, b2 = self.weights
        hidden = np.maximum(inputs @ w1 + b1, 0)
        logits = np.where(legal, hidden @ w2 + b2, -np.inf)
        exponentials = np.exp(logits - logits.max(axis=1, keepdims=True))
        return hidden, exponentials / exponentials.sum(axis=1, keepdims=True)

    def learn(
        self,
        inputs: Floats,
        legal: npt.NDArray[np.bool_],
        actions: Ints,
        advantages: Floats,
        rate: float,
    ) -> None:
        """One step along the gradient of the mean of advantage * log(probability of the action)."""
        hidden, slope = self.probabilities(inputs, legal)
        slope[np.arange(len(actions)), actions] -= 1
        slope *= advantages[:, np.newaxis] / len(actions)
        back = (slope @ self.weights[2].T) * (hidden > 0)
        gradients = [inputs.T @ back, back.sum(axis=0), hidden.T @ slope, slope.sum(axis=0)]
        self.steps += 1
        for weight, mean, square, gradient in zip(
            self.weights, self.means, self.squares, gradients, strict=True
        ):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            unbiased = square / (1 - 0.999**self.steps)
            weight -= rate * mean / (1 - 0.9**self.steps) / (np.sqrt(unbiased) + 1e-8)


@dataclass
class Games:
    """Games of the learner against random play: its decisions, and the result of each game."""

    inputs: Floats
    legal: npt.NDArray[np.bool_]
    actions: Ints
    game: Ints  # the game of each decision
    results: Floats  # of each game for the learner: 1, 0 or -1

    @property
    def score(self) -> float:
        """Points per game: 1 for a win, 1/2 for a draw."""
        return float((self.results.mean() + 1) / 2)


def play(policy: Policy, variant: emergo.Variant, games: int, rng: np.random.Generator) -> Games:
    """Plays games to the end. The learner is White in the first half of them."""
    batch = emergo.BatchBoard(games, variant)
    learner = (np.arange(games) >= games // 2).astype(np.uint8)
    results = np.zeros(games, np.float32)
    running = np.ones(games, np.bool_)
    observations, mask = batch.observe(), batch.legal_mask()
    inputs, legal, chosen, numbers = [], [], [], []
    for _ in range(MAX_ACTIONS):
        learner_acts = batch.turns() == learner
        rows = np.flatnonzero(learner_acts & running)
        actions = batch.random_actions(int(rng.integers(2**63)))
        if len(rows):
            batch.observe(observations)
            batch.legal_mask(mask)
            seen = observations[rows].reshape(len(rows), -1)
            probabilities = policy.probabilities(seen, mask[rows])[1]
            sums = probabilities.cumsum(axis=1)
            draws = rng.random((len(rows), 1)) * sums[:, -1:]
            actions[rows] = (sums <= draws).sum(axis=1)
            inputs.append(seen)
            legal.append(mask[rows])
            chosen.append(actions[rows])
            numbers.append(rows)
        rewards, done = batch.step(actions)
        results += np.where(learner_acts, rewards, -rewards)
        running = ~done
        if not running.any():
            break
    return Games(
        np.concatenate(inputs),
        np.concatenate(legal),
        np.concatenate(chosen),
        np.concatenate(numbers),
        results,
    )


def train(
    variant: emergo.Variant, iterations: int, games: int, seed: int, hidden: int = 128
) -> list[float]:
    """Trains a network and prints its score. Returns the score of each iteration's games."""
    rng = np.random.default_rng(seed)
    start = emergo.BatchBoard(1, variant)
    policy = Policy(start.observe().size, hidden, start.action_count, rng)
    scores: list[float] = []
    print("| iteration | games | score against random play (%) |\n|---|---|---|")
    for iteration in range(iterations):
        played = play(policy, variant, games, rng)
        scores.append(played.score)
        advantages = (played.results - played.results.mean())[played.game]
        for part in np.array_split(rng.permutation(len(advantages)), 4):
            policy.learn(
                played.inputs[part],
                played.legal[part],
                played.actions[part],
                advantages[part],
                rate=0.002,
            )
        if iteration % 10 == 9 or iteration == iterations - 1:
            mean = 100 * np.mean(scores[-10:])
            print(f"| {iteration + 1} | {games * (iteration + 1)} | {mean:.1f} |", flush=True)
    return scores


def main() -> None:
    parser = argparse.ArgumentParser(description="Trains a small policy against random play.")
    parser.add_argument("--variant", default="emergo7", choices=emergo.variants())
    parser.add_argument("--iterations", type=int, default=100)
    parser.add_argument("--games", type=int, default=256, help="games of an iteration")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    train(arguments.variant, arguments.iterations, arguments.games, arguments.seed)


if __name__ == "__main__":
    main()
