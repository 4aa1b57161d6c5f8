"""`python -m luctor.cluster`."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import HANG_SECONDS, OPENING, Cluster, fake_engine
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
