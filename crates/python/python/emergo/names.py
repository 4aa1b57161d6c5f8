"""The names of sides and variants, for annotations."""

from typing import Literal

Side = Literal["white", "black"]
Variant = Literal["emergo", "emergo7", "hexemergo"]
