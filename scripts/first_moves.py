#!/usr/bin/env python3
"""Scores White's first entries and Black's answers to the best one, and writes openings for games.

    scripts/first_moves.py LUCTOR BOARD FOLDER [--nodes N]

The positions are those of docs/findings/BOARD-scores.json: the centre, which White's first entry must not take, all other
entries, and all answers to the one that a search prefers, without symmetric ones. Writes the new scores into FOLDER, and
BOARD-entries.txt and BOARD-answers.txt (the five best answers), which are openings for `luctor match`.
"""

import argparse
import json
import pathlib
import subprocess

FINDINGS = pathlib.Path(__file__).parent.parent / "docs/findings"


def score(luctor, board, nodes, first_moves):
    """The share of the points that White expects by a search of each position, and the best line, in place of the old ones."""
    queries = [
        json.dumps({"id": str(number), "variant": board, "position": one["position"], "nodes": nodes})
        for number, one in enumerate(first_moves)
    ]
    command = [luctor, "batch", "--hash", "64"]
    answers = subprocess.run(command, input="\n".join(queries) + "\n", check=True, capture_output=True, text=True)
    for answer in map(json.loads, answers.stdout.splitlines()):
        best = answer["moves"][0]
        expected = best["expected"] if answer["side"] == "white" else 1 - best["expected"]
        first_moves[int(answer["id"])] |= {"white_expects": expected, "depth": answer["depth"], "line": best["pv"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("luctor")
    parser.add_argument("board")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--nodes", type=int, default=10_000_000)
    arguments = parser.parse_args()
    scores = json.loads((FINDINGS / f"{arguments.board}-scores.json").read_text()) | {"nodes": arguments.nodes}
    for name in ("entries", "answers"):
        score(arguments.luctor, arguments.board, arguments.nodes, scores[name])
        # The best ones first: White's entries, Black's answers.
        scores[name].sort(key=lambda one: one["white_expects"], reverse=name == "entries")
        openings = [one["position"] for one in scores[name]][: 5 if name == "answers" else None]
        (arguments.folder / f"{arguments.board}-{name}.txt").write_text("\n".join(openings) + "\n")
    (arguments.folder / f"{arguments.board}-scores.json").write_text(json.dumps(scores, indent=1) + "\n")


main()
