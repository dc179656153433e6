"""Services that record calls of mods and explain draws, while a game is made again to explain why it failed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from host.border.service import service
from host.border.session import Session
from host.border.values import Table, Value


class ExplanationServices:
    """What the Lua half asks for while `Session.explainer` is set."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @service
    def record_call(self, function: str, file: str | None, line: int) -> None:
        """Record where a mod calls a function."""
        if self._session.explainer is not None:
            self._session.explainer.record_call(function, file, line)

    @service
    def explain_draw(self, path: str, reason: str, file: str | None, line: int, draw: Value) -> str:
        """Count a draw that failed; return the reason with the explanation. `draw`: see lua/pools/explanation.lua."""
        # Imported here: only failures need them.
        from host.generate.explain.explainer import RecordedCall
        from host.generate.explain.pools import PoolNode, Tilde, UnweightedEntry, explain_draw

        explainer = self._session.explainer
        if explainer is None:
            return reason
        fields: Mapping[str, Any] = draw.fields
        tildes = [
            Tilde(int(tilde["depth"]), tilde["segment"], tilde["setting"], *_location(tilde))
            for tilde in _rows(fields["tildes"])
        ]
        nodes = [
            PoolNode(
                node["path"],
                tuple(node["segments"].items),
                node["has_weight"],
                *_location(node),
                tuple(UnweightedEntry(entry["name"], *_location(entry)) for entry in _rows(node["entries"])),
            )
            for node in _rows(fields["nodes"])
        ]
        call = RecordedCall("drawFromPool", file, line or None)
        return explainer.fail(reason, lambda: explain_draw(path, fields["root"], tildes, nodes, reason, call))


def _rows(table: Table) -> list[Mapping[str, Any]]:
    return [row.fields for row in table.items]


def _location(fields: Mapping[str, Any]) -> tuple[str | None, int | None]:
    """Return file and line of what Lua describes."""
    file = fields.get("file")
    return file, int(fields["line"]) if file else None
