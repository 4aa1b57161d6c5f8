#!/usr/bin/env -S python3 -B
"""Writes the tables of docs/emergo.md from the data of scripts/findings.

    scripts/findings_parts/tables.py FOLDER DOCUMENT [--check]

In the document, the comment `<!-- table NAME -->` stands before each of them. --check changes nothing and fails if a table
differs from the data.
"""

import argparse
import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypedDict

NAMED_OPENINGS = Path(__file__).parents[1] / "openings/emergo-fair.txt"

NAMES = {
    "e4 e6": "Opposition",
    "f4 e5": "Centre",
    "e4 f5": "Right Angle",
    "e4 e7": "Distant Opposition",
    "e4 g5": "Distant Right Angle",
    "e4 g4": "Gap",
    "e4 f6": "Knight",
    "e4 f3": "Diagonal",
}

RULES = {
    ",10-11": "10-11, from the empty board",
    ",9-10": "9-10, from the empty board",
    "bb,12-12": "12-12, Black enters two first",
}

# The heads of a table, then its rows.
Rows = Iterator[tuple[object, ...]]


class Estimate(TypedDict):
    """The mean points of games. Its error may be unknown."""

    games: int
    points: float
    error: float | None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("document", type=Path)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    write(arguments.folder, arguments.document, arguments.check)


def write(folder: Path, document: Path, check: bool = False) -> None:
    makers = (results, entries, openings, men, fair, pie, named)
    tables = {make.__name__: table(*make(folder)) for make in makers}
    # A comment, and the table after it if there is one.
    place = re.compile(r"^<!-- table (.*) -->\n\n(?:\|.*\n)*", re.MULTILINE)
    text = document.read_text()
    if sorted(place.findall(text)) != sorted(tables):
        sys.exit(f"{document} has the tables {place.findall(text)} in place of {list(tables)}")
    changed = place.sub(lambda match: f"<!-- table {match[1]} -->\n\n{tables[match[1]]}", text)
    if not check:
        document.write_text(changed)
    elif changed != text:
        sys.exit(f"the tables of {document} differ from {folder}")


def table(heads: tuple[object, ...], *rows: tuple[object, ...]) -> str:
    first, *others = (f"| {' | '.join(map(str, cells))} |\n" for cells in (heads, *rows))
    return "".join([first, "|---" * len(heads) + "|\n", *others])


def read(folder: Path, name: str) -> Any:
    return json.loads((folder / f"{name}.json").read_text())


def read_lines(folder: Path, name: str) -> list[Any]:
    return [json.loads(line) for line in (folder / f"{name}.json").read_text().splitlines()]


def percent(share: float, digits: int = 0) -> str:
    return f"{100 * share:.{digits}f} %"


def estimate(report: Estimate | None, digits: int = 0) -> str:
    if report is None:
        return "-"
    error = "" if report["error"] is None else f" ± {100 * report['error']:.{digits}f}"
    return f"{100 * report['points']:.{digits}f}{error} %"


def boards(folder: Path) -> list[str]:
    """The boards of the data."""
    return sorted(path.stem.removesuffix("-scores") for path in folder.glob("*-scores.json"))


def results(folder: Path) -> Rows:
    yield "board", "nodes per move", "games", "White's points", "draws", "median length, plies"
    for board in boards(folder):
        names = (path.stem.removeprefix(f"{board}-") for path in folder.glob(f"{board}-*.json"))
        for name in sorted(filter(str.isdigit, names), key=int):
            report = read(folder, f"{board}-{name}")
            white, draws = report["white"], percent(report["white"]["drawn"] / report["white"]["games"], 1)
            yield board, f"{int(name):,}", f"{white['games']:,}", estimate(white, 1), draws, report["plies"]["median"]


def entries(folder: Path) -> Rows:
    yield "board", "entry", "where", "White's points"
    for board in boards(folder):
        games = {one["position"]: one["white"] for one in read(folder, f"{board}-entries")["openings"]}
        for entry in read(folder, f"{board}-scores")["entries"]:
            points = estimate(games[entry["position"]])
            yield board, f"`{entry['moves']}`", entry["where"], points


def openings(folder: Path) -> Rows:
    yield "opening", "moves", "White expects", "and then"
    for line in read(folder, "openings")["lines"]:
        first, then = " ".join(line["moves"][:2]), " ".join(line["moves"][2:])
        yield NAMES.get(first, "-"), f"`{first}`", percent(line["expected"]), f"`{then}`" if then else "-"


def men(folder: Path) -> Rows:
    yield "board", "men a side", "value", "White's first entries that are not lost"
    for report in read_lines(folder, "men"):
        winner = {"win": "White", "loss": "Black", "draw": None}[report["result"]]
        value = f"{winner} wins in {report['plies']} plies" if winner else "draw"
        kept = [f"`{entry['move']}`" for entry in report["entries"] if entry["result"] != "loss"]
        all_kept = len(kept) == len(report["entries"])
        yield report["variant"], report["men"], value, "all" if all_kept else " ".join(kept) or "none"


def fair(folder: Path) -> Rows:
    """White's points by strength, and the draws of the strongest games."""
    reports = read_lines(folder, "fair")
    strengths = sorted({report["nodes"] for report in reports})
    rules: defaultdict[tuple[str, str], dict[int, Any]] = defaultdict(dict)
    for report in sorted(reports, key=lambda report: report["variant"]):
        rules[report["variant"], report["rule"]][report["nodes"]] = report["white"]
    yield "board", "men of White and Black", *(f"{nodes:,} nodes" for nodes in strengths), "draws"
    for (variant, rule), white in rules.items():
        strongest = white[max(white)]
        draws = percent(strongest["drawn"] / strongest["games"])
        yield variant, RULES.get(rule, rule), *(estimate(white.get(nodes)) for nodes in strengths), draws


def pie(folder: Path) -> Rows:
    yield "plies", "positions", "nodes", "games", "White's points", "draws", "the chooser's points"
    for report in read_lines(folder, "pie"):
        white = report["white"]
        draws, chooser = percent(white["drawn"] / white["games"]), estimate(report["chooser"])
        yield report["plies"], report["positions"], f"{report['nodes']:,}", white["games"], estimate(white), draws, chooser


def named(folder: Path) -> Rows:
    yield "opening", "position", "text", "White's points"
    found = {one["position"]: one["white"] for one in read(folder, "named")["openings"]}
    for name, position in named_openings():
        white, picture = found[position], f"plots/fair-{name.lower()}.svg"
        yield name, f'<img src="{picture}" width="150" alt="{name}">', f"`{position}`", estimate(white)


def named_openings() -> list[tuple[str, str]]:
    """Names and positions: after each line `# NAME` comes a position."""
    return re.findall(r"^# (\w+)\n([^#].*)$", NAMED_OPENINGS.read_text(), re.MULTILINE)


if __name__ == "__main__":
    main()
