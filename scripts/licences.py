"""Writes the licences of all crates that the program is linked with. Input: `cargo metadata --filter-platform TARGET`.

A text that several crates share is written once. Crates that only run during the build are left out. A crate without a
licence file in its package is an error.
"""

import json
import sys
from collections import defaultdict
from pathlib import Path

NAMES = ("LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE")


def linked_crates(metadata):
    """The packages of others that the root package is linked with, sorted by name."""
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    waiting = [metadata["resolve"]["root"]]
    found = set()
    while waiting:
        crate = waiting.pop()
        runs_in_build = any("proc-macro" in target["kind"] for target in packages[crate]["targets"])
        if crate in found or runs_in_build:
            continue
        found.add(crate)
        for dependency in nodes[crate]["deps"]:
            if any(kind["kind"] is None for kind in dependency["dep_kinds"]):
                waiting.append(dependency["pkg"])
    others = [packages[crate] for crate in found if packages[crate]["source"] is not None]
    return sorted(others, key=lambda package: (package["name"], package["version"]))


def licence_texts(package):
    folder = Path(package["manifest_path"]).parent
    files = sorted(file for file in folder.iterdir() if file.is_file() and file.name.upper().startswith(NAMES))
    if not files:
        sys.exit(f"{package['name']} {package['version']} has no licence file in {folder}")
    return [file.read_text(encoding="utf-8").strip() for file in files]


def main():
    crates = linked_crates(json.load(sys.stdin))
    crates_of_text = defaultdict(list)
    text_of_words = {}
    print("The program contains these crates. The texts of their licences follow.\n")
    for package in crates:
        name = f"{package['name']} {package['version']}"
        print(f"{name}: {package['license']}, {package['repository']}")
        for text in licence_texts(package):
            # Texts that differ only in their line breaks are the same.
            crates_of_text[text_of_words.setdefault(tuple(text.split()), text)].append(name)
    for text, names in crates_of_text.items():
        print(f"\n{'=' * 100}\n{', '.join(names)}\n{'-' * 100}\n{text}")


main()
