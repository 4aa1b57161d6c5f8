"""Fixtures: the built program, engines without a search, and Dask clusters."""

import functools
import logging
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from dask_cluster import Cluster
from ugi_engines import FakeEngine, Traffic, engine_of_code

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def luctor() -> str:
    """The built program: LUCTOR of the environment, or the newest build of this repository."""
    given = os.environ.get("LUCTOR")
    if given:
        return given
    built = [ROOT / "target" / profile / "luctor" for profile in ("release", "debug")]
    found = [program for program in built if program.is_file()]
    assert found, "build the program first: cargo build --release"
    return str(max(found, key=lambda program: program.stat().st_mtime))


@pytest.fixture
def fake(tmp_path: Path) -> FakeEngine:
    """Makes an engine that runs Python code for `go`."""
    return functools.partial(engine_of_code, tmp_path)


@pytest.fixture
def traffic() -> Iterator[Traffic]:
    logger, handler = logging.getLogger("luctor.engine"), Traffic()
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    yield handler
    logger.removeHandler(handler)
    logger.setLevel(logging.NOTSET)


@pytest.fixture(scope="session")
def shared_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    cluster = Cluster(tmp_path_factory.mktemp("cluster"))
    yield cluster
    cluster.close()


@pytest.fixture
def cluster(shared_cluster: Cluster) -> Iterator[Cluster]:
    """A cluster without workers."""
    yield shared_cluster
    shared_cluster.kill_workers()
