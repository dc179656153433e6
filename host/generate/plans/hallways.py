"""Hallways between rooms of a graph, for the class Generator of actions.

Each room lies beside the room of its parent, in the direction of its node.

Coordinates of rooms count from 1, as in Lua, and include the walls.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypedDict

import numpy as np
import numpy.typing as npt

from host.model.rng import Stream, chance_array

# Types of squares.
EMPTY, WALL, FLOOR, HALLWAY, ENEMY = b".wthe"

MAX_NODES = 100
# Positions per side of the graph, and the position of the first node.
_GRAPH, _START = 10, 5
DIRECTIONS = ((1, 0), (0, 1), (-1, 0), (0, -1))
# Least and greatest random side of a room.
_LEAST_SIDE, _GREATEST_SIDE = 7, 9

Cells = npt.NDArray[np.uint8]


class HallwayNode(TypedDict):
    """A node of the graph; `parent` counts from 1 and is 0 for the first node."""

    parent: int
    dx: int
    dy: int
    width: int
    height: int


class Room(TypedDict):
    """A room on the cells; `index` is the number of its node."""

    x: int
    y: int
    width: int
    height: int
    index: int
    secret: bool


class HallwayOptions(TypedDict):
    """Options of a drawing. Lengths and widths are in squares; `max_iter` is the number of attempts."""

    min_hallway_length: int
    max_hallway_length: int
    min_hallway_width: int
    max_hallway_width: int
    enemy_density: float
    max_iter: int


class HallwayDrawing(NamedTuple):
    """Rooms, and for each square, indexed [x, y] from 0, its type and the number of its node."""

    types: Cells
    nodes: Cells
    rooms: list[Room]


def draw_side(stream: Stream, side: int | None) -> int:
    """Return the side of a room: the argument, or a random one."""
    return stream.between(_LEAST_SIDE, _GREATEST_SIDE) if side is None else side


def add_node(
    nodes: Sequence[HallwayNode],
    parent: int,
    direction: tuple[int, int] | None,
    sides: tuple[int | None, int | None],
    stream: Stream,
) -> HallwayNode | None:
    """Return a new node beside `parent`, in a direction or a random one; None when no side of it is free."""
    candidates = list(DIRECTIONS) if direction is None else [direction]
    if direction is None:
        stream.shuffle(candidates)
    width, height = (draw_side(stream, side) for side in sides)
    positions = [(_START, _START)]
    for node in nodes[1:]:
        x, y = positions[node["parent"] - 1]
        positions.append((x + node["dx"], y + node["dy"]))
    for dx, dy in candidates:
        x, y = positions[parent - 1][0] + dx, positions[parent - 1][1] + dy
        if 1 <= x <= _GRAPH and 1 <= y <= _GRAPH and (x, y) not in positions:
            return {"parent": parent, "dx": dx, "dy": dy, "width": width, "height": height}
    return None


def draw_hallways(
    width: int, height: int, options: HallwayOptions, nodes: Sequence[HallwayNode], stream: Stream
) -> HallwayDrawing | None:
    """Place all rooms around the first one, which is in the middle; None when they do not fit.

    The inside of a room is never changed, and each hallway goes through the walls of its two rooms, so every room can
    be reached from every other.
    """
    root = nodes[0]
    x, y = (width - root["width"]) // 2 + 1, (height - root["height"]) // 2 + 1
    for _ in range(options["max_iter"]):
        drawing = HallwayDrawing(np.full((width, height), EMPTY, np.uint8), np.zeros((width, height), np.uint8), [])
        if not _fits(drawing.types, x, y, root["width"], root["height"]):
            return None
        _draw_room(drawing, x, y, root, 1, options["enemy_density"], stream)
        if _place_children(drawing, nodes, 1, drawing.rooms[0], options, stream):
            return drawing
    return None


def place_secret(
    types: Cells, rooms: Sequence[Room], sides: tuple[int, int], density: float, stream: Stream
) -> tuple[Room, Cells] | None:
    """Place a further room where it touches the most rooms. Returns the room and its squares; None without a place."""
    w, h = sides
    width, height = types.shape
    if w > width or h > height:
        return None
    xs, ys = np.arange(1, width - w + 2), np.arange(1, height - h + 2)
    counts = np.zeros((len(xs), len(ys)), dtype=np.int32)
    for room in rooms:
        if not room["secret"]:
            x, y = room["x"], room["y"]
            right, bottom = x + room["width"] - 1, y + room["height"] - 1
            beside = np.outer((xs + w - 1 == x) | (xs == right), (ys < bottom - 1) & (ys + h - 1 > y + 1))
            above = np.outer((xs < right - 1) & (xs + w - 1 > x + 1), (ys + h - 1 == y) | (ys == bottom))
            counts += beside | above
    # A window of the whole room may have walls, and a window of its inside nothing at all.
    solid = _count_windows((types != EMPTY) & (types != WALL), w, h)
    filled = _count_windows(types != EMPTY, w - 2, h - 2)[1 : len(xs) + 1, 1 : len(ys) + 1]
    counts[(solid > 0) | (filled > 0)] = 0
    if not counts.any():
        return None
    positions = np.argwhere(counts == counts.max())
    x, y = (positions[stream.below(len(positions))] + 1).tolist()
    node: HallwayNode = {"parent": 0, "dx": 0, "dy": 0, "width": w, "height": h}
    drawing = HallwayDrawing(types.copy(), np.zeros_like(types), list(rooms))
    room = _draw_room(drawing, x, y, node, 0, density, stream)
    room["secret"], room["index"] = True, len(rooms) + 1
    return room, drawing.types[x - 1 : x - 1 + w, y - 1 : y - 1 + h]


def _count_windows(squares: npt.NDArray[np.bool_], w: int, h: int) -> npt.NDArray[np.int64]:
    """Return how many squares are true in each window of w × h squares, by its first square."""
    sums: npt.NDArray[np.int64] = np.pad(squares.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
    return sums[w:, h:] - sums[:-w, h:] - sums[w:, :-h] + sums[:-w, :-h]


def _fits(types: Cells, x: int, y: int, w: int, h: int) -> bool:
    """Return whether a room fits: empty squares inside, empty squares and walls of other rooms as its walls."""
    if x < 1 or y < 1 or x + w - 1 > types.shape[0] or y + h - 1 > types.shape[1]:
        return False
    window = types[x - 1 : x - 1 + w, y - 1 : y - 1 + h]
    return bool((window[1:-1, 1:-1] == EMPTY).all() and ((window == EMPTY) | (window == WALL)).all())


def _draw_room(
    drawing: HallwayDrawing, x: int, y: int, node: HallwayNode, index: int, density: float, stream: Stream
) -> Room:
    """Draw the squares of a room and add it to the list of rooms."""
    w, h = node["width"], node["height"]
    window = drawing.types[x - 1 : x - 1 + w, y - 1 : y - 1 + h]
    window[:] = WALL
    chances = chance_array(stream.words((w - 2) * (h - 2)), density).reshape(w - 2, h - 2)
    window[1:-1, 1:-1] = np.where(chances, ENEMY, FLOOR)
    drawing.nodes[x - 1 : x - 1 + w, y - 1 : y - 1 + h] = index
    room: Room = {"x": x, "y": y, "width": w, "height": h, "index": index, "secret": False}
    drawing.rooms.append(room)
    return room


def _place_children(
    drawing: HallwayDrawing,
    nodes: Sequence[HallwayNode],
    parent: int,
    parent_room: Room,
    options: HallwayOptions,
    stream: Stream,
) -> bool:
    """Place the children of a node and their children. Returns whether all of them fit."""
    for index, node in enumerate(nodes, 1):
        if node["parent"] == parent:
            room = _place_room(drawing, parent_room, node, index, options, stream)
            if room is None or not _place_children(drawing, nodes, index, room, options, stream):
                return False
    return True


def _place_room(
    drawing: HallwayDrawing, parent: Room, node: HallwayNode, index: int, options: HallwayOptions, stream: Stream
) -> Room | None:
    """Place the room of a node beside its parent and dig the hallway between them. Returns None without a place."""
    # Coordinates along the direction and across it.
    if node["dx"]:
        along, length, across, breadth = parent["x"], parent["width"], parent["y"], parent["height"]
        node_length, node_breadth = node["width"], node["height"]
        types, numbers = drawing.types, drawing.nodes
    else:
        along, length, across, breadth = parent["y"], parent["height"], parent["x"], parent["width"]
        node_length, node_breadth = node["height"], node["width"]
        types, numbers = drawing.types.T, drawing.nodes.T
    gap = stream.between(options["min_hallway_length"], options["max_hallway_length"])
    # The walls of parent and child, between which the hallway lies.
    if node["dx"] + node["dy"] > 0:
        parent_wall = along + length - 1
        child_wall = start = parent_wall + gap
    else:
        parent_wall = along
        child_wall = parent_wall - gap
        start = child_wall - node_length + 1
    # The insides of both rooms must share a row.
    offsets = list(range(across - node_breadth + 3, across + breadth - 2))
    stream.shuffle(offsets)
    for offset in offsets:
        if not _fits(types, start, offset, node_length, node_breadth):
            continue
        first, last = max(across, offset) + 1, min(across + breadth, offset + node_breadth) - 2
        hallway = min(stream.between(options["min_hallway_width"], options["max_hallway_width"]), last - first + 1)
        low = stream.between(first, last - hallway + 1)
        # The squares of the hallway in both walls and between them, and the squares of its own walls on both sides.
        begin, end = min(parent_wall, child_wall), max(parent_wall, child_wall)
        rows = slice(low - 2, low + hallway)
        between = types[begin : end - 1, rows]
        if (between[:, 1:-1] == EMPTY).all() and ((between == EMPTY) | (between == WALL)).all():
            x, y = (start, offset) if node["dx"] else (offset, start)
            room = _draw_room(drawing, x, y, node, index, options["enemy_density"], stream)
            window, owners = types[begin - 1 : end, rows], numbers[begin - 1 : end, rows]
            owners[window == EMPTY] = index
            window[window == EMPTY] = WALL
            window[:, 1:-1], owners[:, 1:-1] = HALLWAY, index
            return room
    return None
