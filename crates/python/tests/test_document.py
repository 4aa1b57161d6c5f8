"""The blocks of docs/python.md work."""

import re
from pathlib import Path

import pytest

DOCUMENT = Path(__file__).parents[3] / "docs" / "python.md"


def test_the_blocks_of_the_document_run_in_order(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    printed = []
    blocks = re.findall(r"^```python\n(.*?)\n```$", DOCUMENT.read_text("utf-8"), re.M | re.S)
    for number, block in enumerate(blocks, 1):
        exec(compile(block, f"{DOCUMENT.name}, block {number}", "exec"), names)
        printed.append(capsys.readouterr().out.splitlines())
    assert re.fullmatch(r"(White wins|Black wins|draw) \(.*\) after \d+ plies", printed[0][0])
    assert names["board"]._repr_svg_().startswith("<svg")  # type: ignore[attr-defined]
    assert "illegal move 'e4'" in printed[2][0]
    assert printed[4] == ["Ann * e4 the first entry"]
    assert printed[5] == ["e4-e5 217", "[261, 259] h4xf4xd4"]
    assert re.fullmatch(r"4/.* b 11,12 1 \d+", printed[-1][0])
