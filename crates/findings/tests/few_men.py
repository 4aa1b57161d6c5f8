"""Solves a game with few men from the empty board. Written from the rules in protocol.md only, to check `luctor endings --men`.

    few_men.py BOARD MEN

Prints lines `POSITION: VALUE` for every position that can arise. The value is that of the side to move: `win PLIES`,
`loss PLIES` or `draw`. The empty board is the first line.
"""

import re
import sys

WIDTH = {"emergo": 9, "emergo7": 7, "hexemergo": 7}


class Rules:
    """A position is (cells, hands, side). A cell is None or (owner, cap, prisoners); sides are 0 (White) and 1."""

    def __init__(self, board, men):
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
        self.directions = len(steps)
        self.start = ((None,) * len(self.cells), (men, men), 0)

    def captures(self, position):
        """All positions after a capture of the greatest number of men."""
        cells, hands, side = position
        most, found = 0, set()

        def jump_on(cells, at, piece, last, count):
            nonlocal most, found
            for direction in range(self.directions):
                if last is not None and direction == (last + self.directions // 2) % self.directions:
                    continue
                over = self.next[at][direction]
                to = None if over is None else self.next[over][direction]
                if to is None or cells[over] is None or cells[over][0] == side or cells[to] is not None:
                    continue
                owner, cap, prisoners = cells[over]
                left = (owner, cap - 1, prisoners) if cap > 1 else (side, prisoners, 0) if prisoners else None
                after = list(cells)
                after[over] = left
                jumper = (side, piece[1], piece[2] + 1)
                if count + 1 > most:
                    most, found = count + 1, set()
                if count + 1 == most:
                    end = list(after)
                    end[to] = jumper
                    found.add((tuple(end), hands, 1 - side))
                jump_on(after, to, jumper, direction, count + 1)

        for at, piece in enumerate(cells):
            if piece and piece[0] == side:
                without = list(cells)
                without[at] = None
                jump_on(without, at, piece, None, 0)
        return found

    def moves(self, position):
        cells, hands, side = position
        if captures := self.captures(position):
            return captures
        found = set()
        if hands[side]:
            men = hands[side] if hands[1 - side] == 0 else 1
            left = (hands[0] - men, hands[1]) if side == 0 else (hands[0], hands[1] - men)
            feeding_allowed = bool(self.captures((cells, hands, 1 - side)))
            first = side == 0 and hands[0] == self.men
            for at, piece in enumerate(cells):
                if piece or first and at == self.centre:
                    continue
                after = (cells[:at] + ((side, men, 0),) + cells[at + 1 :], left, 1 - side)
                if feeding_allowed or not self.can_be_jumped(after, at):
                    found.add(after)
            return found
        for at, piece in enumerate(cells):
            if piece and piece[0] == side:
                for to in self.next[at]:
                    if to is not None and cells[to] is None:
                        after = list(cells)
                        after[at], after[to] = None, piece
                        found.add((tuple(after), hands, 1 - side))
        return found

    def can_be_jumped(self, position, at):
        cells, _, side = position
        half = self.directions // 2
        return any(
            before is not None and behind is not None and not cells[behind] and cells[before] and cells[before][0] == side
            for before, behind in zip(self.next[at], self.next[at][half:] + self.next[at][:half])
        )

    def is_lost(self, position):
        cells, hands, side = position
        return hands[side] == 0 and not any(piece and piece[0] == side for piece in cells)

    def text(self, position):
        cells, hands, side = position
        lines = {y: "" for _, y in self.cells}
        for (_, y), piece in zip(self.cells, cells):
            if piece is None:
                lines[y] += "-"
            else:
                own, other = "wb"[piece[0]], "bw"[piece[0]]
                lines[y] += f"({own}{piece[1]}" + (f"{other}{piece[2]})" if piece[2] else ")")
        board = re.sub("-+", lambda run: str(len(run[0])), "/".join(lines.values()))
        return f"{board} {'wb'[side]} {hands[0]},{hands[1]}"


def solve(rules):
    """The plies to the end of each position, odd for a win and even for a loss; no entry for a draw."""
    after, before = {}, {}
    open_positions = [rules.start]
    after[rules.start] = None
    while open_positions:
        position = open_positions.pop()
        after[position] = () if rules.is_lost(position) else tuple(rules.moves(position))
        for move in after[position]:
            before.setdefault(move, []).append(position)
            if move not in after:
                after[move] = None
                open_positions.append(move)
    plies = {position: 0 for position in after if rules.is_lost(position)}
    found = list(plies)
    distance = 0
    while found:
        distance += 1
        candidates = {one for position in found for one in before.get(position, ()) if one not in plies}
        if distance % 2 == 1:
            found = list(candidates)
        else:
            found = [one for one in candidates if all(plies.get(move, 0) % 2 == 1 for move in after[one])]
        plies.update((one, distance) for one in found)
    return after, plies


def main():
    rules = Rules(sys.argv[1], int(sys.argv[2]))
    after, plies = solve(rules)
    for position in after:
        count = plies.get(position)
        value = "draw" if count is None else f"{'win' if count % 2 else 'loss'} {count}"
        print(f"{rules.text(position)}: {value}")


main()
