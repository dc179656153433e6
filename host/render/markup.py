"""Texts of mods in formats where they could become code: pages, pictures, scripts and the logs of builds."""

from __future__ import annotations

import json
import re
from html import escape  # noqa: TID251 - here alone
from typing import Any

from host.errors import visible

# What a script or a page may take for its end, for markup, or for the end of a line.
_SPECIAL = re.compile("[<>&\u2028\u2029]")
# What build services take for a command anywhere in a line: "##[add-mask]x", "##vso[task.setvariable]x".
_COMMAND = re.compile(r"##(?=\w*\[)")


def to_markup(value: object) -> str:
    """Return a value as text of HTML, XML or SVG, also within quotes: nothing of it is markup."""
    return escape(visible(str(value)))


class ScriptEncoder(json.JSONEncoder):
    """Writes JSON that can stand in a script of a page: no text of it ends the script."""

    def encode(self, o: Any) -> str:
        return _SPECIAL.sub(lambda match: f"\\u{ord(match[0]):04x}", super().encode(o))


def to_json(value: Any, *, indent: int | None = None) -> str:
    """Return a value as JSON in which no build service finds a command."""
    return without_commands(json.dumps(value, indent=indent))


def without_commands(text: str) -> str:
    """Return JSON with the same values, in which no build service finds a command."""
    return _COMMAND.sub(r"#\\u0023", text)
