"""Segments as plain data, for JSON and for other processes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from host.errors import RequestError
from host.model.checks import check_list, check_whole
from host.model.segment_file import LARGEST_TILE, SegmentText, SwitchText

# Numbers up to this one are exact in JavaScript; larger tile numbers are texts.
_MOST_EXACT = 2**53 - 1
# Characters of a name, and coordinates of rooms.
_LONGEST_NAME = 200
_FARTHEST = 1_000_000


def segment_to_data(segment: SegmentText) -> dict[str, Any]:
    """Return a segment as plain data; coordinates count from 0, so that −1 is the border around the segment."""
    return {
        "name": segment.title,
        "width": segment.width,
        "height": segment.height,
        "layers": [[n if n <= _MOST_EXACT else str(n) for n in layer] for layer in segment.layers],
        "rooms": [list(room) for room in segment.rooms],
        "switches": [
            {"x": s.x, "y": s.y, "calls": [[name, *arguments] for name, arguments in s.calls]} for s in segment.switches
        ],
    }


def segment_from_data(data: object) -> SegmentText:
    """Return the segment of plain data. Raises RequestError for wrong types; sizes are checked by who uses it."""
    if not isinstance(data, Mapping):
        raise RequestError("a segment must be an object")
    name = data.get("name")
    if name is not None and not (isinstance(name, str) and len(name) <= _LONGEST_NAME and name.isprintable()):
        raise RequestError(f"the name of a segment must be one line of at most {_LONGEST_NAME} characters")
    width, height = (check_whole(side, data.get(side), 1, _FARTHEST) for side in ("width", "height"))
    layers = [check_list("a layer", layer) for layer in check_list("layers", data.get("layers"))]
    if not layers or any(len(layer) != width * height for layer in layers):
        raise RequestError(f"each layer must have width × height = {width * height} tile numbers")
    rooms = []
    for room in check_list("rooms", data.get("rooms")):
        values = [check_whole("a part of a room", part, -_FARTHEST, _FARTHEST) for part in check_list("a room", room)]
        if len(values) != 4:
            raise RequestError("a room must be [x, y, width, height]")
        rooms.append((values[0], values[1], values[2], values[3]))
    return SegmentText(
        0,
        title=(name or "").strip() or None,
        width=width,
        height=height,
        layers=[list(map(_tile_number, layer)) for layer in layers],
        switches=list(map(_read_switch, check_list("switches", data.get("switches", [])))),
        rooms=rooms,
    )


def _tile_number(value: object) -> int:
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 19:
        value = int(value)
    return check_whole("a tile number", value, 0, LARGEST_TILE)


def _read_switch(data: object) -> SwitchText:
    if not isinstance(data, Mapping):
        raise RequestError("a switch must be an object")
    calls = []
    for call in check_list("calls", data.get("calls")):
        name, *arguments = check_list("a call", call) or [None]
        if not isinstance(name, str):
            raise RequestError("a call must be [name, argument, …]")
        calls.append((name, tuple(check_whole("an argument", value, -(2**31), 2**31 - 1) for value in arguments)))
    x, y = (check_whole(axis, data.get(axis), 0, _FARTHEST) for axis in ("x", "y"))
    return SwitchText(x, y, tuple(calls), 0)
