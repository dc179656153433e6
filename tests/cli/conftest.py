"""Fixtures of the tests of commands."""

from __future__ import annotations

import pytest

import host.tools.checking.run


@pytest.fixture(autouse=True)
def one_other_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check mods in no other order of names than the host's own: these tests are about commands."""
    monkeypatch.setattr(host.tools.checking.run, "HASH_SEEDS", ())
