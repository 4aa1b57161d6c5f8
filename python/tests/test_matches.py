"""Matches on real Dask processes, with all kinds of failures."""

import contextlib
import functools
import json
import os
import signal
import subprocess
import threading
from collections.abc import Callable, Generator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from dask_cluster import Cluster, kill
from distributed import Client
from ugi_engines import WIN, fake_engine
from waiting import wait_for

from luctor.cluster import (
    ClusterError,
    MatchResult,
    MatchSettings,
    Player,
    Sprt,
    match,
    matches,
    pool,
)
from luctor.cluster.report import EloEstimate, EngineReport, MatchReport, SprtReport
from luctor.cluster.source import Batch, Worker
from luctor.cluster.tasks import Output, _speed


def fake_settings(
    tmp_path: Path, luctor: str, *, sleep: float = 0.0, is_weak: bool = False, **more: object
) -> MatchSettings:
    """Games of one move."""
    book = tmp_path / "book.txt"
    book.write_text(WIN + "\n")
    new = fake_engine(tmp_path, "new", sleep=sleep)
    base = fake_engine(tmp_path, "base", sleep=sleep, is_weak=is_weak)
    settings: dict[str, Any] = {
        "players": [Player("new", new), Player("base", base)],
        "out": tmp_path / "match.jsonl",
        "each": ["nodes=1000"],
        "openings": book,
        "luctor": Path(luctor),
        "batch_seconds": 1.0,
    }
    return MatchSettings(**{**settings, **more})


def game_numbers(file: Path) -> list[int]:
    """The numbers of the games in a record file, in its order."""
    games = [json.loads(line) for line in file.read_text().splitlines()[1:]]
    return [game["game"] for game in games]


class Progress:
    """Does something once, when the first games have arrived."""

    def __init__(self, action: Callable[[], object] = lambda: None) -> None:
        self.lines: list[str] = []
        self._action = action

    def __call__(self, line: str) -> None:
        self.lines.append(line)
        if len(self.lines) == 1:
            self._action()


def speed_of(worker: float) -> dict[str, object]:
    """The patch for a worker of this speed, which is not measured."""
    return {"luctor.cluster.tasks._speed": worker}


def after_each(monkeypatch: pytest.MonkeyPatch, method: str, action: Callable[..., object]) -> None:
    """Calls `action` after each call of a method of the pool, with its arguments."""
    unpatched = getattr(pool.Pool, method)

    def call(*arguments: object) -> None:
        unpatched(*arguments)
        action(*arguments)

    monkeypatch.setattr(pool.Pool, method, call)


def on_answer(monkeypatch: pytest.MonkeyPatch, action: Callable[[Batch], object]) -> None:
    """Calls `action` with the batch of each answer of a worker, before the answer is taken."""
    unpatched = pool.Pool._play

    def play(of: pool.Pool, worker: Worker, batch: Batch) -> Generator[Any, Any, None]:
        script = unpatched(of, worker, batch)
        output = yield next(script)
        action(batch)
        with contextlib.suppress(StopIteration):
            script.send(output)

    monkeypatch.setattr(pool.Pool, "_play", play)


def play_all(
    cluster: Cluster,
    workers: int,
    settings: MatchSettings,
    on_progress: Callable[[str], None] = lambda _: None,
) -> MatchResult:
    """Plays a match in which each game is played once."""
    with cluster.connect(workers) as client:
        result = match(client, settings, on_progress=on_progress)
    assert sorted(game_numbers(settings.out)) == list(range(2 * settings.rounds))
    assert result.games == 2 * settings.rounds
    return result


def worker_of(result: MatchResult, state: str) -> Worker:
    found = [worker for worker in result.workers if worker.state == state]
    assert len(found) == 1, [worker.line() for worker in result.workers]
    return found[0]


def test_a_killed_worker_is_named_and_its_games_are_played_by_another(
    cluster: Cluster, tmp_path: Path, luctor: str
) -> None:
    log = tmp_path / "victim.log"
    victim = cluster.start_worker(FAKE_SLEEP="600", FAKE_LOG=str(log))
    cluster.start_worker(FAKE_BENCH_AFTER=str(log))
    settings = fake_settings(tmp_path, luctor, rounds=15)
    progress = Progress(lambda: kill(victim))
    result = play_all(cluster, 2, settings, progress)
    lost = worker_of(result, "lost")
    assert lost.lost_batches == 2 and "2 batches given to others" in lost.line()
    assert (worker_of(result, "playing").done, lost.done) == (30, 0)
    assert "30 of 30 games, Elo" in progress.lines[-1]
    # The processes of the killed worker end with it.
    wait_for("end of the processes", lambda: not cluster.games_processes())


def test_the_batches_of_a_worker_that_hangs_are_given_to_another_too(
    cluster: Cluster,
    tmp_path: Path,
    luctor: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(pool, "_OVERDUE_SECONDS", 0.1)
    log = tmp_path / "victim.log"
    victim = cluster.start_worker(FAKE_SLEEP="600", FAKE_LOG=str(log))
    cluster.start_worker(FAKE_BENCH_AFTER=str(log))
    assert victim.pid is not None
    stop = functools.partial(os.kill, victim.pid, signal.SIGSTOP)
    settings = fake_settings(tmp_path, luctor, rounds=15)
    result = play_all(cluster, 2, settings, Progress(stop))
    assert sorted(worker.done for worker in result.workers) == [0, 30]
    assert {worker.state for worker in result.workers} == {"playing"}
    late = [text for text in caplog.messages if "its batch is given to" in text]
    assert len(late) == 2 and all("does not answer for" in text for text in late)


def test_the_second_answer_to_an_overdue_batch_is_dropped(
    cluster: Cluster, tmp_path: Path, luctor: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "_OVERDUE_SECONDS", 0.1)
    late, goes_on = tmp_path / "late.log", tmp_path / "goes on"
    cluster.start_worker(FAKE_MOVE_AFTER=str(goes_on), FAKE_LOG=str(late))
    cluster.start_worker(FAKE_BENCH_AFTER=str(late))
    settings = fake_settings(tmp_path, luctor, rounds=50, sleep=0.05)
    #: For each answer: has another worker given it before?
    answers: list[bool] = []
    on_answer(monkeypatch, lambda batch: answers.append(batch.is_done))

    def on_progress(_: str) -> None:
        if {0, 1, 2, 3} <= set(game_numbers(settings.out)):
            goes_on.touch()

    result = play_all(cluster, 2, settings, on_progress)
    assert any(answers) and sum(worker.done for worker in result.workers) == 100


def test_a_match_survives_the_end_of_the_scheduler(tmp_path: Path, luctor: str) -> None:
    own = Cluster(tmp_path)
    try:
        own.start_worker()

        def restart() -> None:
            kill(own.scheduler)
            own.kill_workers()
            own.scheduler = own.start_scheduler()
            # The service that starts workers starts them again.
            own.start_worker()

        settings = fake_settings(tmp_path, luctor, sleep=0.05, rounds=15)
        result = play_all(own, 1, settings, Progress(restart))
        assert worker_of(result, "lost").done > 0
        assert worker_of(result, "playing").done > 0
    finally:
        own.close()


def test_a_worker_that_joins_late_plays(cluster: Cluster, tmp_path: Path, luctor: str) -> None:
    first, second = tmp_path / "first.log", tmp_path / "second.log"
    cluster.start_worker(FAKE_LOG=str(first), FAKE_MOVE_AFTER=str(second))
    settings = fake_settings(tmp_path, luctor, rounds=10)

    def start_another() -> None:
        wait_for("first game", first.exists)
        cluster.start_worker(FAKE_LOG=str(second))

    late = threading.Thread(target=start_another)
    late.start()
    result = play_all(cluster, 1, settings)
    late.join()
    assert [worker.done > 0 for worker in result.workers] == [True, True]


def test_a_worker_that_does_not_fit_is_named_and_left_out(
    cluster: Cluster, tmp_path: Path, luctor: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    reasons = {
        "luctor": "it cannot import the package luctor: ",
        "platform.python_version": "its Python is 0.1, here 3.",
        "importlib.metadata.version": "its Dask is 0.1, here 2",
        "inspect.getsource": "its luctor is another version",
    }
    for patched in reasons:
        cluster.start_worker({patched: "0.1"})
    with cluster.connect(len(reasons)) as client:
        unfit = set(client.nthreads())
        # It plays when the others were asked.
        asked = tmp_path / "asked"
        cluster.start_worker(FAKE_BENCH_AFTER=str(asked))
        client.wait_for_workers(len(reasons) + 1)
        dropped: list[Worker] = []

        def drop(of: pool.Pool, worker: Worker, *_: object) -> None:
            dropped.append(worker)
            if len(dropped) == len(reasons):
                asked.touch()

        after_each(monkeypatch, "_drop", drop)
        result = match(client, fake_settings(tmp_path, luctor))
        excluded = [worker for worker in result.workers if worker.state == "excluded"]
        assert {worker.address for worker in excluded} == unfit
        found = sorted(worker.reason for worker in excluded)
        assert all(map(str.startswith, found, sorted(reasons.values()))), found
        assert result.games == worker_of(result, "playing").done == 2
        # They keep running.
        assert unfit < set(client.nthreads())


def test_the_batches_of_tasks_that_end_with_an_error_are_played_by_another_worker(
    cluster: Cluster, tmp_path: Path, luctor: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    dropped = tmp_path / "dropped"
    after_each(monkeypatch, "_drop", lambda *_: dropped.touch())
    cluster.start_worker({"luctor.cluster.tasks.get_worker": None})
    cluster.start_worker(FAKE_BENCH_AFTER=str(dropped))
    settings = fake_settings(tmp_path, luctor, rounds=5)
    broken = worker_of(play_all(cluster, 2, settings), "excluded")
    assert broken.reason.startswith("a task ended with AttributeError") and broken.errors == 3


@pytest.mark.parametrize("answer", [None, Output(1, b"", "luctor match: exit code 1", 0.0)])
def test_a_batch_without_an_answer_or_with_a_wrong_one_is_played_by_another_worker(
    cluster: Cluster,
    tmp_path: Path,
    luctor: str,
    monkeypatch: pytest.MonkeyPatch,
    answer: Output | None,
) -> None:
    # The worker is killed before the result of its second batch is fetched.
    monkeypatch.setattr(pool, "_GATHER_SECONDS", 0.5)
    answered = tmp_path / "answered"
    # There is no answer if the task was cancelled.
    first = cluster.start_worker({"luctor.cluster.tasks.execute": answer})
    cluster.start_worker(FAKE_BENCH_AFTER=str(answered))

    def kill_first(_: Batch) -> None:
        kill(first)
        answered.touch()

    on_answer(monkeypatch, kill_first)
    settings = fake_settings(tmp_path, luctor, rounds=5)
    result = play_all(cluster, 2, settings)
    assert worker_of(result, "lost" if answer is None else "excluded").done == 0


def test_batches_that_the_scheduler_has_cancelled_are_played_again(
    cluster: Cluster, tmp_path: Path, luctor: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pools: list[pool.Pool] = []
    after_each(monkeypatch, "_refresh", lambda of: pools.append(of))
    cluster.start_worker()
    settings = fake_settings(tmp_path, luctor, rounds=15, sleep=0.05)
    with cluster.connect(1) as client:
        cancel = Progress(lambda: client.cancel(list(pools[0]._tasks)))
        result = match(client, settings, on_progress=cancel)
    assert sorted(game_numbers(settings.out)) == list(range(30))
    assert worker_of(result, "playing").done == 30


def test_a_scheduler_without_the_package_is_an_error(tmp_path: Path, luctor: str) -> None:
    own = Cluster(tmp_path, {"luctor": None})
    try:
        sentence = f"^the scheduler {own.address} cannot import the package luctor: "
        with own.connect(0) as client, pytest.raises(ClusterError, match=sentence):
            match(client, fake_settings(tmp_path, luctor))
    finally:
        own.close()


def test_each_worker_that_plays_badly_is_excluded_and_slow_ones_get_more_time(
    cluster: Cluster, tmp_path: Path, luctor: str
) -> None:
    logs = {name: tmp_path / f"{name}.log" for name in ("good", "slow", "late")}
    cluster.start_worker(FAKE_BENCH="999")
    cluster.start_worker(speed_of(1e6), FAKE_SLEEP="0.75", FAKE_LOG=str(logs["late"]))
    cluster.start_worker(
        speed_of(1e6 / 3),
        FAKE_SLEEP="0.3",
        FAKE_LOG=str(logs["slow"]),
        FAKE_BENCH_AFTER=str(logs["late"]),
    )
    cluster.start_worker(
        speed_of(1e6), FAKE_LOG=str(logs["good"]), FAKE_BENCH_AFTER=str(logs["slow"])
    )
    settings = fake_settings(
        tmp_path, luctor, sleep=0.02, rounds=40, each=["movetime=500"], reference=1e6
    )
    result = play_all(cluster, 4, settings)
    reasons = {worker.reason for worker in result.workers if worker.state == "excluded"}
    late, bench = sorted(reasons)
    assert late.endswith("games were lost on time or by a crash"), reasons
    assert bench == "the bench of new is 999, expected 1000", reasons
    lost = result.score["ends"]["time loss"]
    assert lost == sum(worker.failures for worker in result.workers) >= 3
    slow, good = sorted(
        (worker for worker in result.workers if worker.state == "playing"),
        key=lambda worker: worker.speed or 0.0,
    )
    assert round((good.speed or 0.0) / (slow.speed or 1.0), 2) == 3
    assert good.done > slow.done > 0
    assert set(logs["good"].read_text().splitlines()) == {"go movetime 500"}
    assert set(logs["slow"].read_text().splitlines()) == {"go movetime 1500"}


def test_a_match_with_times_is_continued_with_the_speed_that_its_first_run_printed(
    cluster: Cluster, tmp_path: Path, luctor: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "luctor.cluster")
    log = tmp_path / "second.log"
    first = cluster.start_worker(speed_of(1e6))
    settings = fake_settings(tmp_path, luctor, each=["movetime=500"])
    play_all(cluster, 1, settings)
    printed = [text for text in caplog.messages if "--reference 1000000" in text]
    assert len(printed) == 1
    kill(first)
    cluster.start_worker(speed_of(5e5), FAKE_LOG=str(log))
    more = replace(settings, rounds=2)
    with cluster.connect(1) as client, pytest.raises(ClusterError, match="add --reference N"):
        match(client, more)
    for wrong in (2.1, 0, -1e6, float("nan")):
        sentence = f"it has 500000 nodes/s, the reference is {wrong:.0f}"
        with cluster.connect(1) as client, pytest.raises(ClusterError, match=sentence):
            match(client, replace(more, reference=wrong))
    play_all(cluster, 1, replace(more, reference=1e6))
    assert set(log.read_text().splitlines()) == {"go movetime 1000"}
    # A match that has ended needs no speed.
    play_all(cluster, 1, more)


def test_the_speed_of_a_worker_is_the_harmonic_mean_of_the_bench_runs_of_two_seconds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = iter([10.0, 11.9, 12.1])
    time = SimpleNamespace(monotonic=clock.__next__)
    monkeypatch.setattr("luctor.cluster.tasks.time", time)
    runs = iter([(100, 1_000_000), (100, 3_000_000)])
    monkeypatch.setattr("luctor.cluster.tasks.bench", lambda program: next(runs))
    assert _speed("luctor") == 1_500_000


def test_after_a_verdict_running_games_stop_and_the_score_is_that_of_the_program(
    cluster: Cluster, tmp_path: Path, luctor: str
) -> None:
    cluster.start_worker()
    cluster.start_worker(FAKE_SLEEP="600")
    settings = fake_settings(
        tmp_path, luctor, is_weak=True, rounds=1000, sprt=Sprt(elo0=0, elo1=200)
    )
    with cluster.connect(2) as client:
        result = match(client, settings, on_progress=lambda _: None)
        wait_for("end of the games", lambda: not cluster.games_processes())
        assert result.accepted == "H1"
        numbers = game_numbers(settings.out)
        assert len(numbers) == len(set(numbers)) == result.games < 2000
        test = ["-sprt", "elo0=0", "elo1=200"]
        command = [luctor, "match", "-score", str(settings.out), "-json", *test]
        printed = json.loads(subprocess.check_output(command))
        assert printed == result.score and printed["sprt"]["accepted"] == "H1"
        for found, fields in (
            (printed, MatchReport),
            (printed["elo"], EloEstimate),
            (printed["engines"][0], EngineReport),
            (printed["sprt"], SprtReport),
        ):
            assert found.keys() == fields.__annotations__.keys()
        # A match that is decided plays no more games.
        assert match(client, settings).games == result.games


def test_a_match_moves_between_one_machine_and_a_cluster(
    cluster: Cluster, tmp_path: Path, luctor: str, caplog: pytest.LogCaptureFixture
) -> None:
    book = tmp_path / "book.txt"
    book.write_text(f"startpos\n{WIN}\n")
    cluster.start_worker()
    cluster.start_worker()
    players = [
        Player(name, Path(luctor), [f"option.Hash={size}"])
        for name, size in (("new", 2), ("base", 1))
    ]

    def settings(out: str, rounds: int) -> MatchSettings:
        return MatchSettings(
            players=players,
            out=tmp_path / out,
            each=["nodes=200"],
            openings=book,
            openings_settings=["order=sequential"],
            options=["-maxplies", "20"],
            rounds=rounds,
            luctor=Path(luctor),
        )

    def local(of: MatchSettings) -> None:
        resume = ["-resume", "-out", str(of.out)]
        subprocess.run([luctor, "match", *of.words(), *resume], check=True, capture_output=True)

    def games(of: MatchSettings) -> list[tuple[int, Any]]:
        lines = [json.loads(line) for line in of.out.read_text().splitlines()[1:]]
        return sorted((line["game"], [move["move"] for move in line["moves"]]) for line in lines)

    whole = settings("whole.jsonl", 9)
    local(whole)
    local(settings("match.jsonl", 2))
    with cluster.connect(2) as client:
        assert match(client, settings("match.jsonl", 5), on_progress=lambda _: None).games == 10
        warnings = [text for text in caplog.messages if text.startswith("warning: ")]
        assert [text for text in warnings if "only 2 openings for 5 rounds" in text], warnings
        changed = settings("match.jsonl", 9)
        with pytest.raises(ClusterError):
            match(client, MatchSettings(**{**vars(changed), "each": ["nodes=201"]}))
    local(changed)
    assert games(changed) == games(whole)


def test_a_runner_of_another_version_is_an_error(tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.write_text("""#!/bin/sh\necho '{"total": 2, "missing": [], "score": {}}'\n""")
    old.chmod(0o755)
    with pytest.raises(ClusterError, match=r"/old and .* versions: .* -collect lacks timed$"):
        match(cast(Client, None), fake_settings(tmp_path, str(old)))


@pytest.mark.parametrize(
    ("variable", "value", "reason"),
    [
        ("FAKE_BENCH", "999", "the bench of new is 999, expected 1000"),
        ("LUCTOR_CACHE", "/dev/null/x", "ended with NotADirectoryError: .*/dev/null/x"),
    ],
)
def test_a_match_without_a_worker_that_can_play_is_an_error(
    cluster: Cluster, tmp_path: Path, luctor: str, variable: str, value: str, reason: str
) -> None:
    cluster.start_worker(None, **{variable: value})
    settings = fake_settings(tmp_path, luctor)
    with cluster.connect(1) as client, pytest.raises(ClusterError, match=reason):
        match(client, settings, wait_timeout=1)


def test_no_player_has_the_name_of_the_runner(tmp_path: Path, luctor: str) -> None:
    settings = fake_settings(tmp_path, luctor)
    players = [settings.players[0], Player(matches._RUNNER, settings.players[1].program)]
    with pytest.raises(ClusterError, match="an unknown player"):
        match(cast(Client, None), replace(settings, players=players))


def test_two_files_of_one_name_are_refused(tmp_path: Path, luctor: str) -> None:
    files = [Path("new", "emergo.net"), Path("old", "emergo.net")]
    settings = replace(fake_settings(tmp_path, luctor), files=files)
    with pytest.raises(ClusterError, match=r"^two files have the name emergo\.net$"):
        settings.sent_files()
