"""What workers of the studio say of the mods that they have loaded."""

from __future__ import annotations

from typing import Any

from host.engine.engine import Engine
from host.engine.jobs import Operation
from host.engine.operations import LIST_GENERATORS, list_generators
from host.engine.simulation import begins_world
from host.errors import RequestError, SeveralError
from host.model.themes import THEMES


def describe_mods(engine: Engine, players: int, target: str | None, folder: str | None) -> dict[str, Any]:
    """Return the loaded mods, their generators, the generator to show first (or None), and the warnings so far.

    target, folder: the id of a generator or a mod, and the folder of a mod or of mods, that the first generator is for.
    """
    generators = list_generators(engine, players, None)["generators"]
    return {
        "generators": generators,
        "themes": [*THEMES, *(theme.id for theme in engine.session.registry.all("theme") if theme.id not in THEMES)],
        "first": _find_first(engine, generators, target, folder),
        "mods": [
            {
                "id": mod.id,
                "version": mod.version,
                "name": mod.manifest.name,
                "folder": str(mod.manifest.folder),
                "begins_world": begins_world(engine.lua, mod.id),
            }
            for mod in engine.mods
        ],
    }


def _find_first(engine: Engine, generators: list[dict[str, Any]], target: str | None, folder: str | None) -> str | None:
    """Return the id of the generator of a name; else the first one of that mod, of a folder, or of all mods named."""
    of_mods: dict[str, str] = {}
    for generator in generators:
        of_mods.setdefault(generator["mod"], generator["id"])
        if generator["id"] == target:
            return target
    for mod in (target, *engine.mods_in([folder] if folder else [])):
        if mod in of_mods:
            return of_mods[mod]
    try:
        first = engine.default_generator()
    except SeveralError as error:
        first = str(error.value)
    except RequestError:
        return None
    # The id of a mod may stand for its only generator.
    return first if any(generator["id"] == first for generator in generators) else of_mods.get(first)


def list_data(engine: Engine) -> list[list[Any]]:
    """Return [type, id, mod, file, line] of everything that mods registered, in load order."""
    registry = engine.session.registry
    return [
        [prototype.type, prototype.id, prototype.mod, prototype.file, prototype.line]
        for mod in engine.mods
        for prototype in registry.registered_by(mod.id)
    ]


def list_loaded(engine: Engine) -> list[list[str]]:
    """Return [id, version, content hash] of each mod, in load order."""
    return [[mod.id, mod.version, mod.content_hash] for mod in engine.mods]


_MOD = {"id": str, "version": str, "name": str, "folder": str, "begins_world": bool}

DESCRIBE_MODS = Operation(
    "host.studio.loaded_mods:describe_mods",
    {"generators": LIST_GENERATORS.result["generators"], "themes": [str], "first": object, "mods": [_MOD]},
)
LIST_DATA = Operation("host.studio.loaded_mods:list_data", [[object]])
LIST_LOADED = Operation("host.studio.loaded_mods:list_loaded", [[str]])
