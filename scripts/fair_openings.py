#!/usr/bin/env python3
"""Writes the start positions of a rule for the entries, for `luctor match -openings`.

    scripts/fair_openings.py BOARD RULE

RULE is W-B, the men of White and of Black. They enter in turn, White first. With ORDER,W-B the first men enter in another order:
bb if Black enters two first, wbb if White enters one and Black two. ORDER may be empty.

Each position has the men of ORDER, or without ORDER one of each side. No man is on the rim, because players avoid it, and the first one
is not on the centre. No man can be captured at once. No two positions are symmetric. Of more than 600 positions, 600 are drawn
at random, the same ones each time. Needs the package emergo: pip install ./crates/python.
"""

import argparse
import itertools
import random
import re
from collections import defaultdict

import emergo

MOST = 600


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("board", choices=emergo.variants())
    parser.add_argument("rule")
    arguments = parser.parse_args()
    *order, hands = arguments.rule.split(",")
    order = order[0] if order else "wb"
    hands = ",".join(str(int(men) - order.count(side)) for men, side in zip(hands.split("-"), "wb"))
    squares = emergo.Board(arguments.board).squares()
    # From the highest digit on, as in a position text.
    rows = [list(row) for _, row in itertools.groupby(sorted(squares, key=lambda name: -int(name[1])), key=lambda name: name[1])]
    centre = rows[len(rows) // 2][len(rows) // 2]

    def board(men, side):
        lines = ("".join(men.get(square, "-") for square in row) for row in rows)
        cells = re.sub("-+", lambda run: str(len(run[0])), "/".join(lines))
        return emergo.Board(arguments.board, f"{cells} {side} {hands} 1")

    # The positions that are symmetric to each other.
    found = defaultdict(list)
    inner = [square for row in rows[1:-1] for square in row[1:-1]]
    for entries in itertools.permutations(inner, len(order)):
        men = dict(zip(entries, order))
        boards = [board(men, side) for side in "wb"]
        # A capture is mandatory.
        if entries[:1] != (centre,) and all(move.kind != "capture" for board in boards for move in board.legal_moves):
            position = boards[order.endswith("w")]
            found[position.canonical_key()].append((sorted(men.items()), position.fen()))
    classes = sorted(found.values(), key=min)
    if len(classes) > MOST:
        classes = random.Random(1).sample(classes, MOST)
    print(f"# scripts/fair_openings.py {arguments.board} {arguments.rule}")
    for positions in classes:
        print(positions[-1][1])


main()
