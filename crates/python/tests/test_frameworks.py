"""The environments of PettingZoo and OpenSpiel."""

import copy
import pickle
import warnings

import emergo.openspiel
import emergo.pettingzoo
import games
import numpy as np
import pyspiel
import pytest
from emergo import BatchBoard, Board, Variant, text_to_action
from pettingzoo.test import api_test, seed_test

ROUNDABOUT = Board(fen=games.ROUNDABOUT)


@pytest.mark.parametrize("variant", emergo.variants())
def test_the_environment_passes_the_tests_of_pettingzoo(variant: Variant) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("error", category=UserWarning)
        # Observations are dictionaries, as in all board games of PettingZoo.
        warnings.filterwarnings("ignore", message="Observation")
        api_test(emergo.pettingzoo.env(variant), num_cycles=500)
        seed_test(lambda: emergo.pettingzoo.env(variant), num_cycles=300)


def roundabout() -> emergo.pettingzoo.raw_env:
    game = emergo.pettingzoo.raw_env("emergo", render_mode="ansi")
    game.reset(options={"board": ROUNDABOUT})
    return game


def test_a_player_of_pettingzoo_makes_all_jumps_of_a_capture() -> None:
    game = roundabout()
    for jump in games.ROUTE:
        assert game.agent_selection == "player_0"
        mask = game.observe("player_0")["action_mask"]
        assert np.flatnonzero(mask).tolist() == [text_to_action("emergo", jump)]
        assert not game.observe("player_1")["action_mask"].any()
        game.step(text_to_action("emergo", jump))
    assert game.rewards == {"player_0": 1, "player_1": -1}
    assert all(game.terminations.values())
    assert not any(game.truncations.values())


def test_a_refused_board_or_action_changes_nothing_in_pettingzoo() -> None:
    game = roundabout()
    ended = Board(fen="1/3/5/7/9/1(w3b5)(w2)4/5/3/1 b 0,0")
    before = game.render(), game.agent_selection, game.actions_made
    for board, sentence in [
        (ended, "^the game of the board has ended$"),
        (Board("emergo7"), "emergo7"),
        (Board(blocked="loss"), "blocked"),
    ]:
        with pytest.raises(ValueError, match=sentence):
            game.reset(options={"board": board})
        assert (game.render(), game.agent_selection, game.actions_made) == before
    with pytest.raises(TypeError):
        game.step(text_to_action("emergo", games.ROUTE[0]) + 0.5)  # type: ignore[arg-type]
    assert (game.render(), game.agent_selection, game.actions_made) == before


def test_each_player_of_pettingzoo_sees_its_own_view() -> None:
    game = roundabout()
    batch = games.single("emergo", games.ROUNDABOUT)
    for agent, opponent in [("player_0", False), ("player_1", True)]:
        expected = batch.observe(opponent=opponent)[0]
        np.testing.assert_array_equal(game.observe(agent)["observation"], expected)


def test_an_illegal_action_loses_in_the_wrapped_environment_and_raises_in_the_raw_one() -> None:
    raw = roundabout()
    with pytest.raises(ValueError, match=r"action 0 \(e1\) is not legal"):
        raw.step(0)
    assert raw.agent_selection == "player_0"
    wrapped = emergo.pettingzoo.env("emergo7")
    wrapped.reset()
    wrapped.step(text_to_action("emergo7", "d4"))
    assert wrapped.rewards == {"player_0": -1, "player_1": 0}


def test_the_environment_shows_the_board_as_text() -> None:
    game = roundabout()
    shown = game.render()
    assert shown == str(ROUNDABOUT)
    game.render_mode = None
    assert game.render() is None
    with pytest.raises(ValueError, match="render_mode is 'human': there are 'ansi' and None"):
        emergo.pettingzoo.raw_env(render_mode="human")


def test_a_game_of_pettingzoo_is_truncated_after_max_actions() -> None:
    game = emergo.pettingzoo.raw_env("emergo7", max_actions=2)
    game.reset()
    for text in ["d2", "d6"]:
        assert not any(game.truncations.values())
        game.step(text_to_action("emergo7", text))
    assert all(game.truncations.values())
    assert not any(game.terminations.values())


def test_a_copy_of_an_environment_of_pettingzoo_goes_on_with_its_game() -> None:
    for make in (emergo.pettingzoo.raw_env, emergo.pettingzoo.env):
        game = make("emergo7")
        game.reset()
        game.step(text_to_action("emergo7", "d2"))
        for other in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
            assert other.agent_selection == "player_1"
            other.step(text_to_action("emergo7", "d6"))
            assert (other.agent_selection, game.agent_selection) == ("player_0", "player_1")


@pytest.mark.parametrize("variant", emergo.variants())
def test_the_game_passes_the_random_simulation_of_openspiel(variant: Variant) -> None:
    game = pyspiel.load_game(f"emergo(variant={variant})")
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)


def test_the_game_of_openspiel_has_the_numbers_of_the_batch() -> None:
    for variant in emergo.variants():
        game, batch = pyspiel.load_game(f"emergo(variant={variant})"), BatchBoard(1, variant)
        assert game.num_distinct_actions() == batch.action_count
        assert game.observation_tensor_shape() == list(batch.observation_shape)
        assert game.max_game_length() == 2000
        state = game.new_initial_state()
        for seed in range(100):
            if state.is_terminal():
                break
            assert state.legal_actions() == batch.legal_actions(0)
            player = state.current_player()
            assert player == batch.turns()[0]
            for viewer in (0, 1):
                tensor = np.array(state.observation_tensor(viewer), np.float32)
                expected = batch.observe(opponent=viewer != player)
                np.testing.assert_array_equal(tensor, expected.ravel())
            action = int(batch.random_actions(seed)[0])
            state.apply_action(action)
            batch.step(np.array([action]))


def test_a_player_of_openspiel_makes_all_jumps_and_wins() -> None:
    state = pyspiel.load_game("emergo").new_initial_state()
    state.batch.set_board(0, ROUNDABOUT)
    for jump in games.ROUTE:
        assert state.current_player() == 0
        assert [state.action_to_string(action) for action in state.legal_actions()] == [jump]
        state.apply_action(state.string_to_action(jump))
        clone = state.clone()
        assert (str(clone), clone.returns()) == (str(state), state.returns())
    assert state.is_terminal()
    assert state.returns() == [1, -1]


def test_blacks_win_is_a_loss_of_white_in_openspiel() -> None:
    state = pyspiel.load_game("emergo").new_initial_state()
    state.batch.set_board(0, Board(fen="1/3/5/7/4w4/3b3/5/3/1 b 0,0"))
    assert state.current_player() == 1
    state.apply_action(state.string_to_action("e4xe6"))
    assert state.returns() == [-1, 1]


def test_a_game_of_openspiel_is_a_draw_after_max_actions() -> None:
    state = pyspiel.load_game("emergo(max_actions=2)").new_initial_state()
    for text in ["e4", "e6"]:
        assert not state.is_terminal()
        state.apply_action(state.string_to_action(text))
    assert state.is_terminal()
    assert state.returns() == [0, 0]


def test_parameters_out_of_range_are_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match="max_actions is 0: it is at least 1"):
        emergo.pettingzoo.env(max_actions=0)
    with pytest.raises(ValueError, match="max_actions is 0: it is at least 1"):
        pyspiel.load_game("emergo(max_actions=0)")
    with pytest.raises(ValueError, match="unknown variant 'chess'"):
        pyspiel.load_game("emergo(variant=chess)")
