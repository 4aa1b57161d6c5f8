"""The names that arguments and results have, for annotations."""

from typing import Literal

Side = Literal["white", "black"]
Variant = Literal["emergo", "emergo7", "hexemergo"]
Coordinates = Literal["oblique", "checkerboard"]
Blocked = Literal["draw", "loss"]
Repetition = Literal["draw", "unlimited"]
Layout = Literal["diamond", "checkerboard"]
RecordFormat = Literal["pgn", "json", "abstractplay", "mindsports", "tutor", "zillions", "moves"]
