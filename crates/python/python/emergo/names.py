"""The names of sides and variants, for annotations."""

from typing import Final, Literal

Side = Literal["white", "black"]
Variant = Literal["emergo", "emergo7", "hexemergo"]

WHITE: Final = "white"
BLACK: Final = "black"
