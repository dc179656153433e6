"""A player that knows the whole map, for tests: it plays quests of base to their end by the actions of `Play` alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from heapq import heappop, heappush
from typing import Any

from host import Map
from host.public.play import Play

Square = tuple[int, int]
_WAYS = {"north": (0, -1), "south": (0, 1), "west": (-1, 0), "east": (1, 0)}
_KEYS = {"base.key_bronze": 1, "base.key_silver": 2, "base.key_gold": 3}
_LOCKPICKS, _PICK = "base.lockpicks", "control:pick_the_lock"
# Tiles that kill or set something off.
_DEADLY, _RISKY = {"base.pit"}, {"base.pressure_plate"}
# After so many steps a path is looked for again, because others move meanwhile.
_STEPS = 8
# What a blow breaks.
_BREAKABLE = ("base.door_wood", "base.door_barred", "base.chest")
_BLOCKED = 1_000_000


class Solver:
    """Plays a quest: collects what it needs, in any order, and leaves through a way out."""

    def __init__(
        self, play: Play, needs: Mapping[str, int], *, goals: Collection[str] = (), rivals: bool = False
    ) -> None:
        """`needs` are counts of item types by id; `goals` are ids of tiles to go to then, by default the homes.

        With `rivals` it seeks the other knights, and nothing else.
        """
        self.play, self.needs, self.goals, self.rivals = play, needs, goals, rivals
        # Ways out that led nowhere with all that is needed.
        self._tried: set[Square] = set()
        # Where it stands and what it opens by force; and what it did last meanwhile.
        self._breaks: tuple[Square, Square] | None = None
        self._last = ""
        # What is left of a path, and where it stands and what it carries if the last step went well.
        self._path: list[Square] = []
        self._expected: tuple[Square, Mapping[str, int]] | None = None

    def run(self, turns: int = 4000) -> str | None:
        """Play until the game is over, or for so many turns; return the outcome."""
        while self.play.outcome is None and self.play.turns < turns:
            self._take_turn()
        return self.play.outcome

    # -- one turn

    def _take_turn(self) -> None:
        player = self.play.player
        if player is None:
            self._do("wait")
            return
        shown = self.play.map
        here = player.x, player.y
        carried = {thing.id: thing.count for thing in player.inventory}
        rivals = {(one.x, one.y) for one in shown.creatures if one.player not in (None, 1)}
        enemies = {(one.x, one.y) for one in shown.creatures if one.player is None} | (rivals if self.rivals else set())
        for word, (dx, dy) in _WAYS.items():
            if (here[0] + dx, here[1] + dy) in enemies:
                self._do(word)
                return
        if self._breaks is not None:
            self._open_by_force()
            return
        if self._path and self._expected == (here, carried):
            self._follow(shown, here, carried)
            return
        costs = _costs(shown, carried, enemies)
        missing = [item for item, count in self.needs.items() if carried.get(item, 0) < count]
        places = self._places_of(shown, missing, carried) if missing else self._ways_out(shown)
        if self.rivals:
            places = rivals
        path = _find_path(costs, here, places)
        if path == [here] and here in self._doors_out(shown) and not missing:
            self._tried.add(here)
            self._do(self._doors_out(shown)[here])
            return
        if path is None and missing:
            # Keys and lockpicks open the way to the rest.
            tools = [item for item in (*_KEYS, _LOCKPICKS) if item not in carried]
            path = _find_path(costs, here, self._places_of(shown, tools, carried))
        if path is None:
            self._do("wait")
            return
        self._path = path[:_STEPS]
        self._follow(shown, here, carried)

    def _follow(self, shown: Map, here: Square, carried: Mapping[str, int]) -> None:
        self._expected = self._path[0], carried
        self._step(shown, here, self._path.pop(0))

    def _step(self, shown: Map, here: Square, to: Square) -> None:
        """Walk or bump to a square beside; open what is locked there by what there is."""
        if to == here:
            self._do("get")
            return
        player, lock = self.play.player, next((lock for lock in shown.locks if (lock.x, lock.y) == to), None)
        carried = {thing.id for thing in player.inventory} if player else set()
        if lock is None or lock.is_open or _opens(carried, lock.lock):
            self._do(_word(here, to))
            return
        self._breaks = here, to
        self._open_by_force()

    def _open_by_force(self) -> None:
        """Go on to open what is locked: with lockpicks, or by blows, for which the hands must be free."""
        player, (here, to) = self.play.player, self._breaks
        lock = next((lock for lock in self.play.map.locks if (lock.x, lock.y) == to), None)
        if player is None or (player.x, player.y) != here or lock is None or lock.is_open:
            self._breaks = None
            return
        held = next((thing for thing in player.inventory if thing.is_held), None)
        if self._last != _word(here, to) and self._last not in ("strike", _PICK):
            # To face it.
            self._do(_word(here, to))
        elif any(thing.id == _LOCKPICKS for thing in player.inventory):
            self._do(_PICK)
        elif held is not None and "strike" not in held.use:
            self._do(f"drop:{held.id}")
            self._last = "strike"
        else:
            self._do("strike")

    def _do(self, action: str) -> None:
        self._last = action
        self.play.do(action)

    # -- where things are

    def _places_of(self, shown: Map, items: Iterable[str], carried: Collection[str]) -> set[Square]:
        wanted = set(items)
        closed = {
            (lock.x, lock.y)
            for lock in shown.locks
            if not (lock.is_open or _opens(carried, lock.lock) or _LOCKPICKS in carried)
            and not lock.id.startswith(_BREAKABLE)
        }
        places = {(item.x, item.y) for item in shown.items if item.id in wanted and item.where != "creature"} - closed
        if "base.lich_skull" in wanted and not places:
            places = {(one.x, one.y) for one in shown.creatures if one.id == "base.lich"}
        return places

    def _ways_out(self, shown: Map) -> set[Square]:
        if self.goals:
            legend = shown.legend()
            numbers = {number for number, ids in legend.items() if not set(self.goals).isdisjoint(ids)}
            return {(x, y) for y, row in enumerate(shown.tiles.tolist()) for x, n in enumerate(row) if n in numbers}
        homes = self._doors_out(shown).keys()
        return homes - self._tried or set(homes)

    def _doors_out(self, shown: Map) -> dict[Square, str]:
        """Return square -> direction of the ways out that the quest allows."""
        way_out = shown.origin.options["exit"] if shown.origin else "same"
        return {
            (home.x, home.y): home.facing
            for home in shown.homes
            if (way_out == "same") == (1 in home.players) and home.is_special == (way_out == "guarded")
        }


def _word(here: Square, to: Square) -> str:
    return next(word for word, (dx, dy) in _WAYS.items() if (here[0] + dx, here[1] + dy) == to)


def _opens(carried: Collection[str], lock: Any) -> bool:
    return any(number == lock and item in carried for item, number in _KEYS.items())


def _costs(shown: Map, carried: Mapping[str, int], enemies: Collection[Square]) -> list[list[int]]:
    """Return what a step to each square costs."""
    risks = {number: _risk_of(ids) for number, ids in shown.legend().items()}
    costs = [
        [risks[number] + (1 if is_walkable else _BLOCKED) for number, is_walkable in zip(numbers, row, strict=True)]
        for numbers, row in zip(shown.tiles.tolist(), shown.walkable.tolist(), strict=True)
    ]
    for x, y in enemies:
        costs[y][x] += 4
    for item in shown.items:
        if item.id == "base.bear_trap_set" and item.where == "floor":
            costs[item.y][item.x] += 40
    for door in shown.doors:
        if door.is_open:
            continue
        if door.lock is None or _opens(carried, door.lock):
            costs[door.y][door.x] = 2
        elif door.lock != "special" and _LOCKPICKS in carried:
            costs[door.y][door.x] = 10
        elif door.lock != "special" and door.id.startswith(_BREAKABLE):
            costs[door.y][door.x] = 15
        else:
            costs[door.y][door.x] = _BLOCKED
    return costs


def _risk_of(ids: Collection[str]) -> int:
    """Return what the tiles of a square add to the cost of a step."""
    if not _DEADLY.isdisjoint(ids):
        return _BLOCKED
    return 0 if _RISKY.isdisjoint(ids) else 40


def _find_path(costs: list[list[int]], start: Square, ends: Collection[Square]) -> list[Square] | None:
    """Return the cheapest path to one of some squares, which may be blocked; None when there is none."""
    if start in ends:
        return [start]
    best, before, queue = {start: 0}, {}, [(0, start)]
    while queue:
        cost, square = heappop(queue)
        if cost > best[square]:
            continue
        if square in ends:
            path = [square]
            while before[path[-1]] != start:
                path.append(before[path[-1]])
            return path[::-1]
        for dx, dy in _WAYS.values():
            x, y = square[0] + dx, square[1] + dy
            if not (0 <= y < len(costs) and 0 <= x < len(costs[0])):
                continue
            step = 1 if (x, y) in ends else costs[y][x]
            if step < _BLOCKED and cost + step < best.get((x, y), _BLOCKED):
                best[x, y], before[x, y] = cost + step, square
                heappush(queue, (cost + step, (x, y)))
    return None
