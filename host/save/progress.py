"""The progress of a game of kts as plain data for a save: its times, and the scores of its players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from host.errors import SaveError

_MOST = 2**62
# Attributes of a player, and their types.
_PLAYER: dict[str, tuple[type, ...]] = {
    "respawn": (str,),
    "eliminated": (bool,),
    "team": (int,),
    "respawns_at": (int, type(None)),
    "lives": (int,),
    "skulls": (int,),
    "kills": (int,),
    "frags": (int,),
}
_RESPAWN = ("normal", "different", "anywhere")
_RUNS = ("monsters", "supplies", "critical items", "time limit")


class _Progress(Protocol):
    has_begun: bool
    is_over: bool
    due: dict[str, int]


def to_data(progress: _Progress, players: Sequence[Any]) -> dict[str, Any]:
    """Return the progress of a game as plain data."""
    return {
        "begun": progress.has_begun,
        "over": progress.is_over,
        "due": [[name, due] for name, due in progress.due.items() if name in _RUNS],
        "players": [[getattr(player, name) for name in _PLAYER] for player in players],
    }


def restore(progress: _Progress, players: Sequence[Any], data: Any) -> None:
    """Set the progress of a game to what `to_data` returned. Raises SaveError for data of another form."""
    try:
        begun, over, rows = data["begun"], data["over"], data["players"]
        due = {_one_of(name, _RUNS): _value(ms, (int,)) for name, ms in data["due"]}
        if len(rows) != len(players):
            raise ValueError(f"{len(rows)} players")
        checked = [[_value(v, types) for v, types in zip(row, _PLAYER.values(), strict=True)] for row in rows]
        for row in checked:
            _one_of(row[0], _RESPAWN)
        progress.has_begun, progress.is_over = _value(begun, (bool,)), _value(over, (bool,))
    except (KeyError, TypeError, ValueError) as error:
        raise SaveError(f"the progress of play in the save cannot be read: {error}") from None
    progress.due = due
    for player, row in zip(players, checked, strict=True):
        for name, value in zip(_PLAYER, row, strict=True):
            setattr(player, name, value)


def _one_of(value: Any, words: tuple[str, ...]) -> str:
    if value not in words:
        raise ValueError(f"{value!r:.40}")
    return str(value)


def _value(value: Any, types: tuple[type, ...]) -> Any:
    if type(value) not in types or (type(value) is int and abs(value) > _MOST):
        raise ValueError(f"{value!r:.40}")
    return value
