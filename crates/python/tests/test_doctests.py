"""The documentation is there for `help()`, and its examples are tests."""

import ast
import doctest
import inspect
import itertools
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import emergo
import pytest

PACKAGE = Path(emergo.__file__).parent
WITH_EXAMPLES = [
    PACKAGE / "emergo_native.pyi",
    PACKAGE / "errors.py",
    PACKAGE / "limit.py",
    PACKAGE.parents[1] / "README.md",
]


def examples(path: Path) -> list[doctest.DocTest]:
    """The documentation of a file with examples."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        texts = [(path.name, text, 0)]
    else:
        nodes = (ast.Module, ast.ClassDef, ast.FunctionDef)
        documented = [node for node in ast.walk(ast.parse(text)) if isinstance(node, nodes)]
        texts = [
            (getattr(node, "name", path.name), ast.get_docstring(node) or "", node.body[0].lineno)
            for node in documented
        ]
    parser = doctest.DocTestParser()
    names = {name: getattr(emergo, name) for name in emergo.__all__}
    tests = [parser.get_doctest(text, dict(names), name, str(path), at) for name, text, at in texts]
    return [test for test in tests if test.examples]


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=lambda path: path.name)
def test_the_examples_of_the_documentation_work(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    tests = examples(path)
    assert tests
    for test in tests:
        assert doctest.DocTestRunner(verbose=False).run(test).failed == 0, test.name


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
    for owner in (emergo.IllegalMoveError, emergo.RecordError, emergo.Limit):
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
