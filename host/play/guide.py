"""Ways over what a player has seen: to a square, to the nearest enemy, to stairs, and to what nobody has seen yet.

A way is asked again after each step, because the game changes meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from host.metrics.contents import is_creature, is_item, is_player, is_trap
from host.metrics.walkability import Mask, Means, walkable
from host.model.game_map import GameMap
from host.model.geometry import DIRECTIONS
from host.model.objects import Creature, Home, ItemStack, MapObject
from host.model.tile import CHEST, DOOR, HOME, MAX_TILES, Tile
from host.play.action import GET, STEPS
from host.play.first_step import first_step
from host.render.looks import is_bland, is_floor, item_look, object_look

# A square, x and y from 0.
Square = tuple[int, int]
# Glyphs of objects that lead down: stairs, and entrances of areas.
_DOWN = ">∩"
# Words of straight steps first: a bump is straight.
_WORDS = {offset: word for word, offset in STEPS.items()}


class Guide:
    """Finds ways on a map as its player knows it.

    `seen` is what the player has seen, `visible` what it sees now, (height, width); `shut` are squares at which it
    bumped in vain, and `left` squares whose things it has left behind. `friends` are uids of creatures, and all others
    are enemies. No way leads over `pits`, numbers of squares. `descents` says how often the player went down where, and
    `arrival` is where it came to the map, while it stands there. With `climbs` stairs are used: objects, no tiles. With
    `passes_friends` friends do not block ways.
    """

    def __init__(
        self,
        game_map: GameMap,
        player: Square,
        seen: Mask,
        visible: Mask,
        shut: Iterable[Square] = (),
        left: Iterable[Square] = (),
        *,
        friends: Iterable[int] = (),
        pits: Iterable[int] = (),
        descents: Mapping[Square, int] = MappingProxyType({}),
        arrival: Square | None = None,
        climbs: bool = False,
        passes_friends: bool = False,
    ) -> None:
        self._map, self._player, self._seen, self._visible = game_map, player, seen, visible
        friends = frozenset(friends)
        self._passed = friends if passes_friends else frozenset()
        self._left, self._descents, self._arrival, self._climbs = frozenset(left), descents, arrival, climbs
        self._shut = np.zeros_like(seen)
        # Those of a save may be beyond the map: its mods have changed, or somebody edited it.
        for x, y in filter(self._is_inside, shut):
            self._shut[y, x] = True
        self._free = walkable(game_map, Means.DOORS) & seen & ~self._shut
        self._free.flat[[pit for pit in pits if 0 <= pit < seen.size]] = False
        # Where not to step: traps that the player has seen.
        self._traps = np.zeros_like(seen)
        for trap in filter(is_trap, game_map.objects):
            if game_map.contains(trap.x, trap.y):
                self._traps[trap.y, trap.x] = seen[trap.y, trap.x]
        creatures: list[Creature | MapObject] = [*game_map.living_creatures]
        creatures += [other for other in game_map.objects if is_creature(other) and not is_player(other)]
        # Enemies that the player sees: x, y.
        self.enemies = [
            (other.x, other.y)
            for other in creatures
            if other.uid not in friends and (other.x, other.y) != player
            if game_map.contains(other.x, other.y) and visible[other.y, other.x]
        ]

    def _is_inside(self, square: Square) -> bool:
        return self._map.contains(*square)

    def explore(self, *, over_traps: bool = False) -> str | None:
        """Return the step to the nearest thing that lies there, also in an open chest; None when all is seen.

        Then the squares follow from which something new is seen, and the chests that are shut; and at last the same
        over more than floor. It never leads over a trap that was seen, except with `over_traps`.
        Where something lies it is taken: "get".
        """
        things = self.things
        if self._player in things and self._player not in self._left:
            return GET
        unseen = ~self._seen
        near = np.zeros_like(unseen)
        for dx, dy in _WORDS:
            near |= _shifted(unseen, dx, dy)
        goals = (self._wanted(things) & ~self._shut, self._free & near, self._squares_of_chests() & ~self._shut)
        steps = (
            self._step(aims if over_traps else aims & ~self._traps, careful=careful, over_traps=over_traps)
            for careful in ((False,) if over_traps else (True, False))
            for aims in goals
        )
        return next(filter(None, steps), None)

    @property
    def things(self) -> dict[Square, str]:
        """The names of the things that the player has seen and can pick up, by square; chests with them are open."""
        stacks = {
            **things_in_chests(self._map),
            **{self._map.position(at): i for at, i in self._map.loose_items.items()},
        }
        names = {
            at: item_look(self._map, stack).name for at, stack in stacks.items() if _can_be_taken(self._map, stack)
        }
        for thing in filter(is_item, self._map.objects):
            names[thing.x, thing.y] = object_look(thing).name
        return {(x, y): name for (x, y), name in names.items() if self._map.contains(x, y) and self._seen[y, x]}

    def works_at_once(self, square: Square) -> bool:
        """Return whether what lies on a square works when it is picked up."""
        stack = self._map.loose_items.get(self._map.square(*square)) or things_in_chests(self._map).get(square)
        return stack is not None and self._map.registry.get("item", stack.item).fields.kind == "magic"

    def _wanted(self, things: Iterable[Square]) -> Mask:
        """Return where things lie that the player has not left behind."""
        return self._mask(at for at in things if at not in self._left)

    def _squares_of_chests(self) -> Mask:
        """Return where chests are that are shut, as far as the player has seen."""
        stacks = self._map.tileset.stacks
        shut = np.array(
            [
                any(tile.kind == CHEST and not tile.is_open for tile in self._map.tileset.tiles_of(i))
                for i in range(len(stacks))
            ]
        )
        squares: Mask = shut.take(self._map.stacks) & self._seen
        return squares

    def go_to(self, x: int, y: int) -> str | None:
        """Return the step on a shortest way to a square, or to bump into what is there; None when there is no way."""
        goals = np.zeros_like(self._seen)
        goals[y, x] = self._seen[y, x]
        return self._any_step(goals)

    def go_to_stairs(self, direction: str) -> str | None:
        """Return the step to the nearest stairs "up" or "down" that the player has seen.

        None when it stands on some. Of several ways down it leads to the least used ones. Up is also where the
        player came in, and down where a level ends: homes, which have a square in front.
        """
        stairs = self.stairs(direction)
        if self.is_at_stairs(direction):
            return None
        homes = self.homes(direction)
        facing = next((home.facing for home in homes if (home.x, home.y) == self._player), None)
        if facing is not None:
            return DIRECTIONS[facing]
        used = self._descents if direction == "down" else {}
        fewest = min((used.get(at, 0) for at in stairs), default=0)
        return self.go_to_any([*((h.x, h.y) for h in homes), *(at for at in stairs if used.get(at, 0) == fewest)])

    def homes(self, direction: str) -> list[Home]:
        """Return the ways in or out that the player has seen."""
        return [
            home
            for home in self._map.homes
            if (home.special if direction == "down" else 0 in home.players)
            and self._map.contains(home.x, home.y)
            and self._seen[home.y, home.x]
        ]

    def is_at_stairs(self, direction: str) -> bool:
        """Return whether the player stands on stairs to use: not on those by which it came if others were used less."""
        stairs = self.stairs(direction)
        if direction != "down" or self._player not in stairs or self._player != self._arrival:
            return self._player in stairs
        here = self._descents.get(self._player, 0)
        return self.go_to_any(at for at in stairs if self._descents.get(at, 0) < here) is None

    def stairs(self, direction: str) -> list[Square]:
        """Return the squares of stairs that the player has seen."""
        is_down = direction == "down"
        glyph = ">" if is_down else "<"
        tileset = self._map.tileset
        # Where there are stairs that are objects, or homes, tiles only look like stairs.
        are_used = not self._climbs and not self._map.homes
        are_stairs = np.array(
            [
                are_used
                and any(t.kind != HOME and (t.glyph == glyph or (is_down and t.stairs)) for t in tileset.tiles_of(i))
                for i in range(len(tileset.stacks))
            ]
        )
        squares = [(x, y) for y, x in np.argwhere(are_stairs.take(self._map.stacks) & self._seen).tolist()]
        return squares + [(other.x, other.y) for other in self._objects(_DOWN if is_down else glyph)]

    def _objects(self, glyphs: str) -> list[MapObject]:
        """Return the stairs and entrances that are objects, as far as the player has seen them."""
        return [
            other
            for other in self._map.objects
            if other.glyph and other.glyph in glyphs and not is_creature(other)
            if self._map.contains(other.x, other.y) and self._seen[other.y, other.x]
        ]

    def entrances(self) -> list[str]:
        """Return the names of the stairs down and entrances that are objects, as far as the player has seen them."""
        return [object_look(other).name for other in self._objects(_DOWN)]

    def go_to_any(self, squares: Iterable[Square], *, over_traps: bool = True) -> str | None:
        """Return the step towards the nearest of some squares."""
        goals = self._mask(squares)
        return self._any_step(goals) if over_traps else self._step(goals, careful=False)

    def _mask(self, squares: Iterable[Square]) -> Mask:
        mask = np.zeros_like(self._seen)
        for x, y in squares:
            mask[y, x] = True
        return mask

    def go_to_edge(self) -> str | None:
        """Return the step to the nearest square at the edge of the map; None there, and without a way."""
        goals = self._free.copy()
        goals[1:-1, 1:-1] = False
        return None if goals.item(self._player[1], self._player[0]) else self._any_step(goals)

    def knows_way(self, direction: str) -> bool:
        """Return whether the player knows stairs, or a way in or out, in a direction."""
        return self._player in self.stairs(direction) or self.go_to_stairs(direction) is not None

    def fight(self) -> str | None:
        """Return the step towards the nearest enemy in sight, or the bump into it; None when there is none."""
        goals = self._mask(self.enemies)
        return self._step(goals, careful=False) or self._step(goals, careful=False, over_traps=True)

    def _any_step(self, goals: Mask) -> str | None:
        """Return the first step of the safest way to a goal."""
        return (
            self._step(goals) or self._step(goals, careful=False) or self._step(goals, careful=False, over_traps=True)
        )

    def _step(self, goals: Mask, *, careful: bool = True, over_traps: bool = False) -> str | None:
        """Return the first step of a shortest way to a goal.

        Creatures are walked around, closed doors and goals entered straight. A careful walker steps on nothing but
        floor, doors and stairs on its way.
        """
        if not goals.any():
            return None
        # The rest of the map has not been seen.
        left, top, box = self._box
        traps, stacks = self._traps[box], self._map.stacks[box]
        free = self._free[box].copy() if over_traps else self._free[box] & ~traps
        if careful:
            number = len(self._map.tileset.stacks)
            plain = np.array([all(map(_is_harmless, self._map.tileset.tiles_of(i))) for i in range(number)])
            free &= plain.take(stacks)
        for x, y in self._occupied:
            free[y - top, x - left] = False
        start = self._player[0] - left, self._player[1] - top
        return first_step(free, self._clear[box] & free, goals[box], traps, start)

    @cached_property
    def _box(self) -> tuple[int, int, tuple[slice, slice]]:
        """The first column and row of the part of the map that the player has seen, and the part."""
        x, y = self._player
        columns, rows = (np.flatnonzero(self._seen.any(axis=axis)).tolist() for axis in (0, 1))
        left, right = min([x, *columns[:1]]), max([x, *columns[-1:]])
        top, bottom = min([y, *rows[:1]]), max([y, *rows[-1:]])
        return left, top, (slice(top, bottom + 1), slice(left, right + 1))

    @cached_property
    def _clear(self) -> Mask:
        return walkable(self._map, Means.CLEAR)

    @cached_property
    def _occupied(self) -> list[Square]:
        """Where the player sees creatures."""
        creatures = ((other.x, other.y) for other in _list_creatures(self._map) if other.uid not in self._passed)
        return [(x, y) for x, y in creatures if self._map.contains(x, y) and self._visible[y, x] and self._seen[y, x]]


def things_in_chests(game_map: GameMap) -> dict[Square, ItemStack]:
    """Return what lies in open chests, by square."""
    things = {}
    for slot, stack in game_map.stored.items():
        square, number = divmod(slot, MAX_TILES)
        tiles = game_map.tiles_on(square) if 0 <= square < game_map.width * game_map.height else []
        if number < len(tiles) and tiles[number].kind == CHEST and tiles[number].is_open:
            things[game_map.position(square)] = stack
    return things


def _can_be_taken(game_map: GameMap, stack: ItemStack) -> bool:
    kind: str = game_map.registry.get("item", stack.item).fields.kind
    return kind != "nopickup"


def _list_creatures(game_map: GameMap) -> list[Creature | MapObject]:
    return [*game_map.living_creatures, *filter(is_creature, game_map.objects)]


def _is_harmless(tile: Tile) -> bool:
    return is_bland(tile) or is_floor(tile) or tile.kind in (DOOR, HOME) or tile.stairs is not None


def _shifted(mask: Mask, dx: int, dy: int) -> Mask:
    """Return which squares have a square of the mask at an offset."""
    padded: npt.NDArray[np.bool_] = np.pad(mask, 1)
    height, width = mask.shape
    return padded[1 + dy : 1 + dy + height, 1 + dx : 1 + dx + width]
