"""Matches on real Dask processes, with all kinds of failures."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import OPENING, Cluster, fake_engine, kill, wait_for

from luctor.cluster import (
    Binary,
    ClusterError,
    MatchSettings,
    Player,
    Sprt,
    Worker,
    match,
    sprt,
)


def fake_settings(
    tmp_path: Path, luctor: str, *, sleep: float = 0.0, is_weak: bool = False, **more: object
) -> MatchSettings:
    """Games of one move."""
    book = tmp_path / "book.txt"
    book.write_text(OPENING + "\n")
    new = fake_engine(tmp_path, "new", sleep=sleep)
    base = fake_engine(tmp_path, "base", sleep=sleep, is_weak=is_weak)
    settings: dict[str, Any] = {
        "players": [Player("new", Binary(new)), Player("base", Binary(base))],
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


def worker_of(workers: list[Worker], state: str) -> Worker:
    found = [worker for worker in workers if worker.state == state]
    assert len(found) == 1, [worker.line() for worker in workers]
    return found[0]


def test_a_killed_worker_is_named_and_its_games_are_played_by_another(
    cluster: Cluster, tmp_path: Path, luctor: str
) -> None:
    victim = cluster.start_worker()
    cluster.start_worker()
    settings = fake_settings(tmp_path, luctor, sleep=0.1, rounds=30)
    progress = Progress(lambda: kill(victim))
    with cluster.connect(2) as client:
        result = match(client, settings, on_progress=progress)
    assert sorted(game_numbers(settings.out)) == list(range(60)) and result.games == 60
    workers = list(result.workers)
    lost = worker_of(workers, "lost")
    assert lost.lost_batches > 0 and "batches given to others" in lost.line()
    assert worker_of(workers, "playing").done + lost.done == 60
    assert "60 of 60 games, Elo" in progress.lines[-1]
    # The processes of the killed worker end with it.
    wait_for("end of the processes", lambda: not cluster.games_processes())


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

        settings = fake_settings(tmp_path, luctor, sleep=0.05, rounds=30)
        with own.connect(1) as client:
            result = match(client, settings, on_progress=Progress(restart))
        assert sorted(game_numbers(settings.out)) == list(range(60)) and result.games == 60
        assert worker_of(list(result.workers), "lost").done > 0
        assert worker_of(list(result.workers), "playing").done > 0
    finally:
        own.close()


def test_a_worker_that_joins_late_plays(cluster: Cluster, tmp_path: Path, luctor: str) -> None:
    cluster.start_worker()
    settings = fake_settings(tmp_path, luctor, sleep=0.1, rounds=150)
    late: list[int] = []
    with cluster.connect(1) as client:

        def is_there() -> None:
            # The match has begun. It waits here until the second worker has joined.
            cluster.start_worker()
            client.wait_for_workers(2, timeout=100)
            late.append(1)

        result = match(client, settings, on_progress=Progress(is_there))
    assert sorted(game_numbers(settings.out)) == list(range(300))
    assert late and [worker.done > 0 for worker in result.workers] == [True, True]


def test_each_unfit_worker_is_named_and_excluded_and_slow_ones_get_more_time(
    cluster: Cluster, tmp_path: Path, luctor: str
) -> None:
    logs = {name: tmp_path / f"{name}.log" for name in ("good", "slow")}
    cluster.start_worker(FAKE_LOG=str(logs["good"]))
    cluster.start_worker(FAKE_NPS="333333", FAKE_SLEEP="0.3", FAKE_LOG=str(logs["slow"]))
    cluster.start_worker(FAKE_SLEEP="1.5")
    cluster.start_worker(FAKE_BENCH="999")
    settings = fake_settings(
        tmp_path, luctor, sleep=0.1, rounds=60, each=["movetime=1000"], reference=1e6
    )
    with cluster.connect(4) as client:
        result = match(client, settings, on_progress=lambda _: None)
    assert sorted(game_numbers(settings.out)) == list(range(120)) and result.games == 120
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
    assert set(logs["good"].read_text().splitlines()) == {"go movetime 1000"}
    assert set(logs["slow"].read_text().splitlines()) == {"go movetime 3000"}


def test_after_a_verdict_running_games_stop_and_the_score_is_that_of_the_program(
    cluster: Cluster, tmp_path: Path, luctor: str
) -> None:
    cluster.start_worker()
    cluster.start_worker(FAKE_SLEEP="600")
    settings = fake_settings(
        tmp_path, luctor, is_weak=True, rounds=1000, sprt=Sprt(elo0=0, elo1=200)
    )
    with cluster.connect(2) as client:
        batches: list[float] = []
        result = sprt(client, settings, on_progress=lambda _: batches.append(time.monotonic()))
        wait_for("end of the games", lambda: not cluster.games_processes())
        # The last batch decides.
        assert time.monotonic() - batches[-1] < 2
        assert result.accepted == "H1"
        numbers = game_numbers(settings.out)
        assert len(numbers) == len(set(numbers)) == result.games < 2000
        test = ["-sprt", "elo0=0", "elo1=200"]
        command = [luctor, "match", "-score", str(settings.out), "-json", *test]
        printed = json.loads(subprocess.check_output(command))
        assert printed == result.score and printed["sprt"]["accepted"] == "H1"
        # A match that is decided plays no more games.
        assert sprt(client, settings).games == result.games


def test_a_match_moves_between_one_machine_and_a_cluster(
    cluster: Cluster, tmp_path: Path, luctor: str
) -> None:
    book = tmp_path / "book.txt"
    book.write_text("startpos\n1/3/5/2b4/2b1b4/2(b2w2)(w3)3/5/3/1 w 0,0\n")
    cluster.start_worker()
    cluster.start_worker()
    players = [
        Player(name, Binary(Path(luctor)), [f"option.Hash={size}"])
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
        changed = settings("match.jsonl", 9)
        with pytest.raises(ClusterError):
            match(client, MatchSettings(**{**vars(changed), "each": ["nodes=201"]}))
    local(changed)
    assert games(changed) == games(whole)


def test_a_match_without_a_worker_that_can_play_is_an_error(
    cluster: Cluster, tmp_path: Path, luctor: str
) -> None:
    cluster.start_worker(FAKE_BENCH="999")
    settings = fake_settings(tmp_path, luctor)
    with (
        cluster.connect(1) as client,
        pytest.raises(ClusterError, match="the bench of new is 999, expected 1000"),
    ):
        match(client, settings, wait_timeout=1)
