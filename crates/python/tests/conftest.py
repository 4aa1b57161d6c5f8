"""Fixtures: the program luctor."""

import os

import pytest


@pytest.fixture
def luctor() -> str:
    """The program to compare with, whose path is LUCTOR. Without it, the test is skipped."""
    return os.environ.get("LUCTOR") or pytest.skip("LUCTOR is the program to compare with")
