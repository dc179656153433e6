"""The host as a library: mods in, maps out."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from host.api.data import Table, shown
from host.api.function import Call
from host.api.kts.game import message
from host.api.objects import read_objects
from host.api.phase import MENU, PLAY, START
from host.api.session import Session
from host.budgets import Budgets
from host.errors import (
    Faults,
    GenerationError,
    GivenError,
    HostError,
    ModError,
    did_you_mean,
    listing,
    together,
    visible,
)
from host.model.map import Map, Origin
from host.mods.files import ModFiles, read_script
from host.mods.loader import LoadedMod, Loader
from host.pools.listing import Place, Pool, PoolEntry
from host.runtime.state import HASH_SEED
from host.runtime.values import read, to_text, values_of
from host.world.game import Game
from host.world.play import spawn_knights

MOST_PLAYERS = 64
DEFAULT_BUDGETS = Budgets()
MOST_SEED = 2**63 - 1
MOST_TURNS = 1_000_000
# How the player of a simulation decides.
PLAYER_MODES = ("script", "idle", "random")
_NO_SIMULATION = {
    "no player": "no loaded mod has a class of players, so nobody can enter: load one, as the bundled mod critters",
    "no room": "the map has no square to stand on, so nobody can enter",
}
# Of game time.
MOST_SECONDS = 1e9
_MOD_ID = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")
# Stands for a value that the mod's own function chooses.
_RANDOM = b"\0random"

Value = str | int | float | bool


class Choice(NamedTuple):
    """One value of an option, and for how many players it is there."""

    value: Value
    min_players: int | None = None
    max_players: int | None = None


class Option(NamedTuple):
    """An option of a generator: one of `choices`, or when `numeric` a whole number of up to `digits` digits."""

    id: str
    default: Value
    choices: tuple[Choice, ...] = ()
    numeric: bool = False
    digits: int | None = None
    # The value "random" lets the mod choose.
    random: bool = False


class Simulation(NamedTuple):
    """What came of playing a map: the map, a line a turn, and sums by the ids of entities, in their order."""

    map: Map
    log: tuple[str, ...]
    # Whether the player lives, and how many living things are left, the player among them.
    alive: bool
    left: int
    # Hit points lost, deaths, squares walked.
    damage: Mapping[str, float]
    deaths: Mapping[str, float]
    distance: Mapping[str, float]


class Generator(NamedTuple):
    """Something that makes maps, and what it can be told."""

    id: str
    mod: str
    options: tuple[Option, ...] = ()


def _print(line: str) -> None:
    print(visible(line))


class Host:
    """Mods, loaded and ready to generate.

    `mods` are folders (a mod, or a folder of mods) as `Path` or with a slash in them, and ids of bundled mods.
    `budgets` is what they may use up. With `keep_going` mods that fail, and those that need them, are left out, and all
    is as if they were not there; `failures` says why. `output` takes each line that a mod prints. Raises HostError
    (`Faults` when there are several) if a mod cannot be loaded.

    >>> from host import Host
    >>> game = Host(mods=["base"])
    >>> m = game.generate("base", seed=7, dungeon="tiny")
    >>> m.tiles.shape
    (14, 14)
    """

    def __init__(
        self,
        mods: Iterable[str | Path] | str | Path = ("base",),
        *,
        budgets: Budgets = DEFAULT_BUDGETS,
        hash_seed: int = HASH_SEED,
        output: Callable[[str], None] = _print,
        keep_going: bool = False,
    ) -> None:
        given = [mod if isinstance(mod, Path) else _as_path(mod) for mod in _each(mods)]
        folders = [one for one in given if isinstance(one, Path)]
        names = [one for one in given if isinstance(one, str)]
        # Why mods were left out.
        self.failures: list[HostError] = []
        left_out: set[str] = set()
        while True:
            printed: list[str] = []
            files = ModFiles()
            self._session = Session(files=files, print=printed.append if keep_going else output)
            self._loader = Loader(self._session, files, budgets=budgets, hash_seed=hash_seed)
            self._lua = self._loader.lua
            try:
                self._loader.load(folders, names, left_out)
            except HostError as error:
                errors = error.errors if isinstance(error, Faults) else (error,)
                failed = {one.mod for one in errors if one.mod} - left_out
                if not keep_going or not failed:
                    raise
                # From the beginning without them: what they did to others before they failed is undone so, and only so.
                self.failures += errors
                left_out |= failed
            else:
                break
        self._session.print = output
        self._session.phase = MENU
        for line in printed:
            output(line)

    # -- what is loaded

    @property
    def mods(self) -> list[LoadedMod]:
        """The loaded mods, in load order."""
        return self._loader.mods

    @property
    def warnings(self) -> list[str]:
        """What is wrong with mods but did not stop them, in the order in which it was met."""
        return list(self._session.warnings)

    def registered(self, mod: str) -> dict[str, int]:
        """How much of each type a mod registered."""
        counts: dict[str, int] = {}
        for prototype in self._session.registry.of_mod(mod):
            counts[prototype.type] = counts.get(prototype.type, 0) + 1
        return counts

    def generators(self, players: int = 2) -> list[Generator]:
        """What can be generated, with options and their choices."""
        _check_players(players)
        found = [self._describe(mod, players) for mod in self.mods if self._has_menu(mod)]
        # No game goes on behind it.
        self._session.game = None
        return found

    def pools(self, path: str | None = None) -> list[Pool]:
        """The pools that are registered, each after its parent: all of them, or the one at `path` and those below it.

        Raises ModError for a path that names no pool.
        """
        found: Table = read(values_of(self._lua.call("pools/report", "nodes", path or "")))
        return [_pool(node.fields) for node in found.items]

    def sample_pool(self, path: str, draws: int, *, seed: int | None = None) -> list[int]:
        """How often each entry of a pool came in `draws` draws, each from the full pool, in their order."""
        _check_draws(draws)
        self._new_game(seed, 1)
        drawn: Table = read(values_of(self._lua.call("pools/report", "sample", path, draws)))
        return drawn.items

    # -- games

    def generate(
        self,
        generator: str = "base",
        /,
        *,
        seed: int | None = None,
        players: int = 2,
        options: Mapping[str, Any] = MappingProxyType({}),
        **named: Any,
    ) -> Map:
        """Generate a map; its `origin` says what reproduces it.

        Without a seed a fresh one is chosen. The options of the generator (see `generators`) are given by name, or in
        `options` where a name means something else here; each as one of its choices or the text of one. Raises
        HostError: GivenError for a generator, option or value that does not exist, GenerationError when the map cannot
        be made, ModError for a fault in a mod.
        """
        _check_players(players)
        if seed is not None:
            _check_seed(seed)
        mod = self._find_generator(generator)
        wanted = _resolve(self._describe(mod, players), _options(options, named))
        game = self._new_game(seed, players)
        final = self._start(mod, players, wanted)
        chosen = {option.items[0]: option.items[1] for option in final.fields["options"].items}
        description = final.fields["description"]
        if isinstance(description, Table):
            call = Call(self._session, mod.id)
            game.description = [message(call, line, "a line of describe_quest_func") for line in description.items]
        return self._finish(game, generator, chosen)

    def run_script(self, path: str | Path, *, seed: int | None = None, players: int = 2, play: float = 0.0) -> Map:
        """Run a Lua file at the start of a game, as a mod named `script` that depends on all loaded mods; then let
        `play` seconds of game time pass. Returns the map of the game."""
        _check_players(players)
        path = Path(path).absolute()
        source = read_script(path)
        game = self._new_game(seed, players)
        self._session.phase = START
        self._loader.load_script(path, source)
        self.play(play)
        return self._finish(game, "script", {})

    def play(self, seconds: float) -> None:
        """Let knights enter the running game, and its tasks run for some seconds of game time."""
        _check_seconds(seconds)
        if seconds > 0:
            game = self._session.current_game
            self._session.phase = PLAY
            spawn_knights(game)
            self._lua.call("kts/tasks", "run_until", game.clock + round(seconds * 1000))

    def simulate(
        self,
        generator: str = "base",
        /,
        *,
        turns: int = 100,
        player: str = "script",
        seed: int | None = None,
        strict: bool = False,
        options: Mapping[str, Any] = MappingProxyType({}),
        watch: Callable[[Map], None] | None = None,
    ) -> Simulation:
        """Play a generated map by itself: a player enters, among what the pools of the mods hold, and `turns` turns go by
        or fewer, if the player dies.

        `player` is "script" (as its class says, or towards the nearest enemy), "idle" or "random". An error of a mod ends
        the action in which it happens and is noted, or with `strict` it is raised. `watch` is given the map at the start
        and after each turn: the same object each time.
        """
        if isinstance(turns, bool) or not isinstance(turns, int) or not 0 <= turns <= MOST_TURNS:
            raise GivenError(f"turns is {turns!r}: must be a whole number between 0 and {MOST_TURNS}")
        if player not in PLAYER_MODES:
            raise GivenError(f"player is {player!r}: must be {listing(PLAYER_MODES)}")
        game_map = self.generate(generator, seed=seed, players=1, options=options)
        # The dialect of the map may have creatures of its own, which do not act.
        for creature in game_map.creatures:
            game_map.remove_creature(creature)
        game = self._session.current_game
        home = game.home_of(0)
        start = game_map.square(home.x, home.y) if home else -1
        self._session.phase = PLAY
        (problem,) = self._lua.call("actions/simulation", "begin", start, player, strict)
        if problem:
            raise GivenError(_NO_SIMULATION[to_text(problem)])
        log = []
        for turn in range(turns + 1):
            if turn:
                lives, line = self._lua.call("actions/simulation", "turn")
                log.append(to_text(line))
                if not lives:
                    turns = turn
            if watch is not None:
                self._gather(game)
                watch(game.map)
            if turn == turns:
                break
        self._gather(game)
        told: Table = read(values_of(self._lua.call("actions/simulation", "summary")))
        return Simulation(game.map, tuple(log), *_summary(told.fields))

    def _gather(self, game: Game) -> None:
        """Give the map of a game what lives on it in Lua."""
        looks, packed = (*self._lua.call("host/objects", "export", game.number_of(game.map)), b"", b"")[:2]
        game.map.objects = read_objects(game.map, to_text(looks), packed) if looks else []

    def _new_game(self, seed: int | None, players: int) -> Game:
        if seed is None:
            seed = fresh_seed()
        _check_seed(seed)
        game = Game(seed, players, self._session.registry, self._session.tiles)
        self._session.begin(game)
        self._lua.call("host/loader", "new_game")
        return game

    def _finish(self, game: Game, generator: str, options: dict[str, Value]) -> Map:
        # A script that ran before has no part in what a generator makes.
        mods = [mod for mod in self.mods if mod.id != "script" or generator == "script"]
        game.map.origin = Origin(
            generator=generator,
            seed=game.rng.seed,
            players=len(game.players),
            options=options,
            mods=tuple((mod.id, mod.version, mod.content_hash) for mod in mods),
        )
        if not game.map.width and generator != "script":
            self._session.warn(f"{generator}: start_game_func laid out no dungeon, so the map has no squares")
        self._gather(game)
        game.map.events = game.events
        game.map.quest = game.summary()
        return game.map

    # -- generators and options

    def _has_menu(self, mod: LoadedMod) -> bool:
        return bool(self._lua.call("kts/variables", "has_menu", mod.id)[0])

    def _find_generator(self, name: str) -> LoadedMod:
        if not isinstance(name, str):
            raise GivenError(f"the generator is {name!r}: must be the id of one")
        with_menu = {mod.id: mod for mod in self.mods if self._has_menu(mod)}
        if name in with_menu:
            return with_menu[name]
        if any(mod.id == name for mod in self.mods):
            raise GivenError(f'the mod "{name}" has no generator: it sets no kts.MENU')
        there = f"there is {listing(with_menu, 'and')}" if with_menu else "no loaded mod has one"
        hint = did_you_mean(name, [*with_menu, *self._loader.known_ids()])
        raise GivenError(f'there is no generator "{name}": {there}', hint=hint)

    def _menu(self, do: str, mod: LoadedMod, players: int, *wanted: Any) -> Table:
        """Have Lua read or start a menu. What is wrong with a menu is the fault of who set it."""
        try:
            answer: Table = read(values_of(self._lua.call("kts/menu", do, mod.id, players, *wanted)))
        except ModError as error:
            error.mod = error.mod or mod.id
            raise
        return answer

    def _start(self, mod: LoadedMod, players: int, wanted: list[Any]) -> Table:
        try:
            return self._menu("start", mod, players, *wanted)
        except ModError as error:
            (reason, *_) = (*self._lua.call("kts/variables", "error_message"), None)
            if reason is None:
                raise
            # What a mod meets after that follows from it.
            raise GenerationError(
                f"the dungeon could not be made: {to_text(reason)}; the mod went on all the same, and then: "
                f"{error.message}",
                mod=error.mod,
                file=error.file,
                line=error.line,
                frames=error.frames,
            ) from error

    def _describe(self, mod: LoadedMod, players: int) -> Generator:
        self._new_game(0, players)
        described = self._menu("describe", mod, players)
        return Generator(mod.id, mod.id, tuple(_option(item.fields) for item in described.items))


def _summary(fields: Mapping[str, Any]) -> tuple[Any, ...]:
    def by_name(key: str) -> dict[str, float]:
        return {pair.items[0]: pair.items[1] for pair in fields[key].items}

    return fields["alive"], fields["left"], by_name("damage"), by_name("deaths"), by_name("distance")


def fresh_seed() -> int:
    """A seed that nobody chose, short enough to type again."""
    return int.from_bytes(os.urandom(4), "little")


def _pool(fields: Mapping[str, Any]) -> Pool:
    return Pool(
        path=fields["path"],
        name=fields["name"],
        depth=fields["depth"],
        infinite=fields["infinite"],
        current=fields["current"],
        total=fields["total"],
        place=_place(fields),
        entries=tuple(_entry(entry.fields) for entry in fields["entries"].items),
    )


def _entry(fields: Mapping[str, Any]) -> PoolEntry:
    return PoolEntry(
        id=fields["id"],
        name=fields["name"],
        mass=fields["mass"],
        quantity=fields.get("quantity"),
        probability=fields["probability"],
        places=tuple(_place(place.fields) for place in fields["places"].items),
    )


def _place(fields: Mapping[str, Any]) -> Place:
    return Place(fields["mod"], fields.get("file"), fields.get("line", 0))


def _option(fields: Mapping[str, Any]) -> Option:
    choices = (choice.fields for choice in fields["choices"].items)
    return Option(
        id=fields["id"],
        default=fields["default"],
        choices=tuple(Choice(c["id"], c.get("min_players"), c.get("max_players")) for c in choices),
        numeric=fields["numeric"],
        digits=fields.get("digits"),
        random=fields["random"],
    )


def _options(options: Any, named: Mapping[str, Any]) -> dict[str, Any]:
    if not isinstance(options, Mapping) or not all(isinstance(name, str) for name in options):
        raise GivenError(f"options is {options!r}: must be a mapping of option ids to values")
    return {**options, **named}


def _each(mods: Any) -> list[str | Path]:
    """The mods given to Host: one, or any number."""
    if isinstance(mods, str | Path):
        return [mods]
    try:
        found = list(mods)
    except TypeError:
        raise GivenError(f"mods is {mods!r}: must be a list of folders and ids") from None
    for mod in found:
        if not isinstance(mod, str | Path):
            raise GivenError(f"mods has the element {mod!r}: must be the Path of a folder or the id of a bundled mod")
    return found


def _as_path(mod: str) -> str | Path:
    return mod if _MOD_ID.match(mod) else Path(mod)


def _check_players(players: Any) -> None:
    if isinstance(players, bool) or not isinstance(players, int) or not 1 <= players <= MOST_PLAYERS:
        raise GivenError(f"players is {players!r}: must be a whole number between 1 and {MOST_PLAYERS}")


def _check_draws(draws: Any) -> None:
    if isinstance(draws, bool) or not isinstance(draws, int) or draws < 0:
        raise GivenError(f"draws is {draws!r}: must be a whole number, 0 or more")


def _check_seconds(seconds: Any) -> None:
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 <= seconds <= MOST_SECONDS:
        raise GivenError(f"play is {seconds!r}: must be a number of seconds from 0 to {MOST_SECONDS:g}")


def _check_seed(seed: Any) -> None:
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= MOST_SEED:
        raise GivenError(f"seed is {seed!r}: must be a whole number between 0 and {MOST_SEED}")


def _resolve(generator: Generator, given: Mapping[str, Any]) -> list[Any]:
    """Option ids and values in turn, in the order of the menu. Raises HostError with all that is wrong."""
    known = {option.id: option for option in generator.options}
    errors: list[HostError] = [
        GivenError(
            f'{generator.id} has no option "{name}": it has {listing(known, "and") or "none"}',
            hint=did_you_mean(name, known),
        )
        for name in given
        if name not in known
    ]
    wanted: list[Any] = []
    for option in generator.options:
        if option.id in given:
            try:
                wanted += (option.id, _value(generator, option, given[option.id]))
            except HostError as error:
                errors.append(error)
    if errors:
        raise together(errors)
    return wanted


def _value(generator: Generator, option: Option, given: Any) -> Value | bytes:
    """The value of an option that was given as itself or as text."""
    text = _text(given)
    by_text = {_text(choice.value): choice.value for choice in option.choices}
    if text in by_text:
        return by_text[text]
    if option.random and text == "random":
        return _RANDOM
    if option.numeric:
        if not re.fullmatch(r"\d{1,18}", text):
            raise GivenError(f"{generator.id}: {option.id} is {shown(given)}: must be a whole number, 0 or more")
        if option.digits is not None and len(str(int(text))) > option.digits:
            raise GivenError(f"{generator.id}: {option.id} is {text}: must have at most {option.digits} digits")
        return int(text)
    raise GivenError(
        f'{generator.id}: {option.id} is "{text}": must be {listing(by_text)}',
        hint=did_you_mean(text, by_text),
    )


def _text(value: Any) -> str:
    """A value as one types it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value)
