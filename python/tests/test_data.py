"""Training data and analysis on real Dask processes, and programs that workers build."""

import hashlib
import json
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from conftest import ROOT
from dask_cluster import Cluster, kill
from waiting import wait_for

from luctor.cluster import (
    AnalysisSettings,
    DataSettings,
    Revision,
    analyse,
    data,
    datagen,
    pool,
    tasks,
)
from luctor.cluster.pool import Pool
from luctor.cluster.source import Source
from luctor.cluster.tasks import Prepared, ProgramError, SentFile, Setup, build, missing, prepare

QUICK = ["--variant", "emergo7", "--nodes", "20"]


def test_a_merged_file_is_the_file_of_one_machine(
    cluster: Cluster, tmp_path: Path, luctor: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The pool looks at the workers before it takes the next result.
    monkeypatch.setattr(pool, "_REFRESH", 0.0)
    cluster.start_worker()
    victim = cluster.start_worker()
    whole = tmp_path / "whole.games"
    network = ROOT / "crates/engine/nets/emergo7.net"
    goal = ["--positions", "12000", "--seed", "5", "--net", str(network)]
    command = [luctor, "datagen", "--out"]
    subprocess.run([*command, whole, *goal, *QUICK], check=True, capture_output=True)
    settings = DataSettings(
        out=tmp_path / "my.games",
        positions=12_000,
        seed=5,
        options=QUICK,
        luctor=Path(luctor),
        network=network,
        batch_seconds=0.5,
    )
    # Parts of an earlier run: the second one is torn, and the third one has another seed.
    parts = settings.parts_folder()
    parts.mkdir()
    for blocks, seed in (("1-1", 5), ("2-3", 5), ("4-4", 6)):
        part = [str(parts / blocks), "--blocks", blocks, "--seed", str(seed), "--net"]
        subprocess.run([*command, *part, network, *QUICK], check=True, capture_output=True)
    torn = parts / "2-3"
    torn.write_bytes(torn.read_bytes()[:-1])
    joined: list[list[str]] = []

    def run(command: Sequence[str]) -> str:
        joined.append([Path(part).name for part in command[command.index("--parts") + 1 :]])
        return tasks.run(command)

    monkeypatch.setattr(data, "run", run)
    lines: list[str] = []

    def on_progress(line: str) -> None:
        if not lines:
            kill(victim)
            wait_for("loss of the worker", lambda: len(client.nthreads()) == 1)
        lines.append(line)

    with cluster.connect(2) as client:
        result = datagen(client, settings, on_progress=on_progress)
        assert settings.out.read_bytes() == whole.read_bytes()
        # The program reads the whole file once for all of them.
        assert joined[:2] == [[], ["1-1", "2-3", "4-4"]]
        assert not parts.exists()
        assert result.positions >= 12_000 and "lost" in {w.state for w in result.workers}
        # The same settings continue a file that is not long enough.
        more = DataSettings(**{**vars(settings), "positions": 13_000})
        assert datagen(client, more, on_progress=on_progress).positions >= 13_000
    assert more.out.read_bytes().startswith(whole.read_bytes())


def test_queries_are_answered_in_their_order(cluster: Cluster, luctor: str) -> None:
    cluster.start_worker()
    cluster.start_worker()
    queries: list[dict[str, object]] = [
        {"id": f"game {number}", "moves": ["e4", "e6", "f4"][:number], "nodes": 200, "multipv": 2}
        for number in (3, 0, 1, 2, 1)
    ]
    queries += [{"moves": ["e4", "e6"], "turns": [2, 0]}, {"id": "wrong", "moves": ["e5"]}]
    with cluster.connect(2) as client:
        answers = analyse(client, AnalysisSettings(queries, Path(luctor), ["--hash", "1"]))
    batch = subprocess.run(
        [luctor, "batch", "--threads", "1", "--hash", "1"],
        input="".join(json.dumps({"id": "none", **query}) + "\n" for query in queries),
        capture_output=True,
        text=True,
        check=True,
    )
    expected = [json.loads(line) for line in batch.stdout.splitlines()]
    for answer in expected:
        answer.pop("time", None)
    found = [answer for of_query in answers for answer in of_query]
    assert [len(of_query) for of_query in answers] == [1, 1, 1, 1, 1, 2, 1]
    asked = [query.get("id") for query in queries]
    assert [of_query[0]["id"] for of_query in answers] == asked
    assert [answer["turn"] for answer in answers[5]] == [0, 2]
    for answer in found:
        answer.pop("time", None)
        answer["id"] = answer["id"] or "none"
        assert answer in expected
    assert "illegal move 'e5'" in answers[6][0]["error"]


def test_a_query_that_cannot_be_read_has_an_error_and_one_with_an_unknown_field_a_warning(
    cluster: Cluster, luctor: str, caplog: pytest.LogCaptureFixture
) -> None:
    cluster.start_worker()
    # The first two batches have one query, the third one has five.
    queries: list[dict[str, object]] = [{"id": str(n), "nodes": 10} for n in range(12)]
    queries[3]["nodes"] = float("nan")
    queries[4]["komi"] = 7.5
    queries[5]["moves"] = ["e4"] * 200_000
    queries[6]["moves"] = ["e5"]
    with cluster.connect(1) as client:
        answers = analyse(client, AnalysisSettings(queries, Path(luctor), ["--hash", "1"]))
    assert "excluded" not in caplog.text
    assert [{answer["id"] for answer in of_query} for of_query in answers] == [
        {query["id"]} for query in queries
    ]
    for number, parts in {
        2: ['"final": true'],
        3: ["the line is not JSON: "],
        4: ['"warning": "unknown field"', '"final": true'],
        5: ["the line has more than 1048576 bytes"],
        6: ["illegal move 'e5'"],
    }.items():
        found = [json.dumps(answer) for answer in answers[number]]
        assert len(found) == len(parts) and all(map(str.__contains__, found, parts)), found


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A program that prints a bench number, in a repository."""
    place = tmp_path / "repository"
    (place / "src").mkdir(parents=True)
    (place / "Cargo.toml").write_text('[package]\nname = "luctor"\nedition = "2021"\n')
    lock = 'version = 4\n\n[[package]]\nname = "luctor"\nversion = "0.0.0"\n'
    (place / "Cargo.lock").write_text(lock)
    (place / "src" / "main.rs").write_text('fn main() { println!("1234 nodes 1000000 nps") }')
    author = ["-c", "user.name=test", "-c", "user.email=test"]
    commit = ["commit", "--quiet", "-m", "A program"]
    for words in (["init", "--quiet"], ["add", "."], [*author, *commit]):
        subprocess.run(["git", "-C", str(place), *words], check=True)
    return place


def test_a_worker_builds_a_revision_and_checks_its_bench_number(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUCTOR_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("luctor.cluster.tasks._SPEED_SECONDS", 0.1)
    monkeypatch.delenv("CARGO_TARGET_DIR", raising=False)
    revision = Revision.find(str(repository), "HEAD")
    # The names of an address are those of the current folder.
    monkeypatch.chdir(repository)
    by_address = Revision.find(repository.as_uri(), "HEAD")
    assert by_address == Revision(repository.as_uri(), revision.commit)

    def prepared(bench: int, of: Revision) -> Prepared:
        return prepare(Setup({"new": of}, {"new": bench}, speed_program="new"), 1, {})

    first = prepared(1234, by_address)
    assert round(first.speed or 0) == 1_000_000
    built = Path(first.programs["new"])
    assert os.access(built, os.X_OK)
    # It is built once.
    written = built.stat().st_mtime_ns
    with pytest.raises(ProgramError, match=r"^the bench of new is 1234, expected 1235$"):
        prepared(1235, revision)
    assert built.stat().st_mtime_ns == written
    with pytest.raises(ProgramError, match=r"^git checkout: exit code"):
        prepared(1, Revision(str(repository), "0" * 40))


def test_a_build_is_announced_once_on_this_machine_and_once_for_each_worker_that_builds(
    repository: Path,
    cluster: Cluster,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setenv("LUCTOR_CACHE", str(tmp_path / "cache"))
    caplog.set_level("INFO", "luctor.cluster")
    revision = Revision.find(str(repository), "HEAD")
    for _ in range(2):
        build(revision)
    cluster.start_worker()
    for _ in range(2):
        with cluster.connect(1) as client:
            workers = Pool(client, {"new": revision}, benches={"new": 1234})
            # The work of a run that ends when a worker can play.
            workers.run(cast(Source, SimpleNamespace(is_done=workers.playing)))
    line = f"building {revision.commit[:12]}"
    found = [text for text in caplog.messages if line in text]
    assert found == [line, f"worker {workers.workers[0].name}: {line}"]


def test_a_machine_gets_a_file_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUCTOR_CACHE", str(tmp_path / "cache"))
    contents = b"a network"
    file = SentFile("my.net", hashlib.sha256(contents).hexdigest())
    setup = Setup({}, {}, [file])
    assert missing(setup) == {file.digest}
    prepare(setup, 1, {file.digest: contents})
    assert missing(setup) == set()
    assert (tmp_path / "cache" / "files" / file.digest).read_bytes() == contents
