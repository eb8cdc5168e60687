"""A real service for the tests, and the servers between it and the client."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[3]
sys.path.insert(0, str(REPOSITORY / "Tests" / "Clients"))

from service import running  # noqa: E402

from tessera_layout import Tessera  # noqa: E402


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """The address of a service that the tests share."""
    with running() as found:
        yield found


@pytest.fixture
def tessera(address: str) -> Iterator[Tessera]:
    with Tessera(address) as client:
        yield client


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
