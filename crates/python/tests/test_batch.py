"""`BatchBoard`: many games at once."""

import copy
import copyreg
import pickle
import sys
import threading
from collections.abc import Callable

import emergo
import numpy as np
import pytest
from emergo import BatchBoard, Blocked, Board, Variant, action_count, action_to_text, text_to_action
from games import play, random_step, single


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: action_count("chess"), "unknown variant 'chess'"),  # type: ignore[arg-type]
        (lambda: action_to_text("emergo", 369), "there is no action 369: actions are 0 to 368"),
        (lambda: action_to_text("emergo", -1), "a whole number of at least 0, and not -1"),
        (lambda: BatchBoard(-1), "a whole number of at least 0, and not -1"),
        (lambda: BatchBoard(2).board(-1), "a whole number of at least 0, and not -1"),
        (lambda: BatchBoard(2).random_actions(2**64), "seed is too large: 18446744"),
        (lambda: Board().actions_to_move([-1]), "a whole number of at least 0, and not -1"),
        (lambda: text_to_action("emergo", "e4xe6xe8"), "'e4xe6xe8' is not an action"),
        (
            lambda: BatchBoard(1, blocked="win"),  # type: ignore[arg-type]
            "unknown rule for a blocked side 'win': expected one",
        ),
        (lambda: BatchBoard(1).set_board(0, Board("emergo7")), "a board of emergo7 in .* emergo$"),
        (
            lambda: BatchBoard(1).set_board(0, Board(repetition="unlimited")),
            'the board has blocked="draw" and repetition="unlimited", the batch has blocked="draw"',
        ),
        (
            lambda: BatchBoard(2).step(np.zeros(3, np.int64)),
            r"actions has shape \[3\], it needs \[2\]",
        ),
        (
            lambda: BatchBoard(2).reset(np.zeros(1, np.bool_)),
            r"games has shape \[1\], it needs \[2\]",
        ),
    ],
)
def test_invalid_arguments_are_named_in_the_exception(call: object, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        call()  # type: ignore[operator]


def test_a_game_number_outside_of_the_batch_is_an_index_error() -> None:
    for call in (BatchBoard(2).board, BatchBoard(2).legal_actions, BatchBoard(2).history):
        with pytest.raises(IndexError, match="there is no game 2, the batch has 2 games"):
            call(2)


@pytest.mark.parametrize(("blocked", "reward"), [("draw", 0), ("loss", 1)])
def test_a_blocked_game_ends_by_the_rule_that_was_chosen(blocked: Blocked, reward: int) -> None:
    batch = BatchBoard(1, "emergo7", blocked=blocked)
    batch.set_board(
        0, Board("emergo7", "1/3/5/bww4/5/1w1/1 w 0,0 1", blocked)
    )  # Black's piece cannot move
    assert play(batch, "d2-d3") == (reward, True)


def test_the_third_occurrence_of_a_position_is_a_draw() -> None:
    batch = single("emergo", "1/3/5/7/4w2b1/7/5/3/1 w 0,0 1")
    repeats = []
    for text in ["e5-d5", "h5-g5", "d5-e5", "g5-h5"] * 2:
        repeats.append(batch.observe()[0, 9].max())
        end = play(batch, text)
    assert repeats == [0, 0, 0, 0, 1, 1, 1, 1]
    assert end == (0, True)


@pytest.mark.parametrize("variant", emergo.variants())
def test_the_mask_the_list_and_the_random_actions_agree(variant: Variant) -> None:
    batch = BatchBoard(16, variant)
    for seed in range(150):
        mask = batch.legal_mask()
        for game in range(16):
            assert np.flatnonzero(mask[game]).tolist() == batch.legal_actions(game)
        actions = batch.random_actions(seed)
        assert mask[np.arange(16), actions].all()
        batch.step(actions, restart=True)


def test_random_actions_depend_on_the_seed_and_reach_every_legal_action() -> None:
    batch = BatchBoard(64, "emergo")
    assert (batch.random_actions(5) == batch.random_actions(5)).all()
    counts = np.zeros(369, int)
    for seed in range(200):
        np.add.at(counts, batch.random_actions(seed), 1)
    legal = batch.legal_actions(0)
    assert counts[legal].sum() == 12_800
    assert counts[legal].min() > 240  # 320 on average
    assert counts[legal].max() < 400


@pytest.mark.parametrize("variant", emergo.variants())
def test_games_end_when_and_as_the_board_says(variant: Variant) -> None:
    batch = BatchBoard(64, variant)
    running = np.ones(64, np.bool_)
    rewards_seen, seed = set(), 0
    while running.any():
        side = batch.turns()
        rewards, done = batch.step(batch.random_actions(seed))
        for game in np.flatnonzero(running & done).tolist():
            board = batch.board(game)
            assert board.is_game_over()
            outcome = board.outcome()
            assert outcome is not None
            assert rewards[game] == (outcome.winner == ["white", "black"][side[game]])
            assert batch.plies()[game] == board.ply()
            rewards_seen.add(float(rewards[game]))
        for game in np.flatnonzero(~done)[:4].tolist():
            assert not batch.board(game).is_game_over()
        assert (rewards[~(running & done)] == 0).all()
        running, seed = ~done, seed + 1
    assert 1 in rewards_seen


def test_an_illegal_action_names_the_game_and_changes_nothing() -> None:
    batch = BatchBoard(4, "emergo")
    random_step(batch, 1)
    before = [batch.board(game).fen() for game in range(4)]
    good = batch.random_actions(2)
    for wrong, sentence in [
        (text_to_action("emergo", "e4-e5"), r"game 2: action 53 \(e4-e5\) is not legal"),
        (40 + 41, "game 2: action 81 leads off the board"),
        (369, "game 2: there is no action 369: actions are 0 to 368"),
        (-1, "game 2: there is no action -1: actions are 0 to 368"),
    ]:
        actions = good.copy()
        actions[2] = wrong
        rewards, done = np.full(4, 7, np.float32), np.ones(4, np.bool_)
        with pytest.raises(ValueError, match=sentence):
            batch.step(actions, rewards=rewards, done=done)
        assert [batch.board(game).fen() for game in range(4)] == before
        assert (rewards == 7).all()
        assert done.all()
    batch.step(good)


def test_a_finished_game_waits_or_is_restarted_as_the_caller_asks() -> None:
    fen = "1/3/5/7/4b4/3w3/5/3/1 w 0,0 1"
    capture = np.array([text_to_action("emergo", "e4xe6")] * 2)
    for restart in (False, True):
        batch = BatchBoard(2, "emergo")
        batch.set_board(0, Board(fen=fen))
        batch.set_board(1, Board(fen=fen))
        rewards, done = batch.step(capture, restart=restart)
        assert (rewards.tolist(), done.tolist()) == ([1, 1], [True, True])
        assert batch.plies().tolist() == ([0, 0] if restart else [1, 1])
        assert batch.legal_mask().any(axis=1).tolist() == [restart, restart]
        if not restart:
            assert batch.random_actions(1).tolist() == [-1, -1]
            rewards, done = batch.step(capture)
            assert (rewards.tolist(), done.tolist()) == ([0, 0], [True, True])
            batch.reset(np.array([False, True]))
            assert batch.board(0).fen() != batch.board(1).fen() == "1/3/5/7/9/7/5/3/1 w 12,12 1"
            batch.reset()
            assert batch.board(0).fen() == batch.board(1).fen()


def test_arrays_of_the_caller_are_written_in_place() -> None:
    batch = BatchBoard(3, "emergo7")
    mask, planes = np.ones((3, 225), np.bool_), np.ones((3, 10, 7, 7), np.float32)
    actions = np.zeros(3, np.int64)
    rewards, done = np.ones(3, np.float32), np.ones(3, np.bool_)
    assert batch.legal_mask(mask) is mask
    assert batch.observe(planes) is planes
    assert batch.random_actions(1, actions) is actions
    np.testing.assert_array_equal(mask, batch.legal_mask())
    np.testing.assert_array_equal(planes, batch.observe())
    given = batch.step(actions, rewards=rewards, done=done)
    assert given[0] is rewards
    assert given[1] is done
    assert not rewards.any()
    assert not done.any()


def test_an_array_that_does_not_fit_is_refused_with_a_sentence() -> None:
    batch = BatchBoard(3, "emergo7")
    with pytest.raises(ValueError, match=r"out has shape \[3, 224\], it needs \[3, 225\]"):
        batch.legal_mask(np.zeros((3, 224), np.bool_))
    for array in (np.zeros((3, 450), np.bool_)[:, ::2], np.zeros((3, 225), np.bool_, order="F")):
        with pytest.raises(ValueError, match="out is not a contiguous array in the order of C"):
            batch.legal_mask(array)
    frozen = np.zeros((3, 225), np.bool_)
    frozen.flags.writeable = False
    with pytest.raises(ValueError, match=r"out: .*writeable"):
        batch.legal_mask(frozen)
    sentence = "actions is an array of float64, it must be an array of int64"
    with pytest.raises(TypeError, match=sentence):
        batch.step(np.zeros(3, np.float64))
    with pytest.raises(TypeError, match="actions is a list, it must be an array of int64"):
        batch.step([1, 2, 3])  # type: ignore[arg-type]


def test_a_batch_that_does_not_fit_into_memory_is_an_error() -> None:
    with pytest.raises(MemoryError, match="a batch of 1000000000000000000 games does not fit"):
        BatchBoard(10**18)


def test_copies_and_pickles_continue_alike_and_apart() -> None:
    batch = BatchBoard(32, "hexemergo", blocked="loss")
    for seed in range(60):
        random_step(batch, seed, restart=False)
    twins = [
        batch.copy(),
        copy.copy(batch),
        copy.deepcopy(batch),
        pickle.loads(pickle.dumps(batch)),
    ]
    before = [batch.board(game).fen() for game in range(32)]
    random_step(batch, 100, restart=False)
    for twin in twins:
        assert [twin.board(game).fen() for game in range(32)] == before
        random_step(twin, 100, restart=False)
        np.testing.assert_array_equal(twin.observe(), batch.observe())
        assert repr(twin) == repr(batch) == "BatchBoard(32, 'hexemergo')"


def test_a_copy_does_not_replay_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(copyreg.dispatch_table, BatchBoard, pytest.fail)
    for twin in (copy.copy(BatchBoard(1)), copy.deepcopy(BatchBoard(1))):
        assert len(twin) == 1


@pytest.mark.parametrize("name", ["step", "legal_mask", "observe", "random_actions"])
def test_other_threads_run_during_a_call(name: str) -> None:
    batch = BatchBoard(256)
    for game in range(256):  # all games are over, so that each action fits
        batch.set_board(game, Board(fen="1/3/5/7/4w4/7/5/3/1 b 0,0"))
    # The arrays are made before: numpy releases the GIL where it allocates memory.
    actions, (rewards, done) = np.zeros(256, np.int64), batch.step(np.zeros(256, np.int64))
    mask, planes = batch.legal_mask(), batch.observe()
    call: Callable[[], object] = {
        "step": lambda: batch.step(actions, rewards=rewards, done=done),
        "legal_mask": lambda: batch.legal_mask(mask),
        "observe": lambda: batch.observe(planes),
        "random_actions": lambda: batch.random_actions(1, actions),
    }[name]
    other_ran = threading.Event()
    seen_by_worker = []

    def work() -> None:
        for _ in range(200_000):
            call()
            if other_ran.is_set():
                seen_by_worker.append(True)
                return

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e6)  # a thread yields only where it releases the GIL
    try:
        thread = threading.Thread(target=work)
        thread.start()
        other_ran.set()
        thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert seen_by_worker
