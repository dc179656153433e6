"""Segments as the host reads them: the model, the reader and the writer of segment files."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

SIZE = 12


@dataclass(frozen=True, slots=True)
class Call:
    """One call a switch makes: open, close, shoot, ..."""

    name: str
    args: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Switch:
    """A lever or a plate. x, y are 0-based squares of the segment."""

    x: int
    y: int
    calls: tuple[Call, ...]


@dataclass(frozen=True, slots=True)
class Room:
    """A rectangle with its walls, 1-based: 0 and SIZE + 1 are the border walls around the segment."""

    x: int
    y: int
    w: int
    h: int


@dataclass(slots=True)
class Segment:
    """SIZE x SIZE tile numbers with rooms and switches."""

    name: str
    about: str
    rows: list[list[int]]  # rows[y][x]
    rooms: list[Room] = field(default_factory=list)
    switches: list[Switch] = field(default_factory=list)
    where: str = ""  # file:line it came from


def write(path: Path, title: str, segments: list[Segment]) -> str:
    """The text of a segment file; columns are three characters wide so that a person can edit them."""
    lines = [f"# {title}", "# Made by tools/make_segments.py from tools/drawings/" + path.name, ""]
    for segment in segments:
        lines += [f"# {segment.about}", "segment", f"name: {segment.name}"]
        lines += [f"width: {SIZE}", f"height: {SIZE}", "data:"]
        lines += ["".join(f"{number:4d}" for number in row) for row in segment.rows]
        if segment.switches:
            lines += ["switches:", f"  {len(segment.switches)}"]
            for switch in segment.switches:
                lines.append(f"  {switch.x} {switch.y} {len(switch.calls)}")
                for call in switch.calls:
                    lines.append("    " + " ".join([call.name, str(len(call.args)), *map(str, call.args)]))
        lines += ["rooms:", f"  {len(segment.rooms)}"]
        lines += [f"  {room.x:2d} {room.y:2d} {room.w:2d} {room.h:2d}" for room in segment.rooms]
        lines += ["end", ""]
    return "\n".join([*lines, "eof", ""])


def read(path: Path) -> list[Segment]:
    """Segments of a file. ValueError names the file and the line."""
    segments: list[Segment] = []
    lines = path.read_text(encoding="utf-8").splitlines()
    about, at = "", 0

    def tokens(count: int) -> list[str]:
        nonlocal at
        found: list[str] = []
        while len(found) < count:
            if at >= len(lines):
                raise ValueError(f"{path}: the file ends inside a segment")
            found += lines[at].split()
            at += 1
        if len(found) > count:
            raise ValueError(f"{path}:{at}: more values than expected")
        return found

    def switch() -> Switch:
        nonlocal at
        x, y, count = (int(token) for token in tokens(3))
        calls = []
        for _ in range(count):
            name, _, *args = lines[at].split()
            at += 1
            calls.append(Call(name, tuple(map(int, args))))
        return Switch(x, y, tuple(calls))

    while at < len(lines):
        line = lines[at].strip()
        at += 1
        if line == "eof":
            return segments
        if line.startswith("#"):
            about = line[1:].strip()
        elif line == "segment":
            segment = Segment("", about, [], where=f"{path.name}:{at}")
            while (line := lines[at].strip()) != "end":
                at += 1
                key, _, rest = line.partition(":")
                if key == "name":
                    segment.name = rest.strip()
                elif key in ("width", "height"):
                    if int(rest) != SIZE:
                        raise ValueError(f"{path}:{at}: {key} is {rest.strip()}: must be {SIZE}")
                elif key == "data":
                    segment.rows = [[int(token) for token in tokens(SIZE)] for _ in range(SIZE)]
                elif key == "rooms":
                    (count,) = tokens(1)
                    segment.rooms = [Room(*(int(token) for token in tokens(4))) for _ in range(int(count))]
                elif key == "switches":
                    (count,) = tokens(1)
                    segment.switches = [switch() for _ in range(int(count))]
                elif line:
                    raise ValueError(f"{path}:{at}: unknown line {line!r} in a segment")
            at += 1
            segments.append(segment)
        elif line:
            raise ValueError(f"{path}:{at}: {line!r} stands outside of a segment")
    raise ValueError(f"{path}: no eof line")
