"""A game: its seed, players, maps, clock and events."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from host.errors import GenerationError, ModError
from host.model.changes import ChangeRecord, end_record
from host.model.game_map import GameMap
from host.model.objects import Creature, UidSource
from host.model.registry import Registry
from host.model.request import Request
from host.model.rng import Rng, Stream
from host.model.tile_set import TileSet
from host.play.queue import CallbackQueue, Rolls

if TYPE_CHECKING:
    from host.generate.plans.plan import Plan
    from host.play.action import Blow, PlayerView

Part = TypeVar("Part")


class Parts:
    """Holds an object of each class that a dialect asks for, created at the first request.

    A dialect stores its state here, so that the game and the session do not depend on the dialect.
    """

    def __init__(self) -> None:
        # Class -> its object.
        self._parts: dict[type, object] = {}

    def part(self, kind: type[Part]) -> Part:
        """Return the object of a class, which takes no arguments."""
        part = self._parts.get(kind)
        if part is None:
            part = self._parts[kind] = kind()
        return part  # type: ignore[return-value] # the key is its class

    def renew(self, kind: type[Part]) -> Part:
        """Replace the object of a class with a new one, and return it."""
        self._parts.pop(kind, None)
        return self.part(kind)


# Most events of a game, and most characters of the texts in them; later events are not recorded.
MAX_EVENTS = 100_000
MAX_EVENT_CHARACTERS = 16_000_000
# Most squares of a map.
MAX_SQUARES = 16_000_000
# Most maps of a game, and most squares of all its maps together.
MAX_MAPS = 10_000
MAX_TOTAL_SQUARES = 2 * MAX_SQUARES


@dataclass(slots=True)
class Player:
    """A player of a game."""

    index: int
    name: str
    # Number of the house, from 0, whose colour the player has; players of a house are a team.
    team: int = 0
    # Where the player respawns: "normal", "different" or "anywhere".
    respawn: str = "normal"
    eliminated: bool = False
    # The creature that the player moves; None before play and after its death.
    creature: Creature | None = None
    # When the player enters, in milliseconds of the game clock.
    respawns_at: int | None = None
    # How often the player has entered and died; players that it killed; the score of a deathmatch.
    lives: int = 0
    skulls: int = 0
    kills: int = 0
    frags: int = 0


class Game(Parts):
    """The state of a game from its start to its end. Dialects store further state in it as parts."""

    def __init__(self, request: Request, registry: Registry, tiles: TileSet) -> None:
        super().__init__()
        self.request = request
        self.rng = Rng(request.seed)
        self.registry = registry
        self.tiles = tiles
        self.players = [Player(i, f"Player {i + 1}") for i in range(request.players)]
        self.uids = UidSource()
        # Events in order: {"type": …, …}.
        self.events: list[dict[str, Any]] = []
        self._event_characters = 0
        # Functions of mods to call.
        self.callbacks = CallbackQueue()
        # Numbers that Lua rolls before the running API function returns to its mod.
        self.rolls: list[Rolls] = []
        # Takers of the numbers that Lua is rolling now, innermost last: a function that rolls may cause more rolls.
        self.rolling: list[Callable[[list[int]], None]] = []
        # Milliseconds since play began.
        self.clock = 0
        # The map that is played, drawn and exported.
        self.map = self.empty_map()
        # All maps by number; Lua uses the same number for the objects on a map.
        self.maps: list[GameMap] = []
        # Records of maps with changes that Lua does not know yet, of those whose changes it wants to know.
        self.unread_changes: set[ChangeRecord] = set()
        # Number of maps, and of squares in all maps.
        self._map_count = self._square_count = 0
        # The plans of some maps, by number of the map.
        self.plans: dict[int, Plan] = {}
        # Why the last layout failed, with its file and line; None when it did not fail.
        self.layout_failure: GenerationError | None = None

    def player_creatures(self) -> list[Creature]:
        """Return the creatures that players move, in the order of the players."""
        return [player.creature for player in self.players if player.creature is not None]

    def empty_map(self) -> GameMap:
        """Return a new map without squares."""
        return GameMap(0, 0, self.tiles, self.registry, self.uids)

    def new_map(self, width: int, height: int) -> int:
        """Add a map without tiles and return its number; it becomes the game's map when that has no squares.

        Raises ModError when the game has too many maps.
        """
        game_map = GameMap(width, height, self.tiles, self.registry, self.uids)
        number = self.add_map(game_map)
        if not self.map.width:
            self.map = game_map
        return number

    def add_map(self, game_map: GameMap) -> int:
        """Add a map that a mod has just made and return its number. Raises ModError when there are too many."""
        squares = self._square_count + game_map.stacks.size
        if self._map_count >= MAX_MAPS or squares > MAX_TOTAL_SQUARES:
            raise ModError(
                f"this game would have {self._map_count + 1} maps with {squares} squares: at most "
                f"{MAX_MAPS} maps with {MAX_TOTAL_SQUARES} squares are allowed"
            )
        return self._append_map(game_map)

    def add_restored_map(self, game_map: GameMap) -> int:
        """Add a map from a save, on which players may stand, and return its number."""
        for creature in game_map.living_creatures:
            if creature.player is not None and creature.player < len(self.players):
                self.players[creature.player].creature = creature
        return self.add_map(game_map)

    def _append_map(self, game_map: GameMap) -> int:
        self._map_count += 1
        self._square_count += game_map.stacks.size
        self.maps.append(game_map)
        return len(self.maps) - 1

    @property
    def pending(self) -> int:
        """The work that is left to Lua, a sum: 1 numbers to roll, 2 callbacks to run, 4 maps that changed."""
        return bool(self.rolls) + 2 * bool(self.callbacks) + 4 * bool(self.unread_changes)

    def drop_map(self, number: int) -> None:
        """Remove a map; its number is not used again."""
        dropped = self.maps[number]
        end_record(dropped)
        self._map_count -= 1
        self._square_count -= dropped.stacks.size
        self.maps[number] = self.empty_map()
        self.plans.pop(number, None)
        if self.map is dropped:
            self.map = self.maps[number]

    def number_of(self, game_map: GameMap) -> int:
        """Return the number of a map; a map without a number gets the next number."""
        for number, numbered in enumerate(self.maps):
            if numbered is game_map:
                return number
        return self._append_map(game_map)

    def stream(self, mod: str, purpose: str) -> Stream:
        """Return the stream of random numbers of a mod for a purpose."""
        return self.rng.stream(mod, purpose)

    def post(self, event: str, /, **data: Any) -> None:
        """Record an event; data that is None is left out."""
        if len(self.events) < MAX_EVENTS:
            self._event_characters += sum(len(value) for value in data.values() if isinstance(value, str))
            if self._event_characters <= MAX_EVENT_CHARACTERS:
                self.events.append({"type": event, **{k: v for k, v in data.items() if v is not None}})


class GameHooks:
    """Methods that a dialect overrides, and registers in `Session.hooks`; by default they do nothing."""

    def enter_players(self, game: Game) -> None:
        """Let the players enter, before time passes in a running game."""

    def entrance(self, game: Game) -> int | None:
        """Return the square at which the first player of a game enters a simulation, -1 for any square.

        None when players cannot enter in this dialect.
        """

    def turn_time(self, game: Game) -> int:  # noqa: ARG002 - players cannot enter by default
        """Return the time in which a player who entered takes a step, in milliseconds."""
        return 0

    def turns_left(self, game: Game) -> int | None:
        """Return how many turns are left to the first player before time is up; None without a limit."""

    def can_act(self, game: Game) -> bool:  # noqa: ARG002 - players can act by default
        """Return whether the first player, who entered, can act in the next turn."""
        return True

    def goes_on(self, game: Game) -> bool:  # noqa: ARG002 - players cannot enter by default
        """Return whether the game goes on for its first player, who entered."""
        return False

    def player(self, game: Game) -> PlayerView | None:
        """Return the first player, who entered; None while it is not on the map."""

    def outcome(self, game: Game) -> str | None:
        """Return "won" or "lost" when the game is over for the first player."""

    def says_outcome(self, game: Game, text: str) -> bool:  # noqa: ARG002 - no words by default
        """Return whether a message says no more than the outcome of the game, which whoever shows it says, too."""
        return False

    def absence(self, game: Game) -> str:  # noqa: ARG002 - players cannot enter by default
        """Return when the first player, who is not on the map, comes; an empty text where that is not known."""
        return ""

    def goal(self, game: Game) -> str:  # noqa: ARG002 - no goal by default
        """Return what the player is asked to do, in a line."""
        return ""

    def describe(self, game: Game, event: Mapping[str, Any]) -> list[str]:  # noqa: ARG002 - no words by default
        """Return what the first player reads of an event of the game."""
        return []

    def friends(self, game: Game) -> list[int]:  # noqa: ARG002 - no friends by default
        """Return the uids of the creatures on the map of the game that are friends of the first player."""
        return []

    def take_blows(self, game: Game) -> list[Blow]:  # noqa: ARG002 - no blows by default
        """Return who hurt whom since the last call, in order."""
        return []

    def why_idle(self, game_map: GameMap, *, in_world: bool) -> str | None:
        """Return a warning that creatures of the dialect do nothing in a simulation of a map, or of a world."""

    def why_different(self, game_map: GameMap) -> str | None:
        """Return why turns on a new map differ from turns with an earlier version of the host."""

    def finish_map(self, game: Game) -> None:
        """Store on the map of a game what a picture or a file shows of the dialect; also at each look in play."""

    def to_header(self, game: Game) -> dict[str, Any]:  # noqa: ARG002 - this default adds no keys
        """Return keys of the header of a save, with plain data."""
        return {}

    def from_header(self, game: Game, header: Mapping[str, Any]) -> None:
        """Restore what `to_header` returned. Raises KeyError, TypeError or ValueError for anything else."""
