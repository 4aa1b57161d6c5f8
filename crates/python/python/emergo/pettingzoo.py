"""Emergo as a PettingZoo AEC environment: ``pip install './crates/python[pettingzoo]'``.

``player_0`` is White, ``player_1`` Black. An action is a number of ``emergo.BatchBoard``: an
entry, a step or one jump, so a player can act several times in a row. An observation is a
dictionary: ``observation`` has the planes of ``emergo.BatchBoard`` from the view of that player,
``action_mask`` its legal actions (all 0 for the player who waits). The winner gets the reward 1,
the loser -1.

>>> from emergo.pettingzoo import env
>>> game = env("emergo7")
>>> game.reset(seed=1)
>>> observation, reward, termination, truncation, info = game.last()
>>> int(observation["action_mask"].sum())
24
"""

import operator
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from emergo import BatchBoard, Variant

Observation = dict[str, npt.NDArray[Any]]


def env(
    variant: Variant = "emergo", *, max_actions: int | None = None, render_mode: str | None = None
) -> AECEnv[str, Observation, int]:
    """``raw_env`` with PettingZoo's usual wrappers: a player that makes an illegal action loses."""
    game: AECEnv[str, Observation, int] = raw_env(
        variant, max_actions=max_actions, render_mode=render_mode
    )
    game = wrappers.TerminateIllegalWrapper(game, illegal_reward=-1)
    game = wrappers.AssertOutOfBoundsWrapper(game)
    return wrappers.OrderEnforcingWrapper(game)


class raw_env(AECEnv[str, Observation, int]):
    """The environment without wrappers: an illegal action is a ``ValueError`` and changes nothing.

    ``max_actions`` truncates longer games. The rules have no such limit. ``render_mode`` is
    ``"ansi"`` (``render`` returns the board as text) or None.
    """

    metadata = {  # noqa: RUF012 (declared so by PettingZoo)
        "name": "emergo_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        variant: Variant = "emergo",
        *,
        max_actions: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode is {render_mode!r}: there are 'ansi' and None")
        if max_actions is not None and max_actions < 1:
            raise ValueError(f"max_actions is {max_actions}: it is at least 1")
        self.render_mode = render_mode
        self.max_actions = max_actions
        self.possible_agents = ["player_0", "player_1"]
        self._game = BatchBoard(1, variant)
        mask = spaces.Box(0, 1, (self._game.action_count,), np.int8)
        planes = spaces.Box(0, 1, self._game.observation_shape, np.float32)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": planes, "action_mask": mask})
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(self._game.action_count) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a new game, from the ``Board`` in ``options["board"]`` if there is one.

        The game has no chance, so the seed has no effect. A board whose game has ended, or with
        another variant or other rules, is a ``ValueError`` and changes nothing.
        """
        board = (options or {}).get("board")
        if board is not None and board.is_game_over():
            raise ValueError("the game of the board has ended")
        if board is None:
            self._game.reset()
        else:
            self._game.set_board(0, board)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.actions_made = 0
        self.agent_selection = self._player_to_act()

    def observe(self, agent: str) -> Observation:
        acts = agent == self._player_to_act()
        mask = self._game.legal_mask()[0] if acts else np.zeros(self._game.action_count, np.int8)
        planes = self._game.observe(opponent=not acts)[0]
        return {"observation": planes, "action_mask": mask.astype(np.int8)}

    def step(self, action: int) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        reward, done = self._game.step(np.array([operator.index(action)], np.int64))
        self.actions_made += 1
        self._clear_rewards()
        self._cumulative_rewards[agent] = 0
        if done[0]:
            for player in self.agents:
                self.rewards[player] = float(reward[0] if player == agent else -reward[0])
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.actions_made == self.max_actions:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self._player_to_act()
        self._accumulate_rewards()

    def render(self) -> str | None:
        return str(self._game.board(0)) if self.render_mode == "ansi" else None

    def _player_to_act(self) -> str:
        return self.possible_agents[int(self._game.turns()[0])]
