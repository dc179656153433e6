"""Uids of creatures and tile copies: one source for all maps of a game.

Objects that live in Lua count from 1 in a space of their own (lua/core/game/objects.lua), and so do maps and areas of
worlds (lua/areas/session.lua): mods and files see these numbers, and a counter in Lua costs no call of Python. A uid is
never given twice in its space, also after the game was loaded.
"""

from __future__ import annotations

from typing import Self


class UidSource:
    """Counts upwards without end. A save stores `next_uid`, and a loaded game continues from it."""

    __slots__ = ("next_uid",)

    def __init__(self, next_uid: int = 1) -> None:
        self.next_uid = next_uid

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> int:
        uid = self.next_uid
        self.next_uid = uid + 1
        return uid
