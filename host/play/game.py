"""One game: its seed, its players, its maps, its clock, and what happened in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from host.errors import ModError
from host.generate.plan import Plan
from host.model.map import Map
from host.model.objects import Creature, Home
from host.model.registry import Registry
from host.model.rng import Rng, Stream
from host.model.tile import TileSet
from host.model.uids import UidSource
from host.play.callbacks import Callback
from host.play.parts import Parts

# Events of a game; further ones are not recorded.
MOST_EVENTS = 100_000
# Squares of one map.
MAX_SQUARES = 16_000_000
# Maps of a game, and the squares of all of them.
MOST_MAPS = 10_000
MOST_SQUARES_OF_ALL = 2 * MAX_SQUARES
# Generations that mods watch step by step at the same time.
MOST_RUNS = 16


@dataclass(slots=True)
class Player:
    """A player of a game."""

    index: int
    name: str
    # Where the player respawns: "normal", "different" or "anywhere".
    respawn: str = "normal"
    eliminated: bool = False
    # The creature that the player moves; None before play and after its death.
    creature: Creature | None = None


class Game(Parts):
    """What one start of a game acts on; dialects keep state of their own in it as parts."""

    def __init__(self, seed: int, players: int, registry: Registry, tiles: TileSet) -> None:
        super().__init__()
        self.rng = Rng(seed)
        self.registry = registry
        self.tiles = tiles
        self.players = [Player(i, f"Player {i + 1}") for i in range(players)]
        self.uids = UidSource()
        # What happened, in order: {"type": …, …}.
        self.events: list[dict[str, Any]] = []
        # Functions of mods to call, in order.
        self.callbacks: list[Callback] = []
        # Milliseconds since play began.
        self.clock = 0
        # The map that is played, drawn and exported.
        self.map = self.empty_map()
        # All maps by number; Lua uses the same number for the objects on a map.
        self.maps: list[Map] = []
        # Maps whose changed squares Lua is notified of.
        self.watched: list[Map] = []
        # How many maps there are, and their squares.
        self._map_count = self._square_count = 0
        # The plans of some maps, by number of the map.
        self.plans: dict[int, Plan] = {}
        # Why the last attempt to make a map failed, as a sentence without a full stop; empty when it did not fail.
        self.layout_failure = ""
        # Generations that mods watch step by step, by number, the oldest first: (states, reads a state for Lua).
        self.runs: dict[int, tuple[Iterator[Any], Callable[[Any], Any]]] = {}
        self.last_run = 0

    def why_no_map(self) -> str:
        """Return the end of a message that the game has no map; empty unless an attempt to make one failed."""
        return f"; {self.layout_failure}" if self.layout_failure else ""

    def empty_map(self) -> Map:
        """Return a new map without squares."""
        return Map(0, 0, self.tiles, self.registry, self.uids)

    def new_map(self, width: int, height: int) -> int:
        """Add a map without tiles and return its number; it becomes the game's map when that has no squares.

        Raises ModError when the game has too many maps.
        """
        game_map = Map(width, height, self.tiles, self.registry, self.uids)
        number = self.keep_map(game_map)
        if not self.map.width:
            self.map = game_map
        return number

    def keep_map(self, game_map: Map) -> int:
        """Add a map that a mod has just made and return its number. Raises ModError when there are too many."""
        squares = self._square_count + game_map.stacks.size
        if self._map_count >= MOST_MAPS or squares > MOST_SQUARES_OF_ALL:
            raise ModError(
                f"this game would have {self._map_count + 1} maps with {squares} squares: it may have {MOST_MAPS} "
                f"with {MOST_SQUARES_OF_ALL}"
            )
        return self._add_map(game_map)

    def _add_map(self, game_map: Map) -> int:
        self._map_count += 1
        self._square_count += game_map.stacks.size
        self.maps.append(game_map)
        return len(self.maps) - 1

    @property
    def was_written(self) -> bool:
        """Whether squares of a watched map have changed."""
        return any(game_map.written for game_map in self.watched)

    def drop_map(self, number: int) -> None:
        """Remove a map; its number is not used again."""
        dropped = self.maps[number]
        self.watched = [game_map for game_map in self.watched if game_map is not dropped]
        self._map_count -= 1
        self._square_count -= dropped.stacks.size
        self.maps[number] = self.empty_map()
        if self.map is dropped:
            self.map = self.maps[number]

    def number_of(self, game_map: Map) -> int:
        """Return the number of a map; a map without one gets the next number."""
        for number, numbered in enumerate(self.maps):
            if numbered is game_map:
                return number
        return self._add_map(game_map)

    def stream(self, mod: str, purpose: str) -> Stream:
        """Return the stream of random numbers of a mod for a purpose."""
        return self.rng.stream(mod, purpose)

    def post(self, event: str, /, **data: Any) -> None:
        """Record an event; data that is None is left out."""
        if len(self.events) < MOST_EVENTS:
            self.events.append({"type": event, **{k: v for k, v in data.items() if v is not None}})

    def home_of(self, player: int) -> Home | None:
        """Return the home where a player starts, or None."""
        return next((home for home in self.map.homes if player in home.players), None)
