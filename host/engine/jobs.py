"""Jobs: what a child process does with loaded mods. A job takes plain data and returns plain data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from host.border.state import HASH_SEED
from host.budgets import DEFAULT_BUDGETS, NO_CLOCK, Budgets
from host.dialects import lua_functions
from host.engine.engine import Engine
from host.engine.saves import pack_save, unpack_contents, unpack_save
from host.engine.simulation import begins_world
from host.errors import RequestError, did_you_mean, listing
from host.generate.options import Generator
from host.model.document import to_document
from host.model.map import Map
from host.mods.finder import mods_beside, readable_by_mods
from host.mods.manifest import is_mod
from host.paths import BUNDLED_MODS
from host.process import frames
from host.process.channel import Channel
from host.process.child import malformed_answer, run_task
from host.process.start import START_METHOD
from host.process.task import Task, resolve
from host.save.contents import ChunkKey, WriteSave

# The bundled mods that commands load by default; the others must be named.
DEFAULT_MODS = ("base",)

# Takes a line that a mod prints, or a warning.
Say = Callable[[str], None]
# Shows a map to a person, and returns the key they press, or None.
Ask = Callable[[dict[str, Any]], str | None]
# Takes a save as `saves.pack_save` returns it.
Send = Callable[[bytes], None]


class Operation(NamedTuple):
    """A function that jobs call with an engine and their arguments."""

    # "package.module:function".
    function: str
    # The shape of its result, see `host.process.task.fits`.
    result: Any
    # Callbacks that it takes as further arguments: "say", "ask".
    callbacks: tuple[str, ...] = ()


class Job(NamedTuple):
    """An operation, the mods to load for it, and its arguments."""

    operation: Operation
    # Absolute paths of folders of mods, and ids of bundled mods.
    folders: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    arguments: Mapping[str, Any] = MappingProxyType({})
    budgets: Budgets = DEFAULT_BUDGETS
    # Leave out mods that fail.
    keep_going: bool = False
    # Whether a person answers the requests of the job.
    asks: bool = False
    # Whether the game is saved, and the save that it continues (`saves.pack_contents`).
    saves: bool = False
    saved: bytes | None = None
    # Absolute paths of folders of mods that are loaded only when others need them: those beside mods in `folders`.
    beside: tuple[str, ...] = ()
    # Of the mods in folders, the ids of those to load; None for all.
    only: tuple[str, ...] | None = None
    # The order in which Lua walks names, and whether mods that do not need each other load in the opposite order.
    hash_seed: int = HASH_SEED
    backwards: bool = False
    # With `keep_going`, load mods in spite of errors that do not keep them from running.
    lenient: bool = False

    def to_data(self) -> dict[str, Any]:
        """Return the job as JSON, without the save and the shape of the result."""
        return {
            **self._asdict(),
            "saved": None,
            "operation": self.operation._replace(result=None),
            "arguments": dict(self.arguments),
            "budgets": asdict(self.budgets),
        }

    @staticmethod
    def from_data(data: Mapping[str, Any]) -> Job:
        """Return the job that `to_data` described."""
        return Job(**{**data, "operation": Operation(*data["operation"]), "budgets": Budgets(**data["budgets"])})


def run_job(
    job: Job,
    *,
    say: Say,
    warn: Say,
    tick: Callable[[float], None] | None = None,
    write_save: WriteSave | None = None,
    ask: Ask | None = None,
    method: str = START_METHOD,
) -> Any:
    """Run a job in a child process and return its result.

    `say` takes the lines that mods print, `warn` the warnings about them, `write_save` the saves; `ask` answers
    requests; `tick` is called now and then with the seconds that have gone by. Raises HostError as the job does, and
    as `host.process.child.run_task` does.
    """

    job = job._replace(beside=_beside(job.folders))
    # Imported here, so that forks need not import it.
    resolve(job.operation.function)
    task = Task(
        "host.engine.jobs:perform_in_child",
        {"job": job.to_data()},
        tuple(str(path) for path in readable_by_mods(map(Path, _read_by(job)))),
        job.budgets,
        job.operation.result,
        job.saved,
        takes_messages=job.asks,
    )
    handlers: dict[int, Callable[[Any], Any]] = {frames.PRINT: say, frames.WARNING: warn}
    if write_save is not None:
        handlers[frames.SAVE] = lambda data: write_save(*_unpack(data))
    if ask is not None:
        handlers[frames.REQUEST] = ask
    return run_task(task, handlers, tick=tick, method=method)


def _unpack(data: bytes) -> tuple[dict[str, Any], dict[ChunkKey, bytes], list[ChunkKey]]:
    try:
        return unpack_save(data)
    except ValueError:
        raise malformed_answer() from None


def _read_by(job: Job) -> list[str]:
    """Return the files and folders that a job names."""
    script, folders = job.arguments.get("script"), job.arguments.get("folders", ())
    return [*job.folders, *job.beside, *folders, *([script] if isinstance(script, str) else [])]


def _beside(folders: Sequence[str]) -> tuple[str, ...]:
    """Return the folders of the mods beside those of `folders` that are mods, and not folders of mods."""
    beside = (other for folder in folders if is_mod(Path(folder)) for other in mods_beside(Path(folder)))
    return tuple(dict.fromkeys(other for other in beside if other not in folders))


def perform_in_child(channel: Channel, job: Mapping[str, Any]) -> Any:
    """Perform a job in this process, which is a child; messages go to its parent."""
    task = Job.from_data(job)
    # The parent holds the clock.
    budgets = replace(task.budgets, seconds=NO_CLOCK)
    return perform(
        task._replace(saved=channel.data, budgets=budgets),
        lambda text: channel.send(frames.PRINT, text),
        lambda text: channel.send(frames.WARNING, text),
        lambda save: channel.send(frames.SAVE, save),
        channel.ask,
    )


def _ignore(_: Any) -> None:
    """Do nothing, for jobs that save nothing and ask nothing."""


def perform(job: Job, say: Say, warn: Say, send: Send = _ignore, ask: Ask = _ignore) -> Any:
    """Perform a job in this process; the callbacks are those of `run_job`, `send` takes saves. Raises HostError."""
    engine = Engine(
        [*map(Path, job.folders), *job.names],
        budgets=job.budgets,
        output=say,
        keep_going=job.keep_going,
        beside=map(Path, job.beside),
        only=job.only,
        hash_seed=job.hash_seed,
        backwards=job.backwards,
        lenient=job.lenient,
    )
    for failure in engine.failures:
        warn(f"{f'mod {failure.mod}' if failure.mod else 'a mod'} is left out: {failure}")
    if job.saves:
        # This process must not touch the file.
        engine.save_with(lambda *save: send(pack_save(*save)), unpack_contents(job.saved))
    callbacks = {"say": say, "ask": ask}
    callbacks = {name: callbacks[name] for name in job.operation.callbacks}
    try:
        return resolve(job.operation.function)(engine, **job.arguments, **callbacks)
    finally:
        for warning in engine.warnings:
            warn(warning)


def generate(
    engine: Engine, generator: str | None, seed: int, players: int, options: dict[str, str], play: float
) -> dict[str, Any]:
    """Generate a map; `play` seconds of game time follow. Returns a document of the map."""
    if generator is None:
        generator = _only_generator(engine)
    game_map = engine.generate(generator, seed=seed, players=players, options=options)
    if play:
        engine.play(play)
    return to_document(game_map)


def _unbundled_mods(engine: Engine) -> list[str]:
    """Return the ids of the loaded mods that are not bundled."""
    return [mod.id for mod in engine.mods if not mod.manifest.folder.is_relative_to(BUNDLED_MODS)]


def _only(ids: list[str], noun: str) -> str:
    """Return the only id of a list. Raises RequestError for none and for several."""
    if len(ids) > 1:
        raise RequestError(f"there are {len(ids)} {noun}, {listing(ids, 'and')}: name the one to use")
    if not ids:
        raise RequestError(f"there are no {noun}")
    return ids[0]


def _only_generator(engine: Engine) -> str:
    """Return the generator of the mods that are not bundled, when they have just one; "base" when they have none."""
    mods = _unbundled_mods(engine)
    ids = [generator.id for generator in engine.generators() if generator.mod in mods]
    return _only(ids, "generators") if ids else "base"


def run_script(
    engine: Engine, script: str, seed: int | None, players: int, play: float, strict: bool = False
) -> dict[str, Any]:
    """Run a script; return a document of its map."""
    return to_document(engine.run_script(script, seed=seed, players=players, play=play, strict=strict))


def travel(engine: Engine, mod: str | None, seed: int | None, strict: bool, ask: Ask) -> bool:
    """Play a mod that begins a game; `ask` shows the map and returns the key that is pressed.

    Without `mod` it is the only mod that is not bundled and begins a game.
    """
    if mod is None:
        mod = _only([mod for mod in _unbundled_mods(engine) if begins_world(engine.lua, mod)], "mods that begin a game")

    def show(game_map: Map, title: str, line: str) -> str | None:
        square = engine.games.lua.call(lua_functions.square_of_traveller)
        return ask({"map": to_document(game_map), "title": title, "line": line, "player": square})

    engine.travel(mod, show, seed=seed, strict=strict)
    return True


def simulate(
    engine: Engine,
    generator: str | None,
    seed: int,
    turns: int | None,
    player: str,
    strict: bool,
    options: dict[str, str],
    watched: bool,
    say: Say,
    ask: Ask,
) -> dict[str, Any]:
    """Run a simulation and return its log and its sums.

    Without `generator` it is the only mod that is not bundled and begins a world, else the only generator of such mods.
    `say` takes each line of the log at once. With `watched`, `ask` takes them instead, each with the square of the
    player and the changed parts of the map, after the whole map at the start. After it returns None, it takes no more.
    """
    if generator is None:
        worlds = [mod for mod in _unbundled_mods(engine) if begins_world(engine.lua, mod)]
        generator = worlds[0] if len(worlds) == 1 else _only_generator(engine)
    last: dict[str, Any] = {}
    line = ""

    def set_line(turn: str) -> None:
        nonlocal line
        line = turn

    def watch(game_map: Map) -> None:
        nonlocal last, watched
        if not watched:
            return
        document = {"objects": [], **to_document(game_map)}
        changes = {key: value for key, value in document.items() if last.get(key) != value}
        last = document
        square = engine.games.lua.call(lua_functions.square_of_simulated_player)
        watched = ask({"map": changes, "line": line, "player": square}) is not None

    simulation = engine.simulate(
        generator,
        seed=seed,
        turns=turns,
        player=player,
        strict=strict,
        options=options,
        watch=watch if watched else None,
        tell=set_line if watched else say,
    )
    return {
        "generator": generator,
        "log": list(simulation.log),
        # The last line of the log of a world that ended is not a turn; turns before a save are not in the log.
        "turns": min(simulation.turns, len(simulation.log)),
        "alive": simulation.alive,
        "left": simulation.left,
        "damage": dict(simulation.damage),
        "deaths": dict(simulation.deaths),
        "distance": dict(simulation.distance),
    }


def list_generators(engine: Engine, players: int, name: str | None) -> dict[str, Any]:
    """Return all generators with their options, or those of a name or a mod, and the ids of the loaded mods."""
    described = [_describe(generator) for generator in engine.generators(players, name)]
    return {"generators": described, "loaded": [mod.id for mod in engine.mods]}


def _describe(generator: Generator) -> dict[str, Any]:
    return {
        "id": generator.id,
        "mod": generator.mod,
        "help": generator.help,
        "options": [
            {
                "id": option.id,
                "default": option.default,
                "choices": [choice.value for choice in option.choices],
                "numeric": option.numeric,
                "digits": option.digits,
                "random": option.random,
                "real": option.real,
                "least": option.least,
                "most": option.most,
                "help": option.help,
            }
            for option in generator.options
        ],
    }


def list_mods(engine: Engine) -> list[dict[str, Any]]:
    """Return the loaded mods, in load order."""
    return [
        {
            "id": mod.id,
            "version": mod.version,
            "name": mod.manifest.name,
            "folder": str(mod.manifest.folder),
            "needs": {**mod.manifest.dependencies},
            "registered": engine.registered(mod.id),
        }
        for mod in engine.mods
    ]


def list_pools(engine: Engine, path: str, draw: int, seed: int) -> dict[str, Any]:
    """Return the pool at a path and, unless `draw` asks for that many draws from it, those below it."""
    pools = engine.pools(path or None, below=not draw)
    return {
        "pools": [
            {
                **pool._asdict(),
                "place": pool.place and list(pool.place),
                "entries": [[*entry[:-1], [list(place) for place in entry.places]] for entry in pool.entries],
            }
            for pool in pools
        ],
        "drawn": engine.sample_pool(path, draw, seed=seed) if draw else [],
    }


def read_tile_numbers(engine: Engine, mod: str | None) -> dict[str, Any]:
    """Return what the tile numbers of segment files stand for, and a map that shows the tiles.

    The table is that of `mod`; without `mod`, that of the only mod that is not bundled and has one, or else of base.
    """
    tables: dict[str, tuple[list[int], Map]] = {}
    for loaded in engine.mods:
        is_bundled = loaded.manifest.folder.is_relative_to(BUNDLED_MODS)
        is_candidate = loaded.id == mod if mod else not is_bundled or loaded.id == "base"
        if is_candidate and (table := engine.tile_numbers(loaded.id)):
            tables[loaded.id] = table
    others = [identity for identity in tables if identity != "base"]
    if mod and not tables:
        ids = [loaded.id for loaded in engine.mods]
        if mod not in ids:
            raise RequestError(f'there is no mod "{mod}"', hint=did_you_mean(mod, ids))
        raise RequestError(f"the mod {mod} has no table segment_tiles, which maps tile numbers to tiles")
    if len(others) > 1:
        raise RequestError(f"{listing(others, 'and')} have tables of tiles: --tiles names the one to use")
    if not tables:
        return {"mod": None, "numbers": [], "map": {}}
    chosen = others[0] if others else next(iter(tables))
    numbers, game_map = tables[chosen]
    return {"mod": chosen, "numbers": numbers, "map": to_document(game_map)}


# -- operations

_MAP = {"format": str}
_OPTION = {"id": str, "default": object, "choices": [object], "numeric": bool, "digits": object, "random": bool}
_OPTION |= {"real": bool, "least": object, "most": object, "help": str}
_MOD = {"id": str, "version": str, "name": str, "folder": str, "needs": {str: str}, "registered": {str: int}}
_POOL = {
    "path": str,
    "name": str,
    "depth": int,
    "infinite": bool,
    "current": bool,
    "total": (int, float),
    "place": object,
    # The fields of PoolEntry, in their order.
    "entries": [[object]],
}
_SIMULATION = {
    "generator": str,
    "log": [str],
    "turns": int,
    "alive": bool,
    "left": int,
    "damage": {str: object},
    "deaths": {str: object},
    "distance": {str: object},
}

GENERATE = Operation("host.engine.jobs:generate", _MAP)
LIST_GENERATORS = Operation(
    "host.engine.jobs:list_generators",
    {"generators": [{"id": str, "mod": str, "help": str, "options": [_OPTION]}], "loaded": [str]},
)
LIST_MODS = Operation("host.engine.jobs:list_mods", [_MOD])
LIST_POOLS = Operation("host.engine.jobs:list_pools", {"pools": [_POOL], "drawn": [int]})
READ_TILE_NUMBERS = Operation("host.engine.jobs:read_tile_numbers", {"mod": object, "numbers": [int], "map": dict})
RUN_SCRIPT = Operation("host.engine.jobs:run_script", _MAP)
SIMULATE = Operation("host.engine.jobs:simulate", _SIMULATION, ("say", "ask"))
TRAVEL = Operation("host.engine.jobs:travel", bool, ("ask",))
