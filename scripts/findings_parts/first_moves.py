"""Scores White's first entries and Black's answers to the best one, and writes openings for games.

The positions are those of docs/findings/BOARD-scores.json: the centre, which White's first entry must not take, all other
entries, and all answers to the one that a search prefers, without symmetric ones.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

FINDINGS = Path(__file__).parents[2] / "docs/findings"


def score(luctor: Callable[..., str], board: str, nodes: int, folder: Path) -> None:
    """Writes the new scores, and BOARD-entries.txt and BOARD-answers.txt (the five best answers) for `luctor match`."""
    scores = json.loads((FINDINGS / f"{board}-scores.json").read_text()) | {"nodes": nodes}
    for name in ("entries", "answers"):
        search(luctor, board, nodes, scores[name])
        # The best ones first: White's entries, Black's answers.
        scores[name].sort(key=lambda one: one["white_expects"], reverse=name == "entries")
        openings = [one["position"] for one in scores[name]][: 5 if name == "answers" else None]
        (folder / f"{board}-{name}.txt").write_text("\n".join(openings) + "\n")
    (folder / f"{board}-scores.json").write_text(json.dumps(scores, indent=1) + "\n")


def search(luctor: Callable[..., str], board: str, nodes: int, first_moves: list[dict[str, Any]]) -> None:
    """Replaces the share of the points that White expects, and the best line."""
    queries = (
        json.dumps({"id": str(number), "variant": board, "position": one["position"], "nodes": nodes}) + "\n"
        for number, one in enumerate(first_moves)
    )
    for answer in map(json.loads, luctor("batch --hash 64", input="".join(queries)).splitlines()):
        best = answer["moves"][0]
        expected = best["expected"] if answer["side"] == "white" else 1 - best["expected"]
        first_moves[int(answer["id"])] |= {"white_expects": expected, "depth": answer["depth"], "line": best["pv"]}
