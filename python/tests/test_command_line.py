"""`python -m luctor.cluster`."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import HANG_SECONDS, OPENING, Cluster, fake_engine
from distributed import LocalCluster, Security
from test_matches import game_numbers

from luctor.cluster.__main__ import main

COMMAND = [sys.executable, "-m", "luctor.cluster"]


def test_a_match_that_was_interrupted_is_continued_by_the_same_command(
    cluster: Cluster, tmp_path: Path, luctor: str
) -> None:
    (tmp_path / "book.txt").write_text(OPENING + "\n")
    new, base = (fake_engine(tmp_path, name, sleep=0.1) for name in ("new", "base"))
    out = tmp_path / "match.jsonl"
    words = [
        *(*COMMAND, "match", "--new", str(new), "--base", str(base), "--out", str(out)),
        *("--openings", str(tmp_path / "book.txt"), "--each", "nodes=1", "--rounds", "20"),
        *("--luctor", luctor, "--batch-seconds", "1", "--pgnout", str(tmp_path / "match.pgn")),
    ]
    # A shell starts background jobs with SIGINT ignored, and programs inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    first = subprocess.Popen([*words, "--local", "2"], stdout=subprocess.PIPE, text=True)
    assert first.stdout is not None
    progress = next(line for line in first.stdout if " of 40 games, Elo " in line)
    first.send_signal(signal.SIGINT)
    assert first.wait(HANG_SECONDS) == 130, progress
    first.stdout.close()
    before = game_numbers(out)
    assert 0 < len(before) < 40
    cluster.start_worker()
    done = subprocess.run(
        [*words, "--scheduler", cluster.address], capture_output=True, text=True, check=True
    )
    assert "40 of 40 games, Elo +0.0" in done.stdout
    assert "pairs (pentanomial)" in done.stdout
    assert "playing" in done.stderr
    assert game_numbers(out)[: len(before)] == before
    assert sorted(game_numbers(out)) == list(range(40))
    assert (tmp_path / "match.pgn").read_text().count("[Event ") == 40


@pytest.fixture
def short_match(tmp_path: Path, luctor: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The words of a match of two games, without those for the cluster."""
    monkeypatch.setenv("LUCTOR_CACHE", str(tmp_path / "cache"))
    (tmp_path / "book.txt").write_text(OPENING + "\n")
    players = [f"--{name}={fake_engine(tmp_path, name)}" for name in ("new", "base")]
    games = [f"--openings={tmp_path / 'book.txt'}", "--each", "nodes=1", "--rounds", "1"]
    return ["match", *players, *games, "--luctor", luctor, f"--out={tmp_path / 'match.jsonl'}"]


_SBATCH = """#!/bin/sh
# Starts the job at once, in a process group of its own. The number of the job is that of the group.
cd "$(dirname "$0")" && cp "$1" job && setsid sh job > job.log 2>&1 &
echo "Submitted batch job $!"
"""


def test_slurm_jobs_are_workers(
    short_match: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in (("sbatch", _SBATCH), ("scancel", '#!/bin/sh\nkill -- "-$1"\n')):
        program = tmp_path / "slurm" / name
        program.parent.mkdir(exist_ok=True)
        program.write_text(text)
        program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path / "slurm"), prepend=os.pathsep)
    options = ["jobs=1", "queue=long", "cores=1", "memory=1GB", f"local_directory={tmp_path}"]
    code = main([*short_match, "--slurm", *options, f"--wait-timeout={HANG_SECONDS}"])
    assert code == 0, (tmp_path / "slurm" / "job.log").read_text()
    assert game_numbers(tmp_path / "match.jsonl") == [0, 1]


def test_a_scheduler_with_tls_needs_the_certificates(
    short_match: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    security = Security.temporary()
    certificates = []
    for option, text in (
        ("--tls-ca-file", security.tls_ca_file),
        ("--tls-cert", security.tls_client_cert),
        ("--tls-key", security.tls_client_key),
    ):
        file = tmp_path / f"{option}.pem"
        file.write_text(text)
        certificates.append(f"{option}={file}")
    with LocalCluster(
        n_workers=1, processes=False, dashboard_address=None, security=security
    ) as local:
        words = [*short_match, "--scheduler", local.scheduler_address]
        for some in ([], certificates[:1]):
            assert main([*words, *some]) == 1
            assert capsys.readouterr().err.startswith("error: TLS needs ")
        assert main([*words, *certificates]) == 0
    assert game_numbers(tmp_path / "match.jsonl") == [0, 1]


def test_wrong_arguments_are_refused_with_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for words, sentence in (
        (["sprt"], "required"),
        (["match", "--local", "1", "--ssh", "host"], "not allowed with"),
        (["datagen", "--local", "1", "--out", "x", "--positions", "many"], "invalid int"),
    ):
        with pytest.raises(SystemExit, match="2"):
            main(words)
        assert sentence in capsys.readouterr().err
    missing = ["--luctor", str(tmp_path / "missing"), "--positions", "1", "--out", "x"]
    assert main(["datagen", "--local", "1", *missing]) == 1
    error = capsys.readouterr().err
    assert error.startswith("error: ") and error.count("\n") == 1, error
