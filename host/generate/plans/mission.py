"""Missions of the toolbox: levels with the rooms and ways of a graph, and no others (host/generate/missions)."""

from __future__ import annotations

from typing import Any

from host.generate.missions.graph import Mission, parse_graph
from host.generate.missions.growth import DEFAULT_RULES, grow, parse_rules
from host.generate.missions.layout import MissionLayout, lay_out
from host.generate.options import MAX_SIDE, Generator, integer_option, share_option, text_option
from host.generate.plans.marks import ENTRANCE, EXIT, KEY, LOCK, ONE_WAY, SECRET, key_numbers
from host.generate.plans.plan import DOOR, PASSAGE, Mark, Plan, Steps
from host.model.geometry import squares_beside
from host.model.rng import Stream

_LONGEST_TEXT = 40_000
_MOST_ROOMS = 120
# Cells for each room below which cells are smaller; the pitches of cells: squares from one to the next.
_MANY_CELLS = 8
_PITCHES = (4, 3)

MISSION = Generator(
    "mission",
    "host",
    (
        integer_option("width", 85, 7, MAX_SIDE, "squares across"),
        integer_option("height", 64, 7, MAX_SIDE, "squares down"),
        text_option("graph", _LONGEST_TEXT, "the graph, a statement a line or with ; between them; else one grows"),
        integer_option("rooms", 12, 2, _MOST_ROOMS, "number of rooms of a graph that grows"),
        integer_option("loops", 2, 0, 100, "the greatest number of loops of a graph that grows"),
        integer_option("locks", 2, 0, 100, "the greatest number of locked doors, each with its key"),
        integer_option("secrets", 1, 0, 100, "the greatest number of secret doors"),
        integer_option("one_ways", 1, 0, 100, "the greatest number of doors in one direction"),
        text_option("rules", _LONGEST_TEXT, "the rules by which a graph grows, one a line"),
        share_option("doors", 0.7, "the chance of a door on a way without a lock"),
    ),
    "rooms and ways of a graph with locks, keys, secrets and loops, and no other ways",
)


def mission(options: dict[str, Any], stream: Stream) -> Steps:
    """Yield a state for each room, for each way, and one with walls.

    Raises GenerationError for a graph that cannot be read, solved or laid out.
    """
    if options["graph"].strip():
        graph = parse_graph(options["graph"])
    else:
        limits = {name: options[name] for name in ("loops", "locks", "secrets", "one_ways")}
        graph = grow(parse_rules(options["rules"].strip() or DEFAULT_RULES), options["rooms"], limits, stream)
    plan = Plan(options["width"], options["height"])
    roomy, tight = _PITCHES
    is_roomy = (plan.width - 1) // roomy * ((plan.height - 1) // roomy) >= _MANY_CELLS * len(graph.names)
    pitch = roomy if is_roomy else tight
    columns, rows = (plan.width - 1) // pitch, (plan.height - 1) // pitch
    # A graph of few rooms stays together, in the middle of a large map.
    most = 2 + round((60 * len(graph.names)) ** 0.5)
    columns, rows = min(columns, most), min(rows, most)
    layout = lay_out(graph, columns, rows, pitch, stream)
    corner = (plan.width - 1 - columns * pitch) // 2, (plan.height - 1 - rows * pitch) // 2
    carver = _Carver(plan, graph, layout, pitch, corner)
    for room in range(len(graph.names)):
        carver.add_room(room, stream)
        yield plan
    for number in range(len(graph.ways)):
        carver.add_way(number, options["doors"], stream)
        yield plan
    carver.add_marks(stream)
    plan.raise_walls()
    yield plan


class _Carver:
    """Carves the rooms and ways of a layout into a plan."""

    def __init__(self, plan: Plan, graph: Mission, layout: MissionLayout, pitch: int, corner: tuple[int, int]) -> None:
        self._plan, self._graph, self._layout, self._pitch = plan, graph, layout, pitch
        self._corner = corner
        self._keys = key_numbers(list(dict.fromkeys([*graph.locks, *(key for key, _ in graph.keys)])))
        plan.names = list(graph.names)
        self._steps = self._distances()

    def add_room(self, room: int, stream: Stream) -> None:
        """Carve a room, which may leave free a row of squares along its walls."""
        left, top, w, h = self._layout.rooms[room]
        pitch, (x0, y0) = self._pitch, self._corner
        x, y, width, height = x0 + (left - 1) * pitch + 1, y0 + (top - 1) * pitch + 1, w * pitch - 1, h * pitch - 1
        if pitch == _PITCHES[0]:
            # The middle of a cell, where ways enter, stays in the room.
            west, east, north, south = (stream.below(2) for _ in range(4))
            if width > pitch or (width == pitch - 1 and not stream.below(3)):
                x, width = x + west, width - west - east
            if height > pitch or (height == pitch - 1 and not stream.below(3)):
                y, height = y + north, height - north - south
        self._plan.add_room(x, y, width, height)

    def add_way(self, number: int, doors: float, stream: Stream) -> None:
        """Carve a way, with its door at the end from which one comes first."""
        plan, way = self._plan, self._graph.ways[number]
        squares = self._squares(self._layout.paths[number])
        plan.links.append((min(way.first, way.second) + 1, max(way.first, way.second) + 1))
        comes_first = way.one_way or self._steps[way.first] <= self._steps[way.second]
        if not comes_first:
            squares.reverse()
        inner = [square for square in squares if not self._in_room(square, way.first, way.second)]
        for x, y in inner:
            plan.cells[y, x] = PASSAGE
        (x, y), square = inner[0], inner[0][1] * plan.width + inner[0][0]
        if way.is_plain:
            if stream.chance(doors):
                plan.cells[y, x] = DOOR
            return
        plan.cells[y, x] = DOOR
        if way.one_way:
            after = squares[squares.index(inner[0]) + 1]
            plan.marks.append(Mark(square, ONE_WAY, squares_beside(x, y).index(after)))
        if way.secret:
            plan.marks.append(Mark(square, SECRET))
        if way.lock:
            plan.marks.append(Mark(square, LOCK, self._keys[way.lock]))

    def add_marks(self, stream: Stream) -> None:
        """Mark the entrance, the exit, and where keys lie: each on a square of its own, where the room has enough."""
        plan, graph = self._plan, self._graph
        taken: set[int] = set()
        places = [(graph.start, ENTRANCE, 0), (graph.goal, EXIT, 0)]
        if graph.start == graph.goal:
            del places[1]
        places += [(room, KEY, self._keys[key]) for key, room in graph.keys]
        for room, kind, number in places:
            x, y, w, h = plan.rooms[room]
            squares = [j * plan.width + i for j in range(y, y + h) for i in range(x, x + w)]
            free = [square for square in squares if square not in taken]
            square = stream.choice(free or squares)
            taken.add(square)
            plan.marks.append(Mark(square, kind, number))

    def _squares(self, path: tuple[int, ...]) -> list[tuple[int, int]]:
        """Return the squares from the middle of the first cell of a path to the middle of the last."""
        middles = []
        for cell in path:
            y, x = divmod(cell, self._layout.row)
            half, (x0, y0) = self._pitch // 2, self._corner
            middles.append((x0 + (x - 1) * self._pitch + half, y0 + (y - 1) * self._pitch + half))
        squares = [middles[0]]
        for x, y in middles[1:]:
            while squares[-1] != (x, y):
                i, j = squares[-1]
                squares.append((i + (x > i) - (x < i), j + (y > j) - (y < j)))
        return squares

    def _in_room(self, square: tuple[int, int], *rooms: int) -> bool:
        for room in rooms:
            x, y, w, h = self._plan.rooms[room]
            if x <= square[0] < x + w and y <= square[1] < y + h:
                return True
        return False

    def _distances(self) -> list[int]:
        """Return the number of ways from the start to each room."""
        steps, waiting = {self._graph.start: 0}, [self._graph.start]
        near: list[list[int]] = [[] for _ in self._graph.names]
        for way in self._graph.ways:
            near[way.first].append(way.second)
            near[way.second].append(way.first)
        for room in waiting:
            for other in near[room]:
                if other not in steps:
                    steps[other] = steps[room] + 1
                    waiting.append(other)
        return [steps[room] for room in range(len(near))]
