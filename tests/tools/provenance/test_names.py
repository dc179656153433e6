"""Names that `why` takes with other marks, and in another case."""

from __future__ import annotations

import pytest

from tests.helpers import run_command


@pytest.mark.parametrize(
    ("subject", "name", "other"),
    [
        ("item", "base.crossbow", "Base:Crossbow"),
        ("item", "base.crossbow", "base::crossbow"),
        ("option", "quest", "Quest"),
    ],
)
def test_why_takes_any_mark_and_case(subject: str, name: str, other: str) -> None:
    right, written = (run_command("why", subject, text, "base") for text in (name, other))
    assert written.exit_code == 0, written.stderr
    assert written.stdout == right.stdout
