"""The start positions of a rule for the entries.

The rule W-B has the men of White and of Black. They enter in turn, White first. With ORDER,W-B the first men enter in another
order: bb if Black enters two first, wbb if White enters one and Black two. ORDER may be empty.

Each position has the men of ORDER, or without ORDER one of each side. No man is on the rim, because players avoid it, and the first
one is not on the centre. No man can be captured at once. No two positions are symmetric. Of more than 600 positions, 600 are drawn
at random, the same ones each time.
"""

import itertools
import random
import re
from collections import defaultdict

import emergo

MAX_POSITIONS = 600


def find(board: emergo.Variant, rule: str) -> list[str]:
    """The positions as text."""
    order, men = rule.split(",") if "," in rule else ("wb", rule)
    hands = ",".join(str(int(count) - order.count(side)) for count, side in zip(men.split("-"), "wb"))
    # From the highest digit on, as in a position text.
    squares = sorted(emergo.Board(board).squares(), key=lambda name: -int(name[1]))
    rows = [list(row) for _, row in itertools.groupby(squares, key=lambda name: name[1])]
    centre = rows[len(rows) // 2][len(rows) // 2]
    inner = [square for row in rows[1:-1] for square in row[1:-1]]

    def place(entered: dict[str, str], turn: str) -> emergo.Board:
        lines = ("".join(entered.get(square, "-") for square in row) for row in rows)
        cells = re.sub("-+", lambda run: str(len(run[0])), "/".join(lines))
        return emergo.Board(board, f"{cells} {turn} {hands} 1")

    symmetric: defaultdict[int, list[tuple[list[tuple[str, str]], str]]] = defaultdict(list)
    for entries in itertools.permutations(inner, len(order)):
        entered = dict(zip(entries, order))
        by_turn = {turn: place(entered, turn) for turn in "wb"}
        moves = itertools.chain(*(position.legal_moves for position in by_turn.values()))
        # A capture is mandatory.
        if entries[:1] != (centre,) and all(move.kind != "capture" for move in moves):
            position = by_turn["b" if order.endswith("w") else "w"]
            symmetric[position.canonical_key()].append((sorted(entered.items()), position.fen()))
    classes = sorted(symmetric.values(), key=min)
    if len(classes) > MAX_POSITIONS:
        classes = random.Random(1).sample(classes, MAX_POSITIONS)
    return [positions[-1][1] for positions in classes]
