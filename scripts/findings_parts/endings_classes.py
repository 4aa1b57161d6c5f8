"""Adds up the classes of a report of `luctor endings --classes --json`, which are thousands: the report has sums instead.

Sums are won, drawn and lost positions. `one_column` has one piece each, with the larger cap to move, by the ratio of the caps:
less than 3/2, 3/2, more. The others have either side to move, by the difference of the sums of the caps, at most 3 in size:
`two_columns` against one, `three_columns` against one, and `two_against_two` of the side to move. `column_values` are those of the
caps of 1, 2, 3, 4, and 5 or more: by how much the mean points of the side to move rise with one such column more, by linear
regression over all positions with four pieces.
"""

import json
import re
from collections import Counter, defaultdict

import numpy

# The names of the sums, by the pieces of the two sides.
SUMS = {(1, 1): "one_column", (2, 1): "two_columns", (3, 1): "three_columns", (2, 2): "two_against_two"}


def add_up(line: str) -> str:
    report = json.loads(line)
    report["longest_win"] = report["longest_win"]["plies"]
    sums: dict[str, defaultdict[object, Counter[str]]] = {name: defaultdict(Counter) for name in SUMS.values()}
    # The normal equations of the regression.
    matrix, vector = numpy.zeros((6, 6)), numpy.zeros(6)
    for one in report.pop("classes"):
        own, other = ([int(cap) for cap in re.findall(r"\b[wb](\d+)", side)] for side in one["columns"].split(" - "))
        results = Counter(won=one["won"], drawn=one["drawn"], lost=one["lost"])
        if len(own) + len(other) == 4:
            inputs = [1, *(caps_of(size, own) - caps_of(size, other) for size in range(1, 6))]
            matrix += one["positions"] * numpy.outer(inputs, inputs)
            vector += (one["won"] + one["drawn"] / 2) * numpy.array(inputs)
        if len(own) < len(other):
            own, other, results = other, own, Counter(won=one["lost"], drawn=one["drawn"], lost=one["won"])
        key: object = max(-3, min(3, sum(own) - sum(other)))
        if len(own) == len(other) == 1:
            if own <= other:
                continue
            ratio = 2 * own[0] - 3 * other[0]
            key = "more" if ratio > 0 else "less" if ratio < 0 else "3/2"
        if name := SUMS.get((len(own), len(other))):
            sums[name][key] += results
    for name, parts in sums.items():
        if parts:
            report[name] = {key: [part["won"], part["drawn"], part["lost"]] for key, part in parts.items()}
    if report["pieces"] == 4:
        report["column_values"] = numpy.linalg.solve(matrix, vector)[1:].tolist()
    return json.dumps(report) + "\n"


def caps_of(size: int, caps: list[int]) -> int:
    return sum(min(cap, 5) == size for cap in caps)
