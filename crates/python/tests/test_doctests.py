"""The documentation is there for `help()`, and its examples are tests."""

import ast
import doctest
import inspect
import itertools
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import emergo.openspiel
import emergo.pettingzoo
import pytest

PACKAGE = Path(emergo.__file__).parent
README = PACKAGE.parents[1] / "README.md"


def test_the_examples_of_the_documentation_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names = {name: getattr(emergo, name) for name in emergo.__all__}
    # Also the functions, which are in another module.
    tests = doctest.DocTestFinder().find(emergo, module=False, globs=names)
    runner = doctest.DocTestRunner(verbose=False)
    for test in tests:
        assert runner.run(test).failed == 0, test.name
    assert runner.tries > 60
    assert doctest.testfile(str(README), module_relative=False).failed == 0
    for module in (emergo.openspiel, emergo.pettingzoo):
        assert doctest.testmod(module).failed == 0


def documented(body: list[ast.stmt]) -> Iterator[tuple[str, str | None]]:
    """The names of public classes, functions and attributes, and their documentation."""
    for item, after in itertools.pairwise([*body, ast.Pass()]):
        if isinstance(item, ast.ClassDef | ast.FunctionDef):
            name, text = item.name, ast.get_docstring(item)
        elif isinstance(item, ast.AnnAssign):
            name = ast.unparse(item.target)
            text = ast.literal_eval(after.value) if isinstance(after, ast.Expr) else None
        else:
            continue
        if not name.startswith("_"):
            yield name, text


def test_help_shows_the_documentation_of_the_stub_file_which_is_complete() -> None:
    stub = ast.parse((PACKAGE / "emergo_native.pyi").read_text(encoding="utf-8"))
    classes = [node for node in stub.body if isinstance(node, ast.ClassDef)]
    owners = [(emergo, stub.body), *((getattr(emergo, of.name, None), of.body) for of in classes)]
    compared = 0
    for owner, body in owners:
        for name, text in documented(body):
            if hasattr(owner, name):
                assert text and inspect.getdoc(getattr(owner, name)) == text, (owner, name)
                compared += 1
    assert compared > 150
    for owner in (emergo.IllegalMoveError, emergo.RecordError, emergo.DatagenBlock):
        assert inspect.getdoc(owner), owner


def test_the_stub_file_has_the_names_and_arguments_of_the_library() -> None:
    stubtest = [sys.executable, "-m", "mypy.stubtest", "emergo.emergo_native"]
    options = [
        "--mypy-config-file",
        "pyproject.toml",
        "--allowlist",
        "tests/stubtest_allowlist.txt",
    ]
    place = Path(__file__).parents[1]
    done = subprocess.run([*stubtest, *options], cwd=place, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
