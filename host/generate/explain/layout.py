"""Why kts.LayoutDungeon cannot make a dungeon: which of its requirements conflict."""

from __future__ import annotations

from collections.abc import Collection, Iterator, MutableSequence, Sequence
from dataclasses import replace
from typing import Any

from host.errors import counted, listing
from host.generate.explain.core import TooHardError, shrink
from host.generate.explain.explanation import TOO_HARD, Drawing, Explanation, MapRequirement, list_locations
from host.generate.explain.layout_drawing import draw_half_made
from host.generate.explain.layout_keys import ENTRY, EXIT, LAYOUT, PLAYERS, ROTATION, SEGMENTS, SPECIAL, WALL, Key
from host.generate.layout_search import Arrangement, Relaxation, Search
from host.model.geometry import DIRECTIONS
from host.model.layout import NONE, LayoutRequest
from host.model.registry import Registry
from host.model.rng import Stream
from host.model.segment import Segment, SegmentList
from host.model.tile import BLOCKED
from host.model.tile_set import TileSet

# Steps of all searches of an explanation: two or three seconds.
_MOST_STEPS = 12_000_000
_FITS = "a dungeon that meets the request exists, but was not among those that were tried: try another seed"
# Special segments of a request, and cells and segments of one whose doors are looked at, with which an explanation
# takes about two seconds.
_MOST_SPECIAL, _MOST_CELLS, _MOST_SEGMENTS = 150, 1000, 1000
# Kinds of requirements, the one to change first where several would do.
_CHANGED_FIRST = ("rotation", "players", "special", "exit", "entry", "wall", "layout", "segments")


class _InOrder(Stream):
    """Takes what comes first, so that an explanation draws no random numbers and keeps segments as they were drawn."""

    __slots__ = ()

    def below(self, bound: int) -> int:  # noqa: ARG002
        return 0

    def shuffle(self, items: MutableSequence[Any]) -> None:
        pass


class _Problem:
    """The requirements of a request by key; finds out in a bounded number of steps which can be met together."""

    def __init__(
        self, request: LayoutRequest, tiles: TileSet, file: str | None = None, line: int | None = None
    ) -> None:
        self.request = request
        self.tiles = tiles
        # In the order of a text.
        self.by_key = dict(_requirements(request, tiles, file, line))
        self._steps = _MOST_STEPS

    def core(self) -> list[Key]:
        """Return conflicting requirements, none of which can be left out; none if all can be met.

        Raises TooHardError.
        """
        # Exits first: there are many of them, and most say nothing. Those that stay are near the top left.
        keys = [key for key in self.by_key if key[0] != EXIT]
        if self.fits(keys):
            borders = self.request.layout.open_borders
            exits = sorted(
                (key for key in self.by_key if key[0] == EXIT), key=lambda key: borders[key[1]], reverse=True
            )
            keys = [*exits, *keys]
            if not exits or self.fits(keys):
                return []
        core = set(shrink(keys, self.fits))
        return [key for key in self.by_key if key in core]

    def fits(self, keys: Collection[Key]) -> bool:
        """Return whether some of the requirements can be met together. Raises TooHardError."""
        return self.arrange(keys) is not None

    def fits_changed(self, **changes: Any) -> bool:
        """Return whether the request can be met with other fields. Raises TooHardError."""
        request = self.request._replace(**changes)
        return self.arrange(dict(_requirements(request, self.tiles)), request) is not None

    def arrange(self, keys: Collection[Key], request: LayoutRequest | None = None) -> Arrangement | None:
        """Return an arrangement that meets some of the requirements, or None without one. Raises TooHardError."""
        request, keys = request or self.request, set(keys)
        layout = request.layout
        exits = [border for i, border in enumerate(layout.open_borders) if (EXIT, i) in keys]
        if exits and (len(layout.cells) > _MOST_CELLS or len(request.segments.members) > _MOST_SEGMENTS):
            raise TooHardError
        changed = request._replace(
            layout=layout.with_exits(exits),
            turn_segments=request.turn_segments or (_could_turn(request) and ROTATION not in keys),
        )
        relaxation = Relaxation(
            players=PLAYERS not in keys,
            entry=ENTRY not in keys,
            layout=LAYOUT not in keys,
            segments=SEGMENTS not in keys,
            special=frozenset(i for i in range(len(request.special)) if (SPECIAL, i) not in keys),
            no_doors=WALL in keys,
        )
        search = Search(changed, self.tiles, _InOrder(0, "host", "explanation"), relaxation, self._steps)
        arrangement = search.run()
        self._steps -= search.steps
        if arrangement is None and search.gave_up:
            raise TooHardError
        return arrangement


def explain_layout(
    request: LayoutRequest, tiles: TileSet, registry: Registry, reason: str, file: str | None, line: int | None
) -> Explanation:
    """Return why a request cannot be met; `file` and `line` say where the call is."""
    plain = Explanation("kts.LayoutDungeon", reason)
    if len(request.special) > _MOST_SPECIAL:
        return replace(plain, note=TOO_HARD)
    problem = _Problem(request, tiles, file, line)
    try:
        core = problem.core()
    except TooHardError:
        return replace(plain, note=TOO_HARD)
    if not core:
        return replace(plain, note=_FITS)
    try:
        remedies = tuple(
            i for i, key in enumerate(core) if problem.fits([other for other in problem.by_key if other != key])
        )
    except TooHardError:
        remedies = None
    changed = [core[i] for i in remedies or ()]
    return replace(
        plain,
        wishes=tuple(problem.by_key[key] for key in core),
        remedies=remedies,
        example=_example(problem, core, changed),
        drawing=_draw(problem, registry, core, changed) if any(key[0] == EXIT for key in core) else None,
    )


def _draw(problem: _Problem, registry: Registry, core: Sequence[Key], remedies: Sequence[Key]) -> Drawing | None:
    """Return the dungeon without an exit of the core, as far as segments of the mod make it."""
    exits = [key for key in core if key[0] == EXIT]
    left_out = next((key for key in exits if key in remedies), exits[0])
    keys = problem.by_key if left_out in remedies else core
    try:
        arrangement = problem.arrange([key for key in keys if key != left_out])
    except TooHardError:
        return None
    request, failing = problem.request, [problem.request.layout.open_borders[number] for _, number in exits]
    return arrangement and draw_half_made(request, problem.tiles, registry, arrangement, failing)


# -- changes that help


def _example(problem: _Problem, core: Sequence[Key], remedies: Sequence[Key]) -> str:
    """Return what to change, from "with" or "without" on: the first change after which the request can be met."""
    for key in sorted(remedies, key=lambda key: (_CHANGED_FIRST.index(key[0]), core.index(key))):
        try:
            text = _change(problem, key)
        except TooHardError:
            continue
        if text:
            return text
    return ""


def _change(problem: _Problem, key: Key) -> str:
    """Return how to change a requirement so that the request can be met, or "". Raises TooHardError."""
    request, (kind, number) = problem.request, key
    # To leave out a requirement only asks for less, but a mod must change its call: does the changed call fit?
    if kind == SPECIAL and not problem.fits_changed(special=request.special[:number] + request.special[number + 1 :]):
        return ""
    if key == ENTRY:
        return 'with entry_type = "random"' if problem.fits_changed(entry="random") else ""
    if key == PLAYERS:
        fewer = (n for n in range(request.players - 1, 0, -1) if problem.fits_changed(players=n))
        return next((f"with {counted(players, 'player')}" for players in fewer), "")
    return problem.by_key[key].relaxed


def explain_keys(request: LayoutRequest, tiles: TileSet) -> tuple[list[Key], list[Key]]:
    """Return the keys of all requirements, and the keys of conflicting ones: none if the request can be met.

    Raises TooHardError.
    """
    problem = _Problem(request, tiles)
    return list(problem.by_key), problem.core()


# -- requirements


def _requirements(
    request: LayoutRequest, tiles: TileSet, file: str | None = None, line: int | None = None
) -> Iterator[tuple[Key, MapRequirement]]:
    """Yield the requirements of a request by key, in the order of a text."""
    layout = request.layout
    if request.entry != "none":
        homes = f"homes for {counted(request.players, 'player')}"
        yield PLAYERS, MapRequirement("players", homes, relaxed="with fewer players")
    if request.entry == "away":
        yield ENTRY, MapRequirement("entry", 'entry_type "away": each player starts in an edge cell alone', file, line)
    elif request.entry == "close":
        yield ENTRY, MapRequirement("entry", 'entry_type "close": all players start in one segment', file, line)
    for i, segment in enumerate(request.special):
        text = f"special_segments[{i + 1}]: {_describe_segment(segment, request, tiles)}"
        relaxed = f"without special_segments[{i + 1}] ({segment.prototype.id})"
        yield (SPECIAL, i), MapRequirement("special", text, segment.prototype.file, segment.prototype.line, relaxed)
    cells = counted(sum(cell.type != NONE for cell in layout.cells), "cell")
    yield LAYOUT, MapRequirement("layout", f"layout: {cells}", file, line, "with a larger layout")
    yield SEGMENTS, _segments_requirement(request, tiles, file, line)
    if _could_turn(request):
        yield ROTATION, MapRequirement("rotation", "allow_rotate = false", file, line, "with allow_rotate = true")
    if tiles.traits.walking[request.wall] != BLOCKED:
        names = listing((tile.prototype.id for tile in tiles.tiles_of(request.wall)), "and") or "an empty list"
        text = f"wall: {names} does not block walking, and doors need walls beside them"
        yield WALL, MapRequirement("wall", text, file, line, "with a wall that has access = {}")
    for i, border in enumerate(layout.open_borders):
        cells = f"cells {layout.describe_cell(border.cell)} and {layout.describe_cell(border.other)}"
        relaxed = f"without the exit between {cells}"
        yield (EXIT, i), MapRequirement("exit", f"layout: an exit between {cells}", file, line, relaxed)


def _could_turn(request: LayoutRequest) -> bool:
    """Return whether the mod does not let segments be turned that can be."""
    sizes = {size for members in (request.segments, SegmentList(request.special)) for size in members.of_size}
    return not request.turn_segments and all(width == height for width, height in sizes)


def _segments_requirement(request: LayoutRequest, tiles: TileSet, file: str | None, line: int | None) -> MapRequirement:
    segments = request.segments
    members = list(dict.fromkeys(segments.segments))
    relaxed = "with one more segment that has walkable squares along all four sides"
    if request.entry != "none":
        relaxed += f" and {counted(request.players, 'home')}"
    if len(members) == 1:
        (segment,) = members
        text = f"segments: all cells are filled with {_describe_segment(segment, request, tiles)}"
        return MapRequirement("segments", text, segment.prototype.file, segment.prototype.line, relaxed)
    locations = list_locations([(segment.prototype.file, segment.prototype.line) for segment in members])
    locations = f" ({locations})" if locations else ""
    homes = f", which have at most {counted(segments.max_homes, 'home')}" if request.entry != "none" else ""
    text = f"segments: cells are filled with {counted(len(members), 'segment')}{homes}{locations}"
    return MapRequirement("segments", text, file, line, relaxed)


def _describe_segment(segment: Segment, request: LayoutRequest, tiles: TileSet) -> str:
    """Return the id and the title of a segment, and as far as it matters its homes and the sides where doors fit."""
    title = f' "{segment.title}"' if segment.title else ""
    parts = [counted(segment.normal_homes, "home")] if request.entry != "none" else []
    if request.layout.open_borders:
        masks = segment.oriented(tiles, 0).door_masks
        sides = [side for side, mask in zip(DIRECTIONS, masks, strict=True) if mask]
        parts.append(f"doors fit on {'all sides' if len(sides) == 4 else listing(sides, 'and') or 'no side'}")
    details = f" ({', '.join(parts)})" if parts else ""
    return f"{segment.prototype.id}{title}{details}"
