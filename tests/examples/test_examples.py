"""Examples are read, so they are short."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.examples.running import EXAMPLES


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.name)
def test_an_example_has_at_most_200_lines(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 200
