"""One game: its seed, its players, its map, and what mods decided about it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from host.errors import ModError
from host.generate.plan import Plan
from host.model.map import Map
from host.model.objects import Creature, Home
from host.model.registry import Registry
from host.model.rng import Rng, Stream
from host.model.tile import TileSet
from host.model.uids import UidSource

# More than these, and a mod is not describing a game any more.
MOST_EVENTS = 100_000
MAX_SQUARES = 16_000_000
# Of all maps of a game together.
MOST_MAPS = 10_000
# Watched at a time.
MOST_RUNS = 16
MOST_SQUARES_OF_ALL = 2 * MAX_SQUARES


@dataclass(slots=True)
class Player:
    """A player; the knight is there once play has begun."""

    index: int
    name: str
    respawn: str = "normal"
    # Whether the mod gave a function that chooses where to respawn.
    has_respawn_function: bool = False
    eliminated: bool = False
    knight: Creature | None = None


class Trigger(NamedTuple):
    """A function of a mod that something set off: field `name` of a prototype, and in what context."""

    # "tile", "item" or "monster"; "hook" for the functions in the table kts itself.
    kind: str
    index: int  # type: ignore[assignment] # hides tuple.index, which nobody asks of a trigger
    name: str
    actor: Creature | None = None
    pos: tuple[int, int] | None = None
    item: int | None = None


class Hint(NamedTuple):
    """A line of the quest's description: groups in order, lines in order within."""

    text: Any
    order: float
    group: float


@dataclass(slots=True)
class Settings:
    """What mods asked of play; the host keeps it with the map."""

    # (item index, how many each player gets in turn).
    starting_gear: list[tuple[int, list[int]]] = field(default_factory=list)
    # Items that come back, and after how many milliseconds.
    stuff_respawn: tuple[list[int], int] | None = None
    # (item, first, interval in milliseconds).
    lockpick_spawn: tuple[int, int, int] | None = None
    premapped: bool = False
    # In seconds; 0 is no limit.
    time_limit: int = 0
    deathmatch: bool = False
    # (monster, tiles, probability).
    monster_generators: list[tuple[int, list[int], float]] = field(default_factory=list)
    # monster index -> most of them; None under "all".
    monster_limits: dict[int, int] = field(default_factory=dict)
    total_monster_limit: int | None = None
    # (chance, [(tile, the tile or monster it becomes)]).
    zombie_activity: tuple[float, list[tuple[int, str, int]]] | None = None
    full_zombie_activity: bool = False


class Game:
    """What one start of a game acts on."""

    def __init__(self, seed: int, players: int, registry: Registry, tiles: TileSet) -> None:
        self.rng = Rng(seed)
        self.registry = registry
        self.tiles = tiles
        self.players = [Player(i, f"Player {i + 1}") for i in range(players)]
        self.uids = UidSource()
        self.settings = Settings()
        self.hints: list[Hint] = []
        # What the menu says of the quest, line by line.
        self.description: list[Any] = []
        # What happened, in order: {"type": …, …}.
        self.events: list[dict[str, Any]] = []
        # Functions of mods to be called, in order.
        self.triggers: list[Trigger] = []
        # Milliseconds since play began.
        self.clock = 0
        # The map that is played, drawn and exported.
        self.map = self.empty_map()
        # Maps by the number under which Lua keeps what lives on them.
        self.maps: list[Map] = []
        # Those whose squares somebody wants to know about when they are written.
        self.watched: list[Map] = []
        # How many of them are kept, and their squares.
        self._kept = self._squares = 0
        # What some of them were planned to be, by the same number.
        self.plans: dict[int, Plan] = {}
        # Why the dungeon that was asked for last could not be laid out.
        self.dungeon_error: str | None = None
        # What mods watch step by step, by number, the oldest first: its states, and what Lua is told of one.
        self.runs: dict[int, tuple[Iterator[Any], Callable[[Any], Any]]] = {}
        self.last_run = 0

    def why_no_map(self) -> str:
        """What ends a message that there is no map; it is empty unless kts.LayoutDungeon failed."""
        return f"; kts.LayoutDungeon failed: {self.dungeon_error}" if self.dungeon_error else ""

    def empty_map(self) -> Map:
        return Map(0, 0, self.tiles, self.registry, self.uids)

    def new_map(self, width: int, height: int) -> int:
        """A map without tiles; its number. It is the game's own when that has no squares yet. Raises ModError when
        there are too many."""
        made = Map(width, height, self.tiles, self.registry, self.uids)
        number = self.keep_map(made)
        if not self.map.width:
            self.map = made
        return number

    def keep_map(self, game_map: Map) -> int:
        """Keep a map that a mod has just made; its number. Raises ModError when there are too many."""
        squares = self._squares + game_map.stacks.size
        if self._kept >= MOST_MAPS or squares > MOST_SQUARES_OF_ALL:
            raise ModError(
                f"this game would have {self._kept + 1} maps with {squares} squares: it may have {MOST_MAPS} with "
                f"{MOST_SQUARES_OF_ALL}"
            )
        self._kept += 1
        self._squares = squares
        self.maps.append(game_map)
        return len(self.maps) - 1

    @property
    def was_written(self) -> bool:
        """Whether squares of a watched map were written."""
        return any(game_map.written for game_map in self.watched)

    def drop_map(self, number: int) -> None:
        """Keep a map no longer; its number is never given again."""
        dropped = self.maps[number]
        self.watched = [game_map for game_map in self.watched if game_map is not dropped]
        self._kept -= 1
        self._squares -= dropped.stacks.size
        self.maps[number] = self.empty_map()
        if self.map is dropped:
            self.map = self.maps[number]

    def number_of(self, game_map: Map) -> int:
        """The number of a map of the game, given when it is first asked for."""
        for number, known in enumerate(self.maps):
            if known is game_map:
                return number
        self._kept += 1
        self._squares += game_map.stacks.size
        self.maps.append(game_map)
        return len(self.maps) - 1

    def stream(self, mod: str, purpose: str) -> Stream:
        return self.rng.stream(mod, purpose)

    def post(self, event: str, /, **data: Any) -> None:
        """Record that something happened that has no place on the map."""
        if len(self.events) < MOST_EVENTS:
            self.events.append({"type": event, **{k: v for k, v in data.items() if v is not None}})

    def trigger_hook(self, name: str, actor: Creature | None = None, pos: tuple[int, int] | None = None) -> None:
        """Have a function called that mods set in the table kts itself, such as HOOK_SHOOT."""
        self.triggers.append(Trigger("hook", 0, name, actor, pos))

    def home_of(self, player: int) -> Home | None:
        """The home from which a player starts, or None."""
        for home in self.map.homes:
            if player in home.players:
                return home
        return None

    def monster_count(self, monster: int | None = None) -> int:
        """Living monsters of a type, or of all types."""
        return sum(
            1 for creature in self.map.creatures if creature.monster is not None and monster in (None, creature.monster)
        )

    def exceeds_limit(self, monster: int) -> bool:
        """Whether one more monster of that type would be one too many."""
        total, one = self.settings.total_monster_limit, self.settings.monster_limits.get(monster)
        return (total is not None and self.monster_count() >= total) or (
            one is not None and self.monster_count(monster) >= one
        )

    def summary(self) -> dict[str, Any]:
        """What mods asked of play, as plain data with ids in place of indices; only what was asked."""

        def ids(kind: str, *indices: int) -> list[str]:
            return [self.registry.get(kind, index).id for index in indices]

        def tiles(indices: list[int]) -> list[str]:
            return [self.tiles.tiles[index].prototype.id for index in indices]

        asked = self.settings
        hints = sorted(self.hints, key=lambda hint: (hint.group, hint.order))
        described: dict[str, Any] = {
            "description": self.description,
            "hints": [hint.text for hint in hints],
            "starting_gear": [{"item": ids("item", i)[0], "counts": n} for i, n in asked.starting_gear],
            "premapped": asked.premapped,
            "time_limit": asked.time_limit,
            "deathmatch": asked.deathmatch,
            "respawn": next((p.respawn for p in self.players if p.respawn != "normal"), None),
            "monster_generators": [
                {"monster": ids("monster", m)[0], "tiles": tiles(t), "probability": p}
                for m, t, p in asked.monster_generators
            ],
            "monster_limits": {ids("monster", m)[0]: n for m, n in sorted(asked.monster_limits.items())},
            "total_monster_limit": asked.total_monster_limit,
        }
        if asked.stuff_respawn is not None:
            items, ms = asked.stuff_respawn
            described["stuff_respawn"] = {"items": ids("item", *items), "ms": ms}
        if asked.lockpick_spawn is not None:
            item, first, interval = asked.lockpick_spawn
            described["lockpick_spawn"] = {
                "item": ids("item", item)[0],
                "first_ms": first,
                "interval_ms": interval,
            }
        if asked.zombie_activity is not None:
            chance, changes = asked.zombie_activity
            described["zombie_activity"] = {
                "probability": chance,
                "changes": [[ids("tile", tile)[0], ids(kind, to)[0]] for tile, kind, to in changes],
            }
        return {name: value for name, value in described.items() if value not in (None, [], {}, 0, False)}
