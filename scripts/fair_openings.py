#!/usr/bin/env python3
"""Writes the start positions of a rule for the entries, for `luctor match -openings`.

    scripts/fair_openings.py BOARD RULE

RULE is W-B, the men of White and of Black. They enter in turn, White first. With ORDER,W-B the first men enter in another order:
bb if Black enters two first, wbb if White enters one and Black two. ORDER may be empty.

Each position has the men of ORDER, or without ORDER one of each side. No man is on the rim, because players avoid it, and the first one
is not on the centre. No man can be captured at once. No two positions are symmetric. Of more than 600 positions, 600 are drawn
at random, the same ones each time. LUCTOR is the program that knows the boards [the release build].
"""

import argparse
import itertools
import json
import os
import random
import subprocess
import sys

MOST = 600


def rows_of(board):
    """The number of cells of each row, from the position text of the empty board."""
    luctor = os.environ.get("LUCTOR") or os.path.join(os.environ.get("CARGO_TARGET_DIR", "target"), "release/luctor")
    query = json.dumps({"id": "start", "variant": board, "nodes": 1})
    answer = json.loads(subprocess.run([luctor, "batch"], input=query, capture_output=True, text=True, check=True).stdout)
    if "error" in answer:
        sys.exit(f"{board}: {answer['error']}")
    return [int(row) for row in answer["position"].split()[0].split("/")]


class Board:
    """The cells as (x, y): steps from the centre along the letters and along the digits."""

    def __init__(self, rows):
        # A diamond has one cell in its first row.
        self.hexagonal = rows[0] > 1
        self.radius = len(rows) // 2
        span = range(-self.radius, self.radius + 1)
        self.cells = [(x, y) for y in reversed(span) for x in span if self.distance(x, y) <= self.radius]
        self.steps = [(1, 0), (-1, 0), (0, 1), (0, -1)] + [(1, 1), (-1, -1)] * self.hexagonal
        mirrors = [lambda x, y: (y, x), lambda x, y: (-x, -y)]
        # A square also turns by a quarter, a hexagon by a sixth.
        mirrors += [lambda x, y: (x - y, x)] if self.hexagonal else [lambda x, y: (-x, y)]
        self.symmetries = {tuple(self.cells)}
        while True:
            more = {tuple(mirror(*cell) for cell in image) for mirror in mirrors for image in self.symmetries}
            if more <= self.symmetries:
                break
            self.symmetries |= more

    def distance(self, x, y):
        """From the centre, such that the rim has the same distance everywhere."""
        return max(abs(x), abs(y), abs(x - y)) if self.hexagonal else abs(x) + abs(y)

    def threatened(self, men):
        """Can a side that is to move capture a man?"""
        for (x, y), side in men.items():
            for dx, dy in self.steps:
                landing = (x + 2 * dx, y + 2 * dy)
                if men.get((x + dx, y + dy), side) != side and landing in self.cells and landing not in men:
                    return True
        return False

    def canonical(self, men):
        """The same for all symmetric positions."""
        images = (dict(zip(self.cells, image)) for image in self.symmetries)
        return min(sorted((image[cell], side) for cell, side in men.items()) for image in images)

    def text(self, men, side, hands):
        lines = []
        for _, row in itertools.groupby(self.cells, key=lambda cell: cell[1]):
            groups = itertools.groupby(men.get(cell, "") for cell in row)
            lines.append("".join(side * len(list(run)) if side else str(len(list(run))) for side, run in groups))
        return f"{'/'.join(lines)} {side} {hands[0]},{hands[1]} 1"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("board")
    parser.add_argument("rule")
    arguments = parser.parse_args()
    *order, hands = arguments.rule.split(",")
    order = order[0] if order else "wb"
    hands = [int(men) - order.count(side) for men, side in zip(hands.split("-"), "wb")]
    board = Board(rows_of(arguments.board))
    inner = [cell for cell in board.cells if board.distance(*cell) < board.radius]
    found = {}
    for cells in itertools.permutations(inner, len(order)):
        men = dict(zip(cells, order))
        if cells[:1] != ((0, 0),) and not board.threatened(men):
            found[tuple(board.canonical(men))] = men
    keys = sorted(found)
    if len(keys) > MOST:
        keys = random.Random(1).sample(keys, MOST)
    print(f"# scripts/fair_openings.py {arguments.board} {arguments.rule}")
    for key in keys:
        print(board.text(found[key], "b" if order.endswith("w") else "w", hands))


main()
