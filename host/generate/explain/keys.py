"""Why kts.ConnectivityCheck fails: locks and floors that leave a player without keys and without room for lockpicks."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from host.generate.connectivity import Reach, room_for_items
from host.generate.explain.core import shrink
from host.generate.explain.explainer import RecordedCall
from host.generate.explain.explanation import TOO_HARD, Drawing, Explanation, MapRequirement
from host.model.game_map import GameMap
from host.model.tile import MAX_TILES

# Calls that locked something: with more, all calls of a line are a single requirement.
_MOST_CALLS = 40
# Requirements, and squares of the map, with which an explanation takes about a second.
_MOST_REQUIREMENTS, _MOST_SQUARES = 200, 250_000
# Kinds of requirements, the one to change first where several would do.
_CHANGED_FIRST = ("lock", "floor", "players", "check")


class _Lock(NamedTuple):
    """A call, and the tile slots that it locked."""

    call: RecordedCall
    slots: tuple[int, ...]


def explain_keys_and_locks(
    game_map: GameMap,
    starts: Sequence[int],
    keys: int,
    reason: str,
    call: RecordedCall,
    locks: Mapping[int, RecordedCall],
) -> Explanation:
    """Return why a start reaches neither enough keys nor room for lockpicks.

    `starts` are squares, by player, and `locks` is the call that locked a tile slot.
    """
    plain = Explanation(call.function, reason)
    if game_map.stacks.size > _MOST_SQUARES:
        return replace(plain, note=TOO_HARD)
    problem = _Problem(game_map, starts, keys, call, _locks_by_call(locks))
    requirements = problem.requirements
    # Floors first: most are behind a lock.
    positions = sorted(range(len(requirements)), key=lambda i: requirements[i].kind != "floor")
    if len(requirements) > _MOST_REQUIREMENTS or problem.fits(positions):
        return replace(plain, note=TOO_HARD)
    core = sorted(shrink(positions, problem.fits))
    chosen = tuple(requirements[i] for i in core)
    remedies = tuple(
        i for i, position in enumerate(core) if problem.fits([other for other in positions if other != position])
    )
    changes = sorted((chosen[i] for i in remedies), key=lambda requirement: _CHANGED_FIRST.index(requirement.kind))
    example = changes[0].relaxed if changes else ""
    return replace(plain, wishes=chosen, remedies=remedies, example=example, drawing=problem.draw())


class _Problem:
    """A connectivity check. Its requirements: the check, the players after the first, locks, and floors without room.

    A floor is what is reached of a segment, or outside of all segments.
    """

    def __init__(
        self,
        game_map: GameMap,
        starts: Sequence[int],
        keys: int,
        call: RecordedCall,
        locks: Sequence[_Lock],
    ) -> None:
        self._map = game_map
        self._starts = starts
        self._keys = keys
        self._room = room_for_items(game_map)
        self._recorded = {slot for lock in locks for slot in lock.slots}
        # (start, locks) -> the squares that are reached, and whether keys are among them.
        self._reached: dict[tuple[int, tuple[_Lock, ...]], tuple[list[int], bool]] = {}
        # The number of the zone by square, from 1; 0 outside of all zones.
        self._floor = np.zeros(game_map.stacks.size, dtype=np.int32)
        by_square = self._floor.reshape(game_map.stacks.shape)
        for i, zone in enumerate(game_map.zones, 1):
            by_square[zone.y : zone.y + zone.height, zone.x : zone.x + zone.width] = i
        keys_text = f" or {keys} different key{'s' if keys > 1 else ''}" if keys else ""
        text = f"{call.function}: each player reaches lockpicks{keys_text}"
        self.requirements = [MapRequirement("check", text, call.file, call.line, f"without {call.function}")]
        # By position of the requirement.
        self._locks: dict[int, _Lock] = {}
        self._floors: dict[int, int] = {}
        if len(starts) > 1:
            text = f"{len(starts)} players: each starts at home"
            self.requirements.append(MapRequirement("players", text, relaxed="with 1 player"))
        for lock in locks:
            self._locks[len(self.requirements)] = lock
            self.requirements.append(self._lock_requirement(lock))
        for floor in sorted({int(self._floor[square]) for start in starts for square in self._reach(start, ())[0]}):
            self._floors[len(self.requirements)] = floor
            self.requirements.append(self._floor_requirement(floor))

    def _reach(self, start: int, locks: tuple[_Lock, ...]) -> tuple[list[int], bool]:
        """Return the squares that a start reaches where only some calls lock something, and whether keys are there."""
        if (start, locks) not in self._reached:
            locked = {slot for lock in locks for slot in lock.slots}
            before = self._map.locks
            self._map.locks = {slot: k for slot, k in before.items() if slot in locked or slot not in self._recorded}
            try:
                reach = Reach(self._map)
            finally:
                self._map.locks = before
            bit = reach.flood.bit(start)
            squares, has_keys = reach.explore(bit, reach.flood.spread(bit, reach.passable), self._keys)
            self._reached[start, locks] = reach.flood.squares(squares).tolist(), has_keys
        return self._reached[start, locks]

    def _fails(self, start: int, locks: tuple[_Lock, ...], with_room: Container[int] = ()) -> bool:
        """Return whether a start reaches neither keys nor room; floors `with_room` have some."""
        squares, has_keys = self._reach(start, locks)
        return not has_keys and not any(self._room[square] or self._floor[square] in with_room for square in squares)

    def fits(self, chosen: Sequence[int]) -> bool:
        """Return whether the requirements at some positions can be met together."""
        kinds = {self.requirements[i].kind for i in chosen}
        if "check" not in kinds:
            return True
        locks = tuple(self._locks[i] for i in sorted(chosen) if i in self._locks)
        with_room = {floor for i, floor in self._floors.items() if i not in chosen}
        starts = self._starts if "players" in kinds else self._starts[:1]
        return not any(self._fails(start, locks, with_room) for start in starts)

    def _lock_requirement(self, lock: _Lock) -> MapRequirement:
        function, file, line = lock.call
        squares = [self._map.position(slot // MAX_TILES) for slot in lock.slots]
        text = f"the square {squares[0]}" if len(squares) == 1 else f"{len(squares)} squares"
        return MapRequirement("lock", f"{function}: locks {text}", file, line, f"without {function} of {file}:{line}")

    def _floor_requirement(self, floor: int) -> MapRequirement:
        if not floor:
            text = "the floor outside of segments: no square that is reached has room for an item"
            return MapRequirement("floor", text, relaxed="with room for an item there")
        prototype = self._map.registry.get("segment", self._map.zones[floor - 1].segment)
        text = f"{prototype.id}: no square that is reached has room for an item"
        return MapRequirement("floor", text, prototype.file, prototype.line, f"with room for an item in {prototype.id}")

    def draw(self) -> Drawing | None:
        """Return the map, with marks on the squares that the first start that fails reaches."""
        locks = tuple(self._locks.values())
        start = next((start for start in self._starts if self._fails(start, locks)), None)
        if start is None:
            return None
        return Drawing(self._map, frozenset(map(self._map.position, self._reach(start, locks)[0])))


def _locks_by_call(locks: Mapping[int, RecordedCall]) -> list[_Lock]:
    """Return locks by call; when there are many, all calls in one line are one."""
    # A call of kts.GenerateLocksAndTraps locks many slots, and a call is one object.
    groups: dict[object, list[int]] = {}
    for slot, call in locks.items():
        groups.setdefault(id(call), []).append(slot)
    if len(groups) > _MOST_CALLS:
        groups = {}
        for slot, call in locks.items():
            groups.setdefault(call, []).append(slot)
    return [_Lock(locks[slots[0]], tuple(slots)) for slots in groups.values()]
