#!/usr/bin/env python3
"""Writes the tables of docs/emergo.md from the data of scripts/findings.

    scripts/findings_tables.py FOLDER [--document FILE] [--check]

Without --document the tables are printed. In a document, the comment `<!-- table NAME -->` stands
before each of them; --check changes nothing and fails if a table differs from the data.
"""

import argparse
import itertools
import json
import pathlib
import re
import sys
from collections import Counter

PUZZLES = pathlib.Path(__file__).parent.parent / "crates/study/puzzles"
BOARDS = ("emergo", "emergo7", "hexemergo")
# Values of fewer cases are not shown.
FEWEST_CASES = 20
# White's first entries: a square for all symmetric ones, and the words for it.
ENTRIES = {
    "emergo": {
        "e5": "**the centre, which the rules do not allow**",
        "e4": "next to the centre",
        "f4": "diagonally next to the centre",
        "e3": "two steps straight",
        "c6": "a knight's move of chess from the centre",
        "g3": "two steps diagonally, on the rim",
        "e8": "next to a corner",
        "b6": "on the rim, diagonally next to a corner",
        "a5": "a corner",
    },
    "emergo7": {
        "d4": "**the centre, which the rules do not allow**",
        "d3": "next to the centre",
        "c5": "diagonally next to the centre",
        "d6": "next to a corner",
        "b5": "on the rim",
        "a4": "a corner",
    },
    "hexemergo": {
        "d4": "**the centre, which the rules do not allow**",
        "d5": "next to the centre",
        "c5": "two steps from the centre, not straight",
        "d6": "two steps straight",
        "e7": "on the rim",
        "d7": "a corner",
    },
}

# The first two moves of the main lines of the book: a name, and where the men are.
OPENINGS = {
    "e4 e6": ("Opposition", "both next to the centre, on opposite sides"),
    "e4 f5": ("Right Angle", "both next to the centre, at a right angle"),
    "e4 g5": ("Distant Right Angle", "Black's man two steps from the centre, at a right angle"),
    "e4 e7": ("Distant Opposition", "Black's man two steps from the centre, on the opposite side"),
    "e4 f6": ("Knight", "a chess knight's move apart, Black's man diagonally next to the centre"),
    "e4 g4": ("Gap", "on a line beside the centre, with one cell between them"),
    "e4 f3": ("Diagonal", "diagonally beside each other, Black's man farther from the centre"),
    "f4 e5": ("Centre", "White's man diagonally next to the centre, Black's man in it"),
}

Table = list[str]
# File and rank of a cell, counted from the centre.
Place = tuple[int, int]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--document", type=pathlib.Path)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    if arguments.check and arguments.document is None:
        parser.error("--check needs --document")
    tables = all_tables(arguments.folder)
    if arguments.document is None:
        for name, lines in tables.items():
            print(f"<!-- table {name} -->", *lines, "", sep="\n")
        return
    text = arguments.document.read_text()
    changed = with_tables(text, tables)
    if not arguments.check:
        arguments.document.write_text(changed)
    elif changed != text:
        sys.exit(f"the tables of {arguments.document} differ from {arguments.folder}")


def with_tables(text: str, tables: dict[str, Table]) -> str:
    """The document with each of these tables after its comment, in place of the old one."""
    # A comment, and the table after it if there is one.
    place = re.compile(r"^<!-- table (.*) -->\n\n((\|.*\n)*)", re.MULTILINE)
    names = [match[1] for match in place.finditer(text)]
    if sorted(names) != sorted(tables):
        differing = set(names) ^ set(tables) or {name for name in names if names.count(name) > 1}
        sys.exit(f"not once in the document and in the tables: {', '.join(sorted(differing))}")
    return place.sub(
        lambda match: "\n".join(
            [f"<!-- table {match[1]} -->", "", *tables[match[1]], "" if match[2] else "\n"]
        ),
        text,
    )


def all_tables(folder: pathlib.Path) -> dict[str, Table]:
    """The tables by their names."""
    lines = (folder / "pieces.json").read_text().splitlines()
    pieces = {report["variant"]: report for report in map(json.loads, lines)}
    tables = {"results": results(folder)}
    for board in BOARDS:
        tables[f"entries {board}"] = entries(folder, board)
        tables[f"answers {board}"] = answers(folder, board)
    tables["columns"] = columns(pieces)
    for board in BOARDS:
        tables[f"network {board}"] = columns_by_the_network(board, pieces[board])
    tables["shadowpieces"] = shadowpieces(pieces)
    tables["men fed"] = men_fed(pieces)
    tables["choices"] = choices(pieces)
    tables["patterns"] = patterns(pieces)
    tables["openings"] = openings(folder)
    tables["puzzles by difficulty"], tables["puzzles by theme"] = puzzles()
    tables["blocked"] = blocked(folder)
    return tables


def read(folder: pathlib.Path, name: str) -> dict:
    return json.loads((folder / f"{name}.json").read_text())


def table(heads: list[str], rows: list[list[str]]) -> Table:
    lines = [heads, ["---"] * len(heads), *rows]
    return [f"| {' | '.join(cells)} |" for cells in lines]


def percent(share: float | None, digits: int = 0) -> str:
    return "-" if share is None else f"{100 * share:.{digits}f} %"


def points(counts: dict, digits: int = 0) -> str:
    """A share of the points with its error."""
    if counts["points"] is None or counts["error"] is None:
        return percent(counts["points"], digits)
    return f"{100 * counts['points']:.{digits}f} ± {100 * counts['error']:.{digits}f} %"


def draws(counts: dict) -> str:
    return percent(counts["drawn"] / counts["games"], 1)


def mean(report: dict | None, digits: int = 0, unit: float = 1, suffix: str = "") -> str:
    """A mean with its error, which may be unknown, in another unit."""
    if report is None:
        return "-"
    error = report["error"]
    shown_error = "" if error is None else f" ± {error * unit:.{digits}f}"
    return f"{report['mean'] * unit:.{digits}f}{shown_error}{suffix}"


def mean_percent(report: dict | None) -> str:
    return mean(report, unit=100, suffix=" %")


def strengths(folder: pathlib.Path, board: str) -> list[int]:
    """The nodes per move of the games from the empty board."""
    names = (path.stem.removeprefix(f"{board}-") for path in folder.glob(f"{board}-*.json"))
    return sorted(int(name) for name in names if name.isdigit())


def results(folder: pathlib.Path) -> Table:
    heads = ["board", "nodes per move", "games", "White's points", "draws", "plies: median"]
    rows = []
    for board in BOARDS:
        for nodes in strengths(folder, board):
            report = read(folder, f"{board}-{nodes}")
            white, plies = report["white"], report["plies"]
            rows.append(
                [
                    board,
                    f"{nodes:,}",
                    f"{white['games']:,}",
                    points(white, 1),
                    draws(white),
                    str(plies["median"]),
                    f"{plies['tenth']} to {plies['nine_tenths']}",
                ]
            )
    return table([*heads, "eight games of ten"], rows)


def results_by_position(folder: pathlib.Path, name: str) -> dict[str, dict]:
    openings = read(folder, name)["openings"]
    return {opening["position"]: opening["white"] for opening in openings}


def entries(folder: pathlib.Path, board: str) -> Table:
    games = results_by_position(folder, f"{board}-entries")
    rows = []
    for entry in read(folder, f"{board}-scores")["entries"]:
        [entered] = usual_squares(board, entry["position"])
        counts = games[entry["position"]]
        expected = percent(entry["white_expects"])
        row = [f"`{entered}`", ENTRIES[board][entered], expected, points(counts), draws(counts)]
        rows.append(row)
    return table([f"{board}: entry", "where", "White expects", "White's points", "draws"], rows)


def answers(folder: pathlib.Path, board: str) -> Table:
    games = results_by_position(folder, f"{board}-answers")
    rows = []
    for answer in read(folder, f"{board}-scores")["answers"]:
        if counts := games.get(answer["position"]):
            moves = " ".join(usual_squares(board, answer["position"]))
            expected = percent(answer["white_expects"])
            rows.append([f"`{moves}`", expected, points(counts), draws(counts)])
    return table([f"{board}: first moves", "White expects", "White's points", "draws"], rows)


def men(board: str, position: str) -> list[Place]:
    """The places of the men of a position, White's men first."""
    rows = position.split()[0].split("/")
    middle = len(rows) // 2
    found = []
    for y, row in zip(range(middle, -middle - 1, -1), rows, strict=True):
        x = (max(0, y) if board == "hexemergo" else abs(y)) - middle
        for letter in row:
            if letter.isdigit():
                x += int(letter)
            else:
                found.append((letter, (x, y)))
                x += 1
    return [place for _, place in sorted(found, key=lambda man: man[0] != "w")]


def symmetric(board: str, place: Place) -> list[Place]:
    """The places that are symmetric to this one, by the same list of symmetries for all places."""
    x, y = place
    if board != "hexemergo":
        return [(a * i, b * j) for a, b in ((x, y), (y, x)) for i in (1, -1) for j in (1, -1)]
    axes = (x, -y, y - x)
    return [(i * a, -i * b) for a, b, _ in itertools.permutations(axes) for i in (1, -1)]


def square(board: str, place: Place) -> str:
    middle = 4 if board == "emergo" else 3
    return f"{'abcdefghi'[place[0] + middle]}{place[1] + middle + 1}"


def usual_squares(board: str, position: str) -> list[str]:
    """The squares of the men, turned so that the first one has a square of ENTRIES.

    Of several such turns it is the one whose squares come last in the alphabet.
    """
    turned = zip(*(symmetric(board, place) for place in men(board, position)), strict=True)
    texts = [[square(board, place) for place in places] for places in turned]
    return max(squares for squares in texts if squares[0] in ENTRIES[board])


def middle_stage(report: dict) -> dict:
    """The values of columns when both hands are empty and many pieces are left."""
    return next(stage for stage in report["columns"] if stage["stage"] == "middle")


def columns(pieces: dict[str, dict]) -> Table:
    rows = []
    for board, report in pieces.items():
        model = middle_stage(report)["by_results"]
        if model is not None:
            caps = [change(cap) for cap in model["caps"]]
            rows.append([board, *caps, f"{model['games']:,}"])
    return table(["caps of", "1", "2", "3", "4", "5 or more", "games"], rows)


def change(estimate: dict | None) -> str:
    if estimate is None:
        return "-"
    return f"{100 * estimate['value']:+.0f} ± {100 * estimate['error']:.0f} %"


def columns_by_the_network(board: str, report: dict) -> Table:
    found = {}
    for contribution in middle_stage(report)["contributions"]:
        value = contribution["centimen"]
        column = contribution["material"].get("column")
        if column is not None and value["count"] >= FEWEST_CASES:
            found[column["cap"], column["prisoners"]] = value
    rows = []
    for cap in range(1, 6):
        values = [found.get((cap, prisoners)) for prisoners in range(5)]
        rows.append([f"{cap}{' or more' if cap == 5 else ''}", *map(mean, values)])
    return table([f"{board}: cap", "no prisoner", "1 prisoner", "2", "3", "4 or more"], rows)


def shadowpieces(pieces: dict[str, dict]) -> Table:
    heads = ["board", "men", "games", "the owner's points", "mean score at the entry, centimen"]
    rows = []
    for board, report in pieces.items():
        for size in report["shadowpieces"]["sizes"]:
            if size["owner"]["games"] >= FEWEST_CASES:
                rows.append(
                    [
                        board,
                        str(size["size"]),
                        str(size["owner"]["games"]),
                        points(size["owner"]),
                        f"{size['mean_score']:.0f}",
                        f"{size['mean_fed']:.1f}",
                    ]
                )
    return table([*heads, "men that the opponent fed before"], rows)


def men_fed(pieces: dict[str, dict]) -> Table:
    rows = []
    for board, report in pieces.items():
        feeding = report["feeding"]
        means = [feeding[f"fed_{who}"] for who in ("by_winner", "by_loser", "in_drawn_games")]
        games = [str(one["games"]) if one else "-" for one in (means[0], means[2])]
        rows.append(
            [board, games[0], *(mean(one, 1) for one in means[:2]), games[1], mean(means[2], 1)]
        )
    won = ["games won by a side", "men fed by the winner", "by the loser"]
    return table(["board", *won, "drawn games", "men fed by each side"], rows)


def choices(pieces: dict[str, dict]) -> Table:
    rows = []
    for board, report in pieces.items():
        shares = report["feeding"]["choices"]
        stages = ("entering", "middle", "end")
        rows.append([board, *(mean_percent(shares.get(stage)) for stage in stages)])
    heads = ["board", "while men are entered", "later", "with few pieces"]
    return table(heads, rows)


def patterns(pieces: dict[str, dict]) -> Table:
    """The patterns that are most frequent on emergo, with the points on all boards."""
    by_board = {}
    for board, report in pieces.items():
        found = report["feeding"]["patterns"]
        by_board[board] = {tuple(one["captures"]): one["points"] for one in found}
    rows = []
    for pattern in pieces["emergo"]["feeding"]["patterns"][:8]:
        captures = tuple(pattern["captures"])
        cells = [mean_percent(by_board[board].get(captures)) for board in BOARDS]
        example = f"`{pattern['example']['position']}` {pattern['example']['move']}"
        name = "-".join(map(str, captures))
        rows.append([name, percent(pattern["share"], 1), *cells, example])
    heads = ["pattern", "share on emergo", *(f"points on {board}" for board in BOARDS)]
    return table([*heads, "example on emergo"], rows)


def openings(folder: pathlib.Path) -> Table:
    """The main lines of the book."""
    rows = []
    for line in read(folder, "openings")["lines"]:
        first, then = " ".join(line["moves"][:2]), " ".join(line["moves"][2:])
        name, where = OPENINGS.get(first, ("-", "-"))
        rows.append(
            [name, f"`{first}`", where, percent(line["expected"]), f"`{then}`" if then else "-"]
        )
    return table(["opening", "moves", "the two men", "White expects", "and then"], rows)


def blocked(folder: pathlib.Path) -> Table:
    rows = []
    for board in BOARDS:
        # The rule was tried with the second of the strengths.
        [_, strength, *_] = strengths(folder, board)
        for rule, name in (("draws", strength), ("loses", "blocked")):
            report = read(folder, f"{board}-{name}")
            white, ends = report["white"], report["reasons"]
            rows.append(
                [
                    board,
                    f"a blocked side {rule}",
                    f"{white['games']:,}",
                    points(white, 1),
                    draws(white),
                    percent(ends.get("blocked", 0) / white["games"], 1),
                    percent(ends.get("third repetition", 0) / white["games"], 1),
                ]
            )
    heads = ["board", "rule", "games", "White's points", "draws", "ended with a blocked side"]
    return table([*heads, "with a third repetition"], rows)


def puzzles() -> tuple[Table, Table]:
    """The puzzles of the program by difficulty and by theme."""
    themes = {
        "feeder": "feeding two men or more",
        "decapitation": "freeing three prisoners or more at once",
        "longest-capture": "the rule of the longest capture",
        "draw-saved": "saving a draw",
        "entering": "an entry",
        "quiet-win": "a quiet win",
        "shadowpiece": "entering the shadowpiece",
    }
    sets = {}
    for board in BOARDS:
        lines = (PUZZLES / f"{board}.jsonl").read_text().splitlines()
        sets[board] = [json.loads(line) for line in lines]
    by_difficulty = []
    for board, all_puzzles in sets.items():
        counts = Counter(puzzle["difficulty"] for puzzle in all_puzzles)
        row = [board, len(all_puzzles), *(counts[level] for level in range(1, 6))]
        by_difficulty.append([str(cell) for cell in row])
    by_theme = []
    for theme, words in themes.items():
        counts = [sum(theme in puzzle["themes"] for puzzle in sets[board]) for board in BOARDS]
        by_theme.append([words, f"`{theme}`", *map(str, counts)])
    heads = ["board", "puzzles", "difficulty 1", "2", "3", "4", "5"]
    return table(heads, by_difficulty), table(["theme", "name", *BOARDS], by_theme)


if __name__ == "__main__":
    main()
