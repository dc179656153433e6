"""Compare a map that the mods make again with the map of a file."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

import numpy as np

from host.errors import RequestError, agree, listing, visible
from host.export.making import IN_SCENE, METADATA, Digests, Making
from host.export.pictures import map_files
from host.export.worlds import world_files
from host.metrics.difference import square_digests
from host.model.digest import map_digest
from host.model.document import to_document
from host.model.game_map import GameMap
from host.model.mod_state import ModState, compare_mods
from host.model.request import SCRIPT, Origin, digest_file
from host.render.descriptions import describe_square
from host.render.formats import LDTK, PNG, SVG, TMJ, TSCN, UVTT
from host.render.png import decode

M = TypeVar("M")


class Reproduction(NamedTuple, Generic[M]):
    """A map that was made again from a file, and how it differs from the map of the file."""

    # The map that was made now.
    map: M
    # Whether the map and its mods are equal, and the file shows the map as this version of the host draws it.
    is_same: bool
    # Whether the map is equal, whatever its mods are.
    is_same_map: bool
    # Whether a file of the map has the same bytes; False for a survey, which has no file of a single map.
    is_same_to_the_byte: bool
    # Sentences: versions, files of mods, the first square, other parts of the map.
    differences: tuple[str, ...]
    # x and y of the first square that differs, by row and column; None when none does.
    square: tuple[int, int] | None
    # x and y of all squares that differ.
    squares: frozenset[tuple[int, int]] = frozenset()


def origin_of(making: Making, path: Path) -> Origin:
    """Return what made the map of a file. Raises RequestError when no generator did."""
    origin = making.origin
    if origin is None or origin.generator == SCRIPT:
        raise RequestError(f'"{path}" shows a map that no generator made, so it cannot be made again')
    return origin


def compare(path: Path, making: Making, game_map: GameMap) -> Reproduction[GameMap]:
    """Compare a map that the mods make now with the map of the file at `path`. Raises RequestError.

    making: as `read_making` returns it.
    """
    files = map_files(game_map, path, making.form, making.style) if making.form else {path: b""}
    drawn = files[path]
    if making.form and drawn == making.content:
        return Reproduction(game_map, True, True, True, (), None)
    before, now = origin_of(making, path), game_map.origin
    if now is None:
        raise TypeError("the map has no origin: a generator makes maps again")
    # The file, and the picture beside it, may lie in the folder of the mod.
    written = {*map(digest_file, (*files.values(), making.content))}
    mods, versions = compare_mods(_states_of(before), _states_of(now), written), [*_compare_versions(before, now)]
    is_equal = map_digest(game_map) == making.digest
    squares: list[tuple[int, int]] = []
    map_lines: list[str] = []
    if not is_equal:
        digests = square_digests(game_map)
        if making.squares is not None:
            map_lines += _compare_sizes(making.squares, digests)
            squares = _changed_squares(making.squares, digests)
        if squares:
            map_lines.append(_describe_first(squares[0], making.map, game_map))
            map_lines.append(f"{len(squares)} of {digests.size} squares {agree(len(squares), 'differ')}")
        elif not map_lines:
            map_lines.append(_describe_parts(making.map, game_map))
    if is_equal and _without_making(making.form, drawn) != _without_making(making.form, making.content):
        map_lines.append("the dungeon is the same, but the file shows it in another way")
    # Another version of the host may draw the same map better.
    is_same = is_equal and not mods and not (map_lines and not versions)
    lines = (*mods, *versions, *map_lines)
    return Reproduction(game_map, is_same, is_equal, False, lines, squares[0] if squares else None, frozenset(squares))


def compare_world(
    path: Path, makings: Sequence[tuple[Path, Making]], game_maps: Sequence[GameMap]
) -> list[Reproduction[GameMap]]:
    """Compare maps that the mods make now with the maps of a file. Raises RequestError.

    makings: as `read_makings` returns them.
    """
    first = makings[0][1]
    if first.form == TMJ:
        return [compare(file, making, now) for (file, making), now in zip(makings, game_maps, strict=True)]
    if world_files(game_maps, path, first.form, first.style)[path] == first.content:
        return [Reproduction(game_map, True, True, True, (), None) for game_map in game_maps]
    # A level is compared by its digests alone.
    return [compare(path, making._replace(form=""), now) for (_, making), now in zip(makings, game_maps, strict=True)]


def _without_making(form: str, content: bytes) -> object:
    """Return how a file shows its map, without the text of the making; None for JSON, whose digest says all."""
    if form == PNG:
        # Versions of zlib pack the same pixels otherwise.
        return decode(content)
    if form == SVG:
        return METADATA.sub("", content.decode())
    if form == TSCN:
        return IN_SCENE.sub("", content.decode())
    if form == TMJ:
        return {**json.loads(content), "properties": ()}
    if form == UVTT:
        data = json.loads(content)
        return {**data, "image": decode(base64.b64decode(data["image"]))}
    if form == LDTK:
        data = json.loads(content)
        return {**data, "levels": [{**level, "fieldInstances": ()} for level in data["levels"]]}
    return None


def _states_of(origin: Origin) -> dict[str, ModState]:
    return {name: ModState(version, digest, origin.files.get(name, {})) for name, version, digest in origin.mods}


def _compare_versions(before: Origin, now: Origin) -> Iterator[str]:
    words = {"host_version": "the host", "generation_version": "the generation", "api_level": "the API level"}
    if not before.versions:
        yield "a version of the host up to 0.2.0 wrote the file"
    for name, version in now.versions.items():
        if before.versions.get(name, version) != version:
            yield f"{words[name]} was {visible(str(before.versions[name]))} then and is {version} now"


def _compare_sizes(old: Digests, new: Digests) -> Iterator[str]:
    if old.shape != new.shape:
        (height, width), (other_height, other_width) = old.shape, new.shape
        yield f"the map had {width} × {height} squares then and has {other_width} × {other_height} now"


def _changed_squares(old: Digests, new: Digests) -> list[tuple[int, int]]:
    """Return x and y of the squares that differ, by row and column, with those that only one map has."""
    height, width = np.max([old.shape, new.shape], axis=0).tolist()
    padded = np.full((2, height, width), -1, dtype=np.int64)
    for grid, digests in zip(padded, (old, new), strict=True):
        grid[: digests.shape[0], : digests.shape[1]] = digests
    return [(x, y) for y, x in np.argwhere(padded[0] != padded[1]).tolist()]


def _describe_first(square: tuple[int, int], before: GameMap | None, now: GameMap) -> str:
    there = [] if before is None else [f"{describe_square(before, *square)} then"]
    there.append(f"{describe_square(now, *square)} now")
    return f"the first square that differs is ({square[0]}, {square[1]}): {', and '.join(there)}"


def _describe_parts(before: GameMap | None, now: GameMap) -> str:
    if before is None:
        return "the map differs, but on no square: in the text of a quest, a name, a colour or the like"
    old, new = to_document(before), to_document(now)
    made = {*(before.origin.to_data() if before.origin else ()), *(now.origin.to_data() if now.origin else ())}
    parts = [name.replace("_", " ") for name in {**old, **new} if name not in made and old.get(name) != new.get(name)]
    return f"the map differs, but on no square: in {listing(parts, 'and')}"
