"""Mods of these tests have the names of kts alone: loading the other dialects takes longer than most tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.helpers import KTS_ONLY, MakeMod


@pytest.fixture
def make_mod(make_mod: MakeMod) -> Callable[..., Path]:
    def make(identity: str, init: str = "", *, toml: str = "", **more: Any) -> Path:
        return make_mod(identity, init, toml=toml if "dialects" in toml else f"{KTS_ONLY}\n{toml}", **more)

    return make
