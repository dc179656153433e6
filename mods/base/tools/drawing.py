"""Drawings: twelve lines of twelve letters, and what turns them into a segment.

    == The long library
    Reading desks between two rows of shelves.
    walls brick iron            '#' and '%'; default: stone cracked
    floors wood marble          '.', ',' and ':'; default: stone dirt carpet_red
    1 = goblet_on_table         a digit of this drawing only
    switch 3,4 open 7,4         column,row of the lever or plate, then calls parted by ';'
    ............                the drawing, twelve lines

The letters are in legend.py. Rooms are found, not drawn: doors, gates, archways, stairs and "'" part them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from legend import AT_EDGE, BY_NAME, FACING, IN_WALL, PLAIN
from segment_file import SIZE, Call, Room, Segment, Switch

WALLS = "#%"
PARTS = "'`<>NV" + "".join(IN_WALL)
STEPS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
BACK = {"n": "s", "s": "n", "e": "w", "w": "e"}
DIRECTIONS = {"north": 1, "east": 2, "south": 3, "west": 4}
WALKED = ".,:'`*mwrfMoS-$p_/" + "<>NV"


@dataclass(slots=True)
class Drawing:
    """One drawing as it was read."""

    name: str
    where: str
    about: str = ""
    walls: tuple[str, ...] = ("stone", "cracked")
    floors: tuple[str, ...] = ("stone", "dirt", "carpet_red")
    own: dict[str, str] = field(default_factory=dict)  # digit -> name of a number
    switches: list[str] = field(default_factory=list)
    rows: list[str] = field(default_factory=list)


def read(path: Path) -> tuple[str, list[Drawing]]:
    """Title and drawings of a file."""
    title, drawings = "", []
    for at, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        words = line.split()
        if not words:
            continue
        if line.startswith("title "):
            title = line.removeprefix("title ")
        elif words[0] == "==":
            drawings.append(Drawing(line[3:].strip(), f"{path.name}:{at}"))
        elif words[0] == "walls" and len(words) > 1:
            drawings[-1].walls = (*words[1:], *Drawing("", "").walls[len(words) - 1 :])
        elif words[0] == "floors" and len(words) > 1:
            drawings[-1].floors = (*words[1:], *Drawing("", "").floors[len(words) - 1 :])
        elif words[0] == "switch":
            drawings[-1].switches.append(line.removeprefix("switch "))
        elif len(words) == 3 and words[1] == "=":
            drawings[-1].own[words[0]] = words[2]
        elif not drawings[-1].about:
            drawings[-1].about = line.strip()
        elif len(words) == 1 and len(line) == SIZE:
            drawings[-1].rows.append(line)
        else:
            raise ValueError(f"{path.name}:{at}: {line!r} is neither an option nor a row of {SIZE} letters")
    return title, drawings


def segment(drawing: Drawing) -> Segment:
    """The segment of a drawing. ValueError names the drawing and the square."""
    if len(drawing.rows) != SIZE:
        raise ValueError(f"{drawing.where}: {len(drawing.rows)} rows, {SIZE} needed")
    rows = [[_number(drawing, x, y) for x in range(SIZE)] for y in range(SIZE)]
    switches = [_switch(text) for text in drawing.switches]
    return Segment(drawing.name, drawing.about, rows, _rooms(drawing), switches, drawing.where)


def _at(drawing: Drawing, x: int, y: int) -> str:
    return drawing.rows[y][x] if 0 <= x < SIZE and 0 <= y < SIZE else "#"


def _number(drawing: Drawing, x: int, y: int) -> int:
    letter = _at(drawing, x, y)
    around = {way: _at(drawing, x + dx, y + dy) for way, (dx, dy) in STEPS.items()}
    name = _name(drawing, letter, around, x, y)
    if name is None or name not in BY_NAME:
        raise ValueError(f"{drawing.where} {drawing.name}: {letter!r} at {x},{y} means nothing here ({name})")
    return BY_NAME[name].value


def _name(drawing: Drawing, letter: str, around: dict[str, str], x: int, y: int) -> str | None:
    if letter in drawing.own:
        return drawing.own[letter]
    if letter in WALLS:
        wall = drawing.walls[WALLS.index(letter)]
        return f"wall_{wall}"
    if letter in ".,:'":
        floor = drawing.floors[".,:".index("." if letter == "'" else letter)]
        return floor if floor in BY_NAME else f"floor_{floor}"
    if letter == "`":
        return "rubble"
    if letter in IN_WALL:
        return _in_wall(IN_WALL[letter], around)
    if letter in FACING:
        return _facing(drawing, FACING[letter], around)
    if letter in AT_EDGE:
        reached = {"n": y == 0, "e": x == SIZE - 1, "s": y == SIZE - 1, "w": x == 0}
        edges = [way for way in reached if reached[way]]
        return f"{AT_EDGE[letter]}_{edges[0]}" if len(edges) == 1 else None
    if letter in "KThz":
        return _furniture(letter, around)
    return PLAIN.get(letter)


def _in_wall(name: str, around: dict[str, str]) -> str | None:
    solid = {way: letter in WALLS or letter in PARTS for way, letter in around.items()}
    walls = {way: letter in WALLS for way, letter in around.items()}
    along = solid["e"] and solid["w"] and not walls["n"] and not walls["s"]
    across = solid["n"] and solid["s"] and not walls["e"] and not walls["w"]
    if along == across:
        return None
    return f"{name}_{'h' if along else 'v'}"


def _facing(drawing: Drawing, name: str, around: dict[str, str]) -> str | None:
    ways = [way for way in "sewn" if around[way] in WALKED or around[way] in drawing.own]
    ways.sort(key=lambda way: around[BACK[way]] not in WALLS)
    return f"{name}_{ways[0]}" if ways else None


def _furniture(letter: str, around: dict[str, str]) -> str:
    like = {way: other == letter for way, other in around.items()}
    wall = {way: other in WALLS for way, other in around.items()}
    if letter == "K":
        if like["e"] or like["w"]:
            return "bookcase_h"
        if like["n"] or like["s"]:
            return "bookcase_v"
        return "bookcase_h" if wall["n"] or wall["s"] else "bookcase_v"
    if letter == "T":
        if like["e"] or like["w"]:
            return "table_long_h"
        return "table_long_v" if like["n"] or like["s"] else "table_round"
    if letter == "h":
        if like["e"] or like["w"]:
            return "bench_h"
        if like["n"] or like["s"]:
            return "bench_v"
        return "bench_v" if around["e"] in "Tt" or around["w"] in "Tt" else "bench_h"
    return "bed_v" if wall["n"] or wall["s"] else "bed_h"


def _rooms(drawing: Drawing) -> list[Room]:
    """A patch of squares between walls and parting squares is a room: its bounding box, one square wider."""
    seen: set[tuple[int, int]] = set()
    rooms = []
    for y in range(SIZE):
        for x in range(SIZE):
            if (x, y) in seen or drawing.rows[y][x] in WALLS + PARTS:
                continue
            patch, edge = {(x, y)}, [(x, y)]
            while edge:
                cx, cy = edge.pop()
                for dx, dy in STEPS.values():
                    square = (cx + dx, cy + dy)
                    if square not in patch and _at(drawing, *square) not in WALLS + PARTS:
                        patch.add(square)
                        edge.append(square)
            seen |= patch
            xs, ys = [px for px, _ in patch], [py for _, py in patch]
            rooms.append(Room(min(xs), min(ys), max(xs) - min(xs) + 3, max(ys) - min(ys) + 3))
    return rooms


def _switch(text: str) -> Switch:
    """'3,4 open 7,4; shoot 0,4 east': squares are written as drawn, and stored relative to the switch."""
    here, _, rest = text.partition(" ")
    x, y = (int(part) for part in here.split(","))
    calls = []
    for call in rest.split(";"):
        name, square, *more = call.split()
        tx, ty = (int(part) for part in square.split(","))
        calls.append(Call(name, (tx - x, ty - y, *(DIRECTIONS[word] for word in more))))
    return Switch(x, y, tuple(calls))
