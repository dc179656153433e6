"""Rows of Lua about a game in play: its player, and what happened in a turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from host.border.values import Table
from host.metrics.walkability import Mask
from host.play.action import Carried, PlayerView
from host.play.sentences import Report


def read_player(view: Any) -> PlayerView | None:
    """Return the player as a dialect of Lua describes it; None for nobody."""
    if not isinstance(view, Table):
        return None
    fields: Mapping[Any, Any] = view.fields
    things = fields.get("things")
    carried = [
        Carried(str(row.fields.get("id")), str(row.fields.get("name")), int(row.fields.get("number") or 1))
        for row in (things.items if isinstance(things, Table) else ())
        if isinstance(row, Table)
    ]
    health, most = fields.get("health"), fields.get("max_health")
    return PlayerView(int(fields["x"]), int(fields["y"]), health, most, tuple(carried))


def read_reports(rows: Table, sights: Iterable[Mask]) -> list[Report]:
    """Read rows about a turn (see `lua_functions.reports_of_turn`).

    `sights` are squares that the player saw in the turn: what happened elsewhere it does not see.
    """
    seen = list(sights)

    def is_seen(x: Any, y: Any) -> bool:
        if not isinstance(x, int) or not isinstance(y, int):
            # Errors have no square.
            return x is None
        return any(0 < y <= len(sight) and 0 < x <= len(sight[0]) and sight[y - 1, x - 1] for sight in seen)

    return [
        Report(
            str(row["name"]),
            str(row["code"]),
            is_player=bool(row["is_player"]),
            lost=row.get("lost") or 0,
            is_seen=bool(row["is_player"]) or is_seen(row.get("x"), row.get("y")),
        )
        for row in (table.fields for table in rows.items if isinstance(table, Table))
    ]
