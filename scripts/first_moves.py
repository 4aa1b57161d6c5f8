#!/usr/bin/env python3
"""Scores White's first entries and Black's answers to the best one, and writes openings for games.

    scripts/first_moves.py LUCTOR BOARD FOLDER [--nodes N] [--answers N]

Symmetric entries are one. The centre, which White's first entry must not take, is scored too.
Writes BOARD-entries.txt and BOARD-answers.txt (the best answers), which are openings for
`luctor match`, and BOARD-scores.json.
"""

import argparse
import json
import pathlib
import subprocess

from findings_tables import usual_squares

# First entries, and pairs of White's and Black's first entry, of which no two are symmetric.
CLASSES = {"emergo": (8, 205), "emergo7": (5, 74), "hexemergo": (5, 105)}
CENTRES = {
    "emergo": "1/3/5/7/4w4/7/5/3/1 b 11,12 1",
    "emergo7": "1/3/5/3w3/5/3/1 b 7,8 1",
    "hexemergo": "4/5/6/3w3/6/5/4 b 11,12 1",
}


def openings(luctor: str, board: str, plies: int, count: int) -> list[str]:
    """All positions after this number of random plies, with any score."""
    arguments = ["--plies", str(plies), "--count", str(count), "--nodes", "1", "--margin", "20000"]
    command = [luctor, "openings", "--variant", board, *arguments]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return [line for line in lines if not line.startswith("#")]


def scores(luctor: str, board: str, positions: list[str], nodes: int) -> list[dict]:
    """The share of the points that the search expects in each position, and the best line."""
    queries = [
        json.dumps({"id": str(number), "variant": board, "position": position, "nodes": nodes})
        for number, position in enumerate(positions)
    ]
    command = [luctor, "batch", "--hash", "64"]
    answers = subprocess.run(
        command, input="\n".join(queries) + "\n", check=True, capture_output=True, text=True
    ).stdout.splitlines()
    scored = []
    for answer in map(json.loads, answers):
        best = answer["moves"][0]
        of_white = answer["side"] == "white"
        scored.append(
            {
                "position": positions[int(answer["id"])],
                "white_expects": best["expected"] if of_white else 1 - best["expected"],
                "depth": answer["depth"],
                "line": best["pv"],
            }
        )
    return scored


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("luctor")
    parser.add_argument("board", choices=CLASSES)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--nodes", type=int, default=10_000_000)
    parser.add_argument("--answers", type=int, default=5)
    arguments = parser.parse_args()
    luctor, board = arguments.luctor, arguments.board
    first, pairs = CLASSES[board]

    entries = [*openings(luctor, board, 1, first), CENTRES[board]]
    entries = scores(luctor, board, entries, arguments.nodes)
    entries.sort(key=lambda entry: -entry["white_expects"])
    best = next(entry for entry in entries if entry["position"] != CENTRES[board])
    [entry] = usual_squares(board, best["position"])
    answers = [
        position
        for position in openings(luctor, board, 2, pairs)
        if usual_squares(board, position)[0] == entry
    ]
    answers = scores(luctor, board, answers, arguments.nodes)
    answers.sort(key=lambda answer: answer["white_expects"])

    def write(name: str, scored: list[dict]) -> None:
        lines = [entry["position"] for entry in scored]
        (arguments.folder / f"{board}-{name}.txt").write_text("\n".join(lines) + "\n")

    write("entries", entries)
    write("answers", answers[: arguments.answers])
    result = {"board": board, "nodes": arguments.nodes, "entries": entries, "answers": answers}
    (arguments.folder / f"{board}-scores.json").write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
