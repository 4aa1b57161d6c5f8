"""A line of docs/findings/fair.json or pie.json from the games of a match, in the order in which they were played."""

from collections import defaultdict
from pathlib import Path
from typing import Any

import emergo

from .tables import Estimate

POINTS = {"1-0": 1, "1/2-1/2": 0.5, "0-1": 0}
OFF_CENTRE_PLIES = 6


def make(games_file: Path, report: dict[str, Any], nodes: int, given: dict[str, str]) -> dict[str, object]:
    """`report` is that of `luctor statistics`, `given` goes into the line. Then come, all with White's points:

    - `blocked_loss`: what White makes if a blocked side loses. The same games count, with another result of the blocked ones.
    - `off_centre`: the games in which no man was on the centre in the first six plies, those of the start position included.
    - `chooser`: the first half of the games from a position tells which side is better; the points of this side in the second half.
    """
    games = [(game, POINTS[game.result]) for game in emergo.read_records(games_file) if game.result != "*"]
    blocked_loss = [game.board().turn == "black" if game.termination == "blocked" else points for game, points in games]
    off_centre = [points for game, points in games if not uses_centre(game)]
    by_opening: defaultdict[str, list[float]] = defaultdict(list)
    for game, points in games:
        by_opening[game.start_fen].append(points)
    chosen: list[float] = []
    for values in by_opening.values():
        first, second = values[: len(values) // 2], values[len(values) // 2 :]
        chosen += second if 2 * sum(first) >= len(first) else [1 - value for value in second]
    owned = report["shadowpieces"]["white"] + report["shadowpieces"]["black"]
    row: dict[str, object] = {"variant": report["variant"], **given, "nodes": nodes}
    row |= {"white": report["white"], "median": report["plies"]["median"], "shadowpieces": owned, "positions": len(by_opening)}
    return row | {"blocked_loss": mean(blocked_loss), "off_centre": mean(off_centre), "chooser": mean(chosen)}


def uses_centre(game: emergo.Record) -> bool:
    start = game.board(0)
    squares = start.squares()
    centre = squares[len(squares) // 2]
    plies = max(0, OFF_CENTRE_PLIES - len(start.columns()))
    entered = any(str(played.move) == centre for played in game.moves[:plies])
    return start.column_at(centre) is not None or entered


def mean(values: list[float]) -> Estimate | None:
    """As `luctor statistics` does: the error is unknown for fewer than two games or equal results."""
    if len(values) < 2:
        return None
    average = sum(values) / len(values)
    variance = sum((value - average) ** 2 for value in values) / (len(values) - 1)
    return {"games": len(values), "points": average, "error": 1.96 * (variance / len(values)) ** 0.5 or None}
