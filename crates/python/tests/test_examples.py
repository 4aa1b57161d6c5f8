"""Short runs of the examples."""

import re
import sys

import emergo
import numpy as np
import pytest
import speed
from train import train


def test_a_short_training_learns_to_beat_random_play(capsys: pytest.CaptureFixture[str]) -> None:
    scores = train("emergo7", iterations=16, games=128, seed=1, hidden=64)
    before, after = np.mean(scores[:4]), np.mean(scores[-4:])
    assert 0.4 < before < 0.6  # of 512 games
    assert after > before + 0.1
    table = capsys.readouterr().out.splitlines()
    assert table[2].startswith("| 10 | 1280 | ")
    assert table[3] == f"| 16 | 2048 | {100 * np.mean(scores[-10:]):.1f} |"


def test_the_same_seed_gives_the_same_training() -> None:
    runs = [train("hexemergo", iterations=2, games=16, seed=seed, hidden=8) for seed in (3, 3, 4)]
    assert runs[0] == runs[1] != runs[2]


def test_the_speed_of_boards_and_batches_is_printed_in_one_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["speed.py", "--seconds", "0"])
    monkeypatch.setattr(speed, "STEPS", 1)
    speed.main()
    table = capsys.readouterr().out
    for variant in emergo.variants():
        for name in ("Board", "BatchBoard(1024)"):
            assert re.search(
                rf"^\| emergo\.{re.escape(name)}, {variant} \| [\d,]+ \|$", table, re.M
            )


def test_each_measured_work_counts_what_it_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed, "STEPS", 3)
    assert speed.board("emergo7")() > 8
    assert speed.batch("emergo7", mask=True, observe=True)() == 3 * 1024
