"""The core of the host knows no dialect: what only one of them has is in its folder."""

from __future__ import annotations

import re

import pytest

from tests.helpers import ROOT

# A word of one dialect, the path of its Lua half, an import of its Python half, or its name before "dialect".
WORDS = re.compile(
    r"kts|knight|lockpick|zombie|\bgems?\b|\bmenus?\b|lua/(?!core\b)\w+|host\.dialects\.(kts|actions|rooms|toolbox)\b"
    r"|\b(areas|actions|rooms|pools) dialect",
    re.IGNORECASE,
)
# What authors of mods read in messages.
MESSAGES = ('"while the menu is read"',)


@pytest.mark.parametrize("folder", ["play", "engine", "border"])
def test_the_core_names_no_dialect(folder: str) -> None:
    found = []
    for path in sorted((ROOT / "host" / folder).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        for message in MESSAGES:
            text = text.replace(message, "")
        found += [f"{path.name}: {match[0]}" for match in WORDS.finditer(text)]
    assert not found
