"""The options of an engine: what it declares, and the values that it takes."""

import difflib
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NoReturn

from luctor.engine.errors import EngineError


@dataclass(frozen=True)
class Option:
    """An option that an engine declares."""

    name: str
    #: `check`, `spin`, `combo`, `button` or `string`.
    kind: str
    default: str | None = None
    minimum: int | None = None
    maximum: int | None = None
    choices: tuple[str, ...] = ()

    def command(self, value: object) -> str:
        """The line that sets the option. Raises `EngineError` for a value that it does not take."""
        if self.kind == "button":
            return f"setoption name {self.name}" if value is None else self._refuse("None", value)
        text = str(value).lower() if isinstance(value, bool) else str(value)
        if self.kind == "check" and text.lower() not in ("true", "false"):
            self._refuse("True or False", value)
        if self.kind == "combo" and text.lower() not in map(str.lower, self.choices):
            self._refuse(" or ".join(self.choices), value)
        if self.kind == "spin":
            low = -math.inf if self.minimum is None else self.minimum
            high = math.inf if self.maximum is None else self.maximum
            try:
                is_inside = low <= int(text) <= high
            except ValueError:
                is_inside = False
            if not is_inside:
                self._refuse(f"a number from {low} to {high}", value)
        if value is None or len(text.splitlines()) > 1:
            self._refuse("a text of one line", value)
        return f"setoption name {self.name} value {text}"

    def _refuse(self, wanted: str, value: object) -> NoReturn:
        raise EngineError(f"option {self.name} takes {wanted}, not {value!r}")


def find_option(options: Mapping[str, Option], name: str) -> Option:
    """The option of this name, in upper or lower case. Raises `EngineError` if there is none."""
    by_name = {option.name.lower(): option for option in options.values()}
    if name.lower() in by_name:
        return by_name[name.lower()]
    close = difflib.get_close_matches(name.lower(), by_name, 1)
    hint = f"; did you mean {by_name[close[0]].name!r}?" if close else ""
    raise EngineError(f"the engine has no option {name!r}{hint}")


def read_option(words: list[str]) -> Option:
    """Reads `name NAME type TYPE ...`. Names and values can have several words."""
    fields: dict[str, list[str]] = {}
    choices: list[list[str]] = []
    value: list[str] = []
    for word in words:
        if word == "var":
            choices.append(value := [])
        elif word in ("name", "type", "default", "min", "max") and word not in fields:
            value = fields[word] = []
        else:
            value.append(word)

    def number(name: str) -> int | None:
        return int(fields[name][0]) if fields.get(name) else None

    return Option(
        name=" ".join(fields.get("name", [])),
        kind=" ".join(fields.get("type", [])),
        default=" ".join(fields["default"]) if "default" in fields else None,
        minimum=number("min"),
        maximum=number("max"),
        choices=tuple(" ".join(choice) for choice in choices),
    )
