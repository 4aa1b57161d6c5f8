#!/usr/bin/env python3
"""Writes one line of docs/findings/fair.json or pie.json from the games of a match, in the order in which they were played.

    luctor statistics GAMES --opening-plies 0 --json | scripts/fair_row.py GAMES NODES KEY=VALUE...

KEY=VALUE goes into the line, and then, all with White's points:

- `blocked_loss`: what White makes if a blocked side loses. The same games count, with another result of the blocked ones.
- `off_centre`: the games in which no man was on the centre in the first six plies, those of the start position included.
- `chooser`: the first half of the games from a position tells which side is better; the points of this side in the second half.
"""

import collections
import json
import re
import sys

OFF_CENTRE_PLIES = 6


def main():
    path, nodes, *given = sys.argv[1:]
    report = json.load(sys.stdin)
    with open(path) as lines:
        games = [game for game in map(json.loads, lines) if "result" in game]
    points = {"1-0": 1, "1/2-1/2": 0.5, "0-1": 0}
    by_opening = collections.defaultdict(list)
    blocked_loss, off_centre, chosen = [], [], []
    for game in games:
        value = points[game["result"]]
        by_opening[game["opening"]].append(value)
        side = game["end"].split()[1]
        blocked_loss.append((side == "b") * 1 if game["reason"] == "blocked" else value)
        if not uses_centre(game):
            off_centre.append(value)
    for values in by_opening.values():
        first, second = values[: len(values) // 2], values[len(values) // 2 :]
        chosen += second if 2 * sum(first) >= len(first) else [1 - value for value in second]
    owned = report["shadowpieces"]["white"] + report["shadowpieces"]["black"]
    row = {"variant": report["variant"], **dict(pair.split("=", 1) for pair in given), "nodes": int(nodes)}
    row |= {"white": report["white"], "median": report["plies"]["median"], "shadowpieces": owned, "positions": len(by_opening)}
    row |= {"blocked_loss": mean(blocked_loss), "off_centre": mean(off_centre), "chooser": mean(chosen)}
    print(json.dumps(row))


def uses_centre(game):
    """The centre is the middle cell of the position text, in the middle row."""
    board, cells = game["opening"].split()[0], []
    for part in re.findall(r"\d+|\(.*?\)|[wb]", board):
        cells += [""] * int(part) if part.isdigit() else [part]
    plies = OFF_CENTRE_PLIES - sum(map(bool, cells))
    middle = board.count("/") // 2
    centre = f"{'abcdefghi'[middle]}{middle + 1}"
    entered = any(move["move"] == centre for move in game["moves"][: max(0, plies)])
    return bool(cells[len(cells) // 2]) or entered


def mean(values):
    """As `luctor statistics` does: the error is unknown for fewer than two games or equal results."""
    if len(values) < 2:
        return None
    average = sum(values) / len(values)
    variance = sum((value - average) ** 2 for value in values) / (len(values) - 1)
    return {"games": len(values), "points": average, "error": 1.96 * (variance / len(values)) ** 0.5 or None}


main()
