"""Measures the efficiency of luctor.cluster, for docs/cluster.md.

python benches/efficiency.py pairs LUCTOR OPENINGS   two workers against -concurrency 2
python benches/efficiency.py sleepers LUCTOR         64 workers against 1, with engines that sleep
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from distributed import Client, LocalCluster

from luctor.cluster import MatchSettings, Player, match

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests"))

from ugi_engines import WIN, fake_engine

ROUNDS = 150
SLEEP_SECONDS = 2.0
GAMES_OF_A_SLEEPER = 60


def cluster_seconds(client: Client, settings: MatchSettings) -> float:
    started = time.monotonic()
    match(client, settings, on_progress=lambda _: None)
    return time.monotonic() - started


def local_cluster(workers: int, *, processes: bool) -> LocalCluster:
    return LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=processes,
        memory_limit=0,
        dashboard_address=None,
    )


def pairs(luctor: Path, book: Path) -> None:
    """The same games at the same time, by one program with two cores and by two workers.

    Both share the machine, so that other load does not favour one of them.
    """
    with tempfile.TemporaryDirectory() as folder, local_cluster(2, processes=True) as cluster:
        client = Client(cluster)
        settings = MatchSettings(
            players=[
                Player(name, luctor, [f"option.Hash={size}"])
                for name, size in (("new", 8), ("base", 7))
            ],
            out=Path(folder, "cluster.jsonl"),
            each=["nodes=5000"],
            openings=book,
            rounds=ROUNDS,
            luctor=luctor,
        )
        alone = ["-concurrency", "2", "-quiet", "-out", f"{folder}/alone.jsonl"]
        command = [str(luctor), "match", *settings.words(), *alone]

        def local_seconds() -> float:
            started = time.monotonic()
            subprocess.run(command, check=True, capture_output=True)
            return time.monotonic() - started

        with ThreadPoolExecutor(1) as thread:
            local_time = thread.submit(local_seconds)
            remote = cluster_seconds(client, settings)
            local = local_time.result()
        speeds = [60 * 2 * ROUNDS / seconds for seconds in (local, remote)]
        print(
            f"{speeds[0]:.1f} games per minute with -concurrency 2, {speeds[1]:.1f} with two "
            f"workers: {speeds[1] / speeds[0]:.3f}"
        )


def sleepers(luctor: Path) -> None:
    """Engines that need no processor, so that one machine can have many workers."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["LUCTOR_CACHE"] = f"{folder}/cache"
        book = Path(folder, "book.txt")
        book.write_text(WIN + "\n")
        new, base = (fake_engine(Path(folder), name, sleep=SLEEP_SECONDS) for name in ("n", "b"))
        speeds = []
        for workers in (1, 64):
            # 64 Python processes would be the load that is measured.
            with local_cluster(workers, processes=False) as cluster:
                settings = MatchSettings(
                    players=[Player("new", new), Player("base", base)],
                    out=Path(folder, f"match-{workers}.jsonl"),
                    each=["nodes=1"],
                    openings=book,
                    rounds=workers * GAMES_OF_A_SLEEPER // 2,
                    luctor=luctor,
                )
                seconds = cluster_seconds(Client(cluster), settings)
            speeds.append(60 * workers * GAMES_OF_A_SLEEPER / seconds)
            print(f"workers: {workers}, {speeds[-1]:.1f} games per minute", flush=True)
        print(f"{speeds[1] / speeds[0]:.1f} times as many games")


if __name__ == "__main__":
    if sys.argv[1] == "pairs":
        pairs(Path(sys.argv[2]), Path(sys.argv[3]))
    else:
        sleepers(Path(sys.argv[2]))
