"""The options that an engine declares, and the lines that set them."""

import difflib
from collections.abc import Mapping
from dataclasses import dataclass

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
        """The line that sets the option. The engine checks the value."""
        if (value is None) != (self.kind == "button") or len(str(value).splitlines()) > 1:
            wanted = "None" if self.kind == "button" else "a text of one line"
            raise EngineError(f"option {self.name} takes {wanted}, not {value!r}")
        if value is None:
            return f"setoption name {self.name}"
        text = str(value).lower() if isinstance(value, bool) else str(value)
        return f"setoption name {self.name} value {text}"


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
