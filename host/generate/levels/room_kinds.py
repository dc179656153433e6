"""Kinds of rooms, the words of their names, and the furniture in them: data."""

from __future__ import annotations

from typing import NamedTuple

# Where a piece stands: against a wall; in a corner; in the middle of the wall opposite the doors; away from walls; away
# from walls in rows; away from walls in a grid; side by side around the middle of the room; on any square.
WALL, CORNER, END, MIDDLE, ROWS, GRID = "wall", "corner", "end", "middle", "rows", "grid"
CENTRE, FLOOR = "centre", "floor"
WHERE = (WALL, CORNER, END, MIDDLE, ROWS, GRID, CENTRE, FLOOR)


class Furniture(NamedTuple):
    """A piece of furniture, a tile of the host. Without `blocks`, creatures walk over it."""

    name: str
    glyph: str
    colour: str
    blocks: bool = True
    # Whether nothing flies over it.
    is_tall: bool = False
    # "chest" and "barrel" are containers.
    kind: str = "plain"


FURNITURE = {
    piece.name: piece
    for piece in (
        Furniture("altar", "_", "bright_white"),
        Furniture("anvil", "j", "#707888"),
        Furniture("barrel", "b", "#a87840", kind="barrel"),
        Furniture("bed", "z", "#c0a0b0"),
        Furniture("bench", "h", "#a07848"),
        Furniture("bones", ",", "#e0dccc", blocks=False),
        Furniture("bush", "f", "#58a848"),
        Furniture("cage", "#", "#7c8498"),
        Furniture("cauldron", "U", "#606870"),
        Furniture("chair", "h", "#b08850", blocks=False),
        Furniture("chest", "c", "#c08840", kind="chest"),
        Furniture("coffin", "s", "#c8c4b4"),
        Furniture("fountain", "O", "bright_cyan"),
        Furniture("grave", "n", "#b8b8b0"),
        Furniture("hearth", "n", "bright_red", is_tall=True),
        Furniture("pillar", "o", "#c0c0c4", is_tall=True),
        Furniture("rug", '"', "#a04858", blocks=False),
        Furniture("shelf", "B", "#905c38", is_tall=True),
        Furniture("statue", "A", "#dcdce8", is_tall=True),
        Furniture("straw", ";", "#d0b860", blocks=False),
        Furniture("table", "t", "#c8a068"),
        Furniture("throne", "h", "bright_yellow"),
        Furniture("torch", "i", "bright_yellow"),
        Furniture("tree", "T", "#3c8a3c", is_tall=True),
        Furniture("urn", "u", "#c89078"),
        Furniture("workbench", "t", "#8c7858"),
    )
}


class Piece(NamedTuple):
    """Pieces of one kind in a room: the name of the furniture, where, and how many.

    `number` is a number of pieces from 1 on, and below 1 a share of the squares where one fits. `where` is one of
    `WHERE`, or the name of a piece beside which it stands.
    """

    furniture: str
    where: str
    number: float


# Floors of rooms that are furnished, and their colours. Their names choose how pictures draw them.
FLOORS = {
    "boards": "#8c6c4c", "earth": "#86725c", "grass": "#6a9450", "marble": "#b4b0b8", "mosaic": "#8088a4",
    "tiles": "#a08c74",
}  # fmt: skip


class RoomKind(NamedTuple):
    """A kind of room: its name, its pieces in the order in which they are placed, and its size in squares."""

    name: str
    pieces: tuple[Piece, ...]
    least: int = 9
    most: int = 10_000
    # One of FLOORS, or the floor of all rooms.
    floor: str | None = None


ROOM_KINDS = (
    RoomKind(
        "kitchen",
        (
            Piece("hearth", WALL, 1),
            Piece("cauldron", "hearth", 1),
            Piece("table", MIDDLE, 0.12),
            Piece("chair", "table", 0.4),
            Piece("shelf", WALL, 0.2),
            Piece("barrel", CORNER, 2),
        ),
        floor="tiles",
    ),
    RoomKind(
        "library",
        (
            Piece("shelf", WALL, 0.6),
            Piece("table", MIDDLE, 0.08),
            Piece("chair", "table", 0.4),
            Piece("torch", WALL, 1),
            Piece("rug", CENTRE, 9),
        ),
        floor="boards",
    ),
    RoomKind(
        "barracks",
        (
            Piece("torch", WALL, 1),
            Piece("bed", WALL, 0.45),
            Piece("chest", "bed", 0.25),
            Piece("table", MIDDLE, 1),
            Piece("bench", "table", 2),
        ),
        floor="boards",
    ),
    RoomKind(
        "chapel",
        (
            Piece("altar", END, 1),
            Piece("torch", "altar", 2),
            Piece("bench", ROWS, 0.6),
            Piece("statue", CORNER, 2),
        ),
        least=20,
        floor="marble",
    ),
    RoomKind(
        "prison",
        (Piece("torch", WALL, 1), Piece("cage", WALL, 0.3), Piece("straw", FLOOR, 0.12), Piece("bones", FLOOR, 2)),
    ),
    RoomKind(
        "storage",
        (Piece("chest", WALL, 2), Piece("barrel", CORNER, 4), Piece("barrel", WALL, 0.3), Piece("urn", WALL, 0.15)),
        most=80,
        floor="earth",
    ),
    RoomKind(
        "throne room",
        (
            Piece("throne", END, 1),
            Piece("pillar", GRID, 0.8),
            Piece("torch", CORNER, 4),
            Piece("rug", CENTRE, 0.2),
            Piece("statue", WALL, 0.08),
        ),
        least=48,
        floor="mosaic",
    ),
    RoomKind(
        "workshop",
        (
            Piece("hearth", WALL, 1),
            Piece("workbench", WALL, 0.25),
            Piece("anvil", MIDDLE, 1),
            Piece("shelf", WALL, 0.15),
            Piece("barrel", CORNER, 1),
        ),
        floor="earth",
    ),
    RoomKind(
        "crypt",
        (
            Piece("torch", WALL, 1),
            Piece("coffin", ROWS, 0.4),
            Piece("urn", WALL, 0.2),
            Piece("bones", FLOOR, 3),
            Piece("statue", CORNER, 1),
        ),
    ),
    RoomKind(
        "dining hall",
        (Piece("hearth", WALL, 1), Piece("table", ROWS, 0.6), Piece("chair", "table", 0.5), Piece("barrel", CORNER, 1)),
        least=30,
        floor="boards",
    ),
    RoomKind(
        "garden",
        (Piece("fountain", MIDDLE, 1), Piece("tree", GRID, 0.5), Piece("bush", WALL, 0.3), Piece("bench", WALL, 2)),
        least=30,
        floor="grass",
    ),
    RoomKind(
        "guard room",
        (Piece("table", MIDDLE, 1), Piece("chair", "table", 3), Piece("chest", WALL, 1), Piece("torch", WALL, 2)),
    ),
    RoomKind(
        "bedroom",
        (Piece("bed", WALL, 2), Piece("chest", "bed", 1), Piece("rug", CENTRE, 9), Piece("table", CORNER, 1)),
        most=64,
        floor="boards",
    ),
    RoomKind(
        "treasury",
        (Piece("torch", WALL, 1), Piece("chest", WALL, 0.3), Piece("statue", CORNER, 2), Piece("urn", WALL, 0.1)),
        most=64,
        floor="tiles",
    ),
    RoomKind(
        "gallery",
        (Piece("torch", WALL, 2), Piece("statue", WALL, 0.25), Piece("pillar", GRID, 0.6), Piece("rug", CENTRE, 0.15)),
        least=24,
        floor="marble",
    ),
)

# Where players enter.
ENTRANCE_HALL = RoomKind(
    "entrance hall", (Piece("torch", WALL, 2), Piece("bench", WALL, 2), Piece("rug", CENTRE, 9)), 1, floor="tiles"
)
# What has room for nothing else.
CLOSET = RoomKind("closet", (Piece("barrel", CORNER, 1), Piece("shelf", WALL, 0.3)), 1)

CAVE_KINDS = (
    RoomKind("den", (Piece("straw", WALL, 0.15), Piece("bones", FLOOR, 0.05))),
    RoomKind(
        "camp",
        (Piece("hearth", MIDDLE, 1), Piece("straw", FLOOR, 4), Piece("barrel", WALL, 3), Piece("chest", WALL, 1)),
    ),
    RoomKind(
        "burial cave",
        (Piece("torch", WALL, 2), Piece("grave", MIDDLE, 0.06), Piece("bones", FLOOR, 5), Piece("urn", WALL, 0.08)),
    ),
    RoomKind("grove", (Piece("bush", WALL, 0.2), Piece("tree", MIDDLE, 0.04))),
    RoomKind("spring", (Piece("fountain", MIDDLE, 1), Piece("bush", WALL, 0.12))),
    RoomKind("shrine", (Piece("altar", WALL, 1), Piece("torch", "altar", 2), Piece("statue", WALL, 3))),
)
PASSAGE_KINDS = (
    RoomKind("passage", (Piece("bones", FLOOR, 0.03), Piece("straw", FLOOR, 0.02))),
    RoomKind("nest", (Piece("straw", FLOOR, 0.08), Piece("bones", FLOOR, 2))),
)

# What tells rooms of one kind apart.
ADJECTIVES = (
    "old", "cold", "dark", "dusty", "quiet", "lower", "upper", "broken", "painted", "narrow", "northern", "southern",
    "red", "white", "grey", "hidden", "haunted", "drowned", "burnt", "silver", "small", "great", "forgotten", "king's",
)  # fmt: skip
