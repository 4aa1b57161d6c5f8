"""Emergo as a game of OpenSpiel: ``pip install './crates/python[openspiel]'``.

The import registers the game.

Player 0 is White. An action is a number of ``emergo.BatchBoard``: an entry, a step or one jump, so
a player can act several times in a row. The observation tensor has the planes of
``emergo.BatchBoard`` from the view of the player.

>>> import emergo.openspiel
>>> import pyspiel
>>> game = pyspiel.load_game("emergo(variant=emergo7)")
>>> state = game.new_initial_state()
>>> state.apply_action(state.string_to_action("d2"))
>>> state.current_player()
1

The parameter ``max_actions`` (2000) ends longer games as draws: OpenSpiel wants to know the length
of the longest game.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import numpy.typing as npt
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from emergo import BatchBoard, action_to_text

_GAME_TYPE = pyspiel.GameType(
    short_name="emergo",
    long_name="Emergo",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"variant": "emergo", "max_actions": 2000},
)


class EmergoGame(pyspiel.Game):
    """The game with its parameters ``variant`` and ``max_actions``."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        self.max_actions = int(params.get("max_actions", 2000))
        if self.max_actions < 1:
            raise ValueError(f"max_actions is {self.max_actions}: it is at least 1")
        self.start = BatchBoard(1, params.get("variant", "emergo"))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.start.action_count,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.max_actions,
        )
        super().__init__(_GAME_TYPE, info, params)

    def new_initial_state(self, state: object = None) -> EmergoState:
        if state is not None:
            raise ValueError("emergo starts from the start position: apply actions to reach others")
        return EmergoState(self)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: object = None
    ) -> EmergoObserver | IIGObserverForPublicInfoGame:
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return EmergoObserver(self, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class EmergoState(pyspiel.State):
    """A state of the game, perhaps in the middle of a capture."""

    def __init__(self, game: EmergoGame) -> None:
        super().__init__(game)
        self.actions_left = game.max_actions
        self.batch = game.start.copy()
        self.over = False
        self.white_return = 0.0

    def current_player(self) -> int:
        if self.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(self.batch.turns()[0])

    def _legal_actions(self, player: int) -> list[int]:
        return self.batch.legal_actions(0)

    def _apply_action(self, action: int) -> None:
        player = self.batch.turns()[0]
        reward, done = self.batch.step(np.array([operator.index(action)], np.int64))
        self.actions_left -= 1
        self.over = bool(done[0]) or self.actions_left == 0
        self.white_return = float(reward[0] if player == 0 else -reward[0])

    def _action_to_string(self, player: int, action: int) -> str:
        return action_to_text(self.batch.variant, action)

    def is_terminal(self) -> bool:
        return self.over

    def returns(self) -> list[float]:
        return [self.white_return, -self.white_return]

    def __str__(self) -> str:
        jumps = self.batch.partial_capture(0)
        return self.batch.board(0).fen() + (f" {jumps}..." if jumps else "")


class EmergoObserver:
    """The planes of ``emergo.BatchBoard`` from the view of a player."""

    def __init__(self, game: EmergoGame, params: object) -> None:
        if params:
            raise ValueError(f"emergo has no parameters of observation: {params}")
        shape = game.start.observation_shape
        self.tensor: npt.NDArray[np.float32] = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: EmergoState, player: int) -> None:
        waits = player != state.batch.turns()[0]
        state.batch.observe(self.dict["observation"][np.newaxis], opponent=waits)

    def string_from(self, state: EmergoState, player: int) -> str:
        return str(state)


pyspiel.register_game(_GAME_TYPE, EmergoGame)
