"""Types and documentation of the native part of `emergo`. The examples are tests.

Squares and moves are written in one of two systems of coordinates: `oblique`, the notation of the
designers and the default everywhere, and `checkerboard`, file and rank of the checkerboard, which
hexemergo does not have. Names of sides are `white` and `black`. Wrong arguments raise `TypeError`
or `ValueError` with a sentence.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import ClassVar, Literal, final

import numpy as np
import numpy.typing as npt

from emergo.datagen import DatagenBlock
from emergo.errors import IllegalMoveError, RecordError
from emergo.names import Blocked, Coordinates, Layout, RecordFormat, Repetition, Side, Variant

def variants() -> list[Variant]:
    """The names of the variants.

    >>> variants()
    ['emergo', 'emergo7', 'hexemergo']
    """

@final
class Move:
    """A move of a variant: an entry `e4`, a step `f4-e4`, or a capture with its route `h4xf4xd4`.

    The text is in full form. `Board.parse_text` reads shorter forms. Equal moves have equal hashes.

    >>> move = Move("h4xf4xd4")
    >>> move.kind, move.from_square, move.to_square, move.captured
    ('capture', 'h4', 'd4', 2)
    >>> move.text("checkerboard")
    'g1xe3xc5'
    """

    def __new__(
        cls, text: str, variant: Variant = "emergo", coordinates: Coordinates = "oblique"
    ) -> Move: ...
    @property
    def variant(self) -> Variant:
        """The variant."""
    @property
    def kind(self) -> Literal["entry", "step", "capture"]:
        """The kind of the move."""
    @property
    def from_square(self) -> str | None:
        """The origin in oblique coordinates, `None` for an entry."""
    @property
    def to_square(self) -> str:
        """The target in oblique coordinates."""
    @property
    def captured(self) -> int:
        """The number of captured men: 0 to 12."""
    def path(self, coordinates: Coordinates = "oblique") -> list[str]:
        """The squares of the written move: of a capture, the origin and all landing squares.

        >>> Move("h4xf4xd4").path()
        ['h4', 'f4', 'd4']
        """
    def text(self, coordinates: Coordinates = "oblique") -> str:
        """The text of the move. `str(move)` is the text in oblique coordinates."""
    def actions(self) -> list[int]:
        """The action numbers of the move, see `BatchBoard`: one, or one for each jump.

        >>> [action_to_text("emergo", action) for action in Move("h4xf4xd4").actions()]
        ['h4xf4', 'f4xd4']
        """

@final
class LegalMoves:
    """The legal moves of a position, in a fixed order. They do not change when the board does.

    >>> moves = Board().legal_moves
    >>> len(moves), moves.count(), moves[0]
    (40, 40, Move('e1'))
    >>> Move("e4") in moves, Move("e5") in moves
    (True, False)
    """

    def count(self) -> int:
        """The number of moves, as in python-chess."""
    def index(self, move: Move) -> int:
        """The index of a move, as in `DatagenBlock`. Raises `ValueError` if it is not legal.

        >>> Board().legal_moves.index(Move("e1"))
        0
        """
    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> Move: ...
    def __contains__(self, move: Move | None, /) -> bool: ...
    def __iter__(self) -> Iterator[Move]: ...

@final
class Column:
    """The men on one square: `cap` men of the owner on top, `prisoners` of the other side below."""

    def __new__(cls, owner: Side, cap: int, prisoners: int) -> Column: ...
    @property
    def owner(self) -> Side:
        """The side that moves the piece."""
    @property
    def cap(self) -> int:
        """Men of the owner: 1 to 12."""
    @property
    def prisoners(self) -> int:
        """Men of the other side: 0 to 12."""

_Termination = Literal["no men left", "blocked", "third repetition"]

@final
class Outcome:
    """How a game ended. `str(outcome)` is a sentence such as `White wins (no men left)`."""

    def __new__(cls, winner: Side | None, termination: _Termination) -> Outcome: ...
    @property
    def winner(self) -> Side | None:
        """The winner, `None` for a draw."""
    @property
    def termination(self) -> _Termination:
        """Why the game ended."""
    def result(self) -> Literal["1-0", "0-1", "1/2-1/2"]:
        """The result as game records write it."""

@final
class Board:
    """A game: the start, the moves, and the position, after the board of python-chess.

    `fen` is the position text of the start, by default the start of the variant. `blocked` is the
    rule for a side that has men and no legal move: `draw` or `loss`. `repetition` is the rule for
    the third occurrence of a position: `draw` or `unlimited`.

    >>> board = Board("emergo7")
    >>> for text in ["c4", "e4"]:
    ...     move = board.push_text(text)
    >>> board.fen()
    '1/3/5/2w1b2/5/3/1 w 7,7 2'
    >>> board.turn, board.hand("white"), board.pop()
    ('white', 7, Move('e4', 'emergo7'))

    Boards are equal if variant, position and turn number are equal: earlier moves, `blocked` and
    `repetition` do not count. A board has no hash: use `(board.key(), board.turn_number)`.
    """

    def __new__(
        cls,
        variant: Variant = "emergo",
        fen: str | None = None,
        blocked: Blocked = "draw",
        repetition: Repetition = "draw",
    ) -> Board: ...
    @property
    def variant(self) -> Variant:
        """The name of the variant."""
    @property
    def blocked(self) -> Blocked:
        """The rule for a side that has men and no legal move."""
    @property
    def repetition(self) -> Repetition:
        """The rule for the third occurrence of a position."""
    @property
    def turn(self) -> Side:
        """The side to move."""
    @property
    def turn_number(self) -> int:
        """The number of the turn. It increases after each move of Black."""
    @property
    def start_fen(self) -> str:
        """The position text of the start of the game."""
    def fen(self) -> str:
        """The position text: cells, side to move, men in hand, turn number.

        >>> Board("hexemergo").fen()
        '4/5/6/7/6/5/4 w 12,12 1'
        """
    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves. A game that has ended has none."""
    def is_legal(self, move: Move) -> bool:
        """Is the move legal?"""
    def why_illegal(
        self, move: Move | str, coordinates: Coordinates = "oblique"
    ) -> IllegalMoveError | None:
        """The rule that forbids a move, or `None` if it is legal.

        The coordinates are those of a text.

        >>> board = Board(fen="1/3/5/7/4b4/3w3/5/3/1 w 1,0")
        >>> error = board.why_illegal("e3")
        >>> error.kind, error.moves
        ('must_capture', ('e4xe6',))
        >>> print(error)
        illegal move 'e3': a capture is mandatory, such as e4xe6
        """
    def push(self, move: Move) -> None:
        """Plays a legal move. Raises `IllegalMoveError`, and the board does not change."""
    def push_text(self, text: str, coordinates: Coordinates = "oblique") -> Move:
        """Plays the only legal move that fits a text, and returns it.

        A text may leave out separators, and the squares between the ends of a capture.

        >>> board = Board(fen="1/3/5/7/9/3b1bw/5/3/1 w 0,0")
        >>> board.push_text("h4d4")
        Move('h4xf4xd4')
        >>> board.push_text("e9")
        Traceback (most recent call last):
        ...
        emergo.errors.IllegalMoveError: the game has ended: White wins (no men left)
        """
    def parse_text(self, text: str, coordinates: Coordinates = "oblique") -> Move:
        """As `push_text`, without playing the move."""
    def actions_to_move(self, actions: Sequence[int]) -> Move:
        """The legal move that consists of these actions, the inverse of `Move.actions`.

        Raises `ValueError` if there is none.

        >>> Board().actions_to_move([12])
        Move('e4')
        """
    def pop(self) -> Move:
        """Takes back the last move and returns it. Raises `IndexError` if there is none."""
    def peek(self) -> Move:
        """The last move. Raises `IndexError` if there is none."""
    @property
    def move_stack(self) -> tuple[Move, ...]:
        """The moves since the start."""
    def moves_text(self, coordinates: Coordinates = "oblique") -> list[str]:
        """The texts of the moves since the start."""
    def ply(self) -> int:
        """The number of moves since the start."""
    def root(self) -> Board:
        """The board at the start of the game."""
    def reset(self) -> None:
        """Takes back all moves."""
    def copy(self, *, stack: bool = True) -> Board:
        """A copy. Without the stack it starts here, and repetitions are forgotten."""
    def is_game_over(self) -> bool:
        """Has the game ended?"""
    def outcome(self) -> Outcome | None:
        """How the game ended, `None` if it is in progress.

        >>> outcome = Board(fen="1/3/5/7/9/1(w3b5)(w2)4/5/3/1 b 0,0").outcome()
        >>> outcome.winner, outcome.termination, str(outcome)
        ('white', 'no men left', 'White wins (no men left)')
        """
    def result(self) -> Literal["1-0", "0-1", "1/2-1/2", "*"]:
        """The result, `*` if the game is in progress."""
    def repetitions(self) -> int:
        """How many times the position has occurred in the game. The first time counts too."""
    def is_repetition(self, count: int = 3) -> bool:
        """Has the position occurred at least `count` times in the game?"""
    def hand(self, side: Side) -> int:
        """Men in the hand of a side."""
    @property
    def entering_men(self) -> int:
        """Men of the next entry: 1, or more for a shadowpiece; 0 if the hand is empty."""
    def column_at(self, square: str, coordinates: Coordinates = "oblique") -> Column | None:
        """The men on a square, `None` if it is vacant.

        >>> Board(fen="1/3/5/7/4(w3b2)4/7/5/3/1 w 0,0").column_at("e5")
        <Column white cap=3 prisoners=2>
        """
    def columns(self, coordinates: Coordinates = "oblique") -> dict[str, Column]:
        """The occupied squares and their men."""
    def squares(self, coordinates: Coordinates = "oblique") -> list[str]:
        """The names of all squares of the board."""
    def key(self) -> int:
        """The 64-bit key of the position. Equal positions have equal keys."""
    def canonical_key(self) -> int:
        """The key that all symmetric positions share.

        >>> south = Board(fen="1/3/5/7/9/7/5/3/w b 11,12")
        >>> north = Board(fen="w/3/5/7/9/7/5/3/1 b 11,12")
        >>> south.key() == north.key(), south.canonical_key() == north.canonical_key()
        (False, True)
        """
    def perft(self, depth: int) -> int:
        """The number of move sequences of this length, at most 64.

        Releases the GIL; Ctrl-C stops it.

        >>> Board().perft(3)
        55172
        """
    def diagram(self, coordinates: Coordinates = "oblique") -> str:
        """The board as text, with the hands and the state of the game. `str(board)` is the same."""
    def svg(
        self,
        layout: Layout = "diamond",
        *,
        turned: bool = False,
        coordinates: Coordinates = "oblique",
    ) -> str:
        """The board as a picture. The layout is `diamond` or `checkerboard`.

        Turned, Black is at the bottom.
        """
    def _repr_svg_(self) -> str: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __copy__(self) -> Board: ...
    def __deepcopy__(self, memo: object, /) -> Board: ...

@final
class Score:
    """A score from the view of a side: centimen, a win or a loss.

    Scores of one view are in the order of their worth; a shorter win is better. A lower bound is
    better than the same exact score, and an upper bound is worse. The `value` of a new score is
    centimen; 31000 - n is a win in n plies, n - 31000 is a loss.

    >>> score = Engine().analyse(Board(fen="1/3/5/7/9/3b1bw/5/3/1 w 0,0"), depth=2).best.score
    >>> score, score.win_in, score.expectation()
    (<Score mate 1 for white>, 1, 1.0)
    >>> score.black()
    <Score mate -1 for black>
    >>> score > -score.mate
    Traceback (most recent call last):
    ...
    TypeError: '>' not supported between instances of 'emergo.Score' and 'int'
    """

    def __new__(
        cls, value: int, view: Side, bound: Literal["lower", "upper"] | None = None
    ) -> Score: ...
    @property
    def centimen(self) -> int | None:
        """The score in centimen, `None` for a win or loss.

        200 centimen more double the odds p / (1 - p), where p is `expectation()`.
        """
    @property
    def win_in(self) -> int | None:
        """In how many of its own moves the side of the view wins; 0 if it has won."""
    @property
    def loss_in(self) -> int | None:
        """In how many moves of the opponent the side of the view loses; 0 if it has lost."""
    @property
    def mate(self) -> int | None:
        """The win or loss as in UGI: `win_in`, or the negative of `loss_in`."""
    @property
    def bound(self) -> Literal["lower", "upper"] | None:
        """The true score is at least (`lower`) or at most (`upper`) this one; `None` if exact."""
    @property
    def view(self) -> Side:
        """The side from whose view the score is."""
    def white(self) -> Score:
        """The score from the view of White."""
    def black(self) -> Score:
        """The score from the view of Black."""
    def from_view(self, side: Side) -> Score:
        """The score from the view of a side."""
    def expectation(self) -> float:
        """The expected points of the side of the view: 0 for a loss to 1 for a win."""
    def __lt__(self, other: Score, /) -> bool: ...
    def __le__(self, other: Score, /) -> bool: ...
    def __gt__(self, other: Score, /) -> bool: ...
    def __ge__(self, other: Score, /) -> bool: ...

@final
class Line:
    """One of the best lines of a search."""

    def __new__(
        cls,
        rank: int,
        score: Score,
        pv: Sequence[Move],
        depth: int,
        seldepth: int,
        nodes: int,
        seconds: float,
        hashfull: int,
    ) -> Line: ...
    @property
    def rank(self) -> int:
        """1 for the best line."""
    @property
    def score(self) -> Score:
        """From the view of the side to move."""
    @property
    def pv(self) -> tuple[Move, ...]:
        """The moves."""
    @property
    def depth(self) -> int:
        """The depth in plies."""
    @property
    def seldepth(self) -> int:
        """The length of the longest line searched, in plies."""
    @property
    def nodes(self) -> int:
        """Nodes of all threads."""
    @property
    def seconds(self) -> float:
        """The time since the start of the search."""
    @property
    def nps(self) -> int:
        """Nodes per second."""
    @property
    def hashfull(self) -> int:
        """Thousandths of the transposition table that this search has filled."""

@final
class SearchResult:
    """The result of a search."""

    def __new__(cls, lines: Sequence[Line]) -> SearchResult: ...
    @property
    def lines(self) -> tuple[Line, ...]:
        """The best lines, best first. A game that has ended has one line without moves.

        They can be of an iteration that was not finished. Their depth is the last finished one, 1
        if there is none, and 0 after the end of a game.
        """
    @property
    def best(self) -> Line:
        """The best line."""
    @property
    def move(self) -> Move | None:
        """The best move; `None` if the game has ended."""
    @property
    def ponder(self) -> Move | None:
        """The reply that the engine expects."""

@final
class Analysis:
    """A running search: an iterator over its lines, as they are found. From `Engine.analysis`.

    As a context manager it stops the search at the end of the block.
    """

    def __iter__(self) -> Analysis: ...
    def __next__(self) -> Line: ...
    def __enter__(self) -> Analysis: ...
    def __exit__(self, *exception: object) -> None: ...
    @property
    def lines(self) -> tuple[Line, ...]:
        """The best lines so far, best first."""
    @property
    def is_running(self) -> bool:
        """`False` when the search has ended."""
    def stop(self) -> None:
        """Stops the search. The iterator ends after the lines that were found."""
    def wait(self) -> SearchResult:
        """Waits for the end of the search. The iterator keeps the lines that were not read."""

@final
class Engine:
    """The engine Luctor in this process.

    `threads` are 1 to 256, `hash` is the size of the transposition table in MiB, `net` a network
    file for its board instead of the one in the package, and `skill` the level of play: 20 is full
    strength.

    Searches release the GIL, and Ctrl-C stops them. An engine does one search at a time: from
    several threads they wait for each other. A new search stops a running analysis. Several engines
    work side by side. In a forked process, an engine with several threads or a running search
    raises `RuntimeError`: make one there.

    >>> engine = Engine()
    >>> engine.analyse(Board(fen="1/3/5/7/4b4/3w3/5/3/1 w 0,0"), nodes=100).move
    Move('e4xe6')
    """

    def __new__(
        cls,
        threads: int = 1,
        hash: int = 16,
        net: str | os.PathLike[str] | None = None,
        *,
        skill: int = 20,
    ) -> Engine: ...
    @property
    def name(self) -> str:
        """The name and the version of the engine."""
    @property
    def threads(self) -> int:
        """The number of search threads."""
    @property
    def hash(self) -> int:
        """The size of the transposition table in MiB."""
    def new_game(self) -> None:
        """Forgets what was learnt in searches. Waits for the end of a running search."""
    def analyse(
        self,
        board: Board,
        *,
        nodes: int | None = None,
        depth: int | None = None,
        movetime: int | None = None,
        mate: int | None = None,
        multipv: int = 1,
        root_moves: Iterable[Move] | None = None,
    ) -> SearchResult:
        """Searches a position until it reaches one of the limits: `nodes`, `depth` in plies,
        `movetime` in milliseconds, or a win in at most `mate` moves.

        `multipv` is the number of lines. `root_moves` are the only first moves to search, at least
        one, by default all legal moves. The result of a game that has ended has no move.

        >>> result = Engine().analyse(Board("emergo7"), depth=4, multipv=3)
        >>> [line.rank for line in result.lines], result.move == result.best.pv[0]
        ([1, 2, 3], True)
        """
    def analysis(
        self,
        board: Board,
        *,
        nodes: int | None = None,
        depth: int | None = None,
        movetime: int | None = None,
        mate: int | None = None,
        multipv: int = 1,
        root_moves: Iterable[Move] | None = None,
    ) -> Analysis:
        """Starts a search that reports its lines. Without a limit it runs until it is stopped, or
        until nothing is left to search, for example after a forced win is found.

        >>> with Engine().analysis(Board(), multipv=2) as analysis:
        ...     for line in analysis:
        ...         if line.depth >= 4 and line.rank == 2:
        ...             break
        >>> [line.rank for line in analysis.lines]
        [1, 2]
        """
    def evaluate(self, boards: Iterable[Board]) -> list[int]:
        """The evaluation of each position in centimen, from the view of its side to move.

        It is the answer of the network, without a search. The network was trained on positions in
        which the side to move cannot capture: for others, use `analyse`.

        >>> len(Engine().evaluate([Board(), Board("emergo7")]))
        2
        """

def action_count(variant: Variant) -> int:
    """The number of actions of a variant: 369, 225 or 481. See `BatchBoard`."""

def action_cells(variant: Variant, coordinates: Coordinates = "oblique") -> list[str]:
    """The names of the cells in the order of their numbers: by digit, then by letter.

    >>> action_cells("emergo7")[:5]
    ['d1', 'c2', 'd2', 'e2', 'b3']
    """

def action_to_text(variant: Variant, action: int, coordinates: Coordinates = "oblique") -> str:
    """An action as the text of a move: an entry `e4`, a step `e4-e5` or one jump `e4xe6`.

    Raises `ValueError` if there is no such action, or if it leads off the board.
    """

def text_to_action(variant: Variant, text: str, coordinates: Coordinates = "oblique") -> int:
    """The inverse of `action_to_text`. Raises `ValueError`.

    >>> [text_to_action("emergo", text) for text in ("e4", "e4-e5", "e4xe6")]
    [12, 53, 217]
    """

@final
class BatchBoard:
    """`n` games of one variant, played by action numbers at the same time, for learning.

    **Actions.** An action is an entry, a step, or one jump of a capture: a capture of several
    jumps is several actions of the same player. In the middle of a capture only jumps are legal
    that a legal capture continues. Let C be the number of cells and D the number of directions (4,
    on the hexagonal board 6). Action `plane * C + cell` starts on the cell with that number
    (`action_cells`). Plane 0: a man or the shadowpiece enters. Planes 1 to D: a step. Planes D + 1
    to 2D: a jump. The directions, as changes of letter and digit, in order: (0, 1), (-1, 0), (0,
    -1), (1, 0); on the hexagonal board (1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1). These
    numbers never change.

    **Observations.** `float32`, planes x digits x letters: 10x9x9 in `emergo`, 10x7x7 in the
    others. Square e4 is `[plane, 3, 4]`. All values are in 0..1, and 0 outside of the board.
    Numbers of men are divided by the men of a side, 12 or 8. "Own" is the side that acts next. The
    board is not turned for Black: pieces have no direction.

    - 0: 1 on each square of the board
    - 1: own pieces: men of the cap. 2: own pieces: prisoners
    - 3: pieces of the opponent: men of the cap. 4: pieces of the opponent: prisoners
    - 5: own men in hand, on each square. 6: men in the hand of the opponent
    - 7: 1 on the piece that must go on with its capture. 8: 1 on the square from which it made its
      last jump
    - 9: 1 on each square if the position of this turn occurred before in the game

    Arrays are made by each call, or written in place if given: contiguous, of the shape and type
    of the result. The GIL is released. A call on a batch that another thread is using raises
    `RuntimeError`.

    >>> batch = BatchBoard(1024, "emergo7")
    >>> rewards, done = batch.step(batch.random_actions(seed=1))
    >>> batch.legal_mask().shape, batch.observe().shape, batch.turns()[:3].tolist()
    ((1024, 225), (1024, 10, 7, 7), [1, 1, 1])
    """

    def __new__(
        cls, n: int, variant: Variant = "emergo", blocked: Blocked = "draw"
    ) -> BatchBoard: ...
    @property
    def variant(self) -> Variant:
        """The name of the variant."""
    @property
    def action_count(self) -> int:
        """The number of actions: 369, 225 or 481."""
    @property
    def observation_shape(self) -> tuple[int, int, int]:
        """Planes, digits, letters."""
    def step(
        self,
        actions: npt.NDArray[np.int64],
        *,
        restart: bool = False,
        rewards: npt.NDArray[np.float32] | None = None,
        done: npt.NDArray[np.bool_] | None = None,
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.bool_]]:
        """Makes one action in each game. Returns rewards and whether each game is over.

        The reward is that of the player who acted: 1 if the action won the game, else 0. No action
        loses. The reward of the opponent is its negative. The action of a game that was over is
        ignored, and its reward is 0. With `restart`, a game that ends now starts again at once.
        If an action is not legal, `ValueError` names the game and the action, and no game changes.
        """
    def legal_mask(self, out: npt.NDArray[np.bool_] | None = None) -> npt.NDArray[np.bool_]:
        """The legal actions, as an array of shape (n, actions). A game that is over has none."""
    def legal_actions(self, game: int) -> list[int]:
        """The legal actions of one game in ascending order."""
    def observe(
        self, out: npt.NDArray[np.float32] | None = None, *, opponent: bool = False
    ) -> npt.NDArray[np.float32]:
        """The observations, of shape (n, planes, digits, letters).

        With `opponent`, "own" is the side that waits.
        """
    def random_actions(
        self, seed: int, out: npt.NDArray[np.int64] | None = None
    ) -> npt.NDArray[np.int64]:
        """A legal action of each game, each with the same probability, -1 if the game is over.

        The same seed (0 to 2**64 - 1) gives the same actions in the same games.
        """
    def turns(self) -> npt.NDArray[np.uint8]:
        """The side that acts next in each game: 0 White, 1 Black."""
    def plies(self) -> npt.NDArray[np.uint32]:
        """The moves made in each game. A capture counts when its last jump is made."""
    def reset(self, games: npt.NDArray[np.bool_] | None = None) -> None:
        """Starts all games again, or those that are chosen."""
    def board(self, game: int) -> Board:
        """A copy of one game, without the jumps of a capture that is not complete."""
    def set_board(self, game: int, board: Board) -> None:
        """Replaces one game. The board has the variant and rules of the batch."""
    def history(self, game: int) -> list[int]:
        """The actions of one game since its start."""
    def partial_capture(self, game: int) -> str | None:
        """The jumps made of a capture, such as `h4xf4`; `None` at the start of a turn."""
    def copy(self) -> BatchBoard:
        """An independent copy."""
    def __copy__(self) -> BatchBoard: ...
    def __deepcopy__(self, memo: object, /) -> BatchBoard: ...
    def __len__(self) -> int: ...

@final
class RecordedMove:
    """A move of a record with its notes. The evaluation is from the view of the mover.

    It cannot be pickled, unlike its record.
    """

    @property
    def move(self) -> Move:
        """The move."""
    @property
    def comment(self) -> str:
        """The comment, empty if there is none."""
    @property
    def nags(self) -> tuple[int, ...]:
        """Numeric annotation glyphs: 1 is `!`, 2 is `?`, 3 is `!!`, 4 is `??`."""
    @property
    def centimen(self) -> int | None:
        """The evaluation in centimen, as `Score.centimen`; `None` for a win or loss."""
    @property
    def mate(self) -> int | None:
        """The evaluation as a win or loss, as `Score.mate`; `None` for a score in centimen."""
    @property
    def depth(self) -> int | None:
        """The depth of the search in plies."""
    @property
    def nodes(self) -> int | None:
        """The nodes of the search."""
    @property
    def seconds(self) -> float | None:
        """The time used."""
    @property
    def variations(self) -> tuple[tuple[RecordedMove, ...], ...]:
        """Other moves in place of this one, each with its continuation."""
    def __copy__(self) -> RecordedMove: ...
    def __deepcopy__(self, memo: object, /) -> RecordedMove: ...

@final
class Record:
    """A recorded game: the moves of a board, with headers, comments and variations.

    >>> board = Board("emergo7")
    >>> for text in ["d3", "d5"]:
    ...     move = board.push_text(text)
    >>> record = Record(board, white="Ann", black="Bob")
    >>> record.annotate(2, comment="the only one", nags=[1])
    >>> record.result = "1-0"
    >>> record
    <Record emergo7 Ann - Bob 1-0 in 2 plies>
    >>> [recorded.move.text() for recorded in record.moves], record.moves[1].comment
    (['d3', 'd5'], 'the only one')
    >>> again = next(parse_records(record.to_text("pgn")))
    >>> again.white, again.moves == record.moves, again.board() == board
    ('Ann', True, True)
    """

    white: str | None
    """The name of White."""
    black: str | None
    """The name of Black."""
    event: str | None
    """The event."""
    site: str | None
    """The place."""
    date: str | None
    """The date as `YYYY.MM.DD`."""
    round: str | None
    """The round of the event."""
    tags: tuple[tuple[str, str], ...]
    """Further PGN tags in their order. A name is a word, and not the tag of a field."""
    comment: str
    """The comment before the first move."""
    detail: str
    """More about the end."""
    result: str
    """The result, `*` if the game is not finished."""
    termination: str | None
    """Why the game ended, such as `third repetition` or `resignation`."""

    def __new__(
        cls,
        board: Board,
        *,
        white: str | None = None,
        black: str | None = None,
        event: str | None = None,
        site: str | None = None,
        date: str | None = None,
        round: str | None = None,
    ) -> Record: ...
    @property
    def variant(self) -> Variant:
        """The variant."""
    @property
    def start_fen(self) -> str:
        """The position text of the start."""
    @property
    def coordinates(self) -> Coordinates:
        """The coordinates of the moves in the text of the record."""
    @property
    def blocked(self) -> Blocked:
        """The rule for a side that has men and no legal move."""
    @property
    def moves(self) -> tuple[RecordedMove, ...]:
        """The moves with their notes, which `annotate` and `add_variation` change."""
    def __len__(self) -> int:
        """The number of moves."""
    def __bool__(self) -> Literal[True]: ...
    def board(self, ply: int | None = None) -> Board:
        """The board after so many moves, by default after all of them."""
    def boards(self) -> list[Board]:
        """The boards before the first move and after each move."""
    def annotate(
        self, ply: int, comment: str | None = None, nags: Sequence[int] | None = None
    ) -> None:
        """Replaces notes of a move. Plies count from 1."""
    def add_variation(self, ply: int, moves: Iterable[Move]) -> None:
        """Adds legal moves that replace this one, and their continuation. Plies count from 1."""
    def to_text(self, format: RecordFormat = "pgn") -> str:
        """The game in a format: see `write_records`. `str(record)` is PGN."""

@final
class RecordReader:
    """An iterator over the games of a file or text."""

    @property
    def format(self) -> RecordFormat:
        """The format that was given or found."""
    @property
    def board_choice(self) -> str:
        """How variant and coordinates were found, as a sentence."""
    def __iter__(self) -> RecordReader: ...
    def __next__(self) -> Record: ...

def read_records(
    path: str | os.PathLike[str],
    *,
    format: RecordFormat | None = None,
    variant: Variant | None = None,
    coordinates: Coordinates | None = None,
    blocked: Blocked | None = None,
    on_error: Callable[[RecordError], object] | None = None,
) -> RecordReader:
    """Reads the games of a file in any format, which is detected: `pgn`, `json`, `abstractplay`,
    `mindsports`, `tutor`, `zillions` or `moves`.

    Variant, coordinates and the rule for a blocked side are those of games that do not name theirs.
    A game that cannot be read raises `RecordError`; the iterator then goes on with the next game.
    With `on_error` the error is passed to this function instead.
    """

def parse_records(
    text: str,
    *,
    format: RecordFormat | None = None,
    variant: Variant | None = None,
    coordinates: Coordinates | None = None,
    blocked: Blocked | None = None,
    on_error: Callable[[RecordError], object] | None = None,
) -> RecordReader:
    """As `read_records`, of a text.

    >>> faults: list[RecordError] = []
    >>> text = "1. e4 e6\\n\\n1. e4 e4"
    >>> [len(record) for record in parse_records(text, on_error=faults.append)]
    [2]
    >>> print(faults[0])
    game 2, line 3: ply 2: illegal move 'e4': e4 is not vacant
    """

def write_records(
    path: str | os.PathLike[str], records: Iterable[Record], format: RecordFormat = "pgn"
) -> int:
    """Writes games to a file as `pgn`, `json`, `moves` or `abstractplay`. Returns their number.

    If a game does not fit the format, raises `ValueError`. After an error a file is as it was.
    """

@final
class DatagenReader:
    """An iterator over the blocks of a file of `luctor datagen`."""

    @property
    def variant(self) -> Variant:
        """The variant of all games."""
    @property
    def settings(self) -> str:
        """The settings of the run, as `key=value` words."""
    def __iter__(self) -> DatagenReader: ...
    def __next__(self) -> DatagenBlock: ...

def read_datagen(path: str | os.PathLike[str]) -> DatagenReader:
    """Reads the games of `luctor datagen` as arrays, block by block.

    Positions that searches evaluated are left out.
    """
