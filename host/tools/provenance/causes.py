"""The causes of something: what the child looks up in the registry, the pools and the recorder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from host.engine.engine import Engine
from host.engine.jobs import Operation
from host.engine.pools import Place, PoolListing
from host.errors import RequestError
from host.errors.spelling import did_you_mean, find_named, plain_name
from host.generate.options import Option
from host.model.game_map import GameMap
from host.model.registry import Prototype
from host.model.request import Request
from host.paths import bundled_ids
from host.tools.provenance.recorder import Note, Recorder, describe_zone
from host.tools.provenance.sources import find_assignments, find_field, find_field_names, find_texts

_Row = dict[str, Any]

# Characters of a list of choices that is shown as it is, and choices of a longer one.
_LONGEST_LIST, _MOST_LISTED = 40, 3


def explain(engine: Engine, subject: str, name: Sequence[str], request: Request) -> list[_Row]:
    """Return the causes of a subject as rows (see `explanation.Cause`), the oldest first."""
    recorder = next(service for service in engine.services if isinstance(service, Recorder))

    def make() -> GameMap:
        recorder.session = engine.session
        game_map = engine.generate(request)
        recorder.settle()
        return game_map

    if subject == "square":
        x, y = map(int, name)
        recorder.watch(engine.lua, x, y)
        return _square(engine, recorder, make(), x, y)
    if subject == "segment":
        game_map = None
        with suppress(RequestError):
            # The mods may have no generator.
            game_map = make()
        return list(_segment(engine, name[0], game_map, request.seed))
    if subject == "field":
        return list(_field(engine, recorder, name[0]))
    if subject == "option":
        return list(_option(engine, name[0], request))
    return list(_pool(engine, name[0]) if subject == "pool" else _item(engine, name[0]))


def _row(what: str, file: str | None, line: int, action: str, value: str | None = None, mod: str = "") -> _Row:
    owner = mod or (file.partition("/")[0] if file else "host")
    return {"what": what, "mod": owner, "file": file, "line": line or 0, "action": action, "value": value}


def _registered(prototype: Prototype) -> _Row:
    line = prototype.line if "/" in prototype.file else 0
    file = prototype.file if line else None
    return _row(prototype.type, file, line, "registered", prototype.id, prototype.mod)


# -- what is on a square


def _square(engine: Engine, recorder: Recorder, game_map: GameMap, x: int, y: int) -> list[_Row]:
    if not game_map.contains(x, y):
        raise RequestError(
            f"the square ({x}, {y}) is outside of the map, which has {game_map.width} × {game_map.height} squares: "
            f"x must be 0 to {game_map.width - 1}, y 0 to {game_map.height - 1}"
        )
    registry = engine.session.registry
    square = game_map.square(x, y)
    rows = [_registered(tile.prototype) for tile in game_map.tileset.tiles_of(game_map.stack(square))]
    zone = game_map.zone_at(x, y)
    if zone is not None:
        prototype = registry.get("segment", zone.segment)
        rows.append({**_registered(prototype), "value": describe_zone(game_map, zone)})
    objects = {entity.uid: entity for entity in game_map.objects if (entity.x, entity.y) == (x, y)}
    ids = [entity.id for entity in objects.values()]
    ids += [registry.get("item", stack.item).id for stack in _items_at(game_map, square)]
    for identity in dict.fromkeys(ids):
        rows += [_registered(prototype) for prototype in registry.all_with(identity)]
        rows += _entries_of(engine.pools(), identity)
    for note in recorder.notes:
        if note.map is not game_map or (note.what == "object" and note.uid not in objects):
            continue
        value = objects[note.uid].id if note.what == "object" else note.value
        rows.append(_noted(note, "nothing" if value is None else value))
    return rows


def _items_at(game_map: GameMap, square: int) -> list[Any]:
    loose = game_map.loose_items.get(square)
    stored = [game_map.stored[slot] for slot, _ in game_map.tile_slots(square) if slot in game_map.stored]
    return [*([loose] if loose else []), *stored]


def _noted(note: Note, value: str | None) -> _Row:
    return _row(note.what, note.file, note.line, note.action, value)


# -- what mods registered


def _item(engine: Engine, identity: str) -> Iterator[_Row]:
    registry = engine.session.registry
    identity = find_named(identity, registry.ids())
    prototypes = registry.all_with(identity)
    if not prototypes:
        raise _unknown(engine, identity)
    yield from map(_registered, prototypes)
    name = identity.rpartition(".")[2]
    for mod in engine.mods:
        for file, line, path, value in find_assignments(mod.id, mod.manifest.folder, name):
            yield _row("field", file, line, "assigned", f"{path} = {value}")
    yield from _entries_of(engine.pools(), identity)


def _unknown(engine: Engine, identity: str) -> RequestError:
    """Return the error about an id that nothing has."""
    mod = identity.partition(".")[0]
    if mod in bundled_ids() and mod not in (loaded.id for loaded in engine.mods):
        hint: str | None = f"the mod {mod} is not loaded: --mods {mod} loads it"
    else:
        hint = did_you_mean(identity, engine.session.registry.ids())
    return RequestError(f'nothing has the id "{identity}"', hint=hint)


def _entries_of(pools: Sequence[PoolListing], identity: str) -> Iterator[_Row]:
    """Yield the entries of pools that are a prototype, each with its chance in a draw from the full pool."""
    name = identity.rpartition(".")[2].lower()
    for pool in pools:
        # A root holds what the pools below it hold.
        for entry in pool.entries if pool.depth else ():
            # Classes of entities are in pools by their own names.
            if identity == entry.id or name == entry.name.lower().replace(" ", "_"):
                for place in entry.places or (Place("", 0),):
                    yield _row("pool", place.file or None, place.line, "added", f"{pool.path}: {entry.probability:.3%}")


def _field(engine: Engine, recorder: Recorder, name: str) -> Iterator[_Row]:
    mod_id, key, path = name.split(".", 2)
    registry = engine.session.registry
    identity = find_named(f"{mod_id}.{key}", registry.ids())
    prototypes = registry.all_with(identity)
    if not prototypes:
        raise _unknown(engine, identity)
    key = identity.partition(".")[2]
    folders = {mod.id: mod.manifest.folder for mod in engine.mods}
    path = find_named(path, _field_names(engine, prototypes, folders, key))
    is_set = False
    noted = {(note.file, note.line): note for note in recorder.notes if note.action == "registered"}
    for prototype in prototypes:
        note = noted.pop((prototype.file, prototype.line), None)
        field = find_field(folders.get(prototype.mod), prototype.file, prototype.line, key, path)
        if field is not None:
            line, text = field
            yield _row("field", prototype.file, line, "registered", (note and note.value) or text)
        elif note is not None:
            action = "registered" if note.value is None else "default"
            yield _row("field", note.file, note.line, action, note.value)
        is_set = is_set or field is not None or note is not None
    for note in recorder.notes:
        if note.what == "field" and (note.action != "registered" or (note.file, note.line) in noted):
            is_set = True
            yield _noted(note, note.value)
    for mod in engine.mods:
        for file, line, assigned, value in find_assignments(mod.id, mod.manifest.folder, key):
            if assigned == path:
                is_set = True
                yield _row("field", file, line, "assigned", value)
    if not is_set:
        for prototype in prototypes:
            names = _field_names(engine, [prototype], folders, key)
            hint = did_you_mean(path, names)
            action = f"registered without {path}" + (f"; {hint}" if hint else "")
            yield {**_registered(prototype), "action": action, "value": None}


def _field_names(engine: Engine, prototypes: Sequence[Prototype], folders: Mapping[str, Path], key: str) -> list[str]:
    """Return the names of the fields of prototypes with that name, as mods register and assign them."""
    names: dict[str, None] = {}
    for prototype in prototypes:
        names |= dict.fromkeys(find_field_names(folders.get(prototype.mod), prototype.file, prototype.line, key))
    for mod in engine.mods:
        names |= dict.fromkeys(field for _, _, field, _ in find_assignments(mod.id, mod.manifest.folder, key))
    return list(names)


def list_names(engine: Engine, subject: str, generator: str | None) -> list[str]:
    """Return the names that `why` takes for a subject, for completion."""
    registry = engine.session.registry
    if subject in ("item", "field"):
        return [identity + ("." if subject == "field" else "") for identity in registry.ids()]
    if subject == "pool":
        return [pool.path for pool in engine.pools()]
    if subject == "segment":
        return [segment.fields.title or segment.id for segment in registry.all("segment") if segment.mod]
    if subject == "option":
        return [option.id for each in engine.generators(2, generator) for option in each.options]
    return []


def _pool(engine: Engine, path: str) -> Iterator[_Row]:
    for pool in engine.pools(path, below=False):
        place = pool.place or Place("", 0)
        drawn = "infinite" if pool.infinite else "finite"
        yield _row("pool", place.file or None, place.line, "registered", f"{pool.path}, {drawn}")
        for entry in pool.entries:
            left = "" if entry.quantity is None else f", {entry.quantity} of it"
            value = f"{entry.name or entry.id}: {entry.probability:.3%}, mass {entry.mass:g}{left}"
            for added in entry.places or (place,):
                yield _row("entry", added.file or None, added.line, "added", value)


def _segment(engine: Engine, name: str, game_map: GameMap | None, seed: int) -> Iterator[_Row]:
    segments = engine.session.registry.all("segment")
    matches = [
        segment
        for segment in segments
        if segment.mod and plain_name(name) in map(plain_name, (segment.id, segment.fields.title or ""))
    ]
    if not matches:
        names = [segment.fields.title or segment.id for segment in segments if segment.mod]
        raise RequestError(f'there is no segment "{name}"', hint=did_you_mean(name, names))
    for prototype in matches:
        height, width = prototype.fields.stacks.shape
        value = f'"{prototype.fields.title or prototype.id}", {width} × {height}'
        yield {**_registered(prototype), "value": value}
    if game_map is None:
        return
    indices = {segment.index for segment in matches}
    zones = [zone for zone in game_map.zones if zone.segment in indices]
    for zone in zones:
        prototype = segments[zone.segment]
        yield _row("segment", prototype.file, prototype.line, "placed", describe_zone(game_map, zone))
    if not zones:
        text = f"the dungeon of seed {seed} does not have it"
        yield _row("segment", None, 0, "not placed", text, matches[0].mod)


def _option(engine: Engine, key: str, request: Request) -> Iterator[_Row]:
    source, request, values = engine.prepare(request)
    described = source.describe(request)
    key = find_named(key, [declared.id for declared in described.options])
    option = next((declared for declared in described.options if declared.id == key), None)
    if option is None:
        hint = did_you_mean(key, [declared.id for declared in described.options])
        raise RequestError(f'the generator {described.id} has no option "{key}"', hint=hint)
    prototype = engine.session.registry.find("generator", described.id)
    if prototype is not None:
        yield _registered(prototype)
    for mod in engine.mods:
        for file, line in find_texts(mod.id, mod.manifest.folder, key):
            yield _row("option", file, line, "named", key)
    allowed = _list_choices(option) or f"{option.least} to {option.most}"
    if option.longest is not None:
        allowed = f"any text of at most {option.longest} characters"
    yield _row("option", None, 0, "default", f"{option.default} (of {allowed})", described.mod)
    if key in values:
        yield _row("option", None, 0, "chosen", str(values[key]), described.mod)


def _list_choices(option: Option) -> str:
    """Return the choices of an option, of many the first ones and how many there are."""
    names = [str(choice.value) for choice in option.choices]
    if len(", ".join(names)) <= _LONGEST_LIST:
        return ", ".join(names)
    return f"{', '.join(names[:_MOST_LISTED])}, … {len(names)} in all"


LIST_NAMES = Operation("host.tools.provenance.causes:list_names", [str])
EXPLAIN = Operation(
    "host.tools.provenance.causes:explain",
    [{"what": str, "mod": str, "file": (str, type(None)), "line": int, "action": str, "value": (str, type(None))}],
)
