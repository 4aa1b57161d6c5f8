#!/usr/bin/env python3
"""Writes the tables of docs/emergo.md from the data of scripts/findings.

    scripts/findings_tables.py FOLDER DOCUMENT [--check]

In the document, the comment `<!-- table NAME -->` stands before each of them. --check changes nothing and fails if a table
differs from the data.
"""

import argparse
import json
import pathlib
import re
import sys

BOARDS = ("emergo", "emergo7", "hexemergo")
NAMES = {
    **{"e4 e6": "Opposition", "f4 e5": "Centre", "e4 f5": "Right Angle", "e4 e7": "Distant Opposition"},
    **{"e4 g5": "Distant Right Angle", "e4 g4": "Gap", "e4 f6": "Knight", "e4 f3": "Diagonal"},
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("document", type=pathlib.Path)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    makers = (results, entries, columns, shadowpieces, feeding, patterns, endings, two_columns, openings, men, fair, named)
    tables = {make.__name__.replace("_", " "): table(*make(arguments.folder)) for make in makers}
    # A comment, and the table after it if there is one.
    place = re.compile(r"^<!-- table (.*) -->\n\n(?:\|.*\n)*", re.MULTILINE)
    text = arguments.document.read_text()
    if sorted(place.findall(text)) != sorted(tables):
        sys.exit(f"{arguments.document} has the tables {place.findall(text)} in place of {list(tables)}")
    changed = place.sub(lambda match: f"<!-- table {match[1]} -->\n\n{tables[match[1]]}", text)
    if not arguments.check:
        arguments.document.write_text(changed)
    elif changed != text:
        sys.exit(f"the tables of {arguments.document} differ from {arguments.folder}")


def table(heads, *rows):
    first, *others = (f"| {' | '.join(map(str, cells))} |\n" for cells in (heads, *rows))
    return "".join([first, "|---" * len(heads) + "|\n", *others])


def read(folder, name):
    return json.loads((folder / f"{name}.json").read_text())


def read_lines(folder, name):
    return [json.loads(line) for line in (folder / f"{name}.json").read_text().splitlines()]


def percent(share, digits=0):
    return f"{100 * share:.{digits}f} %"


def estimate(report, key="mean", digits=0, sign="", unit=" %"):
    """A value with its error, which may be unknown."""
    if report is None:
        return "-"
    factor = 100 if unit else 1
    error = "" if report["error"] is None else f" ± {factor * report['error']:.{digits}f}"
    return f"{factor * report[key]:{sign}.{digits}f}{error}{unit}"


def results(folder):
    yield "board", "nodes per move", "games", "White's points", "draws", "median length, plies"
    for board in BOARDS:
        names = (path.stem.removeprefix(f"{board}-") for path in folder.glob(f"{board}-*.json"))
        nodes = {name: f"{int(name):,}" for name in sorted(filter(str.isdigit, names), key=int)}
        # The other rule was tried with the second of the strengths.
        nodes["blocked"] = f"{[*nodes.values()][1]}, a blocked side loses"
        for name, shown in nodes.items():
            report = read(folder, f"{board}-{name}")
            white, draws = report["white"], percent(report["white"]["drawn"] / report["white"]["games"], 1)
            yield board, shown, f"{white['games']:,}", estimate(white, "points", 1), draws, report["plies"]["median"]


def entries(folder):
    yield "board", "entry", "where", "White expects", "White's points"
    for board in BOARDS:
        games = {one["position"]: one["white"] for one in read(folder, f"{board}-entries")["openings"]}
        for entry in read(folder, f"{board}-scores")["entries"]:
            shares = percent(entry["white_expects"]), estimate(games[entry["position"]], "points")
            yield board, f"`{entry['moves']}`", entry["where"], *shares


def columns(folder):
    yield "caps of", "1", "2", "3", "4", "5 or more", "games"
    for report in read_lines(folder, "pieces"):
        middle = next(stage for stage in report["columns"] if stage["stage"] == "middle")
        if model := middle["by_results"]:
            yield report["variant"], *(estimate(cap, "value", sign="+") for cap in model["caps"]), model["games"]


def shadowpieces(folder):
    yield "board", "men", "games", "the owner's points"
    for report in read_lines(folder, "pieces"):
        for size in report["shadowpieces"]["sizes"]:
            # Fewer games say too little.
            if size["owner"]["games"] >= 100:
                yield report["variant"], size["size"], size["owner"]["games"], estimate(size["owner"], "points")


def feeding(folder):
    yield "board", "men fed by the winner", "by the loser", "feeding moves"
    for report in read_lines(folder, "pieces"):
        found = report["feeding"]
        men = (estimate(found[f"fed_by_{who}"], digits=1, unit="") for who in ("winner", "loser"))
        yield report["variant"], *men, estimate(found["choices"].get("middle"))


def patterns(folder):
    """The patterns that are most frequent on emergo, with the points on all boards."""
    yield "pattern", "share on emergo", *(f"points on {board}" for board in BOARDS)
    boards = [report["feeding"]["patterns"] for report in read_lines(folder, "pieces")]
    for pattern in boards[0][:5]:
        same = ([one for one in board if one["captures"] == pattern["captures"]] for board in boards)
        cells = (estimate(found[0]["points"]) if found else "-" for found in same)
        yield "-".join(map(str, pattern["captures"])), percent(pattern["share"], 1), *cells


def endings(folder):
    yield "board", "pieces", "positions", "side to move wins", "loses", "draws", "longest win, plies"
    for report in read_lines(folder, "endings"):
        shares = (percent(report[key] / report["positions"], 1) for key in ("won", "lost", "drawn"))
        yield report["variant"], report["pieces"], f"{report['positions']:,}", *shares, report["longest_win"]


def two_columns(folder):
    yield "caps of the two columns together", *(f"{board}, %" for board in BOARDS)
    names = "3 or more less", "2 less", "1 less", "equal", "1 more", "2 more", "3 or more above the single cap"
    found = {report["variant"]: report["two_columns"] for report in read_lines(folder, "endings") if "two_columns" in report}
    for difference in range(3, -4, -1):
        sums = (found[board].get(str(difference)) for board in BOARDS)
        name = names[difference + 3]
        yield name, *(" / ".join(f"{100 * part / sum(row):.0f}" for part in row) if row else "-" for row in sums)


def openings(folder):
    yield "opening", "moves", "White expects", "and then"
    for line in read(folder, "openings")["lines"]:
        first, then = " ".join(line["moves"][:2]), " ".join(line["moves"][2:])
        yield NAMES.get(first, "-"), f"`{first}`", percent(line["expected"]), f"`{then}`" if then else "-"


def men(folder):
    yield "board", "men a side", "value", "White's first entries that are not lost", "positions", "longest win, plies"
    for report in read_lines(folder, "men"):
        value = report["result"] if report["result"] == "draw" else f"Black wins in {report['plies']} plies"
        if report["result"] == "win":
            value = f"White wins in {report['plies']} plies"
        kept = [f"`{entry['move']}`" for entry in report["entries"] if entry["result"] != "loss"]
        kept = "all" if len(kept) == len(report["entries"]) else " ".join(kept) or "none"
        yield report["variant"], report["men"], value, kept, f"{report['positions']:,}", report["longest_win"]


def fair(folder):
    yield "board", "men of White and Black", "nodes", "games", "White's points", "draws", "with a shadowpiece"
    for report in read_lines(folder, "fair"):
        white = report["white"]
        games = white["games"]
        shares = percent(white["drawn"] / games, 1), percent(report["shadowpieces"] / games)
        points = estimate(white, "points", 1)
        yield report["variant"], report["rule"], f"{report['nodes']:,}", f"{games:,}", points, *shares


def named(folder):
    """The openings of scripts/openings/emergo-fair.txt: after each line `# NAME` comes a position."""
    yield "opening", "position", "text", "games", "White's points"
    found = {one["position"]: one["white"] for one in read(folder, "named")["openings"]}
    listed = pathlib.Path(__file__).parent / "openings/emergo-fair.txt"
    for name, position in re.findall(r"^# (\w+)\n([^#].*)$", listed.read_text(), re.MULTILINE):
        white, picture = found[position], f"plots/fair-{name.lower()}.svg"
        points = f"{white['games']}", estimate(white, "points")
        yield name, f'<img src="{picture}" width="150" alt="{name}">', f"`{position}`", *points


main()
