"""The board game Emergo: rules, records, environments for learning, and the engine Luctor."""

from importlib.metadata import version as _version

from emergo.datagen import DatagenBlock
from emergo.emergo_native import (
    Analysis,
    BatchBoard,
    Board,
    Column,
    DatagenReader,
    Engine,
    LegalMoves,
    Line,
    Move,
    Outcome,
    Record,
    RecordedMove,
    RecordReader,
    Score,
    SearchResult,
    action_cells,
    action_count,
    action_to_text,
    parse_records,
    read_datagen,
    read_records,
    text_to_action,
    variants,
    write_records,
)
from emergo.errors import IllegalMoveError, RecordError
from emergo.names import Blocked, Coordinates, Layout, RecordFormat, Repetition, Side, Variant

__all__ = [
    "Analysis",
    "BatchBoard",
    "Blocked",
    "Board",
    "Column",
    "Coordinates",
    "DatagenBlock",
    "DatagenReader",
    "Engine",
    "IllegalMoveError",
    "Layout",
    "LegalMoves",
    "Line",
    "Move",
    "Outcome",
    "Record",
    "RecordError",
    "RecordFormat",
    "RecordReader",
    "RecordedMove",
    "Repetition",
    "Score",
    "SearchResult",
    "Side",
    "Variant",
    "__version__",
    "action_cells",
    "action_count",
    "action_to_text",
    "parse_records",
    "read_datagen",
    "read_records",
    "text_to_action",
    "variants",
    "write_records",
]

#: The version of the package.
__version__ = _version("emergo")
