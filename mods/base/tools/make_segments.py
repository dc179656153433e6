#!/usr/bin/env python3
"""Make ../segments/*.txt from drawings/*.txt and prove that every segment is fit for use.

    python3 make_segments.py           make and check
    python3 make_segments.py --check   check what is there, write nothing
    python3 make_segments.py --numbers print the tile numbers as a table

Plain Python 3.11. The same drawings give the same files, byte for byte.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

# A mod's folder is shipped as it is; compiled Python has no business in it.
sys.dont_write_bytecode = True

import checks  # noqa: E402
import drawing  # noqa: E402
import segment_file  # noqa: E402
from legend import BY_NAME, NUMBERS  # noqa: E402
from segment_file import SIZE, Segment  # noqa: E402

HERE = Path(__file__).resolve().parent
DRAWINGS = HERE / "drawings"
SEGMENTS = HERE.parent / "segments"
TILE_TABLE = HERE.parent / "segment_tiles.lua"
# What every segment of a special file has exactly one of.
ONE_OF = {
    "special_tombs": "lich_here",
    "special_vaults": "relic_on_plinth",
    "special_shrines": "ritual_altar",
    "special_cells": "captive_here",
}


def make() -> list[str]:
    """Write a segment file for every file of drawings; when something is wrong write nothing and say what."""
    found: list[str] = []
    texts: dict[str, str] = {}
    for path in sorted(DRAWINGS.glob("*.txt")):
        title, drawings = drawing.read(path)
        segments = []
        for each in drawings:
            try:
                segments.append(drawing.segment(each))
                found += checks.problems(segments[-1])
            except ValueError as error:
                found.append(str(error))
        texts[path.name] = segment_file.write(path, title, segments)
    if not found:
        for name, text in texts.items():
            (SEGMENTS / name).write_text(text, encoding="utf-8", newline="\n")
    return found


def check() -> list[str]:
    """Problems of all segment files, and a summary on the screen."""
    found: list[str] = []
    standard: list[Segment] = []
    every: list[Segment] = []
    mapped = checks.mapped_numbers(TILE_TABLE)
    if unlike := mapped ^ set(NUMBERS):
        found.append(f"legend.py and {TILE_TABLE.name} disagree about the numbers {sorted(unlike)}")
    for path in sorted(SEGMENTS.glob("*.txt")):
        segments = segment_file.read(path)
        every += segments
        guarded = path.stem == "special_exits"
        for segment in segments:
            found += checks.problems(segment)
            if (exits := checks.homes(segment, "exit")) != guarded:
                found.append(f"{segment.where} {segment.name}: {exits} special homes")
            if path.stem in ONE_OF:
                count = sum(row.count(BY_NAME[ONE_OF[path.stem]].value) for row in segment.rows)
                if count != 1:
                    found.append(f"{segment.where} {segment.name}: {count} times {ONE_OF[path.stem]}")
        if path.stem.startswith("special_"):
            found += [f"{each.name}: a home in a special segment" for each in segments if checks.homes(each)]
        else:
            standard += segments
        print(f"{path.name:28} {len(segments):4} segments")
    names = Counter(segment.name for segment in every)
    found += [f"{name}: {count} segments of this name" for name, count in names.items() if count > 1]
    if any("are not in the tile table" in line for line in found):
        return found
    found += checks.twins(every)
    _summary(standard)
    return found


def _summary(standard: list[Segment]) -> None:
    homes = Counter(checks.homes(segment) for segment in standard)
    rooms = [len(segment.rooms) for segment in standard]
    print(f"standard: {len(standard)}, homes {dict(sorted(homes.items()))}, with switches", end=" ")
    print(f"{sum(bool(segment.switches) for segment in standard)}, rooms {min(rooms)}-{max(rooms)},", end=" ")
    print(f"mean {sum(rooms) / len(rooms):.1f}")
    masks = [mask for segment in standard for mask in checks.side_masks(segment)]
    masks += [int(f"{mask:012b}"[::-1], 2) for mask in masks]
    common = Counter((first & second).bit_count() for first in masks for second in masks)
    failing = sum(count * (1 - both / SIZE) ** 30 for both, count in common.items()) / len(masks) ** 2
    sides = Counter(mask.bit_count() for mask in masks)
    print(f"squares for doors a side {dict(sorted(sides.items()))}; an open border fails in {failing:.2%}")


def main(words: list[str]) -> int:
    """Exit code: 0 when every segment is fit for use."""
    if words == ["--numbers"]:
        for number in NUMBERS.values():
            print(f"| {number.value} | {number.name} | {number.role} |")
        return 0
    if words not in ([], ["--check"]):
        print(__doc__)
        return 2
    found = make() if not words else []
    if not found:
        found = check()
    print("\n".join(found) if found else "all segments are fit for use")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
