"""The documentation is there for `help()`, and its examples are tests."""

import ast
import dataclasses
import doctest
import inspect
import subprocess
import sys
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


def public(owner: object) -> list[tuple[str, object]]:
    """The public names of a class or module, and what they are."""
    found = [(name, getattr(owner, name)) for name in vars(owner) if not name.startswith("_")]
    return [(name, value) for name, value in found if not inspect.ismodule(value)]


def test_every_public_class_function_and_method_is_documented() -> None:
    classes = [value for name in emergo.__all__ if inspect.isclass(value := getattr(emergo, name))]
    native = emergo.emergo_native
    described = [
        *[
            (f"{owner.__name__}.{name}", value)
            for owner in classes
            for name, value in public(owner)
        ],
        *[(owner.__name__, owner) for owner in classes],
        *public(native),
    ]
    fields = {field.name for field in dataclasses.fields(emergo.Limit)}
    without = {
        name
        for name, value in described
        if not inspect.getdoc(value) and name.removeprefix("Limit.") not in fields
    }
    assert without == set()


def test_help_shows_the_documentation_of_the_stub_file() -> None:
    stub = ast.parse((PACKAGE / "emergo_native.pyi").read_text(encoding="utf-8"))
    compared = 0
    for node in ast.walk(stub):
        for item in getattr(node, "body", []):
            owner = getattr(emergo, node.name, None) if isinstance(node, ast.ClassDef) else emergo
            if not isinstance(item, ast.ClassDef | ast.FunctionDef) or item.name.startswith("__"):
                continue
            if (text := ast.get_docstring(item)) and hasattr(owner, item.name):
                assert inspect.getdoc(getattr(owner, item.name)) == text, (owner, item.name)
                compared += 1
    assert compared > 140


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
