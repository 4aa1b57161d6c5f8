"""Solves a game with few men from the empty board. Written from the rules in protocol.md only, to check `luctor endings --men`.

    few_men.py BOARD MEN

Prints lines `POSITION: VALUE` for every position that can arise. The value is that of the side to move: `win PLIES`,
`loss PLIES` or `draw`. The empty board is the first line.
"""

import re
import sys
from collections import defaultdict
from typing import NamedTuple

WIDTH = {"emergo": 9, "emergo7": 7, "hexemergo": 7}


class Piece(NamedTuple):
    owner: int
    cap: int
    prisoners: int


# The cells, the hands, and the side to move.
Cells = tuple[Piece | None, ...]
Position = tuple[Cells, tuple[int, int], int]


def put(cells: Cells, at: int, piece: Piece | None) -> Cells:
    return (*cells[:at], piece, *cells[at + 1 :])


class Rules:
    """The rules. Sides are 0 (White) and 1."""

    def __init__(self, board: str, men: int) -> None:
        self.men, self.width = men, WIDTH[board]
        middle = self.width // 2
        grid = [(x, y) for y in range(middle, -middle - 1, -1) for x in range(-middle, middle + 1)]
        if board == "hexemergo":
            self.cells = [(x, y) for x, y in grid if -3 <= x - y <= 3]
            steps = [(1, 0), (0, 1), (1, 1), (-1, 0), (0, -1), (-1, -1)]
        else:
            self.cells = [(x, y) for x, y in grid if abs(x) + abs(y) <= middle]
            steps = [(1, 0), (0, 1), (-1, 0), (0, -1)]
        number = {cell: index for index, cell in enumerate(self.cells)}
        self.centre = number[0, 0]
        # The neighbour of each cell in each direction, or None. The opposite direction is half of their number away.
        self.next = [[number.get((x + dx, y + dy)) for dx, dy in steps] for x, y in self.cells]
        self.half = len(steps) // 2
        self.start: Position = ((None,) * len(self.cells), (men, men), 0)

    def captures(self, position: Position) -> set[Position]:
        """All positions after a capture of the greatest number of men."""
        cells, hands, side = position
        most = 0
        found: set[Position] = set()

        def jump_on(cells: Cells, at: int, piece: Piece, back: int | None, count: int) -> None:
            nonlocal most, found
            for direction, over in enumerate(self.next[at]):
                if over is None or direction == back:
                    continue
                captured, to = cells[over], self.next[over][direction]
                if captured is None or captured.owner == side or to is None or cells[to] is not None:
                    continue
                owner, cap, prisoners = captured
                left = Piece(owner, cap - 1, prisoners) if cap > 1 else Piece(side, prisoners, 0) if prisoners else None
                after = put(cells, over, left)
                jumper = Piece(side, piece.cap, piece.prisoners + 1)
                if count + 1 > most:
                    most, found = count + 1, set()
                if count + 1 == most:
                    found.add((put(after, to, jumper), hands, 1 - side))
                jump_on(after, to, jumper, (direction + self.half) % (2 * self.half), count + 1)

        for at, piece in enumerate(cells):
            if piece and piece.owner == side:
                jump_on(put(cells, at, None), at, piece, None, 0)
        return found

    def moves(self, position: Position) -> set[Position]:
        cells, hands, side = position
        if captures := self.captures(position):
            return captures
        found: set[Position] = set()
        if hands[side]:
            men = hands[side] if hands[1 - side] == 0 else 1
            left = (hands[0] - men, hands[1]) if side == 0 else (hands[0], hands[1] - men)
            feeding_allowed = bool(self.captures((cells, hands, 1 - side)))
            first = side == 0 and hands[0] == self.men
            for at, piece in enumerate(cells):
                if piece or first and at == self.centre:
                    continue
                after = (put(cells, at, Piece(side, men, 0)), left, 1 - side)
                if feeding_allowed or not self.can_be_jumped(after, at):
                    found.add(after)
            return found
        for at, piece in enumerate(cells):
            if piece and piece.owner == side:
                for to in self.next[at]:
                    if to is not None and cells[to] is None:
                        found.add((put(put(cells, at, None), to, piece), hands, 1 - side))
        return found

    def can_be_jumped(self, position: Position, at: int) -> bool:
        cells, _, side = position
        return any(
            before is not None and behind is not None and not cells[behind] and (piece := cells[before]) and piece.owner == side
            for before, behind in zip(self.next[at], self.next[at][self.half :] + self.next[at][: self.half])
        )

    def is_lost(self, position: Position) -> bool:
        cells, hands, side = position
        return hands[side] == 0 and not any(piece and piece.owner == side for piece in cells)

    def text(self, position: Position) -> str:
        cells, hands, side = position
        lines = {y: "" for _, y in self.cells}
        for (_, y), piece in zip(self.cells, cells):
            if piece is None:
                lines[y] += "-"
            else:
                prisoners = f"{'bw'[piece.owner]}{piece.prisoners}" if piece.prisoners else ""
                lines[y] += f"({'wb'[piece.owner]}{piece.cap}{prisoners})"
        board = re.sub("-+", lambda run: str(len(run[0])), "/".join(lines.values()))
        return f"{board} {'wb'[side]} {hands[0]},{hands[1]}"


def solve(rules: Rules) -> tuple[list[Position], dict[Position, int]]:
    """All positions, and the plies to the end of each, odd for a win and even for a loss; no entry for a draw."""
    after: dict[Position, set[Position]] = {}
    before: defaultdict[Position, list[Position]] = defaultdict(list)
    waiting = [rules.start]
    while waiting:
        position = waiting.pop()
        if position in after:
            continue
        after[position] = set() if rules.is_lost(position) else rules.moves(position)
        for move in after[position]:
            before[move].append(position)
        waiting += after[position]
    plies = {position: 0 for position in after if rules.is_lost(position)}
    found = list(plies)
    distance = 0
    while found:
        distance += 1
        candidates = {one for position in found for one in before[position] if one not in plies}
        if distance % 2 == 1:
            found = list(candidates)
        else:
            found = [one for one in candidates if all(plies.get(move, 0) % 2 == 1 for move in after[one])]
        plies.update((one, distance) for one in found)
    return list(after), plies


def main() -> None:
    rules = Rules(sys.argv[1], int(sys.argv[2]))
    positions, plies = solve(rules)
    for position in positions:
        count = plies.get(position)
        value = "draw" if count is None else f"{'win' if count % 2 else 'loss'} {count}"
        print(f"{rules.text(position)}: {value}")


main()
