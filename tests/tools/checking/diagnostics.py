"""Helpers of the tests of `dungeon-host check`."""

from __future__ import annotations

from host import check
from host.tools.checking.diagnostic import Diagnostic
from tests.helpers import MakeMod


def show(diagnostics: list[Diagnostic]) -> list[str]:
    """Return each diagnostic as `file:line rule message; hint`."""

    def to_line(diagnostic: Diagnostic) -> str:
        hint = f"; {diagnostic.hint}" if diagnostic.hint else ""
        return f"{diagnostic.file}:{diagnostic.line or ''} {diagnostic.rule} {diagnostic.message}{hint}"

    return list(map(to_line, diagnostics))


def checked(make_mod: MakeMod, init: str = "", **more: object) -> list[str]:
    """Return the diagnostics of a mod `it`."""
    return show(check(make_mod("it", init, **more), "it"))
