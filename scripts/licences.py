"""Writes the licences of all crates of others that the program is linked with. Input: `cargo metadata --filter-platform TARGET`.

A text that several crates share is written once. A crate without a licence file in its package is an error. Crates that only
run during the build are left out. Equal inputs give equal outputs.
"""

import json
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any, TypedDict

NAMES = ("LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE")


class Package(TypedDict):
    """A package in the output of `cargo metadata`, as far as it is used. Only crates of the workspace have no source."""

    id: str
    name: str
    version: str
    license: str
    repository: str
    source: str | None
    manifest_path: str


def linked_crates(metadata: dict[str, Any]) -> list[Package]:
    """The root package and all that it is linked with, sorted by name."""
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    waiting = [metadata["resolve"]["root"]]
    found: set[str] = set()
    while waiting:
        crate = waiting.pop()
        if crate in found:
            continue
        found.add(crate)
        waiting += [
            dependency["pkg"]
            for dependency in nodes[crate]["deps"]
            if any(kind["kind"] is None for kind in dependency["dep_kinds"])
            and not any("proc-macro" in target["kind"] for target in packages[dependency["pkg"]]["targets"])
        ]
    return sorted((packages[crate] for crate in found), key=lambda package: (package["name"], package["version"]))


def name_of(package: Package) -> str:
    return f"{package['name']} {package['version']}"


def licence_texts(package: Package) -> list[str]:
    folder = Path(package["manifest_path"]).parent
    files = sorted(file for file in folder.iterdir() if file.is_file() and file.name.upper().startswith(NAMES))
    if not files:
        sys.exit(f"{name_of(package)} has no licence file in {folder}")
    return [file.read_text(encoding="utf-8").strip() for file in files]


def main() -> None:
    crates_of_text: defaultdict[str, list[str]] = defaultdict(list)
    text_of_words: dict[tuple[str, ...], str] = {}
    print("The program contains these crates. The texts of their licences follow.\n")
    for package in linked_crates(json.load(sys.stdin)):
        if package["source"] is None:
            continue
        print(f"{name_of(package)}: {package['license']}, {package['repository']}")
        for text in licence_texts(package):
            # Texts that differ only in their line breaks are the same.
            crates_of_text[text_of_words.setdefault(tuple(text.split()), text)].append(name_of(package))
    for text, names in crates_of_text.items():
        print(f"\n{'=' * 100}\n{', '.join(names)}\n{'-' * 100}\n{text}")


main()
