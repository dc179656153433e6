"""Explanations: the conflicting requirements, and how they read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from host.errors import in_one_line, listing, shorten
from host.model.document import to_document
from host.model.game_map import GameMap

# What an explanation says that would take too long.
TOO_HARD = "which requirements conflict is too hard to say for a request of this size"
# Requirements that a text lists; data has all.
_MOST_LISTED = 30
# Characters of a requirement in a text.
_LONGEST_REQUIREMENT = 500
# Squares of a drawing that is sent to another process.
_MOST_SQUARES = 60_000
_WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]


class MapRequirement(NamedTuple):
    """A single thing that a mod, or whoever runs it, asks for."""

    # "players", "entry", "special", "layout", "segments", "rotation", "exit", "wall", "size", "check", "lock", "floor",
    # "draw", "current", "pool", "entry of a pool".
    kind: str
    # In the words of the mod.
    text: str
    # Source location; None for what no file says.
    file: str | None = None
    line: int | None = None
    # What would be asked for without the requirement, from "with" or "without" on.
    relaxed: str = ""

    def __str__(self) -> str:
        # Mods choose parts of the text, which must not look like further requirements.
        text = shorten(in_one_line(self.text), _LONGEST_REQUIREMENT)
        if not self.file:
            return text
        return f"{self.file}:{self.line}: {text}" if self.line else f"{self.file}: {text}"


class Drawing(NamedTuple):
    """The half-made map of a request, and the squares (x, y) where it fails."""

    map: GameMap
    marks: frozenset[tuple[int, int]]


@dataclass(frozen=True)
class Explanation:
    """Why a request cannot be met."""

    # The function that was called.
    request: str
    # The reason in one sentence, without the requirements.
    reason: str
    # Conflicting requirements: without any one, the others can be met. Empty when `note` says why there are none.
    # Named `wishes`, as programs and JSON of earlier versions know them.
    wishes: tuple[MapRequirement, ...] = ()
    # Positions of some of the requirements: without any one of these, the whole request can be met. None when that was
    # not tried.
    remedies: tuple[int, ...] | None = None
    # A change after which the whole request can be met, from "with" or "without" on; "" without one.
    example: str = ""
    note: str = ""
    drawing: Drawing | None = None

    def text(self) -> str:
        """Return the requirements as a numbered list, and what to change."""
        if not self.wishes:
            return self.note
        lines = [f"{self.heading}:"]
        lines += [f"  {i}. {requirement}" for i, requirement in enumerate(self.wishes[:_MOST_LISTED], 1)]
        if len(self.wishes) > _MOST_LISTED:
            lines.append(f"  … and {len(self.wishes) - _MOST_LISTED} more")
        return "\n".join([*lines, self.advice, *([self.note] if self.note else [])])

    @property
    def heading(self) -> str:
        """The line above the list of requirements; "" without requirements."""
        return _format_heading(len(self.wishes)) if self.wishes else ""

    @property
    def advice(self) -> str:
        """Which requirements to leave out; "" without requirements."""
        if not self.wishes:
            return ""
        example = f", for example {in_one_line(self.example)[:_LONGEST_REQUIREMENT]}" if self.example else ""
        if self.remedies is None:
            return f"any one less and the others fit{example}"
        if len(self.remedies) == len(self.wishes):
            return f"any one less and it fits{example}"
        if not self.remedies:
            return "any one less and the others fit, but then other requirements of the request conflict"
        numbers = listing(str(i + 1) for i in self.remedies)
        return f"any one less and the others fit; the whole request fits without {numbers}{example}"

    def to_data(self) -> dict[str, Any]:
        """Return plain data: the fields, and the drawing as a document of a map with its marks, or None."""
        drawing = self.drawing
        if drawing is not None and drawing.map.stacks.size > _MOST_SQUARES:
            drawing = None
        return {
            "request": self.request,
            "reason": self.reason,
            "wishes": [requirement._asdict() for requirement in self.wishes],
            "remedies": None if self.remedies is None else list(self.remedies),
            "example": self.example,
            "note": self.note,
            "heading": self.heading,
            "advice": self.advice,
            "text": self.text(),
            "drawing": drawing and {"map": to_document(drawing.map), "marks": sorted(map(list, drawing.marks))},
        }


def _format_heading(count: int) -> str:
    if count == 1:
        return "this requirement cannot be met"
    return f"{_WORDS[count] if count < len(_WORDS) else count} conflicting requirements"


def list_locations(locations: Sequence[tuple[str, int]], most: int = 6) -> str:
    """Return source locations as `mod/file:1, mod/file:9 and 3 more`."""
    shown = [f"{file}:{line}" for file, line in locations[:most]]
    more = f" and {len(locations) - most} more" if len(locations) > most else ""
    return ", ".join(shown) + more
