"""What tests of pools share."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.helpers.processes import list_descendants


@pytest.fixture
def children() -> Callable[[], set[int]]:
    """Return the processes that were started since the test began: fixtures of other tests have some, too."""
    before = list_descendants()
    return lambda: list_descendants() - before
