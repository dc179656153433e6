"""Operations that workers perform for the studio, besides those of commands."""

from __future__ import annotations

from typing import Any

from host.engine.engine import Engine
from host.engine.jobs import Operation
from host.engine.operations import LIST_GENERATORS, list_generators, only_generator
from host.engine.simulation import begins_world
from host.errors import RequestError


def describe_mods(engine: Engine, players: int) -> dict[str, Any]:
    """Return the loaded mods, their generators, the generator to show first (or None), and the warnings so far."""
    try:
        first = only_generator(engine)
    except RequestError:
        first = None
    described = list_generators(engine, players, None)
    # The id of a mod may stand for its only generator.
    ids = {generator["mod"]: generator["id"] for generator in reversed(described["generators"])}
    listed = [generator["id"] for generator in described["generators"]]
    return {
        "generators": described["generators"],
        "first": first if first in listed or first is None else ids.get(first),
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
    "host.studio.operations:describe_mods",
    {"generators": LIST_GENERATORS.result["generators"], "first": object, "mods": [_MOD]},
)
LIST_DATA = Operation("host.studio.operations:list_data", [[object]])
LIST_LOADED = Operation("host.studio.operations:list_loaded", [[str]])
