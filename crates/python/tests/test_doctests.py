"""The examples in the documentation are tests."""

import ast
import doctest
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
