"""Why kts.LayoutDungeon cannot make a dungeon: which of its wishes cannot hold together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import NamedTuple, Self

from host.errors import counted, listing
from host.generate.explain.clauses import Solver
from host.generate.explain.core import TooHardError, shrink
from host.generate.explain.explanation import TOO_HARD, Drawing, Explanation, Wish, list_locations
from host.generate.explain.layout_clauses import LayoutClauses
from host.generate.explain.layout_counts import Counts
from host.generate.explain.layout_drawing import draw_half_made
from host.generate.explain.layout_keys import ENTRY, EXIT, LAYOUT, PLAYERS, ROTATION, SEGMENTS, SPECIAL, WALL, Key
from host.generate.layout_request import LayoutRequest
from host.model.geometry import DIRECTIONS
from host.model.layout import NONE
from host.model.registry import Registry
from host.model.segment import Segment, SegmentList
from host.model.tile import BLOCKED
from host.model.tile_set import TileSet
from host.paths import how_to_install

_NO_SOLVER = "the wishes that cannot hold together are named with python-sat"
_FITS = "a dungeon that meets the request exists, but was not among those that were tried: try another seed"
# Special segments of a request, and cells and segments of one whose doors are looked at, with which an explanation
# takes about two seconds.
_MOST_SPECIAL, _MOST_CELLS, _MOST_SEGMENTS = 150, 1000, 1000
# Kinds of wishes, the one to change first where several would do.
_CHANGED_FIRST = ("rotation", "players", "special", "exit", "entry", "wall", "layout", "segments")


class _Problem(NamedTuple):
    """A request with its wishes by key, in the order of a text."""

    request: LayoutRequest
    tiles: TileSet
    registry: Registry
    wishes: dict[Key, Wish]


def explain_layout(
    request: LayoutRequest, tiles: TileSet, registry: Registry, reason: str, file: str | None, line: int | None
) -> Explanation:
    """Return why a request cannot be met; `file` and `line` are those of the call."""
    plain = Explanation("kts.LayoutDungeon", reason)
    if len(request.special) > _MOST_SPECIAL:
        return replace(plain, note=TOO_HARD)
    problem = _Problem(request, tiles, registry, dict(_wishes(request, tiles, file, line)))
    try:
        return _explain(problem, plain)
    except ImportError:
        return replace(plain, note=f"{_NO_SOLVER}: {how_to_install('[explain]')}")
    except TooHardError:
        return replace(plain, note=TOO_HARD)


def _explain(problem: _Problem, plain: Explanation) -> Explanation:
    keys = list(problem.wishes)
    with _Selection(problem.request, problem.tiles, keys) as selection:
        core = selection.core()
        if not core:
            return replace(plain, note=_FITS)
        try:
            remedies = tuple(
                i for i, key in enumerate(core) if selection.conflict([other for other in keys if other != key]) is None
            )
        except (ImportError, TooHardError):
            remedies = None
        changed = [core[i] for i in remedies or ()]
        return replace(
            plain,
            wishes=tuple(problem.wishes[key] for key in core),
            remedies=remedies,
            example=_example(problem, core, changed, selection),
            drawing=_draw(problem, core, changed, selection) if any(key[0] == EXIT for key in core) else None,
        )


class _Selection:
    """Says which wishes of a request cannot hold together: by counting, and only if that says nothing by a solver."""

    def __init__(self, request: LayoutRequest, tiles: TileSet, keys: Sequence[Key]) -> None:
        self._request = request
        self._tiles = tiles
        self._keys = keys
        self._counts = Counts(request)
        self.has_doors = bool(request.layout.open_borders)
        self._solver: Solver | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._solver is not None:
            self._solver.close()

    def core(self) -> list[Key]:
        """Return wishes that cannot hold together, and can without any one; none if all wishes can.

        Raises ImportError without a solver, and TooHardError.
        """
        if self.conflict(self._keys) is None:
            return []
        # Exits first: there are many of them, and most say nothing.
        core = shrink(sorted(self._keys, key=lambda key: key[0] != EXIT), self.conflict)
        return [key for key in self._keys if key in core]

    def conflict(self, keys: Sequence[Key]) -> Sequence[Key] | None:
        """Return wishes among `keys` that cannot hold together, or None when all can."""
        countable = [key for key in keys if key[0] not in (EXIT, "wall", "rotation")]
        if not self._counts.fit(countable):
            # Where there are fewer cells than segments, a solver would try every way to place them.
            return countable
        if not any(key[0] == EXIT for key in keys):
            # Every border may have a door, or be closed.
            return None
        selectors = self.clauses.selectors
        core = self.solver.conflict([selectors[key] for key in keys])
        return None if core is None else [key for key in keys if selectors[key] in core]

    def fits_changed(
        self, change: LayoutRequest, rest: Sequence[Key], literals: Callable[[LayoutClauses], list[int]]
    ) -> bool:
        """Return whether a changed request can be met: the `rest` of the wishes, with some literals."""
        if not Counts(change).fit(_keys(change, self._tiles)):
            return False
        if not self.has_doors:
            return True
        selectors = [self.clauses.selectors[key] for key in rest]
        return self.solver.conflict([*selectors, *literals(self.clauses)]) is None

    @cached_property
    def clauses(self) -> LayoutClauses:
        """The clauses of the request. Raises TooHardError."""
        if _has_too_many_doors(self._request):
            raise TooHardError
        return LayoutClauses(self._request, self._tiles, self._keys)

    @cached_property
    def solver(self) -> Solver:
        """The solver with these clauses."""
        self._solver = Solver(self.clauses.clauses)
        return self._solver


def _draw(
    problem: _Problem,
    core: Sequence[Key],
    remedies: Sequence[Key],
    selection: _Selection,
) -> Drawing | None:
    """Return the dungeon without an exit of the core, as far as segments of the mod make it."""
    exits = [key for key in core if key[0] == EXIT]
    left_out = next((key for key in exits if key in remedies), exits[0])
    keys = problem.wishes if left_out in remedies else core
    try:
        if selection.conflict([key for key in keys if key != left_out]) is not None:
            return None
    except TooHardError:
        return None
    model, clauses = selection.solver.model(), selection.clauses
    return draw_half_made(
        problem.request,
        problem.tiles,
        problem.registry,
        clauses.read_mode(model),
        clauses.read_cells(model),
        [number for _, number in exits],
    )


# -- changes that help


def _example(problem: _Problem, core: Sequence[Key], remedies: Sequence[Key], selection: _Selection) -> str:
    """Return what to change, from "with" or "without" on: the first change after which the request can be met."""
    for key in sorted(remedies, key=lambda key: (_CHANGED_FIRST.index(key[0]), core.index(key))):
        rest = [other for other in problem.wishes if other != key]
        try:
            text = _change(problem, key, rest, selection)
        except (ImportError, TooHardError):
            continue
        if text:
            return text
    return ""


def _change(problem: _Problem, key: Key, rest: Sequence[Key], selection: _Selection) -> str:
    """Return how to change a wish so that the `rest` can be met, or "". Raises ImportError and TooHardError."""
    request, relaxed = problem.request, problem.wishes[key].relaxed
    if key[0] == SPECIAL:
        # What a wish does not ask for may be there nevertheless, so the change is tried.
        change = request._replace(special=request.special[: key[1]] + request.special[key[1] + 1 :])
        return relaxed if selection.fits_changed(change, rest, lambda c: c.without_special(key[1])) else ""
    if key == ENTRY:
        change = request._replace(entry="random")
        fits = selection.fits_changed(change, rest, LayoutClauses.with_entry_random)
        return 'with entry_type = "random"' if fits else ""
    if key == PLAYERS:
        for players in range(request.players - 1, 0, -1):
            change = request._replace(players=players)
            if Counts(change).fit(list(problem.wishes)):
                # With other entry types, the cells where players start are others, too.
                fits = request.entry == "random" and selection.fits_changed(
                    change, rest, partial(LayoutClauses.with_players, players=players)
                )
                return f"with {counted(players, 'player')}" if fits or not selection.has_doors else ""
        return ""
    return relaxed


def explain_keys(request: LayoutRequest, tiles: TileSet) -> tuple[list[Key], list[Key]]:
    """Return the keys of all wishes, and those that cannot hold together, none if the request can be met.

    Raises ImportError without a solver, and TooHardError.
    """
    keys = _keys(request, tiles)
    with _Selection(request, tiles, keys) as selection:
        return keys, selection.core()


# -- wishes


def _keys(request: LayoutRequest, tiles: TileSet) -> list[Key]:
    return [key for key, _ in _wishes(request, tiles, None, None)]


def _wishes(request: LayoutRequest, tiles: TileSet, file: str | None, line: int | None) -> Iterator[tuple[Key, Wish]]:
    """Yield the wishes of a request by key, in the order of a text."""
    layout = request.layout
    if request.entry != "none":
        homes = f"homes for {counted(request.players, 'player')}"
        yield PLAYERS, Wish("players", homes, relaxed="with fewer players")
    if request.entry == "away":
        yield ENTRY, Wish("entry", 'entry_type "away": each player starts in an edge cell alone', file, line)
    elif request.entry == "close":
        yield ENTRY, Wish("entry", 'entry_type "close": all players start in one segment', file, line)
    for i, segment in enumerate(request.special):
        text = f"special_segments[{i + 1}]: {_describe_segment(segment, request, tiles)}"
        relaxed = f"without special_segments[{i + 1}] ({segment.prototype.id})"
        yield (SPECIAL, i), Wish("special", text, segment.prototype.file, segment.prototype.line, relaxed)
    cells = counted(sum(cell.type != NONE for cell in layout.cells), "cell")
    yield LAYOUT, Wish("layout", f"layout: {cells}", file, line, "with a larger layout")
    yield SEGMENTS, _segments_wish(request, tiles, file, line)
    if _could_turn(request):
        yield ROTATION, Wish("rotation", "allow_rotate = false", file, line, "with allow_rotate = true")
    if tiles.traits.walking[request.wall] != BLOCKED:
        names = listing((tile.prototype.id for tile in tiles.tiles_of(request.wall)), "and") or "an empty list"
        text = f"wall: {names} does not block walking, and doors need walls beside them"
        yield WALL, Wish("wall", text, file, line, "with a wall that has access = {}")
    if _has_too_many_doors(request):
        yield (EXIT, 0), Wish("exit", "layout: exits between cells", file, line)
        return
    for i, border in enumerate(layout.open_borders):
        cells = f"cells {layout.describe_cell(border.cell)} and {layout.describe_cell(border.other)}"
        relaxed = f"without the exit between {cells}"
        yield (EXIT, i), Wish("exit", f"layout: an exit between {cells}", file, line, relaxed)


def _has_too_many_doors(request: LayoutRequest) -> bool:
    """Return whether an explanation takes no exit of a request apart, because they are too many."""
    is_large = len(request.layout.cells) > _MOST_CELLS or len(request.segments.members) > _MOST_SEGMENTS
    return is_large and bool(request.layout.open_borders)


def _could_turn(request: LayoutRequest) -> bool:
    """Return whether the mod does not let segments be turned that can be."""
    sizes = {size for members in (request.segments, SegmentList(request.special)) for size in members.of_size}
    return not request.turn_segments and all(width == height for width, height in sizes)


def _segments_wish(request: LayoutRequest, tiles: TileSet, file: str | None, line: int | None) -> Wish:
    segments = request.segments
    members = list(dict.fromkeys(segments.segments))
    relaxed = "with one more segment that has walkable squares along all four sides"
    if request.entry != "none":
        relaxed += f" and {counted(request.players, 'home')}"
    if len(members) == 1:
        (segment,) = members
        text = f"segments: all cells are filled with {_describe_segment(segment, request, tiles)}"
        return Wish("segments", text, segment.prototype.file, segment.prototype.line, relaxed)
    locations = list_locations([(segment.prototype.file, segment.prototype.line) for segment in members])
    locations = f" ({locations})" if locations else ""
    homes = f", which have at most {counted(segments.max_homes, 'home')}" if request.entry != "none" else ""
    text = f"segments: cells are filled with {counted(len(members), 'segment')}{homes}{locations}"
    return Wish("segments", text, file, line, relaxed)


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
