"""Writes what the program is linked with. Input: `cargo metadata --filter-platform TARGET`.

licences.py        the licences of all crates of others. A text that several crates share is written once. A crate without
                   a licence file in its package is an error
licences.py sbom   the bill of materials: all crates with versions, licences and checksums, as JSON of CycloneDX 1.6

Crates that only run during the build are left out. Equal inputs give equal outputs.
"""

import json
import sys
import tomllib
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


# With the packages that each depends on.
Crates = list[tuple[Package, list[Package]]]


def linked_crates(metadata: dict[str, Any]) -> Crates:
    """The root package and all that it is linked with, sorted by name, each with the packages that it depends on."""
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    waiting = [metadata["resolve"]["root"]]
    found: dict[str, list[str]] = {}
    while waiting:
        crate = waiting.pop()
        if crate in found:
            continue
        found[crate] = [
            dependency["pkg"]
            for dependency in nodes[crate]["deps"]
            if any(kind["kind"] is None for kind in dependency["dep_kinds"])
            and not any("proc-macro" in target["kind"] for target in packages[dependency["pkg"]]["targets"])
        ]
        waiting += found[crate]
    crates = [(packages[crate], [packages[other] for other in others]) for crate, others in found.items()]
    return sorted(crates, key=lambda crate: (crate[0]["name"], crate[0]["version"]))


def name_of(package: Package) -> str:
    return f"{package['name']} {package['version']}"


def licence_texts(package: Package) -> list[str]:
    folder = Path(package["manifest_path"]).parent
    files = sorted(file for file in folder.iterdir() if file.is_file() and file.name.upper().startswith(NAMES))
    if not files:
        sys.exit(f"{name_of(package)} has no licence file in {folder}")
    return [file.read_text(encoding="utf-8").strip() for file in files]


def write_licences(crates: Crates) -> None:
    crates_of_text: defaultdict[str, list[str]] = defaultdict(list)
    text_of_words: dict[tuple[str, ...], str] = {}
    print("The program contains these crates. The texts of their licences follow.\n")
    for package, _ in crates:
        if package["source"] is None:
            continue
        print(f"{name_of(package)}: {package['license']}, {package['repository']}")
        for text in licence_texts(package):
            # Texts that differ only in their line breaks are the same.
            crates_of_text[text_of_words.setdefault(tuple(text.split()), text)].append(name_of(package))
    for text, names in crates_of_text.items():
        print(f"\n{'=' * 100}\n{', '.join(names)}\n{'-' * 100}\n{text}")


def write_bill_of_materials(crates: Crates, root: str) -> None:
    with open("Cargo.lock", "rb") as lock:
        checksums = {name_of(package): package.get("checksum") for package in tomllib.load(lock)["package"]}

    def component(package: Package) -> dict[str, object]:
        entry: dict[str, object] = {"type": "library", "bom-ref": name_of(package)}
        # Old crates write `MIT/Apache-2.0`.
        licence = {"expression": package["license"].replace("/", " OR ")}
        entry |= {"name": package["name"], "version": package["version"], "licenses": [licence]}
        if package["source"] is not None:
            entry["hashes"] = [{"alg": "SHA-256", "content": checksums[name_of(package)]}]
            entry["purl"] = f"pkg:cargo/{package['name']}@{package['version']}"
        return entry

    program = next(component(package) for package, _ in crates if package["id"] == root)
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": program | {"type": "application"}},
        "components": [component(package) for package, _ in crates if package["id"] != root],
        "dependencies": [{"ref": name_of(package), "dependsOn": sorted(set(map(name_of, others)))} for package, others in crates],
    }
    print(json.dumps(bill, indent=1))


def main() -> None:
    metadata = json.load(sys.stdin)
    crates = linked_crates(metadata)
    if sys.argv[1:] == ["sbom"]:
        write_bill_of_materials(crates, metadata["resolve"]["root"])
    else:
        write_licences(crates)


main()
