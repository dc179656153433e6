"""Fixtures of the tests of `dungeon-host check`."""

from __future__ import annotations

import pytest

import host.tools.checking.run


@pytest.fixture(autouse=True)
def one_other_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """One order of names besides the host's own, which is other than that for all names here, is enough."""
    monkeypatch.setattr(host.tools.checking.run, "HASH_SEEDS", (5,))
