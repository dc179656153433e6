"""What API functions act on: everything registered, the phase, the game, and the ways out."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from struct import pack
from typing import Any, NamedTuple, Protocol

from host.border.phase import LOAD, MENU
from host.errors import DanglingError, HostError, ModError, did_you_mean, listing
from host.model.map import Map
from host.model.objects import Creature
from host.model.registry import Registry
from host.model.rng import Rng
from host.model.tile import MAX_TILES, ROLLED, Tile, TileSet
from host.play.game import Game
from host.play.parts import Parts
from host.save.contents import Contents, WriteSave

MOST_CAUTIONS = 1000


class Files(Protocol):
    """The files of mods, as API functions may read them."""

    def resolve(self, directory: str, name: str) -> str:
        """The full name (`/mod/path`) of a file that a script in `directory` names. Raises HostError."""

    def read(self, full_name: str) -> bytes:
        """The content of a file. Raises HostError."""


class Mods(Protocol):
    """The mods of a host, as services need them. The Lua half knows mods by number."""

    def mod_id(self, number: int) -> str: ...

    def known_ids(self) -> list[str]:
        """The ids of all mods that are there, loaded or not."""

    def versions(self) -> list[tuple[str, str, str]]:
        """(id, version, content hash) of each loaded mod."""

    def set_registered_version(self, number: int, version: str) -> None: ...


class Rolls(NamedTuple):
    """Numbers that functions of mods decide: field `name` of the table of each prototype in `indices`."""

    kind: str
    name: str
    indices: list[int]
    # Takes the numbers, in the order of `indices`.
    then: Callable[[list[int]], None]


class Caution(NamedTuple):
    """Something wrong that did not stop anything; `kind` is one of `KINDS_OF_CAUTION`."""

    message: str
    file: str | None = None
    line: int | None = None
    kind: str = "caution"

    def __str__(self) -> str:
        place = "".join(f"{part}:" for part in (self.file, self.line) if part) + " " if self.file else ""
        return f"{place}{self.message}"


# A name that is almost right, tables whose keys have no order or that forget, what cannot be drawn, numbers of segment
# files that mean nothing, a handler that failed, and all else.
KINDS_OF_CAUTION = ("near-miss", "unstable-order", "weak-table", "looks", "tile-number", "handler", "caution")


class Reference(NamedTuple):
    """A place where a mod names a prototype by its id."""

    what: str
    id: str
    file: str | None
    line: int
    # What it may be; nothing for anything.
    types: tuple[str, ...] = ()


@dataclass
class Session:
    """The state of one host."""

    files: Files
    print: Callable[[str], None]
    registry: Registry = field(default_factory=Registry)
    tiles: TileSet = field(default_factory=TileSet)
    phase: int = LOAD
    game: Game | None = None
    # Streams for draws before there is a game: the same at every start.
    load_rng: Rng = field(default_factory=lambda: Rng(0))
    # Writes a save: header, chunks that changed, and those that are no more. None where nothing is saved.
    write_save: WriteSave | None = None
    # The save that the game goes on from.
    saved: Contents | None = None
    # What is wrong but does not stop anything, in order, each once.
    cautions: dict[Caution, None] = field(default_factory=dict)
    # Old names that were used at runtime, each once: what, and what it is called now.
    deprecated: dict[Caution, None] = field(default_factory=dict)
    # What was named while mods load, and may still come.
    _references: list[Reference] = field(default_factory=list)
    # What Lua has to do before the running API function returns to its mod.
    rolls: list[Rolls] = field(default_factory=list)
    # What takes the numbers that Lua is rolling now: the functions that it asks may make it roll others.
    rolling: list[Callable[[list[int]], None]] = field(default_factory=list)
    # What Lua passes again and again, and so by number: layouts, stacks, lists of segments, weights …; what is made of
    # several of them, by a tuple.
    kept: dict[Any, Any] = field(default_factory=dict)
    _last_kept: int = 0
    # State that dialects add.
    parts: Parts = field(default_factory=Parts)
    # Kind of handle -> what names such a handle, or returns None for the id of its prototype. Dialects add theirs.
    handle_names: dict[str, Callable[[Session, int], str | None]] = field(default_factory=dict)

    def begin(self, game: Game) -> None:
        """Let a new game take the place of the old one; its menu is read first."""
        self.game = game
        self.phase = MENU
        self.rolls.clear()
        self.rolling.clear()

    @property
    def map(self) -> Map:
        """The map of the running game."""
        game = self.game
        return self.current_game.map if game is None else game.map

    @property
    def current_game(self) -> Game:
        if self.game is None:
            raise HostError("the game hasn't started")
        return self.game

    @property
    def pending(self) -> int:
        """What Lua is left to do, a sum: 1 for numbers to roll, 2 for callbacks to run, 4 for watched maps that were
        written."""
        game = self.game
        return bool(self.rolls) + (2 * bool(game.callbacks) + 4 * game.was_written if game is not None else 0)

    def next_rolls(self) -> tuple[bytes | None, bytes | None, bytes | None]:
        """Begin the next rolls: kind, field, prototype indices (32-bit numbers); three times None if there are none."""
        if not self.rolls:
            return None, None, None
        kind, name, indices, then = self.rolls.pop(0)
        self.rolling.append(then)
        return kind.encode(), name.encode(), pack(f"<{len(indices)}i", *indices)

    def warn(self, message: str, file: str | None = None, line: int | None = None, kind: str = "caution") -> None:
        """Note something wrong that does not stop anything."""
        if len(self.cautions) < MOST_CAUTIONS:
            self.cautions[Caution(message, file, line, kind)] = None

    def cautions_about(self, mods: Collection[str]) -> list[Caution]:
        """What was warned of in files of these mods."""
        return [one for one in self.cautions if one.file and one.file.partition("/")[0] in mods]

    def note_deprecated(self, message: str, file: str | None, line: int | None) -> None:
        """Note the use of an old name, which goes on to work: only who checks a mod wants to know."""
        if len(self.deprecated) < MOST_CAUTIONS:
            self.deprecated[Caution(message, file, line, "deprecated")] = None

    # -- references

    def refer(self, reference: Reference) -> None:
        """Check that a prototype is registered, or have `dangling` do so when mods are still loading."""
        if self.phase is LOAD:
            self._references.append(reference)
        elif not self._leads(reference):
            # The caller is on the stack.
            raise self._dangles(reference._replace(file=None, line=0))

    def dangling(self) -> list[HostError]:
        """What is wrong with the references that were made so far."""
        made, self._references = self._references, []
        return [self._dangles(one) for one in made if not self._leads(one)]

    def _leads(self, one: Reference) -> bool:
        return self.registry.find_any(one.id, one.types) is not None

    def _dangles(self, one: Reference) -> DanglingError:
        wrong = self.registry.find_any(one.id)
        mod, dot, _ = one.id.partition(".")
        ids = self.registry.ids()
        hint = did_you_mean(one.id, ids)
        if wrong is not None:
            fault = f"that is of type {wrong.type}, and must be of type {listing(one.types)}"
        elif dot and not any(self.registry.registered_by(mod)):
            fault = f"no mod {mod} is loaded that registered anything: name it under [dependencies]"
        else:
            fault = "nothing of that id is registered"
            # Most forget the mod in front.
            hint = next((f'did you mean "{known}"?' for known in ids if not dot and known.endswith(f".{mod}")), hint)
        return DanglingError(
            f'{one.what} is "{one.id}": {fault}',
            mod=one.file.partition("/")[0] if one.file else None,
            file=one.file,
            line=one.line or None,
            hint=hint,
        )

    # -- tiles by prototype

    def tile_index(self, prototype_index: int) -> int:
        """The tile that the tile prototype with that index stands for."""
        index: int = self.registry.get("tile", prototype_index).fields
        return index

    def tile(self, prototype_index: int) -> Tile:
        return self.tiles.tiles[self.tile_index(prototype_index)]

    def roll_hit_points(self, game_map: Map) -> None:
        """Have the hit points of all tiles on a new map rolled by their mods."""
        traits = self.tiles.traits
        stacks = game_map.stacks.ravel()
        rolled = traits.array("rolled").take(stacks)
        squares = rolled.nonzero()[0]
        if not squares.size:
            return
        stacks = stacks[squares]
        places = (squares * MAX_TILES + traits.array("rolled_slot").take(stacks)).tolist()
        indices = traits.array("rolled_prototype").take(stacks).tolist()
        if traits.max_rolled > 1:
            for square in (rolled > 1).nonzero()[0].tolist():
                others = [(p, t.prototype.index) for p, t in game_map.tile_slots(square) if t.hit_points == ROLLED]
                for place, index in others[1:]:
                    places.append(place)
                    indices.append(index)
        self._roll_hit_points(game_map, places, indices)

    def roll_hit_points_of(self, game_map: Map, place: int) -> None:
        """Have the hit points of one tile rolled, when its mod wants to."""
        tile = self.tiles.tiles[game_map.tile_at(place)]
        if tile.hit_points == ROLLED:
            self._roll_hit_points(game_map, [place], [tile.prototype.index])

    def _roll_hit_points(self, game_map: Map, places: list[int], indices: list[int]) -> None:
        def keep(numbers: list[int]) -> None:
            game_map.hit_points.update(zip(places, numbers, strict=True))

        self.rolls.append(Rolls("tile", "hit_points", indices, keep))

    def roll_health(self, creatures: list[Creature]) -> None:
        """Set the health of new monsters, rolled by their mods where those want to."""
        rolled = []
        if not creatures:
            return
        for creature in creatures:
            if creature.monster is not None:
                health = self.registry.get("monster", creature.monster).fields.health
                if health == ROLLED:
                    rolled.append(creature)
                else:
                    creature.health = health

        def keep(numbers: list[int]) -> None:
            for creature, number in zip(rolled, numbers, strict=True):
                creature.health = number

        if rolled:
            self.rolls.append(Rolls("monster", "health", [c.monster or 0 for c in rolled], keep))

    def roll_one(self, kind: str, name: str, index: int, then: Callable[[int], None]) -> None:
        """Have one number rolled by a mod."""
        self.rolls.append(Rolls(kind, name, [index], lambda numbers: then(numbers[0])))

    def keep(self, thing: Any) -> int:
        """Keep something that Lua will pass again; the number under which it will."""
        self._last_kept += 1
        self.kept[self._last_kept] = thing
        return self._last_kept

    def recall(self, number: int) -> Any:
        """What was kept under a number. Raises ModError when it was forgotten meanwhile."""
        if number not in self.kept:
            raise ModError("the tables of a call may make no such calls themselves while they are read")
        return self.kept[number]
