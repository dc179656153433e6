"""What a child can be asked to do: each job takes plain data and returns plain data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from host.border.state import HASH_SEED
from host.budgets import Budgets
from host.checking.inspect import inspect, read_sources, survey, trial
from host.engine.host import DEFAULT_BUDGETS, Host
from host.errors import GivenError, did_you_mean, listing
from host.generate.options import Generator
from host.model.document import to_document
from host.model.map import Map
from host.paths import BUNDLED_MODS
from host.process.probe import probe
from host.process.saving import pack_save, unpack_contents

# Takes a line that a mod prints, or a warning.
Say = Callable[[str], None]
# Shows a map to a person, and gives the key they press, or None.
Ask = Callable[[dict[str, Any]], str | None]
# Takes a save, as `saving.pack_save` makes it.
Send = Callable[[bytes], None]


class Job(NamedTuple):
    """A request: what to do, with which mods, and the arguments of `do`."""

    # Name of a function in `DO`.
    do: str
    # Absolute paths of folders of mods, and ids of bundled mods.
    folders: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    arguments: Mapping[str, Any] = MappingProxyType({})
    budgets: Budgets = DEFAULT_BUDGETS
    # Leave out mods that fail.
    keep_going: bool = False
    # A person answers what the job asks.
    asks: bool = False
    # Of the mods in folders, those to load; None for all.
    only: tuple[str, ...] | None = None
    # In which orders Lua walks names, and mods are loaded that need not each other.
    hash_seed: int = HASH_SEED
    backwards: bool = False

    def reads(self) -> list[str]:
        """The files and folders that were given to the job."""
        script, folders = self.arguments.get("script"), self.arguments.get("folders", ())
        return [*self.folders, *folders, *([script] if isinstance(script, str) else [])]


def _nowhere(_: Any) -> None:
    """For jobs that save nothing and ask nothing."""


def perform(job: Job, say: Say, warn: Say, send: Send = _nowhere, ask: Ask = _nowhere) -> Any:
    """Do a job; what mods print goes to `say`, what they save to `send`, and `ask` shows something and gives what a
    person answers. Raises HostError."""
    host = Host(
        [*map(Path, job.folders), *job.names],
        budgets=job.budgets,
        output=say,
        keep_going=job.keep_going,
        only=job.only,
        hash_seed=job.hash_seed,
        backwards=job.backwards,
    )
    for failure in host.failures:
        warn(f"{f'mod {failure.mod}' if failure.mod else 'a mod'} is left out: {failure}")
    arguments = dict(job.arguments)
    if "saved" in arguments:
        # The process that may touch the file is another one.
        host.save_with(lambda *save: send(pack_save(*save)), unpack_contents(arguments.pop("saved")))
    try:
        if job.do == "travel":
            arguments["ask"] = ask
        elif job.do == "simulate":
            arguments["say"] = say
        return DO[job.do](host, **arguments)
    finally:
        for warning in host.warnings:
            warn(warning)


# The bundled mods that commands load by themselves; the others must be named.
DEFAULT_MODS = ("base",)


def _generate(
    host: Host, generator: str | None, seed: int, players: int, options: dict[str, str], play: float
) -> dict[str, Any]:
    if generator is None:
        generator = _only_generator(host)
    game_map = host.generate(generator, seed=seed, players=players, options=options)
    if play:
        host.play(play)
    return to_document(game_map)


def _only_generator(host: Host) -> str:
    """The generator of the mods that are not bundled, when there is just one; without any of them, base."""
    brought = [mod.id for mod in host.mods if not mod.manifest.folder.is_relative_to(BUNDLED_MODS)]
    found = [generator.id for generator in host.generators() if generator.mod in brought]
    if len(found) > 1:
        raise GivenError(f"--mods brings {len(found)} generators, {listing(found, 'and')}: name the one to use")
    return found[0] if found else "base"


def _run(host: Host, script: str, seed: int | None, players: int, play: float, strict: bool = False) -> dict[str, Any]:
    return to_document(host.run_script(script, seed=seed, players=players, play=play, strict=strict))


def _travel(host: Host, mod: str, seed: int | None, strict: bool, ask: Ask) -> bool:
    def view(game_map: Map, title: str, line: str) -> str | None:
        return ask({"map": to_document(game_map), "title": title, "line": line})

    host.travel(mod, view, seed=seed, strict=strict)
    return True


def _simulate(
    host: Host,
    generator: str,
    seed: int,
    turns: int | None,
    player: str,
    strict: bool,
    options: dict[str, str],
    watched: bool,
    say: Say,
) -> dict[str, Any]:
    """What came of a simulation, the lines of whose log are said as they come; when it is watched they are not, and
    there are the map at the start and what changed of it in each turn."""
    frames: list[dict[str, Any]] = []
    last: dict[str, Any] = {}

    def watch(game_map: Map) -> None:
        nonlocal last
        document = {"objects": [], **to_document(game_map)}
        frames.append({key: value for key, value in document.items() if last.get(key) != value})
        last = document

    found = host.simulate(
        generator,
        seed=seed,
        turns=turns,
        player=player,
        strict=strict,
        options=options,
        watch=watch if watched else None,
        tell=None if watched else say,
    )
    return {
        "log": list(found.log),
        # The last line of a world that is over is no turn, and turns of before a save are not in the log.
        "turns": min(found.turns, len(found.log)),
        "frames": frames,
        "alive": found.alive,
        "left": found.left,
        "damage": dict(found.damage),
        "deaths": dict(found.deaths),
        "distance": dict(found.distance),
    }


def _generators(host: Host, players: int) -> dict[str, Any]:
    listed = [_describe(generator) for generator in host.generators(players)]
    return {"generators": listed, "loaded": [mod.id for mod in host.mods]}


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


def _mods(host: Host) -> list[dict[str, Any]]:
    return [
        {
            "id": mod.id,
            "version": mod.version,
            "name": mod.manifest.name,
            "folder": str(mod.manifest.folder),
            "needs": {**mod.manifest.dependencies},
            "registered": host.registered(mod.id),
        }
        for mod in host.mods
    ]


def _pools(host: Host, path: str, draw: int, seed: int) -> dict[str, Any]:
    pools = host.pools(path or None, below=not draw)
    return {
        "pools": [
            {
                **pool._asdict(),
                "place": pool.place and list(pool.place),
                "entries": [[*entry[:-1], [list(place) for place in entry.places]] for entry in pool.entries],
            }
            for pool in pools
        ],
        "drawn": host.sample_pool(path, draw, seed=seed) if draw else [],
    }


def _tile_numbers(host: Host, mod: str | None) -> dict[str, Any]:
    """What the tile numbers of segment files stand for: as `mod` says, or else as the one mod does that is not bundled
    and says it, or else base."""
    found: dict[str, tuple[list[int], Map]] = {}
    for known in host.mods:
        brought = not known.manifest.folder.is_relative_to(BUNDLED_MODS)
        if (known.id == mod if mod else brought or known.id == "base") and (shown := host.tile_numbers(known.id)):
            found[known.id] = shown
    others = [identity for identity in found if identity != "base"]
    if mod and not found:
        ids = [known.id for known in host.mods]
        if mod not in ids:
            raise GivenError(f'there is no mod "{mod}"', hint=did_you_mean(mod, ids))
        raise GivenError(f"the mod {mod} has no table segment_tiles, which says what tile numbers stand for")
    if len(others) > 1:
        raise GivenError(f"{listing(others, 'and')} have tables of tiles: --tiles names the one to use")
    if not found:
        return {"mod": None, "numbers": [], "map": {}}
    chosen = others[0] if others else next(iter(found))
    numbers, game_map = found[chosen]
    return {"mod": chosen, "numbers": numbers, "map": to_document(game_map)}


def _probe(host: Host, folder: str) -> list[dict[str, Any]]:  # noqa: ARG001
    return probe(folder)


DO: dict[str, Callable[..., Any]] = {
    "generate": _generate,
    "generators": _generators,
    "mods": _mods,
    "pools": _pools,
    "probe": _probe,
    "run": _run,
    "tile_numbers": _tile_numbers,
    "travel": _travel,
    "simulate": _simulate,
    # Parts of a check of mods.
    "survey": survey,
    "read_sources": read_sources,
    "inspect": inspect,
    "trial": trial,
}

# What each of them answers: a type, [the shape of each], {name: shape} or {str: the shape of each}.
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
    # Those of a PoolEntry, in their order.
    "entries": [[object]],
}
_SIMULATION = {
    "log": [str],
    "turns": int,
    "frames": [dict],
    "alive": bool,
    "left": int,
    "damage": {str: object},
    "deaths": {str: object},
    "distance": {str: object},
}
_ANSWERS: dict[str, Any] = {
    "generate": _MAP,
    "generators": {
        "generators": [{"id": str, "mod": str, "help": str, "options": [_OPTION]}],
        "loaded": [str],
    },
    "mods": [_MOD],
    "pools": {"pools": [_POOL], "drawn": [int]},
    "probe": [{"name": str, "why": str, "state": str, "by": [str]}],
    "run": _MAP,
    "tile_numbers": {"mod": object, "numbers": [int], "map": dict},
    "travel": bool,
    "simulate": _SIMULATION,
    "survey": {"mods": [{"id": str, "folder": str, "bundled": bool, "dialects": [str]}], "findings": [list]},
    "read_sources": {"findings": [list]},
    "inspect": {"findings": [list], "generators": [[object]], "loaded": [str]},
    "trial": {"findings": [list], "made": [[object]]},
}


def fits(do: str, answer: Any) -> bool:
    """Whether an answer is what the job gives; what a map says is left to who reads it."""
    return _fits(_ANSWERS[do], answer)


def _fits(shape: Any, value: Any) -> bool:
    if isinstance(shape, list):
        return isinstance(value, list) and all(_fits(shape[0], one) for one in value)
    if isinstance(shape, dict):
        if not isinstance(value, dict):
            return False
        if str in shape:
            return all(_fits(shape[str], one) for one in value.values())
        return all(name in value and _fits(wanted, value[name]) for name, wanted in shape.items())
    return isinstance(value, shape)
